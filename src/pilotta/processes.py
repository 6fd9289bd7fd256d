"""Work shared out among processes: for everything that takes long and falls into pieces (arena, review, puzzles, training)."""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Work = TypeVar("Work")
Found = TypeVar("Found")


AHEAD: Final = 16
"""Pieces asked for beyond those that are given, for each process: enough to keep it busy beside one that takes long, few enough
to be soon forgotten."""


def in_order(do: Callable[[Work], Found], works: Sequence[Work], jobs: int) -> Iterator[Found]:
    """What comes of each piece of work, in order, whichever of so many processes is quicker. ``do`` is a module's function."""
    jobs = min(jobs, len(works))
    if jobs <= 1:
        yield from map(do, works)
        return
    with contextlib.closing(_shared(do, works, jobs, ordered=True)) as ended:
        for _, future in ended:
            yield _result(future)


def as_done(do: Callable[[Work], Found], works: Sequence[Work], jobs: int) -> Iterator[tuple[Work, Found]]:
    """Each piece of work with what came of it, the quickest first."""
    jobs = min(jobs, len(works))
    if jobs <= 1:
        yield from ((work, do(work)) for work in works)
        return
    with contextlib.closing(_shared(do, works, jobs, ordered=False)) as ended:
        for number, future in ended:
            yield works[number], _result(future)


def _shared(
    do: Callable[[Work], Found], works: Sequence[Work], jobs: int, *, ordered: bool
) -> "Generator[tuple[int, Future[Found]], None, None]":
    """The number of each piece of work with its future, which has ended. None is asked for long before those that are given.

    An interruption between the taking and the giving back of one of the pool's locks would leave it taken, and whoever ends
    the pool waiting for ever. So interruptions are heard only where the next future is waited for, in a queue without such a lock.
    """
    ended: SimpleQueue[tuple[int, Future[Found]]] = SimpleQueue()
    early: dict[int, Future[Found]] = {}
    asked = 0
    with _pool(jobs) as pool:
        for given in range(len(works)):
            with _interrupts_later():
                while asked < min(given + AHEAD * jobs, len(works)):
                    future = pool.submit(do, works[asked])
                    future.add_done_callback(partial(_put, ended, asked))
                    asked += 1
            while not early or (ordered and given not in early):
                number, future = ended.get()
                early[number] = future
            number = given if ordered else next(iter(early))
            yield number, early.pop(number)


def _put(ended: "SimpleQueue[tuple[int, Future[Found]]]", number: int, future: "Future[Found]") -> None:
    ended.put((number, future))


def _result(future: "Future[Found]") -> Found:
    with _interrupts_later():
        return future.result()


@contextlib.contextmanager
def _pool(jobs: int) -> "Iterator[ProcessPoolExecutor]":
    """Processes that end with the block, at once and in the middle of their work, if they have any."""
    # A browser's Python has no processes and cannot even import them.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=end_with_parent)
    try:
        yield pool
    finally:
        with _interrupts_later():
            _end(pool)


def _end(pool: "ProcessPoolExecutor") -> None:
    """End a pool's processes without waiting for what is half done, or for one that is still starting: both can take seconds."""
    from multiprocessing import connection  # noqa: PLC0415  (see above)

    workers = list((pool._processes or {}).values())  # noqa: SLF001 - there is no other way to them
    for worker in workers:
        worker.kill()
    for worker in workers:
        connection.wait([worker.sentinel])
    # Who was killed while he wrote a result leaves half of it in the pipe. The pool's own thread would wait for the rest for
    # ever, as long as the pipe has a writer: this process.
    pool._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001
    pool.shutdown(cancel_futures=True)


def end_with_parent() -> None:
    """In a new process: end when the one that started it has, however it ended. Else it would wait for work for ever."""
    from multiprocessing import parent_process  # noqa: PLC0415  (see above)

    parent = parent_process()
    if parent is None:
        return
    threading.Thread(target=_wait_for_end, args=(parent.sentinel,), daemon=True).start()


def _wait_for_end(sentinel: int) -> None:
    from multiprocessing import connection  # noqa: PLC0415  (see above)

    connection.wait([sentinel])
    os._exit(0)


@contextlib.contextmanager
def _interrupts_later() -> Iterator[None]:
    """Ctrl-C is heard after the block only, and never by processes and threads that are started in it."""
    # They come to the main thread alone; and without a handler of Python's they raise nothing.
    if threading.current_thread() is not threading.main_thread() or not signal.getsignal(signal.SIGINT):
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    mask = getattr(signal, "pthread_sigmask", None)
    masked = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask else None
    try:
        yield
    finally:
        if mask:
            mask(signal.SIG_SETMASK, masked)
        signal.signal(signal.SIGINT, before)
        for number in heard[:1]:
            signal.raise_signal(number)
