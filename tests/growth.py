"""How work grows with its input: twice as much input may make three times as much work, but not four times."""

import contextlib
import sys
import time
from collections.abc import Callable
from typing import Any, TypeVar

Input = TypeVar("Input")
MOST = 3.0
REPEATS = 5


def check_growth(do: Callable[[Input], object], make: Callable[[int], Input], size: int) -> None:
    """Compare the steps that Python sees for this size and its double; then, for what happens inside one step, processor time for
    this size and eight times it. A ValueError of ``do`` is an answer like any other."""
    once, twice = _steps(do, make(size)), _steps(do, make(2 * size))
    assert twice <= MOST * once, f"{once} steps, {twice} for twice as much"
    # Doubled three times, so that a busy machine's caches do not look like work that grows too fast.
    seconds, more = _seconds(do, make(size)), _seconds(do, make(8 * size))
    # What takes no time at all cannot be compared, and need not be.
    assert more <= max(MOST**3 * seconds, 0.01), f"{seconds} s, {more} s for eight times as much"


def _steps(do: Callable[[Input], object], given: Input) -> int:
    count = 0

    def step(*_: Any) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(step)
    try:
        with contextlib.suppress(ValueError):
            do(given)
    finally:
        sys.setprofile(before)
    return count


def _seconds(do: Callable[[Input], object], given: Input) -> float:
    """The least processor time of this thread in some attempts, whatever else the machine does."""
    least = float("inf")
    for _ in range(REPEATS):
        start = time.thread_time()
        with contextlib.suppress(ValueError):
            do(given)
        least = min(least, time.thread_time() - start)
    return least
