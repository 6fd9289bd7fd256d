"""A bot against perfect-information Monte Carlo with even deals that takes as long: is what it does with the time worth it?

``python -m benchmarks.equal_time daskalos`` measures how long the bot thinks over a card, finds the N for which ``pimc-N`` thinks as
long, and lets the two play the same contracts. Times are the processor's; those of the fight itself are printed beside its result.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.ladder import play

from pilotta.arena.fight import REFERENCE, Fight
from pilotta.arena.journal import JournalError
from pilotta.arena.yardsticks import MOST_DEALS, full_name
from pilotta.rules.catalogue import PRESETS

SAMPLES: Final = (20, 100)
"""Deals for a card of which the time is measured: it grows evenly with their number, from what a card costs anyway."""


def time_of(name: str, options: argparse.Namespace) -> float:
    """Milliseconds a card on average, against the reference and with its contracts."""
    fight = Fight(name, REFERENCE, PRESETS[options.rules], options.sample, options.seed, "play")
    found: float = play(fight, options.jobs, None)["latency"]["a"]["cards"]["mean"]
    return found


def deals_for(wanted: float, few: float, many: float) -> int:
    """How many deals take ``wanted`` milliseconds where the two :data:`SAMPLES` take ``few`` and ``many``; at least one."""
    each = (many - few) / (SAMPLES[1] - SAMPLES[0])
    if each <= 0:
        raise ValueError(
            f"{SAMPLES[1]} deals took no longer than {SAMPLES[0]}: measure with a larger --sample"
        )
    return min(MOST_DEALS, max(1, round(SAMPLES[0] + (wanted - few) / each)))


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bot", help="any player of the arena")
    parser.add_argument("--deals", type=int, default=4000, help="deals of the fight (default 4000)")
    parser.add_argument("--sample", type=int, default=100, help="deals to measure times on (default 100)")
    parser.add_argument(
        "--worlds", type=int, metavar="N", help="let it fight pimc-N, and measure no times before (to resume)"
    )
    parser.add_argument("--resume", type=Path, metavar="DIR", help="keep the fight, and go on from there")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=PRESETS, default="academy")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)"
    )
    options = parser.parse_args(words)
    if min(options.deals, options.sample, options.jobs) < 1:
        parser.error("at least one deal and one process")
    try:
        for name in (options.bot, f"pimc-{1 if options.worlds is None else options.worlds}"):
            full_name(name)
    except ValueError as error:
        parser.error(str(error))
    worlds = options.worlds
    if worlds is None:
        wanted = time_of(options.bot, options)
        few, many = (time_of(f"pimc-{count}", options) for count in SAMPLES)
        worlds = deals_for(wanted, few, many)
        print(f"{options.bot} takes {wanted:.2f} ms a card, as pimc-{worlds} should", flush=True)
    rival = f"pimc-{worlds}"
    fight = Fight(options.bot, rival, PRESETS[options.rules], options.deals, options.seed, "play")
    try:
        data = play(fight, options.jobs, options.resume)
    except (JournalError, OSError) as error:
        sys.exit(f"equal_time: {error}")
    points, score = data["card_points"], data["deal_score_tens"]
    times = [data["latency"][side]["cards"]["mean"] for side in "ab"]
    print(
        f"{options.bot} against {rival}: {data['deals']} deals with {REFERENCE}'s contracts in both seatings"
    )
    print(f"card points  {points['mean']:+.2f} ± {points['standard_error']:.2f} a deal")
    z = "" if score["z"] is None else f", z {score['z']:+.1f}"
    print(f"deal score   {score['mean']:+.2f} ± {score['standard_error']:.2f} tens a deal{z}")
    print(f"ms a card    {times[0]:.2f} and {times[1]:.2f}")


if __name__ == "__main__":
    main()
