"""The engine plays on from each position in as many ways as the files say; so does the formulation that wrote them."""

import pytest
from tests.rules.perft import Position, engine_divide, positions, second_divide
from tests.rules.tables import DATA

FILES = sorted(DATA.glob("*.perft"))
POSITIONS = [position for path in FILES for position in positions(path)]
by_name = pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)


def counts(position: Position, least: int, most: int) -> list[tuple[int, int]]:
    found = [(depth, count) for depth, count in position.counts if least <= count < most]
    if not found:
        pytest.skip("no counts of this size")
    return found


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


@by_name
def test_engine(position: Position) -> None:
    for depth, count in counts(position, 0, 5_000):
        check(position, depth, count, engine_divide(position, depth))


@by_name
def test_the_files_are_the_second_formulations(position: Position) -> None:
    for depth, count in counts(position, 0, 500):
        assert sum(second_divide(position, depth).values()) == count


@pytest.mark.slow
@by_name
def test_engine_on_large_counts(position: Position) -> None:
    for depth, count in counts(position, 5_000, 10**9):
        check(position, depth, count, engine_divide(position, depth))


@pytest.mark.slow
@by_name
def test_the_large_counts_are_the_second_formulations(position: Position) -> None:
    for depth, count in counts(position, 500, 10**9):
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
