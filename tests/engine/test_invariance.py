"""What must not change an answer: seats and suits by other names, and all that is no part of the question."""

from itertools import permutations
from random import Random

import pytest
from tests.engine.asking import ask, cards_played, first_leader, the_native, told
from tests.engine.positions import any_rules, dealt, ending, odd_rules, played

from pilotta.cards import cards_in
from pilotta.engine.door import LINE, MOVES, REACHES, VALUE
from pilotta.engine.position import Position, position
from pilotta.engine.rows import Row, Rows
from pilotta.rules.ruleset import NO_TRUMP
from pilotta.seats import FourHands


def some(seed: object, count: int) -> list[Position]:
    """Whole deals and points inside them, in all strains."""
    chance = Random(f"invariance {seed}")
    return [
        played(
            position(any_rules(chance), number % 6, dealt(chance, 8), chance.randrange(4)),
            chance,
            number // 6 % 8,
        )
        for number in range(count)
    ]


def turned(at: Position, by: int) -> Position:
    """The same deal, everybody sitting so many seats further."""
    hands: FourHands = tuple(at.dealt[(seat - by) % 4] for seat in range(4))  # type: ignore[assignment]
    return position(at.rules, at.strain, hands, (first_leader(at) + by) % 4, cards_played(at))


def to_come(at: Position) -> int:
    return at.total - sum(at.won)


@pytest.mark.parametrize("by", [1, 2, 3])
def test_seats(by: int) -> None:
    positions = some("seats", 24)
    other = [turned(at, by) for at in positions]
    for at, here, there in zip(positions, ask(MOVES, positions), ask(MOVES, other), strict=True):
        if by % 2:
            there = there._replace(  # noqa: PLW2901  (North-South is East-West now)
                result=to_come(at) - there.result, listed=tuple(to_come(at) - each for each in there.listed)
            )
        assert (here.result, here.listed) == (there.result, there.listed), told(at)


def test_suits() -> None:
    """Each of the 24 orders of suits, trumps among them."""
    orders = list(permutations(range(4)))
    positions = some("suits", len(orders))
    for at, order, here in zip(positions, orders, ask(MOVES, positions), strict=True):

        def renamed(card: int, order: tuple[int, ...] = order) -> int:
            return 8 * order[card // 8] + card % 8

        strain = order[at.strain] if at.strain < NO_TRUMP else at.strain
        south, east, north, west = (sum(1 << renamed(card) for card in cards_in(hand)) for hand in at.dealt)
        other = position(
            at.rules,
            strain,
            (south, east, north, west),
            first_leader(at),
            [renamed(card) for card in cards_played(at)],
        )
        (there,) = ask(MOVES, [other])
        found = dict(zip(cards_in(other.legal), there.listed, strict=True))
        expected = dict(zip(map(renamed, cards_in(at.legal)), here.listed, strict=True))
        assert found == expected, told(at)


# ---- the rest of the call

POSITIONS = some("calls", 30)
QUESTIONS = [
    (kind, at, 40 if kind == REACHES else 0)
    for number, at in enumerate(POSITIONS)
    for kind in ((VALUE, MOVES, REACHES), (LINE, VALUE, REACHES))[number % 2]
]


def answers(order: list[int], **how: int) -> list[Row]:
    """The answers to these questions, asked in this order; told in rising order."""
    rows = Rows()
    for i in order:
        rows.add(*QUESTIONS[i])
    found = dict(zip(order, rows.run(by=the_native(), **how), strict=True))
    return [found[i] for i in sorted(found)]


IN_ORDER = list(range(len(QUESTIONS)))


def test_order_and_threads() -> None:
    """Not even the number of nodes depends on what else is asked."""
    expected = answers(IN_ORDER)
    for threads in (1, 2, 5):
        shuffled = Random(threads).sample(IN_ORDER, len(IN_ORDER))
        assert answers(shuffled, threads=threads) == expected


@pytest.mark.parametrize("table_kib", [1, 3, 16, 100, 4096, 65536])
def test_the_size_of_the_table(table_kib: int) -> None:
    # Next to no table takes long.
    asked = IN_ORDER[: 15 if table_kib < 16 else None]
    for i, here, there in zip(asked, answers(asked), answers(asked, table_kib=table_kib), strict=True):
        kind, at, _ = QUESTIONS[i]
        assert (here.status, here.result) == (there.status, there.result), told(at)
        # Of several lines of best play any will do.
        assert kind == LINE or here.listed == there.listed, told(at)


# ---- what was solved before

# Numbers of a table's generations before they begin anew: what is left of the one with the same number must be gone.
GENERATIONS = 4096


@pytest.mark.parametrize("table_kib", [2, 512, 4096])
def test_what_was_solved_before(table_kib: int) -> None:
    """The same cards under two rule sets, so many questions apart that the second meets the first one's generation."""
    chance = Random(f"before {table_kib}")
    hands = dealt(chance, 8)
    first, second = (position(odd_rules(chance), 1, hands, 0) for _ in range(2))
    assert first.ranks.points != second.ranks.points
    small = [ending(chance, 2, laid=0) for _ in range(40)]
    rows, expected = Rows(), []
    known = {id(at): ask(MOVES, [at], table_kib=1024)[0].listed for at in (first, second, *small)}
    for more in range(16):
        between = [small[i % len(small)] for i in range(GENERATIONS - 8 + more)]
        for at in (first, *between, second):
            rows.add(MOVES, at)
            expected.append(known[id(at)])
    assert [row.listed for row in rows.run(by=the_native(), table_kib=table_kib)] == expected


def test_many_games_in_turn() -> None:
    """Every question another game, forth and back."""
    positions = some("games", 40)
    forth = ask(MOVES, positions)
    back = ask(MOVES, positions[::-1])[::-1]
    alone = [ask(MOVES, [at])[0] for at in positions]
    assert forth == back == alone


@pytest.mark.parametrize("strain", range(6))
def test_both_sides_add_up(strain: int) -> None:
    """What NS takes, and what EW takes when it asks from NS's seats."""
    chance = Random(strain)
    for _ in range(6):
        at = played(
            position(any_rules(chance), strain, dealt(chance, 8), chance.randrange(4)),
            chance,
            chance.randrange(8),
        )
        here, there = (ask(VALUE, [each])[0].result for each in (at, turned(at, 1)))
        assert here + there == to_come(at), told(at)
