"""The sentences that people read, one file of them a language in ``locale/``."""

import json
import os
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import argparse

LANGUAGES: Final = {"el": "Ελληνικά", "el-CY": "Κυπριακά", "en": "English", "it": "Italiano"}


class Words:
    """The sentences of one language: ``words("deal_n", n=3)``."""

    def __init__(self, language: str, messages: dict[str, str]) -> None:
        self.language = language
        self.messages = messages

    def __call__(self, key: str, **params: object) -> str:
        return self.messages[key].format(**params) if params else self.messages[key]

    def __contains__(self, key: str) -> bool:
        return key in self.messages


@cache
def words_in(language: str) -> Words:
    """The sentences of this language (a key of :data:`LANGUAGES`)."""
    name = os.path.join(os.path.dirname(__file__), "locale", f"{language}.json")  # noqa: PTH118, PTH120
    with open(name, encoding="utf-8") as file:  # noqa: PTH123  (pathlib would be an eighth of the start-up of a command)
        return Words(language, json.load(file))


def users_language() -> str:
    """The language of the environment; English where that says nothing or something else."""
    for name in ("PILOTTA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            code = value.partition(".")[0].replace("_", "-")
            if code in LANGUAGES:
                return code
            short = code.partition("-")[0].lower()
            return short if short in LANGUAGES else "en"
    return "en"


def add_language(parser: "argparse.ArgumentParser") -> None:
    parser.add_argument(
        "--lang",
        choices=tuple(LANGUAGES),
        default=users_language(),
        help="language of what people read (the environment's is %(default)s)",
    )
