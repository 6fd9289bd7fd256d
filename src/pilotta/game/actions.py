"""Everything that can be done to a match. Nothing else changes one.

Seats and cards are numbers (see :mod:`pilotta.seats`, :mod:`pilotta.cards`). A ``Deal`` is chance's own action: whoever
drives the match shuffles (:mod:`pilotta.game.dealing`), so a match can be replayed from its actions alone.
"""

from dataclasses import dataclass

from pilotta.rules.auction import Call


@dataclass(frozen=True, slots=True)
class Deal:
    """Give each seat its hand of eight; ``hands`` are four 32-bit sets by seat."""

    hands: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class MakeCall:
    """Bid, pass, double or redouble."""

    seat: int
    call: Call


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce all declarations one holds; ``yes`` False keeps silent where the rule set asks each player in turn."""

    seat: int
    yes: bool = True


@dataclass(frozen=True, slots=True)
class Show:
    """Show all that one announced; ``yes`` False declines where the rule set asks for it in turn."""

    seat: int
    yes: bool = True


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card; ``pilotta`` calls the king and queen of trumps with the first of the two.

    At a table that calls automatically the flag may be left out.
    """

    seat: int
    card: int
    pilotta: bool = False


Action = Deal | MakeCall | Announce | Show | PlayCard
