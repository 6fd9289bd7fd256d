"""Declarations: sequences and fours of a kind, which of them a hand can announce, and which side's count."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from pilotta.cards import RANKS
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import side_of, turn_order

TYING_POINTS: Final = 100
"""What a sequence and a four of a kind are worth that the house rule ``hundred_ties_four`` makes equal."""
LONGER_THAN_ANY: Final = 9


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declaration: a sequence (``suit`` 0–3, ``length`` 3–8, ``rank`` of its top card) or a four of a kind (suit -1).

    ``points`` are raw points, ``cards`` the cards as a hand.
    """

    points: int
    length: int
    rank: int
    suit: int
    cards: int

    @property
    def is_four(self) -> bool:
        return self.suit < 0


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the table hears of a declaration when it is announced: its kind and size, not its cards."""

    is_four: bool
    length: int
    points: int


def announcement(declaration: Declaration) -> Announcement:
    return Announcement(declaration.is_four, declaration.length, declaration.points)


@lru_cache(maxsize=64)
def runs(order: str) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For each set of ranks (8 bits): its maximal runs of three or more along ``order`` as (length, top rank, ranks)."""
    ranks = [RANKS.index(letter) for letter in order]
    table = []
    for held in range(256):
        found, run = [], []
        for rank in [*ranks, -1]:
            if rank >= 0 and held >> rank & 1:
                run.append(rank)
                continue
            if len(run) >= 3:
                found.append((len(run), run[0], sum(1 << each for each in run)))
            run = []
        table.append(tuple(found))
    return tuple(table)


def _sequences(rules: RuleSet, hand: int) -> list[Declaration]:
    table = runs(rules.sequence_order)
    found = []
    for suit in range(4):
        for length, top, ranks in table[hand >> 8 * suit & 0xFF]:
            if points := rules.sequence_points[min(length, 5) - 3]:
                found.append(Declaration(points, length, top, suit, ranks << 8 * suit))
    return found


def _four(rules: RuleSet, rank: int) -> Declaration:
    return Declaration(rules.four_points[rank], 4, rank, -1, 0x01010101 << rank)


def find_declarations(rules: RuleSet, hand: int) -> tuple[Declaration, ...]:
    """What this hand of eight can announce, strongest first.

    No card serves twice: of all choices of fours of a kind, each with the maximal runs of what is left, the one that is
    worth most, then the strongest (table row *a card in two declarations*, our decision).
    """
    common = hand & hand >> 8 & hand >> 16 & hand >> 24 & 0xFF
    fours = [rank for rank in range(8) if common >> rank & 1 and rules.four_points[rank]] if common else []
    if not fours:
        found = _sequences(rules, hand)
        if len(found) > 1:
            found.sort(key=lambda each: strength(rules, each), reverse=True)
        return tuple(found)
    choices = []
    for count in range(len(fours) + 1):
        for chosen in combinations(fours, count):
            kept = [_four(rules, rank) for rank in chosen]
            left = hand
            for each in kept:
                left &= ~each.cards
            kept += _sequences(rules, left)
            kept.sort(key=lambda each: strength(rules, each), reverse=True)
            choices.append(kept)
    best = max(choices, key=lambda kept: (sum(d.points for d in kept), [strength(rules, d) for d in kept]))
    return tuple(best)


def strength(rules: RuleSet, declaration: Declaration) -> tuple[int, int, int]:
    """The rank of a declaration in the contest as a sort key, trumps left aside (table row *order of declarations*)."""
    card = 7 - rules.sequence_order.index(RANKS[declaration.rank])
    if rules.declaration_order == "points_first":
        # Where the two tie, a four of a kind worth 100 speaks for a side that holds both, as it does with fours first:
        # else the order would decide which of them meets the other side's best.
        above = rules.hundred_ties_four and declaration.is_four and declaration.points == TYING_POINTS
        return declaration.points, LONGER_THAN_ANY if above else declaration.length, card
    if declaration.is_four:
        # Among fours worth the same the plain order of cards decides: A 10 K Q.
        return 1000 + declaration.points, 7 - rules.plain_order.index(RANKS[declaration.rank]), 0
    return declaration.points, declaration.length, card


def _ties(rules: RuleSet, one: Declaration, other: Declaration) -> bool:
    """Whether the best declarations of the two sides are equal. Of the best only: *ties* is no order, for aces beat kings
    and both tie with five in a row."""
    if (
        rules.hundred_ties_four
        and one.points == other.points == TYING_POINTS
        and one.is_four != other.is_four
    ):
        return True
    return strength(rules, one) == strength(rules, other)


def winning_side(
    rules: RuleSet, strain: int, leader: int, announced: Sequence[Iterable[Declaration]]
) -> int | None:
    """The side whose declarations count, or None where nobody's do.

    ``announced`` holds each seat's announced declarations, ``leader`` is the seat that leads the first trick.
    Sources: table rows *who scores declarations* and *still equal*.
    """
    held = [(seat, each) for seat in turn_order(leader) for each in announced[seat]]
    best: list[Declaration | None] = [None, None]
    for seat, each in held:
        so_far = best[side_of(seat)]
        if so_far is None or strength(rules, each) > strength(rules, so_far):
            best[side_of(seat)] = each
    ours, theirs = best
    if ours is None or theirs is None:
        return 0 if ours else 1 if theirs else None
    if not _ties(rules, ours, theirs):
        return 0 if strength(rules, ours) > strength(rules, theirs) else 1
    level = {0: strength(rules, ours), 1: strength(rules, theirs)}
    equals = [(seat, each) for seat, each in held if strength(rules, each) == level[side_of(seat)]]
    if rules.declaration_tie == "first_in_turn":
        return side_of(equals[0][0])
    if rules.declaration_tie == "trumps":
        for seat, each in equals:
            if each.suit == strain:
                return side_of(seat)
    return None
