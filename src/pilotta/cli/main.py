"""The command line. Only the module of the command that runs is loaded, so that ``pilotta replay`` starts at once."""

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, Final

import pilotta
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
CORE: Final = "pilotta.engine._native"
WITHOUT_CORE: Final = "the native core is not installed: a full deal takes half a minute to solve, and mastoras and daskalos do not play"

EPILOG = """Each command explains itself: pilotta COMMAND --help

exit status: 0 all is well; 1 the input breaks a rule of the game; 2 it, or the command, was not understood
"""


class _Parser(argparse.ArgumentParser):
    """Takes options in full only, as do the parsers of the commands, which argparse makes of the same class.

    What an abbreviation means would change with the next option that begins with the same letters.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)


class _Version(argparse.Action):
    """Names the backend too, and loads the engine for that only when it is asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:  # type: ignore[explicit-override]  # Python 3.12 has it
        from pilotta.engine.backend import backend  # noqa: PLC0415

        write(f"pilotta {__version__} ({backend().kind})\n")
        parser.exit()


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
    except RuntimeError as error:
        # Nothing but a command that has loaded the engine can lack its core.
        from pilotta.engine.door import NeedsCore  # noqa: PLC0415

        if not isinstance(error, NeedsCore):
            raise
        _complain(str(error))
        return UNUSABLE
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
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="say which version this is, and what solves deals here"
    )
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
    if not _has_core():
        _complain(WITHOUT_CORE)
    status = module.run(args)
    assert isinstance(status, int)
    return status


def _has_core() -> bool:
    """Whether the core is there, native or chosen, without loading an engine that a command does not need."""
    if (loaded := sys.modules.get("pilotta.engine.backend")) is not None:
        return bool(loaded.backend().kind != "plain")
    if CORE in sys.modules:
        return False
    # Not pathlib, which takes longer to load than some commands take.
    folder = [os.path.join(os.path.dirname(pilotta.__file__), "engine")]  # noqa: PTH118, PTH120
    return any(finder.find_spec(CORE, folder) for finder in sys.meta_path)


def _complain(message: str) -> None:
    # Where nobody listens, the exit status still tells.
    with contextlib.suppress(OSError, AttributeError):
        sys.stderr.write(f"pilotta: {printable(message)}\n")


if __name__ == "__main__":
    sys.exit(main())
