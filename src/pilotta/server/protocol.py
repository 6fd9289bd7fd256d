"""Every message over the WebSocket; :mod:`pilotta.server.rest` has those of REST. ``docs/protocol.md`` tells how they are used.

The client's TypeScript types are generated from the two (``python -m pilotta.server.generate``), so what is not there
does not exist on the wire. A card is a number (0–31), a seat 0–3 in turn order S E N W, a side 0 (NS) or 1 (EW), a suit
0–3, a strain 0–5; a hand is a list of cards, lowest number first; a pair ``[ns, ew]`` is indexed by side; a call is text
in notation (``80H``, ``CAPS``, ``P``, ``X``, ``XX``). Instants are milliseconds since 1970.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from pilotta.rules.ruleset import RuleSet
from pilotta.rules.scoring import FailureCode, LineCode

PROTOCOL_VERSION: Final = 1
"""Raised with every change that an older client would misread; a client of another version is told to reload."""

LOCALES: Final = ("el", "el-CY", "en", "it")


def _named(name: str) -> Meta:
    return Meta(extra={"ts": name})


Card = Annotated[int, Meta(ge=0, le=31, extra={"ts": "Card"})]
Seat = Annotated[int, _named("Seat")]
Side = Annotated[int, _named("Side")]
Suit = Annotated[int, _named("Suit")]
Strain = Annotated[int, _named("Strain")]
Rank = Annotated[int, _named("Rank")]
Millis = Annotated[int, _named("Millis")]
Pair = Annotated[tuple[int, int], _named("Pair")]
Locale = Annotated[Literal["el", "el-CY", "en", "it"], _named("Locale")]


class FromServer(Struct):
    """What the server sends; every field is always there."""


class FromClient(Struct, forbid_unknown_fields=True):
    """What a client sends; a field with a default may be left out, an unknown one is refused."""


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


class AnnouncementView(FromServer):
    """What is heard of a declaration: kind, size and worth, not its cards."""

    is_four: bool
    length: int
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


class ScoreLineView(FromServer):
    """One line of a side's account: raw ``points``, and the ``score`` it adds in the sheet's unit."""

    side: Side
    code: LineCode
    points: int
    score: int


class AccountView(FromServer):
    """Why a deal scored what it scored; ``made`` is None where there was no auction, ``failure`` says why it is False,
    ``capot`` is the side with all tricks."""

    made: bool | None
    failure: FailureCode | None
    capot: Side | None
    counted: Pair
    lines: list[ScoreLineView]
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
    code: str
    params: dict[str, str]


class LegalView(FromServer):
    """What this seat may do now. ``may_announce`` and ``may_show`` are voluntary before a card; ``asked_announce`` and
    ``asked_show`` wait for a yes or a no, where ``may_announce`` tells whether a yes is possible; ``pilotta`` are the cards
    with which a call of pilotta is right; ``can_continue`` asks whether the next deal may begin."""

    calls: LegalCallsView | None
    cards: list[Card]
    illegal: list[IllegalCard]
    may_announce: bool
    asked_announce: bool
    may_show: bool
    asked_show: bool
    pilotta: list[Card]
    can_continue: bool


PHASES: Final = ("dealing", "auction", "declaring", "showing", "playing", "over")
Phase = Annotated[Literal["dealing", "auction", "declaring", "showing", "playing", "over"], _named("Phase")]


class View(FromServer):
    """Everything that changes at a table, as one seat may see it.

    ``phase`` is what the table waits for; while it is ``dealing`` (or ``over``) the last deal stays readable. ``turn`` and
    ``leader`` are -1 for nobody. By seat: ``counts`` (cards still held), ``announced`` (None: has not spoken), ``shown``.
    ``taken_by`` is the seat whose card wins the running ``trick``. ``ready`` lists the seats that want the next deal,
    which comes at ``next_deal_at`` in any case. ``closed``: the players left; nothing more will happen.
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
    announced: list[list[AnnouncementView] | None]
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
    legal: LegalView


class PlayerInfo(FromServer):
    """Who sits at a seat. A bot's ``name`` is empty: the client names it; ``bot`` says which kind of bot it is."""

    seat: Seat
    kind: Literal["human", "bot"]
    name: str
    bot: str | None


class TableInfo(FromServer):
    """What does not change at a table: its rules, its options, who sits where and which seat is yours."""

    id: str
    created_at: Millis
    seat: Seat
    rules: RuleSet
    automatic: bool
    pace_ms: int
    players: list[PlayerInfo]


# What happened, in the past tense


class Event(FromServer, tag_field="kind"):
    """One thing that happened at the table, as this seat may see it."""


class Dealt(Event, tag="dealt"):
    """``hand`` is what you were dealt; ``number`` counts the match's deals from 1."""

    number: int
    dealer: Seat
    hand: list[Card]


class CallMade(Event, tag="call"):
    seat: Seat
    call: str


class ContractSet(Event, tag="contract"):
    contract: ContractView
    leader: Seat


class Announced(Event, tag="announced"):
    """Empty where the seat was asked and said none."""

    seat: Seat
    declarations: list[AnnouncementView]


class DeclarationsCompared(Event, tag="compared"):
    """``side``'s declarations count, nobody's where it is None."""

    side: Side | None


class DeclarationsShown(Event, tag="shown"):
    seat: Seat
    declarations: list[DeclarationView]


class ShowingDeclined(Event, tag="not_shown"):
    seat: Seat


class CardPlayed(Event, tag="played"):
    seat: Seat
    card: Card


class PilottaCalled(Event, tag="pilotta"):
    """``again``: the second of the pair ("Re-Pilotta")."""

    seat: Seat
    suit: Suit
    again: bool


class TrickTaken(Event, tag="trick"):
    number: int
    seat: Seat
    points: int


class DealScored(Event, tag="scored"):
    result: DealResultView
    totals: Pair
    wins: Pair


class MatchWon(Event, tag="won"):
    side: Side
    reverse_capot: bool


class Ready(Event, tag="ready"):
    """A player wants the next deal."""

    seat: Seat


class Closed(Event, tag="closed"):
    """The table was given up."""

    seat: Seat


AnyEvent = (
    Dealt
    | CallMade
    | ContractSet
    | Announced
    | DeclarationsCompared
    | DeclarationsShown
    | ShowingDeclined
    | CardPlayed
    | PilottaCalled
    | TrickTaken
    | DealScored
    | MatchWon
    | Ready
    | Closed
)


# Server to client, over the WebSocket


class ServerFrame(FromServer, tag_field="type"):
    """A text frame from the server."""


class Welcome(ServerFrame, tag="welcome"):
    """The whole table as it stands at ``rev``: the answer to a hello without a known ``rev``."""

    version: int
    rev: int
    table: TableInfo
    sheet: list[DealResultView]
    view: View


class Update(ServerFrame, tag="update"):
    """What happened after ``since`` up to ``rev``, and the table as it stands now. ``sheet`` is there when it changed."""

    rev: int
    since: int
    events: list[Annotated[AnyEvent, _named("TableEvent")]]
    sheet: list[DealResultView] | None
    view: View


class Ack(ServerFrame, tag="ack"):
    """The command ``id`` stands in the log, at ``rev`` or before."""

    id: str
    rev: int


class Refused(ServerFrame, tag="refused"):
    """The command ``id`` changed nothing; ``rev`` is where the table stands."""

    id: str
    code: str
    params: dict[str, str]
    rev: int


class ErrorFrame(ServerFrame, tag="error"):
    """Something is wrong with the connection or a frame; a close may follow."""

    code: str
    params: dict[str, str]


class Ping(ServerFrame, tag="ping"):
    """Asks for a pong: a client that says nothing for long is taken for gone."""


class ServerPong(ServerFrame, tag="pong"):
    """The answer to the client's ping."""


ServerMessage = Welcome | Update | Ack | Refused | ErrorFrame | Ping | ServerPong


# Client to server, over the WebSocket


class PlayerAction(FromClient, tag_field="kind"):
    """What a player does; the seat is the session's own."""


class CallAction(PlayerAction, tag="call"):
    call: Annotated[str, Meta(max_length=8)]


class PlayAction(PlayerAction, tag="play"):
    """``pilotta`` calls the king and queen of trumps with the first of the two (needless at an automatic table)."""

    card: Card
    pilotta: bool = False


class AnnounceAction(PlayerAction, tag="announce"):
    yes: bool = True


class ShowAction(PlayerAction, tag="show"):
    yes: bool = True


class ContinueAction(PlayerAction, tag="continue"):
    """The deal that is over has been seen; ``deal`` is its number, so that a late message cannot skip another."""

    deal: Annotated[int, Meta(ge=1)]


AnyAction = CallAction | PlayAction | AnnounceAction | ShowAction | ContinueAction


class ClientFrame(FromClient, tag_field="type"):
    """A text frame from the client."""


class Hello(ClientFrame, tag="hello"):
    """First frame of a connection, and again whenever something was missed. With ``rev`` the server sends all after it
    as an update, without (or with one that it cannot follow) a welcome."""

    version: int
    rev: Annotated[int, Meta(ge=0)] | None = None


class Act(ClientFrame, tag="act"):
    """A command. ``id`` is the client's own (unique at the table): sending it again does nothing twice. With ``rev`` it is
    refused (``table.stale``) where the table has moved on since."""

    id: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$")]
    action: Annotated[AnyAction, _named("PlayerAction")]
    rev: Annotated[int, Meta(ge=0)] | None = None


class ClientPing(ClientFrame, tag="ping"):
    """Asks for a pong."""


class Pong(ClientFrame, tag="pong"):
    """The answer to the server's ping."""


ClientMessage = Hello | Act | ClientPing | Pong
