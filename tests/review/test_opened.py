"""Par, best lines, luck and lapses: what a deal is worth with all four hands open, and what silence cost."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from tests.review.records import FORGOTTEN, STRONG, UNBID, UNDRAWN, WASTED, record

from pilotta.bots.worth.auctions import beside_in
from pilotta.engine.position import position
from pilotta.engine.score import best_score
from pilotta.game.dealing import deal_cards
from pilotta.game.notation import parse_deal
from pilotta.game.record import Record
from pilotta.game.state import DealState
from pilotta.review import review_record
from pilotta.review.lapses import lapses_of
from pilotta.review.luck import average_worth, hand_worth
from pilotta.review.opened import opened
from pilotta.review.par import par_of
from pilotta.review.walk import played_deals
from pilotta.rules.auction import Contract, open_auction
from pilotta.rules.catalogue import ACADEMY, BOURLOT, CLUB, PRESETS, from_data
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import EAST, NORTH, SOUTH, WEST, BySide, FourHands, side_of


def dealt(hands: FourHands, dealer: int, rules: RuleSet = ACADEMY) -> DealState:
    return DealState(dealer, hands, open_auction(rules, dealer))


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_par_does_not_care_where_a_player_sits(name: str) -> None:
    rules, chance = PRESETS[name], Random(f"par {name}")
    for _ in range(4):
        south, east, north, west = deal_cards(rules, WEST, chance).hands
        par = par_of(rules, dealt((south, east, north, west), WEST, rules))
        turned = par_of(rules, dealt((west, south, east, north), SOUTH, rules))
        assert turned.difference == -par.difference
        assert (turned.contract is None) == (par.contract is None)
        if par.contract is not None and turned.contract is not None:
            assert turned.contract.text == par.contract.text
            assert turned.contract.side == 1 - par.contract.side


def test_nobody_can_do_better_than_par_by_one_bid_more() -> None:
    """Over the par contract every higher one is worse for the side that would bid it, doubled or not."""
    chance = Random(5)
    for _ in range(2):
        deal = dealt(deal_cards(ACADEMY, WEST, chance).hands, WEST)
        par = par_of(ACADEMY, deal)
        assert par.contract is not None
        for strain in range(4):
            at = position(ACADEMY, strain, deal.dealt, SOUTH)
            for bidder in (SOUTH, EAST):
                for value in range(par.contract.value + 10, par.contract.value + 40, 10):
                    scores = [
                        best_score(
                            at, Contract(value, strain, bidder, times), *_beside(deal, strain)
                        ).difference
                        for times in (1, 2)
                    ]
                    sign = -1 if side_of(bidder) else 1
                    assert min(sign * score for score in scores) <= sign * par.difference


def _beside(deal: DealState, strain: int) -> tuple[BySide[int], BySide[int]]:
    found = beside_in(ACADEMY, strain, SOUTH, deal.dealt)
    return found.declarations, found.pilotta


def test_par_of_a_sure_capot_is_the_capot() -> None:
    par = par_of(ACADEMY, dealt(parse_deal(STRONG), WEST))
    assert par.contract is not None
    # 250 for all tricks and 70 for two sequences: 320 is made, 330 is not.
    assert (par.contract.text, par.contract.declarer) == ("320S", SOUTH)
    assert par.difference == 64.0


def test_a_deal_without_an_auction_has_a_par_without_a_bid() -> None:
    rules = from_data({"preset": "academy", "fixed_trump": "D"})
    deal = dealt(parse_deal(STRONG), WEST, rules)
    par = par_of(rules, deal)
    assert par.contract is not None
    assert par.contract.value == 0
    expected = best_score(position(rules, 2, deal.dealt, SOUTH), par.contract, *_beside(deal, 2))
    assert par.difference == expected.difference / rules.unit


def test_what_cards_give_away_adds_up_from_the_first_to_the_last() -> None:
    played = played_deals(record(UNDRAWN))[0]
    found = opened(ACADEMY, played)
    assert found is not None
    score = played.result.score
    assert found.value == found.cards[0].before
    assert found.cards[-1].after == score.ns - score.ew
    assert all(one.after == other.before for one, other in pairwise(found.cards))
    assert all(card.loss >= 0 for card in found.cards)
    # The second heart is the card that gave the contract away.
    assert max(range(32), key=lambda place: found.cards[place].loss) == 4
    assert len(set(found.line)) == 32
    at = position(ACADEMY, 0, played.deal.dealt, SOUTH, found.line)
    contract = played.deal.contract
    assert contract is not None
    made = played_deals(record(replace(UNDRAWN, plays=found.line)))[0].result
    assert at.over
    assert made.score.ns - made.score.ew == found.value


def test_a_deal_that_was_passed_out_has_a_par_and_nothing_else() -> None:
    found = opened(ACADEMY, played_deals(record(UNBID))[0])
    assert found is not None
    assert found.par.difference > 0
    assert (found.value, found.line, found.cards) == (None, (), ())


def test_under_rules_by_which_no_deal_can_be_solved_nothing_is_opened() -> None:
    rules = ACADEMY.change(
        sixes_up="trump_jack", trump_values=(0, 0, 0, 0, 152, 0, 0, 0), plain_values=(0,) * 8
    )
    assert opened(rules, played_deals(Record(rules, (WASTED,)))[0]) is None
    review = review_record(Record(rules, (WASTED,)), worlds=4, seats=[EAST])
    data = review.to_data()
    assert (data["deals"][0]["par"], data["deals"][0]["opened"], data["deals"][0]["line"]) == (None, None, [])
    assert data["sides"]["NS"]["luck"] is None
    assert data["players"]["E"]["opened_loss_per_deal"] is None


def test_hands_are_worth_what_the_convention_says_against_the_mean_of_all() -> None:
    for rules in (ACADEMY, CLUB, BOURLOT):
        chance, worths = Random(1), []
        for _ in range(400):
            worths += [hand_worth(rules, hand) for hand in deal_cards(rules, WEST, chance).hands]
        assert average_worth(rules) == pytest.approx(sum(worths) / len(worths), abs=3)
    strong, *_, weak = parse_deal(STRONG)
    assert hand_worth(ACADEMY, strong) > average_worth(ACADEMY) > hand_worth(ACADEMY, weak)


def test_silence_is_priced_by_the_score_without_it() -> None:
    (lapse,) = lapses_of(ACADEMY, played_deals(record(FORGOTTEN))[0])
    assert (lapse.seat, lapse.kind, lapse.points, lapse.loss) == (NORTH, "announce", 20, 2.0)


def test_silence_that_cost_nothing_is_no_lapse() -> None:
    # West's ten, nine and eight of clubs lose to South's four spades anyway.
    quiet = replace(FORGOTTEN, silent=(WEST,))
    assert lapses_of(ACADEMY, played_deals(record(quiet))[0]) == ()


def test_what_was_announced_and_not_shown_and_a_pilotta_that_was_not_called() -> None:
    unshown = replace(FORGOTTEN, silent=(), unshown=(SOUTH,))
    (lapse,) = lapses_of(ACADEMY, played_deals(record(unshown))[0])
    assert (lapse.seat, lapse.kind, lapse.points) == (SOUTH, "show", 50)
    assert lapse.loss > 0
    # East holds king and queen of diamonds, which are not trumps, and nobody holds those of clubs in WASTED but East.
    uncalled = replace(WASTED, uncalled=((EAST, None),))
    (lapse,) = lapses_of(ACADEMY, played_deals(record(uncalled))[0])
    assert (lapse.seat, lapse.kind, lapse.points, lapse.loss) == (EAST, "pilotta", 20, 2.0)
