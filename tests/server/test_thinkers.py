"""Bots in their processes: answers, deaths, silence and nonsense."""

import json
import os
import signal
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.table.matches import random_match

from pilotta.bots.catalogue import BOT_NAMES
from pilotta.rules.catalogue import PRESETS
from pilotta.server.thinkers.pool import Thinkers
from pilotta.table import BotTurn, Done, Table, due, fallback, read


def bot_turns(preset: str = "academy", bot: str = "random") -> list[tuple[Table, BotTurn]]:
    found = []
    for _, state in random_match(PRESETS[preset].change(target=101 * PRESETS[preset].unit), 5):
        turn = due(state)
        if isinstance(turn, BotTurn):
            found.append((state, replace(turn, bot=bot)))
    return found


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    made = Thinkers(1, 30.0)
    made.open()
    yield made
    made.close()


@pytest.mark.parametrize("bot", BOT_NAMES)
async def test_a_bot_answers_the_same_twice_and_says_why(thinkers: Thinkers, bot: str) -> None:
    for state, turn in bot_turns(bot=bot)[:40:4]:
        proposal = await thinkers.proposal(state, turn)
        assert proposal == await thinkers.proposal(state, turn)
        written = json.loads(proposal.text)
        assert written["seat"] == "SENW"[turn.view.seat]
        assert not written["why"]["code"].startswith("server.")


async def test_a_process_that_was_killed_is_replaced(thinkers: Thinkers) -> None:
    state, turn = bot_turns()[0]
    first = await thinkers.proposal(state, turn)
    assert thinkers._pool is not None
    (worker,) = thinkers._pool._processes
    os.kill(worker, signal.SIGKILL)
    assert await thinkers.proposal(state, turn) == first


async def test_a_bot_that_does_not_answer_is_replaced_by_something_legal() -> None:
    thinkers = Thinkers(1, 0.0)
    state, turn = bot_turns()[0]
    proposal = await thinkers.proposal(state, turn)
    assert json.loads(proposal.text)["why"] == {"code": "server.late"}
    done = read(proposal.text)
    assert isinstance(done, Done)
    assert done.action == fallback(state)
    thinkers.close()


async def test_a_bot_that_fails_is_replaced_by_something_legal(thinkers: Thinkers) -> None:
    state, turn = bot_turns(bot="nobody")[0]
    proposal = await thinkers.proposal(state, turn)
    assert json.loads(proposal.text)["why"] == {"code": "server.failed"}


async def test_a_bot_that_breaks_the_rules_is_replaced_by_something_legal(thinkers: Thinkers) -> None:
    turns = bot_turns()
    state, turn = turns[0]
    # It is shown a view of a later moment, so what it answers cannot be done now.
    later = next(each for _, each in turns if each.view.phase is not turn.view.phase)
    proposal = await thinkers.proposal(state, replace(turn, view=later.view))
    assert json.loads(proposal.text)["why"] == {"code": "server.illegal"}
