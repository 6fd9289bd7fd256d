"""What the reviewed deals come to for each player and each side."""

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from pilotta.arithmetic import add, exp
from pilotta.review.model import DealReview, Judged, PlayerReview, SideReview
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import BySide

FORGIVING: Final = 4.0
"""Tens: a decision that loses so much is still worth exp(-1), 37 percent, of a right one."""
MOST_TOLD: Final = 3
"""So many of the costliest decisions are named."""


def accuracy(losses: Sequence[float]) -> float | None:
    """In percent: 100 times the mean of exp(-loss / 4) over all real decisions, losses in tens; None where there were none."""
    return 100 * fmean(exp(-loss / FORGIVING) for loss in losses) if losses else None


def player_review(seat: int, name: str, deals: Sequence[DealReview]) -> PlayerReview:
    mine = [
        (deal.number, place, each)
        for deal in deals
        for place, each in enumerate(deal.decisions)
        if each.seat == seat
    ]
    real = [each for _, _, each in mine if each.real]
    wrong = sorted(
        ((-each.loss, number, place) for number, place, each in mine if each.loss > 0),
    )
    given_away = [each.opened.loss for _, _, each in mine if each.opened is not None]
    return PlayerReview(
        seat=seat,
        name=name,
        deals=len(deals),
        decisions=len(real),
        mistakes=len(wrong),
        loss=add(each.loss for each in real),
        accuracy=accuracy([each.loss for each in real]),
        auction=_lost(real, "call"),
        tricks=tuple(_lost(real, "card", number) for number in range(1, 9)),
        unsaid=add(each.loss for each in real if each.kind not in ("call", "card")),
        missed_declarations=sum(each.kind in ("announce", "show", "pilotta") for each in real),
        missed_signals=sum(each.signal is not None for each in real),
        opened_loss=None if any(deal.opened is None for deal in deals) else add(given_away),
        worth=fmean(deal.worth[seat] for deal in deals),
        costliest=tuple((number, place) for _, number, place in wrong[:MOST_TOLD]),
    )


def _lost(decisions: Sequence[Judged], kind: str, number: int | None = None) -> float:
    return add(each.loss for each in decisions if each.kind == kind and number in (None, each.number))


def sides_review(rules: RuleSet, deals: Sequence[DealReview]) -> BySide[SideReview]:
    """Both sides' account of score and luck."""
    score = sum(deal.result.score.ns - deal.result.score.ew for deal in deals) / rules.unit
    pars = [deal.par for deal in deals]
    luck = None if None in pars else add(par for par in pars if par is not None)
    return BySide(SideReview(score, luck), SideReview(-score, None if luck is None else -luck))
