"""Plays rounds of commands for :mod:`benchmarks.commands`, with the sources that are its first argument.

It runs with those of earlier commits too, so it takes what the server of either calls by its name there.
"""

import asyncio
import json
import random
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

sys.meta_path[:] = [each for each in sys.meta_path if "editable" not in type(each).__module__]
sys.path.insert(0, sys.argv[1])

import pilotta  # noqa: E402
from pilotta.rules.catalogue import ACADEMY  # noqa: E402
from pilotta.seats import SEATS  # noqa: E402
from pilotta.server import protocol  # noqa: E402
from pilotta.server.migrate import migrate  # noqa: E402
from pilotta.server.store import GuestRow, Store  # noqa: E402

try:
    from pilotta.server.tables.live import LiveTable, Tables
except ModuleNotFoundError:
    from pilotta.server.lobby import LiveTable  # type: ignore[import-not-found, no-redef]
    from pilotta.server.lobby import Lobby as Tables

assert Path(pilotta.__file__).is_relative_to(Path(sys.argv[1]).resolve()), pilotta.__file__
RULES = ACADEMY.change(target=401, fixed_trump="D")


def created(guests: list[str]) -> Any:
    """The first entry of a table of four people."""
    options = {"automatic": True, "pace_ms": 0, "deal_wait_ms": 0, "secret": "s"}
    try:
        from pilotta.table import Created, Player  # noqa: PLC0415
    except ModuleNotFoundError:
        from pilotta.server.logbook import Player as Sitting  # type: ignore[import-not-found]  # noqa: PLC0415
        from pilotta.server.table import new_table_entry  # type: ignore[import-not-found]  # noqa: PLC0415

        people = {SEATS[seat]: Sitting(guest, guest) for seat, guest in enumerate(guests)}
        return new_table_entry(RULES, people, **options)
    south, east, north, west = (Player(guest, guest) for guest in guests)
    return Created(RULES, 3, players=(south, east, north, west), **options)  # type: ignore[arg-type]


class Ear:
    """A client at a seat: it takes in its frames, and looks at the newest when it has to act."""

    def __init__(self, seat: int, guest: str) -> None:
        self.seat, self.frame = seat, b""
        try:
            from pilotta.table import Seated  # noqa: PLC0415
        except ModuleNotFoundError:
            self.viewer: Any = seat
        else:
            self.viewer = Seated(seat, guest)

    def push(self, frame: bytes) -> None:
        self.frame = frame


async def deal(tables: Tables, live: LiveTable, chance: random.Random) -> None:
    """The server's own part: the next deal."""
    try:
        from pilotta.table import propose_deal  # noqa: PLC0415
    except ModuleNotFoundError:
        from pilotta.server.table import deal_entry  # type: ignore[import-not-found]  # noqa: PLC0415

        await tables.append(live, live.state.rev, deal_entry(live.state, chance))  # type: ignore[call-arg, arg-type]
    else:
        await tables.append(live, propose_deal(live.state, chance))  # type: ignore[arg-type]


async def play(tables: Tables, guests: list[str], commands: int, seed: int) -> None:
    """So many commands at one table after another."""
    chance = random.Random(seed)
    live, ears = None, []
    done = 0
    while done < commands:
        if live is None or live.state.over:
            live = await tables.create(created(guests))
            ears = [Ear(seat, guest) for seat, guest in enumerate(guests)]
            live.listeners.update(ears)  # type: ignore[arg-type]
        if live.state.next_deal_at is not None:
            await deal(tables, live, chance)
            continue
        view = json.loads(ears[0].frame)["view"]
        ear = ears[view["turn"]]
        legal = json.loads(ear.frame)["view"]["legal"]
        action = protocol.PlayAction(chance.choice(legal["cards"]))
        answer = await tables.act(live, ear.viewer, protocol.Act(f"{seed}-{done}", action, live.state.rev))
        assert isinstance(answer, protocol.Ack), answer
        done += 1


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "pilotta.sqlite3"
        migrate(database)
        store = Store(database)
        await store.open()
        count = int(sys.argv[2])
        seats = [[f"g{table}-{seat}" for seat in range(4)] for table in range(count)]
        for guest in (each for four in seats for each in four):
            await store.add_guest(GuestRow(guest, guest, "el"), 1, f"hash-{guest}", 10**15)
        tables = Tables(store)
        loop = asyncio.get_running_loop()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            commands, seed = map(int, line.split())
            wall, cpu = perf_counter(), process_time()
            each = -(-commands // count)
            await asyncio.gather(
                *(play(tables, four, each, 1000 * seed + at) for at, four in enumerate(seats))
            )
            total = each * count
            wall, cpu = (perf_counter() - wall) / total * 1000, (process_time() - cpu) / total * 1000
            print(json.dumps({"wall": wall, "cpu": cpu}), flush=True)
        await store.close()


if __name__ == "__main__":
    asyncio.run(main())
