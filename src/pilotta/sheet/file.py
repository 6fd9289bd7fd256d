"""The file of a sheet, with which its match goes on tomorrow: format ``pilotta-sheet``, version 1."""

import json
from typing import Any, Final

from pilotta.cards import shown
from pilotta.rules.catalogue import from_data, to_data
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import RuleSet
from pilotta.sheet.line import LineError
from pilotta.sheet.sheet import Sheet
from pilotta.strict import NotJson, read_json, size_text

FORMAT: Final = "pilotta-sheet"
VERSION: Final = 1
MAX_BYTES: Final = 1024 * 1024
"""Larger files are refused unread: a deal takes about fifty bytes."""
MOST_DEALS: Final = 2000
"""More than any match; each makes a new sheet, which takes the square of their number."""
NAME_LENGTH: Final = 20
LINE_LENGTH: Final = 1000
FIELDS: Final = ("format", "version", "rules", "names", "deals")


class SheetError(ValueError):
    """Not a sheet: the message says which part is wrong, and how."""


def is_name(text: object) -> bool:
    """Whether a side can be called so: one line, short enough for its column."""
    return isinstance(text, str) and 0 < len(text.strip()) <= NAME_LENGTH and text.isprintable()


def parse_sheet(text: str | bytes) -> Sheet:
    """Read a sheet and score it again. SheetError says what is wrong; nothing else is ever raised."""
    if len(text) > MAX_BYTES:
        raise SheetError(f"no sheet: more than {size_text(MAX_BYTES)}")
    try:
        data = read_json(text)
    except NotJson as error:
        raise SheetError(f"no sheet: {error}") from None
    top = _fields(data)
    sheet = Sheet(_rules(top["rules"]), _names(top["names"]) if "names" in top else None)
    deals = top["deals"]
    if not isinstance(deals, list):
        raise SheetError(f"deals: a list of lines is needed, not {shown(deals)}")
    if len(deals) > MOST_DEALS:
        raise SheetError(f"deals: {len(deals)} are more than the {MOST_DEALS} that are read")
    for number, line in enumerate(deals, 1):
        if not isinstance(line, str) or len(line) > LINE_LENGTH:
            raise SheetError(
                f"deal {number}: a line of up to {LINE_LENGTH} letters is needed, not {shown(line)}"
            )
        try:
            sheet = sheet.add(line)
        except LineError as error:
            raise SheetError(f"deal {number}: {error}") from None
    return sheet


def _fields(data: object) -> dict[str, Any]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SheetError(f"no sheet of the score keeper (format {FORMAT!r}, version {VERSION})")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise SheetError(f"version: {shown(version)} is not {VERSION}, the version that is read here")
    for name in data:
        if name not in FIELDS:
            raise SheetError(f"unknown field {shown(name)}")
    for name in ("rules", "deals"):
        if name not in data:
            raise SheetError(f"the field {name!r} is missing")
    return data


def _rules(data: object) -> RuleSet:
    try:
        return from_data(data)
    except RuleSetError as error:
        raise SheetError(f"rules: {error}") from None


def _names(data: object) -> tuple[str, str]:
    if not isinstance(data, list) or len(data) != 2 or not all(map(is_name, data)):
        raise SheetError(f"names: two names of up to {NAME_LENGTH} letters are needed, not {shown(data)}")
    return data[0], data[1]


def sheet_text(sheet: Sheet) -> str:
    """The sheet as the text of its file; the same sheet always gives the same text."""
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "rules": to_data(sheet.rules)}
    if sheet.names:
        data["names"] = list(sheet.names)
    data["deals"] = [entry.line for entry in sheet.entries]
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
