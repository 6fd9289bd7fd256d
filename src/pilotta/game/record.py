"""Records of matches, ``*.pilotta.json``: reading them strictly and writing them always in the same bytes.

Reading checks the form only; whether the match obeys its rules is :mod:`pilotta.game.referee`'s question.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from unicodedata import category

from pilotta.cards import CARD_NAMES, parse_card, parse_suit, shown
from pilotta.game.declaring import SHOWING_TRICKS
from pilotta.game.notation import deal_text, parse_deal
from pilotta.game.phase import Phase
from pilotta.game.state import DealState, MatchState
from pilotta.rules.auction import parse_call
from pilotta.rules.catalogue import from_data, to_data
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import RuleSet
from pilotta.rules.tricks import LAST_TRICK
from pilotta.seats import SEATS, FourHands, parse_seat
from pilotta.strict import NotJson, read_json, size_text

FORMAT: Final = "pilotta-record"
VERSION: Final = 1
MAX_BYTES: Final = 16 * 1024 * 1024
"""Larger files are refused unread: a deal takes about 400 bytes, so this is more than any match."""

T = TypeVar("T")
Lapses = tuple[tuple[int, int | None], ...]
"""Seats, each with the suit of the pair that is meant, or None for all of them."""


class RecordError(ValueError):
    """Not a record: ``where`` says which part, the message what is wrong with it."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """One deal as it was written down. ``calls`` stay text, since a word that is no call is the referee's to refuse;
    ``plays`` are cards (0–31) in order of play. The four lists name who forgot what, or called wrongly."""

    dealer: int
    hands: FourHands
    calls: tuple[str, ...] = ()
    plays: tuple[int, ...] = ()
    silent: tuple[int, ...] = ()
    unshown: tuple[int, ...] = ()
    uncalled: Lapses = ()
    miscalled: Lapses = ()


@dataclass(frozen=True, slots=True)
class Record:
    rules: RuleSet
    deals: tuple[RecordedDeal, ...] = ()
    players: Mapping[str, str] = field(default_factory=dict)


# Reading


def parse_record(text: str | bytes) -> Record:
    """Read a record. RecordError says what is wrong and where; nothing else is ever raised."""
    if len(text) > MAX_BYTES:
        raise RecordError("", f"more than {size_text(MAX_BYTES)} is no record of a match")
    try:
        data = read_json(text)
    except NotJson as error:
        message = error.message if error.where else f"no record: {error.message}"
        raise RecordError(error.where, message) from None
    try:
        return record_from_data(data)
    except RecursionError:
        # Text that is only just not too deep for the JSON reader.
        raise RecordError("", "no record: the JSON is nested too deeply") from None


def record_from_data(data: object) -> Record:
    """Read a record that is plain data already (as JSON gives it). RecordError says what is wrong and where."""
    top = _fields(data, "record", ("format", "version", "rules", "deals"), ("players",))
    if top["format"] != FORMAT:
        raise RecordError("format", f"{shown(top['format'])} is not {FORMAT!r}")
    if type(top["version"]) is not int or top["version"] != VERSION:
        raise RecordError(
            "version", f"{shown(top['version'])} is not {VERSION}, the version that is read here"
        )
    try:
        rules = from_data(top["rules"])
    except RuleSetError as error:
        raise RecordError("rules", str(error)) from None
    players = _fields(top.get("players", {}), "players", (), tuple(SEATS))
    for seat, name in players.items():
        if not isinstance(name, str) or len(name) > 100 or not _on_one_line(name):
            raise RecordError(f"players, {seat}", "a name of up to 100 letters on one line is needed")
    deals = tuple(_deal(each, f"deal {i}") for i, each in enumerate(_list(top["deals"], "deals"), 1))
    return Record(rules, deals, players)


def _deal(data: object, where: str) -> RecordedDeal:
    lapses = ("silent", "unshown", "uncalled", "miscalled")
    given = _fields(data, where, ("dealer", "hands"), ("calls", "plays", *lapses))
    return RecordedDeal(
        _parsed(given["dealer"], f"{where}, dealer", parse_seat),
        _parsed(given["hands"], f"{where}, hands", parse_deal),
        _each(given.get("calls", []), f"{where}, call", _call_word),
        _each(given.get("plays", []), f"{where}, play", parse_card),
        _seats_once(given.get("silent", []), f"{where}, silent"),
        _seats_once(given.get("unshown", []), f"{where}, unshown"),
        _uncalled(given.get("uncalled", []), f"{where}, uncalled"),
        _miscalled(given.get("miscalled", []), f"{where}, miscalled"),
    )


def _seats_once(data: object, where: str) -> tuple[int, ...]:
    seats = _each(data, where, parse_seat)
    for seat, times in Counter(seats).items():
        if times > 1:
            raise _named_twice(where, seat)
    return seats


def _uncalled(data: object, where: str) -> Lapses:
    """A seat once, or its pairs one by one: with ``S`` all of them are meant, so that ``SH`` beside it would say it again."""
    lapses = _each(data, where, _parse_lapse)
    for i, (seat, suit) in enumerate(lapses):
        if any(
            seat == other and (suit is None or also is None or suit == also) for other, also in lapses[:i]
        ):
            raise _named_twice(where, seat)
    return lapses


def _miscalled(data: object, where: str) -> Lapses:
    """A seat once, with a suit or without: nobody calls wrongly twice in a deal."""
    lapses = _each(data, where, _parse_lapse)
    for seat, times in Counter(seat for seat, _ in lapses).items():
        if times > 1:
            raise _named_twice(where, seat)
    return lapses


def _named_twice(where: str, seat: int) -> RecordError:
    return RecordError(where, f"{SEATS[seat]} is named twice")


def _call_word(text: str) -> str:
    """A call in its plain form; a word that is no call stays as it is, for the referee to refuse."""
    try:
        return parse_call(text).text
    except ValueError:
        if len(text) > 100 or not _on_one_line(text):
            raise
        return text


def _on_one_line(text: str) -> bool:
    """Whether text can be printed: no control characters, and no halves of characters that cannot be encoded."""
    return not any(category(each) in ("Cc", "Cs") for each in text)


def _parse_lapse(text: str) -> tuple[int, int | None]:
    return parse_seat(text[:1]), parse_suit(text[1:]) if len(text) > 1 else None


def _fields(data: object, where: str, needed: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise RecordError(where, f"an object is needed, not {shown(data)}")
    for name in data:
        if name not in needed and name not in optional:
            raise RecordError(where, f"unknown field {shown(name)}")
    for name in needed:
        if name not in data:
            raise RecordError(where, f"the field {name!r} is missing")
    return data


def _list(data: object, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise RecordError(where, f"a list is needed, not {shown(data)}")
    return data


def _parsed(data: object, where: str, parse: Callable[[str], T]) -> T:
    if not isinstance(data, str):
        raise RecordError(where, f"text is needed, not {shown(data)}")
    try:
        return parse(data)
    except ValueError as error:
        raise RecordError(where, str(error)) from None


def _each(data: object, where: str, parse: Callable[[str], T]) -> tuple[T, ...]:
    return tuple(_parsed(each, f"{where} {i}", parse) for i, each in enumerate(_list(data, where), 1))


# Writing


def record_data(record: Record) -> dict[str, Any]:
    """A record as plain data, fields in the order of the format and empty optional ones left out."""
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "rules": to_data(record.rules)}
    if record.players:
        data["players"] = {seat: record.players[seat] for seat in SEATS if seat in record.players}
    data["deals"] = [_deal_data(deal) for deal in record.deals]
    return data


def _deal_data(deal: RecordedDeal) -> dict[str, Any]:
    data: dict[str, Any] = {
        "dealer": SEATS[deal.dealer],
        "hands": deal_text(deal.hands),
        "calls": list(deal.calls),
        "plays": [CARD_NAMES[card] for card in deal.plays],
    }
    for name, seats in (("silent", deal.silent), ("unshown", deal.unshown)):
        if seats:
            data[name] = [SEATS[seat] for seat in seats]
    for name, lapses in (("uncalled", deal.uncalled), ("miscalled", deal.miscalled)):
        if lapses:
            data[name] = [SEATS[seat] + ("" if suit is None else "SHDC"[suit]) for seat, suit in lapses]
    return data


def record_text(record: Record) -> str:
    """A record as JSON text, a line a deal; the same record always gives the same text."""
    data = record_data(record)
    deals = data.pop("deals")
    head = json.dumps(data, ensure_ascii=False)[:-1]
    lines = ",\n".join("  " + json.dumps(deal, ensure_ascii=False) for deal in deals)
    return f'{head}, "deals": [\n{lines}\n]}}\n' if deals else f'{head}, "deals": []}}\n'


def record_of(state: MatchState, players: Mapping[str, str] | None = None) -> Record:
    """The record of a match so far, the running deal included."""
    running = state.deal is not None and state.phase not in (Phase.DEALING, Phase.OVER)
    deals = [*state.finished, state.deal] if running and state.deal is not None else list(state.finished)
    return Record(state.rules, tuple(_recorded(state.rules, deal) for deal in deals), players or {})


def _recorded(rules: RuleSet, deal: DealState) -> RecordedDeal:
    calls = tuple(call.text for _, call in deal.auction.calls)
    play, declared = deal.play, deal.declared
    if play is None or declared is None:
        return RecordedDeal(deal.dealer, deal.dealt, calls)
    tricks = [(trick.leader, trick.cards) for trick in play.tricks]
    if play.trick:
        tricks.append((play.leader, play.trick))
    plays = tuple(card for _, cards in tricks for card in cards)
    played_in = [{leader + i & 3 for i in range(len(cards))} for leader, cards in tricks]
    last_to_show = max(SHOWING_TRICKS.get(rules.show, (LAST_TRICK,)))
    silent: list[int] = []
    unshown: list[int] = []
    uncalled: list[tuple[int, int | None]] = []
    miscalled: list[tuple[int, int | None]] = []
    for seat in range(4):
        said = declared.announced[seat]
        spoke_too_late = rules.announce == "first_trick" and bool(played_in) and seat in played_in[0]
        if declared.held[seat] and not said and (said is False or declared.compared or spoke_too_late):
            silent.append(seat)
        missed = len(played_in) > last_to_show and seat in played_in[last_to_show]
        may_show = said and declared.winner == seat & 1
        if may_show and (declared.shown[seat] is False or (missed and not declared.shown[seat])):
            unshown.append(seat)
        pairs = [suit for suit in range(4) if declared.rightful(seat, suit)]
        forgotten = [
            suit
            for suit in pairs
            if _forgot(declared.pairs[seat], suit, plays, (seat, suit) in declared.calls)
        ]
        if len(forgotten) == len(pairs):
            uncalled += [(seat, None)] if pairs else []
        else:
            uncalled += [(seat, suit) for suit in forgotten]
        miscalled += [
            (seat, None) for who, suit in declared.calls if who == seat and not declared.rightful(who, suit)
        ]
    return RecordedDeal(
        deal.dealer,
        deal.dealt,
        calls,
        plays,
        tuple(silent),
        tuple(unshown),
        tuple(uncalled),
        tuple(miscalled),
    )


def _forgot(pairs: int, suit: int, plays: tuple[int, ...], called: bool) -> bool:
    """Whether a card of this pair was played and no call came with the first."""
    return not called and any(card >> 3 == suit and pairs >> card & 1 for card in plays)
