"""Whole fights: the work cut into pieces, done in as many processes as one likes, kept in a file, and put together again."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, Protocol

from pilotta.arena.fight import Clocks, Fight, Played, play_match_pair, play_one
from pilotta.arena.times import Clock
from pilotta.processes import as_done

CHUNK: Final = 2
"""Deals that a process takes at a time: few, for a player who thinks for seconds must not lose minutes to an interruption."""

Kind = Literal["deals", "matches"]


class Work(NamedTuple):
    """A piece of a fight: deals or pairs of matches of these numbers."""

    fight: Fight
    kind: Kind
    indices: range

    @property
    def key(self) -> tuple[Kind, int]:
        return self.kind, self.indices.start


class Done(NamedTuple):
    """What came of a piece of work: a row for each deal, or what A won in each pair of matches; and how long both thought."""

    deals: tuple[tuple[Played, Played], ...]
    matches: tuple[tuple[float, float], ...]
    clocks: Clocks


Runner = Callable[[Sequence[Work]], Iterator[tuple[Work, Done]]]
"""Does work, and gives each piece with what came of it, in any order."""


class Kept(Protocol):
    """What was done before, and keeps what is done now: see :class:`~pilotta.arena.journal.Journal`."""

    def found(self, work: Work) -> Done | None: ...

    def keep(self, work: Work, done: Done) -> None: ...


@dataclass(frozen=True, slots=True)
class Fought:
    """Everything that was played, in order of the deals: the same for any number of processes, the clocks apart."""

    fight: Fight
    deals: tuple[tuple[Played, Played], ...]
    matches: tuple[tuple[float, float], ...]
    clocks: Clocks = field(compare=False)


def fight_out(
    fight: Fight,
    jobs: int = 1,
    progress: Callable[[float], None] = lambda _: None,
    *,
    kept: Kept | None = None,
    runner: Runner | None = None,
) -> Fought:
    """Play everything, with so many processes or with a ``runner`` of one's own; ``progress`` hears the share that is done.

    What ``kept`` knows is not played again, and it is given all that is new.
    """
    pieces = work_of(fight)
    done: dict[tuple[Kind, int], Done] = {}
    if kept is not None:
        done = {work.key: found for work in pieces if (found := kept.found(work)) is not None}
    progress(len(done) / len(pieces))
    missing = [work for work in pieces if work.key not in done]
    for work, found in runner(missing) if runner else as_done(do, missing, jobs):
        done[work.key] = found
        if kept is not None:
            kept.keep(work, found)
        progress(len(done) / len(pieces))
    return _joined(fight, [done[work.key] for work in pieces])


def work_of(fight: Fight) -> list[Work]:
    """The fight in pieces, the deals first."""
    deals = [Work(fight, "deals", part) for part in _parts(fight.deals, CHUNK)]
    return deals + [Work(fight, "matches", part) for part in _parts(fight.matches, 1)]


def do(work: Work) -> Done:
    """Do a piece of work, here and now."""
    clocks = Clock(), Clock()
    if work.kind == "deals":
        return Done(tuple(play_one(work.fight, index, clocks) for index in work.indices), (), clocks)
    return Done((), tuple(play_match_pair(work.fight, index, clocks) for index in work.indices), clocks)


def _parts(count: int, size: int) -> Iterator[range]:
    for start in range(0, count, size):
        yield range(start, min(count, start + size))


def _joined(fight: Fight, done: Sequence[Done]) -> Fought:
    clocks = Clock(), Clock()
    for piece in done:
        for clock, more in zip(clocks, piece.clocks, strict=True):
            clock.merge(more)
    deals = tuple(pair for piece in done for pair in piece.deals)
    return Fought(fight, deals, tuple(pair for piece in done for pair in piece.matches), clocks)
