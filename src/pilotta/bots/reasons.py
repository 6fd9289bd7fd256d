"""What a bot can say: stable codes, and their sentences in every language. Parameters stand in braces.

The sentences are data, one file a language in ``locale/``, which the web client's build reads too: the code ``play.ruff`` stands
there as ``reason_play_ruff``, the code ``means.capot`` as ``means_capot``, so that each key is a name in any programming language.
A code never changes its meaning or its parameters' names.
"""

import json
import os
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

LANGUAGES: Final = ("el", "el-CY", "en", "it")


@cache
def sentences(language: str = "en") -> Mapping[str, str]:
    """By code, the sentence of every reason and meaning in one of :data:`LANGUAGES`."""
    return MappingProxyType(
        {_code(key): text for key, text in sentence_file(__file__, language, "sentences").items()}
    )


def sentence_file(module: str, language: str, what: str) -> dict[str, str]:
    """What the file of this language says in the folder ``locale`` beside a module. ValueError names the language if ``what`` is not in it."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is no language of the {what}; there are {', '.join(LANGUAGES)}")
    name = os.path.join(os.path.dirname(module), "locale", f"{language}.json")  # noqa: PTH118, PTH120
    with open(name, encoding="utf-8") as file:  # noqa: PTH123  (pathlib is slow to start, and every command would wait for it)
        found: dict[str, str] = json.load(file)
    return found


def _code(key: str) -> str:
    """``play.draw_trumps`` of ``reason_play_draw_trumps``."""
    return key.removeprefix("reason_").replace("_", ".", 1)
