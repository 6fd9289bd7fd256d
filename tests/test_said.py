"""What the core says is one kind of value: frozen, told apart by who says it, carried between processes and over the wire."""

import pickle
from dataclasses import FrozenInstanceError, fields

import msgspec
import pytest

from pilotta.bots.bot import Reason
from pilotta.game.transition import NOTHING, Refusal
from pilotta.rules.errors import Breach
from pilotta.said import Said

PARAMS = {"seat": "S", "card": "JH"}
KINDS = (Said, Breach, Reason, Refusal)


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_a_frozen_value_that_travels(kind: type[Said]) -> None:
    said = kind("play.not_in_hand", PARAMS)
    assert isinstance(said, Said)
    assert pickle.loads(pickle.dumps(said)) == said
    assert not hasattr(said, "__dict__")
    with pytest.raises(FrozenInstanceError):
        said.code = "play.not_now"  # type: ignore[misc]
    assert kind("play.not_now").params == {}


def test_who_says_it_makes_a_difference() -> None:
    assert len({type(kind("play.not_now")) for kind in KINDS}) == len(KINDS)
    assert Breach("play.not_now") != Said("play.not_now")
    assert Refusal("play.not_now").legal == NOTHING


def test_on_the_wire_it_is_code_and_params_and_nothing_else() -> None:
    assert msgspec.json.encode(Said("server.failed")) == b'{"code":"server.failed","params":{}}'
    assert [field.name for field in fields(Said)] == ["code", "params"]
