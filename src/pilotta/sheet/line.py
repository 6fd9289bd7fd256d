"""One deal of a match with real cards, as a line that people write: ``NS 100H x2 cards=97 decl=EW:20 pilotta=NS``.

Words may come in any order and in capitals or not; what a line leaves out did not happen. Everything that is wrong with a
line has a stable code, so that the score keeper can say it in the language of the table.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final, NoReturn, TypeVar

from pilotta.cards import shown
from pilotta.said import Said
from pilotta.seats import SEATS
from pilotta.strict import whole
from pilotta.words import in_english

T = TypeVar("T")

WORD_LENGTH: Final = 80
"""Longer words are not looked at: to take accents off takes the square of their number."""

CODES: Final = (
    "score.word",
    "score.twice",
    "score.side",
    "score.contract",
    "score.no_auction",
    "score.double",
    "score.redouble",
    "score.cards",
    "score.cards_range",
    "score.cards_never",
    "score.cards_tricks",
    "score.capot_cards",
    "score.capot_tricks",
    "score.capot_or_trick",
    "score.tricks",
    "score.declarations",
    "score.one_side",
    "score.pilotta",
    "score.jack",
    "score.jack_cards",
    "score.miscall",
    "score.leader",
    "score.pass",
    "score.match_over",
)
"""Every code of its own; the codes of refused bids come from the rules themselves."""

UNREADABLE: Final = frozenset({"score.word", "score.twice"})
"""Codes of lines that are not understood; with all others the line is clear and the deal cannot be."""

# Beginnings of these, without accents and of at least two letters, name a strain; letters and symbols do too.
_NAMES: Final = (
    ("spades", "μπαστουνια", "picche"),
    ("hearts", "κουπες", "κουππες", "cuori"),
    ("diamonds", "καρα", "quadri"),
    ("clubs", "σπαθια", "σπαθκια", "fiori"),
    ("notrumps", "nt", "χωρις", "senza"),
    ("alltrumps", "at", "ολα", "ουλλα", "tutto"),
)
# Other spellings, whole: their beginnings would take the short forms from the names above.
_ALSO: Final = {
    **dict.fromkeys(("μπαστουνι", "μπαστουνκια", "πικα", "πικεσ", "σπαουνια", "picca"), 0),
    **dict.fromkeys(
        (
            "κουπα",
            "κουππα",
            "κουπεσ",
            "κουππεσ",
            "κοπα",
            "κοπεσ",
            "κοππεσ",
            "καρδια",
            "καρδιεσ",
            "cuore",
            "coppe",
        ),
        1,
    ),
    **dict.fromkeys(("καρο", "καρρο", "καρρα", "ρομβοσ", "ρομβοι", "quadro"), 2),
    **dict.fromkeys(("σπαθι", "σπαθκι", "σπαθκια", "τριφυλλι", "τριφυλλια", "fiore"), 3),
    **dict.fromkeys(("no-trump", "no-trumps", "senzatout"), 4),
    **dict.fromkeys(("all-trump", "all-trumps", "ουλα", "ολλα", "tuttoatout"), 5),
}
_TRUMPS: Final = frozenset({"trump", "trumps", "κοζια", "ατου", "atout"})
"""Words that follow the name of no trump and of all trump, and say nothing more."""
_LETTERS: Final = ("s♠♤", "h♥♡", "d♦♢", "c♣♧", "n", "a")
_TIMES: Final = {
    **dict.fromkeys(("x", "x2", "×2", "*2", "double", "doubled", "contra", "κοντρα", "κλειστο"), 2),
    **dict.fromkeys(
        ("xx", "x4", "×4", "*4", "redouble", "redoubled", "ricontra", "ρεκοντρα", "ξανακλειστο"), 4
    ),
}
_PASSED: Final = frozenset({"p", "pass", "passed", "πασο", "passo"})
_KEYS: Final = {
    **dict.fromkeys(("cards", "card", "points"), "cards"),
    **dict.fromkeys(("tricks", "trick"), "tricks"),
    **dict.fromkeys(("decl", "declarations", "declaration"), "decl"),
    **dict.fromkeys(("pilotta", "belote", "bourlot"), "pilotta"),
    "capot": "capot",
    "jack": "jack",
    "miscall": "miscall",
}


class LineError(ValueError):
    """What is wrong with a line, or why its deal cannot be: ``said``, and as a message the English sentence of it."""

    def __init__(self, code: str, **params: str) -> None:
        self.said = Said(code, params)
        super().__init__(in_english(self.said))


def _wrong(code: str, **params: str) -> NoReturn:
    raise LineError(code, **params)


def plain(word: str) -> str:
    """A word in small letters without accents."""
    apart = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).replace("ς", "σ")


def strain_of(word: str) -> int | None:
    """The strain that a letter, a symbol or the beginning of a name in any of the four languages means."""
    name = plain(word)
    if len(name) == 1:
        return next((i for i, letters in enumerate(_LETTERS) if name in letters), None)
    if name in _ALSO:
        return _ALSO[name]
    names = [{plain(each) for each in group} for group in _NAMES]
    found = [i for i, group in enumerate(names) if any(each.startswith(name) for each in group)]
    return found[0] if name and len(found) == 1 else None


# The seats' first letters in each language. The Greek Ν is the south; it looks like the Latin N, and is the same side.
_SEATS: Final = {
    **{letter: seat for seat, letter in enumerate(SEATS)},
    "Ν": 0,
    "Α": 1,
    "Β": 2,
    "Δ": 3,
    "O": 3,
}


def side_of_word(word: str) -> int | None:
    """The side that ``NS``, ``EW`` or a seat's letter means, in any of the four languages, as the sheet prints it."""
    letters = re.sub(r"[-–/]", "", word.upper())
    seats = [_SEATS[letter] for letter in letters if letter in _SEATS]
    if len(seats) != len(letters) or not (
        len(seats) == 1 or (len(seats) == 2 and abs(seats[0] - seats[1]) == 2)
    ):
        return None
    return seats[0] & 1


@dataclass(slots=True)
class Given:
    """What a line says, before it is held against a rule set. Figures of one side; None where nothing was said."""

    passed: bool = False
    side: int | None = None
    seat: int | None = None
    bid: tuple[str, int] | None = None
    multiplier: int | None = None
    cards: tuple[int | None, int] | None = None
    tricks: tuple[int | None, int] | None = None
    capot: tuple[int | None] | None = None
    declarations: tuple[int | None, int] | None = None
    pilotta: list[int | None] = field(default_factory=list)
    jack: int | None = None
    miscalls: list[int] = field(default_factory=list)


def read_line(line: str) -> Given:
    """What a line says. LineError where a word is not understood or said twice."""
    words = line.replace(";", " ").split()
    for word in words:
        if len(word) > WORD_LENGTH:
            _wrong("score.word", word=shown(word))
    given = Given()
    at = 0
    while at < len(words):
        if at and plain(words[at]) in _TRUMPS and strain_of(words[at - 1].lstrip("0123456789")) in (4, 5):
            at += 1
            continue
        following = words[at + 1] if at + 1 < len(words) else ""
        at += _read_word(given, words[at], following)
    if given.passed and len(words) > 1:
        _wrong(
            "score.pass", word=repr(next((word for word in words if plain(word) not in _PASSED), words[1]))
        )
    return given


def _read_word(given: Given, word: str, following: str) -> int:
    """Take one word into ``given``, or two where a bid's strain stands apart; the number of words taken."""
    name = plain(word)
    key, sign, value = re.match(r"([^=:]*)([=:]?)(.*)", word, re.DOTALL).groups()  # type: ignore[union-attr]
    if plain(key) in _KEYS:
        _read_pair(given, word, _KEYS[plain(key)], value if sign else "")
        return 1
    if name in _PASSED:
        given.passed = True
        return 1
    if name in _TIMES:
        given.multiplier = _once(given.multiplier, _TIMES[name], word)
        return 1
    side = side_of_word(word.rstrip(":"))
    if side is not None:
        given.side = _once(given.side, side, word)
        given.seat = _SEATS[word[0].upper()] if len(word.rstrip(":")) == 1 else side
        return 1
    height = re.match(r"([0-9]{1,4}|cap(?:ot)?)(.*)", name)
    if height is None:
        _wrong("score.word", word=repr(word))
    value, rest = height.groups()
    strain = strain_of(rest)
    if strain is None and not rest and (strain := strain_of(following)) is not None and given.bid is None:
        given.bid = (value, strain)
        return 2
    if (rest and strain is None) or (value.startswith("cap") and not rest):
        _wrong("score.word", word=repr(word))
    if strain is None:
        given.cards = _once(given.cards, (None, int(value)), word)
    else:
        given.bid = _once(given.bid, (value, strain), word)
    return 1


def _read_pair(given: Given, word: str, key: str, value: str) -> None:
    if key == "pilotta":
        for part in re.split(r"[+,]", value):
            given.pilotta.append(_side(part, word) if part else None)
        return
    if key in ("capot", "jack", "miscall"):
        side = _side(value, word) if value else None
        if key == "capot":
            given.capot = _once(given.capot, (side,), word)
        elif side is None:
            _wrong("score.word", word=repr(word))
        elif key == "jack":
            given.jack = _once(given.jack, side, word)
        else:
            given.miscalls.append(side)
        return
    whose, colon, amount = value.rpartition(":")
    side = _side(whose, word) if colon else None
    numbers = [_number(part) for part in (amount.split("+") if key == "decl" else [amount])]
    if None in numbers:
        _wrong("score.word", word=shown(word))
    number = sum(each or 0 for each in numbers)
    if key == "cards":
        given.cards = _once(given.cards, (side, number), word)
    elif key == "tricks":
        given.tricks = _once(given.tricks, (side, number), word)
    elif given.declarations is not None and side != given.declarations[0]:
        _wrong("score.one_side")
    else:
        given.declarations = (side, number + (given.declarations[1] if given.declarations else 0))


def _number(text: str) -> int | None:
    """A number from 0 on in plain digits; None where it is none, or a longer one than anybody counts."""
    return whole(text) if len(text) <= 9 and not text.startswith("-") else None


def _side(text: str, word: str) -> int:
    side = side_of_word(text)
    if side is None:
        _wrong("score.word", word=repr(word))
    return side


def _once(now: T | None, new: T, word: str) -> T:
    if now is not None:
        _wrong("score.twice", word=repr(word))
    return new
