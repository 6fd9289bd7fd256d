"""Views go up, never the match: nothing that this floor hands out leads to four hands, unless one breaks the seal."""

import dataclasses
import pickle
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from tests.table.matches import created, follow, proposed, random_entry, random_match

from pilotta.game.actions import Deal
from pilotta.game.events import Dealt
from pilotta.game.state import DealState, MatchState
from pilotta.rules.catalogue import PRESETS
from pilotta.table import (
    Seated,
    Watcher,
    Witness,
    adopt,
    due,
    events_for,
    propose_deal,
    reasons_for,
    view_for,
)
from pilotta.table.seal import Sealed, opened
from pilotta.table.state import Inside

SECRET = (MatchState, DealState, Inside, Dealt, Deal)
SHORT = PRESETS["academy"].change(target=101)


def reached(value: object, seen: set[int]) -> Iterator[object]:
    """Everything that can be read from a value by public names."""
    if id(value) in seen or isinstance(value, str | int | float | bool | type(None)):
        return
    seen.add(id(value))
    yield value
    inner: list[Any] = []
    if isinstance(value, Mapping):
        inner = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        inner = list(value)
    if dataclasses.is_dataclass(value) or hasattr(value, "_fields"):
        names = [name for name in dir(value) if not name.startswith("_")]
        inner += [each for name in names if not callable(each := getattr(value, name))]
    for each in inner:
        yield from reached(each, seen)


def test_what_goes_up_leads_to_no_hand_of_others() -> None:
    rng = random.Random(3)
    viewers = (Seated(0, "guest-S"), Watcher(), Witness())
    seals = 0
    for _, table in follow(created(SHORT, training=True), lambda table: random_entry(table, rng), limit=90):
        given: list[object] = [table, due(table)]
        if table.next_deal_at is not None:
            given.append(proposed(propose_deal(table, random.Random(1))))
        for viewer in viewers:
            given += [view_for(table, viewer), reasons_for(table, viewer, table.begun)]
        found = [each for value in given for each in reached(value, set())]
        assert not [each for each in found if isinstance(each, SECRET)]
        seals += sum(isinstance(each, Sealed) for each in found)
    assert seals > 60


def test_events_lead_to_no_hand_of_others() -> None:
    rng = random.Random(3)
    table = random_match(SHORT, 3)[0][1]
    _, news = adopt(table, proposed(propose_deal(table, rng)), 2, 0)
    assert any(isinstance(each, Dealt) for each in opened(news.events))
    for viewer in (Seated(0, "guest-S"), Watcher(), Witness()):
        found = [each for event in (news, events_for(news, viewer)) for each in reached(event, set())]
        assert not [each for each in found if isinstance(each, SECRET)]


def test_what_is_sealed_shows_itself_nowhere() -> None:
    match = random_match(SHORT, 9)[:30]
    for _, table in match:
        hidden = f"{opened(table.inside).match.deal}"
        assert hidden == "None" or hidden not in repr(table)
        assert "s3cret" not in repr(table)
        for value in (table, table.inside):
            with pytest.raises(TypeError, match="stays in its process"):
                pickle.dumps(value)
    proposal = proposed(propose_deal(match[0][1], random.Random(1)))
    assert proposal.text not in repr(proposal)
    assert Sealed(1) == Sealed(1) != Sealed(2)
    assert repr(Sealed("a hand")) == "<sealed>"
