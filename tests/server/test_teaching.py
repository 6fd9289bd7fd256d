"""Meanings, reasons and hints over real sockets."""

import asyncio
import random
from dataclasses import replace
from typing import Any

import httpx
import pytest
from tests.server.harness import Player, Server, Socket, guest
from tests.table.matches import created, follow, match_of, proposed, random_action, random_entry, random_match

from pilotta.bots.bot import Decision, Reason
from pilotta.bots.hint import because, hint
from pilotta.bots.sight.picture import Picture
from pilotta.cards import CARD_NAMES
from pilotta.game.actions import MakeCall, PlayCard
from pilotta.game.view import PlayerView, view
from pilotta.rules.catalogue import PRESETS
from pilotta.said import Said
from pilotta.server.teachers.teacher import Teacher
from pilotta.server.telling import table_message
from pilotta.server.thinkers.pool import Thinkers
from pilotta.table import Player as Sitting
from pilotta.table import Proposal, Seated, Table, fold, propose, seed_of
from pilotta.words import phrasebook

SOUTH, EAST = Seated(0, "guest-S"), Seated(1, "guest-E")


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def said(sentence: dict[str, Any]) -> str:
    """The English sentence: it has to exist, with these parameters."""
    return phrasebook().say(Reason(**sentence))


async def at_turn(socket: Socket, phase: str) -> None:
    while socket.view["phase"] != phase or not socket.choices():
        await socket.until_my_turn()
        if socket.view["phase"] == phase:
            return
        await socket.do(socket.choices()[0])


async def test_what_calls_mean(player: Player) -> None:
    table_id = await player.table(bot="cafe")
    async with player.sit(table_id) as socket:
        await socket.until_my_turn()
        legal = socket.view["legal"]["calls"]
        answer = (await player.get(f"/api/tables/{table_id}/meanings")).json()
        assert answer["rev"] == socket.rev
        assert [(each["seat"], each["call"]) for each in answer["heard"]] == [
            (each["seat"], each["call"]) for each in socket.view["calls"]
        ]
        now = answer["now"]
        assert (now[0]["lowest"], now[0]["highest"]) == ("P", "P")
        for strain in legal["strains"]:
            bids = [each for each in now if each["lowest"] == f"{each['lowest'][:-1]}{strain}"]
            assert bids[0]["lowest"] == f"{legal['lowest']}{strain}"
        for each in (*answer["heard"], *now):
            assert said(each["meaning"])
        await socket.do({"kind": "call", "call": "P"})
        later = (await player.get(f"/api/tables/{table_id}/meanings")).json()
        assert later["heard"][len(answer["heard"])]["call"] == "P"
        assert later["heard"][len(answer["heard"])]["seat"] == 0


@pytest.mark.parametrize(("bot", "light"), [("cafe", False), ("daskalos", True)])
async def test_bids_mean_what_the_partner_reads_in_them(player: Player, bot: str, light: bool) -> None:
    table_id = await player.table(bot=bot)
    async with player.sit(table_id) as socket:
        await socket.until_my_turn()
        answer = (await player.get(f"/api/tables/{table_id}/meanings")).json()
        told = [each["meaning"]["code"] for each in (*answer["heard"], *answer["now"])]
        openings = [each for each in told if "_step" in each]
        assert openings
        assert {each.endswith("_light") for each in openings} == {light}


async def test_reasons_wait_for_the_end_of_the_deal(player: Player) -> None:
    table_id = await player.table(bot="cafe", fixed_trump="D")
    path = f"/api/tables/{table_id}/reason"
    async with player.sit(table_id) as socket:
        await at_turn(socket, "playing")
        await socket.do(socket.choices()[0])
        await at_turn(socket, "playing")
        trick = socket.view["tricks"][0]
        cards = {(trick["leader"] + i) % 4: card for i, card in enumerate(trick["cards"])}
        assert code(await player.get(path, params={"deal": 1, "card": cards[1]})) == (
            409,
            "reason.deal_running",
        )
        # Neither does the refusal say whether that card has been played.
        unseen = next(card for card in range(32) if card not in cards.values())
        assert code(await player.get(path, params={"deal": 1, "card": unseen})) == (
            409,
            "reason.deal_running",
        )
        while not socket.sheet:
            await socket.until_my_turn()
            if not socket.sheet:
                await socket.do(socket.choices()[0])
        for seat, card in cards.items():
            answer = await player.get(path, params={"deal": 1, "card": card})
            if seat == 0:
                assert code(answer) == (409, "reason.not_a_bot")
            else:
                body = answer.json()
                assert body["seat"] == seat
                assert said(body["reason"])
                assert body["reason"]["code"].startswith("play.")
                assert body["because"] == [], "such a reason stands for itself"
                spoken = " ".join(body["reason"]["params"].values())
                assert CARD_NAMES[card][1] in spoken, "of this card, or of its suit"
    assert code(await player.get(path, params={"deal": 9, "card": 0})) == (404, "reason.no_such_move")
    assert code(await player.get(path, params={"deal": 1})) == (404, "reason.no_such_move")
    assert code(await player.get(path, params={"deal": "x"}))[0] == 400
    assert code(await player.get(path, params={"deal": 1, "card": 10**9}))[0] == 400


async def training_table(player: Player, **more: object) -> str:
    answer = await player.post(
        "/api/tables", {"rules": {}, "bot": "cafe", "pace_ms": 0, "training": True, **more}
    )
    assert answer.status_code == 201, answer.text
    table_id: str = answer.json()["id"]
    return table_id


async def test_a_training_table_tells_at_once(player: Player) -> None:
    table_id = await training_table(player, rules={"first_bidder": "left", "preset": "academy"})
    async with player.sit(table_id) as socket:
        await socket.until_my_turn()
        await socket.do({"kind": "call", "call": "P"})
        while not any(each["seat"] for each in socket.view["calls"]):
            await socket.read()
        number = next(i for i, each in enumerate(socket.view["calls"]) if each["seat"])
        answer = await player.get(f"/api/tables/{table_id}/reason", params={"deal": 1, "call": number})
        assert answer.json()["seat"] == socket.view["calls"][number]["seat"]
        assert said(answer.json()["reason"])


async def test_a_hint(player: Player) -> None:
    table_id = await training_table(player)
    async with player.sit(table_id) as socket:
        await socket.until_my_turn()
        advice = (await player.get(f"/api/tables/{table_id}/hint")).json()
        assert advice["rev"] == socket.rev
        assert said(advice["reason"])
        # Where only a pass comes to mind there is nothing to weigh.
        assert advice["action"] in [each["action"] for each in advice["options"]] or advice["worlds"] == 0
        costs = [each["cost"] for each in advice["options"]]
        assert costs[:1] in ([], [0])
        assert costs == sorted(costs)
        assert (await player.get(f"/api/tables/{table_id}/hint")).json() == advice
        # What the teacher advises can be done.
        await socket.do(advice["action"])
        await at_turn(socket, "playing")
        advice = (await player.get(f"/api/tables/{table_id}/hint")).json()
        assert advice["action"]["card"] in socket.view["legal"]["cards"]
        assert {each["action"]["card"] for each in advice["options"]} in (
            set(),
            set(socket.view["legal"]["cards"]),
        )


async def test_who_gets_no_hint(server: Server, player: Player) -> None:
    usual = await player.table(bot="cafe")
    async with player.sit(usual) as socket:
        await socket.until_my_turn()
        assert code(await player.get(f"/api/tables/{usual}/hint")) == (409, "hint.not_training")
    async with guest(server, "Νίκος") as other:
        for what in ("hint", "meanings", "reason?deal=1&call=0"):
            assert code(await other.get(f"/api/tables/{usual}/{what}")) == (403, "table.not_yours")
            assert code(await other.get(f"/api/tables/0123/{what}")) == (404, "table.unknown")
    async with httpx.AsyncClient(base_url=server.url) as nobody:
        assert code(await nobody.get(f"/api/tables/{usual}/hint")) == (401, "session.missing")


async def test_one_who_asks_too_much_waits(tmp_path: Any) -> None:
    with Server(tmp_path, questions_per_second=0.01, question_burst=2) as server:
        async with guest(server) as player:
            table_id = await player.table(bot="cafe")
            codes = [(await player.get(f"/api/tables/{table_id}/meanings")).status_code for _ in range(3)]
            assert codes == [200, 200, 429]
            # Asking too much does not end the match.
            assert (await player.get(f"/api/tables/{table_id}")).status_code == 200


async def test_a_hint_is_thought_out_once_and_only_where_it_is_due() -> None:
    thinkers = Thinkers(1, 30.0)
    thinkers.open()
    teacher = Teacher(thinkers)
    states = [state for _, state in random_match(PRESETS["academy"].change(target=101), 3, training=True)]
    state = next(each for each in states if each.next_deal_at is None and each.turn == 0)
    advice = await teacher.hint(state, SOUTH)
    assert not isinstance(advice, Said)
    expected = hint(view(match_of(state), 0), seed_of(state, 0))
    assert advice.reason.code == expected.decision.reason.code
    assert await teacher.hint(state, SOUTH) is advice
    assert await teacher.hint(state, EAST) == Said("hint.not_training")
    waiting = next(each for each in states if each.next_deal_at is not None)
    assert await teacher.hint(waiting, SOUTH) == Said("hint.not_your_turn")
    assert await teacher.hint(states[-1], SOUTH) == Said("hint.not_your_turn")
    thinkers.close()


async def test_numbers_get_their_facts_from_what_the_bot_saw() -> None:
    """Of every bot's call and card of two deals, and only of those that numbers alone speak for."""
    rng, expected = random.Random(5), {}

    def choose(state: Table) -> Proposal:
        if state.next_deal_at is not None or not state.turn:
            return random_entry(state, rng)
        action = random_action(state, rng)
        if isinstance(action, MakeCall | PlayCard):
            seen = view(match_of(state), state.turn)
            reason = Reason("play.search" if isinstance(action, PlayCard) else "bid.search", {"gain": "1"})
            if isinstance(action, PlayCard) and action.card % 4 == 0:
                reason = Reason("play.ruff")
            number: dict[str, int] = (
                {"card": action.card} if isinstance(action, PlayCard) else {"call": len(seen.calls)}
            )
            expected[state.deals + 1, *number.items()] = because(Picture(seen), Decision(action, reason))
            return proposed(propose(state, state.turn, action, reason))
        return proposed(propose(state, state.turn, action))

    first = created(PRESETS["academy"].change(target=101), training=True)
    state = [each for _, each in follow(first, choose)][-1]
    asked = [key for key in expected if key[0] <= 2]
    thinkers = Thinkers(1, 30.0)
    teacher = Teacher(thinkers)
    told: set[str] = set()
    for deal, number in asked:
        found = await teacher.reason(state, SOUTH, deal, **dict([number]))
        assert not isinstance(found, Said)
        facts = expected[deal, number]
        assert [(each.code, each.params) for each in found.because] == [
            (each.code, each.params) for each in facts
        ]
        assert bool(found.because) <= found.reason.code.endswith("search")
        told |= {each.code.split(".")[0] for each in found.because}
    assert told == {"play", "means"}
    assert await teacher.reason(state, SOUTH, 1, card=99) == Said("reason.no_such_move")
    thinkers.close()


async def test_who_asks_much_waits_for_himself(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [state for _, state in random_match(PRESETS["academy"].change(target=101), 3, training=True)]
    mine = [state for state in states if state.next_deal_at is None and state.turn == 0][:3]
    other = replace(mine[0], id="other", players=(Sitting("Νίκος", "nikos"), *mine[0].players[1:]))
    running: list[str] = []
    most = asked = 0

    async def ask(who: str, _work: object, seen: PlayerView, *_: object, about: Table) -> object:
        nonlocal most, asked
        asked += 1
        running.append(about.players[0].guest or "")
        most = max(most, len(running))
        assert len(set(running)) == len(running), "two questions of one person at once"
        await asyncio.sleep(0.01)
        running.remove(about.players[0].guest or "")
        return hint(seen) if who == "hint" else ([], ())

    thinkers = Thinkers(1, 30.0)
    monkeypatch.setattr(thinkers, "ask", ask)
    teacher = Teacher(thinkers)
    advice = await asyncio.gather(
        *(teacher.hint(state, SOUTH) for state in mine * 4),
        *(teacher.meanings(state, SOUTH) for state in mine),
        teacher.hint(other, Seated(0, "nikos")),
    )
    assert most == 2
    # Who asks again before the answer is there gets the same answer.
    assert asked == len(mine) * 2 + 1
    assert len({id(each) for each in advice}) == asked


@pytest.mark.parametrize("training", [True, False])
def test_the_log_says_whether_it_is_a_training_table(training: bool) -> None:
    first = created(PRESETS["academy"], training=training)
    assert ("training" in first.payload) is training
    state, _ = fold(None, "0", first)
    assert table_message(state, SOUTH).training is training
