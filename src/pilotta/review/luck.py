"""What a hand is worth by itself, against the average of all hands."""

from functools import lru_cache
from random import Random
from statistics import fmean

from pilotta.bots.bidding.convention import CYPRIOT
from pilotta.bots.bidding.promises import listen
from pilotta.bots.bidding.valuation import worth
from pilotta.cards import hand_of
from pilotta.game.dealing import shuffled
from pilotta.rules.ruleset import STRAINS, RuleSet

HANDS = 2000
"""The average is taken over so many hands, always the same ones: its error is half a point."""


def hand_worth(rules: RuleSet, hand: int) -> int:
    """Points that the convention expects of its side before anybody has called, in the strain that is best for the hand."""
    silence = listen(rules, (), CYPRIOT)
    strains = (STRAINS.index(letter) for letter in rules.fixed_trump or rules.strains)
    return max(worth(rules, hand, strain, silence, 0, CYPRIOT) for strain in strains)


@lru_cache(maxsize=64)
def average_worth(rules: RuleSet) -> float:
    """The mean of :func:`hand_worth` over hands that are dealt at random."""
    chance = Random("the average hand")
    worths: list[int] = []
    while len(worths) < HANDS:
        deck = shuffled(chance)
        worths += [hand_worth(rules, hand_of(deck[start : start + 8])) for start in range(0, 32, 8)]
    return fmean(worths)
