"""Calling when the match hangs on the deal: the sums of a single deal no longer count then.

A bid whose side wins with it, be it made by a point, is *enough*. Where it is the opponents', a double costs nothing, for made it loses
the match either way; where it is ours, a higher one gains nothing and is made less often.
"""

from pilotta.bots.bot import Reason
from pilotta.game.view import PlayerView
from pilotta.rules.auction import DOUBLE, PASS, Call
from pilotta.rules.declarations import find_declarations
from pilotta.rules.ruleset import DEAL_POINTS
from pilotta.seats import side_of


def at_match_point(view: PlayerView, usual: Call) -> tuple[Call, Reason] | None:
    """What the score of the match makes of the usual call; None where it changes nothing."""
    bids = [(seat, call) for seat, call in view.calls if call.kind == "bid"]
    if not bids:
        return None
    seat, standing = bids[-1]
    theirs = side_of(seat) != side_of(view.seat)
    if not enough(view, side_of(seat), standing.value):
        return None
    value = {"value": str(standing.value)}
    if theirs and usual == PASS and view.legal.calls.can_double and _last_word(view):
        return DOUBLE, Reason("bid.match_double", value)
    if not theirs and usual.kind == "bid" and usual.strain == standing.strain:
        return PASS, Reason("bid.match_enough", value)
    return None


def enough(view: PlayerView, side: int, value: int) -> bool:
    """Whether this side wins (the match, or this win of it) by making a bid of so much and no more, as far as this player can know:
    the others are taken to have every card point that this leaves them, his own declarations and a pilotta."""
    rules, tens = view.rules, view.rules.unit
    needed = rules.target + (rules.target_met == "exceeded")
    least = view.totals[side] + (value + value * rules.made_adds_bid) // 10 * tens
    own = (
        0 if side == side_of(view.seat) else sum(each.points for each in find_declarations(rules, view.dealt))
    )
    most = view.totals[1 - side] + (DEAL_POINTS + own + rules.pilotta_points) // 10 * tens
    return least >= needed and least > most


def _last_word(view: PlayerView) -> bool:
    """Whether the bidding is over, or ends with this player's pass: a double then takes no call from partner."""
    return not view.legal.calls.lowest or [call for _, call in view.calls[-2:]] == [PASS, PASS]
