"""The score keeper's file on the disk."""

import os

from pilotta.cli.common import fail, read_bytes
from pilotta.cli.files import replace_file
from pilotta.said import printable
from pilotta.sheet.file import MAX_BYTES, SheetError, parse_sheet, sheet_text
from pilotta.sheet.sheet import Sheet


def load(path: str) -> Sheet | None:
    """The sheet in a file, or None where there is no such file yet. CommandError where it is something else."""
    if not os.path.lexists(path):
        return None
    try:
        return parse_sheet(read_bytes(path, MAX_BYTES))
    except SheetError as error:
        fail(printable(f"{path}: {error}"))


def save(path: str, sheet: Sheet) -> None:
    """Write the sheet so that the file is always whole: the old one or the new one, whatever happens meanwhile."""
    replace_file(path, sheet_text(sheet))
