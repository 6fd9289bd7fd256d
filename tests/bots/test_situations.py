"""What cafe does in positions that a player would recognise, and the reason it gives: data in situations.toml."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.bots.situations import positions

from pilotta.bots.cafe import Cafe
from pilotta.bots.convention import CONVENTIONS
from pilotta.cards import CARD_NAMES
from pilotta.game.actions import MakeCall, PlayCard

CASES = tomllib.loads(Path(__file__).with_name("situations.toml").read_text(encoding="utf-8"))
WHERE = ("seat", "dealer", "calls", "plays", "rules")


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in CASES[kind]]


def answers(case: dict[str, Any]) -> set[tuple[str, str]]:
    """What cafe says, over several ways in which the other hands may lie: one answer, or it saw what it should not."""
    bot = Cafe(convention=CONVENTIONS[case.get("convention", "cypriot")])
    where = {name: case[name] for name in WHERE if name in case}
    found = set()
    for view in positions(case["hand"], count=4, **where):
        decision = bot.act(view)
        action = decision.action
        assert isinstance(action, MakeCall | PlayCard)
        text = action.call.text if isinstance(action, MakeCall) else CARD_NAMES[action.card]
        found.add((text, decision.reason.code))
    return found


@pytest.mark.parametrize("case", cases("auction"))
def test_auction(case: dict[str, Any]) -> None:
    assert answers(case) == {(case["expect"], case["reason"])}


@pytest.mark.parametrize("case", cases("play"))
def test_play(case: dict[str, Any]) -> None:
    assert answers(case) == {(case["expect"], case["reason"])}
