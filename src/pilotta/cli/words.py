"""The language in which a command speaks."""

import os
from typing import TYPE_CHECKING

from pilotta.words import LANGUAGES

if TYPE_CHECKING:
    import argparse


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
        choices=LANGUAGES,
        default=users_language(),
        help="language of what people read (the environment's is %(default)s)",
    )
