"""Who may hear what, for every kind of viewer."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.matches import ID, START, created, decided_of, follow, match_of, random_entry, random_match
from tests.table.worlds import other_worlds

from pilotta.game.actions import Deal, MakeCall
from pilotta.game.notation import deal_text
from pilotta.game.view import view
from pilotta.rules.catalogue import PRESETS
from pilotta.said import Said
from pilotta.table import (
    Done,
    Entry,
    Lesson,
    Seated,
    Table,
    Told,
    Viewer,
    Watcher,
    Witness,
    fold,
    hushed,
    read,
    read_log,
    reason_for,
    reasons_for,
    record_for,
    seen_then,
    view_for,
    viewer_of,
    write,
)

SOUTH, NORTH = Seated(0, "guest-S"), Seated(2, "guest-N")
SHORT = PRESETS["academy"].change(target=101)


def with_reasons(entries: Sequence[Entry]) -> list[Entry]:
    """The log in which every reason names the hand that its seat was dealt: nothing could be more secret."""
    hands: list[str] = []
    told = []
    for entry in entries:
        content = read(entry.payload)
        payload = entry.payload
        if isinstance(content, Done) and isinstance(content.action, Deal):
            hands = deal_text(content.action.hands).removeprefix("S:").split()
        elif isinstance(content, Done) and content.why is not None:
            hand = hands[content.action.seat]  # type: ignore[union-attr]
            payload = write(replace(content, why=Said(content.why.code, {"hand": hand})))
        told.append(entry._replace(payload=payload))
    return told


def asked(entries: list[Entry], viewer: Viewer) -> list[object]:
    """All that a viewer can be told of the bots' reasons, after every entry of the last deal."""
    found: list[object] = []
    at = max(i for i, entry in enumerate(entries) if '"deal"' in entry.payload)
    table: Table | None = None
    for i, entry in enumerate(entries):
        table, _ = fold(table, ID, entry)
        if i >= at:
            deal = table.begun
            found += [reason_for(table, viewer, deal, call=number) for number in range(-1, 20)]
            found += [reason_for(table, viewer, deal, card=card) for card in range(32)]
            found.append(reasons_for(table, viewer, deal))
    return found


def told_in(found: list[object]) -> list[object]:
    return [each for each in found if isinstance(each, Told) or (isinstance(each, tuple) and each)]


@given(
    seed=st.integers(0, 10**9),
    length=st.integers(8, 90),
    training=st.booleans(),
    humans=st.sampled_from(["S", "SN", "N"]),
    viewer=st.sampled_from([SOUTH, NORTH, Watcher(), Witness()]),
)
@settings(max_examples=60)
def test_reasons_tell_nothing_of_a_running_deal_but_to_one_person_alone_at_a_training_table(
    seed: int, length: int, training: bool, humans: str, viewer: Viewer
) -> None:
    rng = random.Random(seed)
    first = created(PRESETS["academy"], training=training, humans=humans)
    entries = [entry for entry, _ in follow(first, lambda table: random_entry(table, rng), limit=length)]
    table = read_log(ID, entries)
    if isinstance(viewer, Seated):
        viewer = viewer_of(table, viewer.person) or Watcher()
    running = table.deals < table.begun
    alone = training and len(humans) == 1 and isinstance(viewer, Seated)
    told = asked(with_reasons(entries), viewer)
    if running:
        spoke = any(each.why for each in decided_of(table)[-1])
        assert bool(told_in(told)) == (spoke and alone)
    if running and not alone:
        for _, world in zip(range(4), other_worlds(entries, viewer, rng), strict=False):
            assert asked(with_reasons(world), viewer) == told


def test_a_deal_that_is_over_is_open() -> None:
    table = next(table for _, table in random_match(SHORT, 4) if table.deals == 1)
    assert reason_for(table, SOUTH, 1, card=99) == Said("reason.no_such_move")
    for viewer in (SOUTH, Witness()):
        number = 0
        for place, made in enumerate(decided_of(table)[0]):
            if isinstance(made.action, MakeCall):
                answer = reason_for(table, viewer, 1, call=number)
                number += 1
                if made.why is None:
                    assert answer == Said("reason.not_a_bot")
                else:
                    assert answer == Told(1, place, "random", made.action, made.why)
        assert reason_for(table, viewer, 1, call=40) == Said("reason.no_such_move")
        for deal in (0, 2, -1):
            assert reason_for(table, viewer, deal, call=0) == Said("reason.no_such_move")
            assert reasons_for(table, viewer, deal) == Said("reason.no_such_move")


def test_what_a_bot_saw_is_told_with_its_reason_only() -> None:
    rng = random.Random(4)
    tables = [table for _, table in follow(created(SHORT), lambda table: random_entry(table, rng), limit=80)]
    over = next(table for table in tables if table.deals == 1)
    told = reasons_for(over, SOUTH, 1)
    assert isinstance(told, tuple)
    moments = {table.rev: table for table in tables}
    for each in told:
        # The deal is entry 2, so what was done at place 0 was done when the table stood there.
        before = match_of(moments[each.place + 2])
        assert seen_then(over, SOUTH, each) == view(before, each.action.seat)
    running = next(table for table in tables if table.rev == told[-1].place + 2)
    assert seen_then(running, SOUTH, told[0]) == Said("reason.deal_running")
    assert reasons_for(running, Witness(), 1) == Said("reason.deal_running")


def test_a_watcher_hears_reasons_where_all_cards_were_played() -> None:
    table = random_match(SHORT, 4)[-1][1]
    results = match_of(table).results
    assert {each.passed_out for each in results} == {True, False}
    for number, result in enumerate(results, 1):
        answer = reasons_for(table, Watcher(), number)
        assert (answer == Said("table.not_yours")) == result.passed_out
    for lesson in (Lesson.REVIEW, Lesson.RECORD):
        assert hushed(table, Watcher(), lesson) == Said("table.not_yours")


@pytest.mark.parametrize("viewer", [SOUTH, NORTH, Watcher(), Witness()])
@pytest.mark.parametrize("humans", ["S", "SN"])
@pytest.mark.parametrize("training", [True, False])
def test_hints_are_for_one_person_alone(viewer: Viewer, humans: str, training: bool) -> None:
    rng = random.Random(3)
    first = created(SHORT, humans=humans, training=training)
    given = set()
    for _, table in follow(first, lambda table: random_entry(table, rng)):
        answer = hushed(table, viewer, Lesson.HINT)
        if answer is None:
            assert (viewer, humans, training) == (SOUTH, "S", True)
            assert view_for(table, viewer).seen.turn == 0
            assert table.next_deal_at is None
        given.add(answer.code if answer else None)
    if training and humans == "S" and viewer == SOUTH:
        assert given == {None, "hint.not_your_turn"}
    else:
        assert given == {"hint.not_training"}


@pytest.mark.parametrize("viewer", [SOUTH, Watcher(), Witness()])
def test_meanings_are_for_everybody(viewer: Viewer) -> None:
    for _, table in random_match(SHORT, 3)[::9]:
        assert hushed(table, viewer, Lesson.MEANINGS) is None


def test_reviews_and_records_wait_for_the_end() -> None:
    match = random_match(SHORT, 3)
    for viewer in (SOUTH, Watcher(), Witness()):
        for _, table in match[:-1:7]:
            assert record_for(table, viewer) == Said("record.match_running")
            assert hushed(table, viewer, Lesson.REVIEW) == Said("review.match_running")
    over = match[-1][1]
    for viewer in (SOUTH, Witness()):
        assert not isinstance(record_for(over, viewer), Said)
        assert hushed(over, viewer, Lesson.REVIEW) is None
    given_up, _ = fold(match[5][1], ID, Entry(match[5][1].rev + 1, '{"kind":"closed","seat":"S"}', START))
    assert hushed(given_up, SOUTH, Lesson.REVIEW) == Said("review.nothing")


def test_a_witness_sees_the_hands_of_a_deal_that_is_over() -> None:
    shown = 0
    for _, table in random_match(SHORT, 3):
        deal = match_of(table).deal
        opened = view_for(table, Witness()).opened
        if opened is not None:
            assert table.begun == table.deals
            assert deal is not None
            assert opened == deal.dealt
            shown += 1
        else:
            assert table.begun > table.deals or deal is None
        assert view_for(table, SOUTH).opened is None
        assert view_for(table, Watcher()).opened is None
    assert shown > 1


def test_a_person_has_one_seat_and_others_none() -> None:
    table, _ = fold(None, ID, created(SHORT, humans="SN"))
    assert viewer_of(table, "guest-N") == NORTH
    assert viewer_of(table, "guest-E") is None
    assert viewer_of(table, "") is None
