"""``ismcts-20``, a yardstick: bids as ``cafe`` does, and plays each card by information-set Monte Carlo tree search.

That is the usual way to make a player for a game with hidden cards of which nobody has told it anything but the rules (Cowling,
Powley and Whitehouse, *Information Set Monte Carlo Tree Search*, 2012): one tree over the cards as all see them played, each
iteration in another deal that fits, all of them equally likely, and random play behind the tree. It reads neither bids nor signals.
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from pilotta.bots.bot import Decision
from pilotta.bots.levels.cafe import usual
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.bots.sight.picture import Picture
from pilotta.bots.worth.payoff import ALL_TO_EW, ALL_TO_NS, payoffs
from pilotta.bots.worth.weighing import thought_better
from pilotta.engine.ismcts import Tried, ismcts
from pilotta.game.actions import PlayCard
from pilotta.game.view import PlayerView
from pilotta.rules.ruleset import DEAL_POINTS
from pilotta.seats import EW, FourHands, side_of

ITERATIONS: Final = 32_000
"""So many take 20 ms of processor time on average, where there is a choice (measured in docs/laboratory.md)."""


@dataclass(frozen=True, slots=True)
class Ismcts:
    """``iterations`` are made for each card; ``seed`` decides which. RuntimeError at a card where the native module is missing."""

    seed: int = 0
    iterations: int = ITERATIONS
    name: str = "ismcts-20"

    def act(self, view: PlayerView) -> Decision:
        picture = Picture(view)
        before = usual(picture)
        legal = view.legal.cards
        if not isinstance(before.action, PlayCard) or legal & legal - 1 == 0:
            return before
        found, other = self.search(picture), before.action.card
        # Of those that are played as often, the one that brought more, and else the lowest.
        sign = -1 if side_of(view.seat) == EW else 1
        best = max(sorted(found), key=lambda card: (found[card].visits, sign * found[card].worth))
        if best == other:
            return before
        gain = sign * (found[best].worth - found[other].worth) if other in found else 0.0
        return thought_better(view.play(best), before.action, gain, self.iterations)

    def search(self, picture: Picture) -> dict[int, Tried]:
        """What the search finds of each card: visits, and NS's score less EW's in tens."""
        view, known = picture.view, picture.known
        ns, ew = known.points_won
        ns_tricks, ew_tricks = known.tricks_won
        table = payoffs(known)
        ahead = [table[points] for points in range(ns, DEAL_POINTS - ew + 1)]
        # Who takes all from here on has made a capot if nothing was lost before.
        all_to_ns = ahead[-1] if ew_tricks else table[ALL_TO_NS]
        all_to_ew = ahead[0] if ns_tricks else table[ALL_TO_EW]
        # What is seen decides, so that a bot which is asked again answers the same.
        chance = Random(f"{self.seed} {view.deal_number} {view.dealt} {view.played}")
        return ismcts(
            view.rules,
            known.contract.strain,
            _may_hold(known),
            view.leader,
            view.trick,
            (*ahead, all_to_ns, all_to_ew),
            iterations=self.iterations,
            seed=chance.getrandbits(64),
        )


def _may_hold(known: Knowledge) -> FourHands:
    """The cards that each seat may hold, one that is known to lie with a seat there alone."""
    placed = known.sure[0] | known.sure[1] | known.sure[2] | known.sure[3]
    south, east, north, west = (
        known.hand if seat == known.me else known.sure[seat] | known.possible[seat] & ~placed
        for seat in range(4)
    )
    return south, east, north, west
