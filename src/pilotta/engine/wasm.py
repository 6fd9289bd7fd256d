"""The native core compiled to WebAssembly, as a backend for Python in a browser (Pyodide).

The page instantiates the module, which needs no imports, starts it once, and hands its exports over. In JavaScript::

    const { instance } = await WebAssembly.instantiate(bytes);
    instance.exports._initialize();

and in Python::

    use_backend(WasmBackend(instance.exports))
"""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final, Protocol

from pilotta.engine.door import (
    ANSWER_WORDS,
    BAD_GAME,
    CARD_WEIGHTS,
    CELLS,
    GAME_BYTES,
    MOST_TRIES,
    NOT_FINISHED,
    QUESTION_WORDS,
    SEEN_WORDS,
    SHAPES,
    Buffer,
    Kind,
    Progress,
)

_TICK: Final = 0.1
_MALFORMED: Final = "the game is malformed"
_UNFIT: Final = "what is seen does not fit together: seats, cards, plays, numbers of cards or weights"


class Exports(Protocol):
    """What ``native/wasm.cpp`` exports. Addresses are places in ``memory``; 64-bit numbers are BigInt."""

    memory: Any

    def alloc(self, size: int) -> int: ...
    def release(self, at: int) -> None: ...
    def run(
        self,
        games: int,
        game_count: int,
        questions: int,
        count: int,
        answers: int,
        node_limit: object,
        options: int,
        table_kib: int,
    ) -> None: ...
    def playouts(self, game: int, question: int, count: int, seed: object, results: int) -> int: ...
    def deals(
        self,
        game: int,
        seen: int,
        plays: int,
        play_count: int,
        weights: int,
        shapes: int,
        cells: int,
        doubt: float,
        tries: int,
        seed: object,
        hands: int,
        count: int,
    ) -> float: ...


class WasmBackend:
    """A backend over the ``exports`` of a WebAssembly instance, which Pyodide shows as proxies of JavaScript objects.

    There is one thread, and no way to interrupt a question: ``seconds`` and ``progress`` are looked at between questions,
    so bound them by ``node_limit``.
    """

    kind: Kind = "WebAssembly"

    def __init__(self, exports: Exports) -> None:
        from js import BigInt, Uint8Array  # type: ignore[import-not-found]  # noqa: PLC0415  (only Pyodide has it)

        self._exports, self._bytes = exports, Uint8Array
        # A 64-bit argument has to be a BigInt in JavaScript: a small Python number would arrive as a Number. Pyodide keeps
        # a BigInt what it is since 0.28.
        self._long = BigInt

    def run(
        self,
        games: Buffer,
        questions: Buffer,
        answers: Buffer,
        *,
        threads: int,  # noqa: ARG002
        node_limit: int,
        seconds: float,
        options: int,
        table_kib: int,
        progress: Progress | None,
    ) -> int:
        game_bytes, question_bytes, out = _flat(games), _flat(questions), _flat(answers)
        count = len(question_bytes) // (4 * QUESTION_WORDS)
        step = 1 if seconds or progress else count
        with self._memory(len(game_bytes), len(question_bytes), len(out)) as (
            game_at,
            question_at,
            answer_at,
        ):
            self._write(game_at, game_bytes)
            self._write(question_at, question_bytes)
            self._write(answer_at, _unanswered(count))
            now = monotonic()
            end, next_tick, done = now + seconds, now + _TICK, 0
            while done < count:
                now = monotonic()
                if seconds and now >= end:
                    break
                if progress is not None and now >= next_tick:
                    next_tick = now + _TICK
                    if progress(done) is False:
                        break
                self._exports.run(
                    game_at,
                    len(game_bytes) // GAME_BYTES,
                    question_at + 4 * QUESTION_WORDS * done,
                    step,
                    answer_at + 4 * ANSWER_WORDS * done,
                    self._long(node_limit),
                    options,
                    table_kib,
                )
                done += step
            self._view(answer_at, len(out)).assign_to(out)
        return done

    def playouts(self, game: Buffer, question: Buffer, count: int, seed: int, results: Buffer) -> None:
        game_bytes, question_bytes, out = _flat(game), _flat(question), _flat(results)
        with self._memory(len(game_bytes), len(question_bytes), len(out)) as (
            game_at,
            question_at,
            result_at,
        ):
            self._write(game_at, game_bytes)
            self._write(question_at, question_bytes)
            status = self._exports.playouts(game_at, question_at, count, self._long(seed), result_at)
            if status:
                raise ValueError(f"the game or the question is malformed: status {status}")
            self._view(result_at, len(out)).assign_to(out)

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
        lent = [_flat(each) for each in (game, seen, plays, weights, shapes, cells)]
        out = _flat(hands)
        double = 8
        sizes = (
            GAME_BYTES,
            4 * SEEN_WORDS,
            None,
            double * CARD_WEIGHTS,
            16 * double * SHAPES,
            double * CELLS,
        )
        names = ("game", "seen", "plays", "weights", "shapes", "cells")
        for name, data, size in zip(names, lent, sizes, strict=True):
            if size not in (None, len(data)) and (name != "cells" or data):
                raise ValueError(f"{name} must hold {size} bytes, not {len(data)}")
        if len(lent[2]) % 2 or len(out) % 16:
            raise ValueError("plays must hold rows of 2 bytes, hands rows of 16")
        if not 0 < doubt <= 1:
            raise ValueError("doubt must be above 0 and at most 1")
        if not 1 <= tries <= MOST_TRIES:
            raise ValueError(f"tries must be 1 to {MOST_TRIES}, not {tries}")
        with self._memory(*map(len, lent), len(out)) as (*places, hands_at):
            for at, data in zip(places, lent, strict=True):
                self._write(at, data)
            game_at, seen_at, plays_at, weights_at, shapes_at, cells_at = places
            worth = self._exports.deals(
                game_at,
                seen_at,
                plays_at,
                len(lent[2]) // 2,
                weights_at,
                shapes_at,
                cells_at if lent[5] else 0,
                doubt,
                tries,
                self._long(seed),
                hands_at,
                len(out) // 16,
            )
            if worth < 0:
                raise ValueError(_MALFORMED if worth == -BAD_GAME else _UNFIT)
            self._view(hands_at, len(out)).assign_to(out)
        return worth

    @contextmanager
    def _memory(self, *sizes: int) -> Iterator[list[int]]:
        """Blocks of the instance's memory of these sizes, for as long as the context lasts."""
        blocks: list[int] = []
        try:
            for size in sizes:
                block = self._exports.alloc(max(size, 1))
                if not block:
                    raise MemoryError(f"no {size} bytes in the WebAssembly memory")
                blocks.append(block)
            yield blocks
        finally:
            for block in blocks:
                self._exports.release(block)

    def _view(self, at: int, size: int) -> Any:
        # Made anew each time: memory that grows detaches the views of it.
        return self._bytes.new(self._exports.memory.buffer, at, size)

    def _write(self, at: int, data: "memoryview | bytes") -> None:
        self._view(at, len(data)).assign(data)


def _flat(data: Buffer) -> memoryview:
    flat = memoryview(data)
    # An empty one cannot be cast.
    return flat.cast("B") if flat.nbytes else memoryview(bytearray())


def _unanswered(count: int) -> bytes:
    row = NOT_FINISHED.to_bytes(4, "little") + bytes(4 * (ANSWER_WORDS - 1))
    return row * count
