"""One table: its state as a fold over its log, and what commands may add to the log. The only module that sees four hands.

Pure functions over frozen values, as the game itself: no clock, no database, no chance but as an argument.
"""

import hashlib
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from pilotta.bots.bot import Reason
from pilotta.game import events as happened
from pilotta.game.actions import Action, Announce, Deal, MakeCall, PlayCard, Show
from pilotta.game.dealing import deal_cards
from pilotta.game.record import record_of, record_text
from pilotta.game.state import MatchState, Phase, new_match
from pilotta.game.transition import Refusal, advance, apply
from pilotta.game.view import PlayerView, event_for, illegal_cards, view
from pilotta.rules.auction import parse_call
from pilotta.rules.catalogue import all_fields, from_data
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import RuleSet
from pilotta.said import Said
from pilotta.seats import SEATS
from pilotta.server import protocol as p
from pilotta.server import rest
from pilotta.server import views as v
from pilotta.server.logbook import (
    AnyEntry,
    ClosedEntry,
    CreatedEntry,
    Entry,
    LogError,
    Player,
    ReadyEntry,
    SeatLetter,
    action_of,
    entry_of,
    letter,
    read_payload,
    reason_of,
)
from pilotta.server.wire import event_message, sheet_messages, view_message

PlayerDid = MakeCall | Announce | Show | PlayCard

FIRST_DEALER: Final[SeatLetter] = "W"
"""So that the guest, South, sits at the dealer's right and begins."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What a player did, and the reason where it was a bot: it may speak of cards that nobody else has seen."""

    action: PlayerDid
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it stands at ``rev``, the last entry of its log (written at ``last_at``).

    ``paused_at`` is when the deal that is over ended, ``ready`` are the seats that have asked for the next one. ``decided`` is what
    the players did in each deal, in order, and ``begun`` the match as each deal began.
    """

    id: str
    created_at: int
    players: tuple[Player, ...]
    pace_ms: int
    deal_wait_ms: int
    training: bool
    secret: str = field(repr=False)
    match: MatchState = field(repr=False)
    rev: int
    last_at: int
    paused_at: int
    ready: frozenset[int] = frozenset()
    closed: bool = False
    decided: tuple[tuple[Decided, ...], ...] = field(default=(), repr=False)
    begun: tuple[MatchState, ...] = field(default=(), repr=False)

    @property
    def over(self) -> bool:
        """Nothing more will happen here."""
        return self.closed or self.match.phase is Phase.OVER

    @property
    def deals(self) -> int:
        return len(self.match.finished)

    @property
    def humans(self) -> frozenset[int]:
        return frozenset(seat for seat in range(4) if self.players[seat].guest)

    @property
    def next_deal_at(self) -> int | None:
        """When the next deal begins at the latest, while one is waited for."""
        if self.over or self.match.phase is not Phase.DEALING:
            return None
        if self.deals == 0:
            return self.created_at
        return self.last_at if self.humans <= self.ready else self.paused_at + self.deal_wait_ms

    def seat_of(self, guest: str) -> int | None:
        return next((seat for seat in range(4) if self.players[seat].guest == guest), None)


@dataclass(frozen=True, slots=True)
class Happened:
    """What one entry of the log brought: the game's events, or the table's own. ``deals`` were finished after it."""

    seq: int
    deals: int
    events: tuple[happened.Event | p.Ready | p.Closed, ...]


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot has to act: not before ``at``. The same log always gives the same ``seed``, so a second try gives the same move."""

    at: int
    bot: str
    seed: int
    view: PlayerView


@dataclass(frozen=True, slots=True)
class DealTurn:
    """Cards have to be dealt: not before ``at``."""

    at: int


# The fold


def new_table_entry(
    rules: RuleSet,
    players: dict[SeatLetter, Player],
    *,
    automatic: bool,
    pace_ms: int,
    deal_wait_ms: int,
    secret: str,
    training: bool = False,
) -> CreatedEntry:
    """The first entry of a table's log. All fields of the rules stand in it: presets may change, a match may not."""
    return CreatedEntry(
        rules=all_fields(rules),
        dealer=FIRST_DEALER,
        automatic=automatic,
        pace_ms=pace_ms,
        deal_wait_ms=deal_wait_ms,
        secret=secret,
        players=players,
        training=training,
    )


def fold(table: Table | None, table_id: str, entry: Entry) -> tuple[Table, Happened]:
    """The table after one more entry, and what it brought. LogError where the entry cannot follow."""
    logged = read_payload(entry.payload)
    if table is None:
        if not isinstance(logged, CreatedEntry) or entry.seq != 1:
            raise LogError(f"the log of {table_id} does not begin with its table")
        return _created(table_id, logged, entry.at), Happened(1, 0, ())
    if entry.seq != table.rev + 1:
        raise LogError(f"entry {entry.seq} of {table_id} cannot follow entry {table.rev}")
    table = replace(table, rev=entry.seq, last_at=entry.at)
    if isinstance(logged, ReadyEntry):
        seat = SEATS.index(logged.seat)
        return replace(table, ready=table.ready | {seat}), Happened(entry.seq, table.deals, (p.Ready(seat),))
    if isinstance(logged, ClosedEntry):
        return replace(table, closed=True), Happened(
            entry.seq, table.deals, (p.Closed(SEATS.index(logged.seat)),)
        )
    action = action_of(logged)
    outcome = apply(table.match, action)
    if isinstance(outcome, Refusal):
        raise LogError(f"entry {entry.seq} of {table_id} breaks the rules: {outcome.code}")
    before, match = table.match, outcome.state
    ended = len(match.finished) > len(before.finished)
    table = replace(
        table,
        match=match,
        ready=frozenset(),
        paused_at=entry.at if ended else table.paused_at,
        decided=_decided(table.decided, action, reason_of(logged)),
        begun=(*table.begun, match) if isinstance(action, Deal) else table.begun,
    )
    return table, Happened(entry.seq, table.deals, outcome.events)


def _decided(
    before: tuple[tuple[Decided, ...], ...], action: Action, reason: Reason | None
) -> tuple[tuple[Decided, ...], ...]:
    if isinstance(action, Deal):
        return (*before, ())
    return (*before[:-1], (*before[-1], Decided(action, reason)))


def seen_before(table: Table, deal: int, place: int) -> PlayerView:
    """What a player saw when he did what stands in this place (from 0) of a deal's (from 1) ``decided``."""
    done = table.decided[deal - 1]
    match = table.begun[deal - 1]
    for each in done[:place]:
        match = advance(match, each.action).state
    return view(match, done[place].action.seat)


def _created(table_id: str, logged: CreatedEntry, at: int) -> Table:
    try:
        rules = from_data(logged.rules)
        players = tuple(logged.players[letter(seat)] for seat in range(4))
    except (RuleSetError, KeyError) as error:
        raise LogError(f"the table {table_id} cannot be: {error}") from error
    return Table(
        id=table_id,
        created_at=at,
        players=players,
        pace_ms=logged.pace_ms,
        deal_wait_ms=logged.deal_wait_ms,
        training=logged.training,
        secret=logged.secret,
        match=new_match(rules, SEATS.index(logged.dealer), automatic=logged.automatic),
        rev=1,
        last_at=at,
        paused_at=at,
    )


# Commands


@dataclass(frozen=True, slots=True)
class No(Said):
    """A command that may not be."""


def decide(table: Table, seat: int, action: p.AnyAction) -> AnyEntry | No | None:
    """What a player's action adds to the log; why it may not; or None where there is nothing left to do."""
    if table.closed:
        return No("table.closed")
    if isinstance(action, p.ContinueAction):
        if action.deal > table.deals:
            return No("table.stale", {"rev": str(table.rev)})
        late = table.match.phase is not Phase.DEALING or action.deal < table.deals
        return None if late or seat in table.ready else ReadyEntry(letter(seat))
    try:
        wanted = _action(seat, action)
    except ValueError:
        return No("call.not_a_call", {"call": getattr(action, "call", "")})
    return check(table, wanted, seat)


def check(table: Table, action: Action, seat: int, reason: Reason | None = None) -> AnyEntry | No:
    """The entry of an action of this seat that is legal now, or why it is not."""
    outcome = apply(table.match, action)
    if isinstance(outcome, Refusal):
        return No(outcome.code, outcome.params)
    if isinstance(action, Deal) or action.seat != seat:
        return No("action.unknown")
    return entry_of(action, reason)


def _action(seat: int, action: p.AnyAction) -> Action:
    match action:
        case p.CallAction(call=text):
            return MakeCall(seat, parse_call(text))
        case p.PlayAction(card=card, pilotta=pilotta):
            return PlayCard(seat, card, pilotta)
        case p.AnnounceAction(yes=yes):
            return Announce(seat, yes)
        case p.ShowAction(yes=yes):
            return Show(seat, yes)
    raise ValueError(f"{action!r} is not the game's")


def close(table: Table, seat: int) -> AnyEntry | None:
    """The entry by which a player gives the table up."""
    return None if table.over else ClosedEntry(letter(seat))


def ends(table: Table, entry: AnyEntry) -> bool:
    """Whether nothing more will happen after this (legal) entry."""
    if isinstance(entry, ClosedEntry):
        return True
    if isinstance(entry, ReadyEntry | CreatedEntry):
        return False
    outcome = apply(table.match, action_of(entry))
    return not isinstance(outcome, Refusal) and outcome.state.phase is Phase.OVER


# What has to be done next, and not by a person


def due(table: Table) -> BotTurn | DealTurn | None:
    """What the table waits for that nobody has to be asked for. It follows from the log alone."""
    if table.over:
        return None
    if (at := table.next_deal_at) is not None:
        return DealTurn(at)
    seat = table.match.turn
    bot = table.players[seat].bot
    if bot is None:
        return None
    return BotTurn(table.last_at + table.pace_ms, bot, seed_of(table, seat), view(table.match, seat))


def seed_of(table: Table, seat: int) -> int:
    """The chance of whoever thinks for this seat now: the same log always gives the same."""
    source = f"{table.secret} {SEATS[seat]} {table.rev + 1}"
    return int.from_bytes(hashlib.sha256(source.encode()).digest()[:8])


def deal_entry(table: Table, rng: Random) -> AnyEntry:
    """The next deal, shuffled."""
    return entry_of(deal_cards(table.match.rules, table.match.dealer, rng))


def fallback(seen: PlayerView) -> Action:
    """Something legal for a bot that gave no answer: it passes, keeps silent, or plays the first card it may."""
    legal = seen.legal
    if legal.asked_announce:
        return Announce(seen.seat, legal.may_announce)
    if legal.asked_show:
        return Show(seen.seat)
    if legal.calls.can_pass:
        return MakeCall(seen.seat, parse_call("P"))
    return PlayCard(seen.seat, (legal.cards & -legal.cards).bit_length() - 1)


# What a seat is told


def table_message(table: Table, seat: int) -> v.TableInfo:
    return v.TableInfo(
        id=table.id,
        created_at=table.created_at,
        seat=seat,
        rules=table.match.rules,
        automatic=table.match.automatic,
        training=table.training,
        pace_ms=table.pace_ms,
        players=[
            v.PlayerInfo(at, "human" if player.guest else "bot", player.name, player.bot)
            for at, player in enumerate(table.players)
        ],
    )


def summary_message(table: Table) -> rest.TableSummary:
    match = table.match
    return rest.TableSummary(
        id=table.id,
        created_at=table.created_at,
        last_at=table.last_at,
        rev=table.rev,
        rules=match.rules,
        deal_number=table.deals + (match.phase not in (Phase.DEALING, Phase.OVER)),
        totals=(match.totals.ns, match.totals.ew),
        wins=(match.wins.ns, match.wins.ew),
        winner=match.winner,
        over=table.over,
    )


def seat_view(table: Table, seat: int) -> v.View:
    waits = not table.over and table.match.phase is Phase.DEALING and table.deals > 0
    return view_message(
        view(table.match, seat),
        illegal_cards(table.match, seat),
        ready=table.ready,
        next_deal_at=table.next_deal_at,
        can_continue=waits and seat not in table.ready,
        closed=table.closed,
    )


def welcome(table: Table, seat: int) -> p.Welcome:
    return p.Welcome(
        version=p.PROTOCOL_VERSION,
        rev=table.rev,
        table=table_message(table, seat),
        sheet=sheet_messages(table.match.results),
        view=seat_view(table, seat),
    )


def update(table: Table, since: int, news: list[Happened], seat: int) -> p.Update:
    """What ``news`` (every entry after ``since``) tell this seat, and the table as it stands."""
    events: list[p.AnyEvent] = []
    scored = False
    for each in news:
        for event in each.events:
            if isinstance(event, p.Ready | p.Closed):
                events.append(event)
            else:
                scored = scored or isinstance(event, happened.DealScored)
                events.append(event_message(event_for(event, seat), each.deals))
    return p.Update(
        rev=table.rev,
        since=since,
        events=events,
        sheet=sheet_messages(table.match.results) if scored else None,
        view=seat_view(table, seat),
    )


def record(table: Table) -> str | None:
    """The match as a record, once it is over: before, it would tell what players may not know."""
    if not table.over:
        return None
    names: dict[str, str] = {
        SEATS[seat]: player.name or player.bot or "" for seat, player in enumerate(table.players)
    }
    return record_text(record_of(table.match, names))
