"""A hint is what the teacher would do, with the price of everything else, and facts where the reason is numbers alone."""

import json

import pytest
from tests.bots.situations import position
from tests.bots.test_bots import deal_states

from pilotta.bots import hint as hints
from pilotta.bots.bidding.convention import LIGHT, Convention
from pilotta.bots.bidding.meaning import meaning
from pilotta.bots.bot import Decision, NothingToDo, Reason
from pilotta.bots.catalogue import make_bot
from pilotta.bots.hint import action_data, because, because_of, hint
from pilotta.bots.levels.daskalos import Daskalos
from pilotta.bots.play.cardplay import Effort
from pilotta.bots.play.facts import FACTS, facts_of
from pilotta.bots.sight.picture import Picture
from pilotta.bots.worth.weighing import SEARCHED
from pilotta.cards import SUIT_MASKS, SUITS, cards_in, parse_card
from pilotta.game.actions import Deal, MakeCall, PlayCard
from pilotta.game.view import PlayerView, view
from pilotta.rules.auction import parse_call
from pilotta.rules.catalogue import from_data
from pilotta.rules.ranking import ranking
from pilotta.words import chapter


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "Daskalos", few_deals)


def few_deals(seed: int, convention: Convention = LIGHT) -> Daskalos:
    return Daskalos(seed, Effort(deals=6, tries=4), 4, convention)


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
            # What is advised stands first, though a call has to be clearly better to replace the usual one.
            assert data["action"].items() <= data["options"][0].items()
            assert (data["options"][0]["cost"], data["options"][0]["error"]) == (0.0, 0.0)
    assert {"MakeCall", "PlayCard", "Announce"} <= kinds


def test_every_card_gets_a_fact_that_is_true_whoever_plays_it() -> None:
    said = set()
    for seed in range(12):
        for _, seen, _ in deal_states(from_data("academy"), seed, ("cafe", "random"), automatic=True):
            for card in cards_in(seen.legal.cards):
                facts = facts_of(Picture(seen), card)
                assert len(facts) == 1 or seen.legal.cards == 1 << card
                for fact in facts:
                    assert fact.code in FACTS
                    assert fact.message
                    assert holds(seen, card, fact), (fact, seen)
                    said.add(fact.code)
    assert said >= {
        "play.avoid_partners_weakness",
        "play.cash_ace",
        "play.cash_master",
        "play.draw_trumps",
        "play.duck",
        "play.high_lead",
        "play.keep",
        "play.low_lead",
        "play.low_under_partner",
        "play.must_beat_partner",
        "play.no_points_to_opponents",
        "play.overtake",
        "play.ruff",
        "play.short_lead",
        "play.trust_partner",
        "play.win_trick",
    }
    assert set(chapter("en", "reasons")) >= FACTS | set(SEARCHED)


def holds(seen: PlayerView, card: int, fact: Reason) -> bool:
    """Whether what a fact claims of the cards in sight is so."""
    assert seen.contract is not None
    ranks = ranking(seen.rules, seen.contract.strain)
    legal, suit = seen.legal.cards, SUIT_MASKS[card >> 3]
    winning = legal & ranks.beaters[seen.trick[seen.taken_by - seen.leader & 3]] if seen.trick else 0
    partners = seen.taken_by == seen.seat ^ 2
    named = {key: parse_card(fact.params[key]) for key in ("card", "kept", "top") if key in fact.params}
    if named.get("card", card) != card or named.get("kept", card + 1) == card:
        return False
    kept, top = named.get("kept", -1), named.get("top", -1)
    match fact.code:
        case "play.draw_trumps":
            return bool(ranks.trumps >> card & 1) and int(fact.params["out"]) > 0
        case "play.low_lead":
            return bool(seen.hand & suit & ranks.beaters[card] & 1 << kept)
        case "play.high_lead":
            hidden = not (seen.hand | seen.played) >> top & 1
            return (
                hidden
                and not seen.hand & suit & ranks.beaters[card]
                and bool(ranks.beaters[card] & suit & 1 << top)
            )
        case "play.cash_master":
            return not seen.hand & suit & ranks.beaters[card]
        case "play.short_lead":
            return seen.hand & suit == 1 << card
        case "play.avoid_partners_weakness":
            return SUITS[card >> 3] not in fact.params["not"]
        case "play.must_beat_partner":
            return partners and winning == legal
        case "play.overtake":
            return partners and winning != legal and bool(winning >> card & 1)
        case "play.duck":
            return not partners and bool(winning >> kept & 1) and not winning >> card & 1
        case "play.no_points_to_opponents":
            return not winning and ranks.points[card] == min(ranks.points[each] for each in cards_in(legal))
        case "play.keep":
            return bool(legal >> kept & 1) and not winning >> card & 1
        case "play.low_under_partner":
            return partners and legal != 1 << card
        case "play.trust_partner":
            return partners and ranks.points[card] == int(fact.params["points"]) > 0
        case "play.ruff" | "play.overruff" | "play.win_trick" | "play.win_cheaply":
            return bool(winning >> card & 1)
        case _:
            return True


def test_a_decision_from_numbers_alone_gets_its_facts_and_another_has_them_already() -> None:
    seen = position("J98.AK7.8.7", calls="90S P P P", plays="")
    action = PlayCard(0, parse_card("JS"))
    searched = Reason("play.search", {"deals": "6", "gain": "1.0", "card": "JS", "other": "AH"})
    assert [each.code for each in because(Picture(seen), Decision(action, searched))] == ["play.draw_trumps"]
    assert because(Picture(seen), Decision(action, Reason("play.draw_trumps"))) == ()
    opening = position("J98.AK7.8.7")
    bid = MakeCall(0, parse_call("90S"))
    numbers = Reason("bid.search", {"deals": "4", "gain": "1.0", "call": "90S", "other": "P"})
    assert because(Picture(opening), Decision(bid, numbers)) == (meaning(opening.rules, (), 0, bid.call),)


def test_the_facts_are_told_by_the_convention_of_the_bot_that_decided() -> None:
    # The first discard, a high card from a suit with the ace: it asks, or it only gives points.
    seen = position("AK98..987.7", dealer="E", calls="100H P P P", plays="JH 7H")
    card = parse_card("KS")
    searched = Decision(PlayCard(seen.seat, card, False), Reason("play.search"))
    told = {
        style: because_of(make_bot(f"daskalos:{style}"), seen, searched)[0].code
        for style in ("high_asks", "not_this")
    }
    assert told["high_asks"] == "play.discard_asks"
    assert told["not_this"] == "play.give_points_to_partner"
    assert because_of(make_bot("random"), seen, searched) == because(Picture(seen), searched)


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
