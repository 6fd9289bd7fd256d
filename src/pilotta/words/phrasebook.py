"""A phrasebook: one language for one reader."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from pilotta.said import Said
from pilotta.words.catalogue import NAMED, PLAIN, Language, chapter
from pilotta.words.forms import spoken

Bids = Literal["tens", "points"]
Letters = Literal["latin", "greek"]

_HOLE: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")


@dataclass(frozen=True, slots=True)
class Reader:
    """How somebody reads: bids in ``tens`` (9) or ``points`` (90), the court cards' ``letters``."""

    bids: Bids = "points"
    letters: Letters = "latin"


class Phrasebook:
    """The sentences of one language for one reader: ``book.say(said)`` for what the core says, ``book("deal_n", n=3)`` for
    what a client writes on its screen. ValueError for a language that there is not, KeyError for a key."""

    def __init__(self, language: Language = "en", reader: Reader = Reader()) -> None:
        self.language, self.reader = language, reader
        self._found: dict[str, str] = {}
        chapter(language, NAMED[0])

    def say(self, said: Said) -> str:
        """The sentence. KeyError where no chapter has the code, or a parameter is missing."""
        for name in said.chapters:
            texts = chapter(self.language, name)
            if said.code in texts:
                return capital(self.fill(_fitting(texts, said), said.params))
        raise KeyError(said.code)

    def __call__(self, key: str, **params: object) -> str:
        """A text of a client's own."""
        text = self._found.get(key)
        if text is None:
            text = self._found[key] = self._find(key)
        return self.fill(text, params) if params else text

    def _find(self, key: str) -> str:
        for name in NAMED:
            texts = chapter(self.language, name)
            if key in texts:
                return texts[key]
        raise KeyError(key)

    def coded(self, name: str, code: str, **params: object) -> str:
        """What a chapter of codes says of one of them."""
        return self.fill(chapter(self.language, name)[code], params)

    def fill(self, text: str, params: Mapping[str, object]) -> str:
        """A text with its parameters in their forms."""

        def said(hole: re.Match[str]) -> str:
            name, form = hole.groups()
            value = str(params[name])
            return spoken(self, form, value) if form else value

        return _HOLE.sub(said, text)

    def for_bids(self, bids: Bids) -> "Phrasebook":
        """The same book for one who reads bids so."""
        return phrasebook(self.language, replace(self.reader, bids=bids))


@cache
def phrasebook(language: Language = "en", reader: Reader = Reader()) -> Phrasebook:
    """The book of this language and reader, made once."""
    return Phrasebook(language, reader)


def holes(text: str) -> Iterator[tuple[str, str | None]]:
    """The parameters of a text, each with its form."""
    for hole in _HOLE.finditer(text):
        yield hole[1], hole[2]


def capital(text: str) -> str:
    """A sentence may begin with a parameter (a suit's name), and begins with a capital all the same."""
    return text[:1].upper() + text[1:]


def in_english(said: Said) -> str:
    """The English sentence for logs, exceptions and library users: of a refusal one about the player, with the parameters in
    notation; of all else the one that people read."""
    texts = chapter("en", PLAIN)
    if "refusals" not in said.chapters or said.code not in texts:
        return phrasebook().say(said)
    return _HOLE.sub(lambda hole: said.params[hole[1]], _fitting(texts, said))


def _fitting(texts: Mapping[str, str], said: Said) -> str:
    """The sentence of this code; where a parameter of it is not given, ``CODE-NAME``, which does without."""
    text = texts[said.code]
    missing = [name for name, _ in holes(text) if name not in said.params]
    return texts[f"{said.code}-{missing[0]}"] if missing else text
