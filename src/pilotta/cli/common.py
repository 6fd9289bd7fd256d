"""What the commands share: how they fail, how they read a file and how they write."""

import argparse
import json
import os
import stat
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from pilotta.said import printable
from pilotta.strict import LongNumber, decimal, size_text, whole

OK: Final = 0
ILLEGAL: Final = 1
"""The input was understood and breaks a rule of the game."""
UNUSABLE: Final = 2
"""The input, or the command itself, could not be understood."""
INTERRUPTED: Final = 130


class CommandError(Exception):
    """Ends the command with one line on standard error."""

    def __init__(self, message: str, status: int = UNUSABLE) -> None:
        super().__init__(message)
        self.status = status


def fail(message: str, status: int = UNUSABLE) -> NoReturn:
    raise CommandError(message, status)


def reason(error: OSError) -> str:
    """Why the system said no, in its own short words."""
    return error.strerror or type(error).__name__


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A type for argparse: a whole number within these bounds, in plain digits."""

    def read(text: str) -> int:
        try:
            number = whole(text)
        except LongNumber:
            number = None
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{least} to {most}")
        return number

    return read


seed_number: Final = whole_number(0, 2**64 - 1)
"""A type for argparse: where chance starts. None below nothing, for Python's chance starts from -1 as it does from 1."""


def plain_number(text: str) -> float:
    """A type for argparse: a number in plain digits, perhaps with a point among them."""
    try:
        number = decimal(text)
    except LongNumber as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if number is None:
        raise argparse.ArgumentTypeError("a number such as 2 or 0.5")
    return number


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add ``--jobs``, which :func:`jobs_of` reads."""
    parser.add_argument(
        "--jobs",
        type=whole_number(1, 1024),
        default=0,
        metavar="J",
        help="so many processes (default: one for each core)",
    )


def jobs_of(args: argparse.Namespace) -> int:
    """How many processes are wanted."""
    return args.jobs or os.cpu_count() or 1


def read_bytes(path: str, limit: int) -> bytes:
    """The bytes of a file, or of standard input for ``-``; never more than ``limit`` and a little are read.

    CommandError where it cannot be read or is larger, which is found out before reading wherever the system knows the size.
    """
    too_large = f"{printable(path)}: larger than {size_text(limit)}, so not read"
    try:
        if path == "-":
            data = sys.stdin.buffer.read(limit + 1) if sys.stdin is not None else b""
        else:
            with open(path, "rb") as file:  # noqa: PTH123  (pathlib is slow to load)
                about = os.fstat(file.fileno())
                if stat.S_ISREG(about.st_mode) and about.st_size > limit:
                    fail(too_large)
                data = file.read(limit + 1)
    except OSError as error:
        fail(f"{printable(path)}: {reason(error)}")
    except ValueError:
        fail(f"{printable(path)}: no file can have this name")
    if len(data) > limit:
        fail(too_large)
    return data


def write(text: str) -> None:
    """Write to standard output. CommandError where it is closed or full.

    A reader that has seen enough and closed the pipe ends the command, and is no error.
    """
    if sys.stdout is None:
        fail("cannot write the output: standard output is closed")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still buffered must not be tried again when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(OK) from None
    except OSError as error:
        fail(f"cannot write the output: {reason(error)}")


def write_json(data: Mapping[str, Any]) -> None:
    """One line of JSON, in letters that any encoding of the terminal can carry."""
    unicode_ok = getattr(sys.stdout, "encoding", "ascii").lower().replace("-", "") == "utf8"
    write(json.dumps(data, ensure_ascii=not unicode_ok) + "\n")


class Progress:
    """A percentage on standard error that counts up, where a person looks at it; from so many seconds on."""

    def __init__(self, total: float = 1.0, *, after: float = 0.0) -> None:
        self._total, self._done = total, 0.0
        self._from = time.monotonic() + after
        self._said = 100
        self._shown = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, share: float | None = None) -> None:
        """So much of the whole is done (0 to 1), or one step more of the total."""
        self._done = self._done + 1 if share is None else share * self._total
        percent = int(100 * self._done / self._total)
        if self._shown and percent != self._said and time.monotonic() >= self._from:
            self._said = percent
            sys.stderr.write(f"\r{percent:3d} %" if percent < 100 else "\r     \r")
            sys.stderr.flush()
