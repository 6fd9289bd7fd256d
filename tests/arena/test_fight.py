import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from pilotta.arena.fight import Fight
from pilotta.arena.report import Estimate, contracts, estimate, paired, report, text
from pilotta.arena.run import fight_out
from pilotta.cli.main import main
from pilotta.rules.catalogue import PRESETS

FIGHT = Fight("cafe", "random", PRESETS["academy"], 30, 1)


def test_the_number_of_jobs_changes_nothing() -> None:
    assert fight_out(FIGHT, 1) == fight_out(FIGHT, 2)


def test_another_seed_deals_other_cards() -> None:
    assert fight_out(FIGHT).deals != fight_out(replace(FIGHT, seed=2)).deals


def test_a_bot_against_itself_is_exactly_even() -> None:
    """Swapping sides with the same cards must undo itself: what one seating gives, the other takes."""
    found = report(fight_out(replace(FIGHT, b="cafe", deals=10)))
    for key in ("card_points", "deal_score", "deal_score_tens"):
        assert found[key] == {"mean": 0.0, "standard_error": 0.0, "z": None}
    assert found["match_wins"]["mean"] == 0.5


def test_swapped_seats_get_the_same_cards() -> None:
    """A deal between a bot and itself is the same deal in both seatings, seen from the other side."""
    for one, other in fight_out(replace(FIGHT, a="random", deals=10)).deals:
        assert one.passed_out or one.value >= 80
        assert other.passed_out or other.value >= 80
    for one, other in fight_out(replace(FIGHT, b="cafe", deals=10)).deals:
        assert (one.cards, one.value, one.made) == (-other.cards, other.value, other.made)


def test_progress_ends_at_one() -> None:
    heard: list[float] = []
    fight_out(replace(FIGHT, deals=3), 1, heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_cafe_beats_random() -> None:
    """The aim of docs/laboratory.md, on few deals: the lower end of two standard errors stays above 25 card points a deal."""
    found = report(fight_out(replace(FIGHT, deals=60)))["card_points"]
    assert found["mean"] - 2 * found["standard_error"] > 25


@pytest.mark.parametrize(
    ("values", "mean", "error"),
    [([1.0, 3.0], 2.0, 1.0), ([5.0], 5.0, 0.0), ([2.0, 2.0, 2.0], 2.0, 0.0), ([0.0, 0.0, 3.0], 1.0, 1.0)],
)
def test_estimate(values: list[float], mean: float, error: float) -> None:
    """Standard error: the sample's standard deviation (n - 1) over the root of n."""
    assert estimate(values) == Estimate(mean, pytest.approx(error))


@pytest.mark.parametrize(
    ("found", "even", "z"), [((6.0, 2.0), 0.0, 3.0), ((0.75, 0.125), 0.5, 2.0), ((1.0, 0.0), 0.0, None)]
)
def test_z(found: tuple[float, float], even: float, z: float | None) -> None:
    """So many standard errors above what two equal players come to; nothing to say where there is no error."""
    assert Estimate(*found).z(even) == z
    assert Estimate(*found).as_dict(even)["z"] == z


def test_the_score_is_told_in_tens_whatever_the_sheet() -> None:
    in_points = report(fight_out(replace(FIGHT, rules=PRESETS["bourlot"], deals=6)))
    assert in_points["deal_score"]["mean"] != 0
    assert in_points["deal_score_tens"]["mean"] == pytest.approx(
        in_points["deal_score"]["mean"] / 10, abs=1e-3
    )
    in_tens = report(fight_out(replace(FIGHT, deals=6)))
    assert in_tens["deal_score_tens"] == in_tens["deal_score"]


def test_a_pair_counts_once() -> None:
    assert paired([(10.0, -10.0), (4.0, 0.0)]) == Estimate(1.0, pytest.approx(1.0))


def test_contracts_of_nothing() -> None:
    empty = contracts([])
    assert (empty["contracts"], empty["made"], empty["height"]) == (0, 0.0, 0.0)


def test_without_an_auction_there_are_no_contracts() -> None:
    found = report(fight_out(replace(FIGHT, rules=PRESETS["academy"].change(fixed_trump="D"), deals=4)))
    assert found["contracts"]["all"]["contracts"] == 0
    assert found["contracts"]["all"]["all_pass"] == 0.0


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "cafe", "random", "--deals", "3", "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["deals"] == 3
    assert found["rules"] == "academy"
    assert set(found["card_points"]) == {"mean", "standard_error", "z"}
    assert found["latency"]["a"]["cards"]["decisions"] > 0


def test_the_command_prints_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "cafe", "cafe", "--deals", "3", "--jobs", "1", "--rules", "club"]) == 0
    said = capsys.readouterr().out
    expected = text(report(fight_out(Fight("cafe", "cafe", PRESETS["club"], 3, 1))))
    assert said.startswith(expected + "\nms a call, cafe")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes")
def test_ctrl_c_ends_it_without_a_word() -> None:
    words = ["arena", "cafe", "cafe", "--deals", "100000", "--jobs", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "pilotta", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as arena:
        # As a terminal does it: to every process of the command.
        time.sleep(2.5)
        os.killpg(arena.pid, signal.SIGINT)
        out, err = arena.communicate(timeout=60)
        assert (arena.returncode, out, err) == (130, "", "")
