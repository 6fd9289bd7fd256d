"""What the reading of the table is worth: how surprising the true hands are to deals that are drawn by it, and how fast these are.

Each row is one way to draw deals, from the baseline (every deal that fits counts the same) to all that was learned; each column a
trick, at whose cards the players look. The loss is the mean negative logarithm of the share of drawn deals in which a hidden card
lies where it truly does: ln 3 = 1.099 would be a guess among three hands.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from math import log
from random import Random
from statistics import mean, median
from time import perf_counter

from pilotta.bots.catalogue import make_bot
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.bots.sight.picture import Picture
from pilotta.bots.sight.sampling import Sight
from pilotta.bots.sight.worlds import Worlds
from pilotta.cards import cards_in
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.state import new_match
from pilotta.game.transition import advance
from pilotta.game.view import PlayerView, view
from pilotta.rules.catalogue import PRESETS
from pilotta.seats import FourHands

DRAWN = 400
TRIES = 12_000
TRICKS = range(7)

Draw = Callable[[PlayerView, int], list[FourHands]]


def _even(seen: PlayerView, seed: int, *, even: bool = True) -> list[FourHands]:
    contract = seen.contract
    if contract is None:
        raise ValueError("no card is played before there is a contract")
    worlds, chance = Worlds(Knowledge(seen, contract), even=even), Random(seed)
    return [worlds.draw(chance) for _ in range(DRAWN)]


WAYS: dict[str, Draw] = {
    "every deal that fits": _even,
    "weights of single cards": lambda seen, seed: _even(seen, seed, even=False),
    "calls and declarations": lambda seen, seed: (
        Sight(Picture(seen), plays=False).draw(DRAWN, TRIES, seed).deals
    ),
    "these and each card played": lambda seen, seed: Sight(Picture(seen)).draw(DRAWN, TRIES, seed).deals,
}


def positions(bot_name: str, rules: str, deals: int, seed: int) -> Iterator[tuple[PlayerView, FourHands]]:
    """Every view of a player who is to play a card, and what all four hold."""
    for index in range(deals):
        bot = make_bot(bot_name, index)
        state = new_match(PRESETS[rules], index % 4)
        state = advance(state, deal_cards(PRESETS[rules], 3, Random(f"loss {seed} {index}"))).state
        while state.phase not in (Phase.DEALING, Phase.OVER):
            seen = view(state, state.turn)
            if seen.legal.cards and state.deal is not None and state.deal.play is not None:
                yield seen, state.deal.play.hands
            state = advance(state, bot.act(seen).action).state


def loss(deals: list[FourHands], true: FourHands, me: int) -> float:
    found = [
        sum(deal[seat] >> card & 1 for deal in deals)
        for seat in range(4)
        if seat != me
        for card in cards_in(true[seat])
    ]
    # Half a deal more for each hand, so that what was never drawn is no infinite surprise.
    return -sum(log((hits + 0.5) / (len(deals) + 1.5)) for hits in found) / len(found)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bot", default="cafe", help="who plays at all four seats (default cafe)")
    parser.add_argument("--rules", choices=PRESETS, default="academy")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    losses: dict[str, list[list[float]]] = {way: [[] for _ in TRICKS] for way in WAYS}
    speeds: list[float] = []
    worths: list[float] = []
    for number, (seen, true) in enumerate(positions(options.bot, options.rules, options.deals, options.seed)):
        trick = len(seen.tricks)
        if trick not in TRICKS:
            continue
        for way, draw in WAYS.items():
            losses[way][trick].append(loss(draw(seen, number), true, seen.seat))
        if trick == 0:
            start = perf_counter()
            worths.append(Sight(Picture(seen)).draw(1, TRIES, number).worth)
            speeds.append(TRIES / (perf_counter() - start))
    table = {way: [round(mean(each), 4) for each in by if each] for way, by in losses.items()}
    speed, worth = round(median(speeds)), round(median(worths))
    if options.json:
        print(json.dumps({"losses": table, "deals_a_second": speed, "worth": worth, "tries": TRIES}))
        return
    print(f"{'loss a hidden card, at trick':28}", *(f"{trick + 1:>7}" for trick in TRICKS))
    for way, by_trick in table.items():
        print(f"{way:28}", *(f"{each:7.3f}" for each in by_trick))
    print(
        f"at trick 1: {speed:,} weighed deals a second; {TRIES} are worth {worth} equally likely ones (medians)"
    )


if __name__ == "__main__":
    main()
