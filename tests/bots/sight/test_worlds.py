"""The deals that a player thinks through fit what he knows, are drawn as often as they are likely, and are counted as they score."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest
from tests.bots.test_bots import TABLES, deal_states

from pilotta.arena.fight import Fight
from pilotta.arena.report import report
from pilotta.arena.run import fight_out
from pilotta.bots.levels.mastoras import Mastoras
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.bots.sight.picture import Picture
from pilotta.bots.sight.worlds import NoWorld, Worlds
from pilotta.bots.worth.payoff import ALL_TO_EW, ALL_TO_NS, payoffs
from pilotta.cards import cards_in, hand_of
from pilotta.game.actions import PlayCard
from pilotta.game.phase import Phase
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import DEAL_POINTS, RuleSet


class Known:
    """What :class:`Worlds` asks a player's knowledge, made by hand."""

    def __init__(self, cards: dict[int, tuple[float, float, float]], left: tuple[int, int, int]) -> None:
        self.me, self.hand = 0, 1 << 31
        self.unseen = hand_of(cards)
        self.left = [1, *left]
        self.sure = [0, 0, 0, 0]
        self.possible = [0] + [hand_of(card for card, at in cards.items() if at[i]) for i in range(3)]
        self._cards = cards

    def bias(self, seat: int, card: int) -> float:
        return self._cards[card][seat - 1]


def test_deals_are_drawn_as_often_as_they_are_likely() -> None:
    cards = {0: (1.0, 2.0, 0.0), 1: (1.0, 1.0, 3.0), 2: (0.5, 1.0, 1.0), 3: (1.0, 1.0, 1.0)}
    known = Known(cards, (1, 2, 1))
    weights = {}
    for first in combinations(cards, 1):
        for second in combinations(set(cards) - set(first), 2):
            third = set(cards) - set(first) - set(second)
            weight = 1.0
            for number, hand in enumerate((first, second, third)):
                for card in hand:
                    weight *= cards[card][number]
            if weight:
                weights[hand_of(first), hand_of(second), hand_of(third)] = weight
    worlds, chance, times = Worlds(known), Random(1), 40_000  # type: ignore[arg-type]
    found = Counter(worlds.draw(chance)[1:] for _ in range(times))
    assert set(found) == set(weights)
    for hands, weight in weights.items():
        share = weight / sum(weights.values())
        error = (share * (1 - share) / times) ** 0.5
        assert abs(found[hands] / times - share) < 4.5 * error


def test_what_cannot_be_is_told() -> None:
    with pytest.raises(NoWorld, match="no deal fits"):
        Worlds(Known({0: (1.0, 0.0, 0.0), 1: (1.0, 0.0, 0.0)}, (1, 1, 0)))  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", TABLES)
def test_deals_fit_what_is_known_and_the_true_one_is_among_them(rules: RuleSet) -> None:
    chance = Random(5)
    for seed in range(3):
        for state, seen, _ in deal_states(rules, seed, ("cafe", "random"), automatic=seed % 2 == 0):
            if state.phase is not Phase.PLAYING or seen.contract is None or not seen.legal.cards:
                continue
            known = Knowledge(seen, seen.contract)
            worlds = Worlds(known)
            assert state.deal is not None
            assert state.deal.play is not None
            assert worlds.weight(state.deal.play.hands) > 0
            drawn = worlds.draw(chance)
            assert drawn[seen.seat] == seen.hand
            assert [hand.bit_count() for hand in drawn] == [
                hand.bit_count() for hand in state.deal.play.hands
            ]
            for seat in range(4):
                if seat != seen.seat:
                    assert drawn[seat] & ~known.possible[seat] == 0
                    assert known.sure[seat] & ~drawn[seat] == 0


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_table_of_payoffs_never_falls_and_knows_the_contract(rules: RuleSet) -> None:
    checked = 0
    for seed in range(8):
        for state, seen, _ in deal_states(rules, seed, ("cafe", "cafe"), automatic=True):
            if state.phase is Phase.PLAYING and seen.contract is not None and not seen.tricks:
                table = payoffs(Knowledge(seen, seen.contract))
                by_points = [table[points] for points in range(DEAL_POINTS + 1)]
                assert len(table) == DEAL_POINTS + 3
                order = [table[ALL_TO_EW], *by_points, table[ALL_TO_NS]]
                assert order == sorted(order)
                # Making the contract is the one step that is worth more than a few points.
                steps = [high - low for low, high in pairwise(by_points)]
                assert sum(step > 3 for step in steps) == 1
                checked += 1
    assert checked > 10


def test_mastoras_plays_the_card_that_scores_most_or_the_usual_one() -> None:
    bot, other = Mastoras(deals=12), 0
    for seed in range(4):
        for _, seen, _ in deal_states(PRESETS["academy"], seed, ("cafe", "cafe"), automatic=True):
            decision = bot.act(seen)
            if not isinstance(decision.action, PlayCard):
                continue
            if decision.reason.code == "play.search":
                expected = bot.expected(Picture(seen))
                assert set(expected) == set(cards_in(seen.legal.cards))
                assert expected[decision.action.card] == max(expected.values())
                other += 1
    assert other > 5


@pytest.mark.slow
def test_mastoras_beats_cafe() -> None:
    found = report(fight_out(Fight("mastoras", "cafe", PRESETS["academy"], 100, 3), jobs=2))
    assert found["deal_score"]["mean"] > 0
