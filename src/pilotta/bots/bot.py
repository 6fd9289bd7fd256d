"""What a bot is: something that answers a view with an action and the reason for it."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from pilotta.engine.backend import backend
from pilotta.engine.door import NeedsCore
from pilotta.game.actions import Action
from pilotta.game.view import PlayerView
from pilotta.said import Said


@dataclass(frozen=True, slots=True)
class Reason(Said):
    """Why a bot did what it did, or what a call means."""

    chapters: ClassVar[tuple[str, ...]] = ("reasons", "puzzles")

    @property
    def message(self) -> str:
        """The English sentence, for logs."""
        from pilotta.words import in_english  # noqa: PLC0415  (most reasons are given, and nobody reads them)

        return in_english(self)


@dataclass(frozen=True, slots=True)
class Decision:
    action: Action
    reason: Reason


class Bot(Protocol):
    """A player. It is asked only when the view's seat has to act, and keeps nothing between two questions: everything it
    knows it reads from the view, so a bot that is started in the middle of a match answers as one that saw it all."""

    @property
    def name(self) -> str: ...

    def act(self, view: PlayerView) -> Decision: ...


class NothingToDo(ValueError):
    """A bot was asked although it is not its seat's turn."""

    def __init__(self, view: PlayerView) -> None:
        super().__init__(f"seat {view.seat} has nothing to do in phase {view.phase.value}")


class BotNeedsCore(NeedsCore, ValueError):
    """A bot was asked for that thinks deals through, and there is no core to do so: ``said`` has the code ``bot.needs_core``."""

    def __init__(self, bot: str) -> None:
        from pilotta.words import in_english  # noqa: PLC0415  (as above)

        self.said = Said("bot.needs_core", {"bot": bot})
        super().__init__(in_english(self.said))

    def __reduce__(self) -> tuple[type["BotNeedsCore"], tuple[str]]:  # type: ignore[explicit-override]
        # It is raised in a process of a pool, too.
        return BotNeedsCore, (self.said.params["bot"],)


def lacks_core() -> bool:
    """Whether plain Python alone answers: it would think for minutes, and not as those do who think deals through."""
    return backend().kind == "plain"


def require_core(bot: str) -> None:
    """BotNeedsCore where there is none."""
    if lacks_core():
        raise BotNeedsCore(bot)
