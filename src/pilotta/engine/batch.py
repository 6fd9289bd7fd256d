"""Many questions in one call, on all cores."""

import os
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, SupportsIndex, get_args

from pilotta.cards import cards_in, shown
from pilotta.engine.backend import backend
from pilotta.engine.door import DONE, LINE, MOVES, REACHES, VALUE, Progress
from pilotta.engine.position import Position, check_hands, check_position, check_rules, position, whole
from pilotta.engine.rows import Row, Rows, Worth, game_bytes, question_words
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.seats import EW, NS, SEATS, BySide

Kind = Literal["value", "moves", "line", "reaches", "takes_all"]


class NotFinished(Exception):
    """A limit of nodes or of time was met before the answer was known."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question about a position.

    ``value``: what both sides end with; ``moves``: the same for each legal card; ``line``: the cards of one line of best play;
    ``reaches``: can ``side`` end the deal with ``points`` or more? ``takes_all``: can ``side`` take every trick of the deal?
    ValueError where there is no such kind or side, where ``points`` is no whole number, or ``position`` no position.
    """

    kind: Kind
    position: Position
    side: int = NS
    points: int = 0

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise ValueError(f"{shown(self.kind)} is no kind of question ({', '.join(get_args(Kind))})")
        check_position(self.position)
        side, points = whole(self.side), whole(self.points)
        if side not in (NS, EW):
            raise ValueError(f"{shown(self.side)} is no side: 0 is NS, 1 is EW")
        if points is None:
            raise ValueError(f"{shown(self.points)} is no number of points")
        object.__setattr__(self, "side", side)
        object.__setattr__(self, "points", points)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer: what was asked for is there, the rest None; all None where it is not ``finished``.

    ``value`` are both sides' points at the end of the deal (with kinds value, moves and line), ``moves`` NS's by card,
    ``holds`` is yes or no; ``nodes`` are the cards that the search played.
    """

    finished: bool
    nodes: int = 0
    value: BySide[int] | None = None
    moves: dict[int, int] | None = None
    line: tuple[int, ...] | None = None
    holds: bool | None = None


def solve(
    questions: Iterable[Question],
    *,
    threads: int = 0,
    node_limit: int = 0,
    seconds: float = 0.0,
    progress: Progress | None = None,
) -> list[Answer]:
    """Answer all of these, in their order.

    ``threads`` 0 means all cores; ``node_limit`` bounds each question and ``seconds`` the search for all of them (0: no bound),
    and what they end is marked as not finished. The clock starts once the questions are laid out as rows: to lay them out, and to
    read the answers, takes some 10 to 30 microseconds a question on top. ``progress`` is called about ten times a second with
    the number of questions done; where it returns what is false, and not None, the rest stays unfinished, and what it raises is
    raised here. ValueError for what is no question, no number of threads or no limit.
    """
    asked = list(questions)
    for each in asked:
        if not isinstance(each, Question):
            # Whatever cannot be asked is a ValueError.
            raise ValueError(  # noqa: TRY004
                f'{shown(each)} is no question: Question("value", position) is one'
            )
    rows = Rows()
    at_once = [_known(each) for each in asked]
    for question, known in zip(asked, at_once, strict=True):
        if known is None:
            _add(rows, question)
    if progress is not None:
        progress = _counting(progress, len(asked) - len(rows))
    found = rows.run(threads=threads_for(threads), node_limit=node_limit, seconds=seconds, progress=progress)
    return [
        known if known is not None else _answer(question, next(found))
        for question, known in zip(asked, at_once, strict=True)
    ]


def par_table(
    rules: RuleSet,
    hands: Iterable[SupportsIndex],
    *,
    threads: int = 0,
    node_limit: int = 0,
    seconds: float = 0.0,
    progress: Progress | None = None,
) -> dict[int, tuple[BySide[int], ...]]:
    """What both sides end with in each strain that can be played under this rule set, by strain and then by leader (S E N W).

    NotFinished where a limit is met before all is known.
    """
    check_rules(rules)
    dealt = check_hands(hands)
    strains = [STRAINS.index(letter) for letter in rules.fixed_trump or rules.strains]
    questions = [
        Question("value", position(rules, strain, dealt, leader))
        for strain in strains
        for leader in range(len(SEATS))
    ]
    answers = solve(questions, threads=threads, node_limit=node_limit, seconds=seconds, progress=progress)
    values = [value for answer in answers if (value := answer.value) is not None]
    if len(values) < len(answers):
        raise NotFinished(f"{len(answers) - len(values)} of {len(answers)} values were not found in time")
    return {strain: tuple(values[4 * i : 4 * i + 4]) for i, strain in enumerate(strains)}


def playouts(position: Position, count: int, seed: int) -> "array[int]":
    """NS's points at the end of the deal in ``count`` random legal playouts (type ``H``); the same seed gives the same ones."""
    check_position(position)
    count, seed = check_playouts(count, seed)
    won = position.won.ns
    if position.over:
        return array("H", [won]) * count
    results = array("H", bytes(2 * count))
    question = array("I", question_words(VALUE, 0, position))
    backend().playouts(game_bytes(position.rules, position.strain), question, count, seed, results)
    return array("H", (won + each for each in results)) if won else results


def check_playouts(count: SupportsIndex, seed: SupportsIndex) -> tuple[int, int]:
    """The number of playouts and the seed as plain numbers. ValueError where they are none."""
    how_many, of_chance = whole(count), whole(seed)
    if how_many is None or how_many < 0 or of_chance is None or not 0 <= of_chance < 1 << 64:
        raise ValueError("a number of playouts from 0, and a seed from 0 to 2**64 - 1")
    return how_many, of_chance


def threads_for(asked: int) -> int:
    """So many threads as were asked for, all cores for 0. What is no number of threads is left for the rows to refuse."""
    return cores() if whole(asked) == 0 else asked


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _known(question: Question) -> Answer | None:
    """The answer to what needs no search, or None."""
    at = question.position
    if question.kind == "takes_all" and at.tricks[1 - question.side]:
        return Answer(True, holds=False)
    if question.kind == "reaches":
        least = at.won[question.side]
        most = at.total - at.won[1 - question.side]
        if question.points <= least or question.points > most:
            return Answer(True, holds=question.points <= least)
    if not at.over:
        return None
    if question.kind == "takes_all":
        return Answer(True, holds=True)
    return Answer(
        True,
        value=at.won,
        moves={} if question.kind == "moves" else None,
        line=() if question.kind == "line" else None,
    )


_KINDS: dict[str, int] = {"value": VALUE, "moves": MOVES, "line": LINE}


def _add(rows: Rows, question: Question) -> None:
    at, side = question.position, question.side
    if question.kind in _KINDS:
        rows.add(_KINDS[question.kind], at)
        return
    worth: Worth
    if question.kind == "takes_all":
        worth, needed = "tricks", at.size - at.tricks[side]
        total = at.size - len(at.play.tricks)
    else:
        worth, needed = "points", question.points - at.won[side]
        total = at.total - sum(at.won)
    # Rows ask about NS only: EW reaches what it needs where NS cannot reach more than the rest.
    rows.add(REACHES, at, needed if side == NS else total - needed + 1, worth)


def _answer(question: Question, row: Row) -> Answer:
    if row.status != DONE:
        return Answer(False, row.nodes)
    at = question.position
    if question.kind in ("reaches", "takes_all"):
        return Answer(True, row.nodes, holds=bool(row.result) == (question.side == NS))
    ns = at.won.ns + row.result
    return Answer(
        True,
        row.nodes,
        BySide(ns, at.total - ns),
        dict(zip(cards_in(at.legal), (at.won.ns + each for each in row.listed), strict=True))
        if question.kind == "moves"
        else None,
        row.listed if question.kind == "line" else None,
    )


def _counting(progress: Progress, already: int) -> Progress:
    return lambda done: progress(already + done)
