"""The messages of teaching, all of REST: what calls mean, why a bot did something, hints."""

from typing import Final

from pilotta.server.views import Card, FromServer, Seat


class Sentence(FromServer):
    """Something to say: a stable code, and words for its sentence (cards, suits, calls and numbers in notation). The sentences
    are ``src/pilotta/bots/locale``."""

    code: str
    params: dict[str, str]


class HeardCall(FromServer):
    """A call of the auction, and what it told."""

    seat: Seat
    call: str
    meaning: Sentence


class CallMeaning(FromServer):
    """Every bid in one strain from ``lowest`` to ``highest``, or the one call that is both, would tell this."""

    lowest: str
    highest: str
    meaning: Sentence


class Meanings(FromServer):
    """``GET /api/tables/ID/meanings``: the calls of the running (or last) deal in order, and those that you may make now."""

    rev: int
    heard: list[HeardCall]
    now: list[CallMeaning]


class BotReason(FromServer):
    """``GET /api/tables/ID/reason``: why a bot made a call or played a card."""

    seat: Seat
    reason: Sentence


class Move(FromServer):
    """What a seat does: one of the four, the others null."""

    call: str | None
    card: Card | None
    announce: bool | None
    show: bool | None


class Option(FromServer):
    """A call or a card that was weighed: what it costs against the best, in tens of our score less theirs, and the standard error
    of that cost."""

    move: Move
    cost: float
    error: float


class Advice(FromServer):
    """``GET /api/tables/ID/hint``: what the teacher would do in your place at ``rev``, and why: ``because`` are facts behind a
    reason that is numbers alone. ``options`` are what was weighed in ``worlds`` thought-out deals, the best first."""

    rev: int
    move: Move
    reason: Sentence
    because: list[Sentence]
    options: list[Option]
    worlds: int


LESSONS: Final = (Meanings, BotReason, Advice)
