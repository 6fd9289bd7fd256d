"""``pilotta puzzles``: solve puzzles, look at them, mine new ones, and check whether they hold."""

import argparse
import os
from collections import Counter
from collections.abc import Sequence

from pilotta.cli.common import (
    ILLEGAL,
    OK,
    Progress,
    add_jobs,
    fail,
    jobs_of,
    read_bytes,
    reason,
    seed_number,
    whole_number,
    write,
    write_json,
)
from pilotta.cli.files import check_writable, replace_file
from pilotta.cli.words import add_language
from pilotta.game.record import MAX_BYTES as MAX_RECORD_BYTES
from pilotta.game.record import Record, RecordError, parse_record
from pilotta.game.referee import IllegalRecord, replay
from pilotta.puzzles import Puzzle, PuzzleError, parse_puzzles, puzzles_text, shipped
from pilotta.puzzles.file import MAX_BYTES
from pilotta.puzzles.grading import GRADES
from pilotta.puzzles.judging import Verdict
from pilotta.puzzles.themes import THEMES
from pilotta.rules.catalogue import PRESETS
from pilotta.said import printable
from pilotta.words import phrasebook

DESCRIPTION = """Positions in which one call or card is clearly best and a typical player errs.

  solve   asks one after the other, in the terminal
  show    lists the puzzles, or shows one: what the seat knows, and with --solution the answer
  make    mines new ones out of deals that bots play here, or out of records
  check   weighs puzzles anew and says which still hold
"""

EXAMPLES = """examples:
  pilotta puzzles solve --grade 2 --lang el
  pilotta puzzles show --theme duck
  pilotta puzzles make --deals 5 --seed 7 --out mine.jsonl
  pilotta puzzles make --from match.pilotta.json --out evening.jsonl
  pilotta puzzles check mine.jsonl

The puzzles are those of the package, or those of --file.
exit status: 0 all is well; 1 a record breaks a rule, or a puzzle does not hold; 2 the input or the command was not understood
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "puzzles",
        help="solve puzzles, mine new ones and check them",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    tasks = parser.add_subparsers(dest="task", metavar="TASK", required=True)
    _add_solve(tasks.add_parser("solve", help="be asked one puzzle after the other"))
    _add_show(tasks.add_parser("show", help="list the puzzles, or show one"))
    _add_make(tasks.add_parser("make", help="mine puzzles out of deals"))
    _add_check(tasks.add_parser("check", help="weigh puzzles anew"))


def _add_choice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--file", metavar="FILE", help="the puzzles of this file, not those of the package")
    parser.add_argument(
        "--grade", type=whole_number(1, 5), choices=GRADES, help="only of this grade, 1 (easy) to 5 (hard)"
    )
    parser.add_argument(
        "--theme", choices=THEMES, metavar="THEME", help=f"only of this theme: {', '.join(THEMES)}"
    )
    parser.add_argument("--rules", choices=tuple(PRESETS), metavar="NAME", help="only of this rule set")


def _add_solve(parser: argparse.ArgumentParser) -> None:
    _add_choice(parser)
    parser.add_argument(
        "--count", type=whole_number(1, 10_000), default=10, metavar="N", help="so many (default: 10)"
    )
    parser.add_argument(
        "--seed", type=seed_number, help="the same seed asks the same puzzles (default: by chance)"
    )
    add_language(parser)


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id", nargs="?", metavar="ID", help="a puzzle's id, or its beginning; without it: a list"
    )
    _add_choice(parser)
    parser.add_argument("--solution", action="store_true", help="with the answer and the whole deal")
    parser.add_argument("--json", action="store_true", help="as JSON; the answer only with --solution")
    add_language(parser)


def _add_make(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--deals", type=whole_number(0, 1_000_000), default=0, metavar="N", help="let bots play so many deals"
    )
    parser.add_argument(
        "--from",
        action="append",
        default=[],
        metavar="RECORD",
        dest="records",
        help="mine this record; may be repeated",
    )
    parser.add_argument(
        "--seed", type=seed_number, default=1, help="the same seed gives the same deals (default: 1)"
    )
    parser.add_argument(
        "--only-calls",
        action="store_true",
        help="mine the auctions alone (else cards, and one auction in three)",
    )
    parser.add_argument(
        "--most",
        type=whole_number(1, 1_000_000),
        metavar="N",
        help="choose so many, themes and grades in balance",
    )
    add_jobs(parser)
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write there; FILE.part notes what is done, and a run that was broken off goes on from it (default: standard output)",
    )


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "checked", nargs="?", metavar="FILE", help="the puzzles of this file (default: those of the package)"
    )
    parser.add_argument("--first", type=whole_number(1, 1_000_000), metavar="N", help="only the first N")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    parser.add_argument("--write", metavar="FILE", dest="out", help="write those that hold there")


def run(args: argparse.Namespace) -> int:
    return {"solve": _solve, "show": _show, "make": _make, "check": _check}[args.task](args)


# Reading


def _all(file: str | None) -> Sequence[Puzzle]:
    if file is None:
        return shipped()
    name = "standard input" if file == "-" else printable(file)
    try:
        return parse_puzzles(read_bytes(file, MAX_BYTES))
    except PuzzleError as error:
        fail(f"{name}: {error}")


def _chosen(args: argparse.Namespace) -> list[Puzzle]:
    return [
        puzzle
        for puzzle in _all(args.file)
        if args.grade in (None, puzzle.grade)
        and args.theme in (None, puzzle.theme)
        and args.rules in (None, puzzle.rules.preset)
    ]


def _by_id(puzzles: Sequence[Puzzle], text: str) -> Puzzle:
    found = [puzzle for puzzle in puzzles if puzzle.id.startswith(text.lower())]
    if len(found) != 1:
        fail(f"{printable(text)}: {'no puzzle' if not found else f'{len(found)} puzzles'} with this id")
    return found[0]


# The tasks


def _solve(args: argparse.Namespace) -> int:
    from pilotta.cli.puzzletalk import talk  # noqa: PLC0415  (the other tasks need no conversation)

    talk(phrasebook(args.lang), _chosen(args), args.count, args.seed)
    return OK


def _show(args: argparse.Namespace) -> int:
    from pilotta.cli.puzzlepage import list_text, question_text, solution_text  # noqa: PLC0415

    puzzles = _chosen(args)
    words = phrasebook(args.lang)
    if args.id is None:
        if args.json:
            write_json({"puzzles": [_data(puzzle, args.solution) for puzzle in puzzles]})
        else:
            write(list_text(words, puzzles))
        return OK
    puzzle = _by_id(puzzles, args.id)
    if args.json:
        write_json(_data(puzzle, args.solution))
        return OK
    write(question_text(words, puzzle) + ("\n" + solution_text(words, puzzle) if args.solution else ""))
    return OK


def _data(puzzle: Puzzle, solution: bool) -> dict[str, object]:
    return puzzle.to_data() if solution else puzzle.question_data()


def _make(args: argparse.Namespace) -> int:
    from pilotta.puzzles.choosing import choose  # noqa: PLC0415  (all bots are loaded for it)
    from pilotta.puzzles.digging import dig_all  # noqa: PLC0415
    from pilotta.puzzles.mining import Mine  # noqa: PLC0415

    records = tuple(_record(name) for name in args.records)
    mine = Mine(args.seed, args.deals, records, args.only_calls)
    if not len(mine):
        fail("nothing to mine: give --deals N or --from RECORD")
    journal = None
    if args.out is not None:
        check_writable(args.out)
        journal = f"{args.out}.part"
    try:
        found = dig_all(mine, jobs_of(args), Progress(), journal)
    except OSError as error:
        fail(f"{printable(str(journal))}: {reason(error)}")
    except PuzzleError as error:
        fail(printable(str(error)))
    chosen = choose(found, args.most)
    text = puzzles_text(chosen)
    if args.out is None or journal is None:
        write(text)
        return OK
    replace_file(args.out, text)
    os.remove(journal)  # noqa: PTH107  (pathlib is slow to load)
    write(
        f"{len(chosen)} puzzles of {sum(map(len, found))} in {len(mine)} deals: {printable(args.out)}" + "\n"
    )
    for title, counts in (
        ("grades", Counter(str(puzzle.grade) for puzzle in chosen)),
        ("themes", Counter(puzzle.theme for puzzle in chosen)),
        ("rules", Counter(puzzle.rules.preset for puzzle in chosen)),
    ):
        write(f"{title}: " + ", ".join(f"{name} {number}" for name, number in sorted(counts.items())) + "\n")
    return OK


def _record(name: str) -> Record:
    shown = "standard input" if name == "-" else printable(name)
    try:
        record = parse_record(read_bytes(name, MAX_RECORD_BYTES))
        replay(record)
    except RecordError as error:
        fail(f"{shown}: {error}")
    except IllegalRecord as error:
        fail(f"{shown}: {error}", ILLEGAL)
    return record


def _check(args: argparse.Namespace) -> int:
    from pilotta.puzzles.checking import FAILS, HOLDS, check  # noqa: PLC0415

    puzzles = _all(args.checked)[: args.first]
    if args.out is not None:
        check_writable(args.out)
    progress = Progress(max(len(puzzles), 1))
    results = []
    for puzzle in puzzles:
        results.append(check(puzzle))
        progress()
    counts = Counter(each.result for each in results)
    failed = counts[FAILS] > 0
    if args.out is not None:
        replace_file(args.out, puzzles_text(each.puzzle for each in results if each.result == HOLDS))
    rows = [
        {
            "id": each.puzzle.id,
            "result": each.result,
            "solution": list(each.verdict.solution) if each.verdict else [],
            "gap": round(each.verdict.gap, 1) if each.verdict else None,
            "error": each.verdict.error if each.verdict else None,
        }
        for each in results
    ]
    if args.json:
        write_json({"checked": len(results), "counts": dict(sorted(counts.items())), "puzzles": rows})
    else:
        for each in results:
            if each.result != HOLDS:
                write(f"{each.puzzle.id} {each.result}: {_found(each.verdict)}\n")
        write(", ".join(f"{name} {number}" for name, number in sorted(counts.items())) + "\n")
    return ILLEGAL if failed else OK


def _found(verdict: Verdict | None) -> str:
    """What was found instead."""
    return f"{' '.join(verdict.solution)} {verdict.gap:.1f} ± {verdict.error}" if verdict else "–"
