"""The arena: two bots on the same deals with sides swapped, so that the luck of the cards cancels out.

This is the one module of the bots that sees four hands: it deals, referees and counts.
"""

import contextlib
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from pilotta.bots.bot import Bot
from pilotta.bots.catalogue import make_bot
from pilotta.game.actions import Deal
from pilotta.game.dealing import deal_cards
from pilotta.game.result import DealResult
from pilotta.game.state import MatchState, Phase, new_match
from pilotta.game.transition import advance
from pilotta.game.view import view
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import FourHands, side_of

DEALS_TO_A_MATCH = 20
"""One pair of whole matches is played for so many deals."""
CHUNK = 25
"""Deals that a worker process takes at a time."""
MOST_DEALS = 2000
"""A match that has not ended after so many deals (two bots that pass for ever) is broken off and counts as a draw."""

Table = tuple[Bot, Bot, Bot, Bot]


class Played(NamedTuple):
    """One deal as it was played with A on one side. Differences are A's less B's; ``declarer`` is 0 for A, 1 for B."""

    cards: int
    score: int
    passed_out: bool
    value: int = 0
    strain: int = 0
    declarer: int = 0
    made: bool = False
    multiplier: int = 1
    capot: bool = False
    tricks: int = 0


@dataclass(frozen=True, slots=True)
class Fight:
    """What is to be measured: two bots by name, under which rules, on which deals."""

    a: str
    b: str
    rules: RuleSet
    deals: int
    seed: int

    @property
    def matches(self) -> int:
        """Pairs of matches that go with the deals."""
        return -(-self.deals // DEALS_TO_A_MATCH)

    def table(self, index: int, swapped: bool) -> Table:
        """A on North-South and B on East-West, or the other way round. The seeds go with the bots, not with the seats."""
        table: list[Bot] = []
        for seat in range(4):
            is_b = side_of(seat) != swapped
            table.append(make_bot(self.b if is_b else self.a, 4 * index + seat // 2))
        return (table[0], table[1], table[2], table[3])

    def hands(self, track: str, index: int, number: int = 0) -> FourHands:
        chance = Random(f"arena {self.seed} {track} {index} {number}")
        return deal_cards(self.rules, 3, chance).hands


def play_deal(state: MatchState, hands: FourHands, table: Table) -> MatchState:
    """Deal these hands and let the table play them to the end."""
    state = advance(state, Deal(hands)).state
    while state.phase not in (Phase.DEALING, Phase.OVER):
        seat = state.turn
        state = advance(state, table[seat].act(view(state, seat)).action).state
    return state


def play_one(fight: Fight, index: int) -> tuple[Played, Played]:
    """One deal in both seatings, by itself: no score stands, whoever deals."""
    hands = fight.hands("deal", index)
    both = []
    for swapped in (False, True):
        state = play_deal(new_match(fight.rules, index % 4), hands, fight.table(index, swapped))
        both.append(_played(state.results[-1], a_side=int(swapped)))
    return both[0], both[1]


def _played(result: DealResult, a_side: int) -> Played:
    cards = result.cards[a_side] - result.cards[1 - a_side]
    score = result.score[a_side] - result.score[1 - a_side]
    account, contract = result.account, result.contract
    if account is None or contract is None:
        return Played(cards, score, passed_out=True)
    return Played(
        cards,
        score,
        False,
        contract.value,
        contract.strain,
        contract.side ^ a_side,
        bool(account.made),
        contract.multiplier,
        account.capot is not None,
        result.tricks[contract.side],
    )


def play_match_pair(fight: Fight, index: int) -> tuple[float, float]:
    """Two whole matches on one stream of deals: what A won with either seating (1, 0, or a half where none ended).

    The stream gives each seat the same cards in both matches, deal by deal.
    """
    won = []
    for swapped in (False, True):
        table = fight.table(index, swapped)
        state = new_match(fight.rules, index % 4)
        number = 0
        while state.phase is not Phase.OVER and number < MOST_DEALS:
            state = play_deal(state, fight.hands("match", index, number), table)
            number += 1
        won.append(0.5 if state.winner is None else float(state.winner == int(swapped)))
    return won[0], won[1]


@dataclass(frozen=True, slots=True)
class Fought:
    """Everything that was played, in order of the deals: the same for any number of jobs."""

    fight: Fight
    deals: tuple[tuple[Played, Played], ...]
    matches: tuple[tuple[float, float], ...]


Work = tuple[Fight, str, range]
Done = list[tuple[Played, Played]] | list[tuple[float, float]]


def _work(work: Work) -> Done:
    fight, kind, indices = work
    if kind == "deals":
        return [play_one(fight, index) for index in indices]
    return [play_match_pair(fight, index) for index in indices]


def fight_out(fight: Fight, jobs: int = 1, progress: Callable[[float], None] = lambda _: None) -> Fought:
    """Play everything, with so many processes; ``progress`` hears the share that is done."""
    chunks: list[Work] = [(fight, "deals", part) for part in _parts(fight.deals, CHUNK)]
    chunks += [(fight, "matches", part) for part in _parts(fight.matches, 1)]
    deals: list[tuple[Played, Played]] = []
    matches: list[tuple[float, float]] = []
    for count, ((_, kind, _), found) in enumerate(zip(chunks, _each(chunks, jobs), strict=True), 1):
        (deals if kind == "deals" else matches).extend(found)  # type: ignore[arg-type]
        progress(count / len(chunks))
    return Fought(fight, tuple(deals), tuple(matches))


def _parts(count: int, size: int) -> Iterator[range]:
    for start in range(0, count, size):
        yield range(start, min(count, start + size))


def _each(chunks: list[Work], jobs: int) -> Iterator[Done]:
    if jobs == 1:
        yield from map(_work, chunks)
        return
    # A browser's Python has no processes and cannot even import them.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        # Results come back in order, whichever process is quicker.
        with _interrupts_later():
            found = pool.map(_work, chunks)
        yield from found


@contextlib.contextmanager
def _interrupts_later() -> Iterator[None]:
    """Processes that are started here do not hear Ctrl-C: it is for the one that started them, which hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
