"""What a player at the table can work out from what was seen: who may still hold what.

Everything is derived anew from the view. Inference from play asks the rules themselves: a card that somebody played tells
that he holds none of the cards which would have forbidden it.
"""

from functools import lru_cache

from pilotta.bots.bidding.convention import CYPRIOT, Convention
from pilotta.bots.sight.beside import Beside, beside_seen
from pilotta.bots.sight.signals import read_signals
from pilotta.cards import ACE, FULL_DECK, KING, QUEEN, SUIT_MASKS, TEN, cards_in, rank_of
from pilotta.game.view import PlayerView
from pilotta.rules.auction import Contract
from pilotta.rules.legality import legal_cards
from pilotta.rules.ranking import Ranking, ranking
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import partner_of, side_of

NAMED_TRUMPS = 2.0
"""How much likelier a trump lies with a player who bid the suit than with one who did not."""
ANSWERED_TRUMPS = 1.2
DOUBLED_TRUMPS = 4.0
"""… with a player who doubled: trumps are what one doubles with."""
SIGNALLED = 3.0
"""How much likelier partner holds a card that he signalled; a card he denied is as much less likely."""


@lru_cache(maxsize=256)
def _ranks(rules: RuleSet, strain: int) -> tuple[Ranking, dict[int, int]]:
    """How the cards rank, and a store for :func:`_refuted`, which only saves time. Rules are long to look up by, so it is done once."""
    return ranking(rules, strain), {}


def _refuted(
    rules: RuleSet,
    ranks: Ranking,
    known: dict[int, int],
    led: int,
    best: int,
    played: int,
    with_partner: bool,
) -> int:
    """The cards that a player cannot have held when he legally played this card."""
    key = led << 11 | best << 6 | played << 1 | with_partner
    found = known.get(key)
    if found is None:
        mine = 1 << played
        found = 0
        for other in range(32):
            if other != played:
                legal = legal_cards(rules, ranks, mine | 1 << other, led, best, with_partner)
                if not legal >> played & 1:
                    found |= 1 << other
        known[key] = found
    return found


class Knowledge:
    """One player's picture of a deal in play.

    ``possible[seat]`` are the unseen cards that a seat may hold and ``sure[seat]`` those it is known to hold, as hands;
    ``left[seat]`` counts the cards it has left. ``unseen`` are all cards in the other three hands.
    """

    def __init__(self, view: PlayerView, contract: Contract, convention: Convention = CYPRIOT) -> None:
        self.view, self.contract, self.rules = view, contract, view.rules
        self.me = view.seat
        self.partner = partner_of(view.seat)
        self.opponents = (view.seat + 1 & 3, view.seat + 3 & 3)
        self.ranks, self._known = _ranks(view.rules, contract.strain)
        self.signals = read_signals(view, self.ranks, convention)
        self.hand = view.hand
        self.unseen = FULL_DECK & ~(view.played | view.hand)
        self.number = len(view.tricks)
        self.led_suit = view.trick[0] >> 3 if view.trick else -1
        self.best, self.best_seat = -1, -1
        self.points_won = [0, 0]
        self.tricks_won = [0, 0]
        self.left = [8 - self.number] * 4
        self.possible = [0 if seat == view.seat else self.unseen for seat in range(4)]
        self.sure = [0, 0, 0, 0]
        self._read_play()
        self._read_declarations()
        self._settle()
        self._shares: dict[int, tuple[float, float, float, float]] = {}
        self._beside: Beside | None = None
        self._trumps: list[float] = []

    def _read_play(self) -> None:
        view, ranks, possible = self.view, self.ranks, self.possible
        known = self._known
        for trick in view.tricks:
            self.points_won[trick.winner & 1] += trick.points
            self.tricks_won[trick.winner & 1] += 1
        for leader, cards in (
            *((trick.leader, trick.cards) for trick in view.tricks),
            (view.leader, view.trick),
        ):
            led = best = best_seat = -1
            seat = leader
            for card in cards:
                if led < 0:
                    led, best, best_seat = card, card, seat
                else:
                    if seat != view.seat:
                        partner_wins = not (seat ^ best_seat) & 1
                        possible[seat] &= ~_refuted(view.rules, ranks, known, led, best, card, partner_wins)
                    if ranks.beaters[best] >> card & 1:
                        best, best_seat = card, seat
                seat = seat + 1 & 3
            self.best, self.best_seat = best, best_seat
        for place in range(len(view.trick)):
            self.left[view.leader + place & 3] -= 1

    def _read_declarations(self) -> None:
        view = self.view
        for seat in range(4):
            if seat == view.seat:
                continue
            for each in view.shown[seat]:
                self.sure[seat] |= each.cards & self.unseen
        # Where a wrong call is fined it may be made, so it proves nothing there.
        if not view.rules.miscall_penalty:
            for seat, suit in view.pilotta:
                if seat != view.seat:
                    self.sure[seat] |= (1 << KING | 1 << QUEEN) << 8 * suit & self.unseen

    def _settle(self) -> None:
        """Draw the conclusions of counting: a full hand holds nothing else, a card with one place left lies there."""
        others = [seat for seat in range(4) if seat != self.me]
        for _ in range(3):
            changed = False
            for seat in others:
                if self.sure[seat].bit_count() == self.left[seat]:
                    only = self.sure[seat]
                elif self.possible[seat].bit_count() == self.left[seat]:
                    only = self.possible[seat]
                else:
                    only = -1
                if only >= 0 and (self.possible[seat] != only or self.sure[seat] != only):
                    self.possible[seat] = self.sure[seat] = only
                    changed = True
                for other in others:
                    if other != seat and self.possible[other] & self.sure[seat]:
                        self.possible[other] &= ~self.sure[seat]
                        changed = True
            a, b, c = (self.possible[seat] for seat in others)
            for seat, alone in zip(others, (a & ~(b | c), b & ~(a | c), c & ~(a | b)), strict=True):
                if alone & ~self.sure[seat]:
                    self.sure[seat] |= alone
                    changed = True
            if not changed:
                return

    # Questions

    def at(self, card: int) -> tuple[float, float, float, float]:
        """How likely each seat holds this unseen card."""
        found = self._shares.get(card)
        if found is None:
            weights = [0.0, 0.0, 0.0, 0.0]
            for seat in range(4):
                if self.sure[seat] >> card & 1:
                    weights = [float(each == seat) for each in range(4)]
                    break
                if self.possible[seat] >> card & 1:
                    free = self.left[seat] - self.sure[seat].bit_count()
                    weights[seat] = free * self.bias(seat, card)
            total = weights[0] + weights[1] + weights[2] + weights[3] or 1.0
            found = (weights[0] / total, weights[1] / total, weights[2] / total, weights[3] / total)
            self._shares[card] = found
        return found

    def bias(self, seat: int, card: int) -> float:
        """How much likelier than by chance a card lies with a seat: the auction tells of trumps, and partner's signals of aces
        and tens."""
        if self.ranks.trumps >> card & 1:
            if not self._trumps:
                self._trumps = [self._trump_bias(each) for each in range(4)]
            return self._trumps[seat]
        return self._signalled(card) if seat == self.partner else 1.0

    def _trump_bias(self, seat: int) -> float:
        if seat == self.contract.doubler:
            return DOUBLED_TRUMPS
        if seat == self.contract.declarer and self.contract.value:
            return NAMED_TRUMPS
        named = any(who == seat and call.strain == self.contract.strain for who, call in self.view.calls)
        return ANSWERED_TRUMPS if named else 1.0

    def _signalled(self, card: int) -> float:
        said, suit, rank = self.signals, card >> 3, rank_of(card)
        likely, unlikely = (said.wanted, said.unwanted) if rank == ACE else (said.ten_shown, said.ten_denied)
        if rank not in (ACE, TEN):
            return 1.0
        return SIGNALLED if likely >> suit & 1 else 1 / SIGNALLED if unlikely >> suit & 1 else 1.0

    def holds_any(self, seat: int, cards: int) -> float:
        """How likely a seat holds at least one of these cards."""
        none = 1.0
        for card in cards_in(cards & self.possible[seat]):
            none *= 1.0 - self.at(card)[seat]
        return 1.0 - none

    def void(self, seat: int, suit: int) -> float:
        """How likely a seat has no card of a suit."""
        return 1.0 - self.holds_any(seat, SUIT_MASKS[suit])

    def trumps_against(self) -> int:
        """The trumps that an opponent may hold."""
        a, b = self.opponents
        return (self.possible[a] | self.possible[b]) & self.ranks.trumps

    def is_master(self, card: int) -> bool:
        """Whether no card out against us beats it in its own suit."""
        a, b = self.opponents
        return not self.ranks.beaters[card] & (self.possible[a] | self.possible[b]) & SUIT_MASKS[card >> 3]

    def above(self, card: int) -> int:
        """The unseen cards of its suit that are stronger."""
        return self.ranks.beaters[card] & self.unseen & SUIT_MASKS[card >> 3]

    @property
    def beside(self) -> Beside:
        """What will count beside the cards, as far as this player knows."""
        # No `cached_property`: it opens the instance's dictionary, and every attribute is slower from then on.
        if self._beside is None:
            self._beside = beside_seen(self.view, self.contract)
        return self._beside

    @property
    def side(self) -> int:
        return side_of(self.me)

    @property
    def attacking(self) -> bool:
        """Whether our side has bought the contract. Without an auction nobody has: see :mod:`pilotta.bots.play.leading`."""
        return bool(self.contract.value) and self.contract.side == self.side
