"""What each call worth thinking of is expected to come to.

Two things say so. *What was learned*: how much such a call gained over the usual one in self-play (:mod:`~pilotta.bots.bidding.gains`), played
out by people's means and in tens of the deal. *Deals thought out*: the auction goes on as the convention has it, in deals that are likely
by what was heard, and its contract is worth what best play would make of it, less what players lose by not seeing the hands; they
see this hand and this auction, and the stand of the match. Each says something that the other does not: docs/laboratory.md has the measure.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pilotta.bots.bidding.convention import CYPRIOT, LIGHT
from pilotta.bots.bidding.gains import gain, worth_weighing
from pilotta.bots.sight.picture import Picture
from pilotta.bots.sight.sampling import Sight
from pilotta.bots.worth.auctions import Going, Valued, goings_of
from pilotta.bots.worth.equity import early
from pilotta.bots.worth.weighing import Weighed, weighed
from pilotta.game.actions import MakeCall
from pilotta.rules.auction import PASS, Call
from pilotta.seats import FourHands, side_of

HEARD: Final = CYPRIOT
"""The convention by which others are thought to call."""
TRUST: Final = 0.25
"""How much of what deals thought out say one call gains over another is added to what was learned: what fits the scores of some 1,000
calls best, by least squares."""
DOUBT: Final = 1.0
"""Tens: the standard error of what was learned, beside that of the deals."""
TEMPTING: Final = -4.0
"""Tens that a call has to gain at least by what was learned, for deals thought out to have a say: they would hardly ever turn more."""
THOUGHT: Final = 4
"""Calls that are thought out besides the usual one and pass: those that what was learned says most for,"""
BEHIND: Final = 10.0
"""unless they are so many tens behind the best."""
CHOICE: Final = 3
"""Likely deals to choose from for each one that is thought through: by whether the convention makes the calls that were heard."""
TRIES: Final = 16000
"""Possible deals that these are drawn from."""


def weigh_calls(picture: Picture, deals: int, seed: int, also: Iterable[Call]) -> Weighed | None:
    """No call is thought of that would tell a lie by the picture's convention; ``also`` are legal calls to weigh in any case. None
    where there is only one."""
    view = picture.view
    usual = picture.usual(LIGHT)[0]
    gains = _learned(picture, usual, also)
    if len(gains) < 2:
        return None
    goings = goings_of(view.rules, view.dealer, view.calls)
    likely = Sight(picture).draw(deals * CHOICE, TRIES, seed).deals
    drawn = _fitting(picture, goings, likely)[:deals]
    valued = Valued(view.rules, view.dealer, view.totals, drawn, 1 - side_of(view.seat))
    sign = -1 if side_of(view.seat) else 1

    def thought(option: Call) -> tuple[list[float], list[float]]:
        """In each deal what the option is worth at this stand of the match, and what of that what was learned says better."""
        after = goings[-1].after(option)
        ends = [(number, after.finished(hands, HEARD)) for number, hands in enumerate(drawn)]
        tens = valued.tens(ends)
        worths = tens if early(view.rules, view.totals) else valued.scores(ends)
        return [sign * each for each in worths], [sign * (1 - TRUST) * each for each in tens]

    # What was learned is against this call, be it an option by the convention that is spoken or not.
    worths, known = thought(usual)
    scores = []
    for option, gained in gains.items():
        mine, known_of_mine = (worths, known) if option == usual else thought(option)
        scores.append(
            [
                gained + worth - (own - base)
                for worth, own, base in zip(mine, known_of_mine, known, strict=True)
            ]
        )
    return weighed([MakeCall(view.seat, option) for option in gains], scores, DOUBT)


def tempts(picture: Picture, own: Call) -> bool:
    """Whether something could speak for another call than one's ``own`` by the convention: what was learned, deals thought out, or the
    stand of the match."""
    if not early(picture.view.rules, picture.view.totals):
        return True
    usual, situation = picture.usual(LIGHT)[0], picture.situation(LIGHT)
    least = TEMPTING + gain(situation, usual, own)
    return any(gain(situation, usual, each) > least for each in _possible(picture) if each != own)


def _possible(picture: Picture) -> Iterator[Call]:
    return worth_weighing(picture.situation(LIGHT), picture.situation(picture.convention))


def _learned(picture: Picture, usual: Call, also: Iterable[Call]) -> dict[Call, float]:
    """What is worth thinking of, with the tens that it gains over the usual call by what was learned."""
    situation = picture.situation(LIGHT)
    gains = {each: gain(situation, usual, each) for each in _possible(picture)}
    best = max(gains.values())
    promising = sorted((each for each in gains if gains[each] > best - BEHIND), key=lambda each: -gains[each])
    wanted = dict.fromkeys((PASS, *promising[:THOUGHT], *also))
    return {each: gains[each] if each in gains else gain(situation, usual, each) for each in wanted}


def _fitting(picture: Picture, goings: Sequence[Going], deals: Sequence[FourHands]) -> list[FourHands]:
    """These deals, those first in which others would make most of the calls that were heard; ``goings`` as before each of them."""
    view = picture.view
    heard = [
        (going, made) for going, (seat, made) in zip(goings, view.calls, strict=False) if seat != view.seat
    ]

    def misfits(hands: FourHands) -> int:
        return sum(going.called(hands, HEARD) != made for going, made in heard)

    return sorted(deals, key=misfits)
