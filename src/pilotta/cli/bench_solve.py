"""``pilotta bench solve``: how fast the exact solver answers on this machine."""

import argparse
import sys
from typing import Any, Final

from pilotta.cli.common import OK, Progress, fail, seed_number, whole_number, write, write_json
from pilotta.cli.solvespeed import KINDS, Setup, measured, steps
from pilotta.engine.backend import native
from pilotta.rules.ruleset import STRAINS

EXAMPLES = """examples:
  pilotta bench solve
  pilotta bench solve --deals 20 --seed 7 --strains SHDCNA --json

Times are CPU time of single questions on one core, in ms: for each question the median of the rounds. A node is a card played
in the search. Two cores are measured by the clock: one batch on two threads against one.
"""

DEALS: Final = 200
MOST_DEALS: Final = 100_000
SEED: Final = 1

NAMES: Final = {
    "value": "value of a full deal",
    "moves": "all root cards",
    "reaches_82": "can NS reach 82?",
    "value_6": "value, 6 cards in hand",
    "value_4": "value, 4 cards in hand",
}


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "solve",
        help="measure the exact solver",
        description="Measure how long the exact solver takes for random deals.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        # Options that `bench` has too may stand before the word "solve", and a default would overwrite them.
        argument_default=argparse.SUPPRESS,
    )
    add_setup(parser)
    parser.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print the result as JSON"
    )


def add_setup(parser: argparse.ArgumentParser) -> None:
    """The options that say what is measured."""
    parser.add_argument(
        "--deals",
        type=whole_number(1, MOST_DEALS),
        metavar="N",
        help=f"so many (default: {DEALS})",
    )
    parser.add_argument(
        "--seed", type=seed_number, help=f"the same seed gives the same deals (default: {SEED})"
    )
    parser.add_argument(
        "--strains",
        type=_strains,
        default="SHDC",
        metavar="SHDCNA",
        help="strains to draw from (default: the four suits)",
    )
    parser.add_argument(
        "--rounds",
        type=whole_number(1, 1000),
        default=5,
        metavar="N",
        help="so many measurements of each figure, of which the median counts (default: %(default)s)",
    )


def setup_from(args: argparse.Namespace) -> Setup:
    if (args.deals or DEALS) > MOST_DEALS:
        # `bench --deals N solve`: read by the parser of `bench`, which measures more of what is quicker.
        fail(f"argument --deals: 1 to {MOST_DEALS}")
    return Setup(args.deals or DEALS, SEED if args.seed is None else args.seed, args.strains, args.rounds)


def run(args: argparse.Namespace) -> int:
    backend = native()
    if backend is None:
        fail("the native solver is not there, and the slow one in Python is not worth measuring")
    setup = setup_from(args)
    data = {**about(setup), **measured(setup, backend, Progress(steps(setup), after=1.0))}
    if args.json:
        write_json(data)
    else:
        write(text(data))
    return OK


def about(setup: Setup) -> dict[str, Any]:
    """What was measured, and with which Python."""
    return {
        "deals": setup.deals,
        "seed": setup.seed,
        "strains": setup.strains,
        "rules": setup.rules.preset,
        "rounds": setup.rounds,
        "python": sys.version.split()[0],
    }


def text(data: dict[str, Any]) -> str:
    """The figures as a table, and what they have to be."""
    columns = ("mean", "median", "p95", "p99", "max")
    lines = [
        f"{data['deals']} deals of seed {data['seed']}, strains {data['strains']}, rules: {data['rules']}; one core, ms of CPU time",
        f"{'':<24}"
        + "".join(f"{name:>8}" for name in columns)
        + f"{'nodes':>9}{'per second':>12}{'Mnodes/s':>10}",
    ]
    for kind in KINDS:
        row = data["results"][kind]
        times = "".join(f"{row[f'{name}_ms']:>8.3f}" for name in columns)
        lines.append(
            f"{NAMES[kind]:<24}{times}{row['nodes']:>9,.0f}{row['per_second']:>12,.0f}{row['mnodes_per_second']:>10.1f}"
        )
    lines.append(f"{'random playouts a second':<24}{data['playouts_per_second']:>61,.0f}")
    if two := data["two_cores"]:
        gave = f"(the machine gave two threads {two['two_got']:.2f} cores, one {two['one_got']:.2f})"
        lines.append(f"{'two threads, one batch':<24}{two['gain']:>8.2f} times as fast as one  {gave}")
    return "\n".join([*lines, "", *musts_text(data["musts"])]) + "\n"


def musts_text(musts: list[dict[str, Any]]) -> list[str]:
    """A line for each bound: whether it is kept, or why that cannot be told."""
    state = {True: "met", False: "NOT MET", None: "–"}
    return [
        f"{state[must['met']]:<7}  {must['name']:<40} {must['figure']:>10,.2f}"
        f"  must be at {'least' if must['least'] else 'most'} {must['bound']:,g}"
        + (f" (not measurable: {must['hindrance']})" if must["met"] is None else "")
        for must in musts
    ]


def _strains(letters: str) -> str:
    wanted = letters.upper()
    if not wanted or not letters.isascii() or set(wanted) - set(STRAINS):
        raise argparse.ArgumentTypeError(f"letters of {STRAINS}")
    return wanted
