"""A person's match against three bots: a table of the table floor whose log is in memory, and the bots that play at it."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from pilotta.bots.bidding.meaning import Spoken, spoken_by
from pilotta.bots.bot import Bot, Decision, Reason
from pilotta.bots.hint import because_of
from pilotta.game.actions import Action
from pilotta.game.record import Record
from pilotta.game.view import PlayerView
from pilotta.rules.ruleset import RuleSet
from pilotta.said import Said
from pilotta.seats import SOUTH, WEST
from pilotta.table import (
    BotTurn,
    Created,
    DealTurn,
    GiveUp,
    Lesson,
    MemoryLog,
    Player,
    Proposal,
    Seated,
    Table,
    TableEvent,
    TableView,
    due,
    events_for,
    hushed,
    propose,
    propose_deal,
    reasons_for,
    record_for,
    seen_then,
    view_for,
)

PERSON: Final = "person"


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot did in a deal, and why: ``because`` are facts behind a reason that is numbers alone."""

    seat: int
    action: Action
    reason: Reason
    because: tuple[Reason, ...] = ()


class Sitting:
    """``bots`` sit at the seats that are theirs, by ``names`` where those say more than the bots' own; the person, by ``name`` if he
    gave one, sits at ``seat``. At a ``training`` table hints are given, and the bots tell their reasons at once."""

    def __init__(
        self,
        rules: RuleSet,
        bots: Mapping[int, Bot],
        seed: int,
        *,
        automatic: bool = True,
        seat: int = SOUTH,
        dealer: int = WEST,
        names: Mapping[int, str] | None = None,
        name: str = "",
        training: bool = False,
    ) -> None:
        self.bots, self.seed = bots, seed
        self.viewer = Seated(seat, PERSON)
        self._names = dict(names or {})
        self._chance = Random(seed)
        south, east, north, west = (
            Player(name[:100], PERSON) if at == seat else Player(bot=self.name_of(at)) for at in range(4)
        )
        self._log = MemoryLog(
            "terminal",
            Created(
                rules,
                dealer,
                automatic=automatic,
                pace_ms=0,
                deal_wait_ms=0,
                secret=str(seed),
                players=(south, east, north, west),
                training=training,
            ),
        )

    @property
    def table(self) -> Table:
        return self._log.table

    @property
    def seat(self) -> int:
        return self.viewer.seat

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def waits_for_person(self) -> bool:
        return self.table.turn == self.seat

    @property
    def waits_for_cards(self) -> bool:
        return isinstance(due(self.table), DealTurn)

    @property
    def spoken(self) -> Spoken:
        """By which convention each seat's calls are to be read."""
        return spoken_by([self.bots.get(seat) for seat in range(4)])

    @property
    def seen(self) -> TableView:
        return view_for(self.table, self.viewer)

    @property
    def view(self) -> PlayerView:
        return self.seen.seen

    def name_of(self, seat: int) -> str:
        """The name of the bot at this seat."""
        return self._names.get(seat, self.bots[seat].name)

    # Playing

    def step(self) -> list[TableEvent]:
        """Deal, or let the bot whose turn it is act; what the person learns of it."""
        if self.waits_for_cards:
            return self._done(propose_deal(self.table, self._chance))
        return self.follow(self.think())

    def think(self) -> Decision:
        """What the bot whose turn it is will do. It changes nothing, so that it may be thought out elsewhere."""
        turn = due(self.table)
        assert isinstance(turn, BotTurn), "a bot has to act"
        return self.bots[turn.view.seat].act(turn.view)

    def follow(self, decision: Decision) -> list[TableEvent]:
        """Do what a bot has thought out; what the person learns of it. ValueError where it may not."""
        seat = self.table.turn
        return self._done(propose(self.table, seat, decision.action, decision.reason))

    def act(self, action: Action) -> list[TableEvent] | Said:
        """The person's action, or why it may not be."""
        answer = propose(self.table, self.seat, action)
        return answer if isinstance(answer, Said) else self._done(answer)

    def leave(self) -> None:
        """Get up, whatever is on the table: what was played can be recorded then."""
        answer = propose(self.table, self.seat, GiveUp())
        if isinstance(answer, Proposal):
            self._log.commit(answer)

    def _done(self, answer: Proposal | Said | None) -> list[TableEvent]:
        if not isinstance(answer, Proposal):
            raise ValueError(f"the table takes no such thing: {answer}")  # noqa: TRY004 - a wrong move, not a wrong type
        return list(events_for(self._log.commit(answer), self.viewer))

    # Teaching

    @property
    def tells_at_once(self) -> bool:
        """Whether the bots tell their reasons in the deal that is played."""
        return (
            self.table.training and hushed(self.table, self.viewer, Lesson.REASON, self.table.begun) is None
        )

    @property
    def thoughts(self) -> list[Thought]:
        """What the bots thought in the deal that was begun last, as far as the person may hear it."""
        return self._thoughts(self.table.begun)

    @property
    def told(self) -> list[Thought]:
        """What the bots thought in the last deal that is over."""
        return self._thoughts(self.table.deals)

    def _thoughts(self, deal: int) -> list[Thought]:
        found = reasons_for(self.table, self.viewer, deal)
        thoughts = []
        for each in () if isinstance(found, Said) else found:
            bot, reason = self.bots[each.action.seat], Reason(each.why.code, each.why.params)
            seen = seen_then(self.table, self.viewer, each)
            because = () if isinstance(seen, Said) else because_of(bot, seen, Decision(each.action, reason))
            thoughts.append(Thought(each.action.seat, each.action, reason, because))
        return thoughts

    def record(self) -> Record:
        """The match; bots stand in it with their names, the person if a name was given. ValueError before it is over or left."""
        found = record_for(self.table, self.viewer)
        if isinstance(found, Said):
            raise ValueError(f"the match runs: {found.code}")  # noqa: TRY004 - a wrong moment, not a wrong type
        return found
