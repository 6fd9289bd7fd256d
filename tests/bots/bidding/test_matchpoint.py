"""Match point: a bid that is called enough wins the match once it is made, under every rule set's own scoring."""

from random import Random

import pytest

from pilotta.bots.bidding.matchpoint import enough
from pilotta.bots.levels.cafe import Cafe
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance
from pilotta.game.view import view
from pilotta.rules.catalogue import CLUB, PRESETS
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import BySide, side_of

TABLES = {
    **PRESETS,
    "club, single points": CLUB.change(bid_step=1),
    "academy, exceeded": PRESETS["academy"].change(target_met="exceeded"),
}


def near_the_end(rules: RuleSet, seed: int) -> MatchState:
    """Before a deal in which somebody may win, dealt."""
    chance = Random(f"match point {seed}")
    totals = BySide(*(rules.target - rules.unit * chance.randrange(1, 45) for _ in range(2)))
    state = new_match(rules, seed % 4)._replace(totals=totals)
    return advance(state, deal_cards(rules, state.dealer, chance)).state


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_enough_wins_once_it_is_made(rules: RuleSet) -> None:
    bot, won, more_to_come = Cafe(), 0, 0
    for seed in range(150):
        state = near_the_end(rules, seed)
        before = state.wins
        while state.phase is Phase.AUCTION:
            state = advance(state, bot.act(view(state, state.turn)).action).state
        if state.phase in (Phase.DEALING, Phase.OVER):
            continue
        assert state.deal is not None
        contract = state.deal.contract
        assert contract is not None
        decided = [enough(view(state, seat), contract.side, contract.value) for seat in range(4)]
        while state.phase not in (Phase.DEALING, Phase.OVER):
            state = advance(state, bot.act(view(state, state.turn)).action).state
        result = state.results[-1]
        assert result.account is not None
        if not result.account.made:
            continue
        wins = state.wins[contract.side] - before[contract.side]
        for seat in range(4):
            # What the defenders declare is known to one of them only as far as it is his own.
            if decided[seat] and not result.declarations[1 - contract.side]:
                assert wins == 1
                won += 1
            elif side_of(seat) == contract.side:
                more_to_come += not wins
    assert won > 40
    assert more_to_come > 10
