"""A point in the play of a deal with all four hands known, as the solver takes it."""

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, SupportsIndex

from pilotta.cards import CARD_NAMES, FULL_DECK, cards_in, shown
from pilotta.rules.errors import Breach
from pilotta.rules.ranking import Ranking, ranking
from pilotta.rules.ruleset import DEAL_POINTS, STRAINS, RuleSet
from pilotta.rules.tricks import Play, card_breach, open_play, play_card
from pilotta.seats import SEATS, BySide, FourHands


class PositionError(ValueError):
    """What cannot be a position; the message names what is wrong and where."""


class IllegalPlay(PositionError):
    """A card that may not be played. ``number`` is its place among all cards of the deal, from 1; ``rule`` the stable code."""

    def __init__(self, number: int, card: int, breach: Breach) -> None:
        super().__init__(f"card {number}, {CARD_NAMES[card]}: {breach.message} ({breach.code})")
        self.number, self.card = number, card
        self.rule, self.message = breach.code, breach.message

    @property
    def trick(self) -> int:
        """The trick of this card, from 1."""
        return (self.number + 3) // 4


@dataclass(frozen=True, slots=True)
class Position:
    """A position as :func:`position` makes it: ``dealt`` are the hands before the first card, ``play`` is what came of them.

    A deal may be short: its last trick, with the last trick's points, is the one that empties the hands.
    """

    rules: RuleSet
    strain: int
    dealt: FourHands
    play: Play

    @property
    def size(self) -> int:
        """How many cards each seat was dealt, 1 to 8."""
        return self.dealt[0].bit_count()

    @property
    def ranks(self) -> Ranking:
        return ranking(self.rules, self.strain)

    @property
    def over(self) -> bool:
        return len(self.play.tricks) == self.size

    @property
    def turn(self) -> int:
        """The seat that has to play; after the last trick the one that took it."""
        return self.play.turn

    @property
    def legal(self) -> int:
        """The cards, as a hand, that this seat may play; empty when the deal is over."""
        return self.play.legal

    @property
    def won(self) -> BySide[int]:
        """Raw card points of the tricks that are complete, with the last trick's own when the deal is over."""
        points = [0, 0]
        for trick in self.play.tricks:
            points[trick.winner & 1] += trick.points
        if self.over and self.size < 8:
            # The play module knows a last trick by its number, which is eight.
            points[self.play.turn & 1] += self.rules.last_trick
        return BySide(*points)

    @property
    def tricks(self) -> BySide[int]:
        """How many tricks each side has taken."""
        ew = sum(trick.winner & 1 for trick in self.play.tricks)
        return BySide(len(self.play.tricks) - ew, ew)

    @property
    def total(self) -> int:
        """What both sides end the deal with together: 162, less what a short deal lacks."""
        south, east, north, west = self.dealt
        return self.ranks.points_in(south | east | north | west) + self.rules.last_trick

    def after(self, card: SupportsIndex) -> "Position":
        """The position after this card (0–31) of the seat to play. IllegalPlay where it may not be played."""
        return Position(
            self.rules, self.strain, self.dealt, _played(self.rules, self.ranks, self.play, self.over, card)
        )


def position(
    rules: RuleSet,
    strain: SupportsIndex,
    hands: Iterable[SupportsIndex],
    leader: SupportsIndex,
    plays: Iterable[SupportsIndex] = (),
) -> Position:
    """The position after these plays of a deal.

    ``hands`` are four sets of cards by seat, each of the same size (1 to 8), ``strain`` is 0–5 (any, whether or not it can be
    bid under the rule set), ``leader`` the seat that leads the first trick. Whole numbers of any type will do, numpy's too.
    PositionError where this cannot be, IllegalPlay for a card that breaks a duty.
    """
    in_strain, dealt, led_by = check_game(rules, strain), check_hands(hands), whole(leader)
    if led_by is None or not 0 <= led_by < 4:
        raise PositionError(f"{shown(leader)} is no seat to lead: 0 to 3 are S, E, N, W")
    ranks, size = ranking(rules, in_strain), dealt[0].bit_count()
    play = open_play(dealt, led_by)
    for card in plays:
        play = _played(rules, ranks, play, len(play.tricks) == size, card)
    return Position(rules, in_strain, dealt, play)


def whole(number: Any) -> int | None:
    """A whole number of whatever type as a plain one; None for what is none. A bool is none: it would be a slip."""
    if isinstance(number, bool):
        return None
    try:
        return operator.index(number)
    except TypeError:
        return None


def check_rules(rules: RuleSet) -> None:
    """PositionError for what is no rule set, such as the name of one."""
    if not isinstance(rules, RuleSet):
        raise PositionError(
            f"{shown(rules)} is no rule set: pilotta.rules.catalogue has them (ACADEMY), and finds them by name (preset)"
        )


def check_position(at: Position) -> None:
    """PositionError for what is no position."""
    if not isinstance(at, Position):
        raise PositionError(f"{shown(at)} is no position: pilotta.engine.position.position makes one")


def check_game(rules: RuleSet, strain: SupportsIndex) -> int:
    """The strain as a plain number. PositionError where there is none such, or where a deal in it is not worth 162 points.

    No rule set has a card or a last trick below nothing, so none of a game that is worth 162 is too much for a byte.
    """
    check_rules(rules)
    found = whole(strain)
    if found is None or not 0 <= found < len(STRAINS):
        raise PositionError(f"{shown(strain)} is no strain: 0 to 5 are {', '.join(STRAINS)}")
    worth = ranking(rules, found).points_in(FULL_DECK) + rules.last_trick
    if worth != DEAL_POINTS:
        raise PositionError(
            f"under this rule set a deal in strain {STRAINS[found]} is worth {worth} points, not {DEAL_POINTS}"
        )
    return found


def check_hands(hands: Iterable[SupportsIndex]) -> FourHands:
    """The hands of a deal. PositionError where they share a card, differ in size, or are no hands at all."""
    given = tuple(hands)
    if len(given) != 4:
        raise PositionError(f"a deal has four hands, not {len(given)}")
    found: list[int] = []
    for seat, cards in zip(SEATS, given, strict=True):
        hand = whole(cards)
        if hand is None or not 0 <= hand <= FULL_DECK:
            raise PositionError(f"{seat}'s hand is no set of cards: {shown(cards)}")
        if twice := sum(found) & hand:
            raise PositionError(f"{CARD_NAMES[cards_in(twice)[0]]} is dealt twice, the second time to {seat}")
        found.append(hand)
    sizes = [hand.bit_count() for hand in found]
    if len(set(sizes)) > 1 or not 1 <= sizes[0] <= 8:
        counts = ", ".join(f"{seat} {size}" for seat, size in zip(SEATS, sizes, strict=True))
        raise PositionError(f"each seat needs the same number of cards, 1 to 8: {counts}")
    south, east, north, west = found
    return south, east, north, west


def _played(rules: RuleSet, ranks: Ranking, play: Play, over: bool, given: SupportsIndex) -> Play:
    card = whole(given)
    if card is None or not 0 <= card < 32:
        raise PositionError(f"{shown(given)} is no card: they are 0 to 31")
    if not play.legal >> card & 1:
        breach = Breach("play.not_now") if over else card_breach(rules, ranks, play, card)
        assert breach is not None
        raise IllegalPlay(4 * len(play.tricks) + len(play.trick) + 1, card, breach)
    return play_card(rules, ranks, play, card)
