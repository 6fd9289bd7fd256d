"""How long bots think: the time of single decisions, over whole deals of each rule set, all four seats played by the same bot.

``make bench`` prints the table. ``random`` is the baseline of the same run: it reads the view and tosses a coin. The bound that
a table relies on is 50 ms a decision.
"""

import argparse
import json
from random import Random
from time import perf_counter

from pilotta.bots.catalogue import BOT_NAMES, make_bot
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.state import new_match
from pilotta.game.transition import advance
from pilotta.game.view import view
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import RuleSet


def decision_times(name: str, rules: RuleSet, deals: int, seed: int) -> list[float]:
    """Milliseconds of every decision in so many deals, shortest first."""
    rng = Random(seed)
    bot = make_bot(name, seed)
    state = new_match(rules)
    times = []
    dealt = 0
    while True:
        if state.phase in (Phase.DEALING, Phase.OVER):
            if dealt == deals:
                return sorted(times)
            dealt += 1
            state = new_match(rules) if state.phase is Phase.OVER else state
            state = advance(state, deal_cards(rules, state.dealer, rng)).state
            continue
        seen = view(state, state.turn)
        start = perf_counter()
        action = bot.act(seen).action
        times.append(1000 * (perf_counter() - start))
        state = advance(state, action).state


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=200, help="deals of each rule set (default 200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    rows = []
    for rules in PRESETS.values():
        for name in BOT_NAMES:
            times = decision_times(name, rules, options.deals, options.seed)
            at = {f"p{part}": times[len(times) * part // 100] for part in (50, 99)}
            rows.append({"rules": rules.preset, "bot": name, "decisions": len(times), **at, "max": times[-1]})
    if options.json:
        print(json.dumps(rows))
        return
    print(f"{'a decision, ms':10} {'bot':10} {'decisions':>10} {'median':>8} {'p99':>8} {'max':>8}")
    for row in rows:
        print(
            f"{row['rules']:14} {row['bot']:10} {row['decisions']:10} {row['p50']:8.3f} {row['p99']:8.3f} {row['max']:8.3f}"
        )


if __name__ == "__main__":
    main()
