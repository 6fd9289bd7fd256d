"""Seats and sides of the table.

Seats are S E N W = 0 1 2 3 in turn order: the game runs counter-clockwise, so a player's *right* neighbour is next.
Sides are NS = 0 and EW = 1; partners sit opposite each other, so a seat's side is its lowest bit.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from pilotta.cards import shown

SEATS: Final = "SENW"
SIDES: Final = ("NS", "EW")
SOUTH, EAST, NORTH, WEST = range(4)
NS, EW = 0, 1

FourHands = tuple[int, int, int, int]
"""One hand (a 32-bit set) for each seat."""

T = TypeVar("T")
U = TypeVar("U")


def right_of(seat: int) -> int:
    """The seat that plays after this one."""
    return seat + 1 & 3


def left_of(seat: int) -> int:
    """The seat that plays before this one."""
    return seat + 3 & 3


def partner_of(seat: int) -> int:
    return seat + 2 & 3


def side_of(seat: int) -> int:
    return seat & 1


def turn_order(first: int) -> tuple[int, int, int, int]:
    """The four seats in turn, from this one."""
    return first, first + 1 & 3, first + 2 & 3, first + 3 & 3


def parse_seat(text: str) -> int:
    """Read a seat's letter. ValueError names the text when it is none."""
    # A long s, ſ, is no ASCII letter and an S in capitals all the same.
    seat = SEATS.find(text.upper()) if len(text) == 1 and text.isascii() else -1
    if seat < 0:
        raise ValueError(f"{shown(text)} is not a seat (S, E, N or W)")
    return seat


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One value for each side; ``pair[NS]`` and ``pair[EW]`` read it."""

    ns: T
    ew: T

    def __getitem__(self, side: int) -> T:
        return self.ew if side else self.ns

    def __iter__(self) -> Iterator[T]:
        return iter((self.ns, self.ew))

    def map(self, change: Callable[[T], U]) -> "BySide[U]":
        return BySide(change(self.ns), change(self.ew))

    def as_dict(self) -> dict[str, T]:
        return {"NS": self.ns, "EW": self.ew}

    @staticmethod
    def of(side: int, own: U, other: U) -> "BySide[U]":
        """The pair in which ``side`` has ``own`` and the opponents have ``other``."""
        return BySide(other, own) if side else BySide(own, other)
