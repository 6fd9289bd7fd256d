"""The bots by name."""

from collections.abc import Callable, Mapping
from typing import Final

from pilotta.bots.bot import Bot
from pilotta.bots.cafe import Cafe
from pilotta.bots.daskalos import Daskalos
from pilotta.bots.mastoras import Mastoras
from pilotta.bots.random_bot import RandomBot
from pilotta.cards import shown

MAKERS: Final[Mapping[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    "cafe": Cafe,
    "mastoras": Mastoras,
    "daskalos": Daskalos,
}
BOT_NAMES: Final = tuple(MAKERS)


def make_bot(name: str, seed: int = 0) -> Bot:
    """The bot of this name. The same name, seed and views give the same answers. ValueError lists the names if it is none."""
    if name not in MAKERS:
        raise ValueError(f"{shown(name)} is no bot; there are {', '.join(BOT_NAMES)}")
    return MAKERS[name](seed)
