"""Doubling and redoubling.

A double needs tricks that the opponents cannot know of: trumps behind declarer, and a partner who promised something. Side
aces hardly count, since the opponents' answers have told who holds them (measured: docs/bots.md).
"""

from pilotta.bots.bidding.convention import Convention
from pilotta.bots.bidding.promises import Heard
from pilotta.bots.bidding.valuation import holds, keys, length, worth
from pilotta.bots.bot import Reason
from pilotta.cards import ACE, JACK, NINE, TEN
from pilotta.rules.auction import DOUBLE, PASS, REDOUBLE, Call
from pilotta.rules.ruleset import NO_TRUMP, RuleSet
from pilotta.seats import partner_of


def tricks_against(hand: int, standing: Call, heard: Heard, seat: int, c: Convention) -> int:
    """The tricks that this defender counts on against a bid: his own, one for a partner who bid, and one more where he is
    long in trumps and the opponents have bid so high that they need nearly everything. Points to declare are no tricks."""
    strain = standing.strain
    promised = 1 if any(not each.points for each in heard.promises[partner_of(seat)]) else 0
    if strain >= NO_TRUMP:
        return keys(hand, strain) + promised
    trumps = length(hand, strain)
    # A trump takes a trick where it has as many small ones beside it as there are higher trumps.
    own = sum(
        holds(hand, strain, rank) and trumps > above for above, rank in enumerate((JACK, NINE, ACE, TEN))
    )
    long = max(0, trumps - 3)
    return own + long + promised + (1 if long and standing.value >= c.double_high else 0)


def double(hand: int, seat: int, heard: Heard, c: Convention) -> tuple[Call, Reason] | None:
    """A double of the bid that stands, where it should fail."""
    standing = heard.standing
    assert standing is not None
    tricks = tricks_against(hand, standing, heard, seat, c)
    if tricks < c.double_tricks:
        return None
    return DOUBLE, Reason("bid.double", {"tricks": str(tricks), "value": str(standing.value)})


def redouble(rules: RuleSet, hand: int, seat: int, heard: Heard, c: Convention) -> tuple[Call, Reason]:
    """Our doubled contract: raise the stakes where it is worth much more than it needs."""
    standing = heard.standing
    assert standing is not None
    value = worth(rules, hand, standing.strain, heard, seat, c)
    params = {"worth": str(value), "value": str(standing.value)}
    if value >= standing.value + c.redouble_margin:
        return REDOUBLE, Reason("bid.redouble", params)
    return PASS, Reason("bid.no_redouble", params)
