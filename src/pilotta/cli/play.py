"""``pilotta play``: the terminal table."""

import argparse
import sys
import unicodedata
from random import SystemRandom
from typing import TYPE_CHECKING

from pilotta.bots.catalogue import BOT_NAMES
from pilotta.cli.common import OK, UNUSABLE, CommandError, fail, plain_number, seed_number
from pilotta.cli.files import check_writable, replace_file
from pilotta.cli.houserules import add_rules, rules_from
from pilotta.cli.ownbots import add_time_limit, full_name, make_any, names_in
from pilotta.cli.words import add_language
from pilotta.game.record import record_text
from pilotta.said import printable
from pilotta.seats import EAST, NORTH, SEATS, WEST, parse_seat
from pilotta.words import phrasebook

if TYPE_CHECKING:
    pass

EXAMPLES = """examples:
  pilotta play
  pilotta play --lang el-CY --rules kafeneio --target 251
  pilotta play --beginners --seed 7 --record evening.pilotta.json
  pilotta play --training --bots mathitis,cafe,daskalos
  pilotta play --bots patient:Patient,cafe:bold,cafe

F1 at the table explains the keys. At a terminal of 80×24 everything is in sight.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "play",
        help="play against three bots on a full-screen terminal table",
        description="Sit South at a terminal table, with a bot for a partner and two against you.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_language(parser)
    add_rules(parser)
    parser.add_argument("--beginners", action="store_true", help="no auction: diamonds are always trumps")
    parser.add_argument("--manual", action="store_true", help="announce, show and call pilotta yourself")
    parser.add_argument(
        "--bots",
        default="cafe",
        metavar="NAME",
        help=f"who plays with you: {', '.join(BOT_NAMES)}, or a bot of your own, module:Class; or three names for E,N,W "
        "(default: %(default)s)",
    )
    add_time_limit(parser)
    parser.add_argument(
        "--training", action="store_true", help="hints with F7, and the bots' reasons with F6 at once"
    )
    parser.add_argument(
        "--seed", type=seed_number, help="the same seed gives the same cards and bots (default: by chance)"
    )
    parser.add_argument(
        "--dealer", choices=tuple(SEATS), default="W", help="who deals first (default: %(default)s)"
    )
    parser.add_argument("--name", help="your name at the table and in the record")
    parser.add_argument(
        "--pace",
        type=plain_number,
        default=0.7,
        metavar="SECONDS",
        help="0 does not wait (default: %(default)s)",
    )
    parser.add_argument(
        "--record", metavar="FILE", help="write the match's record there when it ends or you leave"
    )


def run(args: argparse.Namespace) -> int:
    rules = rules_from(args, **({"fixed_trump": ("--beginners", "D")} if args.beginners else {}))
    names = _bots(args.bots)
    if not 0 <= args.pace <= 10:
        fail("--pace: 0 to 10 seconds")
    if args.record is not None:
        check_writable(args.record)
    try:
        from pilotta.cli.table.app import TableApp  # noqa: PLC0415  (Textual is large, and an extra)
        from pilotta.cli.table.sitting import Sitting  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("textual", "rich"):
            raise
        fail("the terminal table needs Textual: pip install 'pilotta[terminal]'")
    # Textual draws on standard error, so that is looked at too.
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        fail("the terminal table needs a terminal")
    words = phrasebook(args.lang)
    seed = args.seed if args.seed is not None else SystemRandom().randrange(1 << 32)
    name = unicodedata.normalize("NFC", printable(args.name or "")[:80]).strip()[:20]
    started: list[Sitting] = []

    def new_session() -> Sitting:
        number = seed + len(started)
        bots = {
            seat: make_any(names[seat], 4 * number + seat, args.time_limit) for seat in (EAST, NORTH, WEST)
        }
        dealer = parse_seat(args.dealer)
        session = Sitting(
            rules,
            bots,
            number,
            automatic=not args.manual,
            dealer=dealer,
            names=names,
            name=name,
            training=args.training,
        )
        started.append(session)
        return session

    def keep(session: Sitting) -> None:
        if args.record is not None and session.table.begun:
            # Whatever ended the table, nobody sits there any more.
            session.leave()
            path = _numbered(args.record, started.index(session) + 1)
            replace_file(path, record_text(session.record()))

    unkept: list[Sitting] = []

    def try_to_keep(session: Sitting) -> None:
        # The table goes on; what could not be written is tried again when it is left, and only then complained of.
        try:
            keep(session)
        except CommandError:
            unkept.append(session)

    app = TableApp(
        words,
        new_session,
        name=name or words("you"),
        pace=args.pace,
        keep=try_to_keep,
    )
    try:
        app.run()
    finally:
        # Whatever ended the table, what was played is not lost.
        for session in (*unkept, started[-1]):
            keep(session)
    return UNUSABLE if app.return_code else OK


def _bots(text: str) -> dict[int, str]:
    """The bots' full names by seat, from one name or three."""
    names = names_in(text)
    if len(names) not in (1, 3):
        fail(f"--bots: {text!r}: one name or three, of {', '.join(BOT_NAMES)}")
    try:
        full = [full_name(name) for name in names]
    except ValueError as error:
        fail(f"--bots: {error}")
    return dict(zip((EAST, NORTH, WEST), full * 3 if len(full) == 1 else full, strict=True))


def _numbered(path: str, number: int) -> str:
    """The file of the evening's second match is ``evening-2.pilotta.json``."""
    if number == 1:
        return path
    stem, dot, ending = path.partition(".pilotta.json")
    return f"{stem}-{number}{dot}{ending}" if dot else f"{path}-{number}"
