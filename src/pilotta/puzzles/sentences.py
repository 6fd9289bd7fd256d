"""Why a solution is right, said in each language: one file of sentences a language in ``locale/``, by code.

A code never changes its meaning or its parameters' names. Parameters are in notation; clients say cards and calls in their own way.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from pilotta.bots.reasons import sentence_file


@cache
def sentences(language: str = "en") -> Mapping[str, str]:
    """By code (``puzzle.*`` the reasons, ``theme.*`` the themes' names), the sentences of one of the languages of the bots."""
    return MappingProxyType(sentence_file(__file__, language, "puzzles"))
