"""Doubling and redoubling.

A double needs tricks that the opponents cannot know of: trumps behind declarer, and a partner who promised something.
Side aces hardly count, since the opponents' answers have told who holds aces.
"""

from pilotta.bots.bot import Reason
from pilotta.bots.convention import Convention
from pilotta.bots.promises import Heard
from pilotta.bots.valuation import holds, keys, length, worth
from pilotta.cards import ACE, JACK, NINE
from pilotta.game.view import PlayerView
from pilotta.rules.auction import DOUBLE, PASS, REDOUBLE, Call
from pilotta.rules.ruleset import NO_TRUMP
from pilotta.seats import partner_of


def slack(hand: int, strain: int, heard: Heard, seat: int, c: Convention) -> int:
    """By how many points the opponents should exceed their bid in this strain, as this defender sees it."""
    points = c.double_slack
    if heard.promises[partner_of(seat)]:
        points -= c.double_partner
    if strain >= NO_TRUMP:
        return points - c.double_open_key * keys(hand, strain)
    trumps = length(hand, strain)
    jack, nine, ace = (holds(hand, strain, rank) for rank in (JACK, NINE, ACE))
    points -= c.double_jack * jack
    points -= c.double_nine * (nine and trumps > 1)
    points -= c.double_ace * (ace and trumps > 2 and not jack and not nine)
    points -= c.double_length * max(0, trumps - 3)
    aces = keys(hand, strain) - jack - nine
    return points - c.double_side_ace * aces


def double(view: PlayerView, heard: Heard, c: Convention) -> tuple[Call, Reason] | None:
    """A double of the bid that stands, where it should fail by enough."""
    standing = heard.standing
    assert standing is not None
    short = slack(view.hand, standing.strain, heard, view.seat, c)
    if short > -c.double_margin:
        return None
    params = {"worth": str(standing.value + short), "value": str(standing.value)}
    return DOUBLE, Reason("bid.double", params)


def redouble(view: PlayerView, heard: Heard, c: Convention) -> tuple[Call, Reason]:
    """Our doubled contract: raise the stakes where it is worth much more than it needs."""
    standing = heard.standing
    assert standing is not None
    value = worth(view.rules, view.hand, standing.strain, heard, view.seat, c)
    params = {"worth": str(value), "value": str(standing.value)}
    if value >= standing.value + c.redouble_margin:
        return REDOUBLE, Reason("bid.redouble", params)
    return PASS, Reason("bid.no_redouble", params)
