"""``pilotta arena``: let bots play the same deals with sides swapped, and say which is better and by how much."""

import argparse
import contextlib
from pathlib import Path

from pilotta.arena.fight import REFERENCE, TRACKS, Fight, FightError
from pilotta.arena.journal import Journal, JournalError
from pilotta.arena.report import latency, lost, report, text
from pilotta.arena.run import Fought, fight_out
from pilotta.arena.yardsticks import PLAYERS, full_name, is_own
from pilotta.bots.guarded import end_processes
from pilotta.cli.common import (
    OK,
    Progress,
    add_jobs,
    fail,
    jobs_of,
    reason,
    seed_number,
    whole_number,
    write,
    write_json,
)
from pilotta.cli.houserules import add_rules, rules_from
from pilotta.cli.ownbots import add_time_limit, check_own
from pilotta.said import printable

EXAMPLES = """examples:
  pilotta arena cafe random --deals 100 --seed 1
  pilotta arena cafe cafe --deals 100 --seed 1 --rules club --json
  pilotta arena mathitis cafe --deals 100 --track play --resume fight.jsonl
  pilotta arena patient:Patient cafe --deals 100 --time-limit 2

Every deal is played twice with the same cards, A and B changing sides, and for every twenty deals a pair of whole matches.
Differences are A's less B's; standard errors are over pairs, and z is how many of them the difference is. Any number of jobs
gives the same result, and so does a run that was interrupted and resumed.

tracks:
  match    the whole game: deals, and whole matches
  play     the play alone: both seatings play the contract that the reference bids on these cards at all four seats; deals that it
           passes out are replaced
  bidding  the bidding alone: whatever contract A and B come to, the reference plays at all four seats, told nothing else

A bot of your own is a class of a module that Python finds, from this folder too. It thinks in a process of its own. A decision
for which it raises, is too slow, or does what is not allowed is made by something legal and counted.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "arena",
        help="let bots play duplicate deals and compare them",
        description="Measure one bot against another on duplicate deals: card points, deal score, match wins, contracts.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "a",
        type=_player,
        metavar="A",
        help=f"a bot, or a player to measure by: {PLAYERS}; or your own, module:Class",
    )
    parser.add_argument("b", type=_player, metavar="B", help="the other one, or the same")
    parser.add_argument(
        "--deals",
        type=whole_number(1, 1_000_000),
        default=1000,
        metavar="N",
        help="so many deals (default: 1000)",
    )
    add_rules(parser)
    parser.add_argument(
        "--seed", type=seed_number, default=1, help="the same seed gives the same deals (default: 1)"
    )
    parser.add_argument(
        "--track", choices=TRACKS, default="match", help="what is compared, see below (default: match)"
    )
    parser.add_argument(
        "--reference",
        type=_player,
        default=REFERENCE,
        metavar="BOT",
        help=f"who does the rest in the tracks of a part of the game (default: {REFERENCE})",
    )
    add_time_limit(parser)
    parser.add_argument(
        "--strict", action="store_true", help="end the fight where a bot of your own loses a decision"
    )
    add_jobs(parser)
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="keep what is played in this file, and go on from it where it is there already",
    )
    parser.add_argument(
        "--ray", action="store_true", help="on Ray: on this machine, or on the cluster that RAY_ADDRESS names"
    )
    parser.add_argument("--json", action="store_true", help="the whole report as one line of JSON")


def run(args: argparse.Namespace) -> int:
    try:
        fight = Fight(
            args.a,
            args.b,
            rules_from(args),
            args.deals,
            args.seed,
            args.track,
            args.reference,
            args.time_limit,
            args.strict,
        )
        for name in dict.fromkeys((fight.a, fight.b)):
            if is_own(name):
                check_own(name)
        fought = _fight(fight, args)
    except (FightError, JournalError) as error:
        fail(printable(str(error)))
    finally:
        end_processes()
    data = {**report(fought), "latency": latency(fought), "lost": lost(fought)}
    if args.json:
        write_json(data)
    else:
        write(text(data) + "\n")
    return OK


def _fight(fight: Fight, args: argparse.Namespace) -> Fought:
    jobs = jobs_of(args)
    with contextlib.ExitStack() as stack:
        kept = None
        if args.resume is not None:
            try:
                kept = stack.enter_context(Journal(Path(args.resume), fight))
            except OSError as error:
                fail(f"{printable(args.resume)}: {reason(error)}")
        runner = None
        if args.ray:
            from pilotta.cli.arena_ray import ray_runner  # noqa: PLC0415  (Ray takes seconds to load)

            runner = stack.enter_context(ray_runner(jobs))
        return fight_out(fight, jobs, Progress(), kept=kept, runner=runner)


def _player(name: str) -> str:
    try:
        full_name(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name
