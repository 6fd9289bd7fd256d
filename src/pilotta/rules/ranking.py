"""Which card beats which, and what it is worth, in each strain. The only place that knows strength and points."""

from dataclasses import dataclass
from functools import lru_cache

from pilotta.cards import FULL_DECK, RANKS, SUIT_MASKS
from pilotta.rules.ruleset import ALL_TRUMP, NO_TRUMP, RuleSet


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The ranking of the 32 cards in one strain, as tables indexed by card (source: 000, 002; table rows *order and values*).

    ``points[c]``    raw card points
    ``strength[c]``  0 (weakest) to 7 within the suit
    ``beaters[c]``   the cards, as a hand, that win over ``c`` when it is the best of a trick
    ``trumps``       the trump suit as a hand; empty without trumps and with all trumps
    """

    strain: int
    trumps: int
    points: tuple[int, ...]
    strength: tuple[int, ...]
    beaters: tuple[int, ...]

    def points_in(self, hand: int) -> int:
        """The card points of a set of cards."""
        points = self.points
        total = 0
        while hand:
            low = hand & -hand
            total += points[low.bit_length() - 1]
            hand ^= low
        return total

    def best_first(self, hand: int) -> list[int]:
        """The cards of a hand, strongest of each suit first, in the order of suits."""
        strength = self.strength
        return sorted((c for c in range(32) if hand >> c & 1), key=lambda c: (c >> 3, -strength[c]))


@lru_cache(maxsize=1024)
def ranking(rules: RuleSet, strain: int) -> Ranking:
    """The ranking of this strain (0–5) under this rule set."""
    points: list[int] = []
    strength: list[int] = []
    for suit in range(4):
        is_trump = strain in (suit, ALL_TRUMP)
        order = rules.trump_order if is_trump else rules.plain_order
        if strain == ALL_TRUMP:
            values = rules.all_trump_values
        elif strain == NO_TRUMP:
            values = rules.no_trump_values
        else:
            values = rules.trump_values if is_trump else rules.plain_values
        points += values
        strength += [7 - order.index(rank) for rank in RANKS]
    trumps = SUIT_MASKS[strain] if strain < NO_TRUMP else 0
    beaters = []
    for card in range(32):
        suit = card & 24
        mask = 0 if trumps >> card & 1 else trumps
        for other in range(suit, suit + 8):
            if strength[other] > strength[card]:
                mask |= 1 << other
        beaters.append(mask & FULL_DECK)
    return Ranking(strain, trumps, tuple(points), tuple(strength), tuple(beaters))
