"""``mastoras``, the craftsman: bids as ``cafe`` does, and plays each card as the mean of many deals advises.

For each legal card it solves deals that fit what it knows, all hands open, and counts what the score comes to. Where the card that
``cafe`` would play is as good, it plays that one, for the sake of partner's signals and of a reason that a person understands.
"""

from dataclasses import dataclass
from math import fsum
from random import Random
from typing import Final

from pilotta.bots.bidding.convention import CYPRIOT, Convention
from pilotta.bots.bot import Decision, require_core
from pilotta.bots.levels.cafe import usual
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.bots.sight.picture import Picture
from pilotta.bots.sight.worlds import Worlds
from pilotta.bots.worth.payoff import payoffs
from pilotta.bots.worth.weighing import thought_better
from pilotta.cards import cards_in
from pilotta.engine.many import moves_in_deals
from pilotta.game.actions import PlayCard
from pilotta.game.view import PlayerView
from pilotta.seats import side_of

MOST_NODES: Final = 12_000_000
"""Cards that the solver plays at most in all deals of a decision: house rules without duties can be slow to solve."""
ENOUGH: Final = 0.05
"""Tens by which a card has to be better on average than the usual one to be played in its place."""


@dataclass(frozen=True, slots=True)
class Mastoras:
    """``deals`` are thought through for each card; ``seed`` decides which. ``even``: all that fit count as equally likely, which is
    for measuring what the weights are worth."""

    seed: int = 0
    deals: int = 40
    convention: Convention = CYPRIOT
    name: str = "mastoras"
    even: bool = False

    def act(self, view: PlayerView) -> Decision:
        picture = Picture(view, self.convention)
        before = usual(picture)
        legal = view.legal.cards
        if not isinstance(before.action, PlayCard) or legal & legal - 1 == 0:
            return before
        values = self._thought_out(picture.known)
        found = _expected(picture.known, values)
        best = max(found, key=lambda card: found[card])
        gain = found[best] - found[before.action.card]
        if gain < ENOUGH:
            return before
        return thought_better(view.play(best), before.action, gain, len(values))

    def expected(self, picture: Picture) -> dict[int, float]:
        """For each legal card, the score of our side less theirs in tens, on average over deals that fit."""
        return _expected(picture.known, self._thought_out(picture.known))

    def _thought_out(self, known: Knowledge) -> list[tuple[int, ...]]:
        """What NS takes from here on with each legal card in each of the deals."""
        require_core("mastoras")
        view = known.view
        # What is seen decides which deals are drawn, so that a bot which is asked again answers the same.
        chance = Random(f"{self.seed} {view.deal_number} {view.dealt} {view.played}")
        worlds = Worlds(known, even=self.even)
        deals = [worlds.draw(chance) for _ in range(self.deals)]
        strain = known.contract.strain
        return moves_in_deals(view.rules, strain, deals, view.leader, view.trick, nodes=MOST_NODES)


def _expected(known: Knowledge, values: list[tuple[int, ...]]) -> dict[int, float]:
    view = known.view
    table, won = payoffs(known), known.points_won[0]
    sign = -1 if side_of(view.seat) else 1
    # `fsum` rounds once: the order of the deals, and how a Python adds, decide nothing between equal cards.
    return {
        card: sign
        * fsum(table.worth(won + world[number], known.tricks_won) for world in values)
        / len(values)
        for number, card in enumerate(cards_in(view.legal.cards))
    }
