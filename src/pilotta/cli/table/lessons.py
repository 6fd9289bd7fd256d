"""What can be asked of the table while it is played at and afterwards: why, a hint, and the review of the match.

Hints and the reviewer think in a thread of their own, so that the table goes on answering keys.
"""

import asyncio
import contextlib
import os
import sys
from multiprocessing import resource_tracker
from threading import Event
from typing import TYPE_CHECKING

from pilotta.bots.hint import hint
from pilotta.cli.table.screens import Page
from pilotta.cli.table.teaching import AT_ONCE, hint_lines, last_whys, review_lines, why_lines
from pilotta.game.record import Record
from pilotta.review import Review, review_record
from pilotta.table import Lesson, hushed

if TYPE_CHECKING:
    from pilotta.cli.table.app import TableApp


class _Stopped(Exception):
    """The review is not wanted any more."""


class Lessons:
    """The teaching side of one table. What may be told, the table says."""

    def __init__(self, app: "TableApp") -> None:
        self.app = app
        self.thinking = False

    async def why(self) -> None:
        """The bots' last reasons, earlier ones with each further key; of the deal before where this one's are still secret."""
        app, words, session = self.app, self.app.words, self.app.session
        title = words("why_title")
        if not session.tells_at_once:
            told = session.told
            lines = why_lines(app.model, told) if told else [words("why_later")]
            await app.page(title, list(lines), words("press_close"))
            return
        back = 0
        while True:
            lines, more = last_whys(app.model, session.thoughts, back)
            keys = words("press_close") + (f"   {words('press_earlier')}" if more else "")
            if await app.page(title, list(lines), keys, ("f6",) if more else ()) != "f6":
                return
            back += AT_ONCE

    async def hint(self) -> None:
        """The best that the person can do now, and what everything else costs."""
        app, words = self.app, self.app.words
        title = words("key_hint")
        refused = hushed(app.session.table, app.session.viewer, Lesson.HINT)
        if refused is not None and refused.code == "hint.not_training":
            await app.page(title, [words("hint_training")], words("press_close"))
            return
        if refused is not None or not app.model.expecting or self.thinking:
            return
        self.thinking, app.model.message = True, words("hint_thinks")
        app.redraw()
        seen = app.session.view
        try:
            given = await asyncio.to_thread(hint, seen, app.session.seed, app.session.spoken[seen.seat])
        finally:
            self.thinking = False
        if app.model.message == words("hint_thinks"):
            app.model.message = ""
        app.redraw()
        if app.session.view == seen:
            # Who has played meanwhile wants no hint for it any more.
            await app.page(title, list(hint_lines(app.model, given)), words("press_close"))

    async def review(self, record: Record) -> None:
        """The person's decisions in the match that is over. Leaving the page stops the work."""
        app, words = self.app, self.app.words
        title = words("review_title")
        waiting = Page(title, [words("review_works", percent=0)], words("press_close"))
        loop, stopped = asyncio.get_running_loop(), Event()

        def progress(share: float) -> None:
            if stopped.is_set():
                raise _Stopped
            loop.call_soon_threadsafe(waiting.say, words("review_works", percent=round(100 * share)))

        def work() -> Review | None:
            # The first process that is started wants a real standard error; the table has put its own in that place.
            with contextlib.redirect_stderr(sys.__stderr__):
                resource_tracker.ensure_running()
            try:
                return review_record(
                    record, seats=(app.session.seat,), jobs=os.cpu_count() or 1, progress=progress
                )
            except _Stopped:
                return None

        async def finished() -> Review | None:
            try:
                return await asyncio.to_thread(work)
            finally:
                if not stopped.is_set():
                    waiting.dismiss("done")

        reviewing = asyncio.create_task(finished())
        answer = None
        try:
            answer = await app.push_screen_wait(waiting)
        finally:
            # However the page was left, be it with the whole table, nobody waits for the rest.
            if answer != "done":
                stopped.set()
        if answer != "done":
            return
        found = await reviewing
        assert found is not None
        await app.page(title, list(review_lines(words, found)), words("press_close"))
