"""What a player who thinks ahead says of each thing it could do."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from pilotta.arithmetic import add, hypot
from pilotta.bots.bot import Decision, Reason
from pilotta.cards import CARD_NAMES
from pilotta.game.actions import MakeCall, PlayCard

SEARCHED: Final = ("play.search", "bid.search")
"""The reasons that are numbers alone: see :func:`thought_better`."""


@dataclass(frozen=True, slots=True)
class Option:
    """A call or a card, and what it is expected to come to.

    ``score`` is our side's deal score less theirs, in tens, on average over deals that fit what the player knows; ``error`` the
    standard error of what it lies behind the best option, over the same deals (0 for the best).
    """

    action: MakeCall | PlayCard
    score: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Weighed:
    """``options``, the best first, as so many thought-out deals (``worlds``) weigh them."""

    options: tuple[Option, ...]
    worlds: int

    def of(self, action: MakeCall | PlayCard) -> Option | None:
        """What was found of this action; None where it was not among the options."""
        for option in self.options:
            if same_action(option.action, action):
                return option
        return None


def same_action(one: MakeCall | PlayCard, other: MakeCall | PlayCard) -> bool:
    """Whether two actions are the same call or the same card; what is said with a card does not count."""
    if isinstance(one, PlayCard):
        return isinstance(other, PlayCard) and one.card == other.card
    return isinstance(other, MakeCall) and one.call == other.call


def weighed(
    actions: Sequence[MakeCall | PlayCard], scores: Sequence[Sequence[float]], doubt: float = 0.0
) -> Weighed:
    """Sum up ``scores[action][deal]``; ``doubt`` is a standard error of every difference that more deals would not take away."""
    deals = len(scores[0])
    means = [add(row) / deals for row in scores]
    best = max(range(len(actions)), key=means.__getitem__)
    options = []
    for action, row, mean in zip(actions, scores, means, strict=True):
        behind = means[best] - mean
        spread = add(off * off for off in (b - a - behind for a, b in zip(row, scores[best], strict=True)))
        error = 0.0 if action is actions[best] else hypot(sqrt(spread) / deals, doubt)
        options.append(Option(action, mean, error))
    options.sort(key=lambda option: -option.score)
    return Weighed(tuple(options), deals)


def thought_better(
    best: MakeCall | PlayCard, usual: MakeCall | PlayCard, gain: float, deals: int
) -> Decision:
    """To do ``best`` and not what is usual, because so many thought-out deals bring so many tens more on average."""
    params = {"deals": str(deals), "gain": f"{gain:.1f}"}
    if isinstance(best, PlayCard) and isinstance(usual, PlayCard):
        said = {"card": CARD_NAMES[best.card], "other": CARD_NAMES[usual.card]}
        return Decision(best, Reason("play.search", {**said, **params}))
    assert isinstance(best, MakeCall) and isinstance(usual, MakeCall)
    return Decision(best, Reason("bid.search", {"call": best.call.text, "other": usual.call.text, **params}))
