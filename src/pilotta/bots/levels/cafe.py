"""``cafe``: the solid player of the coffee house. Bids by a convention, counts trumps, and gives points to his partner."""

from dataclasses import dataclass

from pilotta.bots.bidding.convention import CYPRIOT, Convention
from pilotta.bots.bidding.matchpoint import at_match_point
from pilotta.bots.bot import Decision, NothingToDo, Reason
from pilotta.bots.levels.speaking import speak
from pilotta.bots.play.following import follow
from pilotta.bots.play.leading import lead
from pilotta.bots.sight.picture import Picture
from pilotta.bots.worth.stakes import stakes
from pilotta.cards import CARD_NAMES
from pilotta.game.actions import MakeCall
from pilotta.game.view import PlayerView


@dataclass(frozen=True, slots=True)
class Cafe:
    """``seed`` is taken for the interface's sake: this player tosses no coin."""

    seed: int = 0
    convention: Convention = CYPRIOT
    name: str = "cafe"

    def act(self, view: PlayerView) -> Decision:
        return usual(Picture(view, self.convention))


def usual(picture: Picture) -> Decision:
    """What is usual at this table, by the picture's convention: the levels above do it where their thought finds nothing better."""
    view = picture.view
    spoken = speak(view)
    if spoken is not None:
        return spoken
    legal = view.legal
    if legal.cards:
        card, reason = _card(picture, legal.cards)
        return Decision(view.play(card), reason)
    if not legal.calls.can_pass:
        raise NothingToDo(view)
    by_convention = picture.usual(picture.convention)
    chosen, reason = at_match_point(view, by_convention[0]) or by_convention
    return Decision(MakeCall(view.seat, chosen), reason)


def _card(picture: Picture, legal: int) -> tuple[int, Reason]:
    if legal & legal - 1 == 0:
        card = legal.bit_length() - 1
        return card, Reason("play.only_card", {"card": CARD_NAMES[card]})
    known = picture.known
    now = stakes(known)
    return follow(known, legal, now, picture.convention) if picture.view.trick else lead(known, legal, now)
