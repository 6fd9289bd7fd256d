"""The one door through which chance comes in."""

from collections.abc import Sequence
from random import Random

from pilotta.game.actions import Deal
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import turn_order


def shuffled(rng: Random) -> list[int]:
    """The 32 cards in an order drawn from ``rng``. With the same generator state the order is the same on every platform."""
    deck = list(range(32))
    rng.shuffle(deck)
    return deck


def deal_from(rules: RuleSet, dealer: int, deck: Sequence[int]) -> Deal:
    """Deal a deck from its top (index 0) in the rule set's packets, to the dealer's right first.

    ValueError where the deck is not the 32 cards.
    """
    if sorted(deck) != list(range(32)):
        raise ValueError("a deck is the 32 cards, each once")
    hands = [0, 0, 0, 0]
    top = 0
    for packet in rules.dealing:
        for seat in turn_order(dealer + 1 & 3):
            for card in deck[top : top + packet]:
                hands[seat] |= 1 << card
            top += packet
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def deal_cards(rules: RuleSet, dealer: int, rng: Random) -> Deal:
    """Shuffle and deal."""
    return deal_from(rules, dealer, shuffled(rng))
