"""A table as a frozen value: what everybody may know of it, and under a seal what its log says of hands, reasons and chance."""

from dataclasses import dataclass, field
from typing import NamedTuple

from pilotta.game.actions import Announce, MakeCall, PlayCard, Show
from pilotta.game.events import Event
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState
from pilotta.rules.ruleset import RuleSet
from pilotta.said import Said
from pilotta.seats import BySide
from pilotta.table.entries import Closed, FourPlayers, Ready
from pilotta.table.seal import Sealed, opened

PlayerDid = MakeCall | Announce | Show | PlayCard


@dataclass(frozen=True, slots=True)
class Decided:
    """What a player did, and why where it was a bot."""

    action: PlayerDid
    why: Said | None


class Inside(NamedTuple):
    """What a table keeps to itself. ``decided`` is what the players did in each deal, in order, ``begun`` the match as each deal
    began."""

    match: MatchState
    secret: str
    decided: tuple[tuple[Decided, ...], ...] = ()
    begun: tuple[MatchState, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it stands at ``rev``, the last entry of its log (written at ``last_at``).

    The game goes by its own actions alone, whatever else the log tells: ``moves`` counts them, deals included, the last is the entry
    ``moved_rev`` and was done at ``moved_at`` (before the first, those of the table's beginning). ``ready`` are the seats that have
    asked for the next deal, the last of them at ``ready_at``.
    """

    id: str
    created_at: int
    players: FourPlayers
    pace_ms: int
    deal_wait_ms: int
    training: bool
    rev: int
    last_at: int
    moves: int
    moved_rev: int
    moved_at: int
    ready_at: int
    inside: Sealed[Inside] = field(repr=False)
    ready: frozenset[int] = frozenset()
    closed: bool = False

    @property
    def over(self) -> bool:
        """Nothing more will happen here."""
        return self.closed or self.phase is Phase.OVER

    @property
    def phase(self) -> Phase:
        return opened(self.inside).match.phase

    @property
    def turn(self) -> int:
        """The seat that has to act, -1 for none."""
        return -1 if self.closed else opened(self.inside).match.turn

    @property
    def rules(self) -> RuleSet:
        return opened(self.inside).match.rules

    @property
    def automatic(self) -> bool:
        return opened(self.inside).match.automatic

    @property
    def deals(self) -> int:
        """So many deals were finished."""
        return len(opened(self.inside).match.finished)

    @property
    def begun(self) -> int:
        """So many deals were begun."""
        return len(opened(self.inside).begun)

    @property
    def totals(self) -> BySide[int]:
        return opened(self.inside).match.totals

    @property
    def wins(self) -> BySide[int]:
        return opened(self.inside).match.wins

    @property
    def winner(self) -> int | None:
        return opened(self.inside).match.winner

    @property
    def humans(self) -> frozenset[int]:
        return frozenset(seat for seat in range(4) if self.players[seat].guest)

    def can_close(self, seat: int) -> bool:
        """Whether this seat's player may give the table up."""
        return not self.over and seat in self.humans

    def can_be_ready(self, seat: int) -> bool:
        """Whether this seat's player may ask for the next deal, and has not yet."""
        waits = not self.closed and self.phase is Phase.DEALING
        return waits and seat in self.humans and seat not in self.ready

    @property
    def next_deal_at(self) -> int | None:
        """When the next deal begins at the latest, while one is waited for."""
        if self.closed or self.phase is not Phase.DEALING:
            return None
        if not self.moves:
            return self.created_at
        return self.ready_at if self.humans <= self.ready else self.moved_at + self.deal_wait_ms


@dataclass(frozen=True, slots=True)
class News:
    """What one entry of the log brought: the game's events, or the table's own. ``deals`` were finished after it."""

    seq: int
    deals: int
    events: Sealed[tuple[Event | Ready | Closed, ...]]
