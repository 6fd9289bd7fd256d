"""Legal cards, who takes a trick, what cards are worth: case by case, by the engine and by the second formulation."""

from typing import Any

import pytest
from tests.rules import second
from tests.rules.tables import cases

from pilotta.cards import CARD_NAMES, FULL_DECK, cards_in, hand_of, parse_card
from pilotta.rules.catalogue import preset
from pilotta.rules.legality import broken_duty, duties, legal_cards
from pilotta.rules.ranking import ranking
from pilotta.rules.ruleset import STRAINS, RuleSet


def best_of(rules: RuleSet, strain: int, trick: list[int]) -> int:
    """The card that wins so far, found with the engine's own table."""
    ranks = ranking(rules, strain)
    best = trick[0]
    for card in trick[1:]:
        if ranks.beaters[best] >> card & 1:
            best = card
    return best


@pytest.mark.parametrize(("rules", "case"), cases("play"))
def test_legal_cards(rules: RuleSet, case: dict[str, Any]) -> None:
    strain = STRAINS.index(case["strain"])
    hand = hand_of(parse_card(word) for word in case["hand"].split())
    trick = [parse_card(word) for word in case["trick"].split()]
    led, best = (trick[0], best_of(rules, strain, trick)) if trick else (-1, -1)
    partner_wins = len(trick) >= 2 and trick.index(best) == len(trick) - 2
    expected = set(case["legal"].split())
    given = (rules, ranking(rules, strain), hand, led, best, partner_wins)
    assert {CARD_NAMES[card] for card in cards_in(legal_cards(*given))} == expected
    chain = duties(*given)
    refused = {CARD_NAMES[card]: broken_duty(chain, card) for card in range(32)}
    assert {card for card, code in refused.items() if code is None} == expected
    for card, code in case.get("refused", {}).items():
        assert (card, refused[card]) == (card, code)
    for card in second.DECK:
        found = second.refusal(rules, case["strain"], case["hand"].split(), case["trick"].split(), card)
        assert (card, found) == (card, refused[card])


@pytest.mark.parametrize(("rules", "case"), cases("ranking", "suit"))
def test_order_and_values(rules: RuleSet, case: dict[str, Any]) -> None:
    ranks = ranking(rules, STRAINS.index(case["strain"]))
    cards = [parse_card(rank + case["suit"]) for rank in case["order"].split()]
    assert ranks.best_first(hand_of(cards)) == cards
    assert [ranks.strength[card] for card in cards] == [7, 6, 5, 4, 3, 2, 1, 0]
    for i, card in enumerate(cards):
        same_suit = ranks.beaters[card] & hand_of(cards)
        assert same_suit == hand_of(cards[:i])
    if "values" in case:
        assert [ranks.points[card] for card in cards] == case["values"]
        assert [second.value(rules, case["strain"], CARD_NAMES[card]) for card in cards] == case["values"]


@pytest.mark.parametrize(("rules", "case"), cases("ranking", "sum"))
def test_sums(rules: RuleSet, case: dict[str, Any]) -> None:
    for strain in case["strains"]:
        ranks = ranking(rules, STRAINS.index(strain))
        assert ranks.points_in(FULL_DECK) == sum(ranks.points) == case["cards"]
        assert rules.last_trick == case["last_trick"]


@pytest.mark.parametrize(("rules", "case"), cases("ranking", "trick"))
def test_tricks(rules: RuleSet, case: dict[str, Any]) -> None:
    strain = STRAINS.index(case["strain"])
    trick = [parse_card(word) for word in case["cards"].split()]
    assert trick.index(best_of(rules, strain, trick)) + 1 == case["winner"]
    assert ranking(rules, strain).points_in(hand_of(trick)) == case["points"]
    assert second.winner(rules, case["strain"], case["cards"].split()) + 1 == case["winner"]


@pytest.mark.parametrize("name", ["academy", "kafeneio", "bourlot", "club"])
def test_trumps_beat_all_plain_cards_and_plain_suits_never_each_other(name: str) -> None:
    rules = preset(name)
    for strain in range(len(rules.strains)):
        ranks = ranking(rules, strain)
        for card in range(32):
            for other in range(32):
                beats = bool(ranks.beaters[card] >> other & 1)
                is_trump, other_is = ranks.trumps >> card & 1, ranks.trumps >> other & 1
                if card >> 3 == other >> 3:
                    assert beats == (ranks.strength[other] > ranks.strength[card])
                else:
                    assert beats == (bool(other_is) and not is_trump)
