"""What comes from a player who may do anything, looked at from his seat: whether it is allowed, and what is done in its place."""

from pilotta.game.actions import Announce, MakeCall, PlayCard, Show
from pilotta.game.view import PlayerView
from pilotta.rules.auction import PASS, Call


def allows(view: PlayerView, action: object) -> bool:
    """Whether the seat of this view may do this now, whatever it is. What is allowed :func:`~pilotta.game.transition.apply` never
    refuses; a wrong pilotta call is not allowed even where the rule set lets it be made and fines it."""
    legal = view.legal
    match action:
        case MakeCall(seat, call):
            return _is(seat, view.seat) and _is_call(call) and call in legal.calls.each()
        case PlayCard(seat, card, called):
            known = type(card) is int and 0 <= card < 32 and bool(legal.cards >> card & 1)
            right = called is False or (called is True and bool(legal.pilotta >> card & 1))
            return _is(seat, view.seat) and known and right
        case Announce(seat, yes):
            may = legal.may_announce if yes is True else yes is False and legal.asked_announce
            return _is(seat, view.seat) and may
        case Show(seat, yes):
            may = legal.may_show if yes is True else yes is False and legal.asked_show
            return _is(seat, view.seat) and may
        case _:
            return False


def _is(seat: object, turn: int) -> bool:
    return type(seat) is int and seat == turn


def _is_call(call: object) -> bool:
    return type(call) is Call and type(call.value) is int and type(call.strain) is int


def fallback(view: PlayerView) -> Announce | MakeCall | PlayCard | Show:
    """Something legal for a player who gave no answer: he keeps silent, passes, or plays the first card that he may."""
    legal = view.legal
    if legal.asked_announce:
        return Announce(view.seat, legal.may_announce)
    if legal.asked_show:
        return Show(view.seat)
    if legal.calls.can_pass:
        return MakeCall(view.seat, PASS)
    return PlayCard(view.seat, (legal.cards & -legal.cards).bit_length() - 1)
