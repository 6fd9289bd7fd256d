"""The forms of a sentence's parameters: ``{best:card}`` is the card ``JH`` as ``J♥``, ``{suit:of}`` the suit *of hearts*.

A form belongs to one type of value. A parameter without a form is text and stands as it is given. What is not of the form's
type (codes may quote what a stranger sent) stands as it is given too.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pilotta.cards import CARD_NAMES, RANKS, SUITS
from pilotta.seats import SEATS, SIDES

if TYPE_CHECKING:
    from pilotta.words.phrasebook import Phrasebook

SYMBOLS: Final = "♠♥♦♣"
STRAINS: Final = f"{SUITS}NA"
GREEK: Final = {"A": "Α", "K": "Ρ", "Q": "Ν", "J": "Β"}
CALLS: Final = {"P": "call_pass", "X": "call_double", "XX": "call_redouble"}
_BID: Final = re.compile(r"(CAP|[0-9]{1,9})([SHDCNA])")
_HEIGHT: Final = re.compile(r"[0-9]{1,9}")
_NUMBER: Final = re.compile(r"[-+−]?[0-9]+(\.[0-9]+)?")

# What a value of each type looks like in notation.
TYPES: Final[dict[str, Callable[[str], bool]]] = {
    "card": lambda text: text in CARD_NAMES,
    "rank": lambda text: len(text) == 1 and text in RANKS,
    "strain": lambda text: len(text) == 1 and text in STRAINS,
    "seat": lambda text: len(text) == 1 and text in SEATS,
    "side": lambda text: text in SIDES,
    "call": lambda text: text in CALLS or _BID.fullmatch(text) is not None,
    "height": lambda text: _HEIGHT.fullmatch(text) is not None,
    "number": lambda text: _NUMBER.fullmatch(text) is not None,
}


def rank_sign(letter: str, letters: str = "latin") -> str:
    """A rank as a card's corner shows it: ``10`` for the ten."""
    if letter == "T":
        return "10"
    return GREEK.get(letter, letter) if letters == "greek" else letter


def card_sign(card: str, letters: str = "latin") -> str:
    """``J♥``, ``10♠``, with Greek letters ``Β♥``."""
    return rank_sign(card[0], letters) + SYMBOLS[SUITS.index(card[1])]


def bid_height(value: int, bids: str) -> str:
    """A bid's height in tens or points: ``9`` or ``90``. What is no whole number of tens stays in points."""
    return str(value // 10) if bids == "tens" and value % 10 == 0 else str(value)


def _card(book: "Phrasebook", text: str) -> str:
    return card_sign(text, book.reader.letters)


def _named(book: "Phrasebook", text: str) -> str:
    return book("card_name", rank=book(f"rank_{text[0]}"), suit=book(f"of_{text[1]}"))


def _strain(book: "Phrasebook", text: str) -> str:
    return book(f"suit_{text}" if text in SUITS else f"strain_{text}")


def _height(book: "Phrasebook", text: str) -> str:
    return bid_height(int(text), book.reader.bids)


def _call(book: "Phrasebook", text: str) -> str:
    bid = _BID.fullmatch(text)
    if bid is None:
        return book(CALLS[text])
    height, strain = bid.groups()
    said = f"{book('call_capot')} " if height == "CAP" else _height(book, height)
    return said + (SYMBOLS[SUITS.index(strain)] if strain in SUITS else f" {_strain(book, strain)}")


def _number(book: "Phrasebook", text: str) -> str:
    return text.replace("-", "−").replace(".", book("decimal_point"))


FORMS: Final[dict[str, tuple[str, Callable[["Phrasebook", str], str]]]] = {
    "card": ("card", _card),
    "named": ("card", _named),
    "rank": ("rank", lambda book, text: book(f"rank_{text}")),
    "many": ("rank", lambda book, text: book(f"ranks_{text}")),
    "high": ("rank", lambda book, text: book(f"top_{text}")),
    "suit": ("strain", _strain),
    "of": ("strain", lambda book, text: book(f"of_{text}") if text in SUITS else _strain(book, text)),
    "seat": ("seat", lambda book, text: book(f"seat_{text}")),
    "side": ("side", lambda book, text: book(f"side_{text}")),
    "call": ("call", _call),
    "bid": ("height", _height),
    "number": ("number", _number),
}
"""By name, the type that a form says, and how."""


def spoken(book: "Phrasebook", form: str, text: str) -> str:
    """A value in notation as this form says it in the book's language. KeyError where there is no such form."""
    kind, say = FORMS[form]
    return say(book, text) if TYPES[kind](text) else text
