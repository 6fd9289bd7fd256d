"""What a score is worth at a stand of the match."""

from dataclasses import replace

import pytest

from pilotta.bots.worth.equity import Equity, early
from pilotta.rules.catalogue import ACADEMY, BOURLOT, PRESETS
from pilotta.seats import EW, NS, BySide


@pytest.mark.parametrize("preset", PRESETS)
def test_at_the_start_a_ten_is_a_ten(preset: str) -> None:
    rules = PRESETS[preset]
    equity = Equity(rules, BySide(0, 0))
    one = equity.worth(BySide(8 * rules.unit, 7 * rules.unit)) - equity.worth(
        BySide(7 * rules.unit, 7 * rules.unit)
    )
    assert one == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize("totals", [(0, 0), (100, 250), (290, 30), (290, 295)])
def test_sides_are_treated_alike(totals: tuple[int, int]) -> None:
    ours, theirs = Equity(ACADEMY, BySide(*totals)), Equity(ACADEMY, BySide(*totals[::-1]))
    for score in ((20, 5), (0, 40), (12, 12)):
        assert ours.worth(BySide(*score)) == pytest.approx(-theirs.worth(BySide(*score[::-1])))


def test_more_is_never_worth_less() -> None:
    equity = Equity(ACADEMY, BySide(ACADEMY.target - 30, ACADEMY.target - 45))
    worths = [equity.worth(BySide(points, 16 - points)) for points in range(17)]
    assert worths == sorted(worths)


def test_at_match_point_only_the_win_counts() -> None:
    equity = Equity(ACADEMY, BySide(ACADEMY.target - 10, ACADEMY.target - 60))
    win, great_win, loss = (equity.worth(BySide(*score)) for score in ((10, 6), (30, 0), (9, 7)))
    assert win == pytest.approx(great_win)
    assert win > loss + 5


def test_a_reverse_capot_can_win_the_match() -> None:
    equity = Equity(ACADEMY, BySide(0, 200))
    assert equity.worth(BySide(25, 0), NS) > equity.worth(BySide(25, 0)) + 20
    assert equity.worth(BySide(0, 25), EW) < equity.worth(BySide(0, 25))


def test_a_target_to_be_exceeded_is_one_more() -> None:
    rules = replace(ACADEMY, target_met="exceeded")
    reached = Equity(ACADEMY, BySide(ACADEMY.target - 10, 0)).worth(BySide(10, 0))
    # The same totals with one more needed: not won yet.
    assert Equity(rules, BySide(rules.target - 10, 0)).worth(BySide(10, 0)) < reached + 1e-9
    assert Equity(rules, BySide(rules.target - 10, 200)).worth(BySide(11, 0)) > 0


@pytest.mark.parametrize(
    ("totals", "found"),
    [
        (BySide(0, 0), True),
        (BySide(120, 110), True),
        # Fewer than eight deals are left, or one side leads by more than a deal.
        (BySide(240, 230), False),
        (BySide(60, 20), False),
    ],
)
def test_a_ten_is_a_ten_early_on(totals: BySide[int], found: bool) -> None:
    assert early(ACADEMY, totals) is found
    points = BySide(10 * totals.ns, 10 * totals.ew)
    assert early(BOURLOT, points) is found
    if found:
        equity = Equity(ACADEMY, totals)
        assert equity.worth(BySide(20, 0)) == pytest.approx(20, abs=1.5)
