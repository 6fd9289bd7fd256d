"""``pilotta bench``: how fast this machine plays deals and referees records; ``pilotta bench solve``: and solves them."""

import argparse
import sys
from random import Random
from time import perf_counter
from typing import Final

from pilotta.bots.bot import Bot
from pilotta.bots.catalogue import is_level, playing_here
from pilotta.bots.guarded import DONE_INSTEAD, end_processes
from pilotta.cli import bench_solve
from pilotta.cli.common import OK, seed_number, whole_number, write, write_json
from pilotta.cli.ownbots import add_time_limit, bot_names, make_any
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.random_play import play_deals
from pilotta.game.record import Record, parse_record, record_of, record_text
from pilotta.game.referee import replay
from pilotta.game.state import new_match
from pilotta.game.transition import advance
from pilotta.game.view import view
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import RuleSet

DEALS: Final = 1000

EXAMPLES = """examples:
  pilotta bench --deals 50
  pilotta bench --deals 50 --json
  pilotta bench solve --help
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "bench",
        help="measure deals and records per second",
        description="Measure how many random deals a second the rules engine plays, referees and how long bots think.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        # argparse would show the part that may follow as one that has to.
        usage="%(prog)s [-h] [--deals N] [--seed SEED] [--json] [solve ...]",
    )
    parser.add_argument(
        "--deals",
        type=whole_number(1, 1_000_000),
        metavar="N",
        help=f"so many of each (default: {DEALS})",
    )
    parser.add_argument(
        "--seed",
        type=seed_number,
        default=1,
        help="the same seed gives the same cards (default: %(default)s)",
    )
    parser.add_argument(
        "--bots",
        type=bot_names,
        metavar="NAME,...",
        help=f"whose answers are timed: levels, or bots of your own, module:Class (default: {','.join(playing_here())})",
    )
    add_time_limit(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parts = parser.add_subparsers(
        dest="part", metavar="solve ...", title="what else can be measured", prog=parser.prog
    )
    bench_solve.add_parser(parts)


def run(args: argparse.Namespace) -> int:
    if args.part == "solve":
        return bench_solve.run(args)
    deals = args.deals or DEALS
    found: dict[str, float] = {}
    for name, rules in PRESETS.items():
        records, seconds = _timed_deals(rules, deals, args.seed)
        found[f"random deals/s, {name}"] = round(deals / seconds)
        text = [record_text(record) for record in records]
        start = perf_counter()
        for each in text:
            replay(parse_record(each))
        found[f"refereed deals/s, {name}"] = round(
            sum(len(r.deals) for r in records) / (perf_counter() - start)
        )
    try:
        for bot in args.bots or playing_here():
            slowest, lost = _slowest_answer(make_any(bot, args.seed, args.time_limit), args.seed)
            found[f"slowest answer in ms, {bot}"] = round(1000 * slowest, 1)
            if not is_level(bot):
                found[f"decisions lost, {bot}"] = lost
    finally:
        end_processes()
    if args.json:
        write_json({"deals": deals, "seed": args.seed, "python": sys.version.split()[0], "results": found})
    else:
        write("".join(f"{name:<32} {figure:>10,}\n" for name, figure in found.items()))
    return OK


def _timed_deals(rules: RuleSet, count: int, seed: int) -> tuple[list[Record], float]:
    """So many deals played to the end at random, as records, and how long it took."""
    start = perf_counter()
    matches = play_deals(rules, count, Random(seed))
    seconds = perf_counter() - start
    return [record_of(each) for each in matches], seconds


def _slowest_answer(bot: Bot, seed: int) -> tuple[float, int]:
    """The longest that this bot took for an answer in a few deals, and how many answers of its did not count."""
    rules, rng, slowest, lost = PRESETS["academy"], Random(seed), 0.0, 0
    state = new_match(rules)
    while state.phase is not Phase.OVER and len(state.results) < 8:
        if state.phase is Phase.DEALING:
            state = advance(state, deal_cards(rules, state.dealer, rng)).state
            continue
        seen = view(state, state.turn)
        start = perf_counter()
        decision = bot.act(seen)
        slowest = max(slowest, perf_counter() - start)
        lost += decision.reason in DONE_INSTEAD.values()
        state = advance(state, decision.action).state
    return slowest, lost
