"""The module in a process that forks, or ends while a thread is inside it."""

import subprocess
import sys
import textwrap

import pytest

SETUP = """
import os, sys, threading, time
from pilotta.engine.batch import Question, playouts, solve
from pilotta.engine.position import position
from pilotta.rules.catalogue import ACADEMY
deal = position(ACADEMY, 0, [0xFF, 0xFF00, 0xFF0000, 0xFF000000], 0)
"""


def status_of(program: str) -> int:
    done = subprocess.run([sys.executable, "-c", SETUP + textwrap.dedent(program)], check=False, timeout=60)
    return done.returncode


@pytest.mark.parametrize(
    "work",
    [
        'solve([Question("value", deal)], threads=1)',
        'solve([Question("moves", deal)] * 100_000, progress=lambda done: True)',
        "playouts(deal, 1000, 1)",
    ],
)
def test_the_interpreter_ends_while_daemons_are_at_work(work: str) -> None:
    program = f"""
    def daemon():
        while True:
            {work}
    for _ in range(3):
        threading.Thread(target=daemon, daemon=True).start()
    time.sleep(0.2)
    """
    assert status_of(program) == 0


def test_a_child_of_a_busy_process_can_solve() -> None:
    program = """
    def busy():
        while not over:
            solve([Question("value", deal)], threads=1)
    over = False
    for _ in range(4):
        threading.Thread(target=busy).start()
    failed = 0
    for _ in range(60):
        child = os.fork()
        if child == 0:
            os._exit(0 if solve([Question("value", deal)])[0].finished else 1)
        failed += os.waitpid(child, 0)[1] != 0
    over = True
    sys.exit(failed)
    """
    assert status_of(program) == 0
