"""What each legal card is expected to come to, over deals that are likely by all that was seen and heard."""

from typing import NamedTuple

from pilotta.bots.sight.picture import Picture
from pilotta.bots.sight.sampling import Sight
from pilotta.bots.worth.payoff import payoffs
from pilotta.bots.worth.weighing import Weighed, weighed
from pilotta.cards import cards_in
from pilotta.engine.many import moves_in_deals
from pilotta.rules.ruleset import DEAL_POINTS
from pilotta.seats import NS, side_of


class Effort(NamedTuple):
    """How much is thought through for a card: so many deals, drawn from so many that are possible."""

    deals: int = 80
    tries: int = 12000
    nodes: int = 12_000_000
    """Cards that the solver plays at most in all of them, give or take a few deals: house rules without duties can be slow to solve."""


def weigh_cards(picture: Picture, effort: Effort, seed: int) -> Weighed | None:
    """None where there is no choice."""
    view, legal = picture.view, picture.view.legal.cards
    if legal & legal - 1 == 0:
        return None
    known = picture.known
    deals = Sight(picture).draw(effort.deals, effort.tries, seed).deals
    strain = known.contract.strain
    values = moves_in_deals(view.rules, strain, deals, view.leader, view.trick, nodes=effort.nodes)
    table, won, tricks = payoffs(known, match=True), known.points_won, known.tricks_won
    sign = -1 if side_of(view.seat) else 1
    worths = [sign * table.worth(points, tricks) for points in range(DEAL_POINTS + 1)]
    actions = [view.play(card) for card in cards_in(legal)]
    scores = [[worths[won[NS] + world[number]] for world in values] for number in range(len(actions))]
    return weighed(actions, scores)
