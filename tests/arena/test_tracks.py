"""The tracks of a part of the game hold the other part still."""

from dataclasses import replace

import pytest

from pilotta.arena.fight import (
    Fight,
    FightError,
    contract_alone,
    contract_to_play,
    play_deal,
    play_one,
)
from pilotta.arena.report import report
from pilotta.arena.run import fight_out
from pilotta.arena.times import Clock
from pilotta.bots.catalogue import make_bot
from pilotta.game.actions import Deal, MakeCall
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance
from pilotta.game.view import view
from pilotta.rules.auction import PASS, bid
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import side_of

RULES = PRESETS["academy"]
PLAY = Fight("cafe", "random", RULES, 20, 1, track="play")
BIDDING = replace(PLAY, track="bidding")


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_in_play_both_seatings_have_the_same_contract(rules: RuleSet) -> None:
    fought = fight_out(replace(PLAY, rules=rules, deals=8))
    assert fought.matches == ()
    for one, other in fought.deals:
        assert not one.passed_out
        assert (one.value, one.strain, one.multiplier) == (other.value, other.strain, other.multiplier)
        # The same side of the table bought it, and that is A once and B once.
        assert one.declarer != other.declarer


def test_in_play_the_contract_is_what_the_reference_bids() -> None:
    bots = [make_bot("cafe", seat) for seat in range(4)]
    for index in range(12):
        state = contract_to_play(PLAY, index)
        deal = state.deal
        assert deal is not None
        again = advance(new_match(RULES, index % 4), Deal(deal.dealt)).state
        while again.phase is Phase.AUCTION:
            again = advance(again, bots[again.turn].act(view(again, again.turn)).action).state
        assert again == state


def test_in_play_a_deal_that_is_passed_out_is_replaced() -> None:
    """Of so many deals the reference passes some out; they are dealt anew, and the others are the ones of the whole game."""
    fight = replace(PLAY, seed=10)
    replaced = []
    for index in range(10):
        deal = contract_to_play(fight, index).deal
        assert deal is not None
        first = fight.hands("deal", index)
        finished = play_deal(new_match(RULES, index % 4), first, fight.reference_table(index))
        assert (deal.dealt != first) == finished.results[-1].passed_out
        replaced.append(deal.dealt != first)
    assert any(replaced)
    assert not all(replaced)


def test_in_play_nobody_who_calls_is_timed() -> None:
    clocks = Clock(), Clock()
    play_one(PLAY, 0, clocks)
    assert [clock.calls.count for clock in clocks] == [0, 0]
    assert all(clock.cards.count for clock in clocks)


def test_in_bidding_nobody_who_plays_is_timed() -> None:
    clocks = Clock(), Clock()
    play_one(BIDDING, 0, clocks)
    assert [clock.cards.count for clock in clocks] == [0, 0]
    assert all(clock.calls.count for clock in clocks)


def after_calls(*calls: str) -> MatchState:
    """A deal in which South calls first and all that is said after these calls is pass."""
    state = advance(new_match(RULES), Deal(PLAY.hands("deal", 3))).state
    for call in calls:
        state = advance(state, MakeCall(state.turn, bid(int(call[:-1]), "SHDC".index(call[-1])))).state
        if call != calls[-1]:
            state = advance(state, MakeCall(state.turn, PASS)).state
    while state.phase is Phase.AUCTION:
        state = advance(state, MakeCall(state.turn, PASS)).state
    return state


def test_in_bidding_the_play_hangs_on_the_contract_alone() -> None:
    """South and North come to 100 in hearts at once, after spades, and step by step, now one and now the other's: all the same."""
    at_once, over_spades = after_calls("100H"), after_calls("80S", "100H")
    raised = after_calls("80H", "90H", "100H")
    assert len({state.deal.auction for state in (at_once, over_spades, raised) if state.deal}) == 3
    assert contract_alone(at_once) == contract_alone(over_spades) == contract_alone(raised)
    # Another height is another contract.
    assert contract_alone(after_calls("90H")) != contract_alone(at_once)


@pytest.mark.parametrize(
    ("trumps", "calls"), [(strain, calls) for strain in "SHDC" for calls in (("80",), ("80", "90"))]
)
def test_in_bidding_the_contract_is_put_down_to_the_hand_with_more_trumps(
    trumps: str, calls: tuple[str, ...]
) -> None:
    state = contract_alone(after_calls(*(call + trumps for call in calls)))
    deal = state.deal
    assert deal is not None
    assert deal.contract is not None
    held = [(hand >> 8 * "SHDC".index(trumps) & 0xFF).bit_count() for hand in deal.dealt]
    assert held[deal.contract.declarer] == max(held[0], held[2])
    assert side_of(deal.contract.declarer) == 0
    assert [seat for seat, _ in deal.auction.calls] == [deal.contract.declarer]


def test_in_bidding_equal_contracts_come_to_the_same() -> None:
    """mastoras bids as cafe does: whatever he would play, nothing is between them."""
    for one, other in fight_out(replace(BIDDING, a="mastoras", b="cafe", deals=10)).deals:
        assert (one.cards, one.score, one.value) == (-other.cards, -other.score, other.value)


def test_in_bidding_who_bids_better_scores_better() -> None:
    found = report(fight_out(replace(BIDDING, deals=40)))
    assert found["deal_score"]["z"] > 3
    assert found["reference"] == "cafe"


def test_another_reference_plays_and_bids_otherwise() -> None:
    for fight in (replace(PLAY, deals=6), replace(BIDDING, deals=6)):
        assert fight_out(fight).deals != fight_out(replace(fight, reference="random")).deals


def test_without_an_auction_there_is_play_and_no_bidding() -> None:
    rules = RULES.change(fixed_trump="D")
    assert report(fight_out(replace(PLAY, rules=rules, deals=4)))["contracts"]["all"]["all_pass"] == 0.0
    with pytest.raises(FightError, match="nobody bids"):
        replace(BIDDING, rules=rules)


def test_a_track_has_a_name() -> None:
    with pytest.raises(FightError, match="sideways is no track; there are match, play, bidding"):
        replace(PLAY, track="sideways")
