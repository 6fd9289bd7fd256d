"""One picture of the view is made for a decision, and handed through it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tests.bots.bidding.test_meaning import dealt

from pilotta.bots.bidding import calls
from pilotta.bots.bidding.convention import CYPRIOT, LIGHT
from pilotta.bots.bidding.traits import Situation
from pilotta.bots.catalogue import BOT_NAMES, make_bot
from pilotta.bots.hint import hint
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.bots.sight.picture import Picture
from pilotta.game.state import MatchState, Phase
from pilotta.game.transition import advance
from pilotta.game.view import PlayerView, view
from pilotta.rules.catalogue import ACADEMY


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each thing was worked out, of the auction as it stands in a view alone."""
    found: Counter[str] = Counter()
    for kind in (Knowledge, Situation):
        before = kind.__init__

        def counted(self: Any, *given: Any, _before: Any = before, _name: str = kind.__name__) -> None:
            found[_name] += 1
            _before(self, *given)

        monkeypatch.setattr(kind, "__init__", counted)
    listen = calls.listen

    def heard(rules: Any, made: Any, convention: Any) -> Any:
        found[f"heard {len(made)}"] += 1
        return listen(rules, made, convention)

    monkeypatch.setattr(calls, "listen", heard)
    return found


def positions(count: int) -> Iterator[PlayerView]:
    state: MatchState = dealt(ACADEMY, 3)
    bots = [make_bot("cafe", seat) for seat in range(4)]
    for _ in range(count):
        if state.phase in (Phase.DEALING, Phase.OVER):
            return
        seen = view(state, state.turn)
        yield seen
        state = advance(state, bots[state.turn].act(seen).action).state


@pytest.mark.parametrize("name", [*BOT_NAMES, "cafe:high_asks", "daskalos:bold"])
def test_a_decision_works_everything_out_once(name: str, made: Counter[str]) -> None:
    bot = make_bot(name, 2)
    conventions = 1 if name.startswith("cafe") else 3
    cards = 0
    for seen in list(positions(14)):
        made.clear()
        bot.act(seen)
        assert made["Knowledge"] <= 1
        assert made["Situation"] <= conventions - 1
        assert made[f"heard {len(seen.calls)}"] <= conventions
        cards += made["Knowledge"]
    assert bool(cards) is (name.partition(":")[0] not in ("random", "mathitis"))


def test_a_hint_is_told_from_the_same_picture(made: Counter[str]) -> None:
    for seen in list(positions(14)):
        made.clear()
        hint(seen, 3)
        assert made["Knowledge"] <= 1
        assert made["Situation"] <= 1


def test_a_picture_tells_conventions_apart() -> None:
    seen = next(positions(1))
    picture = Picture(seen, LIGHT)
    assert picture.situation(LIGHT) is picture.situation(LIGHT)
    assert picture.situation(LIGHT).convention == LIGHT
    assert picture.situation(CYPRIOT).convention == CYPRIOT
    assert picture.usual(CYPRIOT) is picture.usual(CYPRIOT)
    with pytest.raises(AssertionError, match="once they are played"):
        _ = picture.known
