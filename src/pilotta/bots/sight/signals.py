"""Signals between partners in play: what a card says beside its strength.

*The ten*: a point-less card on partner's ace, though points would be safe there, shows the ten of that suit (source: 000).
*The first discard*: of a player who can neither follow nor ruff. By source 000 it names a suit in which he has no ace and
wants nothing led; by source 002 a high one asks for its suit. Which of them holds is a field of the convention.
"""

from dataclasses import dataclass
from typing import Final

from pilotta.bots.bidding.convention import Convention
from pilotta.cards import ACE, JACK, SUIT_MASKS, TEN, rank_of
from pilotta.game.view import PlayerView
from pilotta.rules.ranking import Ranking
from pilotta.rules.ruleset import ALL_TRUMP
from pilotta.seats import partner_of

HIGH: Final = 0b1111 << JACK | 1 << TEN
"""The ranks that ask where a high discard asks: ten, jack and better."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What partner's cards have said so far, each as a set of suits (bit = suit)."""

    ten_shown: int = 0
    ten_denied: int = 0
    wanted: int = 0
    unwanted: int = 0


def read_signals(view: PlayerView, ranks: Ranking, convention: Convention) -> Signals:
    """Read partner's cards in the tricks that are complete."""
    partner = partner_of(view.seat)
    shown = denied = wanted = unwanted = 0
    discarded = False
    for trick in view.tricks:
        led, card = trick.cards[0], trick.cards[partner - trick.leader & 3]
        suit, bit = led >> 3, 1 << (led >> 3)
        if SUIT_MASKS[suit] >> card & 1:
            # Only where partner saw that the ace was good; he spoke if he had a choice, which we cannot know.
            if trick.leader == view.seat and shows_ten_on(ranks, led) and trick.winner == view.seat:
                if ranks.points[card] == 0:
                    shown |= bit
                elif rank_of(card) != TEN:
                    denied |= bit
        elif not ranks.trumps >> card & 1 and not discarded and trick.leader != partner:
            discarded = True
            thrown = 1 << (card >> 3)
            if convention.discard == "not_this":
                unwanted |= thrown
            elif HIGH >> rank_of(card) & 1:
                wanted |= thrown
            else:
                unwanted |= thrown
    return Signals(shown, denied, wanted, unwanted)


def shows_ten_on(ranks: Ranking, led: int) -> bool:
    """Whether this lead is an ace on which the ten can be shown: of a suit where the ten comes next."""
    return rank_of(led) == ACE and not ranks.trumps >> led & 1 and ranks.strain != ALL_TRUMP


def has_discarded(view: PlayerView, ranks: Ranking) -> bool:
    """Whether this seat's first discard is behind it."""
    for trick in view.tricks:
        led, card = trick.cards[0], trick.cards[view.seat - trick.leader & 3]
        if card >> 3 != led >> 3 and not ranks.trumps >> card & 1:
            return True
    return False
