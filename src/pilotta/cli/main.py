"""The command line. Only the module of the command that runs is loaded, so that ``pilotta replay`` starts at once."""

import argparse
import contextlib
import importlib
import sys
from collections.abc import Sequence
from typing import Any, Final

from pilotta import __version__
from pilotta.cli.common import INTERRUPTED, OK, UNUSABLE, CommandError, write
from pilotta.said import printable

COMMANDS: Final = {
    "play": "play against three bots on a full-screen terminal table",
    "serve": "serve the web table",
    "score": "keep the score of a match played with real cards",
    "replay": "referee a record and print what came of it",
    "review": "go through a finished match and say what each decision cost",
    "solve": "solve a deal exactly, with all cards seen",
    "puzzles": "solve puzzles, mine new ones and check them",
    "rules": "list, show and compare rule sets",
    "deal": "shuffle and print a deal",
    "arena": "let bots play duplicate deals and compare them",
    "bench": "measure deals, records and the solver per second",
}

DESCRIPTION = "Pilotta, the Cypriot card game of the Belote family."
EPILOG = """Each command explains itself: pilotta COMMAND --help

exit status: 0 all is well; 1 the input breaks a rule of the game; 2 it, or the command, was not understood
"""


class _Parser(argparse.ArgumentParser):
    """Takes options in full only, as do the parsers of the commands, which argparse makes of the same class.

    What an abbreviation means would change with the next option that begins with the same letters.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is returned, and nothing is raised."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal that lacks a suit symbol gets an escape instead of a traceback.
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(words)
    except CommandError as error:
        _complain(str(error))
        return error.status
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as error:
        # argparse has said what it had to say.
        return error.code if isinstance(error.code, int) else UNUSABLE


def _run(words: list[str]) -> int:
    parser = _Parser(
        prog="pilotta",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"pilotta {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    asked = next((word for word in words if not word.startswith("-")), None)
    module = None
    for name, about in COMMANDS.items():
        if name == asked:
            module = importlib.import_module(f"pilotta.cli.{name}")
            module.add_parser(subparsers)
        else:
            subparsers.add_parser(name, help=about, add_help=False)
    args = parser.parse_args(words)
    if module is None:
        write(parser.format_help())
        return OK
    status = module.run(args)
    assert isinstance(status, int)
    return status


def _complain(message: str) -> None:
    # Where nobody listens, the exit status still tells.
    with contextlib.suppress(OSError, AttributeError):
        sys.stderr.write(f"pilotta: {printable(message)}\n")


if __name__ == "__main__":
    sys.exit(main())
