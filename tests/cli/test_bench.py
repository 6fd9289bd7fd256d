"""``pilotta bench``: that it measures what it names. How fast anything is, no test asks."""

import json
import sys

import pytest
from benchmarks import peer, solver, wasm
from tests.pieces import WASM, needed

from pilotta.cli import bench_solve, solvespeed
from pilotta.cli.solvespeed import KINDS, Must, Setup, TwoCores, musts, percentile, questions, speed
from pilotta.engine.backend import native
from pilotta.engine.batch import cores

SPEED = ("mean_ms", "median_ms", "p95_ms", "p99_ms", "max_ms", "nodes", "per_second", "mnodes_per_second")


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch):
    monkeypatch.setattr(solvespeed.playouts_per_second, "__defaults__", (10,))


def test_bench_alone_measures_deals_records_and_bots(here):
    data = json.loads(here("bench", "--deals", "2", "--json").out)
    assert data["deals"] == 2
    assert {"random deals/s, academy", "refereed deals/s, club", "slowest answer in ms, cafe"} <= set(
        data["results"]
    )


def test_the_solver_as_data(here):
    ran = here("bench", "solve", "--deals", "2", "--seed", "4", "--strains", "na", "--rounds", "2", "--json")
    assert (ran.status, ran.err) == (0, "")
    data = json.loads(ran.out)
    assert (data["deals"], data["seed"], data["strains"], data["rules"]) == (2, 4, "NA", "academy")
    assert list(data["results"]) == list(KINDS)
    for found in data["results"].values():
        assert list(found) == ["deals", *SPEED]
        assert found["deals"] == 2
        assert all(found[name] > 0 for name in SPEED)
        assert found["median_ms"] <= found["p95_ms"] <= found["p99_ms"] <= found["max_ms"]
    assert data["playouts_per_second"] > 0
    assert (data["two_cores"] is None) == (cores() == 1)
    assert len(data["musts"]) == 4 + (cores() > 1)
    for must in data["musts"]:
        kept = must["figure"] >= must["bound"] if must["least"] else must["figure"] <= must["bound"]
        assert must["met"] is (True if kept else None if must["hindrance"] else False)


def test_the_solver_as_a_table(here):
    out = here("bench", "solve", "--deals", "1", "--rounds", "1").out
    for name in (*bench_solve.NAMES.values(), "random playouts a second", "must be at most 30,000"):
        assert name in out
    assert out.splitlines()[1].split() == [
        *("mean", "median", "p95", "p99", "max", "nodes", "per", "second", "Mnodes/s")
    ]


def test_options_may_stand_before_what_is_measured(here):
    ran = here("bench", "--deals", "1", "--seed", "9", "--json", "solve", "--rounds", "1")
    data = json.loads(ran.out)
    assert (data["deals"], data["seed"], data["rounds"]) == (1, 9, 1)
    # The nearer one counts.
    data = json.loads(here("bench", "--deals", "3", "solve", "--deals", "1", "--rounds", "1", "--json").out)
    assert (data["deals"], data["seed"]) == (1, 1)


def test_the_usage_says_what_may_be_left_out(here):
    assert here("bench", "--help").out.startswith(
        "usage: pilotta bench [-h] [--deals N] [--seed SEED] [--json] [solve ...]\n"
    )
    out = here("bench", "solve", "--help").out
    assert out.startswith("usage: pilotta bench solve [-h]")
    assert "(default: 200)" in out


@pytest.mark.parametrize(
    ("gain", "got", "met", "shown"),
    [
        (1.85, 1.95, True, "met "),
        (1.85, 1.85, True, "met "),
        (1.20, 1.99, False, "NOT MET "),
        (1.20, 1.31, None, "– "),
    ],
)
def test_a_second_core_that_the_machine_did_not_give(gain, got, met, shown):
    found = dict.fromkeys(KINDS, speed([0.001], [1000]))
    *_, must = (each.as_data() for each in musts(found, TwoCores(gain, 1.0, got)))
    assert must["met"] is met
    (line,) = bench_solve.musts_text([must])
    assert line.startswith(shown)
    assert line.endswith("(not measurable: the machine gave 1.31 cores)") == (met is None)


def test_the_solver_beside_others(capsys, monkeypatch):
    """What `make bench` prints of the solver where nothing but ourselves is there to be measured."""
    monkeypatch.setattr(peer, "installed", lambda: False)
    monkeypatch.setattr(wasm, "can_run", lambda: False)
    monkeypatch.setattr(sys, "argv", ["solver", "--deals", "1", "--rounds", "1"])
    solver.main()
    out = capsys.readouterr().out
    assert "must be at most 30,000" in out
    assert "make wasm" in out
    assert "make bench-peers" in out


def test_the_solver_in_webassembly():
    needed(WASM)
    backend = native()
    assert backend is not None
    found = wasm.compared(Setup(2, rounds=1), backend)
    assert set(found) == {"mnodes_per_second", "native_mnodes_per_second", "ratio"}
    assert min(found.values()) > 0
    assert "WebAssembly under Node" in wasm.text(found)[0]


def test_ratios_are_taken_pair_by_pair():
    rounds = [(1.0, 2.0, 40.0), (2.0, 1.0, 40.0), (1.0, 1.0, 60.0)]
    found = peer._ratios([rounds, [(4.0, 4.0, 40.0)] * 3], 0)
    assert found == {
        "ours_ms": 2500, "theirs_ms": 40_000, "median": 25, "mean": 25, "of_totals": 16
    }  # fmt: skip


def test_what_cannot_be_measured(here, monkeypatch):
    for words in (("--strains", "X"), ("--strains", ""), ("--rounds", "0"), ("--deals", "-1")):
        ran = here("bench", "solve", *words)
        assert (ran.status, ran.out) == (2, "")
    for words in (("--deals", "200000", "solve"), ("--deals", "100001", "--json", "solve")):
        ran = here("bench", *words)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == "pilotta: argument --deals: 1 to 100000\n"
    assert "letters of SHDCNA" in here("bench", "solve", "--strains", "ſ").err
    monkeypatch.setattr(bench_solve, "native", lambda: None)
    assert "native solver is not there" in here("bench", "solve").err


def test_a_seed_fixes_the_questions():
    one, again, other = (Setup(5, seed).positions() for seed in (1, 1, 2))
    assert one == again != other
    assert questions(one, 1) == questions(again, 1)
    asked = questions(one, 1)
    assert {kind: {len(at.play.tricks) for _, at, _ in asked[kind]} for kind in KINDS} == {
        "value": {0}, "moves": {0}, "reaches_82": {0}, "value_6": {2}, "value_4": {4}
    }  # fmt: skip


def test_figures():
    assert [percentile(range(1, 201), each) for each in (50, 95, 99)] == [100, 190, 198]
    assert percentile([7], 99) == 7
    found = speed([0.003, 0.001], [4000, 2000])
    assert (found.mean_ms, found.median_ms, found.max_ms) == pytest.approx((2, 2, 3))
    assert (found.nodes, found.per_second, found.mnodes_per_second) == pytest.approx((3000, 500, 1.5))
    assert Must("", 2, 2).met
    assert not Must("", 2.01, 2).met
    assert Must("", 2, 2, least=True).met
    assert not Must("", 1.9, 2, least=True).met
