"""Auctions in thought: how one that has begun would go on if the hands were these, and what its contract would come to."""

from collections.abc import Iterable, Sequence
from typing import Final

from pilotta.arithmetic import add
from pilotta.bots.bidding.calls import Point, Turn, call
from pilotta.bots.bidding.convention import Convention
from pilotta.bots.sight.beside import Beside
from pilotta.bots.worth.payoff import Payoffs, payoffs_under
from pilotta.cards import KING, QUEEN
from pilotta.engine.many import values_of_deals
from pilotta.rules.auction import Auction, Call, Contract, Stage, leader_of, make_call, open_auction
from pilotta.rules.declarations import find_declarations, winning_side
from pilotta.rules.ruleset import ALL_TRUMP, DEAL_POINTS, NO_TRUMP, RuleSet
from pilotta.seats import BySide, FourHands, side_of


class Going:
    """An auction in thought, and how it may go on: what each call leads to is worked out once, whichever hands are thought of."""

    __slots__ = ("_after", "_point", "auction", "rules")

    def __init__(self, rules: RuleSet, auction: Auction) -> None:
        self.rules, self.auction = rules, auction
        self._after: dict[Call, Going] = {}
        self._point: Point | None = None

    def after(self, made: Call) -> "Going":
        """As it goes on after this call."""
        found = self._after.get(made)
        if found is None:
            found = self._after[made] = Going(self.rules, make_call(self.rules, self.auction, made))
        return found

    def called(self, hands: FourHands, convention: Convention) -> Call:
        """What the seat whose turn it is calls by the convention, if these are the hands."""
        if self._point is None:
            self._point = Point.of(self.rules, self.auction)
        return call(Turn(self._point, hands[self.auction.turn]), convention)[0]

    def finished(self, hands: FourHands, convention: Convention) -> Contract | None:
        """The contract, if all go on calling by the convention; None where all pass."""
        at = self
        while at.auction.stage is not Stage.OVER:
            at = at.after(at.called(hands, convention))
        return at.auction.contract


def goings_of(rules: RuleSet, dealer: int, calls: Iterable[tuple[int, Call]]) -> list[Going]:
    """The auction before each of these calls, and after the last."""
    goings = [Going(rules, open_auction(rules, dealer))]
    for _, made in calls:
        goings.append(goings[-1].after(made))
    return goings


class Valued:
    """What contracts come to in thought-out deals: card points as all four hands laid open would bring them, and the declarations
    and pilottas that are held. Every contract is solved once for each deal."""

    def __init__(
        self,
        rules: RuleSet,
        dealer: int,
        totals: BySide[int],
        deals: Sequence[FourHands],
        drawn: int | None = None,
    ) -> None:
        """``drawn``: the side whose hands are known from its calls alone; None where all four are known."""
        self._rules, self._totals, self._deals, self._drawn = rules, totals, deals, drawn
        self._leader = leader_of(rules, dealer)
        self._points: dict[tuple[int, int], int] = {}
        self._beside: dict[tuple[int, int], Beside] = {}
        self._worth: dict[tuple[Contract, Beside, int, BySide[int] | None], float] = {}

    def scores(self, asked: Sequence[tuple[int, Contract | None]]) -> list[float]:
        """For each (number of the deal, contract): what NS's score less EW's is worth at this stand of the match; 0 where all
        passed."""
        return self._all(asked, self._totals)

    def tens(self, asked: Sequence[tuple[int, Contract | None]]) -> list[float]:
        """The same, in tens of the deal itself."""
        return self._all(asked, None)

    def _all(self, asked: Sequence[tuple[int, Contract | None]], totals: BySide[int] | None) -> list[float]:
        self._solve({(deal, contract.strain) for deal, contract in asked if contract is not None})
        return [0.0 if contract is None else self._score(deal, contract, totals) for deal, contract in asked]

    def _score(self, deal: int, contract: Contract, totals: BySide[int] | None) -> float:
        beside, points = self._beside_of(deal, contract.strain), self._points[deal, contract.strain]
        key = (contract, beside, points, totals)
        found = self._worth.get(key)
        if found is None:
            table = payoffs_under(self._rules, contract, beside.declarations, beside.pilotta, totals)
            more = UNDRAWN if contract.side == self._drawn else 0
            found = self._worth[key] = _expected(table, contract, points, more)
        return found

    def _solve(self, wanted: set[tuple[int, int]]) -> None:
        missing = sorted(wanted - self._points.keys())
        asked = [(strain, self._deals[deal]) for deal, strain in missing]
        self._points.update(zip(missing, values_of_deals(self._rules, asked, self._leader), strict=True))

    def _beside_of(self, deal: int, strain: int) -> Beside:
        found = self._beside.get((deal, strain))
        if found is None:
            found = self._beside[deal, strain] = beside_in(
                self._rules, strain, self._leader, self._deals[deal]
            )
        return found


ERRORS: Final = (-33, -21, -12, -6, -1, 0, 3, 9, 16)
"""Points by which a declarer's side misses, or beats, the value of its cards with all hands open: the deciles of what ``cafe`` takes."""
UNDRAWN: Final = 5
"""Points that opponents who bid hold to declare beyond what thought-out deals give them."""


def _expected(table: Payoffs, contract: Contract, points: int, more: int) -> float:
    """What so many points to NS with all hands open are worth, given that nobody plays like that; ``more`` points for the declarer."""
    sign = -1 if contract.side else 1
    missed = (max(0, min(DEAL_POINTS, points + sign * (error + more))) for error in ERRORS)
    return add(map(table.worth, missed)) / len(ERRORS)


def beside_in(rules: RuleSet, strain: int, leader: int, hands: FourHands) -> Beside:
    """What these whole hands declare, as far as it counts, and call, where everybody says what he holds."""
    held = [find_declarations(rules, hand) for hand in hands]
    counts = winning_side(rules, strain, leader, held)
    declared, called = [0, 0], [0, 0]
    for seat, hand in enumerate(hands):
        if side_of(seat) == counts:
            declared[counts] += sum(each.points for each in held[seat])
        if strain != NO_TRUMP:
            for suit in range(4) if strain == ALL_TRUMP else (strain,):
                pair = (1 << KING | 1 << QUEEN) << 8 * suit
                called[side_of(seat)] += rules.pilotta_points * (hand & pair == pair)
    return Beside(BySide(*declared), BySide(*called))
