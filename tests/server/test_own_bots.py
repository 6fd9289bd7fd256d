"""Bots of the host's own: listed in the settings, imported at start, and nothing that a request names is imported."""

import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.server.harness import RUN, Player, Server, guest

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "own-bot.md"
WRONG = """
from patient import Patient
from pilotta.bots.bot import Decision, Reason

class Raises(Patient):
    def card(self, view, cards):
        return [][0]

class Exits(Patient):
    def act(self, view):
        raise SystemExit(0)

class Ends(Patient):
    def act(self, view):
        raise BaseException("the end")

class Hides(Patient):
    class Error(Exception):
        def __init__(self, one, two): ...
        def __repr__(self):
            raise KeyboardInterrupt
    def act(self, view):
        raise self.Error(1, 2)

class Mumbles(Patient):
    def act(self, view):
        answer = super().act(view)
        return Decision(getattr(answer, "action", answer), Reason("random.any", {"x": "\\ud800", "y": "long" * 10**6}))

class Begins(Patient):
    def __init__(self, seed):
        raise SystemExit("not today")
"""
BAD = ("Raises", "Exits", "Ends", "Hides", "Mumbles", "Begins")
SPY = """
from pathlib import Path

Path(__file__).with_suffix(".imported").touch()

class Bot:
    def __init__(self, seed): ...
    def act(self, view): ...
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("bots")
    example = re.findall(
        r"^```python\n(.*?)^```$", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )[0]
    (found / "patient.py").write_text(example, encoding="utf-8")
    (found / "wrong.py").write_text(WRONG, encoding="utf-8")
    (found / "spy.py").write_text(SPY, encoding="utf-8")
    (found / "stops.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        with Server(
            tmp_path_factory.mktemp("data"),
            bots=",".join(["patient:Patient", *(f"wrong:{each}" for each in BAD)]),
        ) as running:
            yield running


@pytest.fixture
async def player(server: Server) -> AsyncIterator[Player]:
    async with guest(server) as found:
        yield found


async def play(player: Player, table: str, deals: int) -> None:
    async with player.sit(table) as socket:
        while True:
            await socket.until_my_turn()
            if socket.view["phase"] == "over" or socket.view["deal_number"] > deals:
                return
            choices = socket.choices()
            # The first bid that there is, so that a deal is played.
            await socket.do(choices[1] if choices[0]["kind"] == "call" and len(choices) > 1 else choices[-1])


async def test_the_hosts_bots_are_offered_and_play(player: Player, server: Server) -> None:
    assert (await player.get("/api/catalogue")).json()["bots"][-7:] == [
        "patient:Patient",
        *(f"wrong:{each}" for each in BAD),
    ]
    table = await player.table(bot="patient:Patient")
    info = (await player.get(f"/api/tables/{table}")).json()
    assert [each["bot"] for each in info["players"]] == [None, *["patient:Patient"] * 3]
    await play(player, table, 1)
    assert 'pilotta_bot_failures_total{bot="patient:Patient"' not in (await player.get("/metrics")).text
    assert "Traceback" not in server.log()


@pytest.mark.parametrize("name", [each for each in BAD if each != "Mumbles"])
async def test_a_bot_that_fails_does_not_stop_the_table(player: Player, server: Server, name: str) -> None:
    table = await player.table(bot=f"wrong:{name}")
    await play(player, table, 1)
    metrics = (await player.get("/metrics")).text
    assert re.search(rf'pilotta_bot_failures_total\{{bot="wrong:{name}",why="failed"\}} [1-9]', metrics)
    # What calls mean does not hang on who can be made.
    assert (await player.get(f"/api/tables/{table}/meanings")).status_code == 200
    assert server.process.poll() is None


async def test_a_reason_that_cannot_be_written_is_left_out_and_its_action_played(player: Player) -> None:
    table = await player.table(bot="wrong:Mumbles")
    await play(player, table, 1)
    assert 'bot="wrong:Mumbles",why=' not in (await player.get("/metrics")).text


async def test_nothing_that_a_request_names_is_imported(player: Player, folder: Path) -> None:
    for name in ("spy:Bot", "patient:Nobody", "os:system", "spy", "patient:Patient:x", "cafe:Bot"):
        answer = await player.post("/api/tables", {"rules": {}, "bot": name})
        assert (answer.status_code, answer.json()["code"]) == (400, "bot.unknown")
    assert not (folder / "spy.imported").exists()


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        ("nowhere:Bot", "nowhere:Bot: there is no module nowhere"),
        ("patient:Patient,patient:Nobody", "patient:Nobody: module 'patient' has no attribute 'Nobody'"),
        ("cafe:wild", "'cafe:wild': wild is no style"),
        ("just a word", "'just a word' is no bot"),
        ("patient:Patient,mastoras", "mastoras is the level mastoras, which is there already"),
        ("cafe@1", "cafe@1 is the level cafe, which is there already"),
        ("patient:Patient,wrong:Raises,patient:Patient", "patient:Patient is listed twice"),
        ("cafe:bold,cafe@1:bold", "cafe@1:bold is listed twice, as cafe:bold too"),
        ("stops:Bot", "stops:Bot: stops cannot be imported: KeyboardInterrupt"),
    ],
)
def test_a_server_does_not_start_with_a_bot_that_it_cannot_import(
    folder: Path, tmp_path: Path, bots: str, why: str
) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PILOTTA_DATA_DIR": str(tmp_path),
        "PILOTTA_BOTS": bots,
    }
    done = subprocess.run(
        [sys.executable, str(RUN)], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pilotta serve: ")
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_the_command_line_lists_them_too(folder: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pilotta", "serve", "--data", str(tmp_path), "--bots", "nowhere:Bot"],
        cwd=folder, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, "there is no module nowhere" in done.stderr) == (2, True)
