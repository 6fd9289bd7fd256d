"""Work shared out among processes."""

import contextlib
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Work = TypeVar("Work")
Found = TypeVar("Found")


def in_order(do: Callable[[Work], Found], works: Sequence[Work], jobs: int) -> Iterator[Found]:
    """What comes of each piece of work, in order, whichever of so many processes is quicker. ``do`` is a module's function."""
    jobs = min(jobs, len(works))
    if jobs <= 1:
        yield from map(do, works)
        return
    # A browser's Python has no processes and cannot even import them.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        with _interrupts_later():
            found = pool.map(do, works)
        yield from found
    finally:
        pool.shutdown(cancel_futures=True)


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
