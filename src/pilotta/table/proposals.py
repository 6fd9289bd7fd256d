"""Propose, commit, adopt: what a command would add to a table's log, and all that follows from it, found by one application of the
rules.

A proposal is made for one table as it stands. Whoever keeps the log writes ``text`` as the entry after ``rev``; only then the table
adopts what was proposed. Where somebody else has written that entry, the proposal is worth nothing, and the command is looked at again.
Nothing here calls a store: a server's waits for a disk, a browser's for a promise, a terminal has none.
"""

from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple

from pilotta.cards import shown
from pilotta.game.actions import Action, Announce, Deal, MakeCall, PlayCard, Show
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.transition import Applied, Refusal, apply
from pilotta.said import Said
from pilotta.table.entries import Closed, Content, Created, Done, Ready, check_table, kind_of, write
from pilotta.table.folding import begin, follow
from pilotta.table.seal import Sealed, opened
from pilotta.table.state import News, Table


@dataclass(frozen=True, slots=True)
class Continue:
    """The deal that is over has been seen; ``deal`` is its number, so that a late command cannot skip another."""

    deal: int


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A player gives the table up."""


Command = Action | Continue | GiveUp


class _Follows(NamedTuple):
    content: Content
    applied: Applied | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """An entry for the log of a table that stands at ``rev``, after so many ``moves``: its kind and its text. ``over``: nothing more
    will happen after it."""

    table_id: str
    rev: int
    moves: int
    kind: str
    text: str = field(repr=False)
    over: bool
    inside: Sealed[_Follows] = field(repr=False)


def propose_table(table_id: str, created: Created) -> Proposal:
    """The first entry of a table's log. All fields of the rules stand in it: presets may change, a match may not. LogError where no
    such table can be."""
    check_table(created)
    return _proposal(table_id, 0, 0, created, None)


def propose(table: Table, seat: int, command: Command, why: Said | None = None) -> Proposal | Said | None:
    """What a player's command would add to the log, with a bot's reason for it; why it may not be; or None where there is nothing
    left to do."""
    match command:
        case GiveUp() | Continue() if seat not in table.humans:
            # A bot waits for nothing and leaves nobody.
            return Said("action.unknown", {"action": shown(command)})
        case GiveUp():
            return _on(table, Closed(seat), None) if table.can_close(seat) else None
        case _ if table.closed:
            return Said("table.closed")
        case Continue(deal):
            if deal > table.deals:
                return Said("table.stale", {"rev": str(table.rev)})
            if deal < table.deals or not table.can_be_ready(seat):
                return None
            return _on(table, Ready(seat), None)
        case MakeCall() | Announce() | Show() | PlayCard() if command.seat == seat:
            return _action(table, command, why)
        case _:
            return Said("action.unknown", {"action": shown(command)})


def propose_deal(table: Table, chance: Random | Deal) -> Proposal | Said:
    """The next deal, shuffled, or these cards; or why no cards can be dealt."""
    if table.closed:
        return Said("table.closed")
    if isinstance(chance, Random):
        match = opened(table.inside).match
        chance = deal_cards(match.rules, match.dealer, chance)
    return _action(table, chance, None)


def _action(table: Table, action: Action, why: Said | None) -> Proposal | Said:
    outcome = apply(opened(table.inside).match, action)
    if isinstance(outcome, Refusal):
        return Said(outcome.code, outcome.params)
    # As the log will tell it, whatever kind of reason a bot has of its own.
    said = None if why is None else Said(why.code, {name: str(value) for name, value in why.params.items()})
    return _on(table, Done(action, said), outcome)


def _on(table: Table, content: Content, applied: Applied | None) -> Proposal:
    return _proposal(table.id, table.rev, table.moves, content, applied)


def _proposal(table_id: str, rev: int, moves: int, content: Content, applied: Applied | None) -> Proposal:
    over = isinstance(content, Closed) or (applied is not None and applied.state.phase is Phase.OVER)
    follows = Sealed(_Follows(content, applied))
    return Proposal(table_id, rev, moves, kind_of(content), write(content), over, follows)


def renew(table: Table, proposal: Proposal) -> Proposal | None:
    """The same action of the game for a table at which other things have been written since; None where the game itself has gone on.

    So nobody who talks can make a bot think twice.
    """
    if proposal.rev == table.rev:
        return proposal
    is_action = isinstance(opened(proposal.inside).content, Done)
    if not is_action or proposal.table_id != table.id or proposal.moves != table.moves or table.closed:
        return None
    return replace(proposal, rev=table.rev)


def adopt(table: Table | None, proposal: Proposal, seq: int, at: int) -> tuple[Table, News]:
    """The table after a proposal that now stands in its log, and what that brought. ValueError where it was made for another table or
    another moment."""
    rev = 0 if table is None else table.rev
    if rev != proposal.rev or seq != rev + 1 or (table is not None and table.id != proposal.table_id):
        raise ValueError(
            f"what was proposed for {proposal.table_id} at {proposal.rev} is no entry {seq} after {rev}"
        )
    content, applied = opened(proposal.inside)
    if table is None:
        assert isinstance(content, Created)
        return begin(proposal.table_id, content, at)
    return follow(table, content, applied, seq, at)
