"""What each call worth thinking of is expected to come to: the auction goes on in thought as the convention has it, in deals that are
likely by what was heard, and its contract is worth what best play would make of it, less what players lose by not seeing the hands.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from pilotta.bots.auctions import Valued, auctions_of, finished
from pilotta.bots.bidding import Turn, call
from pilotta.bots.convention import Convention
from pilotta.bots.sampling import Sight
from pilotta.bots.weighing import Weighed, weighed
from pilotta.game.actions import MakeCall
from pilotta.game.view import PlayerView
from pilotta.rules.auction import PASS, Auction, Call, make_call
from pilotta.seats import FourHands, side_of

TEMPERS: Final = (0, -20, 20, -40)
"""Points more or less that the convention's margins may ask for: a bolder or a more careful player whose bids mean the same."""
MARGINS: Final = ("open_margin", "answer_margin", "compete_margin", "stretch_margin")
CHOICE: Final = 3
"""Likely deals to choose from for each one that is thought through: by whether the convention makes the calls that were heard."""
TRIES: Final = 16000
"""Possible deals that these are drawn from."""


def weigh_calls(
    view: PlayerView, convention: Convention, deals: int, seed: int, also: Iterable[Call] = ()
) -> Weighed | None:
    """``also`` are legal calls to weigh besides. None where there is only one to think of."""
    options = worth_thinking(view, convention, also)
    if len(options) < 2:
        return None
    auctions = auctions_of(view.rules, view.dealer, view.calls)
    likely = Sight(view).draw(deals * CHOICE, TRIES, seed).deals
    drawn = fitting(view, auctions, convention, likely)[:deals]
    valued = Valued(view.rules, view.dealer, view.totals, drawn, 1 - side_of(view.seat))
    sign = -1 if side_of(view.seat) else 1
    scores = []
    for option in options:
        after = make_call(view.rules, auctions[-1], option)
        ends = [
            (number, finished(view.rules, after, hands, convention)) for number, hands in enumerate(drawn)
        ]
        scores.append([sign * score for score in valued.scores(ends)])
    return weighed([MakeCall(view.seat, option) for option in options], scores)


def worth_thinking(view: PlayerView, convention: Convention, also: Iterable[Call]) -> list[Call]:
    """What the convention calls, be it more boldly or more carefully, and pass.

    A double only where the convention has one: the deals that are thought out make opponents who bid high too weak to fail as often as
    it seems (measured: docs/bots.md).
    """
    turn, found = Turn.seen(view), {PASS, *also}
    for more in TEMPERS:
        margins = {name: getattr(convention, name) + more for name in MARGINS}
        found.add(call(turn, replace(convention, **margins))[0])
    return sorted(found, key=lambda each: (each.kind, each.value, each.strain))


def fitting(
    view: PlayerView, auctions: Sequence[Auction], convention: Convention, deals: Sequence[FourHands]
) -> list[FourHands]:
    """These deals, those first in which the convention makes most of the calls that were heard; ``auctions`` as before each of them."""
    heard = [
        (auction, made)
        for auction, (seat, made) in zip(auctions, view.calls, strict=False)
        if seat != view.seat
    ]

    def misfits(hands: FourHands) -> int:
        return sum(
            call(Turn.thought(view.rules, auction, hands[auction.turn]), convention)[0] != made
            for auction, made in heard
        )

    return sorted(deals, key=misfits)
