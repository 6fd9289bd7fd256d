"""Mining many deals: on several processes, and with a journal from which a run that was broken off goes on."""

import contextlib
import hashlib
import json
import os
from collections.abc import Callable
from typing import Any, Final

from pilotta.game.record import record_text
from pilotta.processes import in_order
from pilotta.puzzles.file import PuzzleError, line_text, puzzle_from_data
from pilotta.puzzles.mining import Mine
from pilotta.puzzles.puzzle import Puzzle

JOURNAL: Final = "pilotta-puzzles-journal"

Found = list[dict[str, Any]]
"""The puzzles of one deal as plain data."""


def dig_all(
    mine: Mine,
    jobs: int = 1,
    progress: Callable[[float], None] = lambda _: None,
    journal: str | None = None,
) -> list[list[Puzzle]]:
    """The puzzles of each deal: the same for any number of processes.

    ``journal`` names a file in which every finished deal is noted. Deals that stand there already, from an earlier run of the
    same seed and records, are not mined again. ``progress`` hears the share that is done. OSError where the journal cannot be
    read or written; PuzzleError where it is another's, or none.
    """
    known = _read(journal, mine) if journal is not None else []
    known = known[: len(mine)]
    missing = [(mine, index) for index in range(len(known), len(mine))]
    with contextlib.ExitStack() as stack:
        write = stack.enter_context(open(journal, "a", encoding="utf-8")) if journal is not None else None  # noqa: PTH123  (pathlib is slow to load)
        for count, found in enumerate(in_order(_work, missing, jobs), len(known) + 1):
            known.append(found)
            if write is not None:
                write.write(line_text({"deal": count, "puzzles": found}))
                write.flush()
            progress(count / len(mine))
    return [[puzzle_from_data(data) for data in found] for found in known]


# Processes


def _work(work: tuple[Mine, int]) -> Found:
    mine, index = work
    return [puzzle.to_data() for puzzle in mine.dig(index)]


# The journal


def _head(mine: Mine) -> dict[str, Any]:
    """What says that a journal belongs to this mine; that more deals are wanted now does not matter."""
    records = hashlib.sha256("".join(map(record_text, mine.records)).encode()).hexdigest()[:16]
    return {
        "format": JOURNAL,
        "version": 1,
        "seed": mine.seed,
        "records": records,
        "only_calls": mine.only_calls,
    }


def _read(journal: str, mine: Mine) -> list[Found]:
    """The deals that stand in the journal, which is begun where there is none. A last line that was cut off is taken out."""
    if not os.path.exists(journal):  # noqa: PTH110
        with open(journal, "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(line_text(_head(mine)))
        return []
    with open(journal, "rb+") as file:  # noqa: PTH123
        data = file.read()
        whole = data.rfind(b"\n") + 1
        file.truncate(whole)
    found: list[Found] = []
    for number, line in enumerate(data[:whole].decode("utf-8", "replace").split("\n")[:-1], 1):
        try:
            entry = json.loads(line)
        except ValueError:
            raise PuzzleError("", f"{journal} is no journal of a mine", number) from None
        if number == 1:
            if entry != _head(mine):
                raise PuzzleError(
                    "", f"{journal} is the journal of another mine: remove it, or mine that one", 1
                )
        elif not isinstance(entry, dict) or entry.get("deal") != number - 1 or "puzzles" not in entry:
            raise PuzzleError("", f"{journal} does not go on with deal {number - 1}", number)
        else:
            found.append(entry["puzzles"])
    return found
