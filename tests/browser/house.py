"""A server with its data, and tables that are laid out in its log: the log decides, so what stands there has happened."""

import json
import secrets
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from tests.server.harness import Server
from tests.table.matches import created, follow, match_of, random_entry

from pilotta.cards import parse_card
from pilotta.game.actions import Action, Deal, MakeCall, PlayCard
from pilotta.game.notation import parse_deal
from pilotta.game.state import MatchState
from pilotta.rules.auction import parse_call
from pilotta.rules.catalogue import PRESETS, from_data
from pilotta.seats import SEATS
from pilotta.table import Created, Done, Entry, Player, Table, read, read_log, write


class House:
    """One server on one data directory; it may be killed and started again."""

    def __init__(self, data: Path, **settings: object) -> None:
        self.data = data
        # A deal's account waits for the player, however slow the machine is.
        self.settings: dict[str, object] = {"deal_wait": 600, **settings}
        self.server = Server(data, **self.settings)
        # Whoever starts it again finds it at the same address.
        self.settings["port"] = self.server.port

    @property
    def url(self) -> str:
        return self.server.url

    def start(self) -> None:
        """Start it again after its end."""
        self.server = Server(self.data, **self.settings)

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self.data / "pilotta.sqlite3", timeout=30, isolation_level=None)

    def entries(self, table_id: str) -> list[Entry]:
        """The log of a table."""
        with closing(self._open()) as database:
            query = "SELECT seq, payload, at FROM table_events WHERE table_id = ? ORDER BY seq"
            return [Entry(*row) for row in database.execute(query, (table_id,))]

    def payloads(self, table_id: str, kind: str | None = None) -> list[dict[str, Any]]:
        """The log's payloads, of one kind or of all."""
        found = [json.loads(entry.payload) for entry in self.entries(table_id)]
        return [each for each in found if kind in (None, each["kind"])]

    def state(self, table_id: str) -> Table:
        """The table as its log tells it."""
        return read_log(table_id, self.entries(table_id))

    def match(self, table_id: str) -> MatchState:
        """The game at the table, all four hands."""
        return match_of(self.state(table_id))

    def lay(
        self,
        guest: str,
        actions: Iterable[Action] = (),
        *,
        preset: str = "academy",
        dealer: str = "W",
        automatic: bool = True,
        pace_ms: int = 0,
        name: str = "Μαρία",
        **fields: object,
    ) -> str:
        """A table at which all this has happened; the bots go on from there. What cannot happen raises."""
        rules = from_data({"preset": preset, **fields}) if fields else PRESETS[preset]
        bot = Player(bot="cafe")
        first = Created(
            rules=rules,
            dealer=SEATS.index(dealer),
            automatic=automatic,
            pace_ms=pace_ms,
            deal_wait_ms=600_000,
            secret="laid out",
            players=(Player(name, guest), bot, bot, bot),
        )
        table_id = secrets.token_hex(8)
        now = time.time_ns() // 1_000_000
        entries = [Entry(1, write(first), now)]
        entries += [Entry(seq, write(Done(action)), now) for seq, action in enumerate(actions, start=2)]
        read_log(table_id, entries)
        with closing(self._open()) as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT INTO tables (id, created_at, over) VALUES (?, ?, 0)", (table_id, now))
            database.execute(
                "INSERT INTO table_seats (table_id, seat, guest_id) VALUES (?, 0, ?)", (table_id, guest)
            )
            database.executemany(
                "INSERT INTO table_events (table_id, seq, payload, at) VALUES (?, ?, ?, ?)",
                [(table_id, *entry) for entry in entries],
            )
            database.execute("COMMIT")
        return table_id


def happened(text: str) -> list[Action]:
    """A deal and what followed, in notation: the deal, then words such as ``S=80H``, ``E=P`` and ``S:KH``."""
    deal, *words = text.strip().split("|")
    actions: list[Action] = [Deal(parse_deal(deal.strip()))]
    for word in " ".join(words).split():
        seat = SEATS.index(word[0])
        if word[1] == "=":
            actions.append(MakeCall(seat, parse_call(word[2:])))
        else:
            actions.append(PlayCard(seat, parse_card(word[2:])))
    return actions


def at_random(
    seed: int, preset: str = "academy", *, automatic: bool = True, **fields: object
) -> list[Action]:
    """A whole random match, dealt by West."""
    rng = Random(seed)
    rules = from_data({"preset": preset, **fields})
    first = created(rules, automatic=automatic)
    entries = [entry for entry, _ in follow(first, lambda state: random_entry(state, rng))]
    logged = [read(entry.payload) for entry in entries[1:]]
    return [each.action for each in logged if isinstance(each, Done)]


def before_last_own_card(actions: list[Action], deal: int | None = None) -> list[Action]:
    """What happened until South had one card left to play in a deal, by number (or in the last one)."""
    deals = [at for at, action in enumerate(actions) if isinstance(action, Deal)] + [len(actions)]
    end = deals[deal] if deal else len(actions)
    last = max(
        at for at, action in enumerate(actions[:end]) if isinstance(action, PlayCard) and action.seat == 0
    )
    return actions[:last]
