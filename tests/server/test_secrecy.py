"""What a viewer may not know is never sent to him: with other cards in hidden hands, every byte he gets is the same."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.matches import created, follow, random_entry
from tests.table.worlds import other_worlds

from pilotta.rules.catalogue import PRESETS
from pilotta.server.tables.live import LiveTable
from pilotta.table import Entry, Seated, Viewer, Watcher, Witness, fold

VIEWERS: list[Viewer] = [*(Seated(seat, f"guest-{'SENW'[seat]}") for seat in range(4)), Watcher(), Witness()]


class Ear:
    """Listens for a viewer and keeps every byte."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.heard: list[bytes] = []

    def push(self, frame: bytes) -> None:
        self.heard.append(frame)


def heard(entries: list[Entry], viewer: Viewer) -> list[bytes]:
    """Every frame of one who listened from the beginning, then those of one that comes back and of one that is new."""
    state, news = fold(None, "0123456789abcdef", entries[0])
    live = LiveTable(state, [news])
    ear = Ear(viewer)
    live.listeners.add(ear)
    ear.push(live.catch_up_frame(viewer, None))
    for entry in entries[1:]:
        live.absorb([entry])
    return [
        *ear.heard,
        live.catch_up_frame(viewer, max(1, live.state.rev - 40)),
        live.catch_up_frame(viewer, None),
    ]


@given(
    preset=st.sampled_from(sorted(PRESETS)),
    automatic=st.booleans(),
    seed=st.integers(0, 10**9),
    length=st.integers(3, 120),
    viewer=st.sampled_from(VIEWERS),
)
@settings(max_examples=60)
def test_every_byte_is_the_same_in_every_world_that_looks_the_same(
    preset: str, automatic: bool, seed: int, length: int, viewer: Viewer
) -> None:
    rng = random.Random(seed)
    first = created(PRESETS[preset], automatic=automatic, humans="SENW")
    entries = [entry for entry, _ in follow(first, lambda state: random_entry(state, rng), limit=length)]
    truth = heard(entries, viewer)
    for _, world in zip(range(4), other_worlds(entries, viewer, rng), strict=False):
        assert world != entries
        assert heard(world, viewer) == truth


def test_the_comparison_would_notice() -> None:
    """Seen from a seat whose own cards differ the bytes do differ, so the test above compares something."""
    rng = random.Random(1)
    first = created(PRESETS["academy"], humans="SENW")
    entries = [entry for entry, _ in follow(first, lambda state: random_entry(state, rng), limit=12)]
    world = next(other_worlds(entries, VIEWERS[0], rng))
    assert heard(world, VIEWERS[0]) == heard(entries, VIEWERS[0])
    assert any(heard(world, viewer) != heard(entries, viewer) for viewer in VIEWERS[1:4])


@pytest.mark.parametrize("viewer", [Watcher(), Witness()])
def test_a_watcher_gets_no_card_that_has_not_been_played(viewer: Viewer) -> None:
    rng = random.Random(2)
    entries = [
        entry
        for entry, _ in follow(created(PRESETS["club"]), lambda state: random_entry(state, rng), limit=70)
    ]
    for frame in map(msgspec.json.decode, heard(entries, viewer)):
        assert (frame["view"]["hand"], frame["view"]["dealt"], frame["view"]["own_declarations"]) == (
            [],
            [],
            [],
        )
        legal = frame["view"]["legal"]
        assert not any(value for name, value in legal.items() if name != "calls")
        assert legal["calls"] is None
        assert all(event.get("hand", []) == [] for event in frame.get("events", []))


def test_a_bots_reason_and_the_tables_secret_stay_in_the_log() -> None:
    rng = random.Random(3)
    entries = [
        entry
        for entry, _ in follow(created(PRESETS["academy"]), lambda state: random_entry(state, rng), limit=80)
    ]
    assert any('"why"' in entry.payload for entry in entries)
    for viewer in (VIEWERS[0], Watcher(), Witness()):
        for frame in heard(entries, viewer):
            assert b"why" not in frame
            assert b"random.any" not in frame
            assert b"s3cret" not in frame
            assert b"guest-" not in frame
            assert msgspec.json.decode(frame)["type"] in ("welcome", "update")
