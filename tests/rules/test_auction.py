"""The auction, case by case, through the match."""

from random import Random
from typing import Any

import pytest
from tests.rules import second
from tests.rules.tables import cases

from pilotta.game.actions import MakeCall
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import Refusal, advance, apply, legal_actions
from pilotta.rules.auction import parse_call
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import SEATS


def at(rules: RuleSet, case: dict[str, Any]) -> MatchState:
    dealer = SEATS.index(case["dealer"])
    if "first" in case and rules.first_bidder == "left":
        dealer = (SEATS.index(case["first"]) + 1) % 4
    state = new_match(rules, dealer)
    state = advance(state, deal_cards(rules, dealer, Random(7))).state
    for word in case["calls"].split():
        state = advance(state, MakeCall(state.turn, parse_call(word))).state
    return state


@pytest.mark.parametrize(("rules", "case"), cases("auction"))
def test_case(rules: RuleSet, case: dict[str, Any]) -> None:
    state = at(rules, case)
    assert state.deal is not None
    contract = state.deal.contract
    if "turn" in case:
        assert SEATS[state.turn] == case["turn"]
        assert contract is None
    if "turn_after" in case:
        first = state.deal.auction.calls[0][0]
        assert state.turn == (first + case["turn_after"]) % 4
    offered = {call.text for call in legal_actions(state, state.turn).calls.each()}
    assert offered >= set(case.get("legal", ()))
    assert not offered & set(case.get("refused", ()))
    for word in case.get("legal", ()):
        assert not isinstance(apply(state, MakeCall(state.turn, parse_call(word))), Refusal), word
    for word, code in case.get("refused", {}).items():
        outcome = apply(state, MakeCall(max(state.turn, 0), parse_call(word)))
        assert isinstance(outcome, Refusal), word
        assert (word, outcome.code) == (word, code)
        assert outcome.message
        assert outcome.legal == legal_actions(state, state.turn)
    if "contract" in case:
        assert contract is not None
        assert (contract.text, SEATS[contract.declarer]) == (case["contract"], case["declarer"])
        assert contract.multiplier == case.get("multiplier", 1)
        assert state.phase is not Phase.AUCTION
    if "doubler" in case:
        assert contract is not None
        assert contract.doubler == SEATS.index(case["doubler"])
    if "leader" in case:
        assert state.deal.play is not None
        assert SEATS[state.deal.play.leader] == case["leader"]
    if "next_dealer" in case:
        assert state.phase is Phase.DEALING
        assert SEATS[state.dealer] == case["next_dealer"]
        assert state.results[-1].passed_out
        assert state.results[-1].score.as_dict() == {"NS": 0, "EW": 0}
    if "without_auction" in case:
        assert contract is not None
        assert (contract.value, "SHDC"[contract.strain]) == (0, case["without_auction"])
        assert not state.deal.auction.calls


@pytest.mark.parametrize(
    ("rules", "case"), [each for each in cases("auction") if not each.values[0].fixed_trump]
)
def test_the_second_formulation_agrees(rules: RuleSet, case: dict[str, Any]) -> None:
    """What proves the engine on random matches must itself stand on the sources."""
    state = at(rules, case)
    assert state.deal is not None
    calls, dealer = case["calls"].split(), SEATS[state.deal.dealer]
    now = second.auction(rules, dealer, calls)
    if "turn" in case:
        assert now["turn"] == case["turn"]
    if "contract" in case:
        assert now["stage"] == "over"
        assert (now["best"], now["declarer"]) == (case["contract"], case["declarer"])
        assert now["multiplier"] == case.get("multiplier", 1)
    for word, code in [*case.get("refused", {}).items(), *((word, None) for word in case.get("legal", ()))]:
        assert second.call_refusal(rules, dealer, calls, word) == code, word


@pytest.mark.parametrize(
    "text",
    ["", "p ", "PASS", "H", "80", "080H", "00H", "-80H", "+80H", "8 0H", "80HH", "80♥♥", "80X", "80E", "H80", "XXX",
     "CAP", "CAP H", "capß", "8O0H", "٨٠H", "80.0H", "8e1H", "9" * 10 + "H", "P\n", "Ｐ", "80Η"],
)  # fmt: skip
def test_what_is_no_call(text: str) -> None:
    with pytest.raises(ValueError, match="is not a call"):
        parse_call(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [("80h", "80H"), ("90♦", "90D"), ("100♠", "100S"), ("80n", "80N"), ("80A", "80A"), ("capS", "CAPS"), ("x", "X"),
     ("xx", "XX"), ("p", "P"), ("820♣", "820C"), ("CAP♥", "CAPH"), ("83s", "83S"), ("0H", "0H")],
)  # fmt: skip
def test_a_call_is_written_plainly(text: str, plain: str) -> None:
    assert parse_call(text).text == plain
    assert parse_call(plain) == parse_call(text)
