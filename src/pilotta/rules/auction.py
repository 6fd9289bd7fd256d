"""The auction: calls, who may call what, and how it ends. Pure functions over :class:`Auction` values."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal, NamedTuple

from pilotta.cards import shown
from pilotta.rules.errors import Breach
from pilotta.rules.ruleset import CAPOT_VALUE, STRAINS, RuleSet
from pilotta.seats import SEATS, left_of, partner_of, right_of, side_of
from pilotta.strict import whole

_STRAIN_INPUT: Final = {
    letter: i for i, letters in enumerate(("Ss♠♤", "Hh♥♡", "Dd♦♢", "Cc♣♧", "Nn", "Aa")) for letter in letters
}


@dataclass(frozen=True, slots=True)
class Call:
    """One call. A bid has a ``value`` in points and a ``strain`` (0–5); ``capot`` marks a call of capot, worth 250."""

    kind: Literal["pass", "bid", "double", "redouble"]
    value: int = 0
    strain: int = -1
    capot: bool = False

    @property
    def text(self) -> str:
        """``100H``, ``CAPH``, ``P``, ``X``, ``XX``."""
        if self.kind == "bid":
            return f"{'CAP' if self.capot else self.value}{STRAINS[self.strain]}"
        return {"pass": "P", "double": "X", "redouble": "XX"}[self.kind]


PASS: Final = Call("pass")
DOUBLE: Final = Call("double")
REDOUBLE: Final = Call("redouble")


def bid(value: int, strain: int) -> Call:
    return Call("bid", value, strain)


def capot_bid(strain: int) -> Call:
    return Call("bid", CAPOT_VALUE, strain, True)


def parse_strain(text: str) -> int:
    """Read a strain: a suit's letter or symbol, ``N`` or ``A``. ValueError names the text when it is none."""
    strain = _STRAIN_INPUT.get(text)
    if strain is None:
        raise ValueError(f"{shown(text)} is not a strain (S, H, D, C, N no trump or A all trump)")
    return strain


def parse_call(text: str) -> Call:
    """Read a call (``100H``, ``90♦``, ``CAPS``, ``P``, ``X``, ``XX``). ValueError names the text when it is none."""
    word = text.upper()
    if word in ("P", "X", "XX"):
        return {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}[word]
    strain = _STRAIN_INPUT.get(text[-1:])
    if strain is not None:
        if word[:-1] == "CAP":
            return capot_bid(strain)
        digits = text[:-1]
        value = whole(digits) if len(digits) <= 9 else None
        if value is not None and str(value) == digits and value >= 0:
            return Call("bid", value, strain)
    raise ValueError(f"{shown(text)} is not a call (such as 100H, P, X or XX)")


@dataclass(frozen=True, slots=True)
class Contract:
    """What was agreed: ``value`` in points (0 where a deal is played without an auction), ``strain`` 0–5,
    ``multiplier`` 1, 2 or 4, ``doubler`` the seat that doubled."""

    value: int
    strain: int
    declarer: int
    multiplier: int = 1
    capot: bool = False
    doubler: int | None = None

    @property
    def side(self) -> int:
        return side_of(self.declarer)

    @property
    def text(self) -> str:
        """The bid in notation: ``80H``."""
        return f"{'CAP' if self.capot else self.value}{STRAINS[self.strain]}"


class Stage(Enum):
    BIDDING = "bidding"
    DOUBLING = "doubling"
    REDOUBLING = "redoubling"
    OVER = "over"


# Reading a member off its enum is slow in CPython 3.11, and the auction asks for the stage several times a call.
_BIDDING: Final = Stage.BIDDING
_DOUBLING: Final = Stage.DOUBLING
_REDOUBLING: Final = Stage.REDOUBLING
_OVER: Final = Stage.OVER


class Auction(NamedTuple):
    """An auction as far as it has gone. ``turn`` is the seat to call; ``asked`` counts the passes that end the stage."""

    turn: int
    stage: Stage = _BIDDING
    calls: tuple[tuple[int, Call], ...] = ()
    best: Call | None = None
    bidder: int = -1
    asked: int = 0
    out: int = 0
    doubler: int | None = None
    multiplier: int = 1

    @property
    def contract(self) -> Contract | None:
        """The contract when the auction is over and somebody bid."""
        if self.stage is not _OVER or self.best is None:
            return None
        best = self.best
        return Contract(best.value, best.strain, self.bidder, self.multiplier, best.capot, self.doubler)


class LegalCalls(NamedTuple):
    """All legal calls in short: bids are every multiple of ``step`` from ``lowest`` to ``highest`` in every one of
    ``strains`` (``lowest`` 0: no bid is possible)."""

    can_pass: bool
    lowest: int
    highest: int
    step: int
    strains: str
    can_capot: bool
    can_double: bool
    can_redouble: bool

    def each(self) -> Iterator[Call]:
        """Every legal call, pass first, bids from the lowest up."""
        if self.can_pass:
            yield PASS
        if self.lowest:
            for value in range(self.lowest, self.highest + 1, self.step):
                for letter in self.strains:
                    yield Call("bid", value, STRAINS.index(letter))
        if self.can_capot:
            for letter in self.strains:
                yield capot_bid(STRAINS.index(letter))
        if self.can_double:
            yield DOUBLE
        if self.can_redouble:
            yield REDOUBLE


NO_CALLS: Final = LegalCalls(False, 0, 0, 10, "", False, False, False)


def first_bidder(rules: RuleSet, dealer: int) -> int:
    """The seat that calls first."""
    return right_of(dealer) if rules.first_bidder == "right" else left_of(dealer)


def leader_of(rules: RuleSet, dealer: int) -> int:
    """The seat that leads the first trick."""
    return right_of(dealer) if rules.first_leader == "right" else left_of(dealer)


def open_auction(rules: RuleSet, dealer: int) -> Auction:
    return Auction(first_bidder(rules, dealer))


def lowest_bid(rules: RuleSet, auction: Auction) -> int:
    """The lowest legal bid in points, or 0 where none is left."""
    if auction.best is None:
        return rules.lowest_bid
    lowest = (auction.best.value // rules.bid_step + 1) * rules.bid_step
    return lowest if lowest <= rules.highest_bid else 0


def legal_calls(rules: RuleSet, auction: Auction) -> LegalCalls:
    """What the seat whose turn it is may call."""
    if auction.stage is _OVER:
        return NO_CALLS
    can_bid = auction.stage is _BIDDING
    return LegalCalls(
        True,
        lowest_bid(rules, auction) if can_bid else 0,
        rules.highest_bid,
        rules.bid_step,
        rules.strains,
        can_bid and rules.capot_call and (auction.best is None or auction.best.value < CAPOT_VALUE),
        _can_double(rules, auction),
        auction.stage is _REDOUBLING,
    )


def _can_double(rules: RuleSet, auction: Auction) -> bool:
    if auction.stage is _DOUBLING:
        return True
    return (
        rules.double == "in_auction"
        and auction.stage is _BIDDING
        and auction.best is not None
        and side_of(auction.turn) != side_of(auction.bidder)
    )


def call_breach(rules: RuleSet, auction: Auction, call: Call) -> Breach | None:
    """Why the seat whose turn it is may not make this call, or None where it may."""
    if auction.stage is _OVER:
        return Breach("call.auction_over", {"call": call.text})
    seat = SEATS[auction.turn]
    if call.kind == "pass":
        return None
    if call.kind == "double":
        return None if _can_double(rules, auction) else Breach("call.cannot_double", {"seat": seat})
    if call.kind == "redouble":
        return None if auction.stage is _REDOUBLING else Breach("call.cannot_redouble", {"seat": seat})
    if auction.stage is not _BIDDING:
        return Breach("call.bidding_closed", {"call": call.text})
    if not 0 <= call.strain < 6 or STRAINS[call.strain] not in rules.strains:
        strain = STRAINS[call.strain] if 0 <= call.strain < 6 else str(call.strain)
        return Breach("call.strain", {"strain": strain, "strains": rules.strains})
    if call.capot and (not rules.capot_call or call.value != CAPOT_VALUE):
        return Breach("call.not_a_call", {"call": call.text})
    if call.value > rules.highest_bid:
        return Breach("call.too_high", {"call": call.text, "highest": str(rules.highest_bid)})
    if call.value % rules.bid_step and not call.capot:
        return Breach("call.step", {"call": call.text, "step": str(rules.bid_step)})
    lowest = lowest_bid(rules, auction)
    if call.capot:
        too_low = auction.best is not None and auction.best.value >= CAPOT_VALUE
    else:
        too_low = not lowest or call.value < lowest
    if too_low:
        left = {"lowest": str(lowest)} if lowest else {}
        return Breach("call.too_low", {"call": call.text, **left})
    return None


def make_call(rules: RuleSet, auction: Auction, call: Call) -> Auction:
    """The auction after a legal call of the seat whose turn it is (see :func:`call_breach`)."""
    seat = auction.turn
    calls = (*auction.calls, (seat, call))
    if call.kind == "bid":
        return _next_bidder(rules, auction._replace(calls=calls, best=call, bidder=seat, asked=0))
    if call.kind == "double":
        doubled = auction._replace(calls=calls, doubler=seat, multiplier=2, asked=0)
        if not rules.redouble:
            return doubled._replace(stage=_OVER)
        return doubled._replace(stage=_REDOUBLING, turn=right_of(seat))
    if call.kind == "redouble":
        return auction._replace(calls=calls, multiplier=4, stage=_OVER)
    asked, stage, best = auction.asked + 1, auction.stage, auction.best
    closes = stage is _BIDDING and asked == (4 if best is None else rules.closing_passes)
    if stage is _BIDDING and not closes and not rules.pass_is_final:
        # By far the most frequent case, written out because `_replace` takes four times as long.
        return Auction(seat + 1 & 3, stage, calls, best, auction.bidder, asked)
    passed = auction._replace(calls=calls, asked=asked)
    if stage is not _BIDDING:
        # Each of the two is asked once: the right neighbour of the one who spoke last, then his partner.
        if asked == 2:
            return passed._replace(stage=_OVER)
        return passed._replace(turn=partner_of(seat))
    if rules.pass_is_final:
        passed = passed._replace(out=passed.out | 1 << seat)
    if closes:
        return _close(rules, passed)
    return _next_bidder(rules, passed)


def _next_bidder(rules: RuleSet, auction: Auction) -> Auction:
    """Hand the turn to the next seat that is still in the auction; where only the last bidder is, close it."""
    if auction.best is not None and auction.out | 1 << auction.bidder == 15:
        return _close(rules, auction)
    seat = right_of(auction.turn)
    while auction.out >> seat & 1:
        seat = right_of(seat)
    return auction._replace(turn=seat)


def _close(rules: RuleSet, auction: Auction) -> Auction:
    if auction.best is not None and rules.double == "after_auction":
        return auction._replace(stage=_DOUBLING, turn=right_of(auction.bidder), asked=0)
    return auction._replace(stage=_OVER)
