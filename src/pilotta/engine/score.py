"""The best deal score under a contract: what is worth playing for, where a point below the contract's step is worth nothing.

The difference of both sides' scores depends on the play through three things only: NS's card points, whether a side took all
tricks, and (where the rule of 6 asks for it) who took the jack of trumps. It never falls when these rise in the order

    all tricks to EW < 0 points < 1 < ... < 162 < all tricks to NS        (at 6, 16, 26 ...: jack to EW < jack to NS)

so best play for that order is best play for the difference, and it is found by the value in points and, where this leaves two
outcomes that differ, one more question. House rules are free: that the difference never falls is checked for each contract.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pilotta.cards import JACK, shown
from pilotta.engine.batch import NotFinished
from pilotta.engine.door import DONE, REACHES
from pilotta.engine.position import Position, PositionError, check_position, whole
from pilotta.engine.rows import Rows, game_bytes
from pilotta.engine.solver import moves, takes_all, value
from pilotta.rules.auction import Auction, Call, Contract, call_breach
from pilotta.rules.ruleset import DEAL_POINTS, STRAINS, RuleSet
from pilotta.rules.scoring import ALL_TRICKS, ZERO, DealScore, Tally, score_deal
from pilotta.seats import EW, NS, SEATS, SIDES, BySide


@dataclass(frozen=True, slots=True)
class BestScore:
    """What a deal scores under best play for the score: ``cards`` are both sides' card points then, ``account`` the sheet.

    Several results of the play can score the same; ``cards`` is the one that best play for points comes to.
    """

    cards: BySide[int]
    account: DealScore

    @property
    def score(self) -> BySide[int]:
        """What each side writes, in the rule set's unit."""
        return self.account.score

    @property
    def difference(self) -> int:
        """NS's score less EW's."""
        return self.score.ns - self.score.ew

    @property
    def made(self) -> bool | None:
        """Whether the contract is made; None in a deal without an auction."""
        return self.account.made

    @property
    def capot(self) -> int | None:
        """The side that takes all tricks, or None."""
        return self.account.capot


def best_score(
    position: Position,
    contract: Contract,
    declarations: BySide[int] = ZERO,
    pilotta: BySide[int] = ZERO,
    *,
    node_limit: int = 0,
    seconds: float = 0.0,
) -> BestScore:
    """The score of the deal when both sides play for the difference of scores.

    ``declarations`` and ``pilotta`` are the raw points that will count for each side, as in :class:`Tally`; that a reverse
    capot may win the match is not weighed. The limits bound each of the one or two questions that this takes: NotFinished
    where they are met.

    PositionError where the deal is short; where no auction under this rule set ends in this contract, or where it is in another
    strain than the deal (who doubled is not looked at, for it changes no score); where both sides' declarations count, or
    something else was given in place of points by side; where NS could score less with more points; and where the rule of 6 asks
    for the jack of trumps (``sixes_up``) and a card or the last trick is worth more than 127 points.
    """
    stakes = _stakes(position, contract, declarations, pilotta)
    limits = _Limits(node_limit, seconds)
    points = value(position, node_limit=node_limit, seconds=seconds).ns
    return _settled(position, points, stakes, limits)


def score_moves(
    position: Position,
    contract: Contract,
    declarations: BySide[int] = ZERO,
    pilotta: BySide[int] = ZERO,
    *,
    node_limit: int = 0,
    seconds: float = 0.0,
) -> dict[int, BestScore]:
    """The same after each card that the seat to play may play.

    The limits bound each question: one is asked for all cards together, and for some cards one more.
    """
    stakes = _stakes(position, contract, declarations, pilotta)
    limits = _Limits(node_limit, seconds)
    return {
        card: _settled(position.after(card), points, stakes, limits)
        for card, points in moves(position, node_limit=node_limit, seconds=seconds).items()
    }


class _Limits(NamedTuple):
    node_limit: int
    seconds: float


class Stakes(NamedTuple):
    """What is known before the play."""

    rules: RuleSet
    contract: Contract
    declarations: BySide[int]
    pilotta: BySide[int]


class Outcome(NamedTuple):
    """What the score makes of the play: NS's points, the side with all tricks, the side with the jack of trumps."""

    points: int
    capot: int | None = None
    jack: int | None = None


def account_of(stakes: Stakes, outcome: Outcome) -> DealScore:
    """The account of a deal that was played to this outcome."""
    # Where nobody took all tricks, their number does not matter.
    tricks = BySide(4, 4) if outcome.capot is None else BySide.of(outcome.capot, ALL_TRICKS, 0)
    cards = BySide(outcome.points, DEAL_POINTS - outcome.points)
    return score_deal(
        stakes.rules,
        Tally(stakes.contract, tricks, cards, stakes.declarations, stakes.pilotta, outcome.jack),
    )


def _stakes(
    position: Position, contract: Contract, declarations: BySide[int], pilotta: BySide[int]
) -> Stakes:
    check_position(position)
    rules, agreed = position.rules, _agreed(position, contract)
    if position.size < ALL_TRICKS:
        raise PositionError(f"a score needs a whole deal: eight cards each, not {position.size}")
    if rules.sixes_up == "trump_jack":
        # Refused here, and not only in the deals where the jack happens to be asked for.
        game_bytes(rules, position.strain, "jack")
    stakes = Stakes(rules, agreed, _by_side("declarations", declarations), _by_side("pilotta", pilotta))
    try:
        _check_rising(stakes)
    except PositionError:
        raise
    except ValueError as error:
        # What score_deal cannot score: a double that the rule set does not know, declarations of both sides.
        raise PositionError(str(error)) from None
    return stakes


def _agreed(position: Position, given: Contract) -> Contract:
    """The contract in plain numbers. PositionError where no auction under this rule set can have ended in it."""
    if not isinstance(given, Contract):
        raise PositionError(f"{shown(given)} is no contract: Contract(80, HEARTS, SOUTH) is one")
    rules, capot = position.rules, given.capot
    points, strain, declarer = whole(given.value), whole(given.strain), whole(given.declarer)
    multiplier = whole(given.multiplier)
    if strain is None or not 0 <= strain < len(STRAINS):
        raise PositionError(
            f"the contract: {shown(given.strain)} is no strain: 0 to 5 are {', '.join(STRAINS)}"
        )
    if declarer is None or not 0 <= declarer < len(SEATS):
        raise PositionError(
            f"the contract: {shown(given.declarer)} is no seat: 0 to 3 are {', '.join(SEATS)}"
        )
    if points is None or not 0 <= points < 10**9:
        raise PositionError(f"the contract: {shown(given.value)} is no number of points")
    if not isinstance(capot, bool):
        raise PositionError(f"the contract: capot is True or False, not {shown(capot)}")
    if multiplier not in (1, 2, 4):
        raise PositionError(f"the contract: {shown(given.multiplier)} is no multiplier: 1, 2 or 4")
    if strain != position.strain:
        raise PositionError(
            f"the contract is in strain {STRAINS[strain]}, the deal is played in {STRAINS[position.strain]}"
        )
    if STRAINS[strain] not in (rules.fixed_trump or rules.strains):
        raise PositionError(f"this rule set has no contracts in strain {STRAINS[strain]}")
    if rules.fixed_trump:
        if (points, capot, multiplier) != (0, False, 1):
            raise PositionError(
                "the contract: nobody bids or doubles under this rule set, so it is of 0 points"
            )
    elif breach := call_breach(rules, Auction(declarer), Call("bid", points, strain, capot)):
        raise PositionError(f"the contract: {breach.message}")
    return Contract(points, strain, declarer, multiplier, capot)


def _by_side(name: str, given: BySide[int]) -> BySide[int]:
    """Raw points of both sides as plain numbers. A bare pair is refused: nobody could tell whose each of them is."""
    if isinstance(given, BySide):
        ns, ew = map(whole, given)
        if ns is not None and ew is not None and min(ns, ew) >= 0:
            return BySide(ns, ew)
    raise PositionError(f"{name}: points by side are needed, such as BySide(20, 0), not {shown(given)}")


@lru_cache(maxsize=4096)
def _check_rising(stakes: Stakes) -> None:
    """PositionError where a result of the play that is better for NS can score worse."""
    order = [Outcome(0, capot=EW)]
    for points in range(DEAL_POINTS + 1):
        jacks = (EW, NS) if _asks_for_jack(stakes.rules, points) else (None,)
        order += [Outcome(points, jack=jack) for jack in jacks]
    order.append(Outcome(DEAL_POINTS, capot=NS))
    scores = [account_of(stakes, outcome).score for outcome in order]
    differences = [score.ns - score.ew for score in scores]
    for i, (low, high) in enumerate(pairwise(differences)):
        if low > high:
            raise PositionError(
                f"under this rule set (preset {stakes.rules.preset}, changed) NS score less in {stakes.contract.text} with "
                f"{_told(order[i + 1])} than with {_told(order[i])}: such a score cannot be played for"
            )


def _told(outcome: Outcome) -> str:
    return (
        f"{outcome.points} card points" if outcome.capot is None else f"all tricks to {SIDES[outcome.capot]}"
    )


def _asks_for_jack(rules: RuleSet, points: int) -> bool:
    return rules.sixes_up == "trump_jack" and points % 10 == 6


def _settled(position: Position, points: int, stakes: Stakes, limits: _Limits) -> BestScore:
    """The best score where best play for points comes to this many for NS."""
    outcome = Outcome(points)
    for side, everything in ((NS, DEAL_POINTS), (EW, 0)):
        if points == everything and takes_all(
            position, side, node_limit=limits.node_limit, seconds=limits.seconds
        ):
            outcome = Outcome(points, capot=side)
    if _asks_for_jack(stakes.rules, points):
        outcome = Outcome(points, jack=_jack_to(position, points, limits))
    return BestScore(BySide(points, DEAL_POINTS - points), account_of(stakes, outcome))


def _jack_to(position: Position, points: int, limits: _Limits) -> int:
    """The side that gets the jack of trumps where NS get ``points`` and fight for it as far as these allow."""
    jack = 8 * position.strain + JACK
    for trick in position.play.tricks:
        if jack in trick.cards:
            return trick.winner & 1
    rows = Rows()
    rows.add(REACHES, position, 2 * (points - position.won.ns) + 1, "jack")
    row = next(rows.run(node_limit=limits.node_limit, seconds=limits.seconds))
    if row.status != DONE:
        raise NotFinished(f"no answer after {row.nodes:,} cards")
    return NS if row.result else EW
