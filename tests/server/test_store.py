"""The store on real SQLite files: who was first, what is committed, and what a migration makes."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from structlog.testing import capture_logs

from pilotta.server.migrate import migrate
from pilotta.server.schema import metadata
from pilotta.server.store import GuestRow, Store
from pilotta.server.writing import LostRace
from pilotta.table import Entry


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Failures are logged with whole tracebacks, which takes far longer than all else here."""
    with capture_logs():
        yield


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "some where" / "pilotta.sqlite3"
    migrate(path)
    return path


@pytest_asyncio.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    made = Store(database)
    await made.open()
    yield made
    await made.close()


async def a_table(store: Store, table_id: str = "t1") -> None:
    await store.add_guest(GuestRow(f"g-{table_id}", "Μαρία", "el"), 1, f"hash-{table_id}", 10**15)
    await store.create_table(table_id, "{}", 5, [(0, f"g-{table_id}")])


def test_migrations_make_what_the_schema_says(database: Path) -> None:
    migrate(database)
    engine = create_engine(f"sqlite:///{database}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    engine.dispose()


def test_processes_that_start_together_migrate_once(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite3"
    with ThreadPoolExecutor(4) as pool:
        # Alembic's own context is one for a process, so threads take turns there; the database sees four.
        for each in [pool.submit(_in_a_process, path) for _ in range(4)]:
            each.result()
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)
    connection.close()


def _in_a_process(path: Path) -> None:
    code = (
        f"from pathlib import Path; from pilotta.server.migrate import migrate; migrate(Path({str(path)!r}))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


async def test_one_of_two_writers_of_an_entry_wins(store: Store) -> None:
    await a_table(store)
    await store.append("t1", Entry(2, '{"a":1}', 6))
    with pytest.raises(LostRace):
        await store.append("t1", Entry(2, '{"b":1}', 7))
    assert await store.entries("t1") == [Entry(1, "{}", 5), Entry(2, '{"a":1}', 6)]
    assert await store.entries("t1", 1) == [Entry(2, '{"a":1}', 6)]


async def test_a_command_stands_in_a_log_once(store: Store) -> None:
    await a_table(store)
    await a_table(store, "t2")
    await store.append("t1", Entry(2, "{}", 6), command_id="S:1")
    with pytest.raises(LostRace):
        await store.append("t1", Entry(3, "{}", 7), command_id="S:1")
    await store.append("t2", Entry(2, "{}", 6), command_id="S:1")
    # Entries that are no command's do not stand in each other's way.
    await store.append("t1", Entry(3, "{}", 7))
    await store.append("t1", Entry(4, "{}", 7))
    assert await store.command_seq("t1", "S:1") == 2
    assert await store.command_seq("t1", "S:2") is None


async def test_many_writes_share_commits_and_a_bad_one_harms_nobody(store: Store) -> None:
    await a_table(store)
    results = await asyncio.gather(
        *(store.append("t1", Entry(2 + i // 2, f'{{"i":{i}}}', i)) for i in range(200)),
        return_exceptions=True,
    )
    assert [each is None for each in results] == [True, False] * 100
    entries = await store.entries("t1")
    assert [entry.seq for entry in entries] == list(range(1, 102))
    assert entries[1:] == [Entry(2 + i, f'{{"i":{2 * i}}}', 2 * i) for i in range(100)]


async def test_an_error_in_a_write_reaches_who_asked(store: Store) -> None:
    def broken(connection: Connection) -> None:
        connection.execute(text("INSERT INTO nowhere VALUES (1)"))

    with pytest.raises(Exception, match="nowhere"):
        await store.write(broken)
    await a_table(store)
    assert len(await store.entries("t1")) == 1


async def test_two_stores_on_one_file_race_to_one_log(store: Store, database: Path) -> None:
    other = Store(database)
    await other.open()
    await a_table(store)
    wins = {"one": 0, "two": 0}

    async def run(name: str, which: Store) -> None:
        while (seq := len(await which.entries("t1")) + 1) <= 60:
            try:
                await which.append("t1", Entry(seq, name, seq))
                wins[name] += 1
            except LostRace:
                continue

    await asyncio.gather(run("one", store), run("two", other))
    entries = await other.entries("t1")
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert sum(wins.values()) == len(entries) - 1 >= 59
    await other.close()


async def test_what_was_handed_over_is_committed_before_closing(database: Path) -> None:
    store = Store(database)
    await store.open()
    await a_table(store)
    waiting = [asyncio.create_task(store.append("t1", Entry(2 + i, "{}", 6))) for i in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM table_events").fetchone() == (51,)
    connection.close()


async def test_lists_of_tables(store: Store) -> None:
    for name in ("t1", "t2", "t3"):
        await a_table(store, name)
    await store.append("t2", Entry(2, "{}", 50))
    await store.append("t3", Entry(2, "{}", 60), over=True)
    assert await store.heads(["t1", "t2", "nowhere"]) == {"t1": 1, "t2": 2}
    assert await store.running(55, 100) == {"t1": 1, "t2": 2}
    assert await store.running(50, 100) == {"t1": 1}
    assert await store.tables_of("g-t1") == ["t1"]
    assert await store.tables_of("g-t3") == []


async def keep_busy(store: Store) -> tuple[asyncio.Task[Any], threading.Event]:
    """Give the thread a transaction of its own that lasts until the event is set."""
    begun, go_on = threading.Event(), threading.Event()
    busy = asyncio.create_task(store.write(lambda _: begun.set() or go_on.wait()))
    await asyncio.to_thread(begun.wait)
    return busy, go_on


async def together(store: Store, writes: Sequence[Coroutine[Any, Any, Any]]) -> list[Any]:
    """What comes of writes that share a transaction: they are handed over while the thread is busy with another one."""
    busy, go_on = await keep_busy(store)
    tasks = [asyncio.create_task(each) for each in writes]
    await asyncio.sleep(0.05)
    go_on.set()
    await busy
    return await asyncio.gather(*tasks, return_exceptions=True)


async def most_pages(store: Store, more: int) -> None:
    """Let the writer's own connection fill so many pages more, and then find the disk full."""

    def job(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + more}")

    await store.write(job)


def entry(seq: int, size: int = 10) -> Entry:
    return Entry(seq, "x" * size, seq)


async def test_a_full_disk_takes_back_what_was_written_before_and_leaves_no_gap(store: Store) -> None:
    await a_table(store)
    await a_table(store, "t2")
    await most_pages(store, 4)
    sizes = [10, 10, 1_000_000, 10, 10]
    outcomes = await together(
        store,
        [
            *(store.append("t1", entry(2 + i, size)) for i, size in enumerate(sizes)),
            store.append("t2", entry(2)),
            store.change_guest(GuestRow("g-t2", "Νίκος", "el")),
        ],
    )
    assert [type(each) for each in outcomes] == [OperationalError] * 7
    assert outcomes[0].orig.sqlite_errorname == "SQLITE_FULL"
    assert await store.entries("t1") == [Entry(1, "{}", 5)]
    assert await store.entries("t2") == [Entry(1, "{}", 5)]
    # And it goes on as soon as there is room.
    await most_pages(store, 10_000)
    assert await together(store, [store.append("t1", entry(2 + i)) for i in range(3)]) == [None] * 3
    assert [each.seq for each in await store.entries("t1")] == [1, 2, 3, 4]


@pytest.mark.parametrize("pages", range(8))
async def test_what_is_acknowledged_is_there_wherever_the_disk_fills_up(store: Store, pages: int) -> None:
    await a_table(store)
    await most_pages(store, pages)
    acknowledged, seq = [Entry(1, "{}", 5)], 2
    for batch in range(6):
        wanted = [entry(seq + i, 700 * batch) for i in range(4)]
        outcomes = await together(store, [store.append("t1", each) for each in wanted])
        acknowledged += [each for each, outcome in zip(wanted, outcomes, strict=True) if outcome is None]
        seq = acknowledged[-1].seq + 1
    assert await store.entries("t1") == acknowledged
    assert [each.seq for each in acknowledged] == list(range(1, seq))


async def test_an_error_that_is_no_lost_race_fails_the_whole_batch(store: Store) -> None:
    await a_table(store)
    for wrong, kind in (
        (store.append("nowhere", entry(1)), "SQLITE_CONSTRAINT_FOREIGNKEY"),
        (store.append("t1", entry(0)), "SQLITE_CONSTRAINT_CHECK"),
        (store.add_guest(GuestRow("g-t1", "Μαρία", "el"), 1, "h", 2), "SQLITE_CONSTRAINT_PRIMARYKEY"),
    ):
        outcomes = await together(store, [store.append("t1", entry(2)), wrong, store.append("t1", entry(3))])
        assert all(isinstance(each, IntegrityError) for each in outcomes), outcomes
        assert {each.orig.sqlite_errorname for each in outcomes} == {kind}
        assert len(await store.entries("t1")) == 1


async def test_a_commit_that_fails_acknowledges_nothing(store: Store) -> None:
    await a_table(store)

    def later(connection: Connection) -> None:
        # Looked at by the commit only.
        connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        connection.exec_driver_sql("INSERT INTO table_events VALUES ('nowhere', 1, '{}', NULL, 1)")

    outcomes = await together(store, [store.append("t1", entry(2)), store.write(later)])
    assert all(isinstance(each, IntegrityError) for each in outcomes), outcomes
    assert await store.entries("nowhere") == []
    await store.append("t1", entry(2))
    assert len(await store.entries("t1")) == 2


async def test_a_transaction_that_ends_under_a_job_acknowledges_nothing(store: Store) -> None:
    await a_table(store)
    outcomes = await together(
        store,
        [
            store.append("t1", entry(2)),
            store.write(lambda connection: connection.exec_driver_sql("ROLLBACK") and None),
            store.append("t1", entry(3)),
        ],
    )
    assert all(isinstance(each, DBAPIError) for each in outcomes), outcomes
    assert len(await store.entries("t1")) == 1
    await store.append("t1", entry(2))


async def test_a_database_that_another_keeps_locked(store: Store, database: Path) -> None:
    await a_table(store)
    await store.write(lambda connection: connection.exec_driver_sql("PRAGMA busy_timeout=100").scalar())
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            await store.append("t1", entry(2))
        other.execute("ROLLBACK")
    await store.append("t1", entry(2))
    assert len(await store.entries("t1")) == 2


async def test_who_waits_no_more_harms_nobody(store: Store) -> None:
    await a_table(store)
    busy, go_on = await keep_busy(store)
    gone = asyncio.create_task(store.append("t1", entry(2)))
    stays = asyncio.create_task(store.append("t1", entry(3)))
    await asyncio.sleep(0.05)
    gone.cancel()
    go_on.set()
    await asyncio.gather(busy, stays)
    # What was handed over is written all the same.
    assert [each.seq for each in await store.entries("t1")] == [1, 2, 3]


async def test_tokens_end(store: Store) -> None:
    await a_table(store)
    await store.add_token("l", "g-t1", "link", 100, 200)
    assert await store.guest_by_token("l", "link", 199) == GuestRow("g-t1", "Μαρία", "el")
    assert await store.guest_by_token("l", "link", 200) is None
    assert await store.guest_by_token("l", "session", 150) is None
    await store.add_token("m", "g-t1", "link", 300, 400)
    await store.drop_token("m")
    assert await store.guest_by_token("m", "link", 301) is None
