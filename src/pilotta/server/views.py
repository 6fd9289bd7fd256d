"""What lies on the table and who sits there, as messages: the values that views, events and REST have in common.

A card is a number (0–31), a seat 0–3 in turn order S E N W, a side 0 (NS) or 1 (EW), a suit 0–3, a strain 0–5; a hand is a
list of cards, lowest number first; a pair ``[ns, ew]`` is indexed by side; a call is text in notation (``80H``, ``CAPS``, ``P``,
``X``, ``XX``). Instants are milliseconds since 1970.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from pilotta.rules.declarations import Announcement
from pilotta.rules.ruleset import RuleSet
from pilotta.rules.scoring import FailureCode, ScoreLine
from pilotta.said import Said
from pilotta.words import Language


def named(name: str) -> Meta:
    """Gives a type its name in TypeScript."""
    return Meta(extra={"ts": name})


Card = Annotated[int, Meta(ge=0, le=31, extra={"ts": "Card"})]
Seat = Annotated[int, named("Seat")]
Side = Annotated[int, named("Side")]
Suit = Annotated[int, named("Suit")]
Strain = Annotated[int, named("Strain")]
Rank = Annotated[int, named("Rank")]
Millis = Annotated[int, named("Millis")]
Pair = Annotated[tuple[int, int], named("Pair")]
Locale = Annotated[Language, named("Locale")]


class FromServer(Struct):
    """What the server sends; every field is always there."""


class FromClient(Struct, forbid_unknown_fields=True):
    """What a client sends; a field with a default may be left out, an unknown one is refused."""


# What a seat does


class Action(FromClient, tag_field="kind"):
    """What a seat does or says, told apart by ``kind``: sent to be done, advised, or done in a match that is looked back at."""


class CallAction(Action, tag="call"):
    call: Annotated[str, Meta(max_length=8)]


class PlayAction(Action, tag="play"):
    """``pilotta`` calls the king and queen of trumps with the first of the two (needless at an automatic table)."""

    card: Card
    pilotta: bool = False


class AnnounceAction(Action, tag="announce"):
    yes: bool = True


class ShowAction(Action, tag="show"):
    yes: bool = True


class PilottaAction(Action, tag="pilotta"):
    """In a review alone: a pilotta that was called, or not."""

    yes: bool


SeatAction = Annotated[CallAction | PlayAction | AnnounceAction | ShowAction, named("SeatAction")]
DoneAction = Annotated[
    CallAction | PlayAction | AnnounceAction | ShowAction | PilottaAction, named("DoneAction")
]


# What lies on the table


class ContractView(FromServer):
    """``text`` in notation; ``value`` 0 where a deal is played without an auction."""

    text: str
    value: int
    strain: Strain
    declarer: Seat
    multiplier: int
    capot: bool
    doubler: Seat | None


class SeatCall(FromServer):
    seat: Seat
    call: str


class TrickView(FromServer):
    """A complete trick: cards in order of play from ``leader`` on."""

    leader: Seat
    cards: list[Card]
    winner: Seat
    points: int


class DeclarationView(FromServer):
    """A declaration with its cards: a sequence (``rank`` of its top card), or four of a kind (``suit`` -1)."""

    points: int
    length: int
    rank: Rank
    suit: int
    cards: list[Card]


class PilottaView(FromServer):
    seat: Seat
    suit: Suit


class AccountView(FromServer):
    """Why a deal scored what it scored; ``made`` is None where there was no auction, ``failure`` says why it is False,
    ``capot`` is the side with all tricks."""

    made: bool | None
    failure: FailureCode | None
    capot: Side | None
    counted: Pair
    lines: list[ScoreLine]
    wins_match: bool


class DealResultView(FromServer):
    """One deal of the score sheet; ``contract`` and ``account`` are None where all four passed."""

    number: int
    dealer: Seat
    contract: ContractView | None
    tricks: Pair
    cards: Pair
    declarations: Pair
    pilotta: Pair
    score: Pair
    account: AccountView | None


class LegalCallsView(FromServer):
    """Bids are every multiple of ``step`` from ``lowest`` to ``highest`` in each of ``strains``; ``lowest`` 0: none."""

    can_pass: bool
    lowest: int
    highest: int
    step: int
    strains: str
    can_capot: bool
    can_double: bool
    can_redouble: bool


class IllegalCard(FromServer):
    """A card of one's hand that may not be played now, and the duty that forbids it."""

    card: Card
    duty: Said


class LegalView(FromServer):
    """What this seat may do now. ``may_announce`` and ``may_show`` are voluntary before a card; ``asked_announce`` and
    ``asked_show`` wait for a yes or a no, where ``may_announce`` tells whether a yes is possible; ``pilotta`` are the cards
    with which a call of pilotta is right, ``may_call`` those with which a player who calls himself has one to make; ``can_continue`` asks whether the next deal may begin; ``can_hint``: a hint may be asked for."""

    calls: LegalCallsView | None
    cards: list[Card]
    illegal: list[IllegalCard]
    may_announce: bool
    asked_announce: bool
    may_show: bool
    asked_show: bool
    pilotta: list[Card]
    may_call: list[Card]
    can_continue: bool
    can_hint: bool


PHASES: Final = ("dealing", "auction", "declaring", "showing", "playing", "over")
Phase = Annotated[Literal["dealing", "auction", "declaring", "showing", "playing", "over"], named("Phase")]


class View(FromServer):
    """Everything that changes at a table, as one seat may see it.

    ``phase`` is what the table waits for; while it is ``dealing`` (or ``over``) the last deal stays readable. ``turn`` and
    ``leader`` are -1 for nobody. By seat: ``counts`` (cards still held), ``announced`` (None: has not spoken), ``shown``.
    ``taken_by`` is the seat whose card wins the running ``trick``. ``ready`` lists the seats that want the next deal,
    which comes at ``next_deal_at`` in any case. ``closed``: the players left; nothing more will happen. ``reasons_told``: why the bots
    did what they did in this deal may be asked for now.
    """

    phase: Phase
    turn: int
    dealer: Seat
    deal_number: int
    hand: list[Card]
    dealt: list[Card]
    counts: tuple[int, int, int, int]
    calls: list[SeatCall]
    contract: ContractView | None
    leader: int
    trick: list[Card]
    taken_by: int
    tricks: list[TrickView]
    own_declarations: list[DeclarationView]
    announced: list[list[Announcement] | None]
    shown: list[list[DeclarationView]]
    compared: bool
    declaration_side: Side | None
    pilotta: list[PilottaView]
    totals: Pair
    wins: Pair
    winner: Side | None
    by_reverse_capot: bool
    ready: list[Seat]
    next_deal_at: Millis | None
    closed: bool
    reasons_told: bool
    legal: LegalView


class PlayerInfo(FromServer):
    """Who sits at a seat. A bot's ``name`` is empty: the client names it; ``bot`` is its level, version and style (``cafe@1``)."""

    seat: Seat
    kind: Literal["human", "bot"]
    name: str
    bot: str | None


class TableInfo(FromServer):
    """What does not change at a table: its rules, its options, who sits where and which seat is yours. At a ``training`` table
    hints are given, and bots tell their reasons at once."""

    id: str
    created_at: Millis
    seat: Seat
    rules: RuleSet
    automatic: bool
    training: bool
    pace_ms: int
    players: list[PlayerInfo]
