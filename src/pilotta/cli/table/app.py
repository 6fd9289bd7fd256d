"""The terminal table as a Textual application: keys and mouse in, the drawing out, and the match at a pace to follow."""

import asyncio
import contextlib
import re
import signal
from collections.abc import Callable
from time import monotonic

from rich.text import Text
from textual.app import App, ComposeResult
from textual.events import Click, Key
from textual.reactive import reactive
from textual.widget import Widget
from typing_extensions import override

from pilotta.cli.table.canvas import Canvas, Command
from pilotta.cli.table.draw import draw, fits
from pilotta.cli.table.keys import KEYS, LETTERS, QUIT, latin
from pilotta.cli.table.lessons import Lessons
from pilotta.cli.table.model import Model
from pilotta.cli.table.pages import (
    Lines,
    account_lines,
    account_title,
    auction_lines,
    end_lines,
    end_title,
    last_trick_lines,
    sheet_lines,
)
from pilotta.cli.table.screens import Page
from pilotta.cli.table.sitting import Sitting
from pilotta.cli.table.teaching import why_lines
from pilotta.game.actions import Action, Announce, MakeCall, PlayCard, Show
from pilotta.game.events import CallMade, CardPlayed, ContractSet, DealScored, MatchWon, TrickTaken
from pilotta.game.phase import Phase
from pilotta.rules.auction import DOUBLE, PASS, REDOUBLE
from pilotta.rules.errors import Breach
from pilotta.rules.ruleset import STRAINS
from pilotta.said import Said
from pilotta.strict import whole
from pilotta.table import TableEvent
from pilotta.words import Phrasebook

PAUSES = {TrickTaken: 2.6, DealScored: 0.5, ContractSet: 1.2, CallMade: 1.0, CardPlayed: 0.9}
"""How long each event stays before the next, in units of the pace."""

REST = 0.5
"""For so many seconds after a turn has come Enter does nothing: it was meant for the cards of the others. Nor does p play."""


class Table(Widget, can_focus=True):
    """The whole table as one drawing."""

    changes: reactive[int] = reactive(0)

    def __init__(self, model: Model) -> None:
        super().__init__()
        self.model = model
        self.canvas = Canvas(1, 1)

    @override
    def render(self) -> Text:
        self.canvas = draw(self.model, self.size.width, self.size.height)
        return self.canvas.text()


class TableApp(App[None]):
    """``new_session`` starts a match; ``keep`` gets each when it ends or is left."""

    CSS = "Table { width: 100%; height: 100%; }"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        words: Phrasebook,
        new_session: Callable[[], Sitting],
        *,
        name: str,
        pace: float,
        keep: Callable[[Sitting], None],
        rest: float = REST,
    ) -> None:
        super().__init__(ansi_color=True)
        self.words, self.new_session, self.player, self.pace, self.keep = words, new_session, name, pace, keep
        self.rest, self.resting_until = rest, 0.0
        self.session = new_session()
        self.lessons = Lessons(self)
        self.model = self.sit_down()
        self.table = Table(self.model)
        self.hurry = asyncio.Event()
        self.answers: asyncio.Queue[Action] = asyncio.Queue()

    @override
    def compose(self) -> ComposeResult:
        yield self.table

    def on_mount(self) -> None:
        if "ansi-dark" in self.available_themes:
            # The terminal's own colours, whatever they are.
            self.theme = "ansi-dark"
        self.table.focus()
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            # A window that is closed leaves the table like one who gets up: the record is kept. Windows has no such signals.
            with contextlib.suppress(AttributeError, NotImplementedError, ValueError, RuntimeError):
                loop.add_signal_handler(getattr(signal, name), self.leave)
        self.run_worker(self.drive(), exclusive=True)

    def leave(self) -> None:
        """Get up from the table in the middle of a match."""
        self.session.leave()
        self.keep(self.session)
        self.exit()

    def redraw(self) -> None:
        self.table.changes += 1

    # The match

    async def drive(self) -> None:
        """Play matches until the person leaves."""
        while True:
            while not self.session.over:
                await self.turn()
            self.keep(self.session)
            keys = f"{self.words('press_new')}   {self.words('press_review')}"
            while (
                answer := await self.page(end_title(self.model), end_lines(self.model), keys, ("f8",))
            ) == "f8":
                await self.lessons.review(self.session.record())
            if answer != "enter":
                self.exit()
                return
            self.session = self.new_session()
            self.model = self.table.model = self.sit_down()

    def sit_down(self) -> Model:
        """A table at which nothing has happened yet but that the bots have come."""
        session = self.session
        model = Model(
            self.words, session.view, self.player, training=session.table.training, spoken=session.spoken
        )
        for seat in session.bots:
            # The version is for the record.
            model.note(f"{model.seat(seat)}: {re.sub('@[0-9]+', '', session.name_of(seat))}")
        return model

    async def turn(self) -> None:
        """One action, the person's or another's, and what follows from it."""
        session = self.session
        if session.waits_for_person:
            self.look()
            self.model.ready()
            self.resting_until = monotonic() + self.rest
            self.redraw()
            events = await self.answer_of_person()
        elif session.waits_for_cards:
            events = session.step()
        else:
            events = session.follow(await asyncio.to_thread(session.think))
        self.model.expecting = False
        await self.show(events)

    async def answer_of_person(self) -> list[TableEvent]:
        """What follows from the person's action; one that is refused is told why, and asked again."""
        while True:
            outcome = self.session.act(await self.answers.get())
            if not isinstance(outcome, Said):
                return outcome
            self.model.refuse(outcome)
            self.redraw()

    def look(self) -> None:
        found = self.session.seen
        self.model.look(found.seen, found.illegal)

    async def show(self, events: list[TableEvent]) -> None:
        """Let the person see these events one by one."""
        for event in events:
            if not isinstance(event, DealScored | MatchWon):
                self.look()
            self.model.take(event)
            self.redraw()
            if event is events[-1] and self.session.waits_for_person and not isinstance(event, TrickTaken):
                # Nothing more will happen before the person acts: no need to wait.
                return
            await self.pause(PAUSES.get(type(event), 0.6))
            if isinstance(event, DealScored):
                self.look()
                await self.account()

    async def pause(self, length: float) -> None:
        """Wait so many units of the pace, or until the person has seen enough."""
        self.hurry.clear()
        if self.pace <= 0:
            await asyncio.sleep(0)
            return
        try:
            await asyncio.wait_for(self.hurry.wait(), self.pace * length)
        except TimeoutError:
            return

    async def account(self) -> None:
        """The account of the deal that is over; a deal that nobody bought only gets a moment."""
        result = self.model.view.results[-1]
        if result.passed_out:
            await self.pause(3)
            return
        while True:
            keys = f"{self.words('press_enter')}   {self.words('press_why')}"
            lines = account_lines(self.model, result)
            if await self.page(account_title(self.model, result), lines, keys, ("f6",)) != "f6":
                return
            why: Lines = list(why_lines(self.model, self.session.thoughts))
            await self.page(self.words("why_title"), why, self.words("press_close"))

    async def page(self, title: str, lines: Lines, keys: str, more: tuple[str, ...] = ()) -> str:
        """Open a page and wait until it is closed; the key that did."""
        return await self.push_screen_wait(Page(title, lines, keys, more)) or "escape"

    # Keys and mouse

    def on_key(self, event: Key) -> None:
        if len(self.screen_stack) > 1:
            return
        command = KEYS.get(event.key)
        if command is None and event.character is not None:
            command = self.letter(event.character)
        if not fits(self.size.width, self.size.height) and command != QUIT:
            # Nobody bids or plays at a table that cannot be seen.
            return
        if command is not None:
            event.stop()
            event.prevent_default()
            self.do(*command)

    def letter(self, character: str) -> Command | None:
        """What a letter or digit means now: in the auction S H D C N A are strains."""
        letter, phase = latin(character), self.model.view.phase
        if (digit := whole(letter)) is not None:
            return ("digit", digit)
        if phase is Phase.AUCTION and letter and letter.upper() in STRAINS:
            return ("strain", STRAINS.index(letter.upper()))
        if phase in (Phase.DECLARING, Phase.SHOWING) and letter in ("y", "n"):
            return ("answer", int(letter == "y"))
        return LETTERS.get(letter)

    def on_click(self, event: Click) -> None:
        if len(self.screen_stack) > 1:
            return
        command = self.table.canvas.at(event.screen_x, event.screen_y)
        if command is None:
            self.hurry.set()
            return
        if command[0] == "card" and self.model.expecting and command[1] == self.model.chosen:
            command = ("enter", 0)
        self.do(*command)

    def do(self, word: str, number: int) -> None:
        """Obey a key or a click."""
        if word in ("why", "hint"):
            self.run_worker(self.lessons.why() if word == "why" else self.lessons.hint())
            return
        if word in PAGES:
            self.run_worker(self.open(word))
            return
        if not self.model.expecting:
            if word == "enter":
                self.hurry.set()
            return
        if word != "enter" and (word != "pass" or self.model.view.phase is not Phase.PLAYING):
            # Who chooses has seen that it is their turn: the Enter after that is meant.
            self.resting_until = 0.0
        elif monotonic() < self.resting_until:
            return
        phase = self.model.view.phase
        if phase is Phase.AUCTION:
            self.bid(word, number)
        elif phase is Phase.PLAYING:
            self.play(word, number)
        else:
            self.answer(word, number)
        self.redraw()

    def bid(self, word: str, number: int) -> None:
        model, seat = self.model, self.session.seat
        calls = model.view.legal.calls
        model.message = ""
        if word == "move":
            model.turn_strain(number)
        elif word == "raise":
            model.raise_bid(number)
        elif word == "strain":
            if STRAINS[number] in calls.strains:
                model.strain, model.picked = number, True
            else:
                model.refuse(Breach("call.strain", {"strain": STRAINS[number], "strains": calls.strains}))
        elif word == "digit":
            model.type_digit(str(number))
        elif word == "capot":
            model.toggle_capot()
        elif word == "pass":
            self.send(MakeCall(seat, PASS))
        elif word in ("double", "redouble"):
            self.send(MakeCall(seat, REDOUBLE if calls.can_redouble else DOUBLE))
        elif word in ("enter", "bid"):
            call = model.call
            if model.picked and call is not None:
                self.send(MakeCall(seat, call))
            else:
                model.message = self.words("bid_unchosen")

    def play(self, word: str, number: int) -> None:
        model, seat = self.model, self.session.seat
        count = len(model.cards)
        if word == "move":
            model.chosen = (model.chosen + number) % count
            model.message = ""
        elif word == "digit" and 1 <= number <= count:
            if model.chosen == number - 1:
                self.lay(called=False)
            else:
                model.chosen, model.message = number - 1, ""
        elif word == "card" and number < count:
            model.chosen, model.message = number, ""
        elif word == "enter":
            self.lay(called=False)
        elif word == "pass" and not model.view.automatic:
            # Where pilotta is called for the player this key would play a card by mistake for a pass.
            self.lay(called=True)
        elif word == "speak":
            if model.view.legal.may_show:
                self.send(Show(seat))
            else:
                self.send(Announce(seat))

    def lay(self, *, called: bool) -> None:
        card = self.model.card
        if card is None:
            return
        breach = self.model.illegal.get(card)
        if breach is not None:
            self.model.refuse(breach)
            return
        self.send(PlayCard(self.session.seat, card, called))

    def answer(self, word: str, number: int) -> None:
        """Announce or show where everybody is asked in turn."""
        model, seat = self.model, self.session.seat
        possible = model.view.phase is Phase.SHOWING or model.view.legal.may_announce
        if word in ("move", "raise"):
            model.yes = not model.yes
        elif word in ("enter", "answer", "speak"):
            yes = possible and (bool(number) if word == "answer" else True if word == "speak" else model.yes)
            declaring = model.view.phase is Phase.DECLARING
            self.send(Announce(seat, yes) if declaring else Show(seat, yes))

    def send(self, action: Action) -> None:
        self.answers.put_nowait(action)

    # Pages

    async def open(self, word: str) -> None:
        model, words = self.model, self.words
        if word == "quit":
            if (
                not self.session.table.begun
                or await self.page(words("key_quit"), [words("quit_ask")], words("quit_keys")) == "enter"
            ):
                self.leave()
            return
        self.look()
        if word == "account":
            played = [result for result in model.view.results if not result.passed_out]
            title = words("account_title")
            lines: Lines = account_lines(model, played[-1]) if played else [words("account_none")]
        else:
            pages: dict[str, tuple[str, Lines]] = {
                "help": (words("help_title"), [words("help_text")]),
                "auction": (words("auction_history"), auction_lines(model)),
                "last": (words("last_trick"), last_trick_lines(model)),
                "sheet": (words("score_sheet"), sheet_lines(model)),
            }
            title, lines = pages[word]
        await self.page(title, lines, words("press_close"))


PAGES = frozenset({"help", "auction", "last", "sheet", "account", "quit"})
