"""Calling by the convention: openings, answers, competing, and when to stop."""

from typing import NamedTuple

from pilotta.bots.bidding.convention import Convention
from pilotta.bots.bidding.doubling import double, redouble
from pilotta.bots.bidding.promises import Heard, base, listen
from pilotta.bots.bidding.valuation import (
    enough_to_tell,
    keys,
    length,
    opening_steps,
    points_to_tell,
    sure_tricks,
    worth_of,
)
from pilotta.bots.bot import Reason
from pilotta.game.view import PlayerView
from pilotta.rules.auction import PASS, Auction, Call, LegalCalls, capot_bid, legal_calls
from pilotta.rules.declarations import find_declarations
from pilotta.rules.ruleset import ALL_TRUMP, DEAL_POINTS, NO_TRUMP, STRAINS, RuleSet
from pilotta.seats import partner_of, side_of

OPENINGS = ("bid.opening_single", "bid.opening_double", "bid.opening_triple", "bid.opening_points")
BETTER = 30
"""By so much our own contract has to be worth more than their bid, to bid it rather than double."""
OVERCALLS = ("bid.over_single", "bid.over_double", "bid.over_triple", "bid.over_points")
MOST_KEYS = 4
"""More keys than these an answer does not tell of."""


class Point:
    """A point of an auction where ``seat`` is to call, as the whole table sees it: what it heard is worked out once for each
    convention, whichever hands are thought of."""

    __slots__ = ("_heard", "calls", "legal", "rules", "seat")

    def __init__(
        self, rules: RuleSet, seat: int, calls: tuple[tuple[int, Call], ...], legal: LegalCalls
    ) -> None:
        self.rules, self.seat, self.calls, self.legal = rules, seat, calls, legal
        self._heard: list[tuple[Convention, Heard]] = []

    @classmethod
    def of(cls, rules: RuleSet, auction: Auction) -> "Point":
        """Where this auction stands. It must not be over."""
        return cls(rules, auction.turn, auction.calls, legal_calls(rules, auction))

    def heard(self, convention: Convention) -> Heard:
        """The auction so far, read by this convention."""
        for known, heard in self._heard:
            if known is convention:
                return heard
        self._heard.append((convention, listen(self.rules, self.calls, convention)))
        return self._heard[-1][1]


class Turn(NamedTuple):
    """What a player calls by: where the auction stands, and his hand (8 cards)."""

    point: Point
    hand: int

    @classmethod
    def seen(cls, view: PlayerView) -> "Turn":
        """The turn of the player of this view."""
        return cls(Point(view.rules, view.seat, view.calls, view.legal.calls), view.hand)

    @classmethod
    def thought(cls, rules: RuleSet, auction: Auction, hand: int) -> "Turn":
        """The turn of the seat that is to call in this auction, if this were its hand."""
        return cls(Point.of(rules, auction), hand)

    @property
    def rules(self) -> RuleSet:
        return self.point.rules

    @property
    def seat(self) -> int:
        return self.point.seat

    @property
    def calls(self) -> tuple[tuple[int, Call], ...]:
        return self.point.calls

    @property
    def legal(self) -> LegalCalls:
        return self.point.legal


def call(turn: Turn, convention: Convention) -> tuple[Call, Reason]:
    """What the convention calls here, and why."""
    heard = turn.point.heard(convention)
    legal = turn.legal
    if legal.can_redouble:
        return redouble(turn.rules, turn.hand, turn.seat, heard, convention)
    bidder = _Bidder(turn, heard, convention)
    standing = heard.standing
    if (
        standing is not None
        and standing.value
        and side_of(heard.bidder) != side_of(turn.seat)
        and legal.can_double
    ):
        doubled = double(turn.hand, turn.seat, heard, convention)
        if doubled is not None and not (legal.lowest and bidder.has_better(standing)):
            return doubled
    if not legal.lowest and not legal.can_capot:
        return PASS, Reason("bid.no_double" if legal.can_double else "bid.no_room")
    if standing is None:
        return bidder.open()
    if side_of(heard.bidder) == side_of(turn.seat):
        return bidder.answer(standing)
    return bidder.compete(standing)


class _Bidder:
    """One seat's choice at one point of an auction."""

    def __init__(self, turn: Turn, heard: Heard, convention: Convention) -> None:
        self.heard, self.c = heard, convention
        self.rules, self.hand, self.seat, self.legal = turn.rules, turn.hand, turn.seat, turn.legal
        self.partner = partner_of(turn.seat)
        self.strains = [STRAINS.index(letter) for letter in turn.rules.strains]
        self.declared = find_declarations(turn.rules, turn.hand)
        self.points = points_to_tell(self.declared, convention)
        self.enough = enough_to_tell(turn.hand, self.strains, convention)
        # Where a made bid scores nothing by itself, height is risk alone.
        self.dear = 0 if turn.rules.made_adds_bid else convention.no_bonus_margin
        self._worths: dict[int, int] = {}

    def worth(self, strain: int) -> int:
        found = self._worths.get(strain)
        if found is None:
            found = self._worths[strain] = worth_of(
                self.rules, self.hand, self.declared, strain, self.heard, self.seat, self.c
            )
        return found

    def steps(self, strain: int) -> int:
        """The steps that a first bid in this strain takes, 0 where the convention has none."""
        if self.points and strain < NO_TRUMP and length(self.hand, strain) >= self.enough:
            return self.c.points_steps
        return opening_steps(self.hand, strain, self.c)

    def bid(self, wanted: int, most: int, strain: int) -> Call | None:
        """The legal bid nearest to ``wanted`` that is at most ``most``; None where even the lowest is more.

        Bids go by whole tens even where the rule set would allow less: a step is the language.
        """
        legal = self.legal
        if not legal.lowest or STRAINS[strain] not in legal.strains:
            return None
        lowest = -(-legal.lowest // 10) * 10 if legal.highest >= legal.lowest + 10 else legal.lowest
        value = max(lowest, min(wanted, most // 10 * 10, legal.highest))
        value -= (value - legal.lowest) % legal.step
        needed = value
        if self.rules.must_exceed_opponents:
            needed = max(needed, DEAL_POINTS // 2 + 1)
        return Call("bid", value, strain) if needed <= most else None

    def open(self) -> tuple[Call, Reason]:
        """The first bid of the auction."""
        best, steps, call = self._own_suit(self.c.open_margin + self.dear, base(self.rules, self.c))
        if call is None:
            values = [self.worth(strain) for strain in self.strains if self.steps(strain)]
            if values:
                return PASS, Reason("bid.too_high", {"worth": str(max(values))})
            return PASS, Reason("bid.nothing")
        if sure_tricks(self.hand, best) >= 8 and self.legal.can_capot:
            return capot_bid(best), Reason("bid.capot", {"suit": STRAINS[best]})
        return call, self._opening(OPENINGS, call, best, steps)

    def _own_suit(self, margin: int, start: int, but: int = -1) -> tuple[int, int, Call | None]:
        """The strain of one's own to open or overcall with: the strain, its steps and the bid."""
        found: tuple[int, int, Call | None] = (-1, 0, None)
        best = -1
        for strain in self.strains:
            steps = self.steps(strain)
            if not steps or strain == but:
                continue
            value = self.worth(strain)
            call = self.bid(start + 10 * steps, value - margin, strain)
            if call is not None and value > best:
                best, found = value, (strain, steps, call)
        return found

    def answer(self, standing: Call) -> tuple[Call, Reason]:
        """Our side's bid stands."""
        strain, value = standing.strain, standing.value
        mine = self.worth(strain)
        said = self.heard.first(self.partner, strain)
        told = self.heard.first(self.seat, strain)
        if said is not None and not said.answer and told is None and self.heard.bidder == self.partner:
            count = keys(self.hand, strain)
            steps = self._answering(strain, count)
            if steps:
                call = self.bid(value + 10 * steps, mine - self.c.answer_margin - self.dear, strain)
                if call is not None:
                    return call, self._answer("bid.answer", call, strain, count)
            better = self._better_suit(standing, mine)
            if better is not None:
                return better
            return PASS, Reason(
                "bid.too_high" if steps else "bid.no_keys", {"worth": str(mine)} if steps else {}
            )
        call = self.bid(mine - self.c.stretch_margin, mine - self.c.stretch_margin - self.dear, strain)
        if call is not None and call.value > value:
            return call, Reason("bid.more", {**self._params(call, strain), "worth": str(mine)})
        return PASS, Reason("bid.enough", {"worth": str(mine), "value": str(value)})

    def _better_suit(self, standing: Call, with_partner: int) -> tuple[Call, Reason] | None:
        """A suit of one's own that is clearly better than partner's."""
        strain, steps, call = self._own_suit(
            self.c.answer_margin + 10 + self.dear, standing.value, standing.strain
        )
        if call is None or self.worth(strain) < with_partner + 20:
            return None
        return call, Reason("bid.own_suit", {**self._params(call, strain), "steps": str(steps)})

    def _answering(self, strain: int, count: int) -> int:
        """The steps of an answer to partner's strain with so many keys."""
        told = min(count, MOST_KEYS)
        return told + self.c.points_answer if self.points and strain < NO_TRUMP else told

    def compete(self, standing: Call) -> tuple[Call, Reason]:
        """The opponents' bid stands."""
        best: tuple[int, Call, Reason] | None = None
        top = -1
        ours = self._not_theirs()
        for strain in ours:
            value = self.worth(strain)
            candidate = self._over(standing, strain, value)
            if candidate is not None and value > top:
                top, best = value, (value, *candidate)
        if best is not None:
            return best[1], best[2]
        if not ours:
            return PASS, Reason("bid.their_suit")
        value, strain = max((self.worth(strain), strain) for strain in ours)
        if self.bid(0, self._most(value), strain) is None:
            return PASS, Reason("bid.too_high", {"worth": str(value)})
        return PASS, Reason("bid.no_promise", {"suit": STRAINS[strain], "worth": str(value)})

    def _not_theirs(self) -> list[int]:
        """All strains but those that the opponents named: with so much of their suit we rather defend."""
        theirs = 1 - side_of(self.seat)
        return [strain for strain in self.strains if (theirs, strain) not in self.heard.named]

    def _over(self, standing: Call, strain: int, value: int) -> tuple[Call, Reason] | None:
        """A bid in this strain over the opponents': a first one tells as many steps as ever, a repeated one tells nothing
        new and goes only as far as the hands are worth."""
        most = self._most(value)
        said = self.heard.first(self.partner, strain)
        told = self.heard.first(self.seat, strain)
        if told is not None or (said is not None and said.answer):
            call = self.bid(0, most, strain)
            return (call, self._outbid(call, strain, value)) if call else None
        if said is not None:
            count = keys(self.hand, strain)
            steps = self._answering(strain, count)
            call = self.bid(standing.value + 10 * max(1, steps), most, strain)
            if call is None:
                return None
            if not steps:
                return call, self._outbid(call, strain, value)
            return call, self._answer("bid.answer_over", call, strain, count)
        steps = self.steps(strain)
        if not steps:
            return None
        call = self.bid(max(standing.value, base(self.rules, self.c)) + 10 * steps, most, strain)
        return (call, self._opening(OVERCALLS, call, strain, steps)) if call else None

    def _most(self, value: int) -> int:
        """How high to go against opponents who bid: light at first, the more careful the higher it gets."""
        low = value - self.c.compete_margin - self.dear
        over = low - self.c.opening_base
        return low if over <= 0 else self.c.opening_base + over * 10 // (10 + self.c.compete_slope)

    def has_better(self, standing: Call) -> bool:
        """Whether our own contract promises more than doubling theirs."""
        for strain in self._not_theirs():
            bid_it = self.heard.first(self.seat, strain) or self.heard.first(self.partner, strain)
            if not bid_it and not self.steps(strain):
                continue
            if self.worth(strain) - self.c.compete_margin >= standing.value + BETTER:
                return True
        return False

    def _opening(self, codes: tuple[str, ...], call: Call, strain: int, steps: int) -> Reason:
        if strain >= NO_TRUMP:
            return self._answer("", call, strain, keys(self.hand, strain))
        if self.points:
            return Reason(codes[3], {**self._params(call, strain), "points": str(self.points)})
        return Reason(codes[steps - 1], self._params(call, strain))

    def _answer(self, code: str, call: Call, strain: int, count: int) -> Reason:
        # Without a trump suit an opening and an answer say the same kind of thing: so many of the top cards.
        code = {NO_TRUMP: "bid.no_trump", ALL_TRUMP: "bid.all_trump"}.get(strain, code)
        params = {**self._params(call, strain), "keys": str(count)}
        if self.points and strain < NO_TRUMP:
            return Reason(f"{code}_points", {**params, "points": str(self.points)})
        return Reason(code, params)

    def _outbid(self, call: Call, strain: int, value: int) -> Reason:
        return Reason("bid.outbid", {**self._params(call, strain), "worth": str(value)})

    def _params(self, call: Call, strain: int) -> dict[str, str]:
        return {"call": call.text, "suit": STRAINS[strain]}
