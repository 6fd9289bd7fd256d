"""Play one match of a rule set, always the same one, and print all that happened, a line for each action.

    python play_match.py academy

Standard library and pilotta only: this runs in a browser's Python too (run.mjs).
"""

import sys
from random import Random

from pilotta.cards import cards_in
from pilotta.game.actions import Action, Announce, MakeCall, PlayCard, Show
from pilotta.game.dealing import deal_cards
from pilotta.game.state import MatchState, Phase, new_match
from pilotta.game.transition import advance, legal_actions
from pilotta.rules.auction import PASS
from pilotta.rules.catalogue import preset


def some_action(state: MatchState, chance: Random) -> Action:
    """Anything legal, bids rarer and lower than at random, so that the deals differ."""
    seat = state.turn
    legal = legal_actions(state, seat)
    if legal.asked_announce:
        return Announce(seat, yes=legal.may_announce and chance.random() < 0.8)
    if legal.asked_show:
        return Show(seat, yes=chance.random() < 0.8)
    if state.phase is Phase.AUCTION:
        calls = list(legal.calls.each())
        if legal.calls.can_pass and chance.random() < 0.6:
            return MakeCall(seat, PASS)
        return MakeCall(seat, chance.choice(calls[:8]))
    if legal.may_announce and chance.random() < 0.8:
        return Announce(seat)
    if legal.may_show and chance.random() < 0.8:
        return Show(seat)
    card = chance.choice(list(cards_in(legal.cards)))
    return PlayCard(seat, card, pilotta=bool(legal.pilotta >> card & 1) and chance.random() < 0.8)


def play(name: str) -> MatchState:
    chance = Random(f"pilotta {name}")
    rules = preset(name)
    state = new_match(rules, automatic=False)
    while state.phase is not Phase.OVER:
        dealing = state.phase is Phase.DEALING
        action = deal_cards(rules, state.dealer, chance) if dealing else some_action(state, chance)
        state, events = advance(state, action)
        print(action, *events, sep="\n  ")
    return state


if __name__ == "__main__":
    end = play(sys.argv[1])
    print(len(end.results), end.totals, end.winner)
