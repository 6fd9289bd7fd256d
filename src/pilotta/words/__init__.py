"""The phrasebook: a :class:`~pilotta.said.Said` becomes a sentence here, in each language, and nowhere else.

    >>> from pilotta.said import Said
    >>> from pilotta.words import Phrasebook, Reader
    >>> refused = Said("call.too_low", {"call": "80H", "lowest": "90"})
    >>> Phrasebook("en").say(refused)
    '80♥ is too low: at least 90 now.'
    >>> Phrasebook("it", Reader(bids="tens")).say(refused)
    '8♥ è troppo basso: ora almeno 9.'

A folder of this package is a language; its chapters are JSON files that a translator edits without touching code
(``docs/words.md``). The web client is built from the same files.
"""

from pilotta.words.catalogue import CHAPTERS, LANGUAGES, Language, chapter
from pilotta.words.phrasebook import Phrasebook, Reader, in_english, phrasebook

__all__ = ["CHAPTERS", "LANGUAGES", "Language", "Phrasebook", "Reader", "chapter", "in_english", "phrasebook"]
