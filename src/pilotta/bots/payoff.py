"""What card points are worth in the end: the difference of the deal scores that they come to."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pilotta.cards import KING, QUEEN
from pilotta.engine.score import Outcome, Stakes, account_of
from pilotta.game.view import PlayerView
from pilotta.rules.auction import Contract
from pilotta.rules.ruleset import ALL_TRUMP, DEAL_POINTS, NO_TRUMP, RuleSet
from pilotta.seats import EW, NS, BySide, side_of

ALL_TO_NS, ALL_TO_EW = DEAL_POINTS + 1, DEAL_POINTS + 2
"""Places of the capots in a table of payoffs, behind 0 to 162 points."""

POINT: Final = 0.01
"""What a card point is worth in tens where the score does not hang on it: rounding, and errors still to come."""


def payoffs(view: PlayerView, contract: Contract) -> Sequence[float]:
    """NS's score less EW's, in tens: by NS's card points, then for the capots. Declarations and pilotta count as far as this
    player knows of them. Where the rule of 6 asks who takes the jack of trumps, the mean of both answers."""
    declarations, pilotta = beside_cards(view, contract)
    return payoffs_under(view.rules, contract, declarations, pilotta)


@lru_cache(maxsize=4096)
def payoffs_under(
    rules: RuleSet, contract: Contract, declarations: BySide[int], pilotta: BySide[int]
) -> tuple[float, ...]:
    """The same where the declarations and the pilottas that count for each side are given."""
    takers = (NS, EW) if rules.sixes_up == "trump_jack" else (None,)

    stakes = Stakes(rules, contract, declarations, pilotta)

    def difference(points: int, capot: int | None = None) -> float:
        scores = [account_of(stakes, Outcome(points, capot, jack)).score for jack in takers]
        return sum(score.ns - score.ew for score in scores) / (len(scores) * rules.unit)

    by_points = (difference(points) for points in range(DEAL_POINTS + 1))
    return (*by_points, difference(DEAL_POINTS, NS), difference(0, EW))


def beside_cards(view: PlayerView, contract: Contract) -> tuple[BySide[int], BySide[int]]:
    """The declarations and the pilottas that will count for each side, as far as this player knows."""
    declared, called = [0, 0], [0, 0]
    mine = side_of(view.seat)
    # Until they are compared a player hopes that his side's are the better ones.
    counts = view.declaration_side if view.compared else mine
    if counts is not None:
        for seat in (counts, counts + 2):
            found = view.own_declarations if seat == view.seat else view.announced[seat] or ()
            declared[counts] += sum(each.points for each in found)
    pairs = {(side_of(seat), suit) for seat, suit in view.pilotta}
    if contract.strain != NO_TRUMP:
        for suit in range(4) if contract.strain == ALL_TRUMP else (contract.strain,):
            pair = (1 << KING | 1 << QUEEN) << 8 * suit
            if view.dealt & pair == pair:
                pairs.add((mine, suit))
    for side, _ in pairs:
        called[side] += view.rules.pilotta_points
    return BySide(*declared), BySide(*called)
