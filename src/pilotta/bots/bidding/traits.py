"""What a learned judge of calls looks at: a hand, the auction as the convention reads it, and one call, as whole numbers.

The names of the numbers, in order, stand in :data:`TRAITS`; ``data/calling.json`` was learned with exactly these.
"""

from functools import cached_property
from typing import Final

from pilotta.bots.bidding.calls import Turn
from pilotta.bots.bidding.convention import Convention
from pilotta.bots.bidding.doubling import tricks_against
from pilotta.bots.bidding.promises import Promise, base, promise
from pilotta.bots.bidding.valuation import (
    enough_to_tell,
    holds,
    keys,
    length,
    opening_steps,
    own_worth,
    points_to_tell,
    sure_tricks,
    worth_of,
)
from pilotta.cards import ACE, JACK, KING, NINE, QUEEN, TEN
from pilotta.rules.auction import DOUBLE, REDOUBLE, Call
from pilotta.rules.declarations import find_declarations
from pilotta.rules.ruleset import NO_TRUMP, STRAINS
from pilotta.seats import partner_of, side_of

KINDS: Final = ("pass", "double", "redouble", "bid")
DOUBLES: Final = ("none", "after_auction", "in_auction")
NOTHING: Final = -99
"""In place of what only a bid has."""
_HELD: Final = ("length", "jack", "nine", "ace", "ten", "court", "pilotta")
_BID: Final = ("kind", "value", "steps", "relation", "worth", "spare", "own")
"""What is looked at in the usual call as well; the rest in the weighed one alone."""
_TOLD: Final = ("keys", "opens", "over", "points", "answer", "repeat", "partner_told", "told", "plain")

TRAITS: Final = (
    *("made_adds_bid", "failed_adds_bid", "doubles", "score_doubles", "must_exceed", "pass_is_final", "plain"),
    *("calls", "bidder", "standing", "doubled", "passes", "leader", "can_bid", "can_double", "can_redouble"),
    *(f"{what}_{who}" for what in ("bids", "passed", "first", "points") for who in ("me", "next", "partner", "last")),
    *(f"standing_{name}" for name in (*_HELD, "keys", "worth", "sure", "against", "plain")),
    *(f"standing_told_{who}" for who in ("me", "next", "partner", "last")),
    *("aces", "tens", "declared", "best", "second", "longest", "voids", "singletons"),
    *(f"usual_{name}" for name in _BID),
    *(f"call_{name}" for name in (*_BID, *_HELD, *_TOLD)),
)  # fmt: skip


class Situation:
    """One seat at its turn. ``convention`` is that by which everybody's calls are read. ``gained`` keeps what
    :func:`~pilotta.bots.bidding.gains.gain` has found: (usual call, call) to tens."""

    def __init__(self, turn: Turn, convention: Convention) -> None:
        self.turn, self.convention = turn, convention
        self.heard = turn.point.heard(convention)
        self.strains = [STRAINS.index(letter) for letter in turn.rules.strains]
        self.declared = find_declarations(turn.rules, turn.hand)
        self.worths = {
            strain: worth_of(turn.rules, turn.hand, self.declared, strain, self.heard, turn.seat, convention)
            for strain in self.strains
        }
        self._start = base(turn.rules, convention)
        self._calls: dict[Call, tuple[int, ...]] = {}
        self.gained: dict[tuple[Call, Call], float] = {}

    def row(self, usual: Call, call: Call) -> tuple[int, ...]:
        """The numbers for this call, where ``usual`` is the convention's."""
        return (*self._about, *self.of(usual)[: len(_BID)], *self.of(call))

    def promise(self, call: Call) -> Promise:
        """What this bid would promise."""
        return promise(self.heard, self.turn.seat, call, self._start, self.convention)

    def of(self, call: Call) -> tuple[int, ...]:
        """The numbers of the call itself."""
        found = self._calls.get(call)
        if found is None:
            found = self._calls[call] = self._bid(call) if call.kind == "bid" else self._no_bid(call)
        return found

    def over_told(self, call: Call) -> int:
        """Keys or steps that this bid tells of and the hand has not (negative: that it leaves untold)."""
        said, hand, strain = self.promise(call), self.turn.hand, call.strain
        return said.steps - (
            keys(hand, strain) if said.answer else opening_steps(hand, strain, self.convention)
        )

    @cached_property
    def best_suits(self) -> list[int]:
        """The suits that points to declare are told in: the best by worth of those that are long enough."""
        hand = self.turn.hand
        enough = enough_to_tell(hand, self.strains, self.convention)
        long = [suit for suit in self.strains if suit < NO_TRUMP and length(hand, suit) >= enough]
        most = max((self.worths[suit] for suit in long), default=0)
        return [suit for suit in long if self.worths[suit] == most]

    @staticmethod
    def _no_bid(call: Call) -> tuple[int, ...]:
        return (KINDS.index(call.kind), *[NOTHING] * (len(_BID) + len(_HELD) + len(_TOLD) - 1))

    def _bid(self, call: Call) -> tuple[int, ...]:
        hand, seat, strain, heard = self.turn.hand, self.turn.seat, call.strain, self.heard
        said = self.promise(call)
        before = heard.standing.value if heard.standing else 0
        return (
            KINDS.index("bid"),
            call.value,
            call.value - max(before, self._start),
            self._relation(strain),
            self.worths[strain],
            self.worths[strain] - call.value,
            own_worth(hand, strain, self.convention),
            *_holding(hand, strain),
            keys(hand, strain),
            opening_steps(hand, strain, self.convention),
            self.over_told(call),
            said.points,
            said.answer,
            said.repeat,
            _told(heard.first(partner_of(seat), strain)),
            _told(heard.first(seat, strain)),
            strain >= NO_TRUMP,
        )

    def _relation(self, strain: int) -> int:
        """1 for the strain that stands, whoever bid it; else 2 for partner's, 3 for mine, 0 for one that neither has named."""
        heard, seat = self.heard, self.turn.seat
        if heard.standing is not None and heard.standing.strain == strain:
            return 1
        if heard.first(partner_of(seat), strain):
            return 2
        return 3 if heard.first(seat, strain) else 0

    @cached_property
    def _about(self) -> tuple[int, ...]:
        """All but the calls that are compared."""
        return (*self._rules(), *self._auction(), *self._standing(), *self._hand())

    def _rules(self) -> tuple[int, ...]:
        rules = self.turn.rules
        return (
            rules.made_adds_bid,
            rules.failed_adds_bid,
            DOUBLES.index(rules.double),
            rules.double_multiplies == "score",
            rules.must_exceed_opponents,
            rules.pass_is_final,
            sum(strain >= NO_TRUMP for strain in self.strains),
        )

    def _auction(self) -> tuple[int, ...]:
        turn, heard = self.turn, self.heard
        kinds = [call.kind for _, call in turn.calls]
        passes = next((at for at, kind in enumerate(reversed(kinds)) if kind != "pass"), len(kinds))
        around = [turn.seat + turned & 3 for turned in range(4)]
        made = [[call.kind for seat, call in turn.calls if seat == each] for each in around]
        # The leader is known from who called first only where the rules have both begin on the same side.
        first = turn.calls[0][0] if turn.calls else turn.seat
        leader = first if turn.rules.first_leader == turn.rules.first_bidder else first ^ 2
        return (
            len(turn.calls),
            heard.bidder - turn.seat & 3 if heard.standing else -1,
            heard.standing.value if heard.standing else 0,
            kinds.count("double") + kinds.count("redouble"),
            passes,
            leader - turn.seat & 3,
            turn.legal.lowest > 0,
            turn.legal.can_double,
            turn.legal.can_redouble,
            *(each.count("bid") for each in made),
            *(each.count("pass") for each in made),
            *(_told(heard.promises[seat][0] if heard.promises[seat] else None) for seat in around),
            *(heard.has_points(seat) for seat in around),
        )

    def _standing(self) -> tuple[int, ...]:
        turn, heard, standing = self.turn, self.heard, self.heard.standing
        if standing is None:
            return (*[NOTHING] * (len(_HELD) + 5), 0, 0, 0, 0)
        hand, strain = turn.hand, standing.strain
        theirs = side_of(heard.bidder) != side_of(turn.seat)
        return (
            *_holding(hand, strain),
            keys(hand, strain),
            self.worths[strain],
            sure_tricks(hand, strain),
            tricks_against(hand, standing, heard, turn.seat, self.convention) if theirs else NOTHING,
            strain >= NO_TRUMP,
            *(_told(heard.first(turn.seat + turned & 3, strain)) for turned in range(4)),
        )

    def _hand(self) -> tuple[int, ...]:
        hand = self.turn.hand
        best = sorted(self.worths.values(), reverse=True)
        lengths = [length(hand, suit) for suit in range(4)]
        return (
            sum(holds(hand, suit, ACE) for suit in range(4)),
            sum(holds(hand, suit, TEN) for suit in range(4)),
            sum(each.points for each in self.declared),
            best[0],
            best[1] if len(best) > 1 else NOTHING,
            max(lengths),
            lengths.count(0),
            lengths.count(1),
        )


def keeps_word(situation: Situation, call: Call) -> bool:
    """Whether this call tells partner nothing by the convention that the hand has not: so many keys or steps, points to declare,
    tricks against the bid that is doubled."""
    turn, heard, c = situation.turn, situation.heard, situation.convention
    if call.kind != "bid":
        standing = heard.standing
        if call == DOUBLE and standing is not None:
            return tricks_against(turn.hand, standing, heard, turn.seat, c) >= c.double_tricks
        if call == REDOUBLE and standing is not None:
            return situation.worths[standing.strain] >= standing.value + c.redouble_margin
        return True
    said = situation.promise(call)
    if said.repeat:
        return True
    over = situation.over_told(call)
    if said.points:
        held = points_to_tell(situation.declared, c)
        return bool(held) and (over <= 0 if said.answer else call.strain in situation.best_suits)
    if said.answer and over == 1:
        # One step over the opponents is support, with or without a key.
        return said.steps == 1 and side_of(heard.bidder) != side_of(turn.seat)
    return over <= 0


def _holding(hand: int, strain: int) -> tuple[int, ...]:
    """A suit's cards by :data:`_HELD`; nothing of a strain that is no suit."""
    if strain >= NO_TRUMP:
        return (0,) * len(_HELD)
    jack, nine, ace, ten, king, queen = (
        holds(hand, strain, rank) for rank in (JACK, NINE, ACE, TEN, KING, QUEEN)
    )
    return (length(hand, strain), jack, nine, ace, ten, king + queen, king and queen)


def _told(said: Promise | None) -> int:
    """A promise as one number, greater for more; 0 for none."""
    return 0 if said is None else min(said.steps, 4) + 10 * said.answer + 20 * said.points
