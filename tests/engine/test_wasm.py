"""The WebAssembly backend over exports that are made of Python: the memory grows, moves, and is handed back.

tests/pyodide runs the real ones under Pyodide."""

import sys
from array import array
from random import Random
from types import ModuleType, SimpleNamespace

import pytest
from tests.bots.sight.test_reading import asked
from tests.engine.positions import ending

from pilotta.engine.backend import backend, native, use_backend
from pilotta.engine.batch import Question, playouts, solve
from pilotta.engine.door import (
    ANSWER_WORDS,
    CARD_WEIGHTS,
    CELLS,
    GAME_BYTES,
    QUESTION_WORDS,
    SEEN_WORDS,
    SHAPES,
)
from pilotta.engine.position import position
from pilotta.engine.reference import ReferenceBackend
from pilotta.engine.solver import value
from pilotta.engine.wasm import WasmBackend
from pilotta.rules.catalogue import ACADEMY


class Long(int):
    """What JavaScript's BigInt makes of a number."""


class View:
    """A Uint8Array as Pyodide shows it."""

    def __init__(self, data):
        self.data = data

    def assign(self, other):
        self.data[:] = bytes(other)

    def assign_to(self, other):
        other[:] = self.data


class Exports:
    """The module's exports; each call of ``alloc`` moves the memory, as growth does."""

    def __init__(self):
        self.memory = SimpleNamespace(buffer=bytearray(64))
        self.blocks = {}
        self.calls = 0
        self.full = False

    def alloc(self, size):
        if self.full:
            return 0
        at = len(self.memory.buffer)
        self.memory.buffer = self.memory.buffer + bytes(size)
        self.blocks[at] = size
        return at

    def release(self, at):
        del self.blocks[at]

    def run(self, games, game_count, questions, count, answers, node_limit, options, table_kib):
        assert isinstance(node_limit, Long)
        memory, self.calls = self.memory.buffer, self.calls + 1
        out = array("i", bytes(4 * ANSWER_WORDS * count))
        ReferenceBackend().run(
            memory[games : games + GAME_BYTES * game_count],
            memory[questions : questions + 4 * QUESTION_WORDS * count],
            out,
            threads=1,
            node_limit=node_limit,
            seconds=0,
            options=options,
            table_kib=table_kib,
            progress=None,
        )
        memory[answers : answers + 4 * ANSWER_WORDS * count] = out.tobytes()

    def playouts(self, game, question, count, seed, results):
        assert isinstance(seed, Long)
        memory, out = self.memory.buffer, array("H", bytes(2 * count))
        one = memory[question : question + 4 * QUESTION_WORDS]
        if memory[game : game + GAME_BYTES] == bytes(GAME_BYTES):
            return 3
        ReferenceBackend().playouts(memory[game : game + GAME_BYTES], one, count, seed, out)
        memory[results : results + 2 * count] = out.tobytes()
        return 0

    def deals(self, game, seen, plays, play_count, weights, shapes, cells, doubt, tries, seed, hands, count):
        assert isinstance(seed, Long)
        memory, out = self.memory.buffer, array("I", bytes(16 * count))
        sizes = (
            GAME_BYTES,
            4 * SEEN_WORDS,
            2 * play_count,
            8 * CARD_WEIGHTS,
            16 * 8 * SHAPES,
            8 * CELLS if cells else 0,
        )
        places = (game, seen, plays, weights, shapes, cells)
        # As the native module takes them: lying at multiples of eight.
        asked = [
            array("d", memory[at : at + size]) if size % 8 == 0 else bytes(memory[at : at + size])
            for at, size in zip(places, sizes, strict=True)
        ]
        asked[1] = array("I", memory[seen : seen + 4 * SEEN_WORDS])
        if not any(asked[0]):
            return -3.0
        try:
            worth = native().deals(*asked, doubt=doubt, tries=tries, seed=int(seed), hands=out)
        except ValueError:
            return -2.0
        memory[hands : hands + 16 * count] = out.tobytes()
        return worth


@pytest.fixture
def exports(monkeypatch):
    js = ModuleType("js")
    js.BigInt = Long
    js.Uint8Array = SimpleNamespace(new=lambda buffer, at, size: View(memoryview(buffer)[at : at + size]))
    monkeypatch.setitem(sys.modules, "js", js)
    found = Exports()
    use_backend(WasmBackend(found))
    yield found
    use_backend(None)


SOME = [Question("value", ending(Random(seed), 3)) for seed in range(12)]


def test_it_answers_in_one_call(exports):
    found = [answer.value for answer in solve(SOME)]
    assert exports.calls == 1
    assert exports.blocks == {}
    use_backend(ReferenceBackend())
    assert found == [value(question.position) for question in SOME]


def test_between_questions_it_looks_at_limits(exports):
    assert all(answer.finished for answer in solve(SOME, seconds=60))
    assert exports.calls == len(SOME)
    none = solve(SOME, seconds=1e-9)
    assert not any(answer.finished for answer in none)
    big = Question("value", position(ACADEMY, 1, tuple(0xFF << 8 * seat for seat in range(4)), 0))
    assert [answer.finished for answer in solve([SOME[0], big], node_limit=3000)] == [True, False]


def test_progress_stops_it(exports, monkeypatch):
    monkeypatch.setattr("pilotta.engine.wasm._TICK", 0)
    seen = []
    answers = solve(SOME, progress=lambda done: seen.append(done) or len(seen) < 4)
    assert seen == [0, 1, 2, 3]
    assert [answer.finished for answer in answers] == [True] * 3 + [False] * 9
    with pytest.raises(ZeroDivisionError):
        solve(SOME, progress=lambda done: 1 / 0)
    assert exports.blocks == {}


def test_playouts(exports):
    at = SOME[0].position
    found = playouts(at, 20, 2**63)
    use_backend(ReferenceBackend())
    assert found == playouts(at, 20, 2**63)
    with pytest.raises(ValueError, match="malformed"):
        WasmBackend(exports).playouts(bytes(GAME_BYTES), bytes(48), 1, 1, array("H", [0]))


def test_no_memory(exports):
    exports.full = True
    with pytest.raises(MemoryError):
        solve(SOME)


def drawn(words):
    hands = array("I", bytes(16 * 5))
    worth = backend().deals(
        *(words[name] for name in SIX),
        hands=hands,
        **{name: words[name] for name in ("doubt", "tries", "seed")},
    )
    return hands, worth


SIX = ("game", "seen", "plays", "weights", "shapes", "cells")


def in_order(**other):
    words = asked(**other)
    words["seen"] = array("I", words["seen"])
    return words | {name: array("d", words[name]) for name in ("weights", "shapes", "cells")}


def test_it_draws_deals(exports):
    words = in_order()
    found = drawn(words)
    assert exports.blocks == {}
    assert drawn(words | {"cells": b""})[1] > 0
    use_backend(None)
    assert found == drawn(words)


@pytest.mark.parametrize(
    ("fault", "what"),
    [
        ({"game": b"x"}, "game must hold 72"),
        ({"game": bytes(72)}, "game is malformed"),
        ({"seen": [0, 0xFF, 1]}, "seen must hold 28"),
        ({"seen": [4, 0xFF, 1, 8, 8, 8, 8]}, "does not fit"),
        ({"plays": b"\x00"}, "rows of 2 bytes"),
        ({"weights": [1.0]}, "weights must hold"),
        ({"shapes": [1.0]}, "shapes must hold"),
        ({"cells": [1.0]}, "cells must hold"),
        ({"doubt": 0.0}, "doubt"),
        ({"tries": 0}, "tries"),
        ({"tries": 2**30}, "tries"),
    ],
)
def test_it_refuses_to_draw_by_name(exports, fault, what):
    with pytest.raises(ValueError, match=what):
        drawn(in_order(**fault))
    assert exports.blocks == {}
