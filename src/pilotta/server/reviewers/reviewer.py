"""Reviews of matches that are over: thought out deal by deal in a process of their own, once, and kept."""

import asyncio
import zlib
from dataclasses import dataclass
from typing import Final

import msgspec
import structlog

from pilotta import __version__
from pilotta.bots.bot import lacks_core
from pilotta.bots.catalogue import resolve
from pilotta.game.record import record_text
from pilotta.review.model import VERSION, DealReview
from pilotta.said import Said
from pilotta.server.protocol import PROTOCOL_VERSION
from pilotta.server.reviewers.work import prepare, review_deal, review_match
from pilotta.server.store import Store
from pilotta.server.teachers import messages as lessons
from pilotta.server.thinkers.pool import Thinkers
from pilotta.table import Lesson, Table, Viewer, hushed, record_for

REVIEWER: Final = f"{__version__} {VERSION} {PROTOCOL_VERSION} {resolve('daskalos')}"
"""What a review that was kept has to be of: another version of the bots sees a match with other eyes, and another
version of the protocol says it otherwise."""

log = structlog.get_logger()


@dataclass(slots=True)
class _Job:
    """A review that is being thought out; ``share`` of it is done."""

    task: asyncio.Task[None]
    share: float = 0.0


class Reviewer:
    """Reviews that are asked for at once take turns, deal by deal: a long match keeps no short one waiting. Where a process dies,
    whoever asks next begins anew."""

    def __init__(self, store: Store, time_limit: float) -> None:
        self._store = store
        self._thinkers = Thinkers(1, time_limit, prepare)
        self._jobs: dict[str, _Job] = {}

    async def close(self) -> None:
        """Stop; what was not finished is not kept."""
        tasks = [job.task for job in self._jobs.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinkers.close()

    async def review(
        self, state: Table, viewer: Viewer
    ) -> lessons.MatchReview | lessons.ReviewProgress | Said:
        """The review of this table, or how far it is, or why it is not given. NoAnswer where it failed; asking again tries again."""
        if (refused := hushed(state, viewer, Lesson.REVIEW)) is not None:
            return refused
        job = self._jobs.get(state.id)
        if job is None:
            kept = await self._store.review(state.id, REVIEWER)
            if kept is not None:
                return msgspec.json.decode(zlib.decompress(kept), type=lessons.MatchReview)
            if lacks_core():
                return Said("bot.needs_core", {"bot": "daskalos"})
            # Somebody else may have asked meanwhile.
            job = self._jobs.get(state.id) or self._begin(state, viewer)
        if job.task.done():
            del self._jobs[state.id]
            job.task.result()
        return lessons.ReviewProgress(round(job.share, 3))

    def _begin(self, state: Table, viewer: Viewer) -> _Job:
        job = self._jobs[state.id] = _Job(
            asyncio.create_task(self._think(state, viewer), name=f"review-{state.id}")
        )
        job.task.add_done_callback(lambda done: self._ended(state.id, done))
        return job

    def _ended(self, table_id: str, task: asyncio.Task[None]) -> None:
        """What is kept needs no job any more; what failed waits for whoever asks next."""
        if task.cancelled() or task.exception() is None:
            self._jobs.pop(table_id, None)
        else:
            log.error("review failed", table=table_id, why=str(task.exception()))

    async def _think(self, state: Table, viewer: Viewer) -> None:
        found_record = record_for(state, viewer)
        assert not isinstance(found_record, Said), "who may have the review may have the record"
        record = record_text(found_record)
        found: list[DealReview] = []
        for number in range(1, state.deals + 1):
            # Who asks first is answered first, and only then the same review goes on.
            found.append(await self._thinkers.ask("review", review_deal, record, number, about=state))
            self._jobs[state.id].share = number / state.deals
        packed = await self._thinkers.ask("review", review_match, record, found, about=state)
        await self._store.keep_review(state.id, REVIEWER, packed)
