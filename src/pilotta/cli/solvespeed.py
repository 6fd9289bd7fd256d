"""How fast the native solver is: the measuring behind ``pilotta bench solve`` and ``make bench``.

Deals are whole, dealt and given a strain and a leader from a seed, under the rule set *academy* unless another is named. Each
question goes through the native module in a call of its own, on one core, and what counts is the CPU time of this process: the
median of the rounds for each question, and then mean, median and percentiles over the questions. Two cores are measured by the
clock, as CPU time says nothing about them.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from operator import attrgetter
from random import Random
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any, Final

from pilotta.cards import cards_in
from pilotta.engine.batch import cores
from pilotta.engine.door import ANSWER_WORDS, MOVES, REACHES, VALUE, Backend, Buffer
from pilotta.engine.position import Position, position
from pilotta.engine.rows import TABLE_KIB, game_bytes, question_words
from pilotta.game.dealing import deal_cards
from pilotta.rules.catalogue import ACADEMY
from pilotta.rules.ruleset import STRAINS, RuleSet

MORE_THAN_HALF: Final = 82
PLAYOUTS_A_DEAL: Final = 20_000

TWO_CORES: Final = 1.9
"""What two threads have to get of the machine, in cores, before their gain says anything."""

Step = Callable[[], object]
"""Called after each piece of work."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is measured. ``seed`` fixes deals, strains and leaders; ``strains`` are letters to draw from."""

    deals: int = 200
    seed: int = 1
    strains: str = "SHDC"
    rounds: int = 5
    rules: RuleSet = ACADEMY

    def positions(self) -> list[Position]:
        """The deals before the first card."""
        chance = Random(self.seed)
        found = []
        for _ in range(self.deals):
            hands = deal_cards(self.rules, 0, chance).hands
            strain = STRAINS.index(chance.choice(self.strains))
            found.append(position(self.rules, strain, hands, chance.randrange(4)))
        return found


@dataclass(frozen=True, slots=True)
class Speed:
    """The figures of one kind of question; times of single questions in ms of CPU, ``nodes`` of one question on average."""

    deals: int
    mean_ms: float
    median_ms: float
    p95_ms: float
    p99_ms: float
    max_ms: float
    nodes: float
    per_second: float
    mnodes_per_second: float


@dataclass(frozen=True, slots=True)
class TwoCores:
    """How many times faster two threads were than one, and how many cores the machine gave each while they ran.

    On a machine with other work to do two threads do not get two cores, and the gain says little.
    """

    gain: float
    one_got: float
    two_got: float


@dataclass(frozen=True, slots=True)
class Must:
    """A bound that a figure has to keep: at most, or (``least``) at least.

    ``hindrance`` is what kept the machine from reaching it, whatever the solver does; None where nothing did.
    """

    name: str
    figure: float
    bound: float
    least: bool = False
    hindrance: str | None = None

    @property
    def met(self) -> bool | None:
        """None: it is not kept, and that says nothing about the solver."""
        if self.figure >= self.bound if self.least else self.figure <= self.bound:
            return True
        return None if self.hindrance else False

    def as_data(self) -> dict[str, Any]:
        return {**asdict(self), "met": self.met}


KINDS: Final = ("value", "moves", "reaches_82", "value_6", "value_4")
"""What is asked: the value of a whole deal, all its root cards, whether NS takes more than half, endings of 6 and of 4 cards."""


def questions(deals: Sequence[Position], seed: int) -> dict[str, list[tuple[int, Position, int]]]:
    """The questions by kind, as (kind of row, position, argument)."""
    chance = Random(seed)
    six = [_played(deal, 8, chance) for deal in deals]
    four = [_played(deal, 8, chance) for deal in six]
    return {
        "value": [(VALUE, deal, 0) for deal in deals],
        "moves": [(MOVES, deal, 0) for deal in deals],
        "reaches_82": [(REACHES, deal, MORE_THAN_HALF) for deal in deals],
        "value_6": [(VALUE, deal, 0) for deal in six],
        "value_4": [(VALUE, deal, 0) for deal in four],
    }


def steps(setup: Setup) -> int:
    """How often :func:`measured` calls its ``step``."""
    return setup.rounds * (len(KINDS) * setup.deals + 2)


def measured(setup: Setup, by: Backend, step: Step) -> dict[str, Any]:
    """All figures as plain data: a :class:`Speed` by kind, playouts a second, the gain of a second core, the musts."""
    deals = setup.positions()
    asked = questions(deals, setup.seed)
    found = dict(zip(KINDS, speeds([asked[kind] for kind in KINDS], by, setup.rounds, step), strict=True))
    playouts, pairs = [], []
    for _ in range(setup.rounds):
        playouts.append(playouts_per_second(deals, by))
        step()
        pairs.append(two_cores(deals, by))
        step()
    # By gain, so that what the machine gave stands beside what came of it.
    two = sorted(pairs, key=attrgetter("gain"))[setup.rounds // 2] if cores() > 1 else None
    return {
        "results": {kind: asdict(speed) for kind, speed in found.items()},
        "playouts_per_second": median(playouts),
        "two_cores": asdict(two) if two else None,
        "musts": [must.as_data() for must in musts(found, two)],
    }


def musts(found: dict[str, Speed], two: TwoCores | None) -> list[Must]:
    value = found["value"]
    bounds = [
        Must("nodes of a full deal", value.nodes, 30_000),
        Must("p99 of a full deal, in means", value.p99_ms / value.mean_ms, 10),
        Must("threshold question, in values", found["reaches_82"].mean_ms / value.mean_ms, 0.2),
        Must("all root cards, in values", found["moves"].mean_ms / value.mean_ms, 2.2),
    ]
    if two is None:
        return bounds
    hindrance = f"the machine gave {two.two_got:.2f} cores" if two.two_got < TWO_CORES else None
    return [*bounds, Must("gain of a second core", two.gain, 1.8, least=True, hindrance=hindrance)]


class Ask:
    """One question, laid out once and asked again and again."""

    def __init__(self, kind: int, at: Position, argument: int = 0) -> None:
        self._game = game_bytes(at.rules, at.strain)
        self._words = array("I", question_words(kind, 0, at, argument))
        self._answer = array("i", bytes(4 * ANSWER_WORDS))

    def seconds(self, by: Backend) -> float:
        """Ask, and tell the CPU time it took."""
        start = process_time()
        run(by, self._game, self._words, self._answer)
        return process_time() - start

    @property
    def nodes(self) -> int:
        return self._answer[1]

    @property
    def result(self) -> int:
        return self._answer[2]


def run(by: Backend, games: Buffer, words: Buffer, answers: Buffer, threads: int = 1) -> None:
    """Ask without the checks and the tuples of the usual door, which a small question would feel."""
    by.run(
        games,
        words,
        answers,
        threads=threads,
        node_limit=0,
        seconds=0.0,
        options=0,
        table_kib=TABLE_KIB,
        progress=None,
    )


def speeds(
    groups: Iterable[Iterable[tuple[int, Position, int]]], by: Backend, rounds: int, step: Step
) -> list[Speed]:
    """The figures of each group of questions; the rounds go through all groups in turn, so that they share what disturbs."""
    asked = [[Ask(*each) for each in group] for group in groups]
    times: list[list[list[float]]] = [[[] for _ in group] for group in asked]
    for _ in range(rounds):
        for group, found in zip(asked, times, strict=True):
            for ask, own in zip(group, found, strict=True):
                own.append(ask.seconds(by))
                step()
    return [
        speed([median(own) for own in found], [ask.nodes for ask in group])
        for group, found in zip(asked, times, strict=True)
    ]


def speed(seconds: Sequence[float], nodes: Sequence[int]) -> Speed:
    ordered = sorted(seconds)
    total = sum(ordered)
    return Speed(
        deals=len(ordered),
        mean_ms=1000 * mean(ordered),
        median_ms=1000 * median(ordered),
        p95_ms=1000 * percentile(ordered, 95),
        p99_ms=1000 * percentile(ordered, 99),
        max_ms=1000 * ordered[-1],
        nodes=mean(nodes),
        per_second=len(ordered) / total,
        mnodes_per_second=sum(nodes) / total / 1e6,
    )


def percentile(ordered: Sequence[float], percent: int) -> float:
    """The least of the numbers, in order, that so many percent do not exceed."""
    return ordered[-(-len(ordered) * percent // 100) - 1]


def playouts_per_second(deals: Sequence[Position], by: Backend, count: int = PLAYOUTS_A_DEAL) -> float:
    """Random playouts of whole deals on one core, by CPU time."""
    results = array("H", bytes(2 * count))
    asked = [
        (game_bytes(deal.rules, deal.strain), array("I", question_words(VALUE, 0, deal))) for deal in deals
    ]
    start = process_time()
    for seed, (game, words) in enumerate(asked):
        by.playouts(game, words, count, seed, results)
    return len(deals) * count / (process_time() - start)


def batch(deals: Iterable[Position]) -> tuple[bytes, "array[int]"]:
    """The games and the rows of the values of these deals, to be asked in one call."""
    games: dict[bytes, int] = {}
    words = array("I")
    for deal in deals:
        index = games.setdefault(game_bytes(deal.rules, deal.strain), len(games))
        words.extend(question_words(VALUE, index, deal))
    return b"".join(games), words


def two_cores(deals: Sequence[Position], by: Backend) -> TwoCores:
    """Two threads against one, by the clock, in one batch: the values of the deals with each of the four leaders."""
    games, words = batch(
        position(deal.rules, deal.strain, deal.dealt, leader) for deal in deals for leader in range(4)
    )
    answers = array("i", bytes(4 * ANSWER_WORDS * 4 * len(deals)))
    times, got = [], []
    for threads in (1, 2):
        start, cpu = perf_counter(), process_time()
        run(by, games, words, answers, threads)
        times.append(perf_counter() - start)
        got.append((process_time() - cpu) / times[-1])
    return TwoCores(times[0] / times[1], *got)


def _played(at: Position, cards: int, chance: Random) -> Position:
    for _ in range(cards):
        at = at.after(chance.choice(cards_in(at.legal)))
    return at
