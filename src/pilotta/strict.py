"""Foreign text, read strictly: whole numbers in plain digits, and JSON without the liberties of the standard reader."""

import json
import math
import re
from typing import Any, Final

from pilotta.cards import shown

MOST_DIGITS: Final = 400
"""Longer numbers are refused by their length: nothing here is so large, and Python will not read a really long one."""

_DIGITS: Final = frozenset("0123456789")

_HALVES: Final = re.compile(
    r"""\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<escaped>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)|(?P<bare>[\ud800-\udfff])"""
)
"""Each escape of a JSON text, pairs of surrogates as one; named where it is half a pair, or half of one stands there as it is."""


class LongNumber(ValueError):
    """A number of more digits than are read. The message says how many it has."""

    def __init__(self, digits: int) -> None:
        super().__init__(f"a number of {digits} digits is larger than any that is read here")


class NotJson(ValueError):
    """Text that is no JSON, or JSON of a kind that is not read. ``where`` is empty where no place can be named."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where, self.message = where, message


def whole(text: str) -> int | None:
    """The whole number that this text is, in the digits 0 to 9 and perhaps with a minus before them; None where it is none.

    ``int`` would take other scripts' digits, underscores and blanks too. LongNumber where there are more than 400 digits.
    """
    digits = text.removeprefix("-")
    if not digits or not _DIGITS.issuperset(digits):
        return None
    if len(digits) > MOST_DIGITS:
        raise LongNumber(len(digits))
    return int(text)


def decimal(text: str) -> float | None:
    """The number that this text is, whole or with a point among its digits: ``2``, ``0.5``. None where it is none, and *nan*
    and *1e3* are none. LongNumber as :func:`whole`."""
    before, point, behind = text.partition(".")
    fraction = whole(behind) if point and not behind.startswith("-") else None
    if whole(before) is None or (point and fraction is None):
        return None
    return float(text)


def size_text(size: int) -> str:
    """A limit in bytes as a message says it: ``64 KB``, ``16 MB``."""
    return f"{size // 1024} KB" if size < 1024 * 1024 else f"{size // (1024 * 1024)} MB"


def read_json(text: str | bytes) -> Any:
    """JSON as plain data. NotJson, and nothing else, refuses what is no JSON and these besides: bytes that are not UTF-8 (a byte
    order mark may stand before it), a name twice in one object, half a pair of surrogates in a text, NaN and infinite numbers, numbers or
    nesting without end."""
    if isinstance(text, bytes):
        try:
            text = text.decode().removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            raise NotJson(f"byte {error.start + 1}", "the text is not UTF-8") from None
    try:
        found = _decode(text)
    except json.JSONDecodeError as error:
        raise NotJson(f"line {error.lineno}, column {error.colno}", f"no JSON ({error.msg})") from None
    except RecursionError:
        raise NotJson("", "the JSON is nested too deeply") from None
    if "\\" in text or not text.isascii():
        _refuse_halves(text)
    return found


def _refuse_halves(text: str) -> None:
    """NotJson where a text of this JSON holds a lone surrogate: no character, and nothing that can be written again as UTF-8."""
    for escape in _HALVES.finditer(text):
        if escape.lastgroup is not None:
            at = escape.start()
            line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
            half = escape[escape.lastgroup]
            code = half[1:] if escape.lastgroup == "escaped" else f"{ord(half):x}"
            raise NotJson(f"line {line}, column {column}", f"\\u{code.lower()} is half a pair of surrogates")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise NotJson("", f"the field {shown(name)} stands twice in one object")
        found[name] = value
    return found


def _constant(name: str) -> None:
    raise NotJson("", f"{name} is no number")


def _int(digits: str) -> int:
    try:
        number = whole(digits)
    except LongNumber as error:
        raise NotJson("", str(error)) from None
    assert number is not None  # JSON knows no other digits
    return number


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise NotJson("", f"{shown(digits)} is larger than any number that is read here")
    return number


# A log has thousands of short texts, and making a reader takes longer than reading one of them.
_decode: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_int=_int, parse_float=_float
).decode
