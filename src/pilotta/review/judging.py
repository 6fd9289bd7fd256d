"""One decision weighed anew: by the teacher, with what the player knew then and nothing else.

The first look says what the teacher would have done, and what the player's choice costs against it in the deals that were thought
through. The best of many uncertain options looks better than it is, so what the first look takes for a mistake is looked at once
more in other deals, where only these two options are compared; the price is the second look's, and counts where it is beyond doubt.
"""

from dataclasses import dataclass, replace
from typing import Final

from pilotta.arithmetic import hypot
from pilotta.bots.bot import Reason
from pilotta.bots.hint import because
from pilotta.bots.levels.cafe import usual
from pilotta.bots.levels.daskalos import Daskalos
from pilotta.bots.play.facts import facts_of
from pilotta.bots.sight.picture import Picture
from pilotta.bots.worth.weighing import SEARCHED, Option, Weighed, same_action, thought_better
from pilotta.game.actions import MakeCall, PlayCard
from pilotta.game.view import view
from pilotta.review.walk import Moment
from pilotta.rules.auction import Call

LEAST: Final = 0.3
"""Tens: what costs less is no mistake, whatever it is."""
ERRORS: Final = 2.0
"""A mistake has to cost more than so many standard errors."""
SECOND_LOOK: Final = 1_000_003
"""So much is added to the seed for the second look, which so sees other deals than the first."""
SIGNALS: Final = ("play.show_ten", "play.discard_asks", "play.discard_not_this")
"""The reasons of a card that is played to tell partner something."""


@dataclass(frozen=True, slots=True)
class Teacher:
    """How closely to look: ``worlds`` deals for each card (None: as many as ``daskalos`` takes), two thirds of them for a call."""

    seed: int = 0
    worlds: int | None = None

    def looking(self, seed: int) -> Daskalos:
        usual = Daskalos(seed)
        if self.worlds is None:
            return usual
        effort = usual.effort._replace(deals=self.worlds)
        return replace(usual, effort=effort, auctions=max(2, self.worlds * 2 // 3))


@dataclass(frozen=True, slots=True)
class Weighing:
    """``best`` is what the teacher would have done, ``cost`` what the player's choice lies behind it in tens and ``error`` its
    standard error, ``loss`` the cost where it counts and 0 where it does not. ``reason`` is the teacher's, against the player's choice
    where only numbers speak for it, with the facts ``because`` of which it is so; ``signal`` what partner was not told."""

    best: MakeCall | PlayCard
    cost: float
    error: float
    loss: float
    reason: Reason
    because: tuple[Reason, ...]
    weighed: Weighed
    signal: Reason | None = None


def weigh_anew(teacher: Teacher, moment: Moment) -> Weighing | None:
    """What the teacher says of a call or a card; None where there was nothing to decide."""
    done = moment.action
    assert isinstance(done, MakeCall | PlayCard)
    seen = view(moment.state, done.seat)
    if isinstance(done, PlayCard):
        # The question is the card; what was said with it, or not, is judged by itself.
        seen = replace(seen, automatic=True)
    looking = teacher.looking(teacher.seed)
    picture = looking.picture(seen)
    weighed = looking.weigh(picture, _calls(done))
    if weighed is None:
        return None
    decision = looking.decide(picture, weighed)
    best = decision.action
    assert isinstance(best, MakeCall | PlayCard)
    mine, top = _option(weighed, done), weighed.options[0]
    cost, error, loss = top.score - mine.score, mine.error, 0.0
    reason = decision.reason
    if not same_action(best, done) and _counts(cost, error):
        again = teacher.looking(teacher.seed + SECOND_LOOK).weigh(picture, (*_calls(done), *_calls(best)))
        assert again is not None
        cost, error = _between(again, best, done)
        loss = cost if _counts(cost, error) else 0.0
    facts = because(picture, decision)
    players = Picture(seen)
    if not same_action(best, done) and (reason.code in SEARCHED or _says_the_same(players, reason, done)):
        facts = facts or ((reason,) if reason.code not in SEARCHED else ())
        reason = thought_better(best, done, max(cost, 0.0), weighed.worlds).reason
    return Weighing(best, cost, error, loss, reason, facts, weighed, _missed_signal(players, best, done))


def _says_the_same(picture: Picture, reason: Reason, done: MakeCall | PlayCard) -> bool:
    """Whether the teacher's reason speaks for the player's card as well, as where both ruff: then only numbers tell them apart."""
    return isinstance(done, PlayCard) and any(
        fact.code == reason.code for fact in facts_of(picture, done.card)
    )


def _counts(cost: float, error: float) -> bool:
    return cost >= LEAST and cost > ERRORS * error


def _calls(action: MakeCall | PlayCard) -> tuple[Call, ...]:
    return (action.call,) if isinstance(action, MakeCall) else ()


def _option(weighed: Weighed, action: MakeCall | PlayCard) -> Option:
    found = weighed.of(action)
    assert found is not None, "every card is weighed, and every call that was asked for"
    return found


def _between(weighed: Weighed, best: MakeCall | PlayCard, done: MakeCall | PlayCard) -> tuple[float, float]:
    """What the player's choice lies behind the teacher's, and the standard error: exact where the teacher's is the best of all,
    else as if the two differences to the best had nothing in common."""
    one, other = _option(weighed, best), _option(weighed, done)
    return one.score - other.score, hypot(one.error, other.error)


def _missed_signal(picture: Picture, best: MakeCall | PlayCard, done: MakeCall | PlayCard) -> Reason | None:
    """What the convention has this player tell his partner here, if the teacher agrees and the card that was played tells it not."""
    if not isinstance(done, PlayCard) or not isinstance(best, PlayCard):
        return None
    before = usual(picture)
    if before.reason.code not in SIGNALS or not same_action(best, before.action):  # type: ignore[arg-type]
        return None
    said = {fact.code for fact in facts_of(picture, done.card)}
    return None if before.reason.code in said else before.reason
