"""A bot of somebody's own, kept apart: it thinks in a process of its own, and loses a decision that it does not make as it should."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from pilotta.bots.bidding.convention import Convention
from pilotta.bots.bot import Bot, Decision, Reason
from pilotta.bots.catalogue import admit, make_bot
from pilotta.bots.own import NoAction, NoBot
from pilotta.cards import CARD_NAMES
from pilotta.game.actions import Action, MakeCall, PlayCard
from pilotta.game.allowed import allows, fallback
from pilotta.game.view import PlayerView
from pilotta.processes import Answered, Apart, CannotBegin, NoAnswer

TIME_LIMIT: Final = 10.0
"""Seconds for a decision, where nobody says otherwise."""
KEPT: Final = 8
"""Bots of one name that are kept ready, each made from a seed of its own."""

Why = Literal["late", "ended", "raised", "illegal"]
WHYS: Final[tuple[Why, ...]] = ("late", "ended", "raised", "illegal")
"""How a decision is lost: no answer in time, the process ended, an exception, an action that is not allowed."""
DONE_INSTEAD: Final[Mapping[Why, Reason]] = {
    "late": Reason("server.late"),
    "ended": Reason("server.broken"),
    "raised": Reason("server.failed"),
    "illegal": Reason("server.illegal"),
}
"""Why something legal was done in a bot's place: the reasons that a server gives too."""


class Lost(Exception):
    """A bot lost a decision: ``why`` is one of :data:`WHYS`, ``what`` says what it did."""

    def __init__(self, why: Why, what: str) -> None:
        super().__init__(what)
        self.why, self.what = why, what


class Asked(NamedTuple):
    """A question to a bot's process; without a view, for the convention that it calls by."""

    seed: int
    view: PlayerView | None


Told = Decision | Convention | str | None
"""An answer: what the bot does, its convention, or in words that what it did is no action."""


class Guarded:
    """The own bot of this name. One process of this name answers for all seeds; NoBot where it cannot be loaded there."""

    def __init__(self, name: str, seed: int = 0, time_limit: float = TIME_LIMIT) -> None:
        self._name, self._seed, self._time_limit = name, seed, time_limit
        self._convention: tuple[Convention | None] | None = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def convention(self) -> Convention | None:
        """By which it says that it calls, if it says so. It is asked once."""
        if self._convention is None:
            try:
                found = self._ask(None).answer
            except Lost:
                found = None
            self._convention = (found if isinstance(found, Convention) else None,)
        return self._convention[0]

    def act(self, view: PlayerView) -> Decision:
        """What it does; where it loses the decision, something legal."""
        try:
            return self.answer(view).answer
        except Lost as lost:
            return Decision(fallback(view), DONE_INSTEAD[lost.why])

    def answer(self, view: PlayerView) -> Answered[Decision]:
        """What it does, and how long it thought. Lost where it does not make the decision as it should."""
        found, seconds = self._ask(view)
        if not isinstance(found, Decision):
            raise Lost("illegal", str(found)[:300])
        if not allows(view, found.action):
            raise Lost("illegal", f"{text_of(found.action)} is not allowed here")
        return Answered(found, seconds)

    def check(self) -> None:
        """NoBot says why it cannot be loaded, where it cannot."""
        try:
            _process(self._name).start()
        except CannotBegin as error:
            raise NoBot(str(error)) from None

    def _ask(self, view: PlayerView | None) -> Answered[Told]:
        try:
            return _process(self._name).ask(Asked(self._seed, view), self._time_limit)
        except NoAnswer as missing:
            raise Lost(missing.why, missing.what) from None
        except CannotBegin as error:
            raise NoBot(str(error)) from None


_processes: Final[dict[str, Apart[Asked, Told]]] = {}


def _process(name: str) -> Apart[Asked, Told]:
    if name not in _processes:
        _processes[name] = Apart(_begin, name)
    return _processes[name]


def end_processes() -> None:
    """End the processes of all own bots that this one has asked."""
    while _processes:
        _processes.popitem()[1].close()


def text_of(action: Action) -> str:
    """An action in a word."""
    match action:
        case MakeCall(_, call):
            return call.text
        case PlayCard(_, card, called) if 0 <= card < 32:
            return CARD_NAMES[card] + " with pilotta" * called
        case _:
            return str(action)[:300]


def _begin(name: str) -> Callable[[Asked], Told]:
    """In the bot's process: load it, and give what answers."""
    try:
        admit(name)
    except NoBot as error:
        raise CannotBegin(str(error)) from None
    bots: OrderedDict[int, Bot] = OrderedDict()

    def answer(asked: Asked) -> Told:
        bot = bots.get(asked.seed)
        if bot is None:
            bot = bots[asked.seed] = make_bot(name, asked.seed)
            if len(bots) > KEPT:
                bots.popitem(last=False)
        if asked.view is None:
            return getattr(bot, "convention", None)
        try:
            return bot.act(asked.view)
        except NoAction as error:
            return str(error)

    return answer
