"""Files of puzzles: JSON lines, a head and then a puzzle a line. Read strictly, written always in the same bytes."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from pilotta.bots.bot import Reason
from pilotta.cards import CARD_NAMES, cards_in, parse_card, parse_hand, shown
from pilotta.game.notation import parse_deal
from pilotta.game.record import RecordedDeal
from pilotta.game.referee import IllegalRecord
from pilotta.game.view import PlayerView
from pilotta.puzzles.grading import GRADES
from pilotta.puzzles.puzzle import Puzzle, view_data
from pilotta.puzzles.themes import THEMES
from pilotta.rules.auction import parse_call
from pilotta.rules.catalogue import from_data
from pilotta.rules.errors import RuleSetError
from pilotta.seats import SEATS, parse_seat
from pilotta.strict import NotJson, read_json, size_text
from pilotta.words import chapter, in_english

FORMAT: Final = "pilotta-puzzles"
VERSION: Final = 1
EXPLANATIONS: Final = tuple(code for code in chapter("en", "puzzles") if code.startswith("puzzle."))
MAX_BYTES: Final = 16 * 1024 * 1024
"""Larger files are refused unread: a puzzle takes about a thousand bytes."""

T = TypeVar("T")

FIELDS: Final = (
    "id",
    "view",
    "theme",
    "grade",
    "solution",
    "options",
    "error",
    "worlds",
    "explanation",
    "mistakes",
    "deal",
)
VIEW_FIELDS: Final = ("rules", "dealer", "seat", "hand", "calls", "plays")
HEARD_FIELDS: Final = ("announced", "shown", "pilotta")
"""What was said beside calls and cards; left out where nothing was."""


class PuzzleError(ValueError):
    """Not a file of puzzles: ``line`` (from 1) and ``where`` say which part, the message what is wrong with it."""

    def __init__(self, where: str, message: str, line: int = 0) -> None:
        place = ", ".join(part for part in (f"line {line}" if line else "", where) if part)
        super().__init__(f"{place}: {message}" if place else message)
        self.where, self.message, self.line = where, message, line


# Reading


def parse_puzzles(text: str | bytes) -> tuple[Puzzle, ...]:
    """Read a file. PuzzleError says what is wrong and where; nothing else is raised."""
    if len(text) > MAX_BYTES:
        raise PuzzleError("", f"more than {size_text(MAX_BYTES)} is no file of puzzles")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise PuzzleError(f"byte {error.start + 1}", "the text is not UTF-8") from None
    # Not splitlines, which would break at letters that JSON allows inside text.
    lines = text.split("\n")
    _check_head(_line(lines[0], 1))
    puzzles: list[Puzzle] = []
    known: dict[str, int] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        try:
            puzzle = puzzle_from_data(_line(line, number))
        except PuzzleError as error:
            raise PuzzleError(error.where, error.message, number) from None
        if puzzle.id in known:
            raise PuzzleError("id", f"{puzzle.id} stands in line {known[puzzle.id]} already", number)
        known[puzzle.id] = number
        puzzles.append(puzzle)
    return tuple(puzzles)


def _line(text: str, number: int) -> object:
    try:
        return read_json(text)
    except NotJson as error:
        # What it calls line 1 is a line of the file.
        raise PuzzleError(error.where.removeprefix("line 1, "), error.message, number) from None


def _check_head(data: object) -> None:
    head = _fields(data, "head", ("format", "version"))
    if head["format"] != FORMAT:
        raise PuzzleError("format", f"{shown(head['format'])} is not {FORMAT!r}", 1)
    if type(head["version"]) is not int or head["version"] != VERSION:
        raise PuzzleError(
            "version", f"{shown(head['version'])} is not {VERSION}, the version that is read here", 1
        )


def puzzle_from_data(data: object) -> Puzzle:
    """Read a puzzle that is plain data already. PuzzleError says what is wrong and where: the position has to be legal, the view
    must hold what its seat knows and nothing else, and the figures must belong together."""
    given = _fields(data, "puzzle", FIELDS)
    part = _fields(given["view"], "view", VIEW_FIELDS, HEARD_FIELDS)
    try:
        rules = from_data(part["rules"])
    except RuleSetError as error:
        raise PuzzleError("view, rules", str(error)) from None
    deal = RecordedDeal(
        _parsed(part["dealer"], "view, dealer", parse_seat),
        _parsed(given["deal"], "deal", parse_deal),
        tuple(call.text for call in _each(part["calls"], "view, call", parse_call)),
        _each(part["plays"], "view, play", parse_card),
    )
    explained = _fields(given["explanation"], "explanation", ("code", "params"))
    puzzle = Puzzle(
        rules,
        deal,
        {
            name: _number(score, f"options, {name}")
            for name, score in _table(given["options"], "options").items()
        },
        _each(given["solution"], "solution", str),
        _number(given["error"], "error"),
        _whole(given["worlds"], "worlds", 1),
        _one_of(given["theme"], "theme", THEMES),
        _one_of(given["grade"], "grade", GRADES),
        Reason(
            _one_of(explained["code"], "explanation, code", EXPLANATIONS),
            _texts(explained["params"], "explanation, params"),
        ),
        _texts(given["mistakes"], "mistakes"),
    )
    _check_position(puzzle, part)
    _check_answer(puzzle)
    if given["id"] != puzzle.id:
        raise PuzzleError("id", f"{shown(given['id'])} is not {puzzle.id!r}, which this position has")
    return puzzle


def _check_position(puzzle: Puzzle, part: Mapping[str, Any]) -> None:
    try:
        state = puzzle.state
    except IllegalRecord as error:
        raise PuzzleError("view", str(error)) from None
    if not 0 <= state.turn < 4:
        raise PuzzleError("view", "the deal is over: nobody has to decide anything")
    view = puzzle.view
    _parsed(part["hand"], "view, hand", parse_hand)
    for name, value in view_data(view, puzzle.deal).items():
        if part.get(name) != value:
            raise PuzzleError(
                f"view, {name}",
                f"{shown(part.get(name))} is not {shown(value)}, what {SEATS[view.seat]} knows",
            )
    for name in HEARD_FIELDS:
        if name in part and name not in view_data(view, puzzle.deal):
            raise PuzzleError(f"view, {name}", f"{SEATS[view.seat]} knows of nothing like this")


def _check_answer(puzzle: Puzzle) -> None:
    view = puzzle.view
    legal = _legal(view)
    for name in puzzle.options:
        if name not in legal:
            raise PuzzleError(f"options, {name}", f"{SEATS[view.seat]} cannot do this")
    scores = list(puzzle.options.values())
    if scores != sorted(scores, reverse=True):
        raise PuzzleError("options", "the best stands first")
    if not puzzle.solution or puzzle.solution[0] != next(iter(puzzle.options), None):
        raise PuzzleError("solution", "it begins with the best option")
    if not set(puzzle.solution) < set(puzzle.options):
        raise PuzzleError("solution", "a part of the options is needed")
    if puzzle.gap <= 0 or puzzle.error < 0:
        raise PuzzleError("options", "the solution is not better than the rest")
    for name, action in puzzle.mistakes.items():
        if action not in puzzle.options or action in puzzle.solution:
            raise PuzzleError(f"mistakes, {name}", f"{shown(action)} is no wrong option")
    try:
        in_english(puzzle.explanation)
    except KeyError as error:
        raise PuzzleError("explanation, params", f"{error} is missing") from None


def _legal(view: PlayerView) -> set[str]:
    """What the seat may do, in notation."""
    if view.legal.cards:
        return {CARD_NAMES[card] for card in cards_in(view.legal.cards)}
    return {call.text for call in view.legal.calls.each()} | {"P"}


def _fields(
    data: object, where: str, needed: tuple[str, ...], optional: tuple[str, ...] = ()
) -> dict[str, Any]:
    table = _table(data, where)
    for name in table:
        if name not in needed and name not in optional:
            raise PuzzleError(where, f"unknown field {shown(name)}")
    for name in needed:
        if name not in table:
            raise PuzzleError(where, f"the field {name!r} is missing")
    return table


def _table(data: object, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise PuzzleError(where, f"an object is needed, not {shown(data)}")
    return data


def _texts(data: object, where: str) -> dict[str, str]:
    table = _table(data, where)
    for name, value in table.items():
        if not isinstance(value, str) or len(value) > 40 or not value.isprintable():
            raise PuzzleError(f"{where}, {name}", f"a short text is needed, not {shown(value)}")
    return table


def _parsed(data: object, where: str, parse: Callable[[str], T]) -> T:
    if not isinstance(data, str):
        raise PuzzleError(where, f"text is needed, not {shown(data)}")
    try:
        return parse(data)
    except ValueError as error:
        raise PuzzleError(where, str(error)) from None


def _each(data: object, where: str, parse: Callable[[str], T]) -> tuple[T, ...]:
    if not isinstance(data, list):
        raise PuzzleError(where, f"a list is needed, not {shown(data)}")
    return tuple(_parsed(each, f"{where} {number}", parse) for number, each in enumerate(data, 1))


def _number(data: object, where: str) -> float:
    if type(data) not in (int, float) or not -1e6 < data < 1e6:  # type: ignore[operator]
        raise PuzzleError(where, f"a number is needed, not {shown(data)}")
    return float(data)  # type: ignore[arg-type]


def _whole(data: object, where: str, least: int) -> int:
    if type(data) is not int or data < least:
        raise PuzzleError(where, f"a whole number from {least} on is needed, not {shown(data)}")
    return data


def _one_of(data: object, where: str, allowed: tuple[T, ...]) -> T:
    for each in allowed:
        if type(data) is type(each) and data == each:
            return each
    raise PuzzleError(where, f"{shown(data)} is none of {', '.join(map(str, allowed))}")


# Writing


def puzzles_text(puzzles: Iterable[Puzzle]) -> str:
    """A file of puzzles, as :func:`parse_puzzles` reads it."""
    head = {"format": FORMAT, "version": VERSION}
    return "".join(line_text(data) for data in (head, *(puzzle.to_data() for puzzle in puzzles)))


def line_text(data: Mapping[str, Any]) -> str:
    """One line of a file."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
