"""Rule sets: what the sources say of each field, what can be changed, and what contradicts itself."""

import json
from dataclasses import FrozenInstanceError, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.driver import CHANGES
from tests.rules.tables import SOURCES, table

from pilotta.rules.catalogue import PRESETS, all_fields, from_data, preset, to_data
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import FIELD_NAMES, RuleSet

PRESET_TABLE = table("presets")
HINTS = get_type_hints(RuleSet)
# Fields that say what cannot be otherwise: one value, in every rule set.
FIXED = {name for name, hint in HINTS.items() if get_origin(hint) is Literal and len(get_args(hint)) == 1}


@pytest.mark.parametrize("name", PRESET_TABLE)
def test_presets_are_what_the_sources_say(name: str) -> None:
    for preset_name, said in PRESET_TABLE[name].items():
        assert said["source"] in SOURCES
        assert all_fields(preset(preset_name))[name] == said["value"], (preset_name, name)


def test_the_table_of_presets_is_whole() -> None:
    assert list(PRESET_TABLE) == [name for name in FIELD_NAMES if name != "preset"]
    assert all(list(said) == list(PRESETS) for said in PRESET_TABLE.values())


def test_the_default_is_academy() -> None:
    assert RuleSet() == preset("academy") == from_data({})
    assert [rules.preset for rules in PRESETS.values()] == ["academy", "kafeneio", "bourlot", "club"]


def test_house_rules_are_off_everywhere() -> None:
    for rules in PRESETS.values():
        assert not rules.fixed_trump
        assert not rules.capot_call
        assert not rules.capot_must_be_called
        assert not rules.hundred_ties_four
        assert rules.miscall_penalty == 0
        assert rules.bid_step == 10
        assert rules.failed_declarations != "kept"


def test_every_house_rule_can_be_switched_on() -> None:
    for rules in PRESETS.values():
        tens = rules.sheet_unit == "tens"
        for change in (
            {"capot_call": True},
            {"capot_call": True, "capot_must_be_called": True},
            {"hundred_ties_four": True},
            {"failed_declarations": "kept"},
            {"bid_step": 1},
            {"miscall_penalty": 20},
            {"capot_points": 262},
            {"fixed_trump": "D"},
            {"target": 101 if tens else 1010},
            {"target": 401 if tens else 4010},
        ):
            assert rules.change(**change) != rules
    assert preset("club").change(no_trump_bonus=80, all_trump_bonus=80).no_trump_bonus == 80
    six = preset("academy").change(strains="SHDCNA", no_trump_bonus=50, all_trump_bonus=80)
    assert six.all_trump_bonus == 80


def test_every_field_can_be_overridden() -> None:
    """Each field that is not fixed has another value that some preset takes, by itself or with what it needs."""
    needs: dict[str, dict[str, Any]] = {
        "capot_must_be_called": {"capot_call": True},
        "sheet_unit": {"target": 3510},
        "no_trump_bonus": {"strains": "SHDCN", "sixes_up": "bidders"},
        "all_trump_bonus": {"strains": "SHDCA", "sixes_up": "bidders"},
        "no_trump_values": {"no_trump_values": (0, 0, 2, 10, 2, 3, 4, 17)},
        "all_trump_values": {"all_trump_values": (0, 0, 14, 10, 10, 1, 3, 0)},
        "last_trick": {"last_trick": 20, "plain_values": (0, 0, 0, 10, 2, 3, 4, 11), "trump_values": (0, 0, 14, 10, 10, 3, 4, 11)},
        "trump_values": {"trump_values": (0, 0, 20, 10, 14, 3, 4, 11)},
        "plain_values": {"plain_values": (0, 0, 0, 11, 2, 3, 4, 10)},
    }  # fmt: skip
    for name in FIELD_NAMES:
        if name in FIXED or name == "preset":
            continue
        tries = [needs.get(name, {}) | {name: value} for value in CHANGES.get(name, ())] or [needs[name]]
        if name in needs and name not in CHANGES:
            tries = [needs[name]]
        assert any(changes(rules, change, name) for rules in PRESETS.values() for change in tries), name


def changes(rules: RuleSet, change: dict[str, Any], name: str) -> bool:
    try:
        changed = rules.change(**change)
    except RuleSetError:
        return False
    return bool(getattr(changed, name) != getattr(rules, name))


@pytest.mark.parametrize("name", sorted(FIXED))
def test_what_cannot_be_otherwise_is_refused(name: str) -> None:
    for value in (None, 0, 1, 5, 52, "same", "clockwise", "", True, False, (), 4.0):
        allowed = get_args(HINTS[name])[0]
        if type(value) is type(allowed) and value == allowed:
            continue
        with pytest.raises(RuleSetError, match=name) as raised:
            preset("academy").change(**{name: value})
        assert raised.value.fields == (name,)


@pytest.mark.parametrize("case", table("contradictions")["case"], ids=lambda case: str(case["change"])[:70])
def test_contradictions(case: dict[str, Any]) -> None:
    with pytest.raises(RuleSetError) as raised:
        from_data({"preset": case["preset"], **case["change"]})
    assert set(raised.value.fields) == set(case["fields"])
    message = str(raised.value)
    for name in case["fields"]:
        assert name in message
    assert case["says"] in message
    assert len(message) < 300


@pytest.mark.parametrize("name", FIELD_NAMES)
def test_wrong_types(name: str) -> None:
    right = type(getattr(preset("academy"), name))
    for value in (
        None,
        0,
        -1,
        10**30,
        10**5000,
        0.5,
        True,
        "",
        "x" * 10_000,
        b"S",
        [],
        (),
        ("a",),
        (1.0,),
        {},
        object(),
        [[]],
    ):
        if type(value) is right:
            continue
        with pytest.raises(RuleSetError, match=name) as raised:
            preset("academy").change(**{name: value})
        assert name in raised.value.fields
        assert len(str(raised.value)) < 400


@given(name=st.sampled_from(FIELD_NAMES), value=st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner) | st.tuples(inner)))  # fmt: skip
def test_any_value_makes_a_rule_set_or_an_error(name: str, value: Any) -> None:
    try:
        rules = from_data({"preset": "club", name: value})
    except RuleSetError:
        return
    assert from_data(json.loads(json.dumps(to_data(rules)))) == rules


@pytest.mark.parametrize(
    "name", ["self", "Target", "targets", "", "__class__", "__post_init__", "unit", "change", "x" * 500]
)
def test_unknown_fields(name: str) -> None:
    with pytest.raises(RuleSetError, match="no such field"):
        from_data({"preset": "academy", name: 1})


@pytest.mark.parametrize(
    "data",
    [
        None,
        5,
        [],
        "Academy",
        "",
        "none",
        {"preset": None},
        {"preset": 1},
        {"preset": "x"},
        {"preset": []},
        {5: 1},
        {None: "academy"},
        True,
    ],
)
def test_no_rule_set(data: object) -> None:
    with pytest.raises(RuleSetError):
        from_data(data)


def test_a_rule_set_is_frozen() -> None:
    for each in fields(RuleSet):
        with pytest.raises(FrozenInstanceError):
            setattr(preset("academy"), each.name, 1)
    assert {preset("academy"), RuleSet()} == {RuleSet()}


@pytest.mark.parametrize("name", PRESETS)
def test_the_shortest_data(name: str) -> None:
    assert to_data(preset(name)) == name
    changed = preset(name).change(dealing=(4, 4), first_leader="left")
    assert to_data(changed) == {"preset": name, "dealing": [4, 4], "first_leader": "left"}
