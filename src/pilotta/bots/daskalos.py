"""``daskalos``, the teacher: weighs every call and every card by what the deal comes to, in many deals that fit what it knows."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from pilotta.bots.auctions import Valued, auction_of, finished
from pilotta.bots.bidding import Turn, call
from pilotta.bots.bot import Decision, Reason
from pilotta.bots.cafe import Cafe
from pilotta.bots.convention import CYPRIOT, Convention
from pilotta.bots.mastoras import Mastoras
from pilotta.bots.weighing import Weighed, weighed
from pilotta.cards import CARD_NAMES, FULL_DECK, cards_in
from pilotta.game.actions import MakeCall, PlayCard
from pilotta.game.view import PlayerView
from pilotta.rules.auction import DOUBLE, PASS, Call, make_call
from pilotta.seats import FourHands, side_of

ENOUGH: Final = 0.05
"""Tens by which a card or a call has to be better on average than the usual one to be made in its place."""


@dataclass(frozen=True, slots=True)
class Daskalos:
    """``deals`` are thought through for each card, ``auctions`` for each call; ``seed`` decides which."""

    seed: int = 0
    deals: int = 60
    auctions: int = 40
    convention: Convention = CYPRIOT
    name: str = "daskalos"

    def act(self, view: PlayerView) -> Decision:
        return self.decide(view, self.weigh(view))

    def decide(self, view: PlayerView, found: Weighed | None) -> Decision:
        """What it does once it has weighed this view with this result."""
        usual = Cafe(self.seed, self.convention).act(view)
        if found is None or not isinstance(usual.action, MakeCall | PlayCard):
            return usual
        best, before = found.options[0], found.of(usual.action)
        if before is None or best.score - before.score < ENOUGH:
            return usual
        return Decision(
            best.action, self._reason(best.action, usual.action, best.score - before.score, found.worlds)
        )

    def weigh(self, view: PlayerView, also: Iterable[Call] = ()) -> Weighed | None:
        """``also`` are legal calls to weigh besides those that it would think of itself."""
        if view.legal.cards:
            return self._weigh_cards(view)
        return self._weigh_calls(view, also) if view.legal.calls.can_pass else None

    def _weigh_cards(self, view: PlayerView) -> Weighed | None:
        legal = view.legal.cards
        if legal & legal - 1 == 0:
            return None
        expected = Mastoras(self.seed, self.deals, self.convention).expected(view)
        actions = [
            PlayCard(view.seat, card, bool(view.legal.pilotta >> card & 1)) for card in cards_in(legal)
        ]
        return weighed(actions, [[expected[action.card]] for action in actions], [1.0])

    def _weigh_calls(self, view: PlayerView, also: Iterable[Call]) -> Weighed | None:
        options = self._calls(view, also)
        if len(options) < 2:
            return None
        auction = auction_of(view.rules, view.dealer, view.calls)
        deals = self._deals(view)
        valued = Valued(view.rules, view.dealer, deals)
        sign = -1 if side_of(view.seat) else 1
        scores = []
        for option in options:
            after = make_call(view.rules, auction, option)
            ends = [
                (number, finished(view.rules, after, hands, self.convention))
                for number, hands in enumerate(deals)
            ]
            scores.append([sign * score for score in valued.scores(ends)])
        actions = [MakeCall(view.seat, option) for option in options]
        return weighed(actions, scores, [1.0] * len(deals))

    def _calls(self, view: PlayerView, also: Iterable[Call]) -> list[Call]:
        """What is worth thinking of: what the convention calls, be it more boldly or more carefully, pass and double."""
        turn, seen = Turn.seen(view), set(also)
        c = self.convention
        for more in (0, -20, 20, -40):
            margins = {
                name: getattr(c, name) + more
                for name in ("open_margin", "answer_margin", "compete_margin", "stretch_margin")
            }
            seen.add(call(turn, replace(c, **margins))[0])
        seen.add(PASS)
        if turn.legal.can_double:
            seen.add(DOUBLE)
        return sorted(seen, key=lambda each: (each.kind, each.value, each.strain))

    def _deals(self, view: PlayerView) -> list[FourHands]:
        """Deals in which the convention makes the calls that were heard, as far as a few tries find them."""
        chance = Random(f"{self.seed} {view.deal_number} {view.dealt} {len(view.calls)}")
        unseen = list(cards_in(FULL_DECK & ~view.dealt))
        found: list[tuple[int, int, FourHands]] = []
        for number in range(self.auctions * 6):
            chance.shuffle(unseen)
            hands = [0, 0, 0, 0]
            hands[view.seat] = view.dealt
            for place, seat in enumerate(seat for seat in range(4) if seat != view.seat):
                hands[seat] = sum(1 << card for card in unseen[8 * place : 8 * place + 8])
            dealt = (hands[0], hands[1], hands[2], hands[3])
            found.append((self._misfits(view, dealt), number, dealt))
        found.sort()
        return [hands for _, _, hands in found[: self.auctions]]

    def _misfits(self, view: PlayerView, hands: FourHands) -> int:
        """The calls that the convention would not have made with these hands."""
        auction = auction_of(view.rules, view.dealer, ())
        count = 0
        for seat, made in view.calls:
            if seat != view.seat:
                count += call(Turn.thought(view.rules, auction, hands[seat]), self.convention)[0] != made
            auction = make_call(view.rules, auction, made)
        return count

    def _reason(
        self, best: MakeCall | PlayCard, usual: MakeCall | PlayCard, gain: float, worlds: int
    ) -> Reason:
        params = {"deals": str(worlds), "gain": f"{gain:.1f}"}
        if isinstance(best, PlayCard) and isinstance(usual, PlayCard):
            return Reason(
                "play.search", {**params, "card": CARD_NAMES[best.card], "other": CARD_NAMES[usual.card]}
            )
        assert isinstance(best, MakeCall) and isinstance(usual, MakeCall)
        return Reason("bid.search", {**params, "call": best.call.text, "other": usual.call.text})
