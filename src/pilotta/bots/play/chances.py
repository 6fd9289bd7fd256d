"""How likely a trick is ours, and what a card is worth if it is kept for later.

These are a good player's rules of thumb put into numbers, in card points. They were tuned in the arena.
"""

from dataclasses import dataclass
from typing import Final

from pilotta.bots.sight.knowledge import Knowledge
from pilotta.cards import SUIT_MASKS, cards_in
from pilotta.rules.ruleset import ALL_TRUMP, NO_TRUMP


@dataclass(frozen=True, slots=True)
class Thumb:
    """The rules of thumb. ``*_master`` and the like are chances that such a card takes a trick later on."""

    later_trick: float = 16.0
    """Card points that the other three add to a trick won later."""
    others_add: float = 3.0
    """Card points that each player still to come adds to this trick."""
    lead: float = 2.0
    """What it is worth to be on lead."""
    smear: float = 0.1
    """The share of a loser's points that is lost by keeping it: it may yet fall on a trick of partner's."""
    trumps_above: tuple[float, ...] = (0.97, 0.6, 0.4, 0.3, 0.25, 0.2, 0.2, 0.2)
    """By how many unseen trumps are stronger."""
    plain_above: tuple[float, ...] = (0.9, 0.45, 0.22, 0.1, 0.04, 0.02, 0.01, 0.0)
    bare: float = 0.4
    """What is left of that chance when the card stands alone in its suit, without a small one to follow with."""
    ruff_danger: tuple[float, ...] = (0.9, 0.75, 0.6, 0.45, 0.3, 0.2, 0.12, 0.1, 0.1)
    """How likely a plain card is ruffed next time while opponents have trumps, by unseen cards of its suit."""


THUMB: Final = Thumb()


def ours_after(k: Knowledge, card: int) -> float:
    """How likely the running trick becomes ours if we play this card.

    Either partner, yet to play, has the strongest card that is out (then only a ruff beats him), or he has not and our
    best card has to stand by itself.
    """
    leading = not k.view.trick
    led_suit = card >> 3 if leading else k.led_suit
    best, best_seat = k.best, k.best_seat
    if leading or k.ranks.beaters[best] >> card & 1:
        best, best_seat = card, k.me
    stands = 0.0 if (best_seat ^ k.me) & 1 else 1.0
    unruffed, partners = 1.0, 0.0
    first = k.me if leading else k.view.leader
    for place in range(len(k.view.trick) + 1, 4):
        seat = first + place & 3
        if seat == k.partner:
            partners = _top_chance(k, seat, best, led_suit)
        else:
            by_suit, by_trump = _beat_chances(k, seat, best, led_suit)
            stands *= max(0.0, 1.0 - by_suit - by_trump)
            unruffed *= 1.0 - by_trump
    return partners * unruffed + (1.0 - partners) * stands


def _beat_chances(k: Knowledge, seat: int, best: int, led_suit: int) -> tuple[float, float]:
    """How likely this seat, yet to play, beats ``best`` in the suit that was led, and by a ruff."""
    beaters = k.ranks.beaters[best] & k.possible[seat]
    suit = SUIT_MASKS[led_suit]
    by_suit = k.holds_any(seat, beaters & suit)
    trumps = beaters & k.ranks.trumps & ~suit
    return by_suit, k.void(seat, led_suit) * k.holds_any(seat, trumps) if trumps else 0.0


def _top_chance(k: Knowledge, seat: int, best: int, led_suit: int) -> float:
    """How likely this seat holds the strongest card that is out in the suit, or ruffs."""
    beaters = k.ranks.beaters[best] & k.unseen
    suit = SUIT_MASKS[led_suit]
    in_suit = beaters & suit
    top = 0.0
    if in_suit:
        strongest = max(cards_in(in_suit), key=lambda c: k.ranks.strength[c])
        top = k.at(strongest)[seat]
    trumps = beaters & k.ranks.trumps & ~suit & k.possible[seat]
    if trumps:
        top += k.void(seat, led_suit) * k.holds_any(seat, trumps)
    return min(1.0, top)


def later_chance(k: Knowledge, card: int) -> float:
    """How likely a card of ours takes a trick if it is kept."""
    above = k.above(card).bit_count()
    suit = SUIT_MASKS[card >> 3]
    if k.ranks.trumps >> card & 1:
        chance = THUMB.trumps_above[above]
        if above:
            # A long trump suit outlasts theirs.
            longer = (k.hand & suit).bit_count() - (k.unseen & suit).bit_count() / 3
            chance += 0.1 * max(0.0, min(3.0, longer))
        return min(1.0, chance)
    chance = THUMB.plain_above[above]
    if above and not k.hand & suit & ~(1 << card):
        chance *= THUMB.bare
    out = (k.unseen & suit).bit_count()
    if k.contract.strain < NO_TRUMP:
        if k.trumps_against():
            chance *= 1.0 - THUMB.ruff_danger[out]
    elif k.contract.strain == ALL_TRUMP and above == 1:
        chance *= 0.9
    return chance


def keep_value(k: Knowledge, card: int) -> float:
    """What a card is worth if it is kept: the tricks it may take, less what its points may be lost for."""
    if k.number == 7:
        return 0.0
    chance, points = later_chance(k, card), k.ranks.points[card]
    return chance * (THUMB.later_trick + points) - (1.0 - chance) * THUMB.smear * points
