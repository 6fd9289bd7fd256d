"""Columns in, columns out: the same answers as one by one."""

import subprocess
import sys
from random import Random

import numpy as np
import pytest
from tests.engine.positions import dealt

from pilotta.engine.arrays import UNKNOWN, moves_of_deals, playouts_of, solve_deals
from pilotta.engine.batch import playouts
from pilotta.engine.position import PositionError, position
from pilotta.engine.solver import moves, value
from pilotta.rules.catalogue import ACADEMY, CLUB

CHANCE = Random(9)
DEALS = [dealt(CHANCE, size) for size in (1, 2, 3, 3, 3, 2) for _ in range(4)]
HANDS = np.array(DEALS, np.uint32)
LEADERS = np.arange(len(DEALS)) % 4
STRAINS = np.arange(len(DEALS)) * 7 % 6
# One of those that take long.
BIG = np.array([dealt(Random(3), 8)], np.uint32)


@pytest.mark.usefixtures("each_backend")
def test_values_as_one_by_one():
    found = solve_deals(CLUB, STRAINS, HANDS, LEADERS)
    assert (found.dtype, found.shape) == (np.int16, (len(DEALS),))
    one_by_one = [
        value(position(CLUB, int(strain), hands, int(leader))).ns
        for strain, hands, leader in zip(STRAINS, DEALS, LEADERS, strict=True)
    ]
    assert found.tolist() == one_by_one
    everywhere = solve_deals(CLUB, 4, HANDS, 2, threads=2)
    assert everywhere.tolist() == [value(position(CLUB, 4, hands, 2)).ns for hands in DEALS]


@pytest.mark.usefixtures("each_backend")
def test_moves_as_one_by_one():
    found = moves_of_deals(CLUB, STRAINS, HANDS, LEADERS)
    assert (found.dtype, found.shape) == (np.int16, (len(DEALS), 32))
    for row, strain, hands, leader in zip(found, STRAINS, DEALS, LEADERS, strict=True):
        expected = moves(position(CLUB, int(strain), hands, int(leader)))
        assert {card: int(ns) for card, ns in enumerate(row) if ns != UNKNOWN} == expected


@pytest.mark.usefixtures("each_backend")
def test_what_is_not_finished_is_unknown():
    hands = np.concatenate([HANDS[:2], BIG])
    values = solve_deals(ACADEMY, 1, hands, 0, node_limit=600)
    assert (values == UNKNOWN).tolist() == [False, False, True]
    by_card = moves_of_deals(ACADEMY, 1, hands, 0, node_limit=600)
    assert (by_card == UNKNOWN).all(axis=1).tolist() == [False, False, True]


@pytest.mark.usefixtures("each_backend")
def test_playouts_as_one_by_one():
    found = playouts_of(CLUB, 5, DEALS[9], 3, 50, 11)
    assert (found.dtype, found.shape) == (np.uint16, (50,))
    assert found.tolist() == playouts(position(CLUB, 5, DEALS[9], 3), 50, 11).tolist()
    assert (
        playouts_of(CLUB, STRAINS[11], HANDS[9], LEADERS[3], np.int16(50), np.uint64(11)).tolist()
        == found.tolist()
    )
    assert playouts_of(CLUB, 5, HANDS[9], 3, 0, 11).shape == (0,)
    with pytest.raises(PositionError, match="S's hand is no set of cards"):
        playouts_of(CLUB, 5, HANDS[9].astype(float), 3, 1, 11)


@pytest.mark.parametrize("hands", [[], np.zeros((0, 4), np.uint32)])
def test_no_deals(hands):
    assert solve_deals(ACADEMY, 0, hands, 0).shape == (0,)
    assert moves_of_deals(ACADEMY, [], hands, []).shape == (0, 32)


@pytest.mark.parametrize("shape", [(5, 0), (3, 0, 4), (0, 5), (0, 4, 4), (0, 0)])
def test_no_deals_of_another_shape(shape):
    for ask in (solve_deals, moves_of_deals):
        with pytest.raises(PositionError, match=r"shape \(n, 4\)"):
            ask(ACADEMY, 0, np.zeros(shape, np.uint32), 0)


@pytest.mark.usefixtures("each_backend")
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.uint64])
def test_strains_and_leaders_of_any_type(dtype):
    expected = moves_of_deals(CLUB, STRAINS, HANDS, LEADERS).tolist()
    assert moves_of_deals(CLUB, STRAINS.astype(dtype), HANDS, LEADERS.astype(dtype)).tolist() == expected


@pytest.mark.parametrize("many", [False, True])
def test_what_is_no_seat_or_strain_is_shown_as_it_was_given(many):
    for number in (np.uint64(2**64 - 1), np.int64(-1), np.int8(-1)):
        given = np.array([number] * len(DEALS)) if many else number
        with pytest.raises(PositionError, match=f"deal 0: {int(number)} is no seat to lead"):
            solve_deals(ACADEMY, 0, HANDS, given)
        with pytest.raises(PositionError, match=f"^{int(number)} is no strain"):
            solve_deals(ACADEMY, given, HANDS, 0)


@pytest.mark.usefixtures("each_backend")
@pytest.mark.parametrize("dtype", [np.int64, np.uint64, np.uint32])
def test_any_whole_numbers_will_do(dtype):
    assert (
        solve_deals(ACADEMY, 0, HANDS.astype(dtype), 0).tolist() == solve_deals(ACADEMY, 0, HANDS, 0).tolist()
    )
    assert solve_deals(ACADEMY, 0, HANDS[::2], 0).tolist() == solve_deals(ACADEMY, 0, HANDS, 0).tolist()[::2]


def test_a_deal_that_is_none_is_named():
    def refused(match, hands, strains=0, leaders=0):
        with pytest.raises(PositionError, match=match):
            solve_deals(ACADEMY, strains, hands, leaders)

    twice, uneven = HANDS.copy(), HANDS.copy()
    twice[5, 2] = twice[5, 0]
    refused("deal 5: .* is dealt twice, the second time to N", twice)
    uneven[7, 1] = 0
    refused("deal 7: each seat needs the same number of cards", uneven)
    refused("deal 0: each seat", np.zeros((3, 4), np.uint32))
    refused("deal 3: 4 is no seat to lead", HANDS, leaders=[0, 1, 2, 4] + [0] * (len(DEALS) - 4))
    refused("6 is no strain", HANDS, strains=6)
    refused(r"shape \(n, 4\)", HANDS[:, :3])
    refused(r"shape \(n, 4\)", HANDS.astype(float))
    refused("set of 32 cards", HANDS.astype(np.int64) - 2**40)
    refused("set of 32 cards", HANDS.astype(np.uint64) + np.uint64(2**40))
    refused("leaders are one number, or one for each of 24 deals", HANDS, leaders=[0, 1])
    refused("strains are whole numbers", HANDS, strains=0.5)
    for hands in (HANDS, HANDS[:0]):
        with pytest.raises(PositionError, match="'academy' is no rule set"):
            solve_deals("academy", 0, hands, 0)


def test_without_numpy_it_says_what_to_install():
    code = "import sys; sys.modules['numpy'] = None; import pilotta.engine.batch, pilotta.engine.arrays"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("needs numpy: pip install pilotta[numpy]")
