"""The messages of teaching, all of REST: what calls mean, why a bot did something, hints, reviews."""

from typing import Final, Literal

from pilotta.said import Said
from pilotta.server.views import DoneAction, FromServer, Seat, SeatAction


class HeardCall(FromServer):
    """A call of the auction, and what it told."""

    seat: Seat
    call: str
    meaning: Said


class CallMeaning(FromServer):
    """Every bid in one strain from ``lowest`` to ``highest``, or the one call that is both, would tell this."""

    lowest: str
    highest: str
    meaning: Said


class Meanings(FromServer):
    """``GET /api/tables/ID/meanings``: the calls of the running (or last) deal in order, and those that you may make now."""

    rev: int
    heard: list[HeardCall]
    now: list[CallMeaning]


class BotReason(FromServer):
    """``GET /api/tables/ID/reason``: why a bot made a call or played a card: ``because`` are facts behind a reason that is numbers
    alone."""

    seat: Seat
    reason: Said
    because: list[Said]


class Option(FromServer):
    """A call or a card that was weighed: what it costs against what is advised, in tens of our score less theirs, and the standard error
    of that cost."""

    action: SeatAction
    cost: float
    error: float


class Advice(FromServer):
    """``GET /api/tables/ID/hint``: what the teacher would do in your place at ``rev``, and why: ``because`` are facts behind a
    reason that is numbers alone. ``options`` are what was weighed in ``worlds`` thought-out deals, what is advised first."""

    rev: int
    action: SeatAction
    reason: Said
    because: list[Said]
    options: list[Option]
    worlds: int


SeatLetter = Literal["S", "E", "N", "W"]
SideLetters = Literal["NS", "EW"]
DecisionKind = Literal["call", "card", "announce", "show", "pilotta", "miscall"]


class ReviewProgress(FromServer):
    """``GET /api/tables/ID/review`` (202) while it is thought out: the share that is done, 0 to 1."""

    share: float


class Judged(FromServer):
    """One decision: what was done, what is ``best``, what it ``cost`` and how much of that counts as a ``loss``."""

    seat: SeatLetter
    kind: DecisionKind
    number: int
    done: DoneAction
    best: DoneAction | None
    real: bool
    cost: float
    error: float
    loss: float
    worlds: int
    reason: Said | None
    because: list[Said]
    options: list[Option]
    missed_signal: Said | None


class SidePair(FromServer):
    """A number for each side."""

    NS: float
    EW: float


class ReviewedResult(FromServer):
    """How a deal ended."""

    passed_out: bool
    score: SidePair
    contract: str | None = None
    declarer: SeatLetter | None = None
    multiplier: int = 1
    made: bool | None = None


class ReviewedPar(FromServer):
    """What the cards were worth with all hands open and nobody's slip: the contract, and the difference that each side writes."""

    contract: str | None
    side: SideLetters | None
    multiplier: int
    score: SidePair


class SeatNumbers(FromServer):
    """A number for each seat."""

    S: float
    E: float
    N: float
    W: float


class ReviewedDeal(FromServer):
    """A deal: ``hands`` in notation, the ``total`` after it, ``worth`` of each hand above the average in points, all decisions."""

    number: int
    dealer: SeatLetter
    hands: str
    result: ReviewedResult
    total: SidePair
    par: ReviewedPar | None
    worth: SeatNumbers
    decisions: list[Judged]


class Costly(FromServer):
    """One of the costliest decisions: a deal's number, and its place among that deal's decisions."""

    deal: int
    decision: int


class ReviewedPlayer(FromServer):
    """A player over the whole match; losses in tens, ``accuracy`` in percent."""

    deals: int
    decisions: int
    mistakes: int
    loss: float
    loss_per_deal: float
    accuracy: float | None
    missed_declarations: int
    missed_signals: int
    worth: float
    costliest: list[Costly]


class ReviewedSide(FromServer):
    """What came of a match for a side, in tens: the score, and how much of it the cards and how much the play were."""

    score: float
    luck: float | None
    play: float | None


class BothSides(FromServer):
    NS: ReviewedSide
    EW: ReviewedSide


class FourPlayers(FromServer):
    S: ReviewedPlayer
    E: ReviewedPlayer
    N: ReviewedPlayer
    W: ReviewedPlayer


class MatchReview(FromServer):
    """``GET /api/tables/ID/review``: a match that is over, decision by decision. It is a part of the review's own format, seats, hands
    and contracts in notation; what was done are the actions of the wire."""

    players: FourPlayers
    sides: BothSides
    deals: list[ReviewedDeal]


LESSONS: Final = (Meanings, BotReason, Advice, ReviewProgress, MatchReview)
