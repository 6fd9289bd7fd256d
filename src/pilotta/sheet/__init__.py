"""The score sheet of a match with real cards, as a value: what people write of a deal, what it is worth, how the match stands.

    >>> from pilotta.rules.catalogue import ACADEMY
    >>> from pilotta.sheet import Sheet
    >>> sheet = Sheet(ACADEMY).add("NS 100H x2 cards=97 decl=EW:20 pilotta=NS").add("pass")
    >>> sheet.totals.as_dict(), sheet.winner
    ({'NS': 40, 'EW': 0}, None)

:mod:`~pilotta.sheet.line` reads what is written, :mod:`~pilotta.sheet.tally` holds it against a rule set,
:mod:`~pilotta.sheet.sheet` adds up and corrects, :mod:`~pilotta.sheet.file` keeps it for tomorrow. Nothing here prints or asks.
"""

from pilotta.sheet.file import SheetError, parse_sheet, sheet_text
from pilotta.sheet.line import Given, LineError, read_line
from pilotta.sheet.sheet import Entry, Sheet, sheet_data
from pilotta.sheet.tally import line_of, needs_jack, parse_line, tally_of

__all__ = [
    "Entry",
    "Given",
    "LineError",
    "Sheet",
    "SheetError",
    "line_of",
    "needs_jack",
    "parse_line",
    "parse_sheet",
    "read_line",
    "sheet_data",
    "sheet_text",
    "tally_of",
]
