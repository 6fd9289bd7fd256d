"""Hints: the best that a seat can do in a position, why, and what everything else costs."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from pilotta.arithmetic import hypot
from pilotta.bots.bidding.convention import CYPRIOT, LIGHT, Convention
from pilotta.bots.bidding.meaning import meaning
from pilotta.bots.bot import Bot, Decision, Reason
from pilotta.bots.levels.daskalos import Daskalos
from pilotta.bots.play.facts import facts_of
from pilotta.bots.sight.picture import Picture
from pilotta.bots.worth.weighing import SEARCHED, Weighed
from pilotta.cards import CARD_NAMES
from pilotta.game.actions import Action, Announce, MakeCall, PlayCard, Show
from pilotta.game.view import PlayerView


class Priced(NamedTuple):
    """What an action costs against the one that is advised, in tens, and the standard error of that."""

    action: MakeCall | PlayCard
    cost: float
    error: float


@dataclass(frozen=True, slots=True)
class Hint:
    """What the teacher would do, and why.

    ``because`` are the facts that a ``decision`` from numbers alone rests on, as far as they can be told; they are reasons like any
    other. ``weighed`` is what each option comes to, None where there is nothing to weigh: one card only, or an announcement.
    """

    decision: Decision
    because: tuple[Reason, ...] = ()
    weighed: Weighed | None = None

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON, as ``docs/review.md`` describes it. Costs are in tens, against the best option."""
        return {
            "action": action_data(self.decision.action),
            "reason": reason_data(self.decision.reason),
            "because": [reason_data(each) for each in self.because],
            "options": [priced_data(each) for each in self.priced],
            "worlds": self.weighed.worlds if self.weighed else 0,
        }

    @property
    def priced(self) -> tuple[Priced, ...]:
        """What is advised, then the other options from the best down. One that came out better, but too little for that to be sure or
        for partner to be told something unusual, costs nothing."""
        action = self.decision.action
        advised = None
        if self.weighed is not None and isinstance(action, MakeCall | PlayCard):
            advised = self.weighed.of(action)
        if self.weighed is None or advised is None:
            return ()
        best = self.weighed.options[0]
        others = [
            Priced(
                each.action,
                max(0.0, advised.score - each.score),
                advised.error if each is best else hypot(advised.error, each.error),
            )
            for each in self.weighed.options
            if each is not advised
        ]
        return (Priced(advised.action, 0.0, 0.0), *others)


def hint(view: PlayerView, seed: int = 0, convention: Convention = LIGHT) -> Hint:
    """The best action for the seat of this view, which has to act. NothingToDo where it has not.

    ``convention`` is the one by which partner reads: no call is advised that would tell him what is not so. The same arguments give
    the same hint.
    """
    teacher = Daskalos(seed, convention=convention)
    picture = teacher.picture(view)
    weighed = teacher.weigh(picture)
    decision = teacher.decide(picture, weighed)
    return Hint(decision, because(picture, decision), weighed)


def because(picture: Picture, decision: Decision) -> tuple[Reason, ...]:
    """The facts behind a decision whose reason is numbers alone: what a card does, what a call tells a partner who plays by the
    picture's convention. Nothing where the reason says it already."""
    if decision.reason.code not in SEARCHED:
        return ()
    match decision.action:
        case PlayCard(_, card, _):
            return facts_of(picture, card)
        case MakeCall(seat, call):
            view = picture.view
            return (meaning(view.rules, view.calls, seat, call, picture.convention),)
        case _:
            return ()


def because_of(bot: Bot, view: PlayerView, decision: Decision) -> tuple[Reason, ...]:
    """The same of a decision that ``bot`` took at this view, by the convention that it plays."""
    convention = getattr(bot, "convention", None)
    return because(Picture(view, convention if isinstance(convention, Convention) else CYPRIOT), decision)


def reason_data(reason: Reason) -> dict[str, Any]:
    """A reason as plain data: ``code`` and ``params``."""
    return {"code": reason.code, "params": dict(reason.params)}


def action_data(action: Action) -> dict[str, Any]:
    """What a seat does, as plain data: one of ``call`` and ``card`` in notation, or ``announce`` or ``show`` with yes or no."""
    match action:
        case MakeCall(_, call):
            return {"call": call.text}
        case PlayCard(_, card, _):
            return {"card": CARD_NAMES[card]}
        case Announce(_, yes):
            return {"announce": yes}
        case Show(_, yes):
            return {"show": yes}
        case _:
            raise TypeError(f"{type(action).__name__} is nothing that a seat does")


def priced_data(option: Priced) -> dict[str, Any]:
    """An option as plain data: the action, and its ``cost`` and ``error`` in tens."""
    return {**action_data(option.action), "cost": round(option.cost, 2), "error": round(option.error, 2)}
