"""The one thread that writes to the database: whole batches at once, on a connection of its own."""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import structlog
from sqlalchemy import create_engine
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import OperationalError

from pilotta.server import metrics
from pilotta.server.faults import Faults
from pilotta.server.migrate import prepare

T = TypeVar("T")
BATCH: Final = 256
"""So many writes at most share a commit: an error of the disk fails them all."""
WAITING: Final = 10_000
"""So many writes at most are handed over and not yet committed; who has one more waits."""

log = structlog.get_logger()


class LostRace(Exception):
    """Somebody else wrote this first. The only failure of a write that the others of its batch survive."""


class _Write(NamedTuple):
    job: Callable[[Connection], Any]
    future: "asyncio.Future[Any]"


class Writer:
    """Opened with :meth:`open`, closed with :meth:`close`, both in the event loop that writes."""

    def __init__(self, database: Path, faults: Faults) -> None:
        self._faults = faults
        # Errors are logged, and parameters are hands and tokens: they stay out of the errors' text.
        self._engine: Engine = create_engine(
            URL.create("sqlite", database=str(database)), pool_size=1, max_overflow=0, hide_parameters=True
        )
        prepare(self._engine, begin="BEGIN IMMEDIATE")
        self._writes: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._room = asyncio.Semaphore(WAITING)
        self._ended: asyncio.Future[None] | None = None

    def open(self) -> None:
        loop = asyncio.get_running_loop()
        self._ended = loop.create_future()
        threading.Thread(target=self._run, args=(loop, self._ended), name="store-writer", daemon=True).start()

    async def close(self) -> None:
        """Commit what was handed over, then close."""
        if self._ended is not None:
            self._writes.put(None)
            await self._ended
            self._ended = None

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job in the thread, in the next transaction; returns once that is committed.

        LostRace, raised by the job, takes back what the job wrote and nothing else. Any other error fails all writes of the
        transaction: the database may have taken them back already.
        """
        async with self._room:
            future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
            self._writes.put(_Write(job, future))
            return await future

    def _run(self, loop: asyncio.AbstractEventLoop, ended: "asyncio.Future[None]") -> None:
        going_on = True
        while going_on:
            batch = [self._writes.get()]
            with contextlib.suppress(queue.Empty):
                while len(batch) < BATCH:
                    batch.append(self._writes.get_nowait())
            writes = [each for each in batch if each is not None]
            going_on = len(writes) == len(batch)
            if writes:
                loop.call_soon_threadsafe(_tell, writes, self._outcomes([each.job for each in writes]))
        self._engine.dispose()
        loop.call_soon_threadsafe(ended.set_result, None)

    def _outcomes(self, jobs: Sequence[Callable[[Connection], Any]]) -> Sequence[Any]:
        """What each job returned, or the error that it gets; only what is committed returns anything."""
        try:
            return self._commit(jobs)
        except OperationalError as error:
            self._faults.tell(error)
            return [error] * len(jobs)
        except Exception as error:
            log.exception("commit failed", writes=len(jobs))
            return [error] * len(jobs)

    def _commit(self, jobs: Sequence[Callable[[Connection], Any]]) -> Sequence[Any]:
        """Run the jobs in one transaction, each in a savepoint. Where an error has made the database take the transaction back, the
        driver would commit what follows on its own; so no error is passed over, and a savepoint that is gone is one."""
        outcomes: list[Any] = []
        with self._engine.begin() as connection:
            for job in jobs:
                connection.exec_driver_sql("SAVEPOINT job")
                try:
                    outcomes.append(job(connection))
                except LostRace as error:
                    outcomes.append(error)
                    connection.exec_driver_sql("ROLLBACK TO job")
                connection.exec_driver_sql("RELEASE job")
        return outcomes


def _tell(writes: Sequence[_Write], outcomes: Sequence[Any]) -> None:
    """Back in the event loop: tell who asked."""
    committed = 0
    for write, outcome in zip(writes, outcomes, strict=True):
        failed = isinstance(outcome, Exception)
        committed += not failed
        if write.future.done():
            # Nobody waits any more.
            continue
        if failed:
            write.future.set_exception(outcome)
        else:
            write.future.set_result(outcome)
    if committed:
        metrics.COMMITS.inc()
        metrics.WRITES.inc(committed)
