"""Why a solution is right, said in each language: one file of sentences a language in ``locale/``, by code.

A code never changes its meaning or its parameters' names. Parameters are in notation; clients say cards and calls in their own way.
"""

import json
import os
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from pilotta.bots.reasons import LANGUAGES


@cache
def sentences(language: str = "en") -> Mapping[str, str]:
    """By code (``puzzle.*`` the reasons, ``theme.*`` the themes' names), the sentences of one of the languages of the bots."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is no language of the puzzles; there are {', '.join(LANGUAGES)}")
    name = os.path.join(os.path.dirname(__file__), "locale", f"{language}.json")  # noqa: PTH118, PTH120
    with open(name, encoding="utf-8") as file:  # noqa: PTH123  (pathlib is slow to start, and every command would wait for it)
        return MappingProxyType(json.load(file))
