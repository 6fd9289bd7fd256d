"""Playing to a trick that somebody else has led."""

from pilotta.bots.bidding.convention import Convention
from pilotta.bots.bot import Reason
from pilotta.bots.play.chances import THUMB, keep_value, ours_after
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.bots.sight.signals import HIGH, has_discarded, shows_ten_on
from pilotta.bots.worth.stakes import Stakes, weight
from pilotta.cards import ACE, CARD_NAMES, SUIT_MASKS, SUITS, TEN, cards_in, rank_of

SURE = 0.75
"""From this chance on a trick counts as won."""
SIGNAL = 4.0
"""Card points that a true first discard is worth."""


def follow(k: Knowledge, legal: int, now: Stakes, convention: Convention) -> tuple[int, Reason]:
    """The card to play to the running trick, and why."""
    ten = _show_ten(k, legal)
    if ten is not None:
        return ten, Reason("play.show_ten", {"suit": SUITS[ten >> 3], "card": CARD_NAMES[ten]})
    discarding = not legal & (SUIT_MASKS[k.led_suit] | k.ranks.trumps)
    speaking = discarding and not has_discarded(k.view, k.ranks)
    best, best_value, best_ours = -1, 0.0, 0.0
    for card in cards_in(legal):
        ours = ours_after(k, card)
        points = _at_stake(k, card)
        value = (2 * ours - 1) * points - keep_value(k, card) + weight(now, ours, points)
        if k.ranks.beaters[k.best] >> card & 1:
            value += THUMB.lead * ours
        value -= _misleads(k, legal, card)
        if speaking:
            value += _says(k, card, convention)
        if best < 0 or value > best_value + 1e-9:
            best, best_value, best_ours = card, value, ours
    return best, _reason(k, best, best_ours, now, convention, speaking=speaking, discarding=discarding)


def reason_for(k: Knowledge, legal: int, card: int, now: Stakes, convention: Convention) -> Reason:
    """What this card does for the player, whoever thought of it."""
    ten = _show_ten(k, legal)
    if ten is not None and card >> 3 == ten >> 3 and not k.ranks.points[card]:
        return Reason("play.show_ten", {"suit": SUITS[card >> 3], "card": CARD_NAMES[card]})
    discarding = not legal & (SUIT_MASKS[k.led_suit] | k.ranks.trumps)
    speaking = discarding and not has_discarded(k.view, k.ranks)
    ours = ours_after(k, card)
    return _reason(k, card, ours, now, convention, speaking=speaking, discarding=discarding)


def _at_stake(k: Knowledge, card: int) -> float:
    points = k.ranks.points
    on_table = sum([points[each] for each in k.view.trick]) + points[card]
    last = k.rules.last_trick if k.number == 7 else 0
    return on_table + last + THUMB.others_add * (3 - len(k.view.trick))


def _show_ten(k: Knowledge, legal: int) -> int | None:
    """The point-less card on partner's ace that tells him of the ten, where the suit can go round once more."""
    led = k.view.trick[0]
    if k.view.leader != k.partner or not shows_ten_on(k.ranks, led) or k.best != led:
        return None
    suit = SUIT_MASKS[led >> 3]
    ten = led - ACE + TEN
    spare = [card for card in cards_in(legal & suit) if k.ranks.points[card] == 0]
    others = (k.unseen & suit).bit_count()
    if not k.hand >> ten & 1 or not spare or others < 3 or k.number > 5:
        return None
    if k.ranks.trumps and any(
        k.void(seat, led >> 3) > 0.99 and k.holds_any(seat, k.ranks.trumps) for seat in k.opponents
    ):
        return None
    return spare[0]


def _misleads(k: Knowledge, legal: int, card: int) -> float:
    """What it costs to play a point-less card on partner's ace without the ten, with points at hand to give instead."""
    led = k.view.trick[0]
    suit = SUIT_MASKS[led >> 3]
    if (
        k.view.leader != k.partner
        or not shows_ten_on(k.ranks, led)
        or k.ranks.points[card]
        or not suit >> card & 1
    ):
        return 0.0
    ten = led - ACE + TEN
    if k.hand >> ten & 1 or not k.unseen >> ten & 1:
        return 0.0
    return SIGNAL if any(k.ranks.points[each] for each in cards_in(legal & suit)) else 0.0


def _says(k: Knowledge, card: int, convention: Convention) -> float:
    """How well a card serves as the first discard."""
    likes = _likes(k, card)
    if convention.discard == "not_this":
        return -SIGNAL if likes else 0.0
    asks = bool(HIGH >> rank_of(card) & 1)
    return SIGNAL if asks and likes else -SIGNAL if asks != likes else 0.0


def _likes(k: Knowledge, card: int) -> bool:
    """Whether this player wants the card's suit led: he has its ace, or the card is good already."""
    return bool(k.hand >> 8 * (card >> 3) + ACE & 1) or k.is_master(card)


def _reason(
    k: Knowledge,
    card: int,
    ours: float,
    now: Stakes,
    convention: Convention,
    *,
    speaking: bool,
    discarding: bool,
) -> Reason:
    ranks, points = k.ranks, k.ranks.points[card]
    named = {"card": CARD_NAMES[card]}
    beats = bool(ranks.beaters[k.best] >> card & 1)
    partners = k.best_seat == k.partner
    if beats:
        stake = _at_stake(k, card)
        if partners:
            return Reason("play.must_beat_partner", named)
        if now.capot:
            return Reason("play.mind_capot", named)
        if ours >= SURE and now.ours and stake >= now.ours:
            return Reason("play.secure_contract" if k.attacking else "play.set_contract", named)
        if ours >= SURE and now.theirs and stake >= now.theirs:
            return Reason("play.set_contract" if not k.attacking else "play.secure_contract", named)
        if ranks.trumps >> card & 1 and not ranks.trumps >> k.view.trick[0] & 1:
            return Reason("play.overruff" if ranks.trumps >> k.best & 1 else "play.ruff", named)
        if k.number == 7:
            return Reason("play.last_trick", named)
        if len(k.view.trick) == 3:
            return Reason("play.win_cheaply", named)
        return Reason("play.win_trick", named)
    suit = {**named, "suit": SUITS[card >> 3]}
    if speaking and convention.discard == "high_asks" and HIGH >> rank_of(card) & 1 and _likes(k, card):
        return Reason("play.discard_asks", suit)
    if ours >= SURE and partners and points:
        return Reason("play.give_points_to_partner", {**named, "points": str(points)})
    if speaking and not _likes(k, card):
        return Reason("play.discard_not_this", suit)
    if partners:
        return Reason("play.low_under_partner", named)
    if len(k.view.trick) == 1 and ours > 0.4:
        return Reason("play.leave_to_partner", named)
    return Reason("play.discard" if discarding else "play.no_points_to_opponents", named)
