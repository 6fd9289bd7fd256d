"""What a player who thinks ahead says of each thing it could do."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Protocol

from pilotta.bots.bot import Bot
from pilotta.game.actions import MakeCall, PlayCard
from pilotta.game.view import PlayerView


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


class Thinker(Bot, Protocol):
    """A bot that can weigh."""

    def weigh(self, view: PlayerView) -> Weighed | None:
        """All that is worth thinking of, cards always all that are legal; None where neither a call nor a card is asked or only
        one is possible."""
        ...


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
    means = [sum(row) / deals for row in scores]
    best = max(range(len(actions)), key=means.__getitem__)
    options = []
    for action, row, mean in zip(actions, scores, means, strict=True):
        behind = means[best] - mean
        spread = sum((b - a - behind) ** 2 for a, b in zip(row, scores[best], strict=True))
        error = 0.0 if action is actions[best] else hypot(spread**0.5 / deals, doubt)
        options.append(Option(action, mean, error))
    options.sort(key=lambda option: -option.score)
    return Weighed(tuple(options), deals)
