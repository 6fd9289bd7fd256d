"""Deals that fit what a player knows, drawn as often as they are likely.

A card lies with one of the seats that may hold it, and weighs there as much as :class:`~pilotta.bots.sight.knowledge.Knowledge` makes it
likely; a deal weighs the product over its cards. Of all deals that give each seat its number of cards, one is drawn exactly in
proportion to its weight: a table says, for the cards from each one on and for the places that are left, what all ways to deal them
weigh together, and a card goes to a seat by the share that this leaves.
"""

from random import Random

from pilotta.arithmetic import add
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.cards import cards_in
from pilotta.seats import FourHands

Places = tuple[int, int]
"""Places left in the first and in the second hand; the third takes the rest."""


class NoWorld(ValueError):
    """No deal fits what is known."""


class Worlds:
    """All deals that fit what a player knows. NoWorld where there is none, which legal play cannot bring about.

    ``even``: each weighs the same, whatever the auction and the signals say.
    """

    def __init__(self, known: Knowledge, *, even: bool = False) -> None:
        self._me, self._hand = known.me, known.hand
        self._others = tuple(known.me + i & 3 for i in (1, 2, 3))
        self._cards = cards_in(known.unseen)
        self._places: Places = (known.left[self._others[0]], known.left[self._others[1]])
        self._weights = [
            tuple(_weight(known, seat, card, even) for seat in self._others) for card in self._cards
        ]
        self._rest = self._weigh()

    def _weigh(self) -> list[dict[Places, float]]:
        """For the cards from each number on, by places left: what all ways to deal them weigh together."""
        rest: list[dict[Places, float]] = [{} for _ in self._cards]
        rest.append({(0, 0): 1.0})
        for number in reversed(range(len(self._cards))):
            later, left = rest[number + 1], len(self._cards) - number
            first, second, third = self._weights[number]
            for a in range(min(self._places[0], left) + 1):
                for b in range(min(self._places[1], left - a) + 1):
                    total = first * later.get((a - 1, b), 0.0) + second * later.get((a, b - 1), 0.0)
                    if a + b < left:
                        total += third * later.get((a, b), 0.0)
                    if total:
                        rest[number][a, b] = total
        if self._places not in rest[0]:
            raise NoWorld("no deal fits what this player knows")
        return rest

    def weight(self, hands: FourHands) -> float:
        """What this deal weighs among all that fit: 0 where it does not."""
        weight = 1.0
        for card, at in zip(self._cards, self._weights, strict=True):
            weight *= add(at[number] for number, seat in enumerate(self._others) if hands[seat] >> card & 1)
        return weight

    def draw(self, chance: Random) -> FourHands:
        """One deal: what each seat holds now."""
        hands = [0, 0, 0, 0]
        hands[self._me] = self._hand
        one, two, three = self._others
        a, b = self._places
        for number, card in enumerate(self._cards):
            later = self._rest[number + 1]
            first, second, _ = self._weights[number]
            to_one = first * later.get((a - 1, b), 0.0)
            to_two = second * later.get((a, b - 1), 0.0)
            at = chance.random() * self._rest[number][a, b]
            if at < to_one:
                hands[one] |= 1 << card
                a -= 1
            elif at < to_one + to_two:
                hands[two] |= 1 << card
                b -= 1
            else:
                hands[three] |= 1 << card
        south, east, north, west = hands
        return south, east, north, west


def _weight(known: Knowledge, seat: int, card: int, even: bool) -> float:
    """How much this card weighs in this hand."""
    for holder in range(4):
        if known.sure[holder] >> card & 1:
            return float(holder == seat)
    if not known.possible[seat] >> card & 1:
        return 0.0
    return 1.0 if even else known.bias(seat, card)
