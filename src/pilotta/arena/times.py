"""How long players think: enough of it to tell the mean, a percentile and the longest, in a few numbers that can be added up; and
which decisions they lost."""

from dataclasses import dataclass, field
from math import floor, log
from typing import Any, Final, Self

from pilotta.game.view import PlayerView

STEP: Final = log(1.02)
"""Times within two per cent are counted as one, so a percentile is right to one per cent."""
SHORTEST: Final = 1e-6


@dataclass(slots=True)
class Times:
    """So many times in seconds: their number, sum and maximum, and ``bins``, how many lie in each step."""

    count: int = 0
    total: float = 0.0
    longest: float = 0.0
    bins: dict[int, int] = field(default_factory=dict)

    def add(self, seconds: float) -> None:
        self.count += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)
        step = floor(log(max(seconds, SHORTEST) / SHORTEST) / STEP)
        self.bins[step] = self.bins.get(step, 0) + 1

    def merge(self, other: Self) -> None:
        self.count += other.count
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        for step, count in other.bins.items():
            self.bins[step] = self.bins.get(step, 0) + count

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    def at(self, share: float) -> float:
        """The time that this share of the decisions (0 to 1) did not exceed; 0 where there was none."""
        left = share * self.count
        for step in sorted(self.bins):
            left -= self.bins[step]
            if left <= 0:
                return min(self.longest, SHORTEST * float(1.02 ** (step + 0.5)))
        return self.longest

    def to_data(self) -> list[Any]:
        """As JSON can hold it."""
        return [self.count, self.total, self.longest, sorted(self.bins.items())]

    @classmethod
    def from_data(cls, data: list[Any]) -> Self:
        """What :meth:`to_data` gave, read back. ValueError or TypeError where it is something else."""
        count, total, longest, bins = data
        return cls(int(count), float(total), float(longest), {int(step): int(n) for step, n in bins})


@dataclass(slots=True)
class Clock:
    """How long one player thought over calls and over cards, where there was something to choose. ``lost`` are the decisions that he
    lost, by how (:data:`~pilotta.bots.guarded.WHYS`), and ``first`` says in words what the first of them was."""

    calls: Times = field(default_factory=Times)
    cards: Times = field(default_factory=Times)
    lost: dict[str, int] = field(default_factory=dict)
    first: str = ""

    def note(self, view: PlayerView, seconds: float) -> None:
        """It took so long to decide what to do here."""
        calls, cards = view.legal.calls, view.legal.cards
        if cards & cards - 1:
            self.cards.add(seconds)
        elif calls.can_pass and (calls.lowest or calls.can_capot or calls.can_double or calls.can_redouble):
            self.calls.add(seconds)

    def lose(self, why: str, what: str) -> None:
        """He lost a decision."""
        self.lost[why] = self.lost.get(why, 0) + 1
        self.first = self.first or what

    def merge(self, other: Self) -> None:
        """Add what came after this."""
        self.calls.merge(other.calls)
        self.cards.merge(other.cards)
        for why, count in other.lost.items():
            self.lost[why] = self.lost.get(why, 0) + count
        self.first = self.first or other.first

    def to_data(self) -> list[Any]:
        """As JSON can hold it."""
        return [self.calls.to_data(), self.cards.to_data(), self.lost, self.first]

    @classmethod
    def from_data(cls, data: list[Any]) -> Self:
        """What :meth:`to_data` gave, read back. ValueError or TypeError where it is something else."""
        calls, cards, lost, first = data
        counts = {str(why): int(count) for why, count in dict(lost).items()}
        return cls(Times.from_data(calls), Times.from_data(cards), counts, str(first))
