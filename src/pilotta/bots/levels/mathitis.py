"""``mathitis``, the apprentice: plays by the first rules of thumb that one is taught, and errs as beginners do.

He bids his own hand and not the partnership's, seldom competes and never doubles. He remembers the tricks that he took himself and the
last one, and no others; so he draws trumps that are gone long since, and does not see which of his cards have become good. He plays
his high cards as soon as they win for the moment, leads aces from his longest suit, and neither gives signals nor reads them. Capots, the
state of the contract and the score mean nothing to him. He tosses no coin: every mistake of his has its reason.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pilotta.bots.bot import Decision, NothingToDo, Reason
from pilotta.bots.levels.speaking import speak
from pilotta.cards import CARD_NAMES, FULL_DECK, JACK, NINE, SUIT_MASKS, SUITS, cards_in
from pilotta.game.actions import MakeCall
from pilotta.game.view import PlayerView
from pilotta.rules.auction import PASS, Call
from pilotta.rules.ranking import Ranking, ranking
from pilotta.rules.ruleset import ALL_TRUMP, NO_TRUMP, STRAINS
from pilotta.seats import partner_of, side_of

LENGTH: Final = 3
"""Trumps to open with, the jack or the nine among them, and whatever else the hand may hold."""
LONG: Final = 4
"""Trumps to bid over the opponents with, jack and nine among them."""
SUPPORT: Final = 2
"""Trumps to raise partner with, the jack or the nine among them."""
HIGHEST: Final = 100
"""He never bids more than this, nor over more than this."""
TOP: Final = 7
"""The strength of the strongest card of a suit."""


@dataclass(frozen=True, slots=True)
class Mathitis:
    """``seed`` is taken for the interface's sake: this player tosses no coin."""

    seed: int = 0
    name: str = "mathitis"

    def act(self, view: PlayerView) -> Decision:
        spoken = speak(view)
        if spoken is not None:
            return spoken
        legal = view.legal
        if legal.cards:
            card, reason = _card(view, legal.cards)
            return Decision(view.play(card), reason)
        if not legal.calls.can_pass:
            raise NothingToDo(view)
        chosen, reason = _call(view)
        return Decision(MakeCall(view.seat, chosen), reason)


# Calling


def _call(view: PlayerView) -> tuple[Call, Reason]:
    standing = [(seat, call) for seat, call in view.calls if call.kind == "bid"]
    if not standing:
        return _open(view)
    seat, last = standing[-1]
    if side_of(seat) == side_of(view.seat):
        return _raise(view, last) if seat != view.seat else (PASS, Reason("bid.thumb_mine"))
    return _over(view, last)


def _open(view: PlayerView) -> tuple[Call, Reason]:
    suit = _longest(
        view.hand, (suit for suit in _suits(view) if _has(view, suit, JACK) or _has(view, suit, NINE))
    )
    if suit is None or _length(view.hand, suit) < LENGTH:
        return PASS, Reason("bid.nothing")
    both = _has(view, suit, JACK) and _has(view, suit, NINE)
    call = _bid(view, view.legal.calls.lowest + (10 if both else 0), suit)
    if call is None:
        return PASS, Reason("bid.no_room")
    held = {"call": call.text, "suit": STRAINS[suit], "length": str(_length(view.hand, suit))}
    return call, Reason("bid.thumb_both" if both else "bid.thumb_opening", held)


def _raise(view: PlayerView, last: Call) -> tuple[Call, Reason]:
    """Once, by the least that is allowed: how much he has to tell he does not know."""
    strain = last.strain
    if strain < NO_TRUMP and not any(seat == view.seat and call.kind == "bid" for seat, call in view.calls):
        honour = next((rank for rank in (JACK, NINE) if _has(view, strain, rank)), None)
        if honour is not None and _length(view.hand, strain) >= SUPPORT:
            call = _bid(view, view.legal.calls.lowest, strain)
            if call is not None:
                card = CARD_NAMES[8 * strain + honour]
                return call, Reason("bid.thumb_raise", {"call": call.text, "card": card})
    return PASS, Reason("bid.thumb_partners")


def _over(view: PlayerView, last: Call) -> tuple[Call, Reason]:
    """Over the opponents he dares only with jack and nine and a long suit."""
    suit = _longest(
        view.hand, (suit for suit in _suits(view) if _has(view, suit, JACK) and _has(view, suit, NINE))
    )
    if suit is not None and suit != last.strain and _length(view.hand, suit) >= LONG:
        call = _bid(view, view.legal.calls.lowest, suit)
        if call is not None:
            held = {"call": call.text, "suit": STRAINS[suit], "length": str(_length(view.hand, suit))}
            return call, Reason("bid.thumb_over", held)
    return PASS, Reason("bid.thumb_theirs")


def _bid(view: PlayerView, value: int, suit: int) -> Call | None:
    """A bid of so much in this suit, if it is legal and not too high for him."""
    legal = view.legal.calls
    most = max(HIGHEST, view.rules.lowest_bid)
    if not legal.lowest or STRAINS[suit] not in legal.strains or legal.lowest > most:
        return None
    value = min(value, legal.highest, most)
    return Call("bid", value - (value - legal.lowest) % legal.step, suit)


def _suits(view: PlayerView) -> list[int]:
    return [STRAINS.index(letter) for letter in view.rules.strains if STRAINS.index(letter) < NO_TRUMP]


def _has(view: PlayerView, suit: int, rank: int) -> bool:
    return bool(view.hand >> 8 * suit + rank & 1)


def _length(hand: int, suit: int) -> int:
    return (hand & SUIT_MASKS[suit]).bit_count()


def _longest(hand: int, suits: Iterable[int]) -> int | None:
    return max(suits, key=lambda suit: _length(hand, suit), default=None)


# Playing


def _card(view: PlayerView, legal: int) -> tuple[int, Reason]:
    if legal & legal - 1 == 0:
        card = legal.bit_length() - 1
        return card, Reason("play.only_card", {"card": CARD_NAMES[card]})
    contract = view.contract
    assert contract is not None
    ranks = ranking(view.rules, contract.strain)
    return _follow(view, ranks, legal) if view.trick else _lead(view, ranks, legal)


def _lead(view: PlayerView, ranks: Ranking, legal: int) -> tuple[int, Reason]:
    contract = view.contract
    assert contract is not None
    gone = _remembered(view)
    trumps, side = legal & ranks.trumps, legal & ~ranks.trumps
    if trumps and contract.value and contract.declarer == view.seat:
        # Whoever bids leads trumps: as long as he has the best one, and by his count others have any.
        best = _strongest(ranks, trumps)
        left = ranks.trumps & ~gone & ~view.hand
        if left and not ranks.beaters[best] & left:
            named = {"card": CARD_NAMES[best], "out": str(left.bit_count())}
            return best, Reason("play.thumb_draw", named)
    tops = [card for card in cards_in(side) if ranks.strength[card] == TOP]
    if tops:
        card = max(tops, key=lambda top: _length(view.hand, top >> 3))
        return card, Reason("play.thumb_ace", {"card": CARD_NAMES[card], "suit": SUITS[card >> 3]})
    for card in cards_in(side):
        if not ranks.beaters[card] & SUIT_MASKS[card >> 3] & ~gone & ~view.hand:
            return card, Reason("play.cash_master", {"card": CARD_NAMES[card], "suit": SUITS[card >> 3]})
    if not side:
        best = _strongest(ranks, trumps)
        return best, Reason("play.thumb_only_trumps", {"card": CARD_NAMES[best]})
    suit = max({card >> 3 for card in cards_in(side)}, key=lambda each: (_length(view.hand, each), -each))
    low = _lowest(ranks, side & SUIT_MASKS[suit])
    return low, Reason("play.thumb_long", {"card": CARD_NAMES[low], "suit": SUITS[suit]})


def _follow(view: PlayerView, ranks: Ranking, legal: int) -> tuple[int, Reason]:
    led = view.trick[0]
    best = _card_of(view, view.taken_by)
    winners = legal & ranks.beaters[best]
    partners = view.taken_by == partner_of(view.seat)
    only_trumps = not legal & ~ranks.trumps
    ruffing = only_trumps and not ranks.trumps >> led & 1
    over_partner = partners and (only_trumps or ranks.strain == ALL_TRUMP)
    if legal == winners and (ruffing or over_partner):
        # He has to go over partner's card, or to ruff, and does it with his smallest.
        low = _lowest(ranks, legal)
        named = {"card": CARD_NAMES[low]}
        if partners:
            return low, Reason("play.must_beat_partner", named)
        return low, Reason("play.overruff" if ranks.trumps >> best & 1 else "play.ruff", named)
    if partners:
        return _with_partner(ranks, legal)
    if winners:
        highest = _strongest(ranks, winners)
        return highest, Reason("play.thumb_highest", {"card": CARD_NAMES[highest]})
    low = _lowest(ranks, legal)
    discarding = not legal & (SUIT_MASKS[led >> 3] | ranks.trumps)
    return low, Reason(
        "play.thumb_low" if discarding else "play.no_points_to_opponents", {"card": CARD_NAMES[low]}
    )


def _with_partner(ranks: Ranking, legal: int) -> tuple[int, Reason]:
    """Partner has the trick for the moment: he gives points, whoever is still to play. His best card of a suit he keeps."""
    spare = [card for card in cards_in(legal & ~ranks.trumps) if ranks.strength[card] != TOP]
    richest = max(spare, key=lambda card: ranks.points[card], default=None)
    if richest is not None and ranks.points[richest]:
        named = {"card": CARD_NAMES[richest], "points": str(ranks.points[richest])}
        return richest, Reason("play.give_points_to_partner", named)
    low = _lowest(ranks, legal)
    return low, Reason("play.low_under_partner", {"card": CARD_NAMES[low]})


def _remembered(view: PlayerView) -> int:
    """The cards that he knows to be gone: of the tricks that he took himself, and of the last one."""
    cards = 0
    for number, trick in enumerate(view.tricks):
        if trick.winner == view.seat or number == len(view.tricks) - 1:
            for card in trick.cards:
                cards |= 1 << card
    return cards & FULL_DECK


def _card_of(view: PlayerView, seat: int) -> int:
    """The card that this seat has played to the running trick."""
    return view.trick[seat - view.leader & 3]


def _strongest(ranks: Ranking, cards: int) -> int:
    return max(cards_in(cards), key=lambda card: ranks.strength[card])


def _lowest(ranks: Ranking, cards: int) -> int:
    """The card with the fewest points, a plain one rather than a trump, the weaker one where they are even."""
    return min(
        cards_in(cards),
        key=lambda card: (ranks.trumps >> card & 1, ranks.points[card], ranks.strength[card]),
    )
