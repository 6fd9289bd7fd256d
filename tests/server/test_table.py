"""A table is a fold over its log: the same from any point, and from the text alone."""

import itertools
import json
import random
from dataclasses import replace

import pytest
from tests.server.matches import ID, START, created, follow, random_entry, random_match

from pilotta.bots.bot import Reason
from pilotta.game.record import parse_record
from pilotta.game.referee import replay
from pilotta.game.view import view
from pilotta.rules.catalogue import PRESETS, all_fields
from pilotta.server import codes, logbook, protocol, table
from pilotta.server.logbook import ClosedEntry, Entry, LogError, ReadyEntry
from pilotta.server.table import BotTurn, DealTurn, No

SHORT = {name: rules.change(target=101 * rules.unit, wins_needed=1) for name, rules in PRESETS.items()}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("automatic", [True, False])
def test_a_cached_fold_equals_a_fresh_one(preset: str, automatic: bool) -> None:
    match = random_match(SHORT[preset], 7, automatic=automatic)
    entries = [entry for entry, _ in match]
    assert match[-1][1].over
    for upto in {1, 2, 30, len(entries) // 2, len(entries)}:
        state = None
        for entry in entries[:upto]:
            state, _ = table.fold(state, ID, entry)
        assert state == match[upto - 1][1]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_log_is_text_that_reads_back(preset: str) -> None:
    for entry, _ in random_match(SHORT[preset], 3, automatic=False):
        assert logbook.payload(logbook.read_payload(entry.payload)) == entry.payload
        assert json.loads(entry.payload)["kind"]


def test_the_log_is_written_in_notation() -> None:
    texts = [json.loads(entry.payload) for entry, _ in random_match(SHORT["academy"], 5)]
    assert texts[0]["rules"] == all_fields(SHORT["academy"])
    assert texts[0]["players"]["S"] == {"name": "Μαρία", "guest": "guest-S"}
    assert texts[0]["players"]["E"] == {"bot": "random"}
    assert texts[1]["kind"] == "deal"
    assert texts[1]["hands"].startswith("S:")
    call = next(each for each in texts if each["kind"] == "call")
    assert (call["seat"], call["call"]) == ("S", "P") or call["call"][-1] in "SHDC"
    assert {"kind", "seat", "card"} <= set(next(each for each in texts if each["kind"] == "play"))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("automatic", [True, False])
def test_a_finished_table_gives_a_record_that_replays(preset: str, automatic: bool) -> None:
    match = random_match(SHORT[preset], 11, automatic=automatic)
    assert table.record(match[-2][1]) is None
    state = match[-1][1]
    text = table.record(state)
    assert text is not None
    replayed = replay(parse_record(text)).state
    assert (replayed.totals, replayed.wins, replayed.results) == (
        state.match.totals,
        state.match.wins,
        state.match.results,
    )


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "[]",
        '{"kind":"unheard"}',
        '{"kind":"play","seat":"S","card":"1H"}',
        '{"kind":"play","seat":"X","card":"JH"}',
        '{"kind":"call","seat":"S","call":"80Z"}',
        '{"kind":"deal","hands":"S:AKQ"}',
        '{"kind":"ready","seat":"S","more":1}',
        '{"kind":"play","seat":"N","card":"JH"}',
        '{"kind":"created","rules":{"preset":"academy"}}',
    ],
)
def test_a_log_that_cannot_be_followed_is_refused(payload: str) -> None:
    state, _ = table.fold(None, ID, created(SHORT["academy"]))
    with pytest.raises(LogError):
        table.fold(state, ID, Entry(2, payload, START))
    with pytest.raises(LogError):
        table.fold(None, ID, Entry(1, payload, START))


def test_entries_have_to_be_in_order() -> None:
    match = random_match(SHORT["academy"], 1)
    with pytest.raises(LogError):
        table.fold(match[4][1], ID, match[4][0])
    with pytest.raises(LogError):
        table.fold(match[4][1], ID, match[6][0])


def test_first_deal_comes_at_once_and_later_ones_wait() -> None:
    match = random_match(SHORT["academy"], 2)
    assert table.due(match[0][1]) == DealTurn(START)
    paused = next(state for _, state in match if state.deals == 1 and state.next_deal_at is not None)
    assert paused.next_deal_at == paused.paused_at + 30_000
    assert table.due(paused) == DealTurn(paused.paused_at + 30_000)
    assert table.seat_view(paused, 0).legal.can_continue
    ready = table.decide(paused, 0, protocol.ContinueAction(1))
    assert ready == ReadyEntry("S")
    after, happened = table.fold(
        paused, ID, Entry(paused.rev + 1, logbook.payload(ready), paused.last_at + 5)
    )
    assert happened.events == (protocol.Ready(0),)
    assert after.next_deal_at == after.last_at
    assert table.seat_view(after, 0).ready == [0]
    assert not table.seat_view(after, 0).legal.can_continue
    # Said twice, or too late, it changes nothing; for a deal that has not been it is refused.
    assert table.decide(after, 0, protocol.ContinueAction(1)) is None
    later = next(state for _, state in match if state.deals == 1 and state.next_deal_at is None)
    assert table.decide(later, 0, protocol.ContinueAction(1)) is None
    assert table.decide(paused, 0, protocol.ContinueAction(2)) == No("table.stale", {"rev": str(paused.rev)})


def test_the_next_deal_waits_for_every_person() -> None:
    rng = random.Random(4)
    states = follow(created(SHORT["academy"], humans="SN"), lambda state: random_entry(state, rng))
    paused = next(
        state for _, state in states if state.deals and state.next_deal_at is not None and not state.ready
    )
    one, _ = table.fold(paused, ID, Entry(paused.rev + 1, '{"kind":"ready","seat":"N"}', paused.last_at + 1))
    assert one.next_deal_at == paused.paused_at + 30_000
    both, _ = table.fold(one, ID, Entry(one.rev + 1, '{"kind":"ready","seat":"S"}', one.last_at + 1))
    assert both.next_deal_at == both.last_at


def test_what_is_due_follows_from_the_log() -> None:
    bots = 0
    for _, state in random_match(SHORT["club"], 9, automatic=False):
        due = table.due(state)
        if isinstance(due, BotTurn):
            bots += 1
            assert due == table.due(state)
            assert due.at == state.last_at + 600
            assert due.view == view(state.match, state.match.turn)
            assert state.match.turn != 0
        elif due is None:
            assert state.over or state.match.turn == 0
    assert bots > 50


def test_bots_of_two_tables_do_not_play_alike() -> None:
    state = next(
        state for _, state in random_match(SHORT["academy"], 9) if isinstance(table.due(state), BotTurn)
    )
    other = replace(state, secret="another")
    one, two = table.due(state), table.due(other)
    assert isinstance(one, BotTurn)
    assert isinstance(two, BotTurn)
    assert one.seed != two.seed


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("automatic", [True, False])
def test_what_is_done_for_a_silent_bot_is_legal(preset: str, automatic: bool) -> None:
    for _, state in random_match(SHORT[preset], 13, automatic=automatic):
        due = table.due(state)
        if isinstance(due, BotTurn):
            entry = table.check(state, table.fallback(due.view), due.view.seat, Reason("server.late"))
            assert not isinstance(entry, No)


def test_nobody_can_play_for_another_seat() -> None:
    state = next(
        state for _, state in random_match(SHORT["academy"], 9) if isinstance(table.due(state), BotTurn)
    )
    due = table.due(state)
    assert isinstance(due, BotTurn)
    wanted = table.fallback(due.view)
    assert table.check(state, wanted, (due.view.seat + 1) % 4) == No("action.unknown")
    answer = table.decide(state, 0, protocol.CallAction("P"))
    assert isinstance(answer, No)
    assert answer.code in ("call.wrong_turn", "call.auction_over")


def test_a_closed_table_stays_closed() -> None:
    state = random_match(SHORT["academy"], 9)[20][1]
    entry = table.close(state, 0)
    assert entry == ClosedEntry("S")
    assert table.ends(state, entry)
    closed, _ = table.fold(state, ID, Entry(state.rev + 1, logbook.payload(entry), state.last_at))
    assert closed.over
    assert table.due(closed) is None
    assert table.close(closed, 0) is None
    assert table.decide(closed, 0, protocol.CallAction("P")) == No("table.closed")
    seen = table.seat_view(closed, 0)
    assert seen.closed
    assert (seen.legal.calls, seen.legal.cards, seen.turn) == (None, [], -1)


def test_only_the_last_entry_of_a_match_ends_it() -> None:
    match = random_match(SHORT["academy"], 21)
    for (_, before), (entry, after) in itertools.pairwise(match):
        assert table.ends(before, logbook.read_payload(entry.payload)) == after.over


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (protocol.CallAction("80Z"), "call.not_a_call"),
        (protocol.CallAction("85H"), "call.step"),
        (protocol.CallAction("70H"), "call.too_low"),
        (protocol.CallAction("80N"), "call.strain"),
        (protocol.CallAction("900H"), "call.too_high"),
        (protocol.CallAction("X"), "call.cannot_double"),
        (protocol.CallAction("XX"), "call.cannot_redouble"),
        (protocol.PlayAction(3), "play.not_now"),
        (protocol.AnnounceAction(), "declare.not_now"),
        (protocol.ShowAction(), "show.not_now"),
        (protocol.ContinueAction(1), "table.stale"),
    ],
)
def test_refusals_have_codes_that_the_client_knows(action: protocol.AnyAction, code: str) -> None:
    state = next(state for _, state in random_match(SHORT["academy"], 9) if state.match.turn == 0)
    answer = table.decide(state, 0, action)
    assert isinstance(answer, No)
    assert answer.code == code
    assert code in codes.REFUSAL_CODES
