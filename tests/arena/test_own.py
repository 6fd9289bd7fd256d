"""Bots of one's own through the real command line: the example of docs/own-bot.md, and bots that do everything wrong."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pilotta.arena.yardsticks import full_name
from pilotta.bots.bidding.convention import LIGHT
from pilotta.bots.bot import Decision, Reason
from pilotta.bots.catalogue import make_bot
from pilotta.bots.guarded import Guarded, Lost, end_processes
from pilotta.bots.own import NoBot, load
from pilotta.cli.ownbots import make_any
from pilotta.cli.table.sitting import Sitting
from pilotta.game.actions import MakeCall
from pilotta.game.dealing import deal_cards
from pilotta.game.state import new_match
from pilotta.game.transition import advance
from pilotta.game.view import view
from pilotta.rules.auction import PASS
from pilotta.rules.catalogue import ACADEMY
from pilotta.words import phrasebook

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "own-bot.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]
PILOTTA = [sys.executable, "-P", "-m", "pilotta"]
"""As the installed command: the folder in which it is given is not looked in by itself."""

WRONG = """
import os
import time

from patient import Patient

from pilotta.bots.bot import Decision, Reason


class Raises(Patient):
    def card(self, view, cards):
        return cards[0] if len(view.tricks) < 6 else [][view.seat]


class Cheats(Patient):
    def card(self, view, cards):
        return next(card for card in range(32) if not view.hand >> card & 1)


class Sleeps(Patient):
    def act(self, view):
        if len(view.tricks) == 7 and not view.trick:
            time.sleep(300)
        return super().act(view)


class Ends(Patient):
    def act(self, view):
        return os._exit(3) if len(view.tricks) == 7 else super().act(view)


class Odd(Patient):
    def act(self, view):
        print("{", flush=True)
        return "7S" if view.legal.cards else Decision(super().act(view), Reason("no.such", {"a": 1}))


class Random(Patient):
    def card(self, view, cards):
        return cards[hash((self.seed, view.deal_number, view.hand)) % len(cards)]


class Fussy:
    def __init__(self, seed):
        raise ValueError("no seed is good enough")

    def act(self, view): ...


class NoBot:
    pass


def act(view): ...


class Unsayable(Exception):
    def __str__(self):
        raise ValueError("no words for it")


class Mute(Patient):
    def act(self, view):
        raise Unsayable
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("bots")
    (found / "patient.py").write_text(EXAMPLE, encoding="utf-8")
    (found / "wrong.py").write_text(WRONG, encoding="utf-8")
    (found / "broken.py").write_text("import nothing_of_this_name\n", encoding="utf-8")
    (found / "torn.py").write_text("def (\n", encoding="utf-8")
    (found / "gone.py").write_text("import os\nos._exit(3)\n", encoding="utf-8")
    (found / "stops.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    unsayable = (
        "class Unsayable(BaseException):\n    def __str__(self): raise SystemExit(3)\nraise Unsayable\n"
    )
    (found / "mute.py").write_text(unsayable, encoding="utf-8")
    (found / "cafe.py").write_text("class bold: ...\nraise SystemExit('never imported')\n", encoding="utf-8")
    offered = found / "some_bots-1.0.dist-info"
    offered.mkdir()
    (offered / "METADATA").write_text("Metadata-Version: 2.1\nName: some-bots\nVersion: 1.0\n")
    points = "[pilotta.bots]\npatient = patient:Patient\nlight = wrong:Raises\n"
    (offered / "entry_points.txt").write_text(points)
    return found


def run(folder: Path, *words: str, path: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(
        [*PILOTTA, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def fought(folder: Path, *words: str, path: str = "") -> dict[str, Any]:
    done = run(folder, "arena", *words, "--jobs", "2", "--json", path=path)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_example_is_short_and_whole() -> None:
    assert 35 <= len(EXAMPLE.splitlines()) <= 45


def test_the_example_plays_and_loses_nothing(folder: Path) -> None:
    found = fought(folder, "patient:Patient", "mathitis", "--deals", "10")
    assert (found["a"], found["lost"]["a"]["decisions"], found["lost"]["a"]["first"]) == (
        "patient:Patient",
        0,
        "",
    )
    assert set(found["lost"]) == {"a"}
    assert found["contracts"]["all"]["contracts"] > 0
    assert found["latency"]["a"]["cards"]["decisions"] > 100
    again = fought(folder, "patient:Patient", "mathitis", "--deals", "10")
    assert {**again, "latency": {}} == {**found, "latency": {}}


@pytest.mark.slow
def test_it_plays_on_every_track_and_against_itself(folder: Path) -> None:
    for track in ("play", "bidding"):
        found = fought(folder, "patient:Patient", "patient:Patient", "--deals", "3", "--track", track)
        assert found["deal_score"]["mean"] == 0
        assert [found["lost"][each]["decisions"] for each in "ab"] == [0, 0]


@pytest.mark.parametrize(
    ("bot", "why", "what"),
    [
        (
            "Raises",
            "raised",
            r"deal 1, seat [SENW]: IndexError: list index out of range \(wrong.py, line 12\)",
        ),
        ("Cheats", "illegal", r"deal 1, seat [SENW]: \w\w is not allowed here"),
        ("Sleeps", "late", r"deal 1, seat [SENW]: no answer in 0.3 s"),
        ("Ends", "ended", r"deal 1, seat [SENW]: its process ended \(exit status 3\)"),
        ("Odd", "illegal", r"deal 1, seat [SENW]: '7S' is neither an action nor a Decision"),
        (
            "Fussy",
            "raised",
            r"deal 1, seat [SENW]: ValueError: no seed is good enough \(wrong.py, line \d+\)",
        ),
        ("Mute", "raised", r"deal 1, seat [SENW]: Unsayable \(wrong.py, line \d+\)"),
    ],
)
def test_a_decision_that_is_lost_is_made_and_counted(folder: Path, bot: str, why: str, what: str) -> None:
    words = (f"wrong:{bot}", "cafe", "--deals", "2", "--track", "play", "--time-limit", "0.3")
    found = fought(folder, *words)
    lost = found["lost"]["a"]
    assert lost["decisions"] == lost[why] > 0
    assert re.fullmatch(what, lost["first"]), lost["first"]
    assert found["contracts"]["all"]["deals"] == 4
    if bot == "Raises":
        told = run(folder, "arena", *words).stdout
        assert re.search(
            rf"^decisions lost, wrong:Raises +{lost['decisions']} \({lost[why]} raised\); the first: ",
            told,
            re.MULTILINE,
        )
    # Strictly, it ends the fight.
    ended = run(folder, "arena", *words, "--strict", "--json", "--jobs", "2")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert re.search(rf"pilotta: wrong:{bot} lost a decision in deal \d, seat [SENW]: ", ended.stderr)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere:Patient", "nowhere:Patient: there is no module nowhere"),
        ("broken:Patient", "broken:Patient: broken needs nothing_of_this_name, which is not there"),
        ("torn:Patient", "torn:Patient: torn cannot be imported: SyntaxError"),
        ("gone:Patient", "gone:Patient: its process ended at once (exit status 3)"),
        ("stops:Patient", "stops:Patient: stops cannot be imported: KeyboardInterrupt"),
        ("mute:Patient", "mute:Patient: mute cannot be imported: Unsayable"),
        ("patient:Nobody", "patient:Nobody: module 'patient' has no attribute 'Nobody'"),
        ("wrong:NoBot", "wrong:NoBot is no bot: it has no method `act`"),
        ("wrong:act", "wrong:act is no bot: it has no method `act`"),
        ("cafe:wild", "'cafe:wild': wild is no style; there are bold, careful"),
        ("patient:", "'patient:' is no player"),
        ("patient", "'patient' is no player; there are random, mathitis, cafe"),
        ("os:system:x", "'os:system:x' is no player"),
    ],
)
def test_what_cannot_play_is_refused_with_the_reason(folder: Path, name: str, why: str) -> None:
    for words in (("arena", name, "cafe", "--deals", "1"), ("arena", "cafe", name, "--deals", "1")):
        done = run(folder, *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr
        assert "Traceback" not in done.stderr


def test_no_bot_of_ones_own_is_the_reference(folder: Path) -> None:
    done = run(folder, "arena", "cafe", "mathitis", "--track", "play", "--reference", "patient:Patient")
    assert done.returncode == 2
    assert "patient:Patient cannot be the reference" in done.stderr


def test_a_yardstick_that_lacks_the_core_is_refused_by_its_own_name(folder: Path, tmp_path: Path) -> None:
    hidden = "import sys\n\nsys.modules['pilotta.engine._native'] = None\n"
    (tmp_path / "sitecustomize.py").write_text(hidden, encoding="utf-8")
    done = run(folder, "arena", "pimc-1", "random", "--deals", "1", path=str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    # The line before says what the missing core means in general.
    assert done.stderr.splitlines()[-1].startswith("pilotta: pimc-1 thinks deals through")


def test_a_level_goes_before_a_module_of_its_name(folder: Path) -> None:
    found = fought(folder, "cafe:bold", "cafe", "--deals", "1")
    assert found["lost"] == {}


def test_an_installed_package_offers_a_bot_by_name(folder: Path) -> None:
    found = fought(folder, "patient", "light", "--deals", "1", path=str(folder))
    assert list(found["lost"]) == ["a"]
    assert found["lost"]["a"]["decisions"] == 0


def test_a_fight_is_resumed_with_the_same_module_alone(folder: Path, tmp_path: Path) -> None:
    words = ("patient:Patient", "mathitis", "--deals", "4", "--resume", str(tmp_path / "fight.jsonl"))
    first = fought(folder, *words)
    assert fought(folder, *words) == first
    before = (folder / "patient.py").read_text()
    try:
        (folder / "patient.py").write_text(before + "\n# better\n")
        done = run(folder, "arena", *words)
        assert done.returncode == 2
        assert "keeps another fight: own" in done.stderr
    finally:
        (folder / "patient.py").write_text(before)


@pytest.mark.slow
def test_lost_decisions_are_kept_in_the_journal(folder: Path, tmp_path: Path) -> None:
    words = (
        "wrong:Raises",
        "cafe",
        "--deals",
        "2",
        "--track",
        "play",
        "--resume",
        str(tmp_path / "fight.jsonl"),
    )
    first = fought(folder, *words)
    assert first["lost"]["a"]["raised"] > 0
    assert fought(folder, *words) == first


def test_the_benchmark_times_it(folder: Path) -> None:
    done = run(
        folder, "bench", "--deals", "1", "--json", "--bots", "patient:Patient,cafe:bold,not_this,wrong:Cheats"
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["results"]
    assert found["slowest answer in ms, patient:Patient"] >= 0
    assert "slowest answer in ms, cafe@1:bold,not_this" in found
    assert found["decisions lost, patient:Patient"] == 0
    assert found["decisions lost, wrong:Cheats"] > 0
    refused = run(folder, "bench", "--deals", "1", "--bots", "nowhere:Bot")
    assert (refused.returncode, refused.stdout) == (2, "")


def test_the_terminal_table_knows_it(folder: Path) -> None:
    """Where it can be loaded, all that is missing here is a terminal."""
    done = run(folder, "play", "--bots", "patient:Patient,cafe:bold,not_this,cafe")
    assert (done.returncode, "needs a terminal" in done.stderr) == (2, True)
    done = run(folder, "play", "--bots", "nowhere:Patient")
    assert (done.returncode, "there is no module nowhere" in done.stderr) == (2, True)


def test_nothing_is_left_after_an_interrupt(folder: Path) -> None:
    """Ctrl-C ends the fight within a few seconds, and the bots' processes with it."""
    words = (
        "arena",
        "patient:Patient",
        "wrong:Sleeps",
        "--deals",
        "1000",
        "--time-limit",
        "600",
        "--jobs",
        "2",
    )
    process = subprocess.Popen(
        [*PILOTTA, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    time.sleep(6)
    try:
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 130
    deadline = time.monotonic() + 10
    while _in_group(process.pid) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert _in_group(process.pid) == []


def _in_group(group: int) -> list[str]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, theirs = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(theirs) == group and state != "Z":
            found.append(stat.parent.name)
    return found


# In this process


def test_names_import_nothing() -> None:
    """Neither looking a name up nor making a player of it runs anybody's code."""
    before = set(sys.modules)
    assert full_name("some.module.of.mine:Bot.Inner") == "some.module.of.mine:Bot.Inner"
    bot = Guarded("some.module.of.mine:Bot")
    assert bot.name == "some.module.of.mine:Bot"
    assert not any(name.startswith("some") for name in set(sys.modules) - before)
    with pytest.raises(NoBot, match="there is no module some"):
        bot.check()
    with pytest.raises(NoBot, match="there is no module some"):
        load("some.module.of.mine:Bot")
    end_processes()


def test_a_convention_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "polite.py").write_text(
        "from patient import Patient\nfrom pilotta.bots.bidding.convention import LIGHT\n\n"
        "class Polite(Patient):\n    convention = LIGHT\n"
    )
    monkeypatch.chdir(folder)
    try:
        assert Guarded("polite:Polite").convention == LIGHT
        assert Guarded("patient:Patient").convention is None
    finally:
        end_processes()


def test_at_a_table_something_legal_is_done(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal table asks a bot for a decision, and gets one whatever the bot does."""
    monkeypatch.chdir(folder)
    state = advance(new_match(ACADEMY), deal_cards(ACADEMY, 3, Random(2))).state
    seen = view(state, state.turn)
    try:
        odd, fussy = Guarded("wrong:Odd"), Guarded("wrong:Fussy", time_limit=5)
        assert odd.act(seen) == Decision(MakeCall(seen.seat, PASS), Reason("own.silent"))
        assert fussy.act(seen) == Decision(MakeCall(seen.seat, PASS), Reason("server.failed"))
        with pytest.raises(Lost, match="no seed is good enough") as lost:
            fussy.answer(seen)
        assert lost.value.why == "raised"
    finally:
        end_processes()


def test_a_deal_is_played_at_the_terminal_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    names = {1: "wrong:Cheats", 2: "patient:Patient", 3: "wrong:Odd"}
    person = make_bot("cafe")
    try:
        sitting = Sitting(
            ACADEMY, {seat: make_any(name, seat, 10) for seat, name in names.items()}, 3, training=True
        )
        while not any(each.contract for each in sitting.view.results):
            if sitting.waits_for_person:
                sitting.act(person.act(sitting.view).action)
            else:
                sitting.step()
    finally:
        end_processes()
    reasons = {seat: {each.reason.code for each in sitting.told if each.seat == seat} for seat in names}
    assert "server.illegal" in reasons[1]
    assert reasons[2] == {"own.silent"}
    assert "server.illegal" in reasons[3]
    assert [phrasebook("el").say(each.reason) for each in sitting.told]
