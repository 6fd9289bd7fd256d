"""Random legal play, for measuring and for trying what nobody would try. Chance comes in as an argument, as everywhere."""

from random import Random

from pilotta.cards import cards_in
from pilotta.game.actions import Action, Announce, MakeCall, PlayCard, Show
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance, legal_actions
from pilotta.rules.auction import DOUBLE, PASS, Call, LegalCalls, bid
from pilotta.rules.ruleset import STRAINS, RuleSet

BIDS_UP_TO = 110
"""Random bidders stop here, which keeps their auctions about as long as people's."""


def random_call(legal: LegalCalls, rng: Random) -> Call:
    """The lowest bid in any strain, a double, or (mostly) a pass."""
    draw = rng.random()
    if 0 < legal.lowest <= BIDS_UP_TO and draw < 0.4:
        return bid(legal.lowest, STRAINS.index(rng.choice(legal.strains)))
    return DOUBLE if legal.can_double and draw < 0.43 else PASS


def random_action(state: MatchState, rng: Random) -> Action:
    """A legal action of the seat whose turn it is; it announces and shows what it is asked for."""
    legal = legal_actions(state, state.turn)
    if state.phase is Phase.AUCTION:
        return MakeCall(state.turn, random_call(legal.calls, rng))
    if state.phase is Phase.DECLARING:
        return Announce(state.turn, legal.may_announce)
    if state.phase is Phase.SHOWING:
        return Show(state.turn)
    return PlayCard(state.turn, rng.choice(cards_in(legal.cards)))


def play_deals(rules: RuleSet, count: int, rng: Random) -> list[MatchState]:
    """Play so many random deals to their last trick, match after match (deals passed out come on top).

    Returns the matches; only the last may be unfinished.
    """
    matches = [new_match(rules)]
    played = 0
    while True:
        state = matches[-1]
        if state.phase in (Phase.DEALING, Phase.OVER):
            played += bool(state.results) and not state.results[-1].passed_out
            if played == count:
                return matches
            if state.phase is Phase.OVER:
                state = new_match(rules)
                matches.append(state)
            matches[-1] = advance(state, deal_cards(rules, state.dealer, rng)).state
        else:
            matches[-1] = advance(state, random_action(state, rng)).state
