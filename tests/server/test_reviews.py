"""Reviews: thought out once, in a process of their own, and only for those who sat at a table that is over."""

import asyncio
import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import httpx
import msgspec
import pytest
from tests.server.harness import PATIENCE, Player, Server, guest
from tests.table.matches import random_match

from pilotta.cards import parse_card
from pilotta.game.notation import parse_deal
from pilotta.rules.catalogue import PRESETS
from pilotta.said import Said
from pilotta.server import migrate
from pilotta.server import views as v
from pilotta.server.protocol import PROTOCOL_VERSION
from pilotta.server.reviewers.reviewer import REVIEWER, Reviewer
from pilotta.server.reviewers.work import packed, review_match
from pilotta.server.store import GuestRow, Store
from pilotta.server.teachers import messages as lessons
from pilotta.server.thinkers.pool import NoAnswer
from pilotta.table import Seated, Table

SOUTH = Seated(0, "guest-S")


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def one_deal(player: Player) -> str:
    """A table that was given up after its first deal."""
    table_id = await player.table(bot="cafe", fixed_trump="D")
    async with player.sit(table_id) as socket:
        while not socket.sheet:
            await socket.until_my_turn()
            if not socket.sheet:
                await socket.do(socket.choices()[0])
    return table_id


async def reviewed(player: Player, table_id: str) -> tuple[dict[str, Any], list[float]]:
    """The review, and how far it was said to be on the way."""
    shares = []
    async with asyncio.timeout(PATIENCE * 3):
        while True:
            answer = await player.get(f"/api/tables/{table_id}/review")
            if answer.status_code == 200:
                return answer.json(), shares
            assert answer.status_code == 202, answer.text
            shares.append(answer.json()["share"])
            await asyncio.sleep(0.1)


async def test_a_review(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        async with guest(server) as player:
            table_id = await one_deal(player)
            path = f"/api/tables/{table_id}/review"
            assert code(await player.get(path)) == (409, "review.match_running")
            await player.http.delete(f"/api/tables/{table_id}", headers=player.headers)
            review, shares = await reviewed(player, table_id)
            assert shares[0] == 0
            assert shares == sorted(shares)
            (deal,) = review["deals"]
            hands = parse_deal(deal["hands"])
            cards = [each for each in deal["decisions"] if each["kind"] == "card"]
            assert len(cards) == 32
            for each in cards:
                assert hands["SENW".index(each["seat"])] >> each["done"]["card"] & 1
            assert {seat: each["deals"] for seat, each in review["players"].items()} == dict.fromkeys(
                "SENW", 1
            )
            async with guest(server, "Νίκος") as other:
                assert code(await other.get(path)) == (403, "table.not_yours")
            token = player.token
    # It is kept: after a restart nothing has to be thought out again.
    with Server(tmp_path) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
            answer = await http.get(path, headers={"authorization": f"Bearer {token}"})
            assert (answer.status_code, answer.json()) == (200, review)


async def test_a_match_without_a_finished_deal_has_no_review(player: Player) -> None:
    table_id = await player.table(bot="cafe")
    await player.http.delete(f"/api/tables/{table_id}", headers=player.headers)
    assert code(await player.get(f"/api/tables/{table_id}/review")) == (409, "review.nothing")


@pytest.fixture
async def store(tmp_path: Path) -> Any:
    migrate.migrate(tmp_path / "pilotta.sqlite3")
    made = Store(tmp_path / "pilotta.sqlite3")
    await made.open()
    yield made
    await made.close()


async def test_a_review_that_fails_is_tried_again_by_who_asks_again(store: Store) -> None:
    state = random_match(PRESETS["academy"].change(target=101), 1)[-1][1]
    reviewer = Reviewer(store, 0.0)
    assert await reviewer.review(state, SOUTH) == lessons.ReviewProgress(0)
    await asyncio.wait([job.task for job in reviewer._jobs.values()])
    with pytest.raises(NoAnswer):
        await reviewer.review(state, SOUTH)
    assert await reviewer.review(state, SOUTH) == lessons.ReviewProgress(0)
    await reviewer.close()


class Turns:
    """In the place of the process: writes down whose question is answered, one after another."""

    def __init__(self) -> None:
        self.slot, self.answered, self.begin = asyncio.Semaphore(1), list[str](), asyncio.Event()

    async def ask(self, _who: str, work: Any, *_: object, about: Table) -> object:
        async with self.slot:
            await self.begin.wait()
            self.answered.append(about.id)
            return b"" if work is review_match else None

    def close(self) -> None:
        """There is no process."""


async def test_a_long_match_keeps_no_short_one_waiting(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    over = random_match(PRESETS["academy"].change(target=301), 1)[-1][1]
    assert over.deals > 5
    short = next(state for _, state in random_match(PRESETS["academy"], 2) if state.deals == 1)
    reviewer, turns = Reviewer(store, 30.0), Turns()
    monkeypatch.setattr(reviewer, "_thinkers", turns)
    monkeypatch.setattr(store, "keep_review", AsyncMock())
    for state in (replace(over, id="long"), replace(short, id="short", closed=True)):
        assert await reviewer.review(state, SOUTH) == lessons.ReviewProgress(0)
    jobs = [job.task for job in reviewer._jobs.values()]
    await asyncio.sleep(0)
    turns.begin.set()
    await asyncio.wait(jobs)
    assert turns.answered[:4] == ["long", "short"] * 2
    assert turns.answered[4:] == ["long"] * (over.deals - 1)
    await reviewer.close()


async def test_a_running_match_is_never_reviewed(store: Store) -> None:
    reviewer = Reviewer(store, 30.0)
    for _, state in random_match(PRESETS["academy"].change(target=101), 2)[:-1:7]:
        assert await reviewer.review(state, SOUTH) == Said("review.match_running")
    await reviewer.close()


async def test_another_versions_review_is_not_given(store: Store) -> None:
    # What is kept goes over the wire as it is.
    assert str(PROTOCOL_VERSION) in REVIEWER.split()
    await store.add_guest(GuestRow("someone", "Μαρία", "el"), 1, "hash", 2)
    await store.create_table("cafe", "{}", 1, [(0, "someone")])
    await store.keep_review("cafe", "0.0-0", b"old")
    assert await store.review("cafe", REVIEWER) is None
    await store.keep_review("cafe", REVIEWER, b"new")
    assert await store.review("cafe", REVIEWER) == b"new"
    assert await store.review("cafe", "0.0-0") is None


def test_what_was_done_are_actions_of_the_wire() -> None:
    weighed = {"call": "80H", "cost": 0.5, "error": 0.1}
    decision = {"seat": "S", "options": [], "best": None}
    done = (
        {"call": "P"},
        {"card": "JH"},
        {"announce": False},
        {"show": True},
        {"pilotta": False},
        {"miscall": True},
    )
    decisions = [decision | {"done": each} for each in done]
    decisions[0] |= {"best": {"call": "80H"}, "options": [weighed]}
    (deal,) = json.loads(
        zlib.decompress(packed({"version": 1, "deals": [{"number": 1, "decisions": decisions}]}))
    )["deals"]
    found = [msgspec.convert(each["done"], v.DoneAction) for each in deal["decisions"]]
    assert found == [
        v.CallAction("P"),
        v.PlayAction(parse_card("JH")),
        v.AnnounceAction(False),
        v.ShowAction(True),
        v.PilottaAction(False),
        v.PilottaAction(True),
    ]
    assert deal["decisions"][0]["best"] == {"kind": "call", "call": "80H"}
    assert msgspec.convert(deal["decisions"][0]["options"], list[lessons.Option]) == [
        lessons.Option(v.CallAction("80H"), 0.5, 0.1)
    ]
    with pytest.raises(ValueError, match="nothing that a seat does"):
        packed({"deals": [{"decisions": [decision | {"done": {"sing": True}}]}]})
