"""The information-set search as a player: by the rules, by its seed, and by what the deal hangs on."""

from random import Random
from typing import Any, NamedTuple

import pytest
from tests.bots.test_bots import TABLES

from pilotta.arena import ismcts as module
from pilotta.arena.ismcts import Ismcts
from pilotta.bots.bot import Decision
from pilotta.bots.sight.picture import Picture
from pilotta.bots.worth.payoff import ALL_TO_EW, ALL_TO_NS, payoffs
from pilotta.cards import cards_in
from pilotta.engine.ismcts import Tried, ismcts
from pilotta.game.actions import PlayCard
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.result import DealResult
from pilotta.game.state import new_match
from pilotta.game.transition import advance
from pilotta.game.view import PlayerView, view
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import NS, side_of
from pilotta.words import chapter


class Dealt(NamedTuple):
    """What was seen and done in a deal, and its result."""

    steps: list[tuple[PlayerView, Decision]]
    result: DealResult

    @property
    def cards(self) -> list[int]:
        return [decision.action.card for _, decision in self.steps if isinstance(decision.action, PlayCard)]


def dealt(rules: RuleSet, deal: int, *, seed: int = 0, iterations: int = 40) -> Dealt:
    """One deal with the search on all four seats; `advance` raises where an action is not legal."""
    bot, steps = Ismcts(seed, iterations), []
    state = new_match(rules, deal % 4, automatic=deal % 2 == 0)
    state = advance(state, deal_cards(rules, state.dealer, Random(deal))).state
    while state.phase not in (Phase.DEALING, Phase.OVER):
        seen = view(state, state.turn)
        decision = bot.act(seen)
        steps.append((seen, decision))
        state = advance(state, decision.action).state
    return Dealt(steps, state.results[-1])


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_it_plays_by_the_rules_and_says_why(rules: RuleSet) -> None:
    searched = 0
    for deal in range(50):
        for _, decision in dealt(rules, deal).steps:
            assert decision.reason.code in chapter("en", "reasons")
            assert "{" not in decision.reason.message
            searched += decision.reason.code == "play.search"
    assert searched > 200


@pytest.mark.parametrize("rules", TABLES)
def test_it_plays_by_the_rules_of_every_house(rules: RuleSet) -> None:
    for deal in range(2):
        dealt(rules, deal, iterations=20)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_same_seed_plays_the_same(rules: RuleSet) -> None:
    plays = [dealt(rules, deal, seed=5).cards for deal in range(6)]
    assert plays == [dealt(rules, deal, seed=5).cards for deal in range(6)]
    assert plays != [dealt(rules, deal, seed=6).cards for deal in range(6)]


def test_it_searches_what_it_may_play_and_plays_what_it_searched_most() -> None:
    searched = 0
    for seen, decision in dealt(PRESETS["academy"], 1, seed=3, iterations=300).steps:
        legal = cards_in(seen.legal.cards)
        if not isinstance(decision.action, PlayCard) or len(legal) == 1:
            continue
        found = Ismcts(3, 300).search(Picture(seen))
        assert set(found) == set(legal)
        assert sum(tried.visits for tried in found.values()) == 300
        assert found[decision.action.card].visits == max(tried.visits for tried in found.values())
        searched += 1
    assert searched > 12


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_it_searches_for_what_the_deal_scores_in_the_end(
    rules: RuleSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The payoff of what was still to come is that of the whole deal, as it then came, capots included."""
    asked: list[tuple[float, ...]] = []

    def spy(*args: Any, **numbers: int) -> dict[int, Tried]:
        asked.append(args[5])
        return ismcts(*args, **numbers)

    monkeypatch.setattr(module, "ismcts", spy)
    capots = checked = 0
    for deal in range(80):
        asked.clear()
        steps, result = dealt(rules, deal, iterations=4)
        searched = [
            seen
            for seen, decision in steps
            if isinstance(decision.action, PlayCard) and seen.legal.cards & seen.legal.cards - 1
        ]
        assert len(searched) == len(asked)
        for seen, payoff in zip(searched, asked, strict=True):
            assert seen.contract is not None
            table = payoffs(Picture(seen).known)
            won = sum(trick.points for trick in seen.tricks if side_of(trick.winner) == NS)
            took = sum(side_of(trick.winner) == NS for trick in seen.tricks)
            ahead, before = result.tricks.ns - took, len(seen.tricks)
            if ahead == 8 - before:
                expected = table[ALL_TO_NS] if took == before else table[result.cards.ns]
                assert payoff[-2] == expected
            elif ahead == 0:
                assert payoff[-1] == (table[ALL_TO_EW] if took == 0 else table[result.cards.ns])
            else:
                assert payoff[result.cards.ns - won] == table[result.cards.ns]
            checked += 1
            capots += before > 0 and ahead in (0, 8 - before) and took in (0, before)
    assert checked > 1000
    assert capots > 20
