"""Random playouts in the native core: every legal card is as likely as the others, under any rules and from any point."""

from array import array
from collections import Counter
from random import Random

import pytest
from tests.engine.positions import ending, house_rules

from pilotta.cards import cards_in
from pilotta.engine.backend import native
from pilotta.engine.door import VALUE
from pilotta.engine.position import Position
from pilotta.engine.rows import game_bytes, question_words

COUNT = 40_000


def expected(at: Position, share: float, found: Counter[int]) -> Counter[int]:
    """The probabilities of NS's points at the end, by trying everything."""
    if at.over:
        found[at.won.ns] += share
        return found
    cards = cards_in(at.legal)
    for card in cards:
        expected(at.after(card), share / len(cards), found)
    return found


def drawn(at: Position, count: int, seed: int) -> list[int]:
    """NS's points of the whole deal in so many playouts."""
    found = array("H", bytes(2 * count))
    question = array("I", question_words(VALUE, 0, at))
    native().playouts(game_bytes(at.rules, at.strain), question, count, seed, found)
    return [at.won.ns + each for each in found]


@pytest.mark.parametrize("seed", range(60))
def test_results_come_as_often_as_they_should(seed):
    chance = Random(seed)
    at = ending(chance, 3, rules=house_rules(chance))
    shares = expected(at, 1.0, Counter())
    counts = Counter(drawn(at, COUNT, seed))
    assert set(counts) <= set(shares)
    for points, share in shares.items():
        # Five standard deviations, in some six hundred comparisons of fixed seeds.
        assert abs(counts[points] - COUNT * share) <= 5 * (COUNT * share * max(0.0, 1 - share)) ** 0.5 + 1e-6


def test_a_longer_run_begins_with_a_shorter_one():
    """However many are played at once."""
    at = ending(Random(1), 8)
    longest = drawn(at, 40, 5)
    assert all(drawn(at, count, 5) == longest[:count] for count in range(40))
