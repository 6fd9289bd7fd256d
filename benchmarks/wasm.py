"""The core in WebAssembly, under Node, beside the native one: the same values of full deals, in one call on one core.

Both search the same nodes, so the ratio of times is that of nodes a second. What Node does before it has compiled does not count.
"""

import json
import shutil
import subprocess
from array import array
from statistics import median
from time import process_time
from typing import Any

from tests.native.node_backend import SCRIPT
from tests.pieces import WASM

from pilotta.cli.solvespeed import Setup, batch, run
from pilotta.engine.door import ANSWER_WORDS, GAME_BYTES, QUESTION_WORDS, Backend
from pilotta.engine.rows import TABLE_KIB


def can_run() -> bool:
    return WASM.is_file() and shutil.which("node") is not None


def compared(setup: Setup, by: Backend) -> dict[str, Any]:
    """Nodes a second of both; medians of the rounds."""
    games, words = batch(setup.positions())
    rows = len(words) // QUESTION_WORDS
    answers = array("i", bytes(4 * ANSWER_WORDS * rows))
    pairs = []
    for _ in range(setup.rounds):
        start = process_time()
        run(by, games, words, answers)
        native = process_time() - start
        pairs.append((native, *_node(games + words.tobytes(), len(games) // GAME_BYTES, rows)))
    nodes = sum(answers[1::ANSWER_WORDS])
    if {theirs for _, _, theirs in pairs} != {nodes}:
        raise RuntimeError("WebAssembly has searched other nodes than the native core")
    return {
        "native_mnodes_per_second": median(nodes / native / 1e6 for native, _, _ in pairs),
        "mnodes_per_second": median(nodes / wasm / 1e6 for _, wasm, _ in pairs),
        "ratio": median(native / wasm for native, wasm, _ in pairs),
    }


def text(data: dict[str, Any]) -> list[str]:
    speed, native, ratio = data["mnodes_per_second"], data["native_mnodes_per_second"], data["ratio"]
    return [
        f"WebAssembly under Node: {speed:.1f} Mnodes/s, native {native:.1f}: {ratio:.0%} of its speed (aim: 70%)"
    ]


def _node(rows: bytes, games: int, questions: int) -> tuple[float, int]:
    """Seconds of CPU time of one round once Node has compiled, and the nodes searched in it."""
    numbers = (games, questions, 0, 0, TABLE_KIB)
    done = subprocess.run(
        [shutil.which("node") or "node", SCRIPT, WASM, "time", *map(str, numbers)],
        input=rows,
        capture_output=True,
        check=True,
    )
    found = json.loads(done.stdout)
    return found["seconds"], found["nodes"]
