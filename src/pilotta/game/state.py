"""The whole state of a match: every hand included, so only who deals, referees or analyses may import it.

The values are named tuples: frozen, comparable, and cheap enough to make one for every card (``benchmarks/engine.py``).
"""

from typing import Final, NamedTuple

from pilotta.game.phase import Phase
from pilotta.game.result import DealResult
from pilotta.rules.auction import Auction, Contract
from pilotta.rules.declarations import Declaration
from pilotta.rules.ranking import Ranking
from pilotta.rules.ruleset import RuleSet
from pilotta.rules.scoring import ZERO
from pilotta.rules.tricks import Play
from pilotta.seats import BySide, FourHands


class Declared(NamedTuple):
    """Declarations and pilotta of a deal.

    ``held`` by seat; ``announced`` by seat, None while a seat has not spoken; ``winner`` is the side whose declarations
    count once ``compared``; ``shown`` by seat, None while it may still show; ``pairs`` the kings and queens of whole
    pairs in trumps by seat, as hands; ``calls`` the (seat, suit) of every pilotta called, rightly or not, in order.
    """

    held: tuple[tuple[Declaration, ...], ...]
    pairs: FourHands
    announced: tuple[bool | None, ...] = (None, None, None, None)
    compared: bool = False
    winner: int | None = None
    shown: tuple[bool | None, ...] = (None, None, None, None)
    calls: tuple[tuple[int, int], ...] = ()

    def rightful(self, seat: int, suit: int) -> bool:
        """Whether this seat held the pair of this suit when it called."""
        return bool(self.pairs[seat] >> 8 * suit & 0xFF)


class DealState(NamedTuple):
    """One deal. ``contract``, ``ranking``, ``declared`` and ``play`` are None until the auction is over."""

    dealer: int
    dealt: FourHands
    auction: Auction
    contract: Contract | None = None
    ranking: Ranking | None = None
    declared: Declared | None = None
    play: Play | None = None


class MatchState(NamedTuple):
    """A match. ``turn`` is the seat that has to act (-1 for none); ``deal`` is the running deal, or the last one while the
    next waits to be dealt; ``finished`` are all finished deals and ``results`` their results."""

    rules: RuleSet
    automatic: bool
    phase: Phase
    turn: int
    dealer: int
    deal: DealState | None = None
    finished: tuple[DealState, ...] = ()
    results: tuple[DealResult, ...] = ()
    totals: BySide[int] = ZERO
    wins: BySide[int] = ZERO
    winner: int | None = None
    by_reverse_capot: bool = False


NOBODY: Final = -1


def new_match(rules: RuleSet, dealer: int = 3, *, automatic: bool = True) -> MatchState:
    """A match before its first deal. ``dealer`` is the seat that deals first; West, so that South is at his right.

    ``automatic`` is the table option by which declarations are announced and shown and a pilotta is called by themselves.
    """
    if type(dealer) is not int or not 0 <= dealer < 4:
        raise ValueError(f"{dealer!r} is not a seat (0–3)")
    return MatchState(rules, automatic, Phase.DEALING, NOBODY, dealer)
