"""A hint is what the teacher would do, with the price of everything else, and facts where the reason is numbers alone."""

import json
from dataclasses import replace

import pytest
from tests.bots.situations import position
from tests.bots.test_bots import deal_states

from pilotta.bots import hint as hints
from pilotta.bots.bot import Decision, NothingToDo, Reason
from pilotta.bots.cardplay import Effort
from pilotta.bots.daskalos import Daskalos
from pilotta.bots.hint import FACTS, SEARCHED, action_data, because, facts_of, hint
from pilotta.bots.meaning import meaning
from pilotta.bots.reasons import sentences
from pilotta.cards import cards_in, parse_card
from pilotta.game.actions import Deal, MakeCall, PlayCard
from pilotta.game.view import view
from pilotta.rules.auction import parse_call
from pilotta.rules.catalogue import from_data


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "Daskalos", few_deals)


def few_deals(seed: int) -> Daskalos:
    return replace(Daskalos(seed), effort=Effort(deals=6, tries=4), auctions=4)


def test_a_hint_is_what_the_teacher_does_whatever_is_asked() -> None:
    rules = from_data({"preset": "academy", "announce": "after_auction", "show": "at_once"})
    kinds = set()
    for _, seen, _ in deal_states(rules, 3, ("cafe", "cafe"), automatic=False):
        found = hint(seen, 5)
        assert found.decision == few_deals(5).act(seen)
        kinds.add(type(found.decision.action).__name__)
        data = found.to_data()
        assert json.loads(json.dumps(data)) == data
        costs = [option["cost"] for option in data["options"]]
        assert costs == sorted(costs)
        assert costs[:1] in ([], [0.0])
        cards = [option["card"] for option in data["options"] if "card" in option]
        if cards:
            assert sorted(map(parse_card, cards)) == list(cards_in(seen.legal.cards))
            assert data["worlds"] > 0
        if data["options"]:
            costs = [each["cost"] for each in data["options"] if data["action"].items() <= each.items()]
            assert len(costs) == 1
            # A card that is as good as the best may be the usual one; a call has to be clearly better to replace it.
            assert costs[0] < 0.1 or "call" in data["action"]
    assert {"MakeCall", "PlayCard", "Announce"} <= kinds


def test_every_fact_can_be_said_and_is_one() -> None:
    said = set()
    for seed in range(4):
        for _, seen, _ in deal_states(from_data("academy"), seed, ("cafe", "cafe"), automatic=True):
            for card in cards_in(seen.legal.cards):
                for fact in facts_of(seen, card):
                    assert fact.code in FACTS
                    assert fact.message
                    said.add(fact.code)
    assert {"play.draw_trumps", "play.cash_ace", "play.ruff", "play.win_trick"} <= said
    assert set(sentences()) >= FACTS | set(SEARCHED)


def test_a_decision_from_numbers_alone_gets_its_facts_and_another_has_them_already() -> None:
    seen = position("J98.AK7.8.7", calls="90S P P P", plays="")
    action = PlayCard(0, parse_card("JS"))
    searched = Reason("play.search", {"deals": "6", "gain": "1.0", "card": "JS", "other": "AH"})
    assert [each.code for each in because(seen, Decision(action, searched))] == ["play.draw_trumps"]
    assert because(seen, Decision(action, Reason("play.draw_trumps"))) == ()
    opening = position("J98.AK7.8.7")
    bid = MakeCall(0, parse_call("90S"))
    numbers = Reason("bid.search", {"deals": "4", "gain": "1.0", "call": "90S", "other": "P"})
    assert because(opening, Decision(bid, numbers)) == (meaning(opening.rules, (), 0, bid.call),)


def test_there_is_no_hint_out_of_turn_and_no_data_of_what_no_seat_does() -> None:
    state, _, _ = next(deal_states(from_data("academy"), 1, ("cafe", "cafe"), automatic=True))
    with pytest.raises(NothingToDo):
        hint(view(state, state.turn + 1 & 3))
    with pytest.raises(TypeError, match="Deal"):
        action_data(Deal((0, 0, 0, 0)))


def test_the_only_card_is_no_choice() -> None:
    found = hint(position("J98.AK7.8.7", dealer="S", calls="P P P 90S P P P", plays="AC KC TC"))
    assert found.decision.reason.code == "play.only_card"
    assert found.weighed is None
    assert found.to_data()["options"] == []
