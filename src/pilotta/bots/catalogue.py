"""The bots by name: levels, their versions, and the styles that each can be asked to play in.

A name is ``level``, ``level@version``, and either with styles behind a colon: ``cafe``, ``cafe@1``, ``cafe:bold``,
``mastoras@1:careful,high_asks``. Without a version it means the newest. What is kept for later, a table's players or a match's
record, keeps the name that :func:`resolve` gives, which says the version, so that a level never changes behind a player's back.

Beside the levels there are bots of somebody's own (:mod:`~pilotta.bots.own`), ``module:Class``: this process knows those that it
was told to :func:`admit`, and no name makes it import anything else. What stands before a colon is looked up among the levels first.

A version that is released is frozen: ``tests/bots/levels.py`` holds signatures of its play, and a change needs a new version, as
another :class:`Level` beside the old one. Version 0 is a level in the making: it may still change, and once the level is released
its name means the newest version, as no name does that was promised to stay.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pilotta.bots.bidding.convention import CYPRIOT, LIGHT, Convention
from pilotta.bots.bot import Bot, lacks_core, require_core
from pilotta.bots.levels.cafe import Cafe
from pilotta.bots.levels.daskalos import Daskalos
from pilotta.bots.levels.mastoras import Mastoras
from pilotta.bots.levels.mathitis import Mathitis
from pilotta.bots.levels.random_bot import RandomBot
from pilotta.bots.own import load
from pilotta.cards import shown

Maker = Callable[[int, Convention], Bot]


@dataclass(frozen=True, slots=True)
class Style:
    """A way to play that a level can be asked for: ``changes`` to its convention, at most one style of each ``kind``."""

    kind: str
    changes: Mapping[str, Any]
    tells: str


def _bidding(tells: str, margin: int, **changes: int) -> Style:
    """Bids whose margins lie so many points above the usual ones."""
    margins = {
        name: getattr(CYPRIOT, name) + margin
        for name in ("open_margin", "answer_margin", "compete_margin", "stretch_margin")
    }
    return Style("bidding", MappingProxyType({**margins, **changes}), tells)


STYLES: Final[Mapping[str, Style]] = MappingProxyType(
    {
        "bold": _bidding("bids on less, and higher against opponents who bid", -6),
        "careful": _bidding("bids on more, and doubles only with a trick to spare", 6, double_tricks=5),
        "not_this": Style(
            "discards", MappingProxyType({"discard": "not_this"}), "the first discard: not this suit"
        ),
        "high_asks": Style(
            "discards", MappingProxyType({"discard": "high_asks"}), "the first discard: a high one asks for its suit"
        ),
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One version of one bot. ``character`` says in English who it is; a level without a ``convention`` takes no styles, and one
    that ``needs_core`` does not play where plain Python is alone."""

    name: str
    version: int
    character: str
    maker: Maker
    convention: Convention | None = CYPRIOT
    needs_core: bool = False

    @property
    def released(self) -> bool:
        return self.version > 0

    @property
    def full_name(self) -> str:
        return f"{self.name}@{self.version}"


LEVELS: Final = (
    Level(
        name="random",
        version=1,
        character="Plays anything that is allowed.",
        maker=lambda seed, _: RandomBot(seed),
        convention=None,
    ),
    Level(
        name="mathitis",
        version=1,
        character="The apprentice: plays by rules of thumb, and errs as beginners do.",
        maker=lambda seed, _: Mathitis(seed),
        convention=None,
    ),
    Level(
        name="cafe",
        version=1,
        character="The regular of the coffee house: bids by the convention, counts trumps, signals.",
        maker=Cafe,
    ),
    Level(
        name="mastoras",
        version=1,
        character="The craftsman: bids as the regular does, and thinks each card through.",
        maker=lambda seed, convention: Mastoras(seed, convention=convention),
        needs_core=True,
    ),
    Level(
        name="daskalos",
        version=1,
        character="The teacher: thinks each call and each card through.",
        maker=lambda seed, convention: Daskalos(seed, convention=convention),
        convention=LIGHT,
        needs_core=True,
    ),
)
"""Every version of every level, the weakest level first, a level's oldest version first."""

BOT_NAMES: Final = tuple(dict.fromkeys(level.name for level in LEVELS))
"""The levels' names without versions, the weakest first."""

_NAME: Final = re.compile(r"([a-z]+)(?:@([0-9]{1,4}))?(?::([a-z_]+(?:,[a-z_]+)*))?")


class _Asked(NamedTuple):
    level: Level
    styles: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.level.full_name + (":" + ",".join(self.styles) if self.styles else "")


_OWN: Final[dict[str, Callable[[int], Bot]]] = {}


def is_level(name: str) -> bool:
    """Whether this names a level, rightly or wrongly: ``cafe:bold`` is a style of one, whatever module is called cafe."""
    return name.partition(":")[0].partition("@")[0] in BOT_NAMES


def admit(name: str) -> None:
    """Import the own bot of this name; from here on this process knows it. A level is known as it is. NoBot, or another ValueError,
    says what is wrong."""
    if is_level(name):
        resolve(name)
    elif name not in _OWN:
        _OWN[name] = load(name)


def make_bot(name: str, seed: int = 0) -> Bot:
    """The bot of this name: the same full name, seed and views give the same answers for ever, once the version is released.

    ValueError says what is wrong with the name, and what there is instead; BotNeedsCore, which is one too, that this level thinks
    with the core and that here is none.
    """
    own = _own(name)
    if own is not None:
        return own(seed)
    check_core(name)
    level, styles = _asked(name)
    convention = level.convention or CYPRIOT
    for style in styles:
        convention = replace(convention, **STYLES[style].changes)
    return level.maker(seed, convention)


def check_core(name: str) -> None:
    """BotNeedsCore where this level thinks with a core, and here is none. Other ValueErrors as in :func:`make_bot`."""
    if _own(name) is None and (level := level_of(name)).needs_core:
        require_core(level.name)


def playing_here(also: Iterable[str] = ()) -> tuple[str, ...]:
    """The levels' names, the weakest first, and those that are given beside them, without the levels that need a core where there is
    none."""
    without = lacks_core()
    return tuple(
        name for name in (*BOT_NAMES, *also) if not (without and is_level(name) and level_of(name).needs_core)
    )


def check_beside_levels(names: Iterable[str]) -> None:
    """ValueError where one of these names, which this process knows, means what a level's own name means, or what another of them
    does: whoever chooses among the levels and these would find it twice."""
    levels = {resolve(name): name for name in BOT_NAMES}
    listed: dict[str, str] = {}
    for name in names:
        full = resolve(name)
        if full in levels:
            raise ValueError(f"{name} is the level {levels[full]}, which is there already")
        if full in listed:
            raise ValueError(
                f"{name} is listed twice" + (f", as {listed[full]} too" if listed[full] != name else "")
            )
        listed[full] = name


def resolve(name: str) -> str:
    """The full name of what this name means today, ``cafe@1`` for ``cafe``: with the version, styles in one order.

    It means the same bot for ever, and resolving it again gives it back. ValueError as in :func:`make_bot`.
    """
    return _asked(name).name if _own(name) is None else name


def _own(name: str) -> Callable[[int], Bot] | None:
    return None if is_level(name) else _OWN.get(name)


def level_of(name: str) -> Level:
    """The level and version that this name means today. ValueError as in :func:`make_bot`."""
    return _asked(name).level


def _asked(name: str) -> _Asked:
    found = _NAME.fullmatch(name)
    if not found:
        raise ValueError(f"{shown(name)} is no bot; there are {', '.join(BOT_NAMES)}")
    bot, version, styles = found.groups()
    level = _level(name, bot, version)
    return _Asked(level, _styles(name, level, styles.split(",") if styles else []))


def _level(name: str, bot: str, version: str | None) -> Level:
    versions = [level for level in LEVELS if level.name == bot]
    if not versions:
        raise ValueError(f"{shown(name)} is no bot; there are {', '.join(BOT_NAMES)}")
    if version is None or version == "0":
        return versions[-1]
    for level in versions:
        if str(level.version) == version:
            return level
    there = ", ".join(level.full_name for level in versions)
    raise ValueError(f"{shown(name)}: {bot} has no version {version}; there are {there}")


def _styles(name: str, level: Level, asked: list[str]) -> tuple[str, ...]:
    """The styles in the order of the catalogue. Names that say one thing twice, or two things at once, are refused."""
    if asked and level.convention is None:
        raise ValueError(f"{shown(name)}: {level.name} takes no styles")
    for style in asked:
        if style not in STYLES:
            raise ValueError(f"{shown(name)}: {style} is no style; there are {', '.join(STYLES)}")
    kinds: dict[str, str] = {}
    for style in asked:
        before = kinds.setdefault(STYLES[style].kind, style)
        if before != style or asked.count(style) > 1:
            raise ValueError(f"{shown(name)}: {style} after {before}; give one style of {STYLES[style].kind}")
    return tuple(style for style in STYLES if style in asked)
