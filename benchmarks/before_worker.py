"""Works for :mod:`benchmarks.before`, with whatever pilotta its interpreter has: of this commit, or of an earlier one.

Each line that comes in, KIND and a seed, is a piece of work; what goes out is the processor's time for it in seconds, and what came of it
as a hash. Nothing is timed that is not asked about: deals are dealt and played up to the decisions before the clock runs.
"""

import sys
from collections.abc import Callable
from hashlib import sha256
from random import Random
from time import process_time
from typing import Any, Final

from pilotta.bots.catalogue import make_bot
from pilotta.game.dealing import deal_cards
from pilotta.game.random_play import play_deals
from pilotta.game.record import parse_record, record_of, record_text
from pilotta.game.referee import replay, summary
from pilotta.game.state import new_match
from pilotta.game.transition import advance
from pilotta.game.view import PlayerView, view
from pilotta.rules.catalogue import PRESETS
from pilotta.seats import BySide

DEALS: Final = {"random": 60, "mathitis": 60, "cafe": 40, "mastoras": 3, "daskalos": 2}
"""So many deals are a piece of work."""
ROUNDS: Final = {"random": 10, "mathitis": 10}
"""So often they are played: a few microseconds a decision would be lost in the machine's noise."""
RECORDED: Final = 1000


def views(level: str, seed: int) -> list[PlayerView]:
    """Every decision of these deals, played by ``cafe``; every other match begins near its end."""
    found, chance, bot = [], Random(f"before {level} {seed}"), make_bot("cafe")
    rules = list(PRESETS.values())
    for number in range(DEALS[level]):
        state = new_match(rules[(seed + number) % len(rules)], number % 4)
        if (seed + number) % 2:
            close = state.rules.target - 10 * state.rules.unit
            state = state._replace(totals=BySide(close, close - 30 * state.rules.unit))
        state = advance(state, deal_cards(state.rules, state.dealer, chance)).state
        while state.phase.value not in ("dealing", "over"):
            seen = view(state, state.turn)
            found.append(seen)
            state = advance(state, bot.act(seen).action).state
    return found


def decide(level: str, seed: int) -> tuple[float, list[Any]]:
    asked, bot = views(level, seed), make_bot(level, seed)
    start = process_time()
    for _ in range(ROUNDS.get(level, 1)):
        actions = [bot.act(seen).action for seen in asked]
    return process_time() - start, [
        str(vars(each) if hasattr(each, "__dict__") else each) for each in actions
    ]


def referee(_: str, seed: int) -> tuple[float, list[Any]]:
    """A thousand deals, read and replayed."""
    records = [
        record_text(record_of(each)) for each in play_deals(PRESETS["academy"], RECORDED, Random(seed))
    ]
    start = process_time()
    ends = [replay(parse_record(each)) for each in records]
    return process_time() - start, [summary(each) for each in ends]


def main() -> None:
    for line in sys.stdin:
        kind, seed = line.split()
        work: Callable[[str, int], tuple[float, list[Any]]] = decide if kind in DEALS else referee
        seconds, found = work(kind, int(seed))
        print(seconds, sha256(repr(found).encode()).hexdigest()[:16], flush=True)


if __name__ == "__main__":
    main()
