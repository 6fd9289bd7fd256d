"""Values that only this floor looks into: four hands, bots' reasons, the secret from which chance comes.

Who stands above gets a table and hands it back; what may be seen of it, a view says. No other package may import this module
(``make check``), and what is sealed shows itself in no message, in no log and to no other process.
"""

from dataclasses import dataclass
from typing import Generic, Never, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Sealed(Generic[T]):
    """A value that goes through other hands unread. Two are equal when what they hold is."""

    __slots__ = ("_held",)

    _held: T

    # `typing` has `override` since 3.12 only, and this floor has nothing but the standard library.
    def __repr__(self) -> str:  # type: ignore[explicit-override]
        return "<sealed>"

    def __reduce__(self) -> Never:  # type: ignore[explicit-override]
        raise TypeError("what is sealed stays in its process")


def opened(sealed: Sealed[T]) -> T:
    """What is inside."""
    return sealed._held  # noqa: SLF001 - the one place where a seal is broken
