"""Commands through the store: how many entries of logs a second are committed, by so many tables at once, each waiting for its own.

Beside it the same entries by the sqlite3 module alone, a transaction each: what the disk and the driver cost without any server.
``--synchronous`` measures turn by turn with and without waiting for the disk (FULL and NORMAL of SQLite's pragma).
``--python`` is the interpreter of another checkout: its store is measured turn by turn with this one, so that other load falls on both.
"""

import argparse
import asyncio
import sqlite3
import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter

from pilotta.server import migrate as setting_up
from pilotta.server.migrate import migrate
from pilotta.server.store import GuestRow, Store

ENTRIES = 2000
ROUNDS = 5
PAYLOAD = '{"kind":"play","seat":"E","card":"JH"}'


async def entries_a_second(database: Path, tables: int) -> float:
    """What this process's own store does."""
    # Before tables had a floor of their own an entry stood elsewhere.
    home = "pilotta.table" if find_spec("pilotta.table") else "pilotta.server.logbook"
    entry = import_module(home).Entry
    migrate(database)
    store = Store(database)
    await store.open()
    await store.add_guest(GuestRow("g", "g", "en"), 1, "h", 2**40)
    for number in range(tables):
        await store.create_table(str(number), "{}", 1, [(0, "g")])

    async def play(number: int) -> None:
        for seq in range(2, 2 + ENTRIES // tables):
            await store.append(str(number), entry(seq, PAYLOAD, 1), command_id=f"S:{seq}")

    start = perf_counter()
    await asyncio.gather(*(play(number) for number in range(tables)))
    taken = perf_counter() - start
    await store.close()
    return ENTRIES // tables * tables / taken


def by_the_driver(database: Path) -> float:
    """What the sqlite3 module does on the same table, one transaction after the other."""
    migrate(database)
    connection = sqlite3.connect(database, isolation_level=None)
    level = getattr(setting_up, "SYNCHRONOUS", "NORMAL")
    for pragma in ("journal_mode=WAL", "foreign_keys=ON", f"synchronous={level}"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("INSERT INTO tables VALUES ('0', 1, 0)")
    start = perf_counter()
    for seq in range(1, ENTRIES + 1):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO table_events VALUES ('0', ?, ?, ?, 1)", (seq, PAYLOAD, f"S:{seq}"))
        connection.execute("COMMIT")
    taken = perf_counter() - start
    connection.close()
    return ENTRIES / taken


def measured(source: tuple[str, str], tables: int) -> float:
    """One measurement in a process of its own, with the package of an interpreter, and SQLite as synchronous as is asked for (as the
    package has it where nothing is); 0 tables are the driver alone."""
    python, synchronous = source
    words = [python, __file__, "--once", str(tables), "--level", synchronous]
    run = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    return float(run.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", help="the interpreter of another checkout")
    parser.add_argument("--synchronous", action="store_true", help="compare FULL with NORMAL")
    parser.add_argument("--level", default="", help=argparse.SUPPRESS)
    parser.add_argument("--once", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.once is not None:
        if args.level:
            setting_up.SYNCHRONOUS = args.level
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "bench.sqlite3"
            found = (
                asyncio.run(entries_a_second(database, args.once)) if args.once else by_the_driver(database)
            )
        sys.stdout.write(f"{found}\n")
        return
    if args.synchronous:
        sources, names = [(sys.executable, "FULL"), (sys.executable, "NORMAL")], ("full", "normal", "ratio")
    elif args.python:
        sources, names = [(sys.executable, ""), (args.python, "")], ("here", "there", "ratio")
    else:
        sources, names = [(sys.executable, "")], ("here",)
    sys.stdout.write(f"{'entries a second':24}" + "".join(f"{name:>12}" for name in names) + "\n")
    for tables in (0, 1, 8, 64, 250):
        rounds = [[measured(source, tables) for source in sources] for _ in range(ROUNDS)]
        shown = [f"{median(each):12.0f}" for each in zip(*rounds, strict=True)]
        if len(sources) > 1:
            shown.append(f"{median(here / there for here, there in rounds):12.2f}")
        sys.stdout.write(f"{f'{tables} tables' if tables else 'sqlite3 alone':24}" + "".join(shown) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
