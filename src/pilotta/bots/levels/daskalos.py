"""``daskalos``, the teacher: weighs every call and every card by what the deal comes to, in many deals that fit what it knows."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pilotta.bots.bidding.convention import LIGHT, Convention
from pilotta.bots.bot import Decision, Reason
from pilotta.bots.levels.cafe import Cafe
from pilotta.bots.play.cardplay import Effort, weigh_cards
from pilotta.bots.worth.calling import tempts, weigh_calls
from pilotta.bots.worth.weighing import Option, Weighed, thought_better
from pilotta.game.actions import MakeCall, PlayCard
from pilotta.game.view import PlayerView
from pilotta.rules.auction import Call

EFFORT: Final = Effort()
CARD: Final = 0.05
CALL: Final = 1.5
"""Tens by which a card or a call has to be better on average than the usual one to be made in its place: what is usual partner
understands, and a call says more than a card."""
SIGNAL: Final = 1.5
"""The same for a card that tells partner something: deals with all hands open see no worth in that."""
SIGNALS: Final = ("play.show_ten", "play.discard_not_this", "play.discard_asks")
CERTAIN: Final = ("bid.capot", "bid.match_double", "bid.match_enough")
"""Reasons for a call that no average speaks against: all eight tricks in the hand, or a match that hangs on this deal."""


def _enough(usual: Option, reason: Reason) -> float:
    if isinstance(usual.action, MakeCall):
        return CALL
    return SIGNAL if reason.code in SIGNALS else CARD


def seed_of(seed: int, view: PlayerView) -> int:
    """Chance that hangs on what is seen, so that a bot which is asked again answers the same."""
    seen = f"{seed} {view.deal_number} {view.dealt} {view.played} {len(view.calls)}"
    return int.from_bytes(sha256(seen.encode()).digest()[:8])


@dataclass(frozen=True, slots=True)
class Daskalos:
    """``effort`` goes into each card, ``auctions`` are thought through for each call; ``seed`` decides which."""

    seed: int = 0
    effort: Effort = EFFORT
    auctions: int = 40
    convention: Convention = LIGHT
    name: str = "daskalos"

    def act(self, view: PlayerView) -> Decision:
        usual = self._usual(view)
        return usual if self._plain(view, usual) else self._decide(usual, self.weigh(view))

    def decide(self, view: PlayerView, found: Weighed | None) -> Decision:
        """What it does once it has weighed this view with this result: the same as :meth:`act`, if nothing else was weighed."""
        usual = self._usual(view)
        return usual if self._plain(view, usual) else self._decide(usual, found)

    def _plain(self, view: PlayerView, usual: Decision) -> bool:
        """Whether the usual call is made without a thought."""
        action = usual.action
        return isinstance(action, MakeCall) and (
            usual.reason.code in CERTAIN or not tempts(view, action.call, self.convention)
        )

    def _decide(self, usual: Decision, found: Weighed | None) -> Decision:
        if found is None or not isinstance(usual.action, MakeCall | PlayCard):
            return usual
        best, before = found.options[0], found.of(usual.action)
        if before is None or best.score - before.score < _enough(before, usual.reason):
            return usual
        return thought_better(best.action, usual.action, best.score - before.score, found.worlds)

    def weigh(self, view: PlayerView, also: Iterable[Call] = ()) -> Weighed | None:
        """``also`` are legal calls to weigh besides those that it would think of itself."""
        if view.legal.cards:
            return weigh_cards(view, self.effort, seed_of(self.seed, view))
        if view.legal.calls.can_pass:
            usual = self._usual(view).action
            assert isinstance(usual, MakeCall)
            options = (usual.call, *also)
            return weigh_calls(view, self.convention, self.auctions, seed_of(self.seed, view), options)
        return None

    def _usual(self, view: PlayerView) -> Decision:
        """What it does where nothing speaks for more than that."""
        return Cafe(self.seed, self.convention).act(view)
