"""A data folder of an earlier version opens in every later one: nobody is logged out, and every table goes on where it was.

``tests/data/folder-0.1-m0002`` was written by the server of 0.1 with the schema of its second migration, and killed: a finished match
with its review, one given up, four that run (at a training table, between deals, at a beginners' table, at a bot's turn), and another
guest's. Its sessions were made to end in the year 9999, else they would end after 400 days as all do. ``expected.json`` is what that
server said of its tables.
"""

import asyncio
import contextlib
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.harness import PATIENCE, Player, Server, Socket

OLD = Path(__file__).parent.parent / "data" / "folder-0.1-m0002"
EXPECTED: dict[str, Any] = json.loads((OLD / "expected.json").read_text(encoding="utf-8"))
TABLES: dict[str, dict[str, Any]] = EXPECTED["tables"]
STANDING = ("training", "between", "beginners")
"""Tables that wait for their person."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(OLD / "pilotta.sqlite3", tmp_path)
    return tmp_path


def as_it_was(socket: Socket) -> dict[str, Any]:
    view = socket.view
    return {
        "rev": socket.rev,
        "preset": socket.table["rules"]["preset"],
        "target": socket.table["rules"]["target"],
        "training": socket.table["training"],
        "bots": [player["bot"] for player in socket.table["players"]],
        **{name: view[name] for name in ("phase", "turn", "deal_number", "hand", "trick", "totals")},
        "calls": [[each["seat"], each["call"]] for each in view["calls"]],
        "tricks": [[each["leader"], *each["cards"]] for each in view["tricks"]],
        "scores": [each["score"] for each in socket.sheet],
    }


async def test_an_old_folder_opens_with_all_that_is_in_it(folder: Path) -> None:
    with Server(folder) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            # The browser of then comes back with its cookie.
            cookie = {"cookie": f"pilotta={EXPECTED['cookie']}"}
            guest = (await http.get("/api/guest", headers=cookie)).json()
            assert guest["name"] == "Μαρία"
            listed = (await http.get("/api/tables", headers=cookie)).json()["tables"]
            assert [each["id"] for each in listed] == EXPECTED["running"]
            maria = Player(server, http, EXPECTED["cookie"], guest)
            nikos = Player(server, http, EXPECTED["other"], {})
            for name in (*STANDING, "finished", "given_up", "other_finished"):
                player = nikos if name == "other_finished" else maria
                async with player.sit(TABLES[name]["id"]) as socket:
                    assert {"id": TABLES[name]["id"], **as_it_was(socket)} == TABLES[name], name
            for name in ("finished", "given_up", "other_finished"):
                player = nikos if name == "other_finished" else maria
                answer = await player.get(f"/api/tables/{TABLES[name]['id']}/record")
                kept = (OLD / "records" / f"{name}.pilotta.json").read_text(encoding="utf-8")
                assert answer.json() == json.loads(kept), name


async def test_the_tables_of_an_old_folder_go_on(folder: Path) -> None:
    with Server(folder) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            maria = Player(server, http, EXPECTED["cookie"], {})
            for name in STANDING:
                async with maria.sit(TABLES[name]["id"]) as socket:
                    for _ in range(3):
                        await socket.until_my_turn()
                        await socket.do(socket.choices()[0])
                    assert socket.rev is not None
                    assert socket.rev > TABLES[name]["rev"] + 3
            # A bot was to act when the server was killed.
            async with maria.sit(TABLES["bots_turn"]["id"]) as socket, asyncio.timeout(PATIENCE):
                while socket.rev is None or socket.rev <= TABLES["bots_turn"]["rev"]:
                    await socket.read()


async def test_a_command_of_an_old_folder_is_done_once(folder: Path) -> None:
    """Sent again after the upgrade, by a client that had no answer, it is acknowledged where it stands."""
    table_id = TABLES["training"]["id"]
    with contextlib.closing(sqlite3.connect(folder / "pilotta.sqlite3")) as database:
        query = "SELECT seq, command_id FROM table_events WHERE table_id = ? AND command_id IS NOT NULL"
        commands = database.execute(query, (table_id,)).fetchall()
    assert len(commands) > 3
    assert all(command.startswith("S:") for _, command in commands)
    with Server(folder) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            maria = Player(server, http, EXPECTED["cookie"], {})
            async with maria.sit(table_id) as socket:
                for seq, command in commands:
                    answer = await socket.act({"kind": "call", "call": "P"}, command.removeprefix("S:"))
                    assert (answer["type"], answer["rev"]) == ("ack", seq)
                assert as_it_was(socket)["rev"] == TABLES["training"]["rev"]


async def test_the_review_of_an_old_folder_is_there_or_thought_out_anew(folder: Path) -> None:
    with Server(folder) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            maria = Player(server, http, EXPECTED["cookie"], {})
            path = f"/api/tables/{TABLES['finished']['id']}/review"
            async with asyncio.timeout(PATIENCE * 6):
                while True:
                    answer = await maria.get(path)
                    if answer.status_code != 202:
                        break
                    await asyncio.sleep(0.2)
            assert answer.status_code == 200
            assert len(answer.json()["deals"]) == len(TABLES["finished"]["scores"])
