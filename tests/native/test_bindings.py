"""The native module's own part: buffers, threads, and how a run is ended. What it answers is tested in tests/engine."""

import _thread
import threading
import time
from array import array

import numpy as np
import pytest
from tests.native.flat import (
    GAME,
    LAST_TRICK,
    SOUTH_TAKES,
    empty_answers,
    joined,
    question,
    results,
    statuses,
)

from pilotta.engine import _native
from pilotta.engine.door import BAD_GAME, BAD_QUESTION, BRUTE, DONE, NOT_FINISHED


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_each_row_gets_its_answer(threads: int) -> None:
    answers = empty_answers(20)
    asked = joined(*[question(cards=1 + row % 8) for row in range(20)])
    assert _native.run(GAME, asked, answers, threads=threads) == 20
    assert statuses(answers) == [DONE] * 20
    assert results(answers) == [SOUTH_TAKES if row % 8 == 7 else 10 for row in range(20)]


def test_no_rows_are_no_work() -> None:
    assert _native.run(b"", b"", bytearray()) == 0


def test_what_is_malformed_is_told_row_by_row() -> None:
    answers = empty_answers(3)
    asked = joined(question(game=1), question(game=2), question())
    assert _native.run(GAME + bytes([*GAME[:64], 9, *GAME[65:]]), asked, answers) == 3
    assert statuses(answers) == [BAD_GAME, BAD_QUESTION, DONE]


@pytest.mark.parametrize(
    ("games", "questions", "answers", "message"),
    [
        (GAME[1:], question(), empty_answers(1), "games must hold rows of 72 bytes, not 71 bytes"),
        (GAME, bytes(47), empty_answers(1), "questions must hold rows of 48 bytes, not 47 bytes"),
        (GAME, question(), bytearray(143), "answers must hold rows of 144 bytes, not 143 bytes"),
        (GAME, question(), empty_answers(2), "answers must hold as many rows as questions, 1, not 2"),
        (GAME, question(), bytes(144), "answers must be contiguous and writable"),
        (GAME, memoryview(bytes(96))[::2], empty_answers(1), "questions must be contiguous"),
        (GAME, np.zeros((2, 12), np.uint32, order="F"), empty_answers(2), "questions must be contiguous"),
        (GAME, memoryview(bytes(49))[1:], empty_answers(1), "questions must begin at a multiple of 4 bytes"),
    ],
)
def test_a_buffer_that_does_not_fit_is_refused(
    games: bytes, questions: bytes, answers: bytearray, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        _native.run(games, questions, answers)


def test_an_object_without_a_buffer_is_refused() -> None:
    with pytest.raises(TypeError, match="games must be a buffer such as bytes or array, not list"):
        _native.run([GAME], question(), empty_answers(1))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"threads": 0}, "threads must be 1 to 1024, not 0"),
        ({"table_kib": 0}, "table_kib must be 1 to 65536, not 0"),
        ({"seconds": -1.0}, "seconds must be 0 to 1e9"),
        ({"seconds": float("nan")}, "seconds must be 0 to 1e9"),
    ],
)
def test_a_number_out_of_range_is_refused(numbers: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _native.run(GAME, question(), empty_answers(1), **numbers)  # type: ignore[arg-type]


def test_a_limit_of_nodes_gives_up_one_row_and_goes_on() -> None:
    answers = empty_answers(3)
    asked = joined(question(cards=2), question(BRUTE), question(cards=2))
    assert _native.run(GAME, asked, answers, node_limit=10_000) == 3
    assert statuses(answers) == [DONE, NOT_FINISHED, DONE]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_limit_of_time_ends_the_call(threads: int) -> None:
    answers = empty_answers(5)
    asked = joined(question(), *[question(BRUTE)] * 3, question())
    began = time.monotonic()
    assert _native.run(GAME, asked, answers, threads=threads, seconds=0.2) == 1
    assert 0.2 <= time.monotonic() - began < 5
    assert statuses(answers) == [DONE, *[NOT_FINISHED] * 4]


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told_on_the_calling_thread_and_may_end_the_call(threads: int) -> None:
    told: list[tuple[int, int]] = []

    def progress(done: int) -> bool:
        told.append((done, threading.get_ident()))
        return len(told) < 3

    answers = empty_answers(3)
    asked = joined(question(), *[question(BRUTE)] * 2)
    assert _native.run(GAME, asked, answers, threads=threads, progress=progress) == 1
    assert told == [(1, threading.get_ident())] * 3
    assert statuses(answers) == [DONE, NOT_FINISHED, NOT_FINISHED]


def test_only_false_itself_ends_the_call() -> None:
    told: list[int] = []
    answers = empty_answers(1)
    _native.run(GAME, question(BRUTE), answers, seconds=0.35, progress=told.append)
    assert len(told) > 1


@pytest.mark.parametrize("threads", [1, 2])
def test_what_progress_raises_passes_on(threads: int) -> None:
    def progress(_done: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        _native.run(
            GAME, joined(*[question(BRUTE)] * 2), empty_answers(2), threads=threads, progress=progress
        )


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_even_one_long_question(threads: int) -> None:
    threading.Timer(0.2, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        _native.run(GAME, joined(*[question(BRUTE)] * 2), empty_answers(2), threads=threads)


def test_other_threads_run_meanwhile() -> None:
    counted = 0
    ended = threading.Event()

    def count() -> None:
        nonlocal counted
        while not ended.is_set():
            counted += 1

    counter = threading.Thread(target=count)
    counter.start()
    _native.run(GAME, question(BRUTE), empty_answers(1), seconds=0.2)
    ended.set()
    counter.join()
    assert counted > 1000


def test_playouts_depend_on_the_seed_only() -> None:
    first, again, other = (array("H", [999] * 500) for _ in range(3))
    _native.playouts(GAME, question(), 500, 2**64 - 1, first)
    _native.playouts(GAME, question(), 500, 2**64 - 1, again)
    _native.playouts(GAME, question(cards=7), 500, 1, other)
    assert first == again
    assert set(first) == {SOUTH_TAKES}
    assert set(other) == {LAST_TRICK}


def test_playouts_refuse_what_does_not_fit() -> None:
    taken = array("H", [0] * 5)
    with pytest.raises(ValueError, match="results must hold 6 numbers, not 5"):
        _native.playouts(GAME, question(), 6, 1, taken)
    with pytest.raises(ValueError, match="game must hold one row"):
        _native.playouts(GAME * 2, question(), 5, 1, taken)
    with pytest.raises(ValueError, match="the game is malformed"):
        _native.playouts(bytes(72), question(), 5, 1, taken)
    with pytest.raises(ValueError, match="the question is malformed"):
        _native.playouts(GAME, question(game=1)[:6] + array("I", [9] * 6), 5, 1, taken)
