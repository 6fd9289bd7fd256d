"""``daskalos``, the teacher: weighs every call and every card by what the deal comes to, in many deals that fit what it knows."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pilotta.bots.bidding.convention import LIGHT, Convention
from pilotta.bots.bot import Decision, Reason, require_core
from pilotta.bots.levels.cafe import usual
from pilotta.bots.play.cardplay import Effort, weigh_cards
from pilotta.bots.sight.picture import Picture
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

    def picture(self, view: PlayerView) -> Picture:
        """What it works out from this view, to be handed through one decision, or through several about the same view."""
        return Picture(view, self.convention)

    def act(self, view: PlayerView) -> Decision:
        picture = self.picture(view)
        before = usual(picture)
        return before if _plain(picture, before) else _decide(before, self.weigh(picture))

    def decide(self, picture: Picture, found: Weighed | None) -> Decision:
        """What it does once it has weighed this with this result: the same as :meth:`act`, if nothing else was weighed."""
        before = usual(picture)
        return before if _plain(picture, before) else _decide(before, found)

    def weigh(self, picture: Picture, also: Iterable[Call] = ()) -> Weighed | None:
        """``also`` are legal calls to weigh besides those that it would think of itself. BotNeedsCore where there is none."""
        require_core("daskalos")
        view = picture.view
        if view.legal.cards:
            return weigh_cards(picture, self.effort, seed_of(self.seed, view))
        if view.legal.calls.can_pass:
            before = usual(picture).action
            assert isinstance(before, MakeCall)
            return weigh_calls(picture, self.auctions, seed_of(self.seed, view), (before.call, *also))
        return None


def _plain(picture: Picture, before: Decision) -> bool:
    """Whether the usual call is made without a thought."""
    action = before.action
    return isinstance(action, MakeCall) and (
        before.reason.code in CERTAIN or not tempts(picture, action.call)
    )


def _decide(before: Decision, found: Weighed | None) -> Decision:
    if found is None or not isinstance(before.action, MakeCall | PlayCard):
        return before
    best, mine = found.options[0], found.of(before.action)
    if mine is None or best.score - mine.score < _enough(mine, before.reason):
        return before
    return thought_better(best.action, before.action, best.score - mine.score, found.worlds)
