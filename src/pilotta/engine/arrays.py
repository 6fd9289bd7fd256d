"""The solver with numpy on both sides: whole columns of deals in, columns of points out. Needs ``pip install pilotta[numpy]``.

A deal is a row of four hands (sets of cards, by seat) of the same size, at the start of a trick; deals of different sizes may
stand in one array. Strains (0–5) and leaders (seats) are one number for all deals or one for each. Points are NS's, of the cards
that are given and the last trick: for an ending, add what NS had won before.
"""

from collections.abc import Sequence
from typing import TypeAlias

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as error:
    raise ImportError("pilotta.engine.arrays needs numpy: pip install pilotta[numpy]") from error

from pilotta.cards import FULL_DECK
from pilotta.engine.backend import backend
from pilotta.engine.batch import check_playouts, threads_for
from pilotta.engine.door import ANSWER_WORDS, DONE, MOVES, QUESTION_WORDS, VALUE, Progress
from pilotta.engine.position import PositionError, check_game, check_hands, check_rules, position
from pilotta.engine.rows import ask, game_bytes
from pilotta.rules.ruleset import RuleSet

Points: TypeAlias = "npt.NDArray[np.int16]"
Numbers: TypeAlias = "int | Sequence[int] | npt.NDArray[np.integer]"
Deals: TypeAlias = "npt.ArrayLike"

UNKNOWN = -1
"""In place of points: not found within a limit, or no legal card."""


def solve_deals(
    rules: RuleSet,
    strains: Numbers,
    hands: Deals,
    leaders: Numbers,
    *,
    threads: int = 0,
    node_limit: int = 0,
    seconds: float = 0.0,
    progress: Progress | None = None,
) -> Points:
    """NS's points under best play: int16 of shape (n,) for ``hands`` of shape (n, 4).

    Limits, threads and progress are those of :func:`pilotta.engine.batch.solve`, though a deal takes but a microsecond to lay out
    and to read; what was not found in time is -1. PositionError names the first deal (from 0) that is none.
    """
    answers = _ask(VALUE, rules, strains, hands, leaders, threads, node_limit, seconds, progress)
    return np.where(answers[:, 0] == DONE, answers[:, 2], UNKNOWN).astype(np.int16)


def moves_of_deals(
    rules: RuleSet,
    strains: Numbers,
    hands: Deals,
    leaders: Numbers,
    *,
    threads: int = 0,
    node_limit: int = 0,
    seconds: float = 0.0,
    progress: Progress | None = None,
) -> Points:
    """NS's points after each card that may be led: int16 of shape (n, 32), column c for card c.

    -1 for cards that the leader does not hold, and throughout the row of a deal that was not finished.
    """
    dealt = _deals(hands)
    led_by = _numbers(leaders, len(dealt), "leaders")
    answers = _ask(MOVES, rules, strains, dealt, led_by, threads, node_limit, seconds, progress)
    found = np.full((len(dealt), 32), UNKNOWN, np.int16)
    # Answers stand in the order of the cards, so the n-th bit of a hand belongs to the n-th answer.
    cards = dealt[np.arange(len(dealt)), led_by]
    held = (cards[:, None] >> np.arange(32, dtype=np.uint32) & 1).astype(bool) & (answers[:, :1] == DONE)
    listed = np.arange(ANSWER_WORDS - 4) < answers[:, 3:4]
    found[held] = answers[:, 4:][listed]
    return found


def playouts_of(
    rules: RuleSet, strain: int, hands: Deals, leader: int, count: int, seed: int
) -> "npt.NDArray[np.uint16]":
    """NS's points in ``count`` random legal playouts of one deal (``hands`` of shape (4,)): uint16 of shape (count,).

    The same seed (0 to 2**64 - 1) gives the same ones.
    """
    count, seed = check_playouts(count, seed)
    at = position(rules, strain, np.asarray(hands), leader)
    question = np.zeros(QUESTION_WORDS, np.uint32)
    question[2:6], question[6] = at.dealt, at.turn
    results = np.zeros(count, np.uint16)
    if count:
        backend().playouts(game_bytes(rules, at.strain), question.data, count, seed, results.data)
    return results


def _ask(
    kind: int,
    rules: RuleSet,
    strains: Numbers,
    hands: Deals,
    leaders: Numbers,
    threads: int,
    node_limit: int,
    seconds: float,
    progress: Progress | None,
) -> "npt.NDArray[np.int32]":
    check_rules(rules)
    dealt = _deals(hands)
    in_strain = _numbers(strains, len(dealt), "strains")
    led_by = _numbers(leaders, len(dealt), "leaders")
    used = [int(strain) for strain in np.unique(in_strain)]
    for strain in used:
        check_game(rules, strain)
    _check(rules, dealt, led_by)
    questions = np.zeros((len(dealt), QUESTION_WORDS), np.uint32)
    questions[:, 0] = kind
    questions[:, 1] = np.searchsorted(used, in_strain) if used else 0
    questions[:, 2:6] = dealt
    questions[:, 6] = led_by
    answers = np.zeros((len(dealt), ANSWER_WORDS), np.int32)
    ask(
        b"".join(game_bytes(rules, strain) for strain in used),
        questions.data,
        answers.data,
        threads=threads_for(threads),
        node_limit=node_limit,
        seconds=seconds,
        progress=progress,
    )
    assert (answers[:, 0] <= 1).all(), "the solver refused a question"
    return answers


def _deals(hands: Deals) -> "npt.NDArray[np.uint32]":
    given = np.asarray(hands)
    if given.shape in ((0,), (0, 4)):
        return np.zeros((0, 4), np.uint32)
    if given.ndim != 2 or given.shape[1] != 4 or given.dtype.kind not in "iu":
        raise PositionError(f"hands are whole numbers of shape (n, 4), not {given.dtype} of {given.shape}")
    if given.min() < 0 or given.max() > FULL_DECK:
        raise PositionError("a hand is a set of 32 cards: 0 to 2**32 - 1")
    return np.ascontiguousarray(given, dtype=np.uint32)


def _numbers(given: Numbers, count: int, name: str) -> "npt.NDArray[np.integer]":
    numbers = np.asarray(given)
    if numbers.size and numbers.dtype.kind not in "iu":
        raise PositionError(f"{name} are whole numbers, not {numbers.dtype}")
    if numbers.shape not in ((), (count,)):
        raise PositionError(f"{name} are one number, or one for each of {count} deals")
    if not numbers.size:
        return np.zeros(0, np.int64)  # an empty list is one of floats
    return np.broadcast_to(numbers, (count,))


def _check(rules: RuleSet, dealt: "npt.NDArray[np.uint32]", led_by: "npt.NDArray[np.integer]") -> None:
    """PositionError for the first deal that is none; the door itself says what is wrong with it."""
    sizes = np.bitwise_count(dealt)
    together = np.bitwise_count(np.bitwise_or.reduce(dealt, axis=1))
    good = (sizes == sizes[:, :1]).all(axis=1) & (sizes[:, 0] >= 1) & (sizes[:, 0] <= 8)
    good &= (together == sizes.sum(axis=1)) & (led_by >= 0) & (led_by < 4)
    if good.all():
        return
    row = int(np.argmin(good))
    try:
        check_hands([int(hand) for hand in dealt[row]])
        position(rules, 0, [int(hand) for hand in dealt[row]], int(led_by[row]))
    except PositionError as error:
        raise PositionError(f"deal {row}: {error}") from None
    raise AssertionError(f"deal {row} is refused for no reason")
