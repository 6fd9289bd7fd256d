"""Bots of your own: a class of any module, by the name ``module:Class``, or one that an installed package offers by a name of its own
(an entry point of the group ``pilotta.bots``).

Nothing here imports a module by itself: :func:`load` does when it is told to, by the command line in a process of its own
(:mod:`~pilotta.bots.guarded`), by a server for the bots that its host lists. ``docs/own-bot.md`` shows how to write one.
"""

import hashlib
import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable
from operator import attrgetter, index
from typing import TYPE_CHECKING, Any, Final

from pilotta.bots.bidding.convention import Convention
from pilotta.bots.bot import Decision, Reason
from pilotta.cards import shown
from pilotta.game.actions import Announce, MakeCall, PlayCard, Show
from pilotta.game.view import PlayerView
from pilotta.processes import said_of
from pilotta.rules.auction import Call
from pilotta.said import Said
from pilotta.words import chapter
from pilotta.words.phrasebook import holes

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "pilotta.bots"
LONGEST: Final = 100
"""Letters of a name."""
MOST_SAID: Final = 200
"""Letters of all that a reason names."""
SILENT: Final = "own.silent"
"""The reason of a bot that gives none."""
_PLACE: Final = re.compile(r"[^\W0-9]\w*(\.[^\W0-9]\w*)*:[^\W0-9]\w*(\.[^\W0-9]\w*)*")
_OFFERED: Final = re.compile(r"\w[\w.-]{0,99}")


class NoBot(ValueError):
    """There is no such bot, or it cannot be loaded: the message says why."""


class NoAction(TypeError):
    """A bot did what no player does."""


def is_own(name: str) -> bool:
    """Whether this can be the name of somebody's own bot. Nothing is imported; whether it can be is found out by :func:`load`."""
    return len(name) <= LONGEST and (_PLACE.fullmatch(name) is not None or _offered(name) is not None)


def load(name: str) -> Callable[[int], "Own"]:
    """What makes the bot of this name from a seed. Its module is imported: from where Python finds modules, and from the folder in
    which the command was given. NoBot says what is wrong."""
    module, path = _place(name)
    _look_here_too()
    try:
        found = attrgetter(path)(importlib.import_module(module))
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise NoBot(f"{name}: {module} needs {error.name}, which is not there") from error
        raise NoBot(f"{name}: there is no module {error.name}") from error
    except AttributeError as error:
        raise NoBot(f"{name}: {said_of(error)}") from error
    except BaseException as error:
        # A module may even end its program where it is imported.
        said = f"{type(error).__name__}: {said_of(error)}".removesuffix(": ")
        raise NoBot(f"{name}: {module} cannot be imported: {said}") from error
    if not callable(getattr(found, "act", None)) or not callable(found):
        raise NoBot(f"{name} is no bot: it has no method `act`")
    return lambda seed: Own(name, found(seed))


def source_print(name: str) -> str:
    """Twelve letters that change with the module of this bot, which is not imported; what that imports in its turn is not looked at."""
    _look_here_too()
    module, _ = _place(name)
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        spec = None
    if spec is None or spec.origin is None or not os.path.isfile(spec.origin):  # noqa: PTH113
        return ""
    with open(spec.origin, "rb") as file:  # noqa: PTH123
        return hashlib.sha256(file.read()).hexdigest()[:12]


def _place(name: str) -> tuple[str, str]:
    """The module, and the name of the class in it."""
    offered = None if ":" in name else _offered(name)
    if offered is None and not _PLACE.fullmatch(name):
        raise NoBot(f"{shown(name)} is no bot: neither module:Class nor an entry point of {GROUP}")
    module, _, path = (offered.value if offered else name).partition(":")
    return module.strip(), path.partition("[")[0].strip()


def _look_here_too() -> None:
    """Python looks for modules where its own command lies; people keep theirs where they work. Last of all, so that nothing there can
    take the place of something else."""
    here = os.getcwd()  # noqa: PTH109  (a path as Python's own list of them has it)
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)


def _offered(name: str) -> "EntryPoint | None":
    if not _OFFERED.fullmatch(name):
        return None
    from importlib.metadata import entry_points  # noqa: PLC0415  (slow to load, and most commands need it not)

    return next(iter(entry_points(group=GROUP, name=name)), None)


class Own:
    """A bot of somebody's own, whose answers have become what everybody expects: plain actions, and reasons that can be told."""

    def __init__(self, name: str, bot: Any) -> None:
        self._name, self._bot = name, bot

    @property
    def name(self) -> str:
        return self._name

    @property
    def convention(self) -> Convention | None:
        """By which it says that it calls, if it says so."""
        found = getattr(self._bot, "convention", None)
        return found if isinstance(found, Convention) else None

    def act(self, view: PlayerView) -> Decision:
        """What it does; NoAction where that is nothing that a player does. Whether it is allowed is not looked at."""
        answer = self._bot.act(view)
        action, reason = (
            (answer.action, answer.reason) if isinstance(answer, Decision) else (answer, Reason(SILENT))
        )
        return Decision(_plain(action), _told(reason) or Reason(SILENT))


def _plain(action: object) -> Announce | MakeCall | PlayCard | Show:
    """The action in the types of the game itself: a number may have been numpy's."""
    try:
        match action:
            case MakeCall(seat, Call(kind, value, strain, capot)):
                return MakeCall(index(seat), Call(str(kind), index(value), index(strain), bool(capot)))  # type: ignore[arg-type]
            case PlayCard(seat, card, called):
                return PlayCard(index(seat), index(card), bool(called))
            case Announce(seat, yes):
                return Announce(index(seat), bool(yes))
            case Show(seat, yes):
                return Show(index(seat), bool(yes))
    except TypeError:
        raise NoAction(f"{shown(action)} is no action: seats, cards and points are whole numbers") from None
    raise NoAction(f"{shown(action)} is neither an action nor a Decision")


def _told(reason: object) -> Reason | None:
    """The reason, if there is a sentence for it and it has all that the sentence names; what the sentence does not name is left out.

    It goes into a table's log, so it has to be text that can be written, and not more than a sentence wants.
    """
    if not isinstance(reason, Said):
        return None
    try:
        params = {name: str(reason.params[name]) for name, _ in holes(chapter("en", "reasons")[reason.code])}
        for value in params.values():
            value.encode()
        found = Reason(reason.code, params)
        return found if found.message and sum(map(len, params.values())) <= MOST_SAID else None
    except (KeyError, IndexError, TypeError, ValueError):
        return None
