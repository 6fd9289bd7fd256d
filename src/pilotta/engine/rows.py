"""Positions as the rows that go through the door (:mod:`pilotta.engine.door`), and the asking of them."""

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from numbers import Real
from typing import Any, Final, Literal, NamedTuple

from pilotta.cards import JACK
from pilotta.engine.backend import backend
from pilotta.engine.door import (
    ANSWER_WORDS,
    DONE,
    MOST_THREADS,
    NO_SUIT,
    NOT_FINISHED,
    QUESTION_WORDS,
    Backend,
    Buffer,
    Progress,
)
from pilotta.engine.position import Position, PositionError, whole
from pilotta.rules.ranking import ranking
from pilotta.rules.ruleset import ALL_TRUMP, NO_TRUMP, RuleSet
from pilotta.seats import FourHands

TABLE_KIB: Final = 256
"""Transposition table of each thread, in KiB: what stays in a core's own cache is quickest."""

MOST_SECONDS: Final = 1e9

Worth = Literal["points", "tricks", "jack"]
"""What is counted: card points; tricks; or twice the card points, and one for the jack of trumps (which tells apart what points
alone do not)."""

_MUST_TRUMP: Final = {"never": 0, "unless_partner_wins": 1, "always": 2}


@lru_cache(maxsize=1024)
def game_bytes(rules: RuleSet, strain: int, worth: Worth = "points") -> bytes:
    """The game of this strain (0–5) under this rule set. PositionError where what is counted does not fit."""
    ranks = ranking(rules, strain)
    points, last, each = list(ranks.points), rules.last_trick, 0
    if worth == "tricks":
        points, last, each = [0] * 32, 0, 1
    elif worth == "jack":
        points, last = [2 * each for each in points], 2 * last
        points[8 * strain + JACK] += 1
    if max(*points, last) > 255:
        raise PositionError(
            "under this rule set a card or the last trick is worth more than 127 points, too much to be counted twice, as the "
            "question who takes the jack of trumps (sixes_up) needs"
        )
    must_beat = [rules.must_beat_all_trump if strain == ALL_TRUMP else rules.must_beat_plain] * 4
    if strain < NO_TRUMP:
        must_beat[strain] = rules.must_beat_led_trump
    return bytes(
        (
            *points,
            *ranks.strength,
            strain if strain < NO_TRUMP else NO_SUIT,
            sum(1 << suit for suit in range(4) if must_beat[suit]),
            _MUST_TRUMP[rules.must_trump],
            rules.must_overtrump,
            rules.must_undertrump,
            last,
            each,
            0,
        )
    )


class Row(NamedTuple):
    """One answer; ``listed`` is its list without what is not used."""

    status: int
    nodes: int
    result: int
    listed: tuple[int, ...]


class Rows:
    """Questions to be asked in one call. The position of each must have cards left to play."""

    def __init__(self) -> None:
        self._games: dict[bytes, int] = {}
        self._words = array("I")

    def __len__(self) -> int:
        return len(self._words) // QUESTION_WORDS

    def add(self, kind: int, position: Position, argument: int = 0, worth: Worth = "points") -> None:
        game = game_bytes(position.rules, position.strain, worth)
        index = self._games.setdefault(game, len(self._games))
        self._words.extend(question_words(kind, index, position, argument))

    def run(
        self,
        *,
        threads: int = 1,
        node_limit: int = 0,
        seconds: float = 0.0,
        options: int = 0,
        table_kib: int = TABLE_KIB,
        progress: Progress | None = None,
        by: Backend | None = None,
    ) -> Iterator[Row]:
        """Ask ``by``, or the backend in use; the answers stand in the order of the questions.

        ``options`` are the bits that switch reductions of the native search off, which changes no answer.
        """
        answers = array("i", bytes(4 * ANSWER_WORDS * len(self)))
        ask(
            b"".join(self._games),
            self._words,
            answers,
            threads=threads,
            node_limit=node_limit,
            seconds=seconds,
            options=options,
            table_kib=table_kib,
            progress=progress,
            by=by,
        )
        return map(_row, (answers[i : i + ANSWER_WORDS] for i in range(0, len(answers), ANSWER_WORDS)))


def ask(
    games: Buffer,
    questions: Buffer,
    answers: Buffer,
    *,
    threads: int,
    node_limit: int,
    seconds: float,
    options: int = 0,
    table_kib: int = TABLE_KIB,
    progress: Progress | None = None,
    by: Backend | None = None,
) -> None:
    """Have rows answered by ``by`` or by the backend in use. ValueError where a limit is none.

    ``progress`` ends the run by whatever is false and not None, as numpy's ``False_`` is.
    """
    in_threads, most_nodes = whole(threads), whole(node_limit)
    if in_threads is None or not 1 <= in_threads <= MOST_THREADS:
        raise ValueError(f"{threads} threads: 1 to {MOST_THREADS} can be had, or 0 for one a core")
    if most_nodes is None or not 0 <= most_nodes < 1 << 63:
        raise ValueError(f"a limit of {node_limit} nodes: 0 is none, and else it is a whole number above it")
    if not _is_limit(seconds):
        raise ValueError(f"a limit of {seconds} seconds: 0 is none, and else it is positive")
    if memoryview(questions).nbytes:
        (by or backend()).run(
            games,
            questions,
            answers,
            threads=in_threads,
            node_limit=most_nodes,
            seconds=float(seconds),
            options=options,
            table_kib=table_kib,
            progress=None if progress is None else _by_truth(progress),
        )


def _is_limit(seconds: Any) -> bool:
    kind = type(seconds)
    return kind is not bool and issubclass(kind, Real) and bool(0 <= seconds <= MOST_SECONDS)


def _by_truth(progress: Progress) -> Progress:
    """The same for a backend, which looks for False itself."""

    def told(done: int) -> bool:
        going = progress(done)
        return going is None or bool(going)

    return told


def question_words(kind: int, game: int, position: Position, argument: int = 0) -> tuple[int, ...]:
    """The words of one question."""
    play = position.play
    return words_of(kind, game, play.hands, play.leader, play.trick, argument)


def words_of(
    kind: int, game: int, hands: FourHands, leader: int, trick: Sequence[int], argument: int = 0
) -> tuple[int, ...]:
    """The same from what the four still hold, who led the running trick, and its cards."""
    table = sum(card << 8 * i for i, card in enumerate(trick))
    return (kind, game, *hands, leader, len(trick), table, argument, 0, 0)


def _row(words: "array[int]") -> Row:
    status, nodes, result, count = words[:4]
    # The door lets nothing through that a backend could refuse.
    assert status in (DONE, NOT_FINISHED), f"the solver refused a question: status {status}"
    return Row(status, nodes, result, tuple(words[4 : 4 + count]))
