"""The languages and the files in which their sentences stand."""

import json
import os
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, Literal, get_args

Language = Literal["el", "el-CY", "en", "it"]
"""A language of the phrasebook. This is the one list of them; the web client's is made from it."""

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

CODED: Final = ("refusals", "reasons", "problems", "puzzles")
"""Chapters whose keys are codes; in the others a key is a name with no point in it, and stands in one chapter only."""

NAMED: Final = (
    "vocabulary",
    "table",
    "lessons",
    "review",
    "terminal",
    "report",
    "keeper",
    "puzzlepage",
    "start",
)

CHAPTERS: Final = (*CODED, *NAMED)

PLAIN: Final = "plain"
"""A chapter of English alone: what logs, exceptions and ``--json`` say about a player instead of to him."""


@cache
def chapter(language: str, name: str) -> Mapping[str, str]:
    """What a chapter says in a language, by key, as the file has it. ValueError for no language or no chapter of ours."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is no language of the phrasebook; there are {', '.join(LANGUAGES)}")
    if name not in CHAPTERS and (language, name) != ("en", PLAIN):
        raise ValueError(f"{name!r} is no chapter of the phrasebook; there are {', '.join(CHAPTERS)}")
    path = os.path.join(os.path.dirname(__file__), language, f"{name}.json")  # noqa: PTH118, PTH120
    with open(path, encoding="utf-8") as file:  # noqa: PTH123  (pathlib is slow to start, and every command would wait for it)
        found: dict[str, str] = json.load(file)
    return MappingProxyType(found)
