"""Random tables in memory: entries of a log, made without a server."""

import random
from collections.abc import Callable, Iterator

from pilotta.bots.bot import Reason
from pilotta.cards import cards_in
from pilotta.game.actions import Action, Announce, MakeCall, PlayCard, Show
from pilotta.game.view import view
from pilotta.rules.auction import DOUBLE, PASS, REDOUBLE, bid
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.server import logbook, table
from pilotta.server.logbook import Entry, Player
from pilotta.server.table import Table

ID = "0123456789abcdef"
START = 1_700_000_000_000


def created(rules: RuleSet, *, automatic: bool = True, humans: str = "S", training: bool = False) -> Entry:
    players = {
        letter: Player("Μαρία", f"guest-{letter}") if letter in humans else Player(bot="random")
        for letter in ("S", "E", "N", "W")
    }
    entry = table.new_table_entry(
        rules,
        players,  # type: ignore[arg-type]
        automatic=automatic,
        pace_ms=600,
        deal_wait_ms=30_000,
        secret="s3cret",
        training=training,
    )
    return Entry(1, logbook.payload(entry), START)


def random_action(state: Table, rng: random.Random) -> Action:
    """Something legal for the seat whose turn it is, not too often a high bid."""
    seat = state.match.turn
    legal = view(state.match, seat).legal
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


def follow(
    first: Entry, choose: Callable[[Table], logbook.AnyEntry], *, limit: int = 5000
) -> Iterator[tuple[Entry, Table]]:
    """Entries and the table after each, from the first on, until the table is over."""
    state, _ = table.fold(None, ID, first)
    yield first, state
    while not state.over and state.rev < limit:
        entry = Entry(state.rev + 1, logbook.payload(choose(state)), state.last_at + 250)
        state, _ = table.fold(state, ID, entry)
        yield entry, state


def random_entry(state: Table, rng: random.Random) -> logbook.AnyEntry:
    if state.next_deal_at is not None:
        if state.deals and not state.ready and rng.random() < 0.5:
            ready = table.decide(state, 0, table.p.ContinueAction(state.deals))
            assert isinstance(ready, logbook.ReadyEntry)
            return ready
        return table.deal_entry(state, rng)
    return logbook.entry_of(random_action(state, rng), Reason("random.any") if state.match.turn else None)


def random_match(rules: RuleSet, seed: int, **options: bool) -> list[tuple[Entry, Table]]:
    rng = random.Random(seed)
    return list(follow(created(rules, **options), lambda state: random_entry(state, rng)))
