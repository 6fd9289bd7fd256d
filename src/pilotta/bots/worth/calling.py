"""What each call worth thinking of is expected to come to.

Two things say so. *What was learned*: how much such a call gained over the usual one in self-play (:mod:`~pilotta.bots.bidding.gains`), played
out by people's means and in tens of the deal. *Deals thought out*: the auction goes on as the convention has it, in deals that are likely
by what was heard, and its contract is worth what best play would make of it, less what players lose by not seeing the hands; they
see this hand and this auction, and the stand of the match. Each says something that the other does not: docs/bots.md has the measure.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pilotta.bots.bidding.calls import Turn, call
from pilotta.bots.bidding.convention import CYPRIOT, LIGHT, Convention
from pilotta.bots.bidding.gains import gain, worth_weighing
from pilotta.bots.bidding.traits import Situation
from pilotta.bots.sight.sampling import Sight
from pilotta.bots.worth.auctions import Valued, auctions_of, finished
from pilotta.bots.worth.equity import early
from pilotta.bots.worth.weighing import Weighed, weighed
from pilotta.game.actions import MakeCall
from pilotta.game.view import PlayerView
from pilotta.rules.auction import PASS, Auction, Call, make_call
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


def weigh_calls(
    view: PlayerView, convention: Convention, deals: int, seed: int, also: Iterable[Call]
) -> Weighed | None:
    """No call is thought of that would tell a lie by ``convention``; ``also`` are legal calls to weigh in any case. None where there is
    only one."""
    turn = Turn.seen(view)
    usual = call(turn, LIGHT)[0]
    gains = _learned(turn, usual, convention, also)
    if len(gains) < 2:
        return None
    auctions = auctions_of(view.rules, view.dealer, view.calls)
    likely = Sight(view).draw(deals * CHOICE, TRIES, seed).deals
    drawn = fitting(view, auctions, HEARD, likely)[:deals]
    valued = Valued(view.rules, view.dealer, view.totals, drawn, 1 - side_of(view.seat))
    sign = -1 if side_of(view.seat) else 1

    def thought(option: Call) -> tuple[list[float], list[float]]:
        """In each deal what the option is worth at this stand of the match, and what of that what was learned says better."""
        after = make_call(view.rules, auctions[-1], option)
        ends = [(number, finished(view.rules, after, hands, HEARD)) for number, hands in enumerate(drawn)]
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


def tempts(view: PlayerView, own: Call, convention: Convention) -> bool:
    """Whether something could speak for another call than one's ``own`` by the convention: what was learned, deals thought out, or the
    stand of the match."""
    if not early(view.rules, view.totals):
        return True
    turn = Turn.seen(view)
    usual, situation = call(turn, LIGHT)[0], Situation(turn, LIGHT)
    least = TEMPTING + gain(situation, usual, own)
    return any(
        gain(situation, usual, each) > least for each in _possible(situation, convention) if each != own
    )


def _possible(situation: Situation, convention: Convention) -> Iterator[Call]:
    same = convention == situation.convention
    return worth_weighing(situation, None if same else Situation(situation.turn, convention))


def _learned(turn: Turn, usual: Call, convention: Convention, also: Iterable[Call]) -> dict[Call, float]:
    """What is worth thinking of, with the tens that it gains over the usual call by what was learned."""
    situation = Situation(turn, LIGHT)
    gains = {each: gain(situation, usual, each) for each in _possible(situation, convention)}
    best = max(gains.values())
    promising = sorted((each for each in gains if gains[each] > best - BEHIND), key=lambda each: -gains[each])
    wanted = dict.fromkeys((PASS, *promising[:THOUGHT], *also))
    return {each: gains[each] if each in gains else gain(situation, usual, each) for each in wanted}


def fitting(
    view: PlayerView, auctions: Sequence[Auction], convention: Convention, deals: Sequence[FourHands]
) -> list[FourHands]:
    """These deals, those first in which the convention makes most of the calls that were heard; ``auctions`` as before each of them."""
    heard = [
        (auction, made)
        for auction, (seat, made) in zip(auctions, view.calls, strict=False)
        if seat != view.seat
    ]

    def misfits(hands: FourHands) -> int:
        return sum(
            call(Turn.thought(view.rules, auction, hands[auction.turn]), convention)[0] != made
            for auction, made in heard
        )

    return sorted(deals, key=misfits)
