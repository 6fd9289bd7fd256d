"""Bots of one's own on the command line: their time limit, and finding out at once what is wrong with one."""

import argparse

from pilotta.bots.bot import Bot
from pilotta.bots.catalogue import is_level, make_bot, resolve
from pilotta.bots.guarded import TIME_LIMIT, Guarded
from pilotta.bots.own import NoBot, is_own
from pilotta.cli.common import fail, plain_number
from pilotta.said import printable


def add_time_limit(parser: argparse.ArgumentParser) -> None:
    """Add ``--time-limit``."""
    parser.add_argument(
        "--time-limit",
        type=_seconds,
        default=TIME_LIMIT,
        metavar="SECONDS",
        help=f"for each decision of a bot of your own (default: {TIME_LIMIT:g})",
    )


def _seconds(text: str) -> float:
    seconds = plain_number(text)
    if not 0.001 <= seconds <= 3600:
        raise argparse.ArgumentTypeError("0.001 to 3600 seconds")
    return seconds


def check_own(name: str) -> None:
    """Start the process of somebody's own bot. CommandError says why it cannot be loaded."""
    try:
        Guarded(name).check()
    except NoBot as error:
        fail(printable(str(error)))


def make_any(name: str, seed: int, time_limit: float) -> Bot:
    """The bot of this name: a level, or somebody's own bot kept apart."""
    if is_level(name):
        return make_bot(name, seed)
    bot = Guarded(name, seed, time_limit)
    # It is asked while nobody waits: a table that explains its calls must not wait until it has thought about something else.
    _ = bot.convention
    return bot


def full_name(name: str) -> str:
    """The name with its version, where it has one. ValueError where there is no such level; CommandError where a bot of one's own
    cannot be loaded."""
    if is_level(name) or not is_own(name):
        return resolve(name)
    check_own(name)
    return name


def names_in(text: str) -> list[str]:
    """A comma parts names, and also the styles of one level (``cafe:bold,not_this``): what is a word alone and no level belongs to the
    level before."""
    names: list[str] = []
    for part in text.split(","):
        styled = bool(names) and is_level(names[-1]) and ":" in names[-1]
        if styled and ":" not in part and not is_level(part) and not is_own(part):
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names


def bot_names(text: str) -> list[str]:
    """A type for argparse: names of bots, by commas."""
    try:
        return [full_name(name) for name in names_in(text)]
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
