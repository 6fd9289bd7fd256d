"""The WebAssembly backend over exports that are made of Python: the memory grows, moves, and is handed back.

tests/pyodide runs the real ones under Pyodide."""

import sys
from array import array
from random import Random
from types import ModuleType, SimpleNamespace

import pytest
from tests.engine.positions import ending

from pilotta.engine.backend import use_backend
from pilotta.engine.batch import Question, playouts, solve
from pilotta.engine.position import position
from pilotta.engine.reference import ReferenceBackend
from pilotta.engine.rows import ANSWER_WORDS, GAME_BYTES, QUESTION_WORDS
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
