"""The file of a sheet, with which its match goes on tomorrow: format ``pilotta-sheet``, version 1."""

import json
from typing import Any, Final

from pilotta.rules.catalogue import from_data, to_data
from pilotta.rules.errors import RuleSetError
from pilotta.sheet.line import LineError
from pilotta.sheet.sheet import Sheet

FORMAT: Final = "pilotta-sheet"
VERSION: Final = 1
MAX_BYTES: Final = 1024 * 1024
"""Larger files are refused unread: a deal takes about fifty bytes."""
NAME_LENGTH: Final = 20


class SheetError(ValueError):
    """Not a sheet: the message says which part is wrong, and how."""


def is_name(text: object) -> bool:
    """Whether a side can be called so: one line, short enough for its column."""
    return isinstance(text, str) and 0 < len(text.strip()) <= NAME_LENGTH and text.isprintable()


def parse_sheet(text: str | bytes) -> Sheet:
    """Read a sheet and score it again. SheetError says what is wrong; nothing else is ever raised."""
    if len(text) > MAX_BYTES:
        raise SheetError(f"no sheet: more than {MAX_BYTES // 1024 // 1024} MB")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SheetError(f"no sheet: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise SheetError(f"no sheet of the score keeper (format {FORMAT!r}, version {VERSION})")
    deals, names = data.get("deals"), data.get("names")
    if not isinstance(deals, list) or not all(isinstance(line, str) for line in deals):
        raise SheetError("deals: a list of lines is needed")
    if names is not None and not (
        isinstance(names, list) and len(names) == 2 and all(is_name(each) for each in names)
    ):
        raise SheetError(f"names: two names of up to {NAME_LENGTH} letters are needed")
    try:
        sheet = Sheet(from_data(data.get("rules")), (names[0], names[1]) if names else None)
    except RuleSetError as error:
        raise SheetError(f"rules: {error}") from None
    for number, line in enumerate(deals, 1):
        try:
            sheet = sheet.add(line)
        except LineError as error:
            raise SheetError(f"deal {number}: {error}") from None
    return sheet


def sheet_text(sheet: Sheet) -> str:
    """The sheet as the text of its file; the same sheet always gives the same text."""
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "rules": to_data(sheet.rules)}
    if sheet.names:
        data["names"] = list(sheet.names)
    data["deals"] = [entry.line for entry in sheet.entries]
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
