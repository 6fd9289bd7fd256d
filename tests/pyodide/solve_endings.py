"""Solve some endings of each rule set in each strain, and print the value of each and of each of its cards.

    python solve_endings.py

In a browser's Python the solver is the WebAssembly module (run.mjs), elsewhere the slow reference.
"""

import sys
from random import Random

from pilotta.engine.backend import use_backend
from pilotta.engine.batch import Question, solve
from pilotta.engine.position import position
from pilotta.rules.catalogue import PRESETS

if sys.platform == "emscripten":
    from js import solver  # type: ignore[import-not-found]

    from pilotta.engine.wasm import WasmBackend

    use_backend(WasmBackend(solver))

chance = Random("pilotta endings")
questions = []
for rules in PRESETS.values():
    for strain in range(6):
        cards = chance.sample(range(32), 16)
        hands = tuple(sum(1 << card for card in cards[4 * seat : 4 * seat + 4]) for seat in range(4))
        place = position(rules, strain, hands, chance.randrange(4))
        questions += [Question("value", place), Question("moves", place)]
for question, answer in zip(questions, solve(questions), strict=True):
    print(question.kind, answer.value, answer.moves)
