"""Whole deals solved with every reduction of the native search, and without any: the values have to be the same.

The search without any has a limit of nodes, which a deal in some thousands meets. Of such a deal its value is not known, and
what is compared instead is the search with each reduction left out in turn: a mistake that two of them make alike would pass.

The slow tests check 500 deals and the long ones 5,000, or as many as ``PILOTTA_CROSS_CHECKS`` says:
``PILOTTA_CROSS_CHECKS=20000 .venv/bin/pytest -m long tests/engine/test_cross_checks.py``.
"""

import os
from random import Random

import pytest
from tests.engine.asking import OFF, PLAIN, ask, told
from tests.engine.positions import any_rules, dealt, played

from pilotta.cards import cards_in
from pilotta.engine.door import DONE, LINE, MOVES, REACHES, VALUE
from pilotta.engine.position import Position, position

AT_ONCE = 25
# A minute's work. Without any reduction a few deals would take many.
MOST_NODES = 1_000_000_000
SLOW_CHECKS = 500
CHECKS = int(os.environ.get("PILOTTA_CROSS_CHECKS", "5000"))


def deals(part: int, count: int) -> list[Position]:
    """Whole deals over all strains, leaders, presets and house rules."""
    chance = Random(f"cross-check {part}")
    return [
        position(any_rules(chance), (part + number) % 6, dealt(chance, 8), chance.randrange(4))
        for number in range(count)
    ]


def check(at: Position, plain: int) -> None:
    """Everything that is said about a deal fits the value that was found without reductions."""
    (moves,) = ask(MOVES, [at])
    after = [at.after(card) for card in cards_in(at.legal)]
    # Each card's value again, as a question of its own.
    below = tuple(row.result for row in ask(VALUE, after))
    assert moves.listed == below, told(at)
    assert moves.result == plain == (min if at.turn & 1 else max)(below), told(at)
    reached = [row.result for row in ask(REACHES, [at, at], [plain, plain + 1])]
    assert reached == [1, 0], told(at)
    (line,) = ask(LINE, [at])
    assert line.result == plain, told(at)
    end = at
    for card in line.listed:
        end = end.after(card)
    assert (end.over, end.won.ns) == (True, plain), told(at)


def cross_check(positions: list[Position]) -> None:
    rows = ask(VALUE, positions, options=PLAIN, threads=2, node_limit=MOST_NODES)
    for at, row, reduced in zip(positions, rows, ask(VALUE, positions), strict=True):
        if row.status != DONE:
            one_off = {ask(VALUE, [at], options=bit)[0].result for bit in OFF.values()}
            assert one_off == {reduced.result}, told(at)
        else:
            assert reduced.result == row.result, told(at)
        check(at, reduced.result)
    assert sum(row.status != DONE for row in rows) <= 1


def test_some_deals() -> None:
    cross_check(deals(-1, 18))


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", range(SLOW_CHECKS // AT_ONCE))
def test_many_deals(part: int) -> None:
    cross_check(deals(part, AT_ONCE))


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(SLOW_CHECKS // AT_ONCE, CHECKS // AT_ONCE))
def test_very_many_deals(part: int) -> None:
    cross_check(deals(part, AT_ONCE))


@pytest.mark.parametrize("name", OFF)
def test_each_reduction_by_itself(name: str) -> None:
    """Left out alone, and alone kept: a mistake may need another reduction to show, or be hidden by it."""
    chance = Random(f"cross-check {name}")
    positions = [
        played(
            position(any_rules(chance), number % 6, dealt(chance, 8), number % 4), chance, 4 * (number % 3)
        )
        for number in range(24)
    ]
    values = [row.result for row in ask(VALUE, positions)]
    assert [row.result for row in ask(VALUE, positions, options=OFF[name])] == values
    late = [
        played(position(any_rules(chance), number % 6, dealt(chance, 7), number % 4), chance, number % 4)
        for number in range(24)
    ]
    values = [row.result for row in ask(VALUE, late, options=PLAIN)]
    assert [row.result for row in ask(VALUE, late, options=PLAIN & ~OFF[name])] == values
