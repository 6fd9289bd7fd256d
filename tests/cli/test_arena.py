"""``pilotta arena``, as a person types it."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ARENA = ("arena", "cafe", "random", "--deals", "4")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("arena", "cafe"), "required: B"),
        (("arena", "cafe", "nobody"), "'nobody' is no player; there are random,"),
        (("arena", "cafe", "pimc-0"), "'pimc-0' is no player"),
        (("arena", "cafe", "cafe", "--deals", "0"), "1 to 1000000"),
        ((*ARENA, "--track", "sideways"), "invalid choice: 'sideways'"),
        ((*ARENA, "--reference", "nobody"), "'nobody' is no player"),
        ((*ARENA, "--track", "bidding", "--set", "fixed_trump=D"), "so there is no bidding to compare"),
        ((*ARENA, "--resume", "/nowhere/at/all"), "/nowhere/at/all: No such file or directory"),
        ((*ARENA, "--resume", "/"), "/: Is a directory"),
    ],
)
def test_what_cannot_be_done_is_said(here, words, said):
    ran = here(*words)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("track", ["match", "play", "bidding"])
def test_an_interrupted_run_is_resumed_to_the_same_report(here, tmp_path, track):
    """All but its last lines are thrown away, as if the machine had gone down: the report is the same, byte by byte."""
    path = tmp_path / "fight.jsonl"
    words = (*ARENA, "--track", track, "--jobs", "1", "--json")
    plain = json.loads(here(*words).out)
    first = here(*words, "--resume", str(path))
    lines = path.read_bytes().splitlines(keepends=True)
    assert here(*words, "--resume", str(path)).out == first.out
    path.write_bytes(b"".join(lines[:2]) + lines[2][:50])
    resumed = json.loads(here(*words, "--resume", str(path)).out)
    assert len(path.read_bytes().splitlines()) == len(lines)
    for found in (plain, resumed):
        assert set(found.pop("latency")) == {"a", "b"}
    assert json.dumps(resumed) == json.dumps(plain)
    assert (plain["track"], plain["deals"]) == (track, 4)


def test_a_file_of_another_fight_is_refused(here, tmp_path):
    path = tmp_path / "fight.jsonl"
    assert here(*ARENA, "--jobs", "1", "--resume", str(path)).status == 0
    ran = here(*ARENA, "--jobs", "1", "--resume", str(path), "--seed", "2")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"pilotta: {path} keeps another fight: seed 1, not 2\n"


@pytest.mark.parametrize(
    ("track", "begins"),
    [
        ("play", "cafe against random, play only: 4 deals with cafe's contracts in both seatings, seed 1\n"),
        ("bidding", "cafe against random, bidding only: 4 deals in both seatings, played by cafe, seed 1\n"),
    ],
)
def test_the_report_for_people_says_what_was_compared(here, track, begins):
    ran = here(*ARENA, "--jobs", "1", "--track", track)
    assert ran.status == 0
    assert ran.out.startswith(begins)
    assert "matches won" not in ran.out
    # Who is frozen is not timed.
    assert ("ms a call" in ran.out, "ms a card" in ran.out) == (track == "bidding", track == "play")


def test_without_ray_the_command_says_how_to_get_it(here, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    ran = here(*ARENA, "--ray")
    assert (ran.status, ran.out) == (2, "")
    assert 'pip install "pilotta[ray]"' in ran.err


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="no Ray for this platform")
def test_on_a_local_ray_it_comes_to_the_same(tmp_path: Path):
    """With a cluster of its own, kept and resumed there too."""
    path, environment = tmp_path / "fight.jsonl", {**os.environ}
    environment.pop("RAY_ADDRESS", None)

    def run(*more: str) -> bytes:
        words = [sys.executable, "-m", "pilotta", *ARENA, "--json", *more]
        done = subprocess.run(words, capture_output=True, timeout=240, env=environment, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout

    on_ray = run("--ray", "--jobs", "2", "--resume", str(path))
    # What Ray has played is all there is: nothing is left to do here.
    assert run("--jobs", "1", "--resume", str(path)) == on_ray
    found, expected = json.loads(on_ray), json.loads(run("--jobs", "1"))
    assert (
        found.pop("latency")["a"]["cards"]["decisions"] == expected.pop("latency")["a"]["cards"]["decisions"]
    )
    assert found == expected
