"""What a table waits for that nobody has to be asked for: cards to be dealt, a bot to act.

It follows from the log, and there from the game's own actions alone. Whatever else is written, a player's wish for the next deal or
what a later version adds, moves no bot's chance and no bot's moment.
"""

import hashlib
from dataclasses import dataclass

from pilotta.game import allowed
from pilotta.game.view import PlayerView, view
from pilotta.seats import SEATS
from pilotta.table.seal import opened
from pilotta.table.state import PlayerDid, Table


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot has to act: not before ``at``, ``wait`` milliseconds after the move before. The same game always gives the same ``seed``, so a second try gives the same move."""

    at: int
    wait: int
    bot: str
    seed: int
    view: PlayerView


@dataclass(frozen=True, slots=True)
class DealTurn:
    """Cards have to be dealt: not before ``at``, ``wait`` milliseconds after what they wait for."""

    at: int
    wait: int


def due(table: Table) -> BotTurn | DealTurn | None:
    """What is next and not a person's."""
    if table.over:
        return None
    if (at := table.next_deal_at) is not None:
        waits = table.moves and not table.humans <= table.ready
        return DealTurn(at, table.deal_wait_ms if waits else 0)
    match = opened(table.inside).match
    bot = table.players[match.turn].bot
    if bot is None:
        return None
    at = table.moved_at + table.pace_ms
    return BotTurn(at, table.pace_ms, bot, seed_of(table, match.turn), view(match, match.turn))


def waits_for_none(table: Table) -> bool:
    """Whether something is due: as :func:`due` says, without saying what."""
    if table.over:
        return False
    return table.next_deal_at is not None or table.players[table.turn].bot is not None


def seed_of(table: Table, seat: int) -> int:
    """The chance of whoever thinks for this seat now: the same game always gives the same.

    The number is the one that the next action's entry has in a log of nothing but the game.
    """
    source = f"{opened(table.inside).secret} {SEATS[seat]} {table.moves + 2}"
    return int.from_bytes(hashlib.sha256(source.encode()).digest()[:8])


def fallback(table: Table) -> PlayerDid:
    """Something legal for a bot that gave no answer: it passes, keeps silent, or plays the first card it may."""
    return allowed.fallback(view(opened(table.inside).match, table.turn))
