"""Who answers: the native module, the same core in WebAssembly, or the slow reference."""

from functools import cache
from importlib import import_module
from typing import Protocol, cast

from pilotta.engine.door import Backend, Buffer


class Native(Backend, Protocol):
    """The native module, with what it alone can do."""

    def ismcts(
        self,
        game: Buffer,
        question: Buffer,
        payoff: Buffer,
        iterations: int,
        seed: int,
        visits: Buffer,
        worth: Buffer,
    ) -> None:
        """Information-set Monte Carlo tree search: :mod:`pilotta.engine.ismcts` says what of."""
        ...


_chosen: Backend | None = None


def use_backend(chosen: Backend | None) -> None:
    """Answer with this backend from now on, in the whole process; None: with the best that there is."""
    global _chosen  # noqa: PLW0603  (one process, one backend)
    _chosen = chosen


def backend() -> Backend:
    """The backend in use: the chosen one, else the native module, else the reference."""
    return _chosen or native() or _reference()


def native() -> Native | None:
    """The native module; None where it is not built."""
    return _NATIVE


def _load() -> Native | None:
    name = "pilotta.engine._native"
    try:
        return cast("Native", import_module(name))
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
