"""Work shared out among processes: for everything that takes long and falls into pieces (arena, review, puzzles, training)."""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Work = TypeVar("Work")
Found = TypeVar("Found")


def in_order(do: Callable[[Work], Found], works: Sequence[Work], jobs: int) -> Iterator[Found]:
    """What comes of each piece of work, in order, whichever of so many processes is quicker. ``do`` is a module's function."""
    jobs = min(jobs, len(works))
    if jobs <= 1:
        yield from map(do, works)
        return
    with _pool(jobs) as pool:
        with _interrupts_later():
            found = pool.map(do, works)
        yield from found


def as_done(do: Callable[[Work], Found], works: Sequence[Work], jobs: int) -> Iterator[tuple[Work, Found]]:
    """Each piece of work with what came of it, the quickest first."""
    jobs = min(jobs, len(works))
    if jobs <= 1:
        yield from ((work, do(work)) for work in works)
        return
    # A browser's Python has no processes and cannot even import them.
    from concurrent.futures import as_completed  # noqa: PLC0415

    with _pool(jobs) as pool:
        with _interrupts_later():
            asked = {pool.submit(do, work): work for work in works}
        for future in as_completed(asked):
            yield asked.pop(future), future.result()


@contextlib.contextmanager
def _pool(jobs: int) -> "Iterator[ProcessPoolExecutor]":
    """Processes that end with the block: when it is left early, at once and in the middle of their work."""
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  (see above)
    from multiprocessing import get_context  # noqa: PLC0415

    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=end_with_parent)
    try:
        yield pool
    except BaseException:
        # Nobody waits for what is half done, which can take many seconds.
        for worker in list((pool._processes or {}).values()):  # noqa: SLF001 - there is no other way to them
            worker.terminate()
        raise
    finally:
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
    """Processes that are started here do not hear Ctrl-C: it is for the one that started them, which hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
