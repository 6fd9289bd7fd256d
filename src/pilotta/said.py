"""What the core says to people: a stable code and the parameters of its sentence.

Everything that refuses, explains or complains makes one of these. What people read is made of it in :mod:`pilotta.words`,
in each language, and nowhere else. Codes and the names of their parameters never change.
"""

from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Said:
    """Something to say. ``code`` is ``kind.name`` (``play.must_follow_suit``); ``params`` are in plain notation: cards as
    ``JH``, suits and strains as one letter, seats as ``S E N W``, calls as ``100H``, points as whole numbers."""

    chapters: ClassVar[tuple[str, ...]] = ("refusals", "problems")
    """Where the phrasebook has its sentence: a refusal and a reason may bear the same code."""

    code: str
    params: dict[str, str] = field(default_factory=dict)


def printable(text: str) -> str:
    """Foreign text (a file's name, a player's) without what could move a terminal's cursor or break a line."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
