"""Random legal matches under random house rules keep what has to hold always."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.game.driver import examples, last_state, rule_sets, steps
from tests.rules import second

from pilotta.cards import CARD_NAMES, FULL_DECK, cards_in
from pilotta.game.actions import MakeCall, PlayCard
from pilotta.game.phase import Phase
from pilotta.game.record import Record, parse_record, record_of, record_text
from pilotta.game.referee import deal_summary, replay, summary
from pilotta.game.result import DealResult
from pilotta.game.state import DealState, MatchState
from pilotta.game.transition import Applied, apply, legal_actions
from pilotta.rules.auction import parse_call
from pilotta.rules.catalogue import all_fields, from_data, to_data
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.rules.scoring import card_tens

SEATS = "SENW"
seeds = st.integers(0, 2**32)


def names(hand: int) -> list[str]:
    return [CARD_NAMES[card] for card in cards_in(hand)]


@given(rules=rule_sets(), seed=seeds, automatic=st.booleans(), dealer=st.integers(0, 3))
@examples(25)
def test_every_step_of_a_match(rules: RuleSet, seed: int, automatic: bool, dealer: int) -> None:
    for before, action, after, _events in steps(rules, seed, automatic=automatic, dealer=dealer):
        check_cards(after)
        if before.phase is Phase.AUCTION:
            check_calls(before)
        if before.phase is Phase.PLAYING and isinstance(action, PlayCard):
            check_legal_cards(before, action)
        for seat in range(4):
            if seat != after.turn:
                assert legal_actions(after, seat) == legal_actions(after, -1)
    assert [check_result(rules, *each) for each in zip(after.finished, after.results, strict=True)]


def check_cards(state: MatchState) -> None:
    """32 cards, each in one hand or one trick."""
    deal = state.deal
    assert deal is not None
    if deal.play is None:
        places = list(deal.dealt)
    else:
        tricks = [*(trick.cards for trick in deal.play.tricks), deal.play.trick]
        places = [*deal.play.hands, *(1 << card for trick in tricks for card in trick)]
    assert sum(each.bit_count() for each in places) == 32
    whole = 0
    for each in places:
        whole |= each
    assert whole == FULL_DECK


def check_calls(state: MatchState) -> None:
    """Turn, stage and every call's fate agree with the second formulation."""
    assert state.deal is not None
    calls = [call.text for _, call in state.deal.auction.calls]
    dealer = SEATS[state.deal.dealer]
    now = second.auction(state.rules, dealer, calls)
    assert now["turn"] == SEATS[state.turn]
    assert now["stage"] == state.deal.auction.stage.value
    offered = {call.text for call in legal_actions(state, state.turn).calls.each()}
    values = [
        "70",
        "75",
        "80",
        "81",
        "90",
        "100",
        "240",
        "250",
        "255",
        "260",
        "500",
        "510",
        "820",
        "830",
        "CAP",
    ]
    words = ["P", "X", "XX", *(value + strain for value in values for strain in "SHDCNA")]
    for word in words:
        expected = second.call_refusal(state.rules, dealer, calls, word)
        outcome = apply(state, MakeCall(state.turn, parse_call(word)))
        assert (None if isinstance(outcome, Applied) else outcome.code) == expected, (calls, word)
        assert (word in offered) == (expected is None), (calls, word)


def check_legal_cards(state: MatchState, action: PlayCard) -> None:
    """The legal cards are those of the second formulation; every other of the 32 is refused with its code."""
    assert state.deal is not None
    assert state.deal.play is not None
    assert state.deal.contract is not None
    play, strain = state.deal.play, STRAINS[state.deal.contract.strain]
    hand, trick = names(play.hands[state.turn]), [CARD_NAMES[card] for card in play.trick]
    legal = legal_actions(state, state.turn)
    assert legal.cards
    assert sorted(names(legal.cards)) == sorted(second.legal(state.rules, strain, hand, trick))
    for card in range(32):
        expected = second.refusal(state.rules, strain, hand, trick, CARD_NAMES[card])
        outcome = apply(state, PlayCard(action.seat, card))
        if expected is None:
            assert isinstance(outcome, Applied)
        else:
            assert not isinstance(outcome, Applied)
            assert (outcome.code, outcome.legal) == (expected, legal)
            assert outcome.message


def check_result(rules: RuleSet, deal: DealState, result: DealResult) -> bool:
    """The deal's result, counted again from its cards and what was said."""
    account = result.account
    if account is None:
        assert result.score.as_dict() == {"NS": 0, "EW": 0}
        assert {call.text for _, call in deal.auction.calls} == {"P"}
        return True
    assert deal.contract is not None
    assert deal.play is not None
    assert deal.declared is not None
    strain = STRAINS[deal.contract.strain]
    tricks, cards = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
    leader = second.after(SEATS[deal.dealer], 1 if rules.first_leader == "right" else -1)
    first_leader, jack = leader, None
    for number, trick in enumerate(deal.play.tricks, 1):
        laid = [CARD_NAMES[card] for card in trick.cards]
        leader = second.after(leader, second.winner(rules, strain, laid))
        side = second.SIDE[leader]
        tricks[side] += 1
        cards[side] += sum(second.value(rules, strain, card) for card in laid) + (
            rules.last_trick if number == 8 else 0
        )
        jack = side if "J" + strain in laid else jack
    held = {seat: second.declarations(rules, names(deal.dealt[i])) for i, seat in enumerate(SEATS)}
    for i, seat in enumerate(SEATS):
        assert {frozenset(names(each.cards)) for each in deal.declared.held[i]} == {
            one[4] for one in held[seat]
        }
    announced = {seat: held[seat] if deal.declared.announced[i] else [] for i, seat in enumerate(SEATS)}
    best = second.contest(rules, strain, first_leader, announced)
    declared = {"NS": 0, "EW": 0}
    for i, seat in enumerate(SEATS):
        if deal.declared.shown[i]:
            assert second.SIDE[seat] == best
            assert announced[seat]
            declared[second.SIDE[seat]] += sum(one[1] for one in held[seat])
    pilotta, miscalls = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
    for i, suit in deal.declared.calls:
        letter = "SHDC"[suit]
        pair = {"K" + letter, "Q" + letter} <= set(names(deal.dealt[i])) and strain in ("A", letter)
        (pilotta if pair else miscalls)[second.SIDE[SEATS[i]]] += rules.pilotta_points if pair else 1

    assert sum(tricks.values()) == 8
    assert sum(cards.values()) == 162
    assert (result.tricks.as_dict(), result.cards.as_dict()) == (tricks, cards)
    assert (result.declarations.as_dict(), result.pilotta.as_dict()) == (declared, pilotta)
    expected = second.score(
        rules,
        contract=deal.contract.text,
        declarer=SEATS[deal.contract.declarer],
        multiplier=deal.contract.multiplier,
        tricks=tricks,
        cards=cards,
        declared=declared,
        pilotta=pilotta,
        jack=jack,
        miscalls=miscalls,
    )
    found = deal_summary(result)
    assert {name: found[name] for name in ("made", "capot", "score")} == {
        name: expected[name] for name in ("made", "capot", "score")
    }
    assert account.wins_match == expected["wins_match"]
    check_lines(rules, result)
    return True


def check_lines(rules: RuleSet, result: DealResult) -> None:
    """The lines are the whole score, and the card points among them are 16 tens, or a counted capot's 25 or 26."""
    account = result.account
    assert account is not None
    assert result.contract is not None
    for side, name in enumerate(("NS", "EW")):
        assert sum(line.score for line in account.lines if line.side == side) == result.score.as_dict()[name]
    lines = [line for line in account.lines if line.code in ("cards", "their_cards", "capot")]
    tens = sum(line.score for line in lines) // (10 if rules.sheet_unit == "points" else 1)
    if any(line.code == "capot" for line in lines):
        assert (tens, rules.capot_points) in ((25, 250), (25, 252), (26, 262))
        assert account.capot is not None
    else:
        assert tens == 16
    assert sum(card_tens(rules, result.cards, result.contract.side, 0)) == 16


@given(rules=rule_sets(), seed=seeds, automatic=st.booleans(), dealer=st.integers(0, 3))
@examples(60)
def test_a_match_replays_from_its_record_to_the_same_bytes(
    rules: RuleSet, seed: int, automatic: bool, dealer: int
) -> None:
    state = last_state(rules, seed, automatic=automatic, deals=3, dealer=dealer)
    record = record_of(state, {"S": "Μαρία", "W": "Ν. \U0001f469\u200d\U0001f9b3"})
    text = record_text(record)
    read = parse_record(text)
    assert read == record
    assert parse_record(text.encode()) == record
    assert record_text(read) == text
    replayed = replay(read)
    assert replayed.state.results == state.results
    assert (replayed.state.totals, replayed.state.wins, replayed.state.winner) == (
        state.totals,
        state.wins,
        state.winner,
    )
    assert record_text(record_of(replayed.state, record.players)) == text
    assert as_bytes(summary(replayed)) == as_bytes(summary(replay(parse_record(record_text(record)))))


def as_bytes(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


@given(rules=rule_sets(), seed=seeds, automatic=st.booleans(), cut=st.integers(5, 60))
@examples(30)
def test_an_unfinished_match_can_be_recorded_at_any_moment(
    rules: RuleSet, seed: int, automatic: bool, cut: int
) -> None:
    for number, (_, _, state, _) in enumerate(steps(rules, seed, automatic=automatic, deals=2), 1):
        if number % cut:
            continue
        record: Record = record_of(state)
        again = parse_record(record_text(record))
        assert again == record
        replayed = replay(again)
        assert replayed.state.results == state.results
        running = state.phase not in (Phase.DEALING, Phase.OVER)
        assert (replayed.unfinished is not None) == running
        if running and state.deal and state.deal.play and replayed.unfinished and replayed.unfinished.play:
            assert replayed.unfinished.play.hands == state.deal.play.hands
            assert replayed.unfinished.play.tricks == state.deal.play.tricks


@given(rules=rule_sets(), seed=seeds, automatic=st.booleans())
@examples(25)
def test_the_same_actions_lead_to_the_same_states(rules: RuleSet, seed: int, automatic: bool) -> None:
    taken = list(steps(rules, seed, automatic=automatic, deals=1))
    state = taken[0][0]
    for before, action, after, events in taken:
        assert state == before
        outcome = apply(state, action)
        assert outcome == Applied(after, events)
        state = after


@given(rules=rule_sets())
@examples(150)
def test_a_rule_set_comes_back_from_its_data(rules: RuleSet) -> None:
    assert from_data(json.loads(json.dumps(to_data(rules)))) == rules
    assert from_data(json.loads(json.dumps(all_fields(rules)))) == rules
    assert hash(from_data(to_data(rules))) == hash(rules)
