"""What no deal can bring: necessary conditions on a side's card points, tricks and declarations.

They are simple, and true of every deal: what they refuse cannot have been. Not all that they let pass can be.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from pilotta.rules.declarations import runs
from pilotta.rules.ranking import ranking
from pilotta.rules.ruleset import DEAL_POINTS, RuleSet
from pilotta.rules.scoring import ALL_TRICKS

HAND = 8
"""Cards of a hand, and of a suit."""
RANK = 0x01010101
"""The four cards of rank 7, as a hand; shifted by a rank, that rank's."""


def may_be_taken(rules: RuleSet, strain: int, points: int, tricks: int | None) -> bool:
    """Whether some cards of so many tricks (None: of one to seven) are worth these card points, with or without the last
    trick's ten."""
    found = _sums(ranking(rules, strain).points)
    counts = range(1, ALL_TRICKS) if tricks is None else (tricks,)
    return any(found[count] >> points & 1 for count in counts)


@lru_cache(maxsize=64)
def _sums(worth: tuple[int, ...]) -> tuple[int, ...]:
    """For each number of tricks, what its cards may be worth: bit P is set where P points can be."""
    # By number of cards, the sums that so many of the cards seen so far can have.
    sums = [1] + [0] * len(worth)
    for seen, points in enumerate(worth):
        for count in range(seen, -1, -1):
            sums[count + 1] |= sums[count] << points
    last = DEAL_POINTS - sum(worth)
    taken = [sums[4 * tricks] | sums[4 * tricks] << last for tricks in range(ALL_TRICKS + 1)]
    # Nobody takes the last trick with none, and who takes all takes it.
    return 1, *taken[1:ALL_TRICKS], 1 << DEAL_POINTS


def may_be_declared(rules: RuleSet, points: int) -> bool:
    """Whether two hands can hold declarations that are worth so much together, no card in two of them."""
    return points in _declared(rules.sequence_order, rules.sequence_points, rules.four_points)


@lru_cache(maxsize=64)
def _declared(order: str, sequences: tuple[int, ...], fours: tuple[int, ...]) -> frozenset[int]:
    hands: dict[int, set[int]] = {0: {0}}
    for worth, cards in _held(order, sequences, fours):
        hands.setdefault(worth, set()).add(cards)
    # Suits are alike to declarations, so one of the two hands need be tried with its suits in one order only.
    first = {worth: {cards for cards in held if _sorted(cards)} for worth, held in hands.items()}
    pairs = product(hands, hands)
    return frozenset(
        one + other for one, other in pairs if any(not a & b for a in first[one] for b in hands[other])
    )


def _sorted(cards: int) -> bool:
    suits = [cards >> 8 * suit & 0xFF for suit in range(4)]
    return suits == sorted(suits)


def _held(order: str, sequences: tuple[int, ...], fours: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """What one hand can declare: how much it is worth together, and the cards."""
    found = [(points, RANK << rank) for rank, points in enumerate(fours) if points]
    table = runs(order)
    for suit, ranks in product(range(4), range(256)):
        if len(table[ranks]) == 1 and table[ranks][0][2] == ranks:
            points = sequences[min(table[ranks][0][0], 5) - 3]
            found += [(points, ranks << 8 * suit)] if points else []
    yield from found
    for (one, some), (other, more) in combinations(found, 2):
        if not some & more and (some | more).bit_count() <= HAND:
            yield one + other, some | more
