"""Asking the native solver rows of questions, with reductions left out, and naming a position whose answer is wrong."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pilotta.cards import CARD_NAMES
from pilotta.engine.backend import native
from pilotta.engine.door import DONE, Backend
from pilotta.engine.position import Position
from pilotta.engine.rows import Row, Rows, Worth
from pilotta.game.notation import deal_text
from pilotta.rules.catalogue import to_data
from pilotta.rules.ruleset import STRAINS
from pilotta.seats import SEATS

ROOT = Path(__file__).resolve().parent.parent.parent

# Read from the core itself, so that a reduction that is new there is left out here too.
_HEADER = (ROOT / "native/door.hpp").read_text(encoding="utf-8")
_OFF = re.search(r"namespace off \{(.*?)\}", _HEADER, re.DOTALL)
assert _OFF
OFF = {name: int(bit) for name, bit in re.findall(r"uint32_t (\w+) = (\d+);", _OFF[1])}
EVERY_BIT = OFF.pop("all")
assert sum(OFF.values()) == EVERY_BIT

PLAIN = EVERY_BIT & ~OFF["ordering"]
"""No reduction at all. The order in which cards are tried is none: it can change no value, and without it nothing ends."""


def the_native() -> Backend:
    found = native()
    assert found is not None, "the native solver is not built: run make setup"
    return found


def ask(
    kind: int,
    positions: Iterable[Position],
    arguments: Iterable[int] = (),
    worth: Worth = "points",
    **how: Any,
) -> list[Row]:
    """The answers of the native solver to one kind of question. ``arguments`` are one a position, or none.

    Only where there is a limit may an answer be unfinished.
    """
    rows = Rows()
    given = iter(arguments)
    for at in positions:
        rows.add(kind, at, next(given, 0), worth)
    found = list(rows.run(**{"by": the_native(), **how}))
    assert how.get("node_limit") or {row.status for row in found} <= {DONE}
    return found


def cards_played(at: Position) -> list[int]:
    """All cards so far, in their order."""
    return [card for trick in at.play.tricks for card in trick.cards] + list(at.play.trick)


def first_leader(at: Position) -> int:
    """The seat that led the first trick."""
    return at.play.tricks[0].leader if at.play.tricks else at.play.leader


def told(at: Position) -> str:
    """The position in words that can be pasted into a perft file or the corpus."""
    cards = cards_played(at)
    data = to_data(at.rules)
    lines = [
        f"rules {data if isinstance(data, str) else json.dumps(data)}",
        f"strain {STRAINS[at.strain]}",
        f"leader {SEATS[first_leader(at)]}",
        f"deal {deal_text(at.dealt)}",
    ]
    if cards:
        lines.append(f"plays {' '.join(CARD_NAMES[card] for card in cards)}")
    return "\n" + "\n".join(lines)
