"""Who answers: the native module, the same core in WebAssembly, or the slow reference. All take the same flat rows."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

Buffer = Any
"""An object with the buffer protocol (bytes, array, numpy array); typing has no name for it before Python 3.12."""

Progress = Callable[[int], object]
"""Called about ten times a second with the number of rows done; returning False ends the run."""


class Backend(Protocol):
    """Answers rows of questions; :mod:`pilotta.engine.rows` says what a row holds."""

    def run(
        self,
        games: Buffer,
        questions: Buffer,
        answers: Buffer,
        *,
        threads: int,
        node_limit: int,
        seconds: float,
        options: int,
        table_kib: int,
        progress: Progress | None,
    ) -> int:
        """Fill ``answers`` and return how many rows were dealt with.

        ``node_limit`` bounds each question, ``seconds`` the call (0: no bound). Rows that were not reached, and those that a
        limit ended, have the status *not finished*. What ``progress`` raises is raised here.
        """
        ...

    def playouts(self, game: Buffer, question: Buffer, count: int, seed: int, results: Buffer) -> None:
        """Play on at random, legally, ``count`` times: NS's points from here on into ``results`` (16 bits each).

        The same seed (0 to 2**64 - 1) gives the same results.
        """
        ...


_chosen: Backend | None = None


def use_backend(chosen: Backend | None) -> None:
    """Answer with this backend from now on, in the whole process; None: with the best that there is."""
    global _chosen  # noqa: PLW0603  (one process, one backend)
    _chosen = chosen


def backend() -> Backend:
    """The backend in use: the chosen one, else the native module, else the reference."""
    return _chosen or native() or _reference()


def native() -> Backend | None:
    """The native module; None where it is not built."""
    return _NATIVE


def _load() -> Backend | None:
    name = "pilotta.engine._native"
    try:
        return cast("Backend", import_module(name))
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


# Loaded with this module, not at the first question: a process that forks while one of its threads imports leaves the child waiting
# for that thread's import for ever. Where the module is there and broken, ImportError: slow would be no help then.
_NATIVE = _load()


@cache
def _reference() -> Backend:
    from pilotta.engine.reference import ReferenceBackend  # noqa: PLC0415  (not loaded where it is not needed)

    return ReferenceBackend()
