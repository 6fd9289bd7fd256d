"""Whatever is legal under whatever house rules, with anything forgotten or doubled: it can be reviewed, and the figures add up."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.driver import examples, last_state, rule_sets

from pilotta.game.record import parse_record, record_of, record_text
from pilotta.review import review_record
from pilotta.rules.ruleset import RuleSet


@examples(5)
@given(rules=rule_sets(), seed=st.integers(0, 10_000), automatic=st.booleans())
def test_any_finished_deal_can_be_reviewed(rules: RuleSet, seed: int, automatic: bool) -> None:
    state = last_state(rules, seed, automatic=automatic, deals=1, dealer=seed % 4)
    record = parse_record(record_text(record_of(state)))
    data = review_record(record, worlds=2, seed=seed).to_data()
    assert json.loads(json.dumps(data)) == data
    decisions = data["deals"][0]["decisions"]
    assert sum(each["kind"] == "call" for each in decisions) == len(record.deals[0].calls)
    assert sum(each["kind"] == "card" for each in decisions) == len(record.deals[0].plays)
    for seat, player in data["players"].items():
        mine = [each for each in decisions if each["seat"] == seat]
        assert player["decisions"] == sum(each["real"] for each in mine)
        assert player["mistakes"] == sum(each["loss"] > 0 for each in mine)
        phases = player["phases"]
        whole = phases["auction"] + sum(phases["tricks"]) + phases["unsaid"]
        assert player["loss"] == pytest.approx(whole, abs=0.06)
        for each in mine:
            assert each["loss"] in (0.0, each["cost"])
            assert each["loss"] == 0 or each["loss"] > 2 * each["error"] - 0.02
            assert (each["best"] is None) is not each["real"]
    for side in data["sides"].values():
        if side["luck"] is not None:
            assert side["score"] == pytest.approx(side["luck"] + side["play"], abs=0.02)
