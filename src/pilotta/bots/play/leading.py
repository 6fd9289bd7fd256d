"""Leading to a trick."""

from pilotta.bots.bot import Reason
from pilotta.bots.play.chances import THUMB, keep_value, ours_after
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.bots.worth.stakes import Stakes, weight
from pilotta.cards import ACE, CARD_NAMES, JACK, NINE, SUIT_MASKS, SUITS, cards_in, rank_of
from pilotta.rules.ruleset import NO_TRUMP, STRAINS
from pilotta.seats import side_of

THEIR_TRUMPS = 8.0
"""What it costs to lead trumps that are the others': a defender does declarer's work, a doubled declarer the doubler's."""
PARTNERS_WISH = 6.0
"""What it is worth to lead a suit that partner asked for, or not to lead one that he does not want."""
UNDER_ACE = 8.0
"""What it costs to lead away from an ace, which may be ruffed the next time."""
ACE_NOW = 8.0
"""What it is worth to cash an ace while it lives. In the arena it makes no difference; people at the table expect it."""
RUFF_WANTED = 5.0
"""What it is worth to a defender with trumps to lead the only card of a suit, and ruff it the next time."""
STILL_OUT = 0.2
"""Trumps are out when it is less likely than this that an opponent has one."""


def lead(k: Knowledge, legal: int, now: Stakes) -> tuple[int, Reason]:
    """The card to lead, and why."""
    if k.ranks.trumps and k.number < 7:
        trump = _trump_lead(k, legal)
        if trump is not None:
            return trump
        kept = _keep_for_last(k, legal)
        if kept is not None:
            return kept
    best, best_value = -1, 0.0
    for card in cards_in(legal):
        value = _value(k, card, now)
        if best < 0 or value > best_value + 1e-9:
            best, best_value = card, value
    return best, reason_for(k, best, now)


def trump_hand(k: Knowledge) -> bool:
    """Whether this player is the one of his side whose trumps carry the contract: he named them first.

    Where a deal is played without an auction, whoever holds four trumps, or jack and nine with a third, plays that part.
    """
    contract = k.contract
    if contract.value:
        if not k.attacking:
            return False
        for seat, call in k.view.calls:
            if call.strain == contract.strain and side_of(seat) == k.side:
                return seat == k.me
        return False
    dealt = k.view.dealt & k.ranks.trumps
    honours = (1 << JACK | 1 << NINE) << 8 * contract.strain
    return dealt.bit_count() >= 4 or (dealt & honours == honours and dealt.bit_count() >= 3)


def _trump_lead(k: Knowledge, legal: int) -> tuple[int, Reason] | None:
    """Draw the opponents' trumps while they have any."""
    mine = legal & k.ranks.trumps
    carries = trump_hand(k)
    if not mine or not (k.attacking or carries) or _into_double(k):
        return None
    a, b = k.opponents
    against = k.trumps_against()
    out = 1.0 - (1.0 - k.holds_any(a, against)) * (1.0 - k.holds_any(b, against))
    if out < STILL_OUT:
        return None
    suit = {"suit": STRAINS[k.contract.strain], "out": str((k.unseen & k.ranks.trumps).bit_count())}
    masters = [card for card in cards_in(mine) if k.is_master(card)]
    if masters and not (
        not carries and mine.bit_count() == 1 and rank_of(masters[0]) == JACK and k.number > 2
    ):
        # From the top, so that partner sees what is still missing and never has to cover.
        strongest = max(masters, key=lambda c: k.ranks.strength[c])
        return strongest, Reason("play.draw_trumps", {**suit, "card": CARD_NAMES[strongest]})
    if against.bit_count() == 1 and not k.unseen & k.ranks.trumps & ~against:
        # One trump is left and it beats all of ours: it will make its trick anyway.
        return None
    low = min(cards_in(mine), key=lambda c: (k.ranks.points[c], k.ranks.strength[c]))
    named = {**suit, "card": CARD_NAMES[low]}
    if not carries:
        if k.number > 1:
            return None
        best = max(cards_in(mine), key=lambda c: _plain_value(k, c))
        return best, Reason("play.trump_to_declarer", {**suit, "card": CARD_NAMES[best]})
    unseen = k.unseen & k.ranks.trumps
    top = max(cards_in(unseen), key=lambda c: k.ranks.strength[c])
    if mine.bit_count() >= 3 and k.at(top)[k.partner] > 0.5:
        return low, Reason("play.trump_to_partner", named)
    if mine.bit_count() >= 3 and k.ranks.points[low] <= 4:
        return low, Reason("play.force_out_trump", {**named, "top": CARD_NAMES[top]})
    return None


def _into_double(k: Knowledge) -> bool:
    """Whether leading trumps runs into the double of our contract: the doubler has what is still out, and more of it than we can
    draw from the top."""
    doubler = k.contract.doubler
    if not k.attacking or doubler is None:
        return False
    held = k.possible[doubler] & k.ranks.trumps
    masters = [card for card in cards_in(k.hand & k.ranks.trumps) if k.is_master(card)]
    return held.bit_count() > len(masters)


def _keep_for_last(k: Knowledge, legal: int) -> tuple[int, Reason] | None:
    """With the last trump and no trump against it, lose what has to be lost first: the trump takes the last trick's ten."""
    mine = legal & k.ranks.trumps
    if mine.bit_count() != 1 or k.trumps_against():
        return None
    losers = [card for card in cards_in(legal & ~mine) if not k.is_master(card)]
    masters = legal & ~mine & ~sum(1 << card for card in losers)
    if masters or not losers:
        return None
    loser = max(losers, key=lambda c: (_plain_value(k, c), -c))
    trump = CARD_NAMES[mine.bit_length() - 1]
    return loser, Reason("play.keep_for_last", {"card": CARD_NAMES[loser], "kept": trump})


def _plain_value(k: Knowledge, card: int) -> float:
    ours = ours_after(k, card)
    points = _at_stake(k, card)
    return (2 * ours - 1) * points + THUMB.lead * ours - keep_value(k, card)


def _at_stake(k: Knowledge, card: int) -> float:
    last = k.rules.last_trick if k.number == 7 else 0
    return k.ranks.points[card] + 3 * THUMB.others_add + last


def _value(k: Knowledge, card: int, now: Stakes) -> float:
    ours, points = ours_after(k, card), _at_stake(k, card)
    value = (2 * ours - 1) * points + THUMB.lead * ours - keep_value(k, card) + weight(now, ours, points)
    if k.ranks.trumps >> card & 1:
        if _into_double(k) or (not k.attacking and not trump_hand(k)):
            value -= THEIR_TRUMPS
        return value
    bit, signals = 1 << (card >> 3), k.signals
    if k.trumps_against() and k.is_master(card) and rank_of(card) == ACE:
        value += ACE_NOW
    if not k.is_master(card):
        if _seeks_ruff(k, card):
            value += RUFF_WANTED
        if k.ranks.trumps and k.hand >> 8 * (card >> 3) + ACE & 1:
            value -= UNDER_ACE
        if (signals.wanted | signals.ten_shown) & bit:
            value += PARTNERS_WISH
        if signals.unwanted & bit:
            value -= PARTNERS_WISH
    return value


def _seeks_ruff(k: Knowledge, card: int) -> bool:
    suit = SUIT_MASKS[card >> 3]
    return not k.attacking and k.hand & suit == 1 << card and bool(k.hand & k.ranks.trumps & ~suit)


def reason_for(k: Knowledge, card: int, now: Stakes) -> Reason:
    """What leading this card does for the player, whoever thought of it."""
    suit = card >> 3
    named = {"card": CARD_NAMES[card], "suit": SUITS[suit]}
    bit, signals = 1 << suit, k.signals
    trump = bool(k.ranks.trumps >> card & 1)
    if k.number == 7:
        return Reason("play.last_trick", {"card": CARD_NAMES[card]})
    if now.capot:
        return Reason("play.mind_capot", {"card": CARD_NAMES[card]})
    if k.is_master(card) and not trump:
        if rank_of(card) == ACE and k.contract.strain <= NO_TRUMP:
            return Reason("play.cash_ace", named)
        return Reason("play.cash_master", named)
    if trump:
        return Reason("play.lead_trump", named)
    if signals.ten_shown & bit:
        return Reason("play.to_partners_ten", named)
    if signals.wanted & bit:
        return Reason("play.partners_suit", named)
    if _seeks_ruff(k, card):
        return Reason("play.seek_ruff", named)
    if signals.unwanted:
        return Reason("play.avoid_partners_weakness", {**named, "not": _suits(signals.unwanted)})
    if k.hand & k.ranks.trumps and _into_double(k):
        return Reason("play.not_into_double", {"card": CARD_NAMES[card], "suit": STRAINS[k.contract.strain]})
    return Reason("play.safe_lead", named)


def _suits(bits: int) -> str:
    return "".join(SUITS[suit] for suit in range(4) if bits >> suit & 1)
