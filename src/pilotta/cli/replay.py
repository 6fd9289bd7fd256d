"""``pilotta replay``: referee a record and print what came of it."""

import argparse

from pilotta.cli.common import ILLEGAL, OK, fail, read_bytes, write, write_json
from pilotta.cli.words import add_language
from pilotta.game.record import MAX_BYTES, RecordError, parse_record
from pilotta.game.referee import IllegalRecord, replay, summary
from pilotta.said import printable

EXAMPLES = """examples:
  pilotta replay match.pilotta.json
  pilotta replay match.pilotta.json --json
  pilotta replay - --json < match.pilotta.json

exit status: 0 a legal record; 1 a record that breaks a rule; 2 no record
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "replay",
        help="referee a record and print what came of it",
        description="Referee a record: every call and card is checked against its rule set, and every deal is scored.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a *.pilotta.json, or - for standard input")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    name = "standard input" if args.file == "-" else printable(args.file)
    try:
        record = parse_record(read_bytes(args.file, MAX_BYTES))
    except RecordError as error:
        fail(f"{name}: {error}")
    try:
        replayed = replay(record)
    except IllegalRecord as error:
        if args.json:
            write_json({"error": error.data()})
            return ILLEGAL
        fail(f"{name}: {error}", ILLEGAL)
    if args.json:
        write_json(summary(replayed))
        return OK
    from pilotta.cli.matchsheet import match_sheet  # noqa: PLC0415  (a script that asks for JSON need not load it)
    from pilotta.words import phrasebook  # noqa: PLC0415

    write(match_sheet(phrasebook(args.lang), record, replayed))
    return OK
