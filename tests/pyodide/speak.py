"""Say every code in every language to two readers, always the same way.

    python speak.py

Standard library and pilotta only: this runs in a browser's Python too (run.mjs).
"""

from collections.abc import Iterator

from pilotta.said import Said
from pilotta.words import LANGUAGES, Phrasebook, Reader, chapter
from pilotta.words.catalogue import CODED
from pilotta.words.forms import FORMS
from pilotta.words.phrasebook import holes

VALUES = {"card": "JH", "rank": "J", "strain": "H", "seat": "E", "side": "NS", "call": "100H", "height": "90", "number": "-1.5"}  # fmt: skip


def sentences() -> Iterator[str]:
    """A line for each language, reader and code."""
    for language in LANGUAGES:
        for reader in (Reader(), Reader("tens", "greek")):
            book = Phrasebook(language, reader)
            for name in CODED:
                for code, text in chapter(language, name).items():
                    params = {each: VALUES[FORMS[form][0]] if form else "7" for each, form in holes(text)}
                    yield f"{language} {reader.bids} {code}: {book.coded(name, code, **params)}"
    yield Phrasebook("el", Reader("tens", "greek")).say(Said("play.must_beat", {"seat": "S", "best": "JH"}))


if __name__ == "__main__":
    print(*sentences(), sep="\n")
