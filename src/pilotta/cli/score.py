"""``pilotta score``: keep the score of a match that is played with real cards."""

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import replace

from pilotta.cli.common import ILLEGAL, OK, UNUSABLE, CommandError, fail, write, write_json
from pilotta.cli.files import check_writable
from pilotta.cli.houserules import add_rules, rules_from, rules_given
from pilotta.cli.scorefile import load, save
from pilotta.cli.words import add_language
from pilotta.rules.ruleset import RuleSet
from pilotta.said import printable
from pilotta.sheet.file import LINE_LENGTH, NAME_LENGTH, is_name
from pilotta.sheet.line import UNREADABLE, LineError
from pilotta.sheet.sheet import Sheet, sheet_data
from pilotta.words import phrasebook

DESCRIPTION = """Keep the score of a match that is played with real cards.

On a terminal it asks, deal by deal. Otherwise it reads deals, a line each, from --deal or from standard input:

  NS 100H x2 cards=97 decl=EW:20 pilotta=NS

  NS, EW         the side that bought (or its player: S, E, N, W)
  100H, 10♥      the contract: height and suit S H D C (N no trump, A all trump); CAPH for a bid capot.
                 A height is in tens where the rule set says bids so (bids_said)
  x2, x4         doubled, redoubled
  cards=97       the bidders' card points with the last trick's ten; cards=EW:65 says the other side's; a bare 97 will do
  capot          the bidders took all eight tricks; capot=EW says who did
  tricks=7       only where a side has no card points and yet a trick
  decl=20+50     the bidders' declarations that count; decl=EW:20 the other side's
  pilotta        the bidders called it; pilotta=EW the others did; pilotta=NS+EW in an all-trump contract
  jack=EW        who took the jack of trumps, where the rounding asks for it (rule set bourlot)
  miscall=EW     a wrong call of pilotta, where the house fines it
  pass           all four passed

A line may also be: undo (take the last deal back), or # and a comment. At a beginners' table, NS or EW led the first trick.
"""

EXAMPLES = """examples:
  pilotta score
  pilotta score --rules kafeneio --sheet tonight.json
  pilotta score --deal "NS 100H cards=97 decl=EW:20" --deal "EW 8S x2 70 pilotta=EW"
  pilotta score --rules bourlot --set wins_needed=1 --json < deals.txt

exit status: 0 all is well; 1 a deal that cannot be; 2 a line that is not understood
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "score",
        help="keep the score of a match played with real cards",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_rules(parser)
    parser.add_argument("--deal", action="append", metavar="LINE", help="score this deal, and do not ask")
    parser.add_argument(
        "--sheet", metavar="FILE", help="go on with the sheet in this file, and write it after each deal"
    )
    parser.add_argument("--names", metavar="A,B", help="what the sides are called: NS first, then EW")
    parser.add_argument("--show", action="store_true", help="print the sheet and ask nothing")
    parser.add_argument("--json", action="store_true", help="print the sheet as JSON; ask nothing")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    sheet = _open(args)
    if args.deal is None and not args.show and not args.json and sys.stdin is not None and sys.stdin.isatty():
        from pilotta.cli.scoretalk import talk  # noqa: PLC0415  (a script needs no conversation)

        if args.sheet is not None:
            check_writable(args.sheet)
        talk(phrasebook(args.lang), sheet, args.sheet)
        return OK
    try:
        sheet = _read(sheet, args)
    except _Wrong as wrong:
        return _refuse(wrong, sheet.rules, args)
    if args.json:
        write_json(sheet_data(sheet))
        return OK
    from pilotta.cli.scoretext import whole_sheet  # noqa: PLC0415

    write(whole_sheet(phrasebook(args.lang), sheet, accounts=not args.show))
    return OK


def _open(args: argparse.Namespace) -> Sheet:
    names = _names(args.names) if args.names is not None else None
    kept = load(args.sheet) if args.sheet is not None else None
    if kept is None:
        return Sheet(rules_from(args), names)
    if rules_given(args) and rules_from(args) != kept.rules:
        fail(f"{printable(args.sheet)}: this sheet has its own rules; leave out --rules, --set and --target")
    return replace(kept, names=names or kept.names)


def _names(text: str) -> tuple[str, str]:
    parts = [printable(part.strip()) for part in text.split(",")]
    if len(parts) != 2 or not all(map(is_name, parts)):
        fail(f"--names: {text!r} is not two names of up to {NAME_LENGTH} letters, such as us,them")
    return parts[0], parts[1]


def _lines(args: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Every line with its place."""
    if args.deal is not None:
        for number, line in enumerate(args.deal, 1):
            yield f"--deal {number}" if len(args.deal) > 1 else "--deal", line
    elif not args.show and sys.stdin is not None and not sys.stdin.isatty():
        try:
            # Not by iterating: that would read a line without end before it could be refused.
            for number, line in enumerate(iter(lambda: sys.stdin.readline(LINE_LENGTH + 1), ""), 1):
                if number > 10_000 or len(line) > LINE_LENGTH:
                    fail(f"line {number}: too long for a sheet")
                yield phrasebook(args.lang)("score_line", n=number), line
        except UnicodeDecodeError:
            fail("standard input is no text")


class _Wrong(Exception):
    """A line that cannot stand on the sheet: where it was read, and what is wrong with it."""

    def __init__(self, place: str, deal: int, error: LineError) -> None:
        super().__init__(place)
        self.place, self.deal, self.error = place, deal, error


def _read(sheet: Sheet, args: argparse.Namespace) -> Sheet:
    """Score all lines, and only then write the file: a mistake in the fifth must not leave four behind."""
    changed = False
    for place, line in _lines(args):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        if text.lower() == "undo":
            if not sheet.entries:
                fail(f"{place}: there is no deal to take back")
            sheet = sheet.without_last()
        else:
            try:
                sheet = sheet.add(text)
            except LineError as error:
                raise _Wrong(place, len(sheet.entries) + 1, error) from None
        changed = True
    if args.sheet is not None and (changed or args.names or not os.path.lexists(args.sheet)):
        save(args.sheet, sheet)
    return sheet


def _refuse(wrong: _Wrong, rules: RuleSet, args: argparse.Namespace) -> int:
    error = wrong.error
    status = UNUSABLE if error.said.code in UNREADABLE else ILLEGAL
    if args.json and status == ILLEGAL:
        write_json({"error": {"deal": wrong.deal, "rule": error.said.code, "message": str(error)}})
        return status
    said = phrasebook(args.lang).for_bids(rules.bids_said).say(error.said)
    raise CommandError(f"{wrong.place}: {said}", status)
