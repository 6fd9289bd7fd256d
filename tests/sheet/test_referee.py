"""What is told to the score keeper and what the cards say are one score."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.driver import examples, last_state, rule_sets
from tests.sheet.told import line_told

from pilotta.game.record import parse_record, record_of
from pilotta.game.referee import replay
from pilotta.game.state import MatchState
from pilotta.rules.ruleset import RuleSet
from pilotta.sheet import LineError, Sheet, parse_sheet, sheet_data, sheet_text

RECORDS = Path(__file__).resolve().parent.parent / "data" / "records"
seeds = st.integers(0, 2**32)


def kept(state: MatchState, chance: Random) -> Sheet:
    """The sheet of a match, told deal by deal; each deal's account is compared as it is written down."""
    sheet = Sheet(state.rules)
    for result, deal in zip(state.results, state.finished, strict=True):
        sheet = sheet.add(line_told(state.rules, deal, result, chance))
        entry = sheet.entries[-1]
        assert entry.account == result.account
        assert entry.score == result.score
        # What the sheet's file says is the same deal.
        assert (
            Sheet(state.rules, entries=sheet.entries[:-1]).add(entry.line).entries[-1].account
            == result.account
        )
    return sheet


def agrees(state: MatchState, chance: Random) -> None:
    sheet = kept(state, chance)
    assert (sheet.wins, sheet.winner) == (state.wins, state.winner)
    if state.winner is None:
        assert sheet.totals == state.totals
    else:
        with pytest.raises(LineError, match="over"):
            sheet.add("pass" if not state.rules.fixed_trump else "NS cards=90")
    again = parse_sheet(sheet_text(sheet))
    assert sheet_data(again) == sheet_data(sheet)


@pytest.mark.parametrize("name", ["academy", "kafeneio", "bourlot", "club"])
def test_a_whole_match(name: str) -> None:
    state = replay(parse_record((RECORDS / f"cli-{name}.pilotta.json").read_bytes())).state
    assert state.winner is not None
    agrees(state, Random(1))


@given(rules=rule_sets(), seed=seeds, automatic=st.booleans())
@examples(100)
def test_random_deals_under_random_house_rules(rules: RuleSet, seed: int, automatic: bool) -> None:
    check(rules, seed, automatic, 3)


@pytest.mark.slow
@given(rules=rule_sets(), seed=seeds, automatic=st.booleans())
@examples(500)
def test_many_random_deals_under_random_house_rules(rules: RuleSet, seed: int, automatic: bool) -> None:
    check(rules, seed, automatic, 8)


@pytest.mark.long
@pytest.mark.timeout(1800)
@given(rules=rule_sets(), seed=seeds, automatic=st.booleans())
@examples(5000)
def test_very_many_random_deals_under_random_house_rules(rules: RuleSet, seed: int, automatic: bool) -> None:
    check(rules, seed, automatic, 8)


def check(rules: RuleSet, seed: int, automatic: bool, deals: int) -> None:
    played = last_state(rules, seed, automatic=automatic, deals=deals)
    agrees(replay(record_of(played)).state, Random(seed))
