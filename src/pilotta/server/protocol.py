"""Every message over the WebSocket: what happened, and the frames of both sides; :mod:`pilotta.server.views` has what stands in
them, :mod:`pilotta.server.rest` the messages of REST. ``docs/protocol.md`` tells how they are used.

The client's TypeScript types are generated from them (``python -m pilotta.server.generate``), so what is not there does not
exist on the wire.
"""

from typing import Annotated, Final

from msgspec import Meta

from pilotta.rules.declarations import Announcement
from pilotta.server.views import (
    Action,
    AnnounceAction,
    CallAction,
    Card,
    ContractView,
    DealResultView,
    DeclarationView,
    FromClient,
    FromServer,
    Pair,
    PlayAction,
    Seat,
    ShowAction,
    Side,
    Suit,
    TableInfo,
    View,
    named,
)

PROTOCOL_VERSION: Final = 2
"""Raised with every change that an older client would misread; a client of another version is told to reload."""


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
    declarations: list[Announcement]


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
    events: list[Annotated[AnyEvent, named("TableEvent")]]
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


class ContinueAction(Action, tag="continue"):
    """The deal that is over has been seen; ``deal`` is its number, so that a late message cannot skip another."""

    deal: Annotated[int, Meta(ge=1)]


AnyAction = CallAction | PlayAction | AnnounceAction | ShowAction | ContinueAction
"""What a player sends to be done; the seat is the session's own."""


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
    action: Annotated[AnyAction, named("PlayerAction")]
    rev: Annotated[int, Meta(ge=0)] | None = None


class ClientPing(ClientFrame, tag="ping"):
    """Asks for a pong."""


class Pong(ClientFrame, tag="pong"):
    """The answer to the server's ping."""


ClientMessage = Hello | Act | ClientPing | Pong
