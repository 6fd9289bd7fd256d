"""One point of the play in many deals."""

from random import Random

import pytest

from pilotta.engine.many import AT_ONCE, moves_in_deals
from pilotta.game.dealing import deal_cards
from pilotta.rules.catalogue import ACADEMY
from pilotta.seats import FourHands


def deals(count: int) -> list[FourHands]:
    return [deal_cards(ACADEMY, 3, Random(number)).hands for number in range(count)]


def test_a_limit_of_nodes_ends_after_some_deals_and_always_the_same() -> None:
    asked = deals(5 * AT_ONCE)
    everything = moves_in_deals(ACADEMY, 0, asked, 0, ())
    assert len(everything) == len(asked)
    some = moves_in_deals(ACADEMY, 0, asked, 0, (), nodes=100_000)
    assert 0 < len(some) < len(asked)
    assert some == everything[: len(some)]
    assert some == moves_in_deals(ACADEMY, 0, asked, 0, (), nodes=100_000)
    assert moves_in_deals(ACADEMY, 0, asked, 0, (), nodes=10**9) == everything


def test_a_deal_that_cannot_be_is_named() -> None:
    asked = deals(2 * AT_ONCE)
    asked[AT_ONCE + 1] = (1, 1, 1, 1)
    with pytest.raises(ValueError, match=f"deal {AT_ONCE + 1} cannot be"):
        moves_in_deals(ACADEMY, 0, asked, 0, ())
