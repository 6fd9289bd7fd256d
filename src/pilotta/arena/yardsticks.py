"""Players to measure by. They sit at no table: only the arena knows their names, beside those of the catalogue.

* ``pimc-N`` plays each card by N deals that fit what it knows, each as likely as any other: only what is certain counts (voids,
  duties, shown declarations), not what the auction, a signal or a card makes likely. It calls as ``cafe`` does.
* ``light`` is ``cafe`` with lighter openings (:data:`~pilotta.bots.bidding.convention.LIGHT`): the best fixed convention that we know.
* ``ismcts-20`` plays each card by information-set Monte Carlo tree search, 20 ms long on average (:mod:`pilotta.arena.ismcts`). It
  calls as ``cafe`` does, and needs the native module.
* ``omniscient`` sees all four hands and plays the best card with all of them open; it calls as ``cafe`` does, who does not see
  them. Nobody who plays honestly comes out above it in the long run: it is the ceiling.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pilotta.arena.ismcts import Ismcts
from pilotta.bots import own
from pilotta.bots.bidding.convention import LIGHT
from pilotta.bots.bot import Bot, Decision, require_core
from pilotta.bots.catalogue import BOT_NAMES, is_level, make_bot, resolve
from pilotta.bots.guarded import TIME_LIMIT, Guarded
from pilotta.bots.levels.cafe import Cafe, usual
from pilotta.bots.levels.mastoras import Mastoras
from pilotta.bots.sight.picture import Picture
from pilotta.bots.worth.auctions import beside_in
from pilotta.bots.worth.payoff import payoffs_under
from pilotta.bots.worth.weighing import thought_better
from pilotta.cards import cards_in, shown
from pilotta.engine.many import moves_in_deals
from pilotta.game.actions import PlayCard
from pilotta.game.view import PlayerView
from pilotta.seats import FourHands, side_of

MOST_DEALS: Final = 10_000
"""More than so many deals for a card are a slip of the pen."""
SAME: Final = 1e-9
"""Means that differ by less are equal: they are sums of the same numbers."""


@dataclass(frozen=True, slots=True)
class Pimc:
    """Perfect-information Monte Carlo with ``deals`` even deals for each card; ``seed`` decides which."""

    seed: int
    deals: int

    @property
    def name(self) -> str:
        return f"pimc-{self.deals}"

    def act(self, view: PlayerView) -> Decision:
        picture = Picture(view)
        before = usual(picture)
        if not _has_a_choice(view):
            return before
        return _best(view, before, self.expected(picture), self.deals)

    def expected(self, picture: Picture) -> dict[int, float]:
        """For each legal card, the score of our side less theirs in tens, on average over the deals. BotNeedsCore where there is none."""
        require_core(self.name)
        return Mastoras(self.seed, self.deals, even=True).expected(picture)


@dataclass(frozen=True, slots=True)
class Omniscient:
    """Plays the card that is best for the deal score with all hands open, of several the one that ``cafe`` would play.

    It is no :class:`~pilotta.bots.bot.Bot`, for it is shown all four hands, and the arena alone seats one.
    """

    name: str = "omniscient"

    def act_seeing(self, view: PlayerView, dealt: FourHands) -> Decision:
        """Like :meth:`Bot.act <pilotta.bots.bot.Bot.act>`; ``dealt`` is what each seat was dealt."""
        before = usual(Picture(view))
        if not _has_a_choice(view):
            return before
        return _best(view, before, _seen(view, dealt), 1)


Player = Bot | Omniscient


def _has_a_choice(view: PlayerView) -> bool:
    """Whether a card is asked, and more than one is legal."""
    return view.legal.cards & view.legal.cards - 1 != 0


def _best(view: PlayerView, before: Decision, found: Mapping[int, float], deals: int) -> Decision:
    """The best card by what was found; the usual one where it is as good."""
    assert isinstance(before.action, PlayCard)
    best, other = max(found, key=lambda card: found[card]), before.action.card
    gain = found[best] - found[other]
    if gain < SAME:
        return before
    return thought_better(view.play(best), before.action, gain, deals)


def _seen(view: PlayerView, dealt: FourHands) -> dict[int, float]:
    """For each legal card, the score of our side less theirs in tens, with best play of all four from there on."""
    contract, played = view.contract, view.played
    assert contract is not None
    south, east, north, west = (hand & ~played for hand in dealt)
    (values,) = moves_in_deals(
        view.rules, contract.strain, [(south, east, north, west)], view.leader, view.trick
    )
    leader = view.tricks[0].leader if view.tricks else view.leader
    beside = beside_in(view.rules, contract.strain, leader, dealt)
    table = payoffs_under(view.rules, contract, beside.declarations, beside.pilotta)
    won = sum(trick.points for trick in view.tricks if trick.winner % 2 == 0)
    took = [sum(trick.winner % 2 == side for trick in view.tricks) for side in (0, 1)]

    sign = -1 if side_of(view.seat) else 1
    return {
        card: sign * table.worth(won + more, took)
        for card, more in zip(cards_in(view.legal.cards), values, strict=True)
    }


YARDSTICKS: Final[Mapping[str, Callable[[int], Player]]] = {
    "light": lambda seed: Cafe(seed, LIGHT, "light"),
    "ismcts-20": Ismcts,
    "omniscient": lambda _: Omniscient(),
}
_PIMC: Final = re.compile(r"pimc-([1-9][0-9]{0,4})")
PLAYERS: Final = f"{', '.join(BOT_NAMES)}, {', '.join(YARDSTICKS)}, pimc-N"
"""The names of all who can be measured, as one text."""


def make_player(name: str, seed: int = 0, time_limit: float = TIME_LIMIT) -> Player:
    """The bot or the yardstick of this name; somebody's own bot kept apart, with so many seconds for a decision. ValueError lists the
    names where it is none of them."""
    if is_own(name):
        return Guarded(name, seed, time_limit)
    maker = _yardstick(name)
    return maker(seed) if maker else make_bot(name, seed)


def full_name(name: str) -> str:
    """The name with its version, where it has one: what must be the same for two measurements to be of the same thing.

    ValueError as in :func:`make_player`.
    """
    return name if is_own(name) or _yardstick(name) else resolve(name)


def is_own(name: str) -> bool:
    """Whether this names somebody's own bot: levels and yardsticks come first."""
    return not is_level(name) and name not in YARDSTICKS and not _PIMC.fullmatch(name) and own.is_own(name)


def _yardstick(name: str) -> Callable[[int], Player] | None:
    if name in YARDSTICKS:
        return YARDSTICKS[name]
    if is_level(name):
        return None
    if found := _PIMC.fullmatch(name):
        deals = int(found[1])
        if deals <= MOST_DEALS:
            return lambda seed: Pimc(seed, deals)
    raise ValueError(
        f"{shown(name)} is no player; there are {PLAYERS} (N from 1 to {MOST_DEALS}), and your own, module:Class"
    )
