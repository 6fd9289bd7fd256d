"""The entries of a table's log: text in the project's notation, so that a person can read a match in the database.

A payload is one JSON object. ``created`` comes first; then chance's ``deal``, the players' ``call``, ``announce``, ``show`` and
``play``, and the table's own ``ready`` and ``closed``. What is not written here cannot happen at a table, but for one thing: a kind
or a field whose name ends with a question mark may be passed over by whoever does not know it. Anything else that is unknown was
written by a newer version, and what follows from it is unknown too. ``docs/log.md`` has it all.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

from pilotta.cards import CARD_NAMES, parse_card, shown
from pilotta.game.actions import Action, Announce, Deal, MakeCall, PlayCard, Show
from pilotta.game.notation import deal_text, parse_deal
from pilotta.rules.auction import parse_call
from pilotta.rules.catalogue import all_fields, from_data
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import FIELD_NAMES, RuleSet
from pilotta.said import Said
from pilotta.seats import SEATS
from pilotta.strict import NotJson, read_json

OPTIONAL: Final = "?"
"""A name that ends so may be passed over by who does not know it."""

LONGEST_MS: Final = 2**63 - 1
"""Times are read and told as whole numbers of 64 bits."""

T = TypeVar("T")


class Entry(NamedTuple):
    """One row of a log: its number, its payload, and when it was written."""

    seq: int
    payload: str
    at: int


class LogError(Exception):
    """A log that cannot be followed: it was written by a newer version or by hand."""


class NewerLog(LogError):
    """A log with something in it that a later version brought."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a guest by id, or a kind of bot by name."""

    name: str = ""
    guest: str | None = None
    bot: str | None = None


FourPlayers = tuple[Player, Player, Player, Player]


@dataclass(frozen=True, slots=True)
class Created:
    """The table: its rules, its options, its players by seat, and a secret from which the bots' chance comes. ``training`` tables
    give hints, and tell the bots' reasons at once."""

    rules: RuleSet
    dealer: int
    automatic: bool
    pace_ms: int
    deal_wait_ms: int
    secret: str
    players: FourPlayers
    training: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """An action of the game, and why where it was a bot's. A reason may speak of cards that nobody else has seen."""

    action: Action
    why: Said | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """A player wants the next deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class Closed:
    """A player gave the table up."""

    seat: int


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Something that a newer version wrote, and that may be passed over."""

    kind: str


def check_table(created: Created) -> None:
    """LogError where no such table can be: a time below nothing or above 64 bits, a player without an id, a guest at two seats."""
    for name, wait in (("pace_ms", created.pace_ms), ("deal_wait_ms", created.deal_wait_ms)):
        if not 0 <= wait <= LONGEST_MS:
            raise LogError(f"created: the field {name} is {shown(wait)}, not 0 to {LONGEST_MS}")
    guests: dict[str, str] = {}
    for seat, player in zip(SEATS, created.players, strict=True):
        if not (player.guest or player.bot):
            raise LogError(f"created: the player at {seat} has an empty id")
        if player.guest and guests.setdefault(player.guest, seat) != seat:
            raise LogError(f"created: one guest sits at {guests[player.guest]} and at {seat}")


Content = Created | Done | Ready | Closed | PassedOver


# Writing

_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def write(content: Content) -> str:
    """An entry's payload; the same content always gives the same text."""
    return _encode({"kind": kind_of(content), **_data(content)})


def kind_of(content: Content) -> str:
    """The entry's kind, as it stands in the log."""
    match content:
        case Done(action=action):
            return _ACTIONS[type(action)]
        case PassedOver(kind=kind):
            return kind
        case _:
            return type(content).__name__.lower()


_ACTIONS: Final[Mapping[type, str]] = {
    Deal: "deal",
    MakeCall: "call",
    Announce: "announce",
    Show: "show",
    PlayCard: "play",
}


def _data(content: Content) -> dict[str, Any]:
    match content:
        case Done(action, why):
            data = _action_data(action)
            if why is not None:
                data["why"] = {"code": why.code, "params": why.params} if why.params else {"code": why.code}
            return data
        case Created():
            data = {
                "rules": all_fields(content.rules),
                "dealer": SEATS[content.dealer],
                "automatic": content.automatic,
                "pace_ms": content.pace_ms,
                "deal_wait_ms": content.deal_wait_ms,
                "secret": content.secret,
                "players": {SEATS[seat]: _player_data(each) for seat, each in enumerate(content.players)},
            }
            return {**data, "training": True} if content.training else data
        case Ready(seat) | Closed(seat):
            return {"seat": SEATS[seat]}
        case PassedOver(kind):
            raise TypeError(f"what is passed over ({kind}) is not written again")


def _action_data(action: Action) -> dict[str, Any]:
    match action:
        case PlayCard(seat, card, pilotta):
            data = {"seat": SEATS[seat], "card": CARD_NAMES[card]}
            return {**data, "pilotta": True} if pilotta else data
        case MakeCall(seat, call):
            return {"seat": SEATS[seat], "call": call.text}
        case Announce(seat, yes) | Show(seat, yes):
            return {"seat": SEATS[seat], "yes": yes}
        case Deal(hands):
            return {"hands": deal_text(hands)}


def _player_data(player: Player) -> dict[str, str]:
    given = (("name", player.name), ("guest", player.guest), ("bot", player.bot))
    return {name: value for name, value in given if value}


# Reading


def read(payload: str) -> Content:
    """What an entry says. LogError where it is none, NewerLog where a newer version wrote it."""
    try:
        data = read_json(payload)
    except NotJson as error:
        raise LogError(f"no entry of a table's log: {error}") from None
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str):
        raise LogError("no entry of a table's log: an object with a kind is needed")
    reader = _READERS.get(kind)
    if reader is not None:
        return reader(data)
    if kind.endswith(OPTIONAL):
        return PassedOver(kind)
    raise NewerLog(f"an entry of the kind {shown(kind)} is unknown")


def _known(data: object, where: str, *names: str) -> dict[str, Any]:
    """An object of which all fields are known, or may be passed over."""
    if not isinstance(data, dict):
        raise LogError(f"{where}: an object is needed, not {shown(data)}")
    for name in data:
        if name not in names and not name.endswith(OPTIONAL):
            raise NewerLog(f"{where}: the field {shown(name)} is unknown")
    return data


def _take(data: dict[str, Any], where: str, name: str, kind: type[T], default: T | None = None) -> T:
    value = data.get(name, default)
    if type(value) is not kind:
        missing = "is missing" if name not in data else f"is {kind.__name__}, not {shown(value)}"
        raise LogError(f"{where}: the field {name} {missing}")
    return value


def _seat(data: dict[str, Any], where: str, name: str = "seat") -> int:
    letter = _take(data, where, name, str)
    if len(letter) != 1 or letter not in SEATS:
        raise LogError(f"{where}: {shown(letter)} is no seat")
    return SEATS.index(letter)


def _created(data: object) -> Created:
    given = _known(
        data,
        "created",
        "kind",
        "rules",
        "dealer",
        "automatic",
        "pace_ms",
        "deal_wait_ms",
        "secret",
        "players",
        "training",
    )
    seats = _known(given.get("players"), "players", *SEATS)
    south, east, north, west = (_player(seats.get(seat), f"players, {seat}") for seat in SEATS)
    created = Created(
        _rules(_take(given, "created", "rules", dict)),
        _seat(given, "created", "dealer"),
        _take(given, "created", "automatic", bool),
        _take(given, "created", "pace_ms", int),
        _take(given, "created", "deal_wait_ms", int),
        _take(given, "created", "secret", str),
        (south, east, north, west),
        _take(given, "created", "training", bool, False),
    )
    check_table(created)
    return created


def _rules(data: dict[str, Any]) -> RuleSet:
    known = {name: value for name, value in data.items() if not name.endswith(OPTIONAL)}
    try:
        return from_data(known)
    except RuleSetError as error:
        newer = [name for name in known if name not in FIELD_NAMES]
        raise (NewerLog if newer else LogError)(f"created, rules: {error}") from None


def _player(data: object, where: str) -> Player:
    given = _known(data, where, "name", "guest", "bot")
    who = [name for name in ("guest", "bot") if given.get(name) is not None]
    if len(who) != 1:
        raise LogError(f"{where}: a guest or a bot sits there, one of the two")
    name = _take(given, where, "name", str, "")
    someone = _take(given, where, who[0], str)
    return Player(name, someone) if who == ["guest"] else Player(name, bot=someone)


def _why(data: dict[str, Any], where: str) -> Said | None:
    if data.get("why") is None:
        return None
    given = _known(data["why"], f"{where}, why", "code", "params")
    params = _take(given, f"{where}, why", "params", dict, {})
    for name, value in params.items():
        if type(value) is not str:
            raise LogError(f"{where}, why: the parameter {name} is str, not {shown(value)}")
    return Said(_take(given, f"{where}, why", "code", str), params)


def _parsed(data: dict[str, Any], where: str, name: str, parse: Any) -> Any:
    try:
        return parse(_take(data, where, name, str))
    except ValueError as error:
        raise LogError(f"{where}: {error}") from None


def _deal(data: object) -> Done:
    given = _known(data, "deal", "kind", "hands")
    return Done(Deal(_parsed(given, "deal", "hands", parse_deal)))


def _call(data: object) -> Done:
    given = _known(data, "call", "kind", "seat", "call", "why")
    call = _parsed(given, "call", "call", parse_call)
    return Done(MakeCall(_seat(given, "call"), call), _why(given, "call"))


def _announce(data: object) -> Done:
    given = _known(data, "announce", "kind", "seat", "yes", "why")
    action = Announce(_seat(given, "announce"), _take(given, "announce", "yes", bool))
    return Done(action, _why(given, "announce"))


def _show(data: object) -> Done:
    given = _known(data, "show", "kind", "seat", "yes", "why")
    action = Show(_seat(given, "show"), _take(given, "show", "yes", bool))
    return Done(action, _why(given, "show"))


def _play(data: object) -> Done:
    given = _known(data, "play", "kind", "seat", "card", "pilotta", "why")
    card = _parsed(given, "play", "card", parse_card)
    pilotta = _take(given, "play", "pilotta", bool, False)
    return Done(PlayCard(_seat(given, "play"), card, pilotta), _why(given, "play"))


def _ready(data: object) -> Ready:
    return Ready(_seat(_known(data, "ready", "kind", "seat"), "ready"))


def _closed(data: object) -> Closed:
    return Closed(_seat(_known(data, "closed", "kind", "seat"), "closed"))


_READERS: Final[Mapping[str, Callable[[object], Content]]] = {
    "created": _created,
    "deal": _deal,
    "call": _call,
    "announce": _announce,
    "show": _show,
    "play": _play,
    "ready": _ready,
    "closed": _closed,
}
