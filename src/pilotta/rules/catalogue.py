"""The four presets. Each says only how it differs from ``academy``; ``docs/rules.md`` cites the source of every value."""

from collections.abc import Mapping
from typing import Any, Final

from pilotta.cards import shown
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import FIELD_NAMES, RuleSet

ACADEMY: Final = RuleSet()

KAFENEIO: Final = ACADEMY.change(
    preset="kafeneio",
    declaration_tie="trumps",
    show="second_trick",
    reverse_capot="deal",
    target=301,
)

BOURLOT: Final = ACADEMY.change(
    preset="bourlot",
    first_bidder="left",
    double="none",
    redouble=False,
    bids_said="points",
    declaration_tie="trumps",
    announce="after_auction",
    show="at_once",
    pilotta_calls="first_card",
    pilotta_said="bourlot",
    must_exceed_opponents=True,
    reverse_capot="deal",
    sheet_unit="points",
    sixes_up="trump_jack",
    target=3550,
    target_met="exceeded",
    wins_needed=2,
)

CLUB: Final = ACADEMY.change(
    preset="club",
    dealer_after_passes="same",
    strains="SHDCNA",
    pass_is_final=True,
    double="after_auction",
    bids_said="points",
    sequence_order="ATKQJ987",
    declaration_order="points_first",
    declaration_tie="first_in_turn",
    announce="before_second_trick",
    show="at_once",
    pilotta_calls="first_card",
    made_adds_bid=False,
    failed_adds_bid=False,
    failed_declarations="lost",
    double_multiplies="score",
    capot_points=252,
    reverse_capot="deal",
    no_trump_bonus=50,
    all_trump_bonus=50,
)

PRESETS: Final[Mapping[str, RuleSet]] = {each.preset: each for each in (ACADEMY, KAFENEIO, BOURLOT, CLUB)}

TARGETS: Final[Mapping[str, int]] = {"short": 151, "medium": 251, "standard": 351, "long": 401}
"""The named targets of source 002 for a sheet in tens."""


def preset(name: str) -> RuleSet:
    """The preset of this name. RuleSetError lists the names when it is none."""
    if name not in PRESETS:
        raise RuleSetError(("preset",), f"{shown(name)} is no preset; there are {', '.join(PRESETS)}")
    return PRESETS[name]


def from_data(data: object) -> RuleSet:
    """A rule set from plain data: a preset's name, or ``{"preset": …, field: value …}``. RuleSetError says what is wrong."""
    if isinstance(data, str):
        return preset(data)
    if not isinstance(data, dict):
        raise RuleSetError(("rules",), "a preset's name or an object with a preset and its changes is needed")
    for key in data:
        if not isinstance(key, str):
            raise RuleSetError((shown(key),), "no such field of a rule set")
    name = data.get("preset", "academy")
    if not isinstance(name, str):
        raise RuleSetError(("preset",), f"{shown(name)} is no preset's name")
    changes = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in data.items()
        if key != "preset"
    }
    return preset(name).change(**changes)


def to_data(rules: RuleSet) -> Any:
    """The shortest plain data that :func:`from_data` reads back: the preset's name, with what was changed if anything was."""
    base = preset(rules.preset)
    changes = {
        name: _plain(getattr(rules, name))
        for name in FIELD_NAMES
        if getattr(rules, name) != getattr(base, name)
    }
    return {"preset": rules.preset, **changes} if changes else rules.preset


def all_fields(rules: RuleSet) -> dict[str, Any]:
    """Every field as plain data, in the order of the class."""
    return {name: _plain(getattr(rules, name)) for name in FIELD_NAMES}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
