"""``pilotta review``: go through a finished match and say what each decision cost."""

import argparse

from pilotta.bots.bot import require_core
from pilotta.cli.common import (
    ILLEGAL,
    OK,
    Progress,
    add_jobs,
    fail,
    jobs_of,
    read_bytes,
    seed_number,
    whole_number,
    write,
    write_json,
)
from pilotta.cli.files import check_writable, replace_file
from pilotta.cli.words import add_language
from pilotta.game.record import MAX_BYTES, Record, RecordError, parse_record
from pilotta.game.referee import IllegalRecord
from pilotta.review import Review, ReviewError, review_record
from pilotta.said import printable
from pilotta.seats import parse_seat
from pilotta.words import phrasebook

EXAMPLES = """examples:
  pilotta review match.pilotta.json --deal 3
  pilotta review match.pilotta.json --seat S --deal 3 --worlds 20 --json
  pilotta review match.pilotta.json --deal 3 --worlds 20 --lang el --html -

Without --deal the whole match is reviewed, at some seconds a deal; --html review.html writes the page to that file.
Every call and card is weighed by the strongest bot with what its player could know then; then the hands are opened. Only deals
that have ended are reviewed. The same record, seed and worlds give the same review with any number of jobs.

exit status: 0 a review; 1 a record that breaks a rule; 2 no record, or no deal that has ended
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "review",
        help="go through a finished match and say what each decision cost",
        description="Review a finished match, decision by decision: what was better, what it cost, luck and play.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a *.pilotta.json, or - for standard input")
    parser.add_argument(
        "--seat", action="append", type=_seat, metavar="S", help="only this seat's decisions; may be repeated"
    )
    parser.add_argument(
        "--deal",
        action="append",
        type=whole_number(1, 1_000_000),
        metavar="K",
        help="only deal K; may be repeated",
    )
    parser.add_argument(
        "--worlds",
        type=whole_number(2, 10_000),
        metavar="N",
        help="think each card through in N deals (default: as many as daskalos does)",
    )
    parser.add_argument(
        "--seed", type=seed_number, default=0, help="which deals are thought through (default: 0)"
    )
    add_jobs(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the whole review as one line of JSON")
    form.add_argument(
        "--html", metavar="OUT", help="write it as one page to OUT, or to standard output for -"
    )
    add_language(parser)


def _seat(text: str) -> int:
    try:
        return parse_seat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("S, E, N or W") from None


def run(args: argparse.Namespace) -> int:
    require_core("daskalos")
    name = "standard input" if args.file == "-" else printable(args.file)
    try:
        record = parse_record(read_bytes(args.file, MAX_BYTES))
    except RecordError as error:
        fail(f"{name}: {error}")
    if args.html not in (None, "-"):
        # Now, and not after minutes of thinking.
        check_writable(args.html)
    try:
        review = _review(args, record)
    except IllegalRecord as error:
        if args.json:
            write_json({"error": error.data()})
            return ILLEGAL
        fail(f"{name}: {error}", ILLEGAL)
    except ReviewError as error:
        fail(f"{name}: {error}")
    if args.json:
        write_json(review.to_data())
    elif args.html is not None:
        from pilotta.review.page import review_page  # noqa: PLC0415  (only who wants a page loads it)

        page = review_page(phrasebook(args.lang), review)
        if args.html == "-":
            write(page)
        else:
            replace_file(args.html, page)
    else:
        from pilotta.cli.reviewtext import review_text  # noqa: PLC0415

        write(review_text(phrasebook(args.lang), review))
    return OK


def _review(args: argparse.Namespace, record: Record) -> Review:
    return review_record(
        record,
        seed=args.seed,
        worlds=args.worlds,
        seats=args.seat if args.seat is not None else range(4),
        deals=args.deal,
        jobs=jobs_of(args),
        progress=Progress(),
    )
