"""Who may hear what: meanings of calls, bots' reasons, hints, reviews, records. :func:`hushed` decides, and nothing else does.

A *meaning* follows from the calls and the convention alone, so it is for everybody. A bot's *reason* may speak of cards in its hand: it is
told once its deal is over, and at once only at a training table at which exactly one person sits, to that person. A *hint* is given there
too, and thought out from the view of who asks. *Review* and *record* show all hands of a match that is over. A watcher, who never sees
hands, hears a reason only where all cards of its deal were played.
"""

from dataclasses import dataclass
from enum import Enum

from pilotta.game.actions import MakeCall, PlayCard
from pilotta.game.record import Record, record_of
from pilotta.game.transition import advance
from pilotta.game.view import PlayerView, view
from pilotta.said import Said
from pilotta.seats import SEATS
from pilotta.table.seal import opened
from pilotta.table.state import Decided, PlayerDid, Table
from pilotta.table.viewers import Seated, Viewer, Watcher


class Lesson(Enum):
    """What one may ask a table for."""

    MEANINGS = "meanings"
    REASON = "reason"
    HINT = "hint"
    REVIEW = "review"
    RECORD = "record"


def hushed(table: Table, viewer: Viewer, lesson: Lesson, deal: int = 0) -> Said | None:
    """Why this viewer may not hear this now (a reason: of this deal, counted from 1); None where he may."""
    match lesson:
        case Lesson.MEANINGS:
            return None
        case Lesson.REASON:
            return _reason_hushed(table, viewer, deal)
        case Lesson.HINT:
            if not (isinstance(viewer, Seated) and _taught_at_once(table, viewer)):
                return Said("hint.not_training")
            waits = not table.over and table.next_deal_at is None and table.turn == viewer.seat
            return None if waits else Said("hint.not_your_turn")
        case Lesson.REVIEW | Lesson.RECORD:
            if not table.over:
                return Said(f"{lesson.value}.match_running")
            if isinstance(viewer, Watcher):
                return Said("table.not_yours")
            return Said("review.nothing") if lesson is Lesson.REVIEW and not table.deals else None


def _taught_at_once(table: Table, viewer: Viewer) -> bool:
    """Whether this is the one person at a training table: he has agreed to hear too much, and nobody else could be wronged."""
    return (
        table.training
        and isinstance(viewer, Seated)
        and table.humans == {viewer.seat}
        and table.players[viewer.seat].guest == viewer.person
    )


def _reason_hushed(table: Table, viewer: Viewer, deal: int) -> Said | None:
    if not 1 <= deal <= table.begun:
        return Said("reason.no_such_move")
    if deal > table.deals and not table.over:
        return None if _taught_at_once(table, viewer) else Said("reason.deal_running")
    if isinstance(viewer, Watcher):
        results = opened(table.inside).match.results
        played = deal <= len(results) and not results[deal - 1].passed_out
        return None if played else Said("table.not_yours")
    return None


@dataclass(frozen=True, slots=True)
class Told:
    """What a bot did and why: in this ``deal`` (from 1), at this ``place`` (from 0) of all that its players did."""

    deal: int
    place: int
    bot: str
    action: PlayerDid
    why: Said


def reason_for(
    table: Table, viewer: Viewer, deal: int, *, call: int | None = None, card: int | None = None
) -> Told | Said:
    """Why a bot made the call of this number (from 0) in a deal, or played this card; or why that is not told."""
    # Before anything is looked up: what was done by whom in a hidden hand must not show in how this is refused.
    if (refused := hushed(table, viewer, Lesson.REASON, deal)) is not None:
        return refused
    found = _find(opened(table.inside).decided[deal - 1], call, card)
    if found is None:
        return Said("reason.no_such_move")
    return _told(table, deal, *found) or Said("reason.not_a_bot")


def reasons_for(table: Table, viewer: Viewer, deal: int) -> tuple[Told, ...] | Said:
    """All that bots did in a deal so far and why, in order; or why that is not told."""
    if (refused := hushed(table, viewer, Lesson.REASON, deal)) is not None:
        return refused
    decided = enumerate(opened(table.inside).decided[deal - 1])
    return tuple(told for place, each in decided if (told := _told(table, deal, place, each)) is not None)


def seen_then(table: Table, viewer: Viewer, told: Told) -> PlayerView | Said:
    """What a bot saw when it did this: whoever may hear the reason may hear what it rests on."""
    if (refused := hushed(table, viewer, Lesson.REASON, told.deal)) is not None:
        return refused
    inside = opened(table.inside)
    match = inside.begun[told.deal - 1]
    for each in inside.decided[told.deal - 1][: told.place]:
        match = advance(match, each.action).state
    return view(match, told.action.seat)


def record_for(table: Table, viewer: Viewer) -> Record | Said:
    """The match as a record, once it is over: before, it would tell what players may not know."""
    if (refused := hushed(table, viewer, Lesson.RECORD)) is not None:
        return refused
    names = {SEATS[seat]: each.name or each.bot or "" for seat, each in enumerate(table.players)}
    return record_of(opened(table.inside).match, {seat: name for seat, name in names.items() if name})


def _find(decided: tuple[Decided, ...], call: int | None, card: int | None) -> tuple[int, Decided] | None:
    if call is not None:
        calls = [(i, each) for i, each in enumerate(decided) if isinstance(each.action, MakeCall)]
        return calls[call] if 0 <= call < len(calls) else None
    for i, each in enumerate(decided):
        if isinstance(each.action, PlayCard) and each.action.card == card:
            return i, each
    return None


def _told(table: Table, deal: int, place: int, decided: Decided) -> Told | None:
    bot = table.players[decided.action.seat].bot
    if decided.why is None or bot is None:
        return None
    return Told(deal, place, bot, decided.action, decided.why)
