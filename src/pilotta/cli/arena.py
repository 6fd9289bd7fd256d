"""``pilotta arena``: let bots play the same deals with sides swapped, and say which is better and by how much."""

import argparse
import os

from pilotta.bots.arena import Fight, fight_out
from pilotta.bots.arena_report import report, text
from pilotta.bots.catalogue import BOT_NAMES
from pilotta.cli.common import OK, Progress, whole_number, write, write_json
from pilotta.cli.houserules import add_rules, rules_from

EXAMPLES = """examples:
  pilotta arena cafe random --deals 100 --seed 1
  pilotta arena cafe cafe --deals 100 --seed 1 --rules club --json

Every deal is played twice with the same cards, A and B changing sides, and for every twenty deals a pair of whole matches.
Differences are A's less B's; standard errors are over pairs. Any number of jobs gives the same result.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "arena",
        help="let bots play duplicate deals and compare them",
        description="Measure one bot against another on duplicate deals: card points, deal score, match wins, contracts.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("a", choices=BOT_NAMES, metavar="A", help=f"a bot: {', '.join(BOT_NAMES)}")
    parser.add_argument("b", choices=BOT_NAMES, metavar="B", help="the other bot, or the same")
    parser.add_argument(
        "--deals",
        type=whole_number(1, 1_000_000),
        default=1000,
        metavar="N",
        help="so many deals (default: 1000)",
    )
    add_rules(parser)
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same deals (default: 1)")
    parser.add_argument(
        "--jobs",
        type=whole_number(1, 1024),
        default=0,
        metavar="J",
        help="so many processes (default: one for each core)",
    )
    parser.add_argument("--json", action="store_true", help="the whole report as one line of JSON")


def run(args: argparse.Namespace) -> int:
    fight = Fight(args.a, args.b, rules_from(args), args.deals, args.seed)
    fought = fight_out(fight, args.jobs or os.cpu_count() or 1, Progress())
    data = report(fought)
    if args.json:
        write_json(data)
    else:
        write(text(data) + "\n")
    return OK
