"""What each legal card is expected to come to, over deals that are likely by all that was seen and heard."""

from typing import NamedTuple

from pilotta.bots.sight.sampling import Sight
from pilotta.bots.worth.payoff import payoffs
from pilotta.bots.worth.weighing import Weighed, weighed
from pilotta.cards import cards_in
from pilotta.engine.many import moves_in_deals
from pilotta.game.view import PlayerView
from pilotta.rules.ruleset import DEAL_POINTS
from pilotta.seats import NS, side_of


class Effort(NamedTuple):
    """How much is thought through for a card: so many deals, drawn from so many that are possible."""

    deals: int = 80
    tries: int = 12000
    nodes: int = 12_000_000
    """Cards that the solver plays at most in all of them, give or take a few deals: house rules without duties can be slow to solve."""


def weigh_cards(view: PlayerView, effort: Effort, seed: int) -> Weighed | None:
    """None where there is no choice."""
    contract, legal = view.contract, view.legal.cards
    if contract is None or legal & legal - 1 == 0:
        return None
    sight = Sight(view)
    deals = sight.draw(effort.deals, effort.tries, seed).deals
    values = moves_in_deals(view.rules, contract.strain, deals, view.leader, view.trick, nodes=effort.nodes)
    table = payoffs(view, contract, match=True)
    won, tricks = [0, 0], [0, 0]
    for trick in view.tricks:
        won[side_of(trick.winner)] += trick.points
        tricks[side_of(trick.winner)] += 1

    sign = -1 if side_of(view.seat) else 1
    worths = [sign * table.worth(points, tricks) for points in range(DEAL_POINTS + 1)]
    actions = [view.play(card) for card in cards_in(legal)]
    scores = [[worths[won[NS] + world[number]] for world in values] for number in range(len(actions))]
    return weighed(actions, scores)
