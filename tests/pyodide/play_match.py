"""Play one match of a rule set, always the same one, and print all that was done, said and thought, then the record.

    python play_match.py academy

South and North play `cafe`, East and West `random`; declarations are announced and shown by the players themselves.
Standard library and pilotta only: this runs in a browser's Python too (run.mjs).
"""

import sys
from random import Random

from pilotta.bots.catalogue import make_bot
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.record import record_of, record_text
from pilotta.game.state import new_match
from pilotta.game.transition import advance
from pilotta.game.view import view
from pilotta.rules.catalogue import preset


def play(name: str) -> None:
    chance = Random(f"pilotta {name}")
    rules = preset(name)
    bots = [make_bot(bot, seed) for seed, bot in enumerate(("cafe", "random", "cafe", "random"))]
    state = new_match(rules, automatic=False)
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DEALING:
            action, reason = deal_cards(rules, state.dealer, chance), None
        else:
            decision = bots[state.turn].act(view(state, state.turn))
            action, reason = decision.action, decision.reason
        state, events = advance(state, action)
        print(action, reason, *events, sep="\n  ")
    print(record_text(record_of(state)), end="")


if __name__ == "__main__":
    play(sys.argv[1])
