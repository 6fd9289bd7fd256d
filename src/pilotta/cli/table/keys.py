"""What the keys of the terminal table mean."""

from typing import Final

from pilotta.cli.table.canvas import Command

QUIT: Final[Command] = ("quit", 0)
KEYS: Final[dict[str, Command]] = {
    "left": ("move", -1),
    "right": ("move", 1),
    "up": ("raise", 1),
    "down": ("raise", -1),
    "enter": ("enter", 0),
    "space": ("enter", 0),
    "f1": ("help", 0),
    "question_mark": ("help", 0),
    "f2": ("auction", 0),
    "f3": ("last", 0),
    "f4": ("sheet", 0),
    "f5": ("account", 0),
    "f6": ("why", 0),
    "f7": ("hint", 0),
    "f10": QUIT,
    "ctrl+q": QUIT,
    "ctrl+c": QUIT,
}
LETTERS: Final[dict[str, Command]] = {
    "p": ("pass", 0),
    "x": ("double", 0),
    "k": ("capot", 0),
    "d": ("speak", 0),
}

# A Greek keyboard gives these where a Latin one gives the letters of the commands.
GREEK_KEYS = dict(zip("πχδσηψνακλqς", "pxdshcnaklqw", strict=True))


def latin(letter: str | None) -> str:
    """The command's letter for a key, whichever of the two keyboards is on."""
    small = (letter or "").lower()
    return GREEK_KEYS.get(small, small)
