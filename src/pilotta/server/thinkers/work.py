"""What runs in a bot's own process. It imports the bots and what they need, and nothing of the server's."""

import contextlib
import os
import signal
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pilotta.bots.bidding.meaning import Meant, Spoken, heard_meanings, meanings, spoken_by
from pilotta.bots.bot import Bot, Decision, Reason
from pilotta.bots.catalogue import admit, make_bot
from pilotta.bots.hint import Hint, because_of, hint
from pilotta.bots.own import NoBot
from pilotta.game.view import PlayerView
from pilotta.processes import end_with_parent, told_of
from pilotta.rules.auction import Call

Answer = TypeVar("Answer")

Told = tuple[list[tuple[int, Call, Reason]], tuple[Meant, ...]]
"""What each call of an auction told, and what each that can be made now would tell."""


class Failed(Exception):
    """What went wrong in a process of the pool, in words."""


def answer(work: Callable[..., Answer], *arguments: Any) -> Answer:
    """What the work comes to, and whatever goes wrong as one kind of exception.

    A stranger's bot may raise anything: ``SystemExit`` would end the server that waits for it, and an exception that cannot be
    taken apart and put together again would end the pool.
    """
    try:
        return work(*arguments)
    except BaseException as error:  # noqa: BLE001 - see above
        raise Failed(told_of(error)) from None


def prepare(bots: Sequence[str] = ()) -> None:
    """Set up a process of the pool: it ends with its server, however that ends, and not before it. It knows these own bots of the
    host's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    for name in bots:
        # The server has imported it before; where it can be no more, its answers fail one by one, and no others with them.
        with contextlib.suppress(NoBot):
            admit(name)


def think(bot: str, seed: int, view: PlayerView) -> Decision:
    """One answer of one bot."""
    return make_bot(bot, seed).act(view)


def advise(view: PlayerView, seed: int, bots: Sequence[str | None]) -> Hint:
    """What the teacher would do at this seat, beside the partner who sits there."""
    return hint(view, seed, _spoken(bots)[view.seat])


def explain(view: PlayerView, bots: Sequence[str | None]) -> Told:
    """What the calls of the view's auction tell."""
    spoken = _spoken(bots)
    return heard_meanings(view, spoken), meanings(view, spoken[view.seat])


def _spoken(bots: Sequence[str | None]) -> Spoken:
    """By which convention each seat calls; bots are named by seat, None where a person sits."""
    return spoken_by([None if name is None else _made(name) for name in bots])


def _made(name: str) -> Bot | None:
    """The bot of this name; one that cannot be made is read as a person is."""
    try:
        bot = make_bot(name)
        # A property may fail as well as the making.
        getattr(bot, "convention", None)
    except BaseException:  # noqa: BLE001 - a stranger's bot; what calls mean must not hang on it
        return None
    return bot


def facts(bot: str, view: PlayerView, decision: Decision) -> tuple[Reason, ...]:
    """What speaks, in terms of the game, for what this bot decided by numbers alone."""
    return because_of(make_bot(bot), view, decision)


def warm_up() -> int:
    """Does nothing, but makes the pool start a process and that process import the bots."""
    return os.getpid()
