"""What a table teaches: the meaning of calls, bots' reasons, hints. Who may hear what is the table's to say
(:mod:`pilotta.table.hearing`); here it is thought out."""

import asyncio
from collections import OrderedDict
from typing import Final
from weakref import WeakValueDictionary

from msgspec import structs

from pilotta.bots.bot import Decision, Reason, lacks_core
from pilotta.bots.hint import Hint
from pilotta.bots.worth.weighing import SEARCHED
from pilotta.said import Said
from pilotta.server.teachers.messages import (
    Advice,
    BotReason,
    CallMeaning,
    HeardCall,
    Meanings,
    Option,
)
from pilotta.server.thinkers.pool import Thinkers
from pilotta.server.thinkers.work import Told, advise, explain, facts
from pilotta.server.wire import action_message
from pilotta.table import (
    Lesson,
    Seated,
    Table,
    hushed,
    reason_for,
    seed_of,
    seen_then,
    view_for,
)

REMEMBERED: Final = 256
"""So many hints are kept for those who ask again in the same position."""


class Teacher:
    """Asks the processes in which bots think for what has to be thought out.

    One question of a person at a time: who asks much waits for himself, and nobody's bots wait for more than one answer of his.
    """

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        # A lock is there for as long as somebody holds it or waits for it.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._hints: OrderedDict[tuple[str, int, int], Advice] = OrderedDict()

    async def meanings(self, state: Table, viewer: Seated) -> Meanings | Said:
        """What the calls of this auction tell. NoAnswer where no process answers."""
        if (refused := hushed(state, viewer, Lesson.MEANINGS)) is not None:
            return refused
        seen = view_for(state, viewer).seen
        async with self._turn(viewer):
            told = await self._thinkers.ask("meanings", explain, seen, _bots(state), about=state)
        return _meanings(state.rev, told)

    async def reason(
        self, state: Table, viewer: Seated, deal: int, *, call: int | None = None, card: int | None = None
    ) -> BotReason | Said:
        """Why a bot made the deal's call of this number (from 0), or played this card. NoAnswer where no process answers."""
        told = reason_for(state, viewer, deal, call=call, card=card)
        if isinstance(told, Said):
            return told
        because: tuple[Reason, ...] = ()
        if told.why.code in SEARCHED:
            seen = seen_then(state, viewer, told)
            if isinstance(seen, Said):
                return seen
            decision = Decision(told.action, Reason(told.why.code, told.why.params))
            async with self._turn(viewer):
                because = await self._thinkers.ask("reason", facts, told.bot, seen, decision, about=state)
        return BotReason(told.action.seat, told.why, [_said(each) for each in because])

    async def hint(self, state: Table, viewer: Seated) -> Advice | Said:
        """The best that this seat can do now. NoAnswer where no process answers in time."""
        if (refused := hushed(state, viewer, Lesson.HINT)) is not None:
            return refused
        if lacks_core():
            return Said("bot.needs_core", {"bot": "daskalos"})
        key = (state.id, state.moves, viewer.seat)
        async with self._turn(viewer):
            advice = self._hints.get(key)
            if advice is None:
                seen, seed = view_for(state, viewer).seen, seed_of(state, viewer.seat)
                found = await self._thinkers.ask("hint", advise, seen, seed, _bots(state), about=state)
                advice = self._hints[key] = _advice(state.rev, found)
                if len(self._hints) > REMEMBERED:
                    self._hints.popitem(last=False)
        # The same position, whatever else was written to the table since.
        return advice if advice.rev == state.rev else structs.replace(advice, rev=state.rev)

    def _turn(self, viewer: Seated) -> asyncio.Lock:
        return self._turns.setdefault(viewer.person, asyncio.Lock())


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
        action_message(found.decision.action),
        _said(found.decision.reason),
        [_said(each) for each in found.because],
        [
            Option(action_message(each.action), round(each.cost, 2), round(each.error, 2))
            for each in found.priced
        ],
        found.weighed.worlds if found.weighed else 0,
    )
