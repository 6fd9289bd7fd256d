"""What a seat may not know is never sent to it: with other cards in the other hands, every byte it gets is the same."""

import random
from collections.abc import Iterator
from itertools import combinations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.matches import ID, created, follow, random_entry

from pilotta.cards import cards_in
from pilotta.game.actions import MakeCall
from pilotta.game.events import Dealt
from pilotta.game.notation import deal_text, parse_deal
from pilotta.rules.catalogue import PRESETS
from pilotta.seats import SEATS
from pilotta.server import logbook, table, teaching
from pilotta.server.lobby import LiveTable
from pilotta.server.logbook import Entry, LogError


class Ear:
    """Listens at one seat and keeps every byte."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.heard: list[bytes] = []

    def push(self, frame: bytes) -> None:
        self.heard.append(frame)


def heard(entries: list[Entry], seat: int) -> list[bytes]:
    """Every frame of a seat that listened from the beginning, then those of one that comes back and of one that is new."""
    state, happened = table.fold(None, ID, entries[0])
    live = LiveTable(state, [happened])
    ear = Ear(seat)
    live.listeners.add(ear)
    ear.push(live.catch_up_frame(seat, None))
    for entry in entries[1:]:
        live.absorb([entry])
    return [
        *ear.heard,
        live.catch_up_frame(seat, max(1, live.state.rev - 40)),
        live.catch_up_frame(seat, None),
    ]


def public(entries: list[Entry]) -> list[object]:
    """What everybody at the table sees happen; LogError where the entries cannot have happened."""
    state, seen = None, []
    for entry in entries:
        state, happened = table.fold(state, ID, entry)
        seen += [each for each in happened.events if not isinstance(each, Dealt)]
    return seen


def other_worlds(entries: list[Entry], seat: int, rng: random.Random) -> Iterator[list[Entry]]:
    """The same log with other cards in hidden hands of its last deal, where all the same could have happened."""
    at = max(i for i, entry in enumerate(entries) if '"deal"' in entry.payload)
    dealt = logbook.read_payload(entries[at].payload)
    assert isinstance(dealt, logbook.DealEntry)
    hands = list(parse_deal(dealt.hands))
    truth = public(entries)
    hidden = [each for each in range(4) if each != seat]
    swaps = [
        (one, two, card, other)
        for one, two in combinations(hidden, 2)
        for card in cards_in(hands[one])
        for other in cards_in(hands[two])
    ]
    rng.shuffle(swaps)
    for one, two, card, other in swaps[:60]:
        changed = list(hands)
        changed[one] ^= 1 << card | 1 << other
        changed[two] ^= 1 << card | 1 << other
        text = deal_text((changed[0], changed[1], changed[2], changed[3]))
        world = [*entries]
        world[at] = entries[at]._replace(payload=logbook.payload(logbook.DealEntry(text)))
        try:
            if public(world) == truth:
                yield world
        except LogError:
            continue


@given(
    preset=st.sampled_from(sorted(PRESETS)),
    automatic=st.booleans(),
    seed=st.integers(0, 10**9),
    length=st.integers(3, 120),
    seat=st.integers(0, 3),
)
@settings(max_examples=60)
def test_every_byte_is_the_same_in_every_world_that_looks_the_same(
    preset: str, automatic: bool, seed: int, length: int, seat: int
) -> None:
    rng = random.Random(seed)
    first = created(PRESETS[preset], automatic=automatic, humans="SENW")
    entries = [entry for entry, _ in follow(first, lambda state: random_entry(state, rng), limit=length)]
    truth = heard(entries, seat)
    for _, world in zip(range(4), other_worlds(entries, seat, rng), strict=False):
        assert world != entries
        assert heard(world, seat) == truth


def test_the_comparison_would_notice() -> None:
    """Seen from a seat whose own cards differ the bytes do differ, so the test above compares something."""
    rng = random.Random(1)
    first = created(PRESETS["academy"], humans="SENW")
    entries = [entry for entry, _ in follow(first, lambda state: random_entry(state, rng), limit=12)]
    world = next(other_worlds(entries, 0, rng))
    assert heard(world, 0) == heard(entries, 0)
    assert any(heard(world, seat) != heard(entries, seat) for seat in (1, 2, 3))


def with_reasons(entries: list[Entry]) -> list[Entry]:
    """The log in which every bot's reason names the hand that it was dealt: nothing could be more secret."""
    hands: list[str] = []
    told = []
    for entry in entries:
        logged = logbook.read_payload(entry.payload)
        if isinstance(logged, logbook.DealEntry):
            hands = deal_text(parse_deal(logged.hands)).removeprefix("S:").split()
        elif (reason := logbook.reason_of(logged)) is not None:
            seat = SEATS.index(logged.seat)  # type: ignore[union-attr]
            why = logbook.Why(reason.code, {"hand": hands[seat]})
            entry = entry._replace(payload=logbook.payload(msgspec.structs.replace(logged, why=why)))  # type: ignore[call-overload]  # noqa: PLW2901
        told.append(entry)
    return told


def asked(entries: list[Entry]) -> list[object]:
    """All that one can be told of the bots' reasons, after every entry of the last deal."""
    found = []
    at = max(i for i, entry in enumerate(entries) if '"deal"' in entry.payload)
    state = None
    for i, entry in enumerate(entries):
        state, _ = table.fold(state, ID, entry)
        if i >= at:
            deal = len(state.decided)
            found += [teaching.decided_by_bot(state, deal, call=number) for number in range(-1, 20)]
            found += [teaching.decided_by_bot(state, deal, card=card) for card in range(32)]
    return found


@given(seed=st.integers(0, 10**9), length=st.integers(8, 90), training=st.booleans())
@settings(max_examples=30)
def test_reasons_tell_nothing_of_a_running_deal_but_at_a_training_table(
    seed: int, length: int, training: bool
) -> None:
    rng = random.Random(seed)
    first = created(PRESETS["academy"], training=training)
    entries = [entry for entry, _ in follow(first, lambda state: random_entry(state, rng), limit=length)]
    state = None
    for entry in entries:
        state, _ = table.fold(state, ID, entry)
    assert state is not None
    running = state.deals < len(state.decided)
    spoke = any(each.reason for each in state.decided[-1])
    told = asked(with_reasons(entries))
    names = [each for each in told if not isinstance(each, table.No)]
    assert bool(names) == (spoke and (training or not running))
    if running and not training:
        for _, world in zip(range(4), other_worlds(entries, 0, rng), strict=False):
            assert asked(with_reasons(world)) == told


def test_a_deal_that_is_over_is_open() -> None:
    rng = random.Random(4)
    states = [
        state for _, state in follow(created(PRESETS["academy"]), lambda s: random_entry(s, rng), limit=60)
    ]
    state = next(each for each in states if each.deals == 1)
    for number, made in enumerate(each for each in state.decided[0] if isinstance(each.action, MakeCall)):
        answer = teaching.decided_by_bot(state, 1, call=number)
        if made.reason is None:
            assert answer == table.No("reason.not_a_bot")
        else:
            assert not isinstance(answer, table.No)
            assert answer[1] is made
            assert state.decided[0][answer[0]] is made
    assert teaching.decided_by_bot(state, 1, call=40) == table.No("reason.no_such_move")
    assert teaching.decided_by_bot(state, 2, call=0) == table.No("reason.no_such_move")
    assert teaching.decided_by_bot(state, 0, call=0) == table.No("reason.no_such_move")


def test_a_bots_reason_and_the_tables_secret_stay_in_the_log() -> None:
    rng = random.Random(3)
    entries = [
        entry
        for entry, _ in follow(created(PRESETS["academy"]), lambda state: random_entry(state, rng), limit=80)
    ]
    assert any('"why"' in entry.payload for entry in entries)
    for frame in heard(entries, 0):
        assert b"why" not in frame
        assert b"random.any" not in frame
        assert b"s3cret" not in frame
        assert b"guest-" not in frame
        assert msgspec.json.decode(frame)["type"] in ("welcome", "update")
