"""How fast the rules engine is: random full deals through the public Python API, and the refereeing of a long record.

``make bench`` prints the table. Deals per second are of this process's CPU time, median of ``--rounds`` rounds. Before each
round the baseline runs, the least that any implementation in Python does: shuffle, give each seat eight cards and let each play
them in an arbitrary order, without any rule. A busy machine slows both alike, so the ratio, pair by pair, is what can be
compared across machines and days.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from subprocess import run
from time import perf_counter, process_time

from pilotta.game.dealing import shuffled
from pilotta.game.random_play import play_deals
from pilotta.game.record import record_of, record_text
from pilotta.rules.catalogue import CLUB, KAFENEIO, PRESETS
from pilotta.rules.ruleset import RuleSet

LONG_MATCH = KAFENEIO.change(target=401, wins_needed=99)
"""Rules under which a match lasts for a thousand deals and more."""


def bare_deals(count: int, seed: int) -> None:
    """The baseline: the same shuffles and as many random choices, no rules, no states."""
    rng = Random(seed)
    for _ in range(count):
        deck = shuffled(rng)
        hands = [deck[8 * seat : 8 * seat + 8] for seat in range(4)]
        for _ in range(8):
            trick = []
            for hand in hands:
                trick.append(rng.choice(hand))
                hand.remove(trick[-1])


def paired(rules: RuleSet, count: int, rounds: int) -> tuple[float, float, float]:
    """Medians over the rounds: deals per second, the baseline's, and the ratio of each pair."""

    def seconds(work: Callable[[], object]) -> float:
        start = process_time()
        work()
        return process_time() - start

    pairs = []
    for seed in range(rounds):
        bare = 10 * count / seconds(lambda s=seed: bare_deals(10 * count, s))  # type: ignore[misc]
        pairs.append((count / seconds(lambda s=seed: play_deals(rules, count, Random(s))), bare))  # type: ignore[misc]
    return (
        median(own for own, _ in pairs),
        median(bare for _, bare in pairs),
        median(own / bare for own, bare in pairs),
    )


def replay_seconds(count: int, rounds: int) -> tuple[float, int]:
    """Wall seconds of the whole command on a record of so many deals, and the record's size in bytes."""
    (state,) = play_deals(LONG_MATCH, count, Random(1))
    text = record_text(record_of(state))
    pilotta = Path(sys.executable).with_name("pilotta")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "long.pilotta.json")
        path.write_text(text, encoding="utf-8")
        times = []
        for _ in range(rounds):
            start = perf_counter()
            done = run([pilotta, "replay", path, "--json"], check=True, capture_output=True)
            times.append(perf_counter() - start)
        replayed = sum(not deal["passed_out"] for deal in json.loads(done.stdout)["deals"])
    if replayed != count:
        raise RuntimeError(f"{replayed} deals were replayed instead of {count}")
    return median(times), len(text)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=500, help="deals in a round (default 500)")
    parser.add_argument(
        "--rounds", type=int, default=5, help="rounds, of which the median counts (default 5)"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    deals, rounds = options.deals, options.rounds

    named = [(rules.preset, rules) for rules in PRESETS.values()]
    named.append(("club, no trump and all trump only", CLUB.change(strains="NA")))
    figures = {name: paired(rules, deals, rounds) for name, rules in named}
    seconds, size = replay_seconds(1000, rounds)
    if options.json:
        table = {
            name: dict(zip(("per_second", "baseline", "ratio"), row, strict=True))
            for name, row in figures.items()
        }
        print(json.dumps({"deals": table, "replay_1000_deals_s": seconds, "record_bytes": size}))
        return
    print(f"{'random full deals, one core':36} {'deals/s':>9} {'baseline':>10} {'ratio':>7}")
    for name, (own, bare, ratio) in figures.items():
        print(f"{name:36} {own:9.0f} {bare:10.0f} {ratio:7.1%}")
    print(
        f"\n{'pilotta replay, 1000 deals':36} {seconds:7.2f} s  (record of {size / 1024:.0f} KB, start-up included)"
    )


if __name__ == "__main__":
    main()
