"""Random tables in memory: entries of a log, made without a server."""

import random
from collections.abc import Callable, Iterator

from pilotta.bots.bot import Reason
from pilotta.cards import cards_in
from pilotta.game.actions import Announce, MakeCall, PlayCard, Show
from pilotta.game.state import MatchState
from pilotta.game.view import view
from pilotta.rules.auction import DOUBLE, PASS, REDOUBLE, bid
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.seats import SEATS, WEST
from pilotta.table import (
    Continue,
    Created,
    Entry,
    Player,
    Proposal,
    Table,
    adopt,
    fold,
    propose,
    propose_deal,
    propose_table,
)
from pilotta.table.seal import opened
from pilotta.table.state import Decided, PlayerDid

ID = "0123456789abcdef"
START = 1_700_000_000_000


def made(rules: RuleSet, *, automatic: bool = True, humans: str = "S", training: bool = False) -> Created:
    south, east, north, west = (
        Player("Μαρία", f"guest-{letter}") if letter in humans else Player(bot="random") for letter in SEATS
    )
    return Created(
        rules,
        WEST,
        automatic=automatic,
        pace_ms=600,
        deal_wait_ms=30_000,
        secret="s3cret",
        players=(south, east, north, west),
        training=training,
    )


def created(rules: RuleSet, *, automatic: bool = True, humans: str = "S", training: bool = False) -> Entry:
    first = made(rules, automatic=automatic, humans=humans, training=training)
    return Entry(1, propose_table(ID, first).text, START)


def match_of(table: Table) -> MatchState:
    """All four hands: a test may look inside."""
    return opened(table.inside).match


def decided_of(table: Table) -> tuple[tuple[Decided, ...], ...]:
    return opened(table.inside).decided


def random_action(table: Table, rng: random.Random) -> PlayerDid:
    """Something legal for the seat whose turn it is, not too often a high bid."""
    match = match_of(table)
    seat = match.turn
    legal = view(match, seat).legal
    calls = legal.calls
    if calls.can_pass:
        chance = rng.random()
        if calls.lowest and chance < 0.3 and calls.lowest <= 120:
            return MakeCall(seat, bid(calls.lowest, STRAINS.index(rng.choice(calls.strains))))
        if calls.can_double and chance < 0.4:
            return MakeCall(seat, DOUBLE)
        if calls.can_redouble and chance < 0.6:
            return MakeCall(seat, REDOUBLE)
        return MakeCall(seat, PASS)
    if legal.asked_announce:
        return Announce(seat, legal.may_announce and rng.random() < 0.8)
    if legal.asked_show:
        return Show(seat, rng.random() < 0.8)
    if legal.may_announce and rng.random() < 0.7:
        return Announce(seat)
    if legal.may_show and rng.random() < 0.7:
        return Show(seat)
    card = rng.choice(list(cards_in(legal.cards)))
    return PlayCard(seat, card, bool(legal.pilotta >> card & 1) and rng.random() < 0.7)


def proposed(answer: object) -> Proposal:
    assert isinstance(answer, Proposal), answer
    return answer


def follow(
    first: Entry, choose: Callable[[Table], Proposal], *, limit: int = 5000
) -> Iterator[tuple[Entry, Table]]:
    """Entries and the table after each, from the first on, until the table is over."""
    table, _ = fold(None, ID, first)
    yield first, table
    while not table.over and table.rev < limit:
        proposal = choose(table)
        entry = Entry(table.rev + 1, proposal.text, table.last_at + 250)
        table, _ = adopt(table, proposal, entry.seq, entry.at)
        yield entry, table


def random_entry(table: Table, rng: random.Random) -> Proposal:
    if table.next_deal_at is not None:
        if table.deals and not table.ready and rng.random() < 0.5 and table.humans:
            return proposed(propose(table, min(table.humans), Continue(table.deals)))
        return proposed(propose_deal(table, rng))
    seat = table.turn
    reason = None if table.players[seat].guest else Reason("random.any")
    return proposed(propose(table, seat, random_action(table, rng), reason))


def random_match(rules: RuleSet, seed: int, **options: bool) -> list[tuple[Entry, Table]]:
    rng = random.Random(seed)
    return list(follow(created(rules, **options), lambda table: random_entry(table, rng)))
