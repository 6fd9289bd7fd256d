"""What counts for each side beside the cards: declarations and pilottas."""

from typing import NamedTuple

from pilotta.cards import KING, QUEEN
from pilotta.game.view import PlayerView
from pilotta.rules.auction import Contract
from pilotta.rules.ruleset import ALL_TRUMP, NO_TRUMP
from pilotta.seats import BySide, side_of


class Beside(NamedTuple):
    """Points by side."""

    declarations: BySide[int]
    pilotta: BySide[int]


def beside_seen(view: PlayerView, contract: Contract) -> Beside:
    """What will count under this contract, as far as this player knows."""
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
    return Beside(BySide(*declared), BySide(*called))
