"""A deal as it was played, with all four hands open: what each card gave away, and how it would have gone without a slip."""

from dataclasses import dataclass

from pilotta.engine.position import Position, PositionError, position
from pilotta.engine.score import BestScore, score_moves
from pilotta.review.par import Par, par_of
from pilotta.review.walk import PlayedDeal
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import NS, side_of


@dataclass(frozen=True, slots=True)
class CardOpened:
    """A card with all hands open: NS's score less EW's in tens before it and after it, and what it cost its own side."""

    before: float
    after: float
    loss: float


@dataclass(frozen=True, slots=True)
class Opened:
    """``value`` is what the contract that was reached comes to with best play of all four, NS less EW in tens, and ``line`` one such
    play; both None and empty in a deal that was passed out. ``cards`` are those that were played."""

    par: Par
    value: float | None = None
    line: tuple[int, ...] = ()
    cards: tuple[CardOpened, ...] = ()


def opened(rules: RuleSet, played: PlayedDeal) -> Opened | None:
    """None under rules by which a deal cannot be solved or scored."""
    deal, contract = played.deal, played.deal.contract
    try:
        par = par_of(rules, deal)
        if contract is None or deal.play is None:
            return Opened(par)
        leader = deal.play.tricks[0].leader
        at = position(rules, contract.strain, deal.dealt, leader)
        cards = []
        value = None
        for card in played.recorded.plays:
            scores = _scores(at, played)
            best = _best(at, scores)
            sign = 1 if side_of(at.turn) == NS else -1
            before, after = (scores[each].difference / rules.unit for each in (best, card))
            cards.append(CardOpened(before, after, sign * (before - after)))
            value = before if value is None else value
            at = at.after(card)
        return Opened(
            par, value, _line(position(rules, contract.strain, deal.dealt, leader), played), tuple(cards)
        )
    except PositionError:
        return None


def _scores(at: Position, played: PlayedDeal) -> dict[int, BestScore]:
    contract, result = played.deal.contract, played.result
    assert contract is not None
    return score_moves(at, contract, result.declarations, result.pilotta)


def _best(at: Position, scores: dict[int, BestScore]) -> int:
    """The card that scores best for the seat to play; of several the one that takes most points, then the cheapest."""
    sign = 1 if side_of(at.turn) == NS else -1
    return max(
        scores,
        key=lambda card: (
            sign * scores[card].difference,
            sign * scores[card].cards.ns,
            -at.ranks.points[card],
            -card,
        ),
    )


def _line(at: Position, played: PlayedDeal) -> tuple[int, ...]:
    cards = []
    while not at.over:
        cards.append(_best(at, _scores(at, played)))
        at = at.after(cards[-1])
    return tuple(cards)
