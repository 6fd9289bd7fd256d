"""``cafe``: the solid player of the coffee house. Bids by a convention, counts trumps, and gives points to his partner."""

from dataclasses import dataclass

from pilotta.bots.bidding.calls import Turn, call
from pilotta.bots.bidding.convention import CYPRIOT, Convention
from pilotta.bots.bidding.matchpoint import at_match_point
from pilotta.bots.bot import Decision, NothingToDo, Reason
from pilotta.bots.levels.speaking import speak
from pilotta.bots.play.following import follow
from pilotta.bots.play.leading import lead
from pilotta.bots.sight.knowledge import Knowledge
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
        spoken = speak(view)
        if spoken is not None:
            return spoken
        legal = view.legal
        if legal.cards:
            card, reason = self._card(view, legal.cards)
            return Decision(view.play(card), reason)
        if not legal.calls.can_pass:
            raise NothingToDo(view)
        usual = call(Turn.seen(view), self.convention)
        chosen, reason = at_match_point(view, usual[0]) or usual
        return Decision(MakeCall(view.seat, chosen), reason)

    def _card(self, view: PlayerView, legal: int) -> tuple[int, Reason]:
        if legal & legal - 1 == 0:
            card = legal.bit_length() - 1
            return card, Reason("play.only_card", {"card": CARD_NAMES[card]})
        contract = view.contract
        assert contract is not None
        known = Knowledge(view, contract, self.convention)
        now = stakes(known)
        return follow(known, legal, now, self.convention) if view.trick else lead(known, legal, now)
