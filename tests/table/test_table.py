"""A table is a fold over its log: the same from any point, and from the text alone."""

import hashlib
import json
import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.driver import examples, rule_sets
from tests.table.matches import (
    ID,
    START,
    created,
    follow,
    made,
    match_of,
    proposed,
    random_entry,
    random_match,
)

from pilotta.bots.bot import Reason
from pilotta.game.actions import Announce, Deal, MakeCall, PlayCard, Show
from pilotta.game.record import record_text
from pilotta.game.referee import replay
from pilotta.game.view import view
from pilotta.rules.auction import parse_call
from pilotta.rules.catalogue import PRESETS, all_fields
from pilotta.rules.ruleset import RuleSet
from pilotta.said import Said
from pilotta.seats import SEATS
from pilotta.table import (
    BotTurn,
    Command,
    Continue,
    Created,
    DealTurn,
    Entry,
    GiveUp,
    LogError,
    MemoryLog,
    Player,
    Proposal,
    Ready,
    Seated,
    Table,
    adopt,
    due,
    events_for,
    fallback,
    fold,
    propose,
    propose_deal,
    propose_table,
    read,
    read_log,
    record_for,
    renew,
    view_for,
    waits_for_none,
)

SHORT = {name: rules.change(target=101 * rules.unit, wins_needed=1) for name, rules in PRESETS.items()}
SOUTH = Seated(0, "guest-S")


def bots_turn() -> Table:
    return next(table for _, table in random_match(SHORT["academy"], 9) if isinstance(due(table), BotTurn))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("automatic", [True, False])
def test_a_cached_fold_equals_a_fresh_one(preset: str, automatic: bool) -> None:
    match = random_match(SHORT[preset], 7, automatic=automatic)
    entries = [entry for entry, _ in match]
    assert match[-1][1].over
    for upto in {1, 2, 30, len(entries) // 2, len(entries)}:
        assert read_log(ID, entries[:upto]) == match[upto - 1][1]


@given(
    rules=rule_sets(), seed=st.integers(0, 2**32), automatic=st.booleans(), humans=st.sets(st.integers(0, 3))
)
@examples(15)
def test_adopting_equals_folding_the_stored_bytes(
    rules: RuleSet, seed: int, automatic: bool, humans: set[int]
) -> None:
    """Under any house rules: what a proposal said would follow is what its text, read back, brings; to the events."""
    chance = random.Random(seed)
    first = made(rules, automatic=automatic, humans="".join("SENW"[seat] for seat in humans))
    log = MemoryLog(ID, first, START)
    folded, _ = fold(None, ID, log.entries[0])
    assert folded == log.table
    while not folded.over and folded.deals < 2:
        proposal = random_entry(log.table, chance)
        news = log.commit(proposal, log.table.last_at + chance.randrange(900))
        assert proposal.text == log.entries[-1].payload
        folded, told = fold(folded, ID, log.entries[-1])
        assert folded == log.table
        assert told == news
        assert proposal.over == folded.over
        assert waits_for_none(folded) == (due(folded) is not None)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("automatic", [True, False])
def test_a_finished_table_gives_a_record_that_replays(preset: str, automatic: bool) -> None:
    match = random_match(SHORT[preset], 11, automatic=automatic)
    assert record_for(match[-2][1], SOUTH) == Said("record.match_running")
    table = match[-1][1]
    record = record_for(table, SOUTH)
    assert not isinstance(record, Said)
    assert record.players == {"S": "Μαρία", "E": "random", "N": "random", "W": "random"}
    replayed = replay(record).state
    truth = match_of(table)
    assert (replayed.totals, replayed.wins, replayed.results) == (truth.totals, truth.wins, truth.results)


def test_entries_have_to_be_in_order() -> None:
    match = random_match(SHORT["academy"], 1)
    with pytest.raises(LogError):
        fold(match[4][1], ID, match[4][0])
    with pytest.raises(LogError):
        fold(match[4][1], ID, match[6][0])
    with pytest.raises(LogError):
        fold(match[0][1], ID, match[0][0]._replace(seq=2))


def test_a_proposal_holds_for_one_table_at_one_moment() -> None:
    table = bots_turn()
    turn = due(table)
    assert isinstance(turn, BotTurn)
    proposal = proposed(propose(table, turn.view.seat, fallback(table)))
    after, _ = adopt(table, proposal, table.rev + 1, START)
    for other, seq in (
        (after, after.rev + 1),
        (table, table.rev),
        (replace(table, id="another"), table.rev + 1),
    ):
        with pytest.raises(ValueError, match="proposed"):
            adopt(other, proposal, seq, START)
    # The same move cannot be proposed again, and a proposal that is renewed is for the game as it was.
    assert renew(table, proposal) is proposal
    assert renew(after, proposal) is None


def test_first_deal_comes_at_once_and_later_ones_wait() -> None:
    match = random_match(SHORT["academy"], 2)
    assert due(match[0][1]) == DealTurn(START, 0)
    paused = next(table for _, table in match if table.deals == 1 and table.next_deal_at is not None)
    assert paused.next_deal_at == paused.moved_at + 30_000
    assert due(paused) == DealTurn(paused.moved_at + 30_000, 30_000)
    assert view_for(paused, SOUTH).can_continue
    ready = proposed(propose(paused, 0, Continue(1)))
    assert ready.text == '{"kind":"ready","seat":"S"}'
    after, news = adopt(paused, ready, paused.rev + 1, paused.last_at + 5)
    assert events_for(news, SOUTH) == (Ready(0),)
    assert due(after) == DealTurn(after.last_at, 0)
    assert after.next_deal_at == after.last_at
    assert view_for(after, SOUTH).ready == {0}
    assert not view_for(after, SOUTH).can_continue
    # Said twice, or too late, it changes nothing; for a deal that has not been it is refused.
    assert propose(after, 0, Continue(1)) is None
    later = next(table for _, table in match if table.deals == 1 and table.next_deal_at is None)
    assert propose(later, 0, Continue(1)) is None
    assert propose(paused, 0, Continue(2)) == Said("table.stale", {"rev": str(paused.rev)})


def test_the_next_deal_waits_for_every_person() -> None:
    rng = random.Random(4)
    tables = follow(created(SHORT["academy"], humans="SN"), lambda table: random_entry(table, rng))
    paused = next(
        table for _, table in tables if table.deals and table.next_deal_at is not None and not table.ready
    )
    one, _ = fold(paused, ID, Entry(paused.rev + 1, '{"kind":"ready","seat":"N"}', paused.last_at + 1))
    assert one.next_deal_at == paused.moved_at + 30_000
    both, _ = fold(one, ID, Entry(one.rev + 1, '{"kind":"ready","seat":"S"}', one.last_at + 1))
    assert both.next_deal_at == both.last_at


def test_what_is_due_follows_from_the_log() -> None:
    bots = 0
    for _, table in random_match(SHORT["club"], 9, automatic=False):
        turn = due(table)
        if isinstance(turn, BotTurn):
            bots += 1
            assert turn == due(table)
            assert turn.at == table.moved_at + 600
            assert turn.view == view(match_of(table), table.turn)
            assert table.turn != 0
        elif turn is None:
            assert table.over or table.turn == 0
    assert bots > 50


def test_bots_of_two_tables_do_not_play_alike() -> None:
    table = bots_turn()
    secret = table.inside.__class__(match_of_inside := table.inside._held._replace(secret="another"))
    assert match_of_inside.secret == "another"
    one, two = due(table), due(replace(table, inside=secret))
    assert isinstance(one, BotTurn)
    assert isinstance(two, BotTurn)
    assert one.seed != two.seed


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("automatic", [True, False])
def test_what_is_done_for_a_silent_bot_is_legal(preset: str, automatic: bool) -> None:
    for _, table in random_match(SHORT[preset], 13, automatic=automatic):
        turn = due(table)
        if isinstance(turn, BotTurn):
            proposed(propose(table, turn.view.seat, fallback(table), Reason("server.late")))


def test_nobody_can_play_for_another_seat() -> None:
    table = bots_turn()
    turn = due(table)
    assert isinstance(turn, BotTurn)
    wanted = fallback(table)
    for seat, command in (((turn.view.seat + 1) % 4, wanted), (0, Deal((0, 0, 0, 0))), (0, "nonsense")):
        answer = propose(table, seat, command)  # type: ignore[arg-type]
        assert isinstance(answer, Said)
        assert answer.code == "action.unknown"
    answer = propose(table, 0, MakeCall(0, parse_call("P")))
    assert isinstance(answer, Said)
    assert answer.code in ("call.wrong_turn", "call.auction_over")


def test_cards_are_dealt_when_they_are_due_only() -> None:
    tables = [table for _, table in random_match(SHORT["academy"], 9)]
    for table in tables:
        answer = propose_deal(table, random.Random(1))
        assert isinstance(answer, Proposal) == (table.next_deal_at is not None)
    given = proposed(propose_deal(tables[0], Deal((0xFF, 0xFF00, 0xFF0000, 0xFF000000))))
    assert json.loads(given.text)["hands"] == "S:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"


def follows(table: Table, payload: str) -> bool:
    try:
        fold(table, ID, Entry(table.rev + 1, payload, table.last_at))
    except LogError:
        return False
    return True


def gives_up(seat: int) -> str:
    return f'{{"kind":"closed","seat":"{SEATS[seat]}"}}'


def is_ready(seat: int) -> str:
    return f'{{"kind":"ready","seat":"{SEATS[seat]}"}}'


def test_nothing_is_folded_that_cannot_be_proposed() -> None:
    """At any moment of a match, for each seat: the log takes just what a command could have brought."""
    closed = 0
    for _, table in random_match(SHORT["academy"], 9):
        for seat in range(4):
            wish, leave = propose(table, seat, Continue(table.deals)), propose(table, seat, GiveUp())
            assert follows(table, is_ready(seat)) == isinstance(wish, Proposal)
            assert follows(table, gives_up(seat)) == isinstance(leave, Proposal)
            assert isinstance(leave, Proposal) == (seat == 0 and not table.over)
            closed += isinstance(leave, Proposal)
    assert closed > 50


def test_nothing_follows_a_table_that_was_given_up() -> None:
    match = random_match(SHORT["academy"], 9)
    for (_, table), (following, _) in pairwise(match):
        closed, _ = fold(table, ID, Entry(table.rev + 1, gives_up(0), table.last_at))
        assert follows(table, following.payload)
        for payload in (following.payload, gives_up(0), is_ready(0)):
            assert not follows(closed, payload)
        # What may be passed over changes nothing, there neither.
        assert follows(closed, '{"kind":"talk?"}')


def test_a_player_is_ready_once_and_no_bot_is() -> None:
    match = random_match(SHORT["academy"], 2)
    paused = next(table for _, table in match if table.deals == 1 and not table.ready)
    ready, _ = fold(paused, ID, Entry(paused.rev + 1, is_ready(0), paused.last_at))
    assert not follows(ready, is_ready(0))
    assert not any(follows(paused, is_ready(seat)) for seat in (1, 2, 3))
    playing = next(table for _, table in match if table.turn >= 0)
    assert not follows(playing, is_ready(0))
    assert not follows(match[-1][1], is_ready(0))


@pytest.mark.parametrize(
    "cannot",
    [
        replace(made(SHORT["academy"]), pace_ms=-1),
        replace(made(SHORT["academy"]), deal_wait_ms=10**399),
        replace(made(SHORT["academy"]), players=(Player("nobody"),) * 4),
        replace(made(SHORT["academy"]), players=(Player("", "one guest"),) * 4),
    ],
    ids=["pace", "wait", "nobody", "twice"],
)
def test_no_log_begins_with_a_table_that_cannot_be_read(cannot: Created) -> None:
    with pytest.raises(LogError, match=r"^created: "):
        propose_table(ID, cannot)


def test_a_closed_table_stays_closed() -> None:
    table = random_match(SHORT["academy"], 9)[20][1]
    proposal = proposed(propose(table, 0, GiveUp()))
    assert (proposal.text, proposal.over) == ('{"kind":"closed","seat":"S"}', True)
    closed, _ = adopt(table, proposal, table.rev + 1, table.last_at)
    assert closed.over
    assert due(closed) is None
    assert propose(closed, 0, GiveUp()) is None
    assert propose(closed, 0, MakeCall(0, parse_call("P"))) == Said("table.closed")
    assert propose_deal(closed, random.Random(1)) == Said("table.closed")
    assert view_for(closed, SOUTH).closed
    record = record_for(closed, SOUTH)
    assert not isinstance(record, Said)
    assert '"deals"' in record_text(record)


def test_only_the_last_entry_of_a_match_ends_it() -> None:
    rng = random.Random(21)
    table, _ = fold(None, ID, created(SHORT["academy"]))
    while not table.over:
        proposal = random_entry(table, rng)
        table, _ = adopt(table, proposal, table.rev + 1, table.last_at)
        assert proposal.over == table.over


# What is written beside the game


def test_what_else_is_written_moves_no_bot() -> None:
    """Neither its chance nor its moment nor what it was about to do; and a command for the game as it was seen still counts."""
    table = bots_turn()
    turn = due(table)
    assert isinstance(turn, BotTurn)
    proposal = proposed(propose(table, turn.view.seat, fallback(table)))
    talked = table
    for number in range(1, 4):
        entry = Entry(table.rev + number, '{"kind":"talk?","seat":"S"}', table.last_at + 5000 * number)
        talked, news = fold(talked, ID, entry)
        assert events_for(news, SOUTH) == ()
    assert talked.rev == table.rev + 3
    assert due(talked) == turn
    assert (talked.moved_rev, talked.moves) == (table.moved_rev, table.moves)
    renewed = renew(talked, proposal)
    assert renewed is not None
    after, _ = adopt(talked, renewed, talked.rev + 1, talked.last_at)
    assert match_of(after) == match_of(adopt(table, proposal, table.rev + 1, 0)[0])


def test_a_wish_for_the_next_deal_is_not_renewed() -> None:
    match = random_match(SHORT["academy"], 2)
    paused = next(table for _, table in match if table.deals == 1 and table.next_deal_at is not None)
    ready = proposed(propose(paused, 0, Continue(1)))
    later, _ = fold(paused, ID, Entry(paused.rev + 1, '{"kind":"talk?"}', paused.last_at))
    assert renew(later, ready) is None


def test_the_chance_of_a_log_without_other_entries_is_that_of_version_0_1() -> None:
    """Where nobody asked for a next deal, the number of the entry and that of the game's action are the same."""
    table = bots_turn()
    turn = due(table)
    assert isinstance(turn, BotTurn)
    assert table.moves + 2 == table.rev + 1
    number = f"s3cret {SEATS[turn.view.seat]} {table.rev + 1}"
    assert turn.seed == int.from_bytes(hashlib.sha256(number.encode()).digest()[:8])


# Refusals


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (MakeCall(0, parse_call("85H")), "call.step"),
        (MakeCall(0, parse_call("70H")), "call.too_low"),
        (MakeCall(0, parse_call("80N")), "call.strain"),
        (MakeCall(0, parse_call("900H")), "call.too_high"),
        (MakeCall(0, parse_call("X")), "call.cannot_double"),
        (MakeCall(0, parse_call("XX")), "call.cannot_redouble"),
        (PlayCard(0, 3), "play.not_now"),
        (Announce(0), "declare.not_now"),
        (Show(0), "show.not_now"),
        (Continue(1), "table.stale"),
    ],
)
def test_refusals_have_codes(command: Command, code: str) -> None:
    table = next(table for _, table in random_match(SHORT["academy"], 9) if table.turn == 0)
    answer = propose(table, 0, command)
    assert isinstance(answer, Said)
    assert answer.code == code


def test_the_rules_stand_whole_in_the_first_entry() -> None:
    first = created(SHORT["club"])
    assert json.loads(first.payload)["rules"] == all_fields(SHORT["club"])
    assert read(first.payload) == made(SHORT["club"])
