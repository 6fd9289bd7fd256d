"""The par of a deal: what both sides would bid, and what it would come to, if all four hands lay open from the first call on.

A bid at any height may be left to stand, doubled where the rule set knows doubles, or outbid by the other side; each side does what
is best for its score. Bids go by whole tens, and capots are not called. Which side speaks first matters only where neither can
keep the other from a contract that is worth having.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pilotta.bots.sight.beside import Beside
from pilotta.bots.worth.auctions import beside_in
from pilotta.engine.position import Position, position
from pilotta.engine.score import Outcome, Stakes, account_of, best_score
from pilotta.engine.solver import takes_all, value
from pilotta.game.state import DealState
from pilotta.rules.auction import Contract, first_bidder, leader_of
from pilotta.rules.ranking import ranking
from pilotta.rules.ruleset import DEAL_POINTS, STRAINS, RuleSet
from pilotta.seats import EW, NS, FourHands, side_of

STEP = 10


@dataclass(frozen=True, slots=True)
class Par:
    """``difference`` is NS's score less EW's in tens; ``contract`` None where nobody would bid."""

    contract: Contract | None
    difference: float


class _Standing(NamedTuple):
    """What it comes to when this contract stands: NS's score less EW's."""

    difference: float
    contract: Contract | None


def par_of(rules: RuleSet, deal: DealState) -> Par:
    """The par of this deal. PositionError under rules by which a deal cannot be solved or scored."""
    table = _Table(rules, deal.dealt, leader_of(rules, deal.dealer))
    if rules.fixed_trump:
        strain = STRAINS.index(rules.fixed_trump)
        return table.exact(Contract(0, strain, leader_of(rules, deal.dealer)))
    contract = _bid_out(table, side_of(first_bidder(rules, deal.dealer))).contract
    return Par(None, 0.0) if contract is None else table.exact(contract)


def _bid_out(table: "_Table", first: int) -> _Standing:
    """The contract that stands in the end, found from the highest bid down."""
    # By side: the best that it can come to by bidding at this height or a higher one.
    above: list[_Standing | None] = [None, None]
    for height in reversed(table.heights):
        here = [_better(side, _reply(table, side, height, above[1 - side]), above[side]) for side in (NS, EW)]
        above = [here[NS], here[EW]]
    nobody = _Standing(0.0, None)
    second = 1 - first
    passed = _better(second, nobody, above[second])
    return _better(first, passed, above[first])


def _reply(table: "_Table", side: int, height: int, outbid: _Standing | None) -> _Standing:
    """What a bid of this side comes to, in the strain that is best for it, if the others answer as is best for them."""
    found: _Standing | None = None
    for strain in table.strains:
        stands = _better(1 - side, table.standing(side, height, strain), outbid)
        found = stands if found is None else _better(side, found, stands)
    assert found is not None
    return found


def _better(side: int, one: _Standing, other: _Standing | None) -> _Standing:
    """The better of two for this side; the first where they are as good, for people stop where nothing is to be gained."""
    if other is None:
        return one
    gain = other.difference - one.difference
    return other if (gain if side == NS else -gain) > 0 else one


class _Table:
    """What every contract of a deal comes to with all hands open."""

    def __init__(self, rules: RuleSet, hands: FourHands, leader: int) -> None:
        self.rules, self.hands, self.leader = rules, hands, leader
        self.strains = tuple(STRAINS.index(letter) for letter in rules.fixed_trump or rules.strains)
        self.heights = range(rules.lowest_bid, rules.highest_bid + 1, STEP)
        self.doubles = (1,) if rules.double == "none" else (1, 2)

    @cached_property
    def _positions(self) -> dict[int, Position]:
        return {strain: position(self.rules, strain, self.hands, self.leader) for strain in self.strains}

    @cached_property
    def _outcomes(self) -> dict[int, tuple[Outcome, ...]]:
        """By strain what play comes to; where the rule of 6 asks for the jack of trumps, for either side that may take it."""
        found = {}
        for strain, at in self._positions.items():
            points = value(at).ns
            capot = next(
                (
                    side
                    for side, all_ in ((NS, DEAL_POINTS), (EW, 0))
                    if points == all_ and takes_all(at, side)
                ),
                None,
            )
            asks = self.rules.sixes_up == "trump_jack" and points % 10 == 6
            found[strain] = tuple(Outcome(points, capot, jack) for jack in ((NS, EW) if asks else (None,)))
        return found

    @cached_property
    def _beside(self) -> dict[int, Beside]:
        return {strain: beside_in(self.rules, strain, self.leader, self.hands) for strain in self.strains}

    def standing(self, side: int, height: int, strain: int) -> _Standing:
        """What this side's contract comes to; the others double it where that is better for them."""
        declarer = self._declarer(side, strain)
        found: _Standing | None = None
        for multiplier in self.doubles:
            doubler = None if multiplier == 1 else declarer + 1 & 3
            contract = Contract(height, strain, declarer, multiplier, doubler=doubler)
            stands = _Standing(self._difference(contract), contract)
            found = stands if found is None else _better(1 - side, found, stands)
        assert found is not None
        return found

    def _declarer(self, side: int, strain: int) -> int:
        """The hand of the side with more trumps, then with more points in them."""
        ranks = ranking(self.rules, strain)

        def strength(seat: int) -> tuple[int, int]:
            trumps = self.hands[seat] & ranks.trumps
            return trumps.bit_count(), ranks.points_in(trumps)

        return max((side, side + 2), key=strength)

    def _difference(self, contract: Contract) -> float:
        beside = self._beside[contract.strain]
        stakes = Stakes(self.rules, contract, beside.declarations, beside.pilotta)
        outcomes = self._outcomes[contract.strain]
        scores = [account_of(stakes, outcome).score for outcome in outcomes]
        return sum(score.ns - score.ew for score in scores) / len(scores)

    def exact(self, contract: Contract) -> Par:
        """The same without a doubt about the jack of trumps, in tens."""
        beside = self._beside[contract.strain]
        found = best_score(self._positions[contract.strain], contract, beside.declarations, beside.pilotta)
        return Par(contract, found.difference / self.rules.unit)
