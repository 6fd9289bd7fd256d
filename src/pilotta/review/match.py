"""The review of a record: its finished deals one by one, in as many processes as one likes, and what they come to for each player."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pilotta.bots.bot import Reason
from pilotta.bots.hint import Priced, action_data, priced_data
from pilotta.game.actions import MakeCall, PlayCard
from pilotta.game.record import Record
from pilotta.processes import in_order
from pilotta.review.judging import Teacher, weigh_anew
from pilotta.review.lapses import Lapse, lapses_of
from pilotta.review.luck import average_worth, hand_worth
from pilotta.review.model import DealReview, Judged, Review
from pilotta.review.opened import CardOpened, opened
from pilotta.review.players import player_review, sides_review
from pilotta.review.walk import Moment, PlayedDeal, played_deals
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import SEATS

EVERY_SEAT = (0, 1, 2, 3)


class ReviewError(ValueError):
    """There is nothing to review: no deal has ended, or one was asked for that has not."""


@dataclass(frozen=True, slots=True)
class _Work:
    """A deal of a record, by its place in it, and who looks at what."""

    record: Record
    number: int
    seats: tuple[int, ...]
    teacher: Teacher


def review_record(
    record: Record,
    *,
    seed: int = 0,
    worlds: int | None = None,
    seats: Iterable[int] = EVERY_SEAT,
    deals: Iterable[int] | None = None,
    jobs: int = 1,
    progress: Callable[[float], object] = lambda _: None,
) -> Review:
    """Review the finished deals of a record, or those of them whose numbers (from 1) are ``deals``.

    ``worlds`` is in how many deals each card is thought through (None: as many as the teacher takes), ``seats`` whose decisions are
    weighed. ``jobs`` processes share the work and change nothing in the result; ``progress`` hears the share that is done.
    IllegalRecord where the record breaks a rule, ReviewError where there is nothing to review: a deal that stops early is none of a
    reviewer's business, for its cards are still secret.
    """
    played = played_deals(record)
    numbers = _chosen(played, len(record.deals), deals)
    chosen = tuple(sorted(set(seats)))
    teacher = Teacher(seed, worlds)
    # A deal is reviewed from the deals up to it, so that no process is sent more than it needs.
    works = [
        _Work(Record(record.rules, record.deals[:number], record.players), number, chosen, teacher)
        for number in numbers
    ]
    found: list[DealReview] = []
    for each in in_order(_review_deal, works, jobs):
        found.append(each)
        progress(len(found) / len(works))
    return review_of(record, found, seed=seed, worlds=worlds, seats=chosen)


def review_of(
    record: Record,
    deals: Sequence[DealReview],
    *,
    seed: int = 0,
    worlds: int | None = None,
    seats: Sequence[int] = EVERY_SEAT,
) -> Review:
    """The review that these deals of a record make, wherever each was reviewed; all with the same seed, worlds and seats."""
    return Review(
        record.rules,
        seed,
        worlds,
        tuple(seats),
        record.players,
        tuple(deals),
        tuple(player_review(seat, record.players.get(SEATS[seat], ""), deals) for seat in seats),
        sides_review(record.rules, deals),
    )


def _chosen(played: Sequence[PlayedDeal], recorded: int, asked: Iterable[int] | None) -> list[int]:
    finished = [each.number for each in played]
    if asked is None:
        if not finished:
            raise ReviewError("no deal of this record has ended, so there is nothing to review")
        return finished
    numbers = sorted(set(asked))
    if not numbers:
        raise ReviewError("no deal was asked for")
    for number in numbers:
        if number in finished:
            continue
        if 1 <= number <= recorded:
            raise ReviewError(f"deal {number} has not ended: its cards are still secret")
        raise ReviewError(f"there is no deal {number}: the record has {recorded}")
    return numbers


def _review_deal(work: _Work) -> DealReview:
    rules = work.record.rules
    played = played_deals(work.record)[-1]
    shown = opened(rules, played)
    cards = iter(shown.cards if shown is not None else ())
    decisions = []
    calls = tricks = 0
    for moment in played.moments:
        if isinstance(moment.action, MakeCall):
            calls += 1
            number, card = calls, None
        elif isinstance(moment.action, PlayCard):
            number, card = tricks // 4 + 1, next(cards, None)
            tricks += 1
        else:
            continue
        if moment.action.seat in work.seats:
            decisions.append(_judged(work.teacher, moment, number, card))
    decisions += [_unsaid(each) for each in lapses_of(rules, played) if each.seat in work.seats]
    return DealReview(
        played.number,
        played.deal.dealer,
        played.deal.dealt,
        played.result,
        played.totals,
        shown,
        _worths(rules, played),
        tuple(decisions),
    )


def _worths(rules: RuleSet, played: PlayedDeal) -> tuple[float, float, float, float]:
    south, east, north, west = (hand_worth(rules, hand) - average_worth(rules) for hand in played.deal.dealt)
    return south, east, north, west


def _judged(teacher: Teacher, moment: Moment, number: int, card: CardOpened | None) -> Judged:
    action = moment.action
    assert isinstance(action, MakeCall | PlayCard)
    kind: Any = "call" if isinstance(action, MakeCall) else "card"
    found = weigh_anew(teacher, moment)
    if found is None:
        return Judged(action.seat, kind, number, action_data(action), opened=card)
    weighed = found.weighed
    return Judged(
        action.seat,
        kind,
        number,
        action_data(action),
        action_data(found.best),
        real=True,
        cost=found.cost,
        error=found.error,
        loss=found.loss,
        worlds=weighed.worlds,
        reason=found.reason,
        because=found.because,
        options=tuple(
            priced_data(Priced(each.action, weighed.options[0].score - each.score, each.error))
            for each in weighed.options
        ),
        signal=found.signal,
        opened=card,
    )


def _unsaid(lapse: Lapse) -> Judged:
    said = lapse.kind == "miscall"
    reasons = {
        "announce": Reason("declare.announce", {"points": str(lapse.points)}),
        "show": Reason("declare.show"),
    }
    return Judged(
        lapse.seat,
        lapse.kind,
        0,
        {lapse.kind: said},
        {lapse.kind: not said},
        real=True,
        cost=lapse.loss,
        loss=lapse.loss,
        reason=reasons.get(lapse.kind),
    )
