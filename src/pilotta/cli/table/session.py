"""A match of one person against three bots, without any screen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from pilotta.bots.bidding.meaning import Spoken, spoken_by
from pilotta.bots.bot import Bot, Decision, Reason
from pilotta.bots.hint import because_of
from pilotta.game.actions import Action
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.record import Record, record_of
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import Refusal, advance, apply
from pilotta.game.view import PlayerView, SeatEvent, event_for, view
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import SEATS, SOUTH, WEST


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot did in this deal, and why: ``because`` are facts behind a reason that is numbers alone."""

    seat: int
    action: Action
    reason: Reason
    because: tuple[Reason, ...] = ()


@dataclass(slots=True)
class Session:
    """``bots`` sit at the seats that are theirs, by ``names`` where those say more than the bots' own; the person sits at
    ``seat``. ``thoughts`` are those of the deal that is played, ``told`` those of the one before."""

    rules: RuleSet
    bots: Mapping[int, Bot]
    seed: int
    automatic: bool = True
    seat: int = SOUTH
    dealer: int = WEST
    names: Mapping[int, str] = field(default_factory=dict)
    state: MatchState = field(init=False)
    thoughts: list[Thought] = field(default_factory=list)
    told: list[Thought] = field(default_factory=list)
    _rng: Random = field(init=False)

    def __post_init__(self) -> None:
        self._rng = Random(self.seed)
        self.state = new_match(self.rules, self.dealer, automatic=self.automatic)

    @property
    def over(self) -> bool:
        return self.state.phase is Phase.OVER

    @property
    def waits_for_cards(self) -> bool:
        return self.state.phase is Phase.DEALING

    @property
    def waits_for_person(self) -> bool:
        return self.state.turn == self.seat

    @property
    def spoken(self) -> Spoken:
        """By which convention each seat's calls are to be read."""
        return spoken_by([self.bots.get(seat) for seat in range(4)])

    @property
    def view(self) -> PlayerView:
        return view(self.state, self.seat)

    def step(self) -> list[SeatEvent]:
        """Deal, or let the bot whose turn it is act; what the person learns of it."""
        if self.waits_for_cards:
            self.told, self.thoughts = self.thoughts, []
            return self._do(deal_cards(self.rules, self.state.dealer, self._rng))
        return self.follow(self.think())

    def think(self) -> Decision:
        """What the bot whose turn it is will do. It changes nothing, so that it may be thought out elsewhere."""
        seat = self.state.turn
        return self.bots[seat].act(view(self.state, seat))

    def follow(self, decision: Decision) -> list[SeatEvent]:
        """Do what a bot has thought out; what the person learns of it."""
        seat = self.state.turn
        because = because_of(self.bots[seat], view(self.state, seat), decision)
        self.thoughts.append(Thought(seat, decision.action, decision.reason, because))
        return self._do(decision.action)

    def act(self, action: Action) -> list[SeatEvent] | Refusal:
        """The person's action."""
        outcome = apply(self.state, action)
        if isinstance(outcome, Refusal):
            return outcome
        self.state = outcome.state
        return [event_for(event, self.seat) for event in outcome.events]

    def _do(self, action: Action) -> list[SeatEvent]:
        applied = advance(self.state, action)
        self.state = applied.state
        return [event_for(event, self.seat) for event in applied.events]

    def name_of(self, seat: int) -> str:
        """The name of the bot at this seat."""
        return self.names.get(seat, self.bots[seat].name)

    def record(self, name: str | None) -> Record:
        """The match so far; bots stand in it with their names, the person if a name was given."""
        players = {SEATS[seat]: self.name_of(seat) for seat in self.bots}
        if name:
            players[SEATS[self.seat]] = name[:100]
        return record_of(self.state, players)
