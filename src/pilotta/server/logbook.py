"""The entries of a table's log: text in the project's notation, so that a person can read a match in the database.

A payload is one JSON object. ``created`` comes first; then chance's ``deal``, the players' ``call``, ``announce``, ``show``
and ``play``, and the table's own ``ready`` and ``closed``. What is not written here cannot happen at a table.
"""

from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from pilotta.bots.bot import Reason
from pilotta.cards import CARD_NAMES, parse_card
from pilotta.game.actions import Action, Announce, Deal, MakeCall, PlayCard, Show
from pilotta.game.notation import deal_text, parse_deal
from pilotta.rules.auction import parse_call
from pilotta.seats import SEATS

SeatLetter = Literal["S", "E", "N", "W"]


class Entry(NamedTuple):
    """One row of a log: its number, its payload, and when it was written."""

    seq: int
    payload: str
    at: int


class LogError(Exception):
    """A log that cannot be followed: it was written by a newer server or by hand."""


class LoggedEntry(Struct, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """One entry."""


class Player(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who sits at a seat: a guest by id, or a kind of bot by name."""

    name: str = ""
    guest: str | None = None
    bot: str | None = None


class CreatedEntry(LoggedEntry, tag="created"):
    """The table: all fields of its rules, its options, its players, and a secret from which the bots' chance comes. ``training``
    tables give hints, and tell the bots' reasons at once."""

    rules: dict[str, Any]
    dealer: SeatLetter
    automatic: bool
    pace_ms: int
    deal_wait_ms: int
    secret: str
    players: dict[SeatLetter, Player]
    training: bool = False


class DealEntry(LoggedEntry, tag="deal"):
    hands: str


class Why(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A bot's reason. It may speak of cards that nobody else has seen, so it stays in the log."""

    code: str
    params: dict[str, str] = {}


class CallEntry(LoggedEntry, tag="call"):
    seat: SeatLetter
    call: str
    why: Why | None = None


class AnnounceEntry(LoggedEntry, tag="announce"):
    seat: SeatLetter
    yes: bool
    why: Why | None = None


class ShowEntry(LoggedEntry, tag="show"):
    seat: SeatLetter
    yes: bool
    why: Why | None = None


class PlayEntry(LoggedEntry, tag="play"):
    seat: SeatLetter
    card: str
    pilotta: bool = False
    why: Why | None = None


class ReadyEntry(LoggedEntry, tag="ready"):
    seat: SeatLetter


class ClosedEntry(LoggedEntry, tag="closed"):
    seat: SeatLetter


AnyEntry = (
    CreatedEntry | DealEntry | CallEntry | AnnounceEntry | ShowEntry | PlayEntry | ReadyEntry | ClosedEntry
)

_decoder = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def payload(entry: AnyEntry) -> str:
    """An entry as the log keeps it; the same entry always gives the same text."""
    return _encoder.encode(entry).decode()


def read_payload(text: str) -> AnyEntry:
    """An entry from the log. LogError where it is none."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError as error:
        raise LogError(f"no entry of a table's log: {error}") from error


def kind(entry: AnyEntry) -> str:
    """The entry's kind, for counting."""
    return str(entry.__struct_config__.tag)


def letter(seat: int) -> SeatLetter:
    letters: tuple[SeatLetter, ...] = ("S", "E", "N", "W")
    return letters[seat]


def entry_of(action: Action, reason: Reason | None = None) -> AnyEntry:
    """The entry that logs an action of the game, with a bot's reason for it."""
    why = Why(reason.code, reason.params) if reason else None
    match action:
        case Deal(hands):
            return DealEntry(deal_text(hands))
        case MakeCall(seat, call):
            return CallEntry(letter(seat), call.text, why)
        case Announce(seat, yes):
            return AnnounceEntry(letter(seat), yes, why)
        case Show(seat, yes):
            return ShowEntry(letter(seat), yes, why)
        case PlayCard(seat, card, pilotta):
            return PlayEntry(letter(seat), CARD_NAMES[card], pilotta, why)


def reason_of(entry: AnyEntry) -> Reason | None:
    """The reason that a bot gave for what this entry logs."""
    why = getattr(entry, "why", None)
    return Reason(why.code, why.params) if isinstance(why, Why) else None


def action_of(entry: AnyEntry) -> Action:
    """The action that an entry logs. LogError where the entry is none of the game's, or its text cannot be read."""
    try:
        match entry:
            case DealEntry(hands=text):
                return Deal(parse_deal(text))
            case CallEntry(seat=seat, call=text):
                return MakeCall(SEATS.index(seat), parse_call(text))
            case AnnounceEntry(seat=seat, yes=yes):
                return Announce(SEATS.index(seat), yes)
            case ShowEntry(seat=seat, yes=yes):
                return Show(SEATS.index(seat), yes)
            case PlayEntry(seat=seat, card=card, pilotta=pilotta):
                return PlayCard(SEATS.index(seat), parse_card(card), pilotta)
    except ValueError as error:
        raise LogError(str(error)) from error
    raise LogError(f"a {kind(entry)} is no action of the game")
