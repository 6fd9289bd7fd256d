"""Bots think outside the event loop, in processes of their own."""

import asyncio
import contextlib
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import structlog

from pilotta.processes import START_LIMIT
from pilotta.said import Said
from pilotta.server import metrics
from pilotta.server.thinkers import work as thinking
from pilotta.server.thinkers.work import think, warm_up
from pilotta.table import BotTurn, Proposal, Table, fallback, propose

log = structlog.get_logger()


T = TypeVar("T")


class NoAnswer(Exception):
    """A process gave no answer: ``why`` is ``broken`` (it died), ``late`` or ``failed``."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Thinkers:
    """A pool of processes that is made again when one of them dies or never answers."""

    def __init__(
        self, processes: int, time_limit: float, prepare: Callable[[], None] = thinking.prepare
    ) -> None:
        """``prepare`` is called in each process first."""
        self._processes, self._time_limit, self._prepare = max(1, processes), time_limit, prepare
        self._pool: ProcessPoolExecutor | None = None
        self._loaded: list[Future[int]] = []
        # What waits for a free process waits here, so that the time limit is a bot's own.
        self._slots = asyncio.Semaphore(self._processes)

    def open(self) -> None:
        """Make the processes ready for the first question; else that one waits for them."""
        self._start()

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Not `fork`: the process has threads, and a copy of it would hold the database's connections.
            self._pool = ProcessPoolExecutor(
                self._processes, mp_context=multiprocessing.get_context("spawn"), initializer=self._prepare
            )
            # The pool starts a process for each question that finds none idle.
            self._loaded = [self._pool.submit(warm_up) for _ in range(self._processes)]
        return self._pool

    def close(self) -> None:
        """End the pool without waiting for what still thinks."""
        pool, self._pool, self._loaded = self._pool, None, []
        if pool is not None:
            workers = list((pool._processes or {}).values())  # noqa: SLF001 - a hung worker ends no other way
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                with contextlib.suppress(ValueError, OSError):
                    worker.terminate()

    def _give_up(self, pool: ProcessPoolExecutor) -> None:
        """Replace a pool that is broken or hangs, unless somebody did already."""
        if self._pool is pool:
            self.close()

    async def ask(self, who: str, work: Callable[..., T], *arguments: Any, about: Table) -> T:
        """What ``work`` answers in a process of the pool; NoAnswer where none comes. ``who`` thinks there, ``about`` which table."""
        for _ in range(2):
            async with self._slots:
                pool = self._start()
                try:
                    # The start is not the bot's time: else a machine too busy to start one in time would never get one.
                    async with asyncio.timeout(START_LIMIT):
                        for each in self._loaded:
                            if not each.done():
                                await asyncio.shield(asyncio.wrap_future(each))
                    started = time.perf_counter()
                    asked = pool.submit(thinking.answer, work, *arguments)
                    answer = await asyncio.wait_for(asyncio.wrap_future(asked), self._time_limit)
                except BrokenProcessPool:
                    # Somebody killed the worker, perhaps for its memory: that is no answer of the bot's.
                    self._give_up(pool)
                    continue
                except asyncio.CancelledError:
                    task = asyncio.current_task()
                    if task is not None and task.cancelling():
                        raise
                    # The pool was given up because of another table's bot.
                    continue
                except TimeoutError:
                    self._give_up(pool)
                    raise NoAnswer("late") from None
                except Exception as error:
                    log.exception("bot failed", bot=who, table=about.id, rev=about.rev)
                    raise NoAnswer("failed") from error
            metrics.BOT_SECONDS.labels(who).observe(time.perf_counter() - started)
            return answer
        raise NoAnswer("broken")

    async def proposal(self, state: Table, turn: BotTurn) -> Proposal:
        """What a bot does. Where it fails, something legal is done for it and the failure logged."""
        seat = turn.view.seat
        try:
            decision = await self.ask(turn.bot, think, turn.bot, turn.seed, turn.view, about=state)
        except NoAnswer as missing:
            why = missing.why
        else:
            # What comes from a bot may be anything; what is no action of its seat is refused like any other.
            answer = propose(state, seat, decision.action, decision.reason)
            if isinstance(answer, Proposal):
                return answer
            code = answer.code if answer is not None else ""
            log.error("bot broke the rules", bot=turn.bot, table=state.id, rev=state.rev, code=code)
            why = "illegal"
        log.error("bot replaced", bot=turn.bot, table=state.id, rev=state.rev, why=why)
        metrics.BOT_FAILURES.labels(turn.bot, why).inc()
        instead = propose(state, seat, fallback(state), Said(f"server.{why}"))
        assert isinstance(instead, Proposal), "the fallback is always legal"
        return instead
