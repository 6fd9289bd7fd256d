"""The core in WebAssembly as a Backend, under Node: what a browser would run, for tests and benchmarks."""

import shutil
import struct
import subprocess
from pathlib import Path

from tests.pieces import WASM, needed

from pilotta.engine.door import GAME_BYTES, QUESTION_WORDS, Buffer, Kind, Progress
from pilotta.engine.rows import TABLE_KIB

SCRIPT = Path(__file__).with_name("run_wasm.mjs")


class NodeBackend:
    """Starts Node for each call, which takes some 50 ms: ask many questions at once. One thread, no clock, no progress."""

    kind: Kind = "WebAssembly"

    def run(
        self,
        games: Buffer,
        questions: Buffer,
        answers: Buffer,
        *,
        threads: int = 1,
        node_limit: int = 0,
        seconds: float = 0.0,
        options: int = 0,
        table_kib: int = TABLE_KIB,
        progress: Progress | None = None,
    ) -> int:
        asked, wanted = bytes(games), bytes(questions)
        rows = len(wanted) // (4 * QUESTION_WORDS)
        output = memoryview(answers).cast("B")
        output[:] = self._node(
            asked + wanted, "run", len(asked) // GAME_BYTES, rows, node_limit, options, table_kib
        )
        return rows

    def playouts(self, game: Buffer, question: Buffer, count: int, seed: int, results: Buffer) -> None:
        memoryview(results).cast("B")[:] = self._node(bytes(game) + bytes(question), "playouts", count, seed)

    def deals(
        self,
        game: Buffer,
        seen: Buffer,
        plays: Buffer,
        weights: Buffer,
        shapes: Buffer,
        cells: Buffer,
        *,
        doubt: float,
        tries: int,
        seed: int,
        hands: Buffer,
    ) -> float:
        out = memoryview(hands).cast("B")
        lent = [bytes(each) for each in (game, seen, plays, weights, shapes, cells)]
        numbers = len(lent[2]) // 2, len(lent[5]) // 8, doubt, tries, seed, len(out) // 16
        found = self._node(b"".join(lent), "deals", *numbers)
        out[:] = found[8:]
        return struct.unpack("<d", found[:8])[0]

    @staticmethod
    def _node(rows: bytes, command: str, *numbers: float) -> bytes:
        node = shutil.which("node")
        assert node, "the test needs Node"
        done = subprocess.run(
            [node, SCRIPT, needed(WASM), command, *map(str, numbers)],
            input=rows,
            capture_output=True,
            check=False,
            timeout=280,
        )
        if done.returncode:
            raise ValueError(done.stderr.decode(errors="replace") or f"status {done.returncode}")
        return done.stdout
