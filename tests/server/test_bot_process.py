"""Never a state in a bot's process: what is sent there is a view, and nothing that runs there makes a state of the whole table."""

import pickle
import pickletools
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from tests.bots.test_bots import deal_states

from pilotta.bots.catalogue import BOT_NAMES
from pilotta.game import state as whole
from pilotta.rules.catalogue import PRESETS
from pilotta.server.thinkers.work import prepare, think

STATES = tuple(
    name
    for name, each in vars(whole).items()
    if isinstance(each, type) and each.__module__ == whole.__name__ and hasattr(each, "_fields")
)
"""The values of which a match's state is made."""

COUNT = f"""sum(type(each).__module__ == {whole.__name__!r} and type(each).__name__ in {STATES!r}
    for each in __import__("gc").get_objects())"""
KEEP = """globals().update(kept=__import__("pilotta.game.state", fromlist=["new_match"]).new_match(
    __import__("pilotta.rules.catalogue", fromlist=["ACADEMY"]).ACADEMY))"""


@pytest.fixture(scope="module")
def process() -> Iterator[ProcessPoolExecutor]:
    """One process as the server starts them for its bots."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=prepare) as pool:
        yield pool


def test_a_state_is_made_of_these() -> None:
    assert {"MatchState", "DealState"} <= set(STATES)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_sent_is_no_state(preset: str) -> None:
    for _, seen, _ in deal_states(PRESETS[preset], 5, ("cafe", "mathitis"), automatic=False):
        named = {arg for _, arg, _ in pickletools.genops(pickle.dumps(seen)) if isinstance(arg, str)}
        assert "PlayerView" in named
        assert named.isdisjoint(STATES)


@pytest.mark.parametrize("name", BOT_NAMES)
def test_no_state_is_made_there(process: ProcessPoolExecutor, name: str) -> None:
    for number, (_, seen, _) in enumerate(
        deal_states(PRESETS["academy"], 5, ("cafe", "mathitis"), automatic=False)
    ):
        if number % 9 == 0:
            process.submit(think, name, 1, seen).result()
            assert process.submit(eval, COUNT).result() == 0


def test_a_state_would_be_found_there() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=prepare) as pool:
        pool.submit(eval, KEEP).result()
        assert pool.submit(eval, COUNT).result() > 0
