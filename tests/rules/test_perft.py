"""The engine plays on from each position in as many ways as the files say; so does the formulation that wrote them."""

import pytest
from tests.rules.perft import Position, engine_divide, positions, second_divide
from tests.rules.tables import DATA

FILES = sorted(DATA.glob("*.perft"))
POSITIONS = [position for path in FILES for position in positions(path)]


def with_counts(least: int, most: int) -> pytest.MarkDecorator:
    """Every position with counts of this size, and those counts by depth."""
    sized = [
        (position, counts)
        for position in POSITIONS
        if (counts := [(depth, count) for depth, count in position.counts if least <= count < most])
    ]
    return pytest.mark.parametrize(
        ("position", "counts"), sized, ids=[position.name for position, _ in sized]
    )


def check(position: Position, depth: int, count: int, found: dict[str, int]) -> None:
    if sum(found.values()) != count:
        below = "\n".join(f"  {card} {number}" for card, number in sorted(found.items()))
        other = "\n".join(
            f"  {card} {number}" for card, number in sorted(second_divide(position, depth).items())
        )
        pytest.fail(
            f"{position.name}: {sum(found.values())} ways to play {depth} cards, not {count}\n"
            f"found, below each card:\n{below}\nshould be:\n{other}"
        )


@with_counts(0, 5_000)
def test_engine(position: Position, counts: list[tuple[int, int]]) -> None:
    for depth, count in counts:
        check(position, depth, count, engine_divide(position, depth))


@with_counts(0, 500)
def test_the_files_are_the_second_formulations(position: Position, counts: list[tuple[int, int]]) -> None:
    for depth, count in counts:
        assert sum(second_divide(position, depth).values()) == count


@pytest.mark.slow
@with_counts(5_000, 10**9)
def test_engine_on_large_counts(position: Position, counts: list[tuple[int, int]]) -> None:
    for depth, count in counts:
        check(position, depth, count, engine_divide(position, depth))


@pytest.mark.slow
@with_counts(500, 10**9)
def test_the_large_counts_are_the_second_formulations(
    position: Position, counts: list[tuple[int, int]]
) -> None:
    for depth, count in counts:
        assert sum(second_divide(position, depth).values()) == count


def test_every_rule_set_and_strain_is_there() -> None:
    found = {(position.rules.preset, position.strain) for position in POSITIONS}
    assert found >= {
        (name, strain) for name in ("academy", "kafeneio", "bourlot", "club") for strain in "SHDC"
    }
    assert found >= {("club", "N"), ("club", "A")}


def test_a_failure_shows_the_count_below_each_card() -> None:
    position = POSITIONS[0]
    with pytest.raises(pytest.fail.Exception, match=r"below each card:\n  [2-9TJQKA][SHDC] "):
        check(position, 1, 99, engine_divide(position, 1))
