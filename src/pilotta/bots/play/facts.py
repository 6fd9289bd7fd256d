"""What a card does, whoever plays it: facts for those who want to know why a card was played that numbers alone spoke for.

The reasons of ``leading`` and ``following`` say why the bot that gives them chose a card. Some of them are true of the card whoever
chose it, some only where nothing contradicts them, and some never: that a lead gives least away is a bot's opinion.
"""

from typing import Final

from pilotta.bots.bot import Reason
from pilotta.bots.play import following, leading
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.bots.sight.picture import Picture
from pilotta.bots.worth.stakes import stakes
from pilotta.cards import CARD_NAMES, SUIT_MASKS, SUITS, cards_in

TRUE_OF_ANY: Final = frozenset(
    {
        "play.cash_ace",
        "play.discard_asks",
        "play.discard_not_this",
        "play.give_points_to_partner",
        "play.last_trick",
        "play.leave_to_partner",
        "play.mind_capot",
        "play.not_into_double",
        "play.overruff",
        "play.partners_suit",
        "play.ruff",
        "play.secure_contract",
        "play.seek_ruff",
        "play.set_contract",
        "play.show_ten",
        "play.to_partners_ten",
        "play.win_cheaply",
        "play.win_trick",
    }
)
"""The usual reasons that say what a card does, whoever plays it."""

FACTS: Final = TRUE_OF_ANY | {
    "play.avoid_partners_weakness",
    "play.cash_master",
    "play.draw_trumps",
    "play.duck",
    "play.high_lead",
    "play.keep",
    "play.low_lead",
    "play.low_under_partner",
    "play.must_beat_partner",
    "play.no_points_to_opponents",
    "play.overtake",
    "play.short_lead",
    "play.trust_partner",
}
"""Every code that a fact can have."""


def facts_of(picture: Picture, card: int) -> tuple[Reason, ...]:
    """What this card, which the picture's player may play, does for him; nothing where he has no other and nothing can be said."""
    known, legal = picture.known, picture.view.legal.cards
    assert legal >> card & 1
    if not picture.view.trick:
        return (_of_lead(known, card),)
    usual = following.reason_for(known, legal, card, stakes(known), picture.convention)
    found = usual if usual.code in TRUE_OF_ANY else _of_play(known, legal, card, usual)
    return () if found is None else (found,)


def _of_lead(k: Knowledge, card: int) -> Reason:
    trumps = k.ranks.trumps
    named = {"card": CARD_NAMES[card], "suit": SUITS[card >> 3]}
    if trumps >> card & 1 and k.trumps_against():
        return Reason("play.draw_trumps", {**named, "out": str((k.unseen & trumps).bit_count())})
    usual = leading.reason_for(k, card, stakes(k))
    if usual.code in TRUE_OF_ANY:
        return usual
    if usual.code == "play.avoid_partners_weakness" and not k.signals.unwanted >> (card >> 3) & 1:
        return usual
    suit, higher = SUIT_MASKS[card >> 3], k.ranks.beaters[card]
    if over := k.hand & suit & higher:
        return Reason("play.low_lead", {"card": CARD_NAMES[card], "kept": CARD_NAMES[_strongest(k, over)]})
    if k.is_master(card):
        return Reason("play.cash_master", named)
    if k.hand & suit == 1 << card:
        return Reason("play.short_lead", named)
    top = _strongest(k, k.unseen & suit & higher)
    return Reason("play.high_lead", {**named, "top": CARD_NAMES[top]})


def _of_play(k: Knowledge, legal: int, card: int, usual: Reason) -> Reason | None:
    """What a card does of which the usual reason may be untrue, as where it is given up though a better one could win."""
    others = legal & ~(1 << card)
    winning = legal & k.ranks.beaters[k.best]
    points = k.ranks.points
    named = {"card": CARD_NAMES[card]}
    if winning >> card & 1:  # The usual reason of a card that beats partner's; any other is true.
        return usual if winning == legal else Reason("play.overtake", named)
    if k.best_seat == k.partner:
        if card != _dearest(k, legal):
            return usual
        if points[card]:
            return Reason("play.trust_partner", {**named, "points": str(points[card])})
    elif winning:
        return Reason("play.duck", {**named, "kept": CARD_NAMES[_dearest(k, winning)]})
    elif usual.code == "play.no_points_to_opponents" and points[card] == min(
        points[each] for each in cards_in(legal)
    ):
        return usual
    return Reason("play.keep", {**named, "kept": CARD_NAMES[_dearest(k, others)]}) if others else None


def _strongest(k: Knowledge, cards: int) -> int:
    return max(cards_in(cards), key=lambda card: k.ranks.strength[card])


def _dearest(k: Knowledge, cards: int) -> int:
    """The card that one would like to keep most."""
    return max(
        cards_in(cards),
        key=lambda card: (k.ranks.trumps >> card & 1, k.ranks.points[card], k.ranks.strength[card]),
    )
