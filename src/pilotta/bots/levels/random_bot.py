"""The bot that plays anything legal: a floor for measuring the others, and an opponent for the very first game."""

from dataclasses import dataclass
from random import Random
from typing import TypeVar

from pilotta.bots.bot import Decision, NothingToDo, Reason
from pilotta.bots.levels.speaking import speak
from pilotta.cards import cards_in
from pilotta.game.actions import MakeCall
from pilotta.game.view import PlayerView
from pilotta.rules.auction import PASS

T = TypeVar("T")

PASSES = 0.8
"""How often it passes where it may: a table of bots that bid all they can would end every deal at the highest bid."""
STEPS = 3
"""It bids at most so many steps above the lowest bid."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    seed: int = 0
    name: str = "random"

    def act(self, view: PlayerView) -> Decision:
        spoken = speak(view)
        if spoken is not None:
            return spoken
        chance = _chance(self.seed, view)
        reason = Reason("random.any")
        calls, cards = view.legal.calls, view.legal.cards
        if cards:
            card = _pick(chance, list(cards_in(cards)))
            return Decision(view.play(card), reason)
        if not calls.can_pass:
            raise NothingToDo(view)
        if chance.random() < PASSES:
            return Decision(MakeCall(view.seat, PASS), reason)
        low = calls._replace(highest=min(calls.highest, calls.lowest + STEPS * calls.step))
        return Decision(MakeCall(view.seat, _pick(chance, list(low.each()))), reason)


def _chance(seed: int, view: PlayerView) -> Random:
    """A generator that depends on the seed and on what is seen alone: asked twice, the bot answers the same.

    Seeding with text goes through SHA-512, which is the same everywhere; ``hash`` is not.
    """
    return Random(
        f"{seed} {view.seat} {view.deal_number} {view.dealt} {len(view.calls)} {len(view.tricks)} {view.trick}"
    )


def _pick(chance: Random, items: list[T]) -> T:
    return items[int(chance.random() * len(items))]
