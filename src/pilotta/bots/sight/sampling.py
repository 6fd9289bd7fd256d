"""Deals that are likely by all that a player saw and heard: where cards may lie, the calls, the declarations, each card played."""

from array import array
from random import Random
from typing import Any, Final, NamedTuple

from pilotta.bots.sight.picture import Picture
from pilotta.bots.sight.reading import DOUBT, likelihood, model, tables
from pilotta.bots.sight.worlds import Worlds
from pilotta.cards import FULL_DECK, cards_in
from pilotta.engine.backend import native
from pilotta.engine.rows import game_bytes
from pilotta.rules.ranking import ranking
from pilotta.rules.ruleset import STRAINS
from pilotta.seats import FourHands

NOBODY: Final = 4
PYTHON_TRIES: Final = 4
"""Deals that are drawn for each one that is kept, where no native module draws them."""


class Drawn(NamedTuple):
    """Deals (what each seat holds now), and how many equally likely ones those they were drawn from were worth."""

    deals: list[FourHands]
    worth: float


class Sight:
    """What one player sees and heard, made ready to be thought about. ``plays`` False: the cards played tell nothing but who cannot
    hold what.

    ValueError where nothing fits, which legal play cannot bring about.
    """

    def __init__(self, picture: Picture, *, plays: bool = True) -> None:
        view = picture.view
        self._view, self._plays = view, plays
        self._known = None if view.contract is None else picture.known
        self._tricks: list[tuple[int, tuple[int, ...]]] = []
        if self._known is not None:
            self._tricks = [*((each.leader, each.cards) for each in view.tricks), (view.leader, view.trick)]
        self._module: Any = native()

    def draw(self, count: int, tries: int, seed: int) -> Drawn:
        """So many deals, drawn by how likely they are from ``tries`` that are possible."""
        if self._module is None:
            return self._draw_in_python(count, min(tries, PYTHON_TRIES * count), seed)
        hands = array("I", bytes(16 * count))
        worth = self._module.deals(*self._flat(), doubt=DOUBT, tries=tries, seed=seed, hands=hands)
        flat = hands.tolist()
        return Drawn(
            [(flat[at], flat[at + 1], flat[at + 2], flat[at + 3]) for at in range(0, len(flat), 4)], worth
        )

    def _flat(self) -> tuple[Any, ...]:
        view, known, contract = self._view, self._known, self._view.contract
        declarer = contract.declarer if contract and contract.value else NOBODY
        left = known.left if known else [8] * 4
        return (
            game_bytes(view.rules, contract.strain if contract else STRAINS.index(view.rules.strains[0])),
            array("I", (view.seat, view.hand, declarer, *left)),
            bytes(
                byte
                for leader, cards in self._tricks
                for turn, card in enumerate(cards)
                for byte in (leader + turn & 3, card)
            ),
            self._weights(),
            tables(view.rules.sequence_order, view.calls, view.announced),
            model().cells if self._plays and known else b"",
        )

    def _weights(self) -> "array[float]":
        """1 where a card may lie, by card and seat."""
        view, known = self._view, self._known
        if known is None:
            return array(
                "d",
                (
                    float(seat != view.seat and not view.hand >> card & 1)
                    for card in range(32)
                    for seat in range(4)
                ),
            )
        rows = array("d")
        for card in range(32):
            sure = [known.sure[seat] >> card & 1 for seat in range(4)]
            for seat in range(4):
                may = sure[seat] if any(sure) else known.possible[seat] >> card & 1
                rows.append(float(bool(may and known.unseen >> card & 1)))
        return rows

    def _draw_in_python(self, count: int, tries: int, seed: int) -> Drawn:
        view, contract = self._view, self._view.contract
        chance = Random(seed)
        draw = Worlds(self._known, even=True).draw if self._known else self._any_deal
        drawn = [draw(chance) for _ in range(tries)]
        gone = [0, 0, 0, 0]
        for leader, cards in self._tricks:
            for turn, card in enumerate(cards):
                gone[leader + turn & 3] |= 1 << card
        weights = [
            likelihood(
                view.rules,
                ranking(view.rules, contract.strain) if contract and self._plays else None,
                view.calls,
                view.announced,
                contract.declarer if contract and contract.value else -1,
                self._tricks,
                [hand | gone[seat] for seat, hand in enumerate(hands)],
                view.seat,
            )
            for hands in drawn
        ]
        total = sum(weights)
        return Drawn(
            chance.choices(drawn, weights, k=count),
            total * total / sum(weight * weight for weight in weights),
        )

    def _any_deal(self, chance: Random) -> FourHands:
        """Any deal in which this player holds what he does."""
        me, hand = self._view.seat, self._view.hand
        unseen = list(cards_in(FULL_DECK & ~hand))
        chance.shuffle(unseen)
        hands = [0, 0, 0, 0]
        hands[me] = hand
        for place in range(3):
            hands[me + 1 + place & 3] = sum(1 << card for card in unseen[8 * place : 8 * place + 8])
        return hands[0], hands[1], hands[2], hands[3]
