"""The native core plays by the rules: it counts as many ways to play on as pilotta.rules does, below each card."""

from pathlib import Path
from random import Random

import pytest
from tests.engine.asking import the_native, told
from tests.engine.counting import check_file, counted
from tests.engine.positions import any_rules, dealt, house_rules, odd_rules, played
from tests.rules import perft
from tests.rules.tables import DATA

from pilotta.cards import cards_in
from pilotta.engine.door import NOT_FINISHED, PERFT
from pilotta.engine.position import Position, position
from pilotta.engine.rows import Rows
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import STRAINS, RuleSet


def engine_count(at: Position, depth: int) -> int:
    """The same by :mod:`pilotta.rules`."""
    return perft.engine_perft(at.rules, at.ranks, at.play, depth)


@pytest.mark.parametrize("path", sorted(DATA.glob("*.perft")), ids=lambda path: path.stem)
def test_counts_are_those_of_the_files(path: Path) -> None:
    check_file(path)


def check_below_each_card(at: Position, depth: int) -> None:
    after = [at.after(card) for card in cards_in(at.legal)]
    found = counted([at, *after], [depth] + [depth - 1] * len(after))
    expected = [engine_count(each, depth - 1) for each in after]
    assert found == [sum(expected), *expected], told(at)


def some_rules(chance: Random, count: int) -> list[RuleSet]:
    """All presets, and house rules."""
    return [*PRESETS.values(), *(make(chance) for make in (house_rules, odd_rules) for _ in range(count))]


@pytest.mark.parametrize("strain", range(6), ids=list(STRAINS))
def test_whole_deals(strain: int) -> None:
    """From the first lead, from inside the first trick, and from inside a later one, over the trick's end."""
    chance = Random(f"perft {strain}")
    for rules in some_rules(chance, 8):
        for laid in (0, 1, 2, 3):
            start = position(rules, strain, dealt(chance, 8), chance.randrange(4))
            check_below_each_card(played(start, chance, laid), 3)
            later = 4 * chance.randrange(1, 7) + laid
            check_below_each_card(played(start, chance, later), chance.choice([4, 5]))


@pytest.mark.slow
@pytest.mark.parametrize("strain", range(6), ids=list(STRAINS))
def test_more_whole_deals(strain: int) -> None:
    chance = Random(f"more perft {strain}")
    for rules in some_rules(chance, 40):
        start = position(rules, strain, dealt(chance, 8), chance.randrange(4))
        for cards in (0, 1, 2, 3, *chance.sample(range(4, 28), 4)):
            check_below_each_card(played(start, chance, cards), 5)


def test_no_more_can_be_played_than_is_there() -> None:
    chance = Random(4)
    at = played(position(any_rules(chance), 0, dealt(chance, 2), 0), chance, 3)
    assert [count > 0 for count in counted([at] * 5, [1, 4, 5, 6, 32])] == [True] * 3 + [False] * 2


@pytest.mark.parametrize("limit", [{"node_limit": 10_000}, {"seconds": 0.1}])
def test_a_count_without_end_can_be_stopped(limit: dict[str, float]) -> None:
    rows = Rows()
    rows.add(PERFT, position(PRESETS["academy"], 0, dealt(Random(1), 8), 0), 32)
    (row,) = rows.run(by=the_native(), **limit)
    assert (row.status, row.result, row.listed) == (NOT_FINISHED, 0, ())
