"""What a table teaches: the meaning of calls, bots' reasons, hints. Who may hear what is decided here, and nowhere else.

A meaning is public: it follows from the calls and the convention alone. A reason may speak of cards in the bot's hand, so it is
told once its deal is over; at a training table, where everybody agreed to that, at once. A hint is thought out from the asking
seat's own view.
"""

import asyncio
from collections import OrderedDict
from typing import Final
from weakref import WeakValueDictionary

from pilotta.bots.bot import Decision, Reason
from pilotta.bots.hint import Hint
from pilotta.bots.worth.weighing import SEARCHED
from pilotta.game.actions import Action, Announce, MakeCall, PlayCard, Show
from pilotta.game.view import view
from pilotta.said import Said
from pilotta.server.brain import Brain
from pilotta.server.lessons import (
    Advice,
    BotReason,
    CallMeaning,
    HeardCall,
    Meanings,
    Move,
    Option,
)
from pilotta.server.table import Decided, No, Table, seed_of, seen_before
from pilotta.server.thinking import Told, advise, explain, facts

REMEMBERED: Final = 256
"""So many hints are kept for those who ask again in the same position."""


def may_be_told(state: Table, deal: int) -> bool:
    """Whether bots' reasons in this deal (counted from 1) are open to those who sit at the table."""
    return state.training or state.over or deal <= state.deals


def decided_by_bot(
    state: Table, deal: int, *, call: int | None = None, card: int | None = None
) -> tuple[int, Decided] | No:
    """A bot's call of this number (from 0) in a deal, or its play of this card: its place among what the deal's players did, and
    what it was."""
    if not 1 <= deal <= len(state.decided):
        return No("reason.no_such_move")
    # Before anything is looked up: what was done by whom in a hidden hand must not show in how this is refused.
    if not may_be_told(state, deal):
        return No("reason.deal_running")
    found = _find(state.decided[deal - 1], call, card)
    if found is None:
        return No("reason.no_such_move")
    return No("reason.not_a_bot") if found[1].reason is None else found


def _find(decided: tuple[Decided, ...], call: int | None, card: int | None) -> tuple[int, Decided] | None:
    if call is not None:
        calls = [(i, each) for i, each in enumerate(decided) if isinstance(each.action, MakeCall)]
        return calls[call] if 0 <= call < len(calls) else None
    plays = (
        (i, each)
        for i, each in enumerate(decided)
        if isinstance(each.action, PlayCard) and each.action.card == card
    )
    return next(plays, None)


class Teacher:
    """Asks the processes in which bots think for what has to be thought out.

    One question of a person at a time: who asks much waits for himself, and nobody's bots wait for more than one answer of his.
    """

    def __init__(self, brain: Brain) -> None:
        self._brain = brain
        # A lock is there for as long as somebody holds it or waits for it.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._hints: OrderedDict[tuple[str, int, int], Advice] = OrderedDict()

    async def meanings(self, state: Table, seat: int) -> Meanings:
        """What the calls of this auction tell. NoAnswer where no process answers."""
        async with self._turn(state, seat):
            told = await self._brain.ask(
                "meanings", explain, view(state.match, seat), _bots(state), about=state
            )
        return _meanings(state.rev, told)

    async def reason(
        self, state: Table, seat: int, deal: int, *, call: int | None = None, card: int | None = None
    ) -> BotReason | No:
        """Why a bot made the deal's call of this number (from 0), or played this card. NoAnswer where no process answers."""
        found = decided_by_bot(state, deal, call=call, card=card)
        if isinstance(found, No):
            return found
        place, made = found
        bot = state.players[made.action.seat].bot
        assert made.reason is not None
        assert bot is not None
        because: tuple[Reason, ...] = ()
        if made.reason.code in SEARCHED:
            decision = Decision(made.action, made.reason)
            seen = seen_before(state, deal, place)
            async with self._turn(state, seat):
                because = await self._brain.ask("reason", facts, bot, seen, decision, about=state)
        return BotReason(made.action.seat, _said(made.reason), [_said(each) for each in because])

    async def hint(self, state: Table, seat: int) -> Advice | No:
        """The best that this seat can do now. NoAnswer where no process answers in time."""
        if not state.training:
            return No("hint.not_training")
        seen = view(state.match, seat)
        if state.over or seen.turn != seat or state.next_deal_at is not None:
            return No("hint.not_your_turn")
        key = (state.id, state.rev, seat)
        async with self._turn(state, seat):
            advice = self._hints.get(key)
            if advice is None:
                found = await self._brain.ask(
                    "hint", advise, seen, seed_of(state, seat), _bots(state), about=state
                )
                advice = self._hints[key] = _advice(state.rev, found)
                if len(self._hints) > REMEMBERED:
                    self._hints.popitem(last=False)
        return advice

    def _turn(self, state: Table, seat: int) -> asyncio.Lock:
        return self._turns.setdefault(state.players[seat].guest or "", asyncio.Lock())


def _bots(state: Table) -> list[str | None]:
    return [player.bot for player in state.players]


def _said(reason: Reason) -> Said:
    return Said(reason.code, reason.params)


def _meanings(rev: int, told: Told) -> Meanings:
    heard, now = told
    return Meanings(
        rev,
        [HeardCall(seat, call.text, _said(meaning)) for seat, call, meaning in heard],
        [CallMeaning(each.lowest.text, each.highest.text, _said(each.reason)) for each in now],
    )


def _advice(rev: int, found: Hint) -> Advice:
    return Advice(
        rev,
        _move(found.decision.action),
        _said(found.decision.reason),
        [_said(each) for each in found.because],
        [Option(_move(each.action), round(each.cost, 2), round(each.error, 2)) for each in found.priced],
        found.weighed.worlds if found.weighed else 0,
    )


def _move(action: Action) -> Move:
    match action:
        case MakeCall(_, call):
            return Move(call.text, None, None, None)
        case PlayCard(_, card, _):
            return Move(None, card, None, None)
        case Announce(_, yes):
            return Move(None, None, yes, None)
        case Show(_, yes):
            return Move(None, None, None, yes)
        case _:
            raise TypeError(f"{type(action).__name__} is nothing that a seat does")
