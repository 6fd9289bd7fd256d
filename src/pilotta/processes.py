"""Work shared out among processes: for everything that takes long and falls into pieces (arena, review, puzzles, training)."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NamedTuple, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

Work = TypeVar("Work")
Found = TypeVar("Found")

START_LIMIT: Final = 120.0
"""Seconds that a process may take to start and to load what it needs, however busy the machine is."""


AHEAD: Final = 16
"""Pieces asked for beyond those that are given, for each process: enough to keep it busy beside one that takes long, few enough
to be soon forgotten."""


def in_order(do: Callable[[Work], Found], works: Sequence[Work], jobs: int) -> Iterator[Found]:
    """What comes of each piece of work, in order, whichever of so many processes is quicker. ``do`` is a module's function."""
    jobs = min(jobs, len(works))
    if jobs <= 1:
        yield from map(do, works)
        return
    with contextlib.closing(_shared(do, works, jobs, ordered=True)) as ended:
        for _, future in ended:
            yield _result(future)


def as_done(do: Callable[[Work], Found], works: Sequence[Work], jobs: int) -> Iterator[tuple[Work, Found]]:
    """Each piece of work with what came of it, the quickest first."""
    jobs = min(jobs, len(works))
    if jobs <= 1:
        yield from ((work, do(work)) for work in works)
        return
    with contextlib.closing(_shared(do, works, jobs, ordered=False)) as ended:
        for number, future in ended:
            yield works[number], _result(future)


def _shared(
    do: Callable[[Work], Found], works: Sequence[Work], jobs: int, *, ordered: bool
) -> "Generator[tuple[int, Future[Found]], None, None]":
    """The number of each piece of work with its future, which has ended. None is asked for long before those that are given.

    An interruption between the taking and the giving back of one of the pool's locks would leave it taken, and whoever ends
    the pool waiting for ever. So interruptions are heard only where the next future is waited for, in a queue without such a lock.
    """
    ended: SimpleQueue[tuple[int, Future[Found]]] = SimpleQueue()
    early: dict[int, Future[Found]] = {}
    asked = 0
    with _pool(jobs) as pool:
        for given in range(len(works)):
            with _interrupts_later():
                while asked < min(given + AHEAD * jobs, len(works)):
                    future = pool.submit(do, works[asked])
                    future.add_done_callback(partial(_put, ended, asked))
                    asked += 1
            while not early or (ordered and given not in early):
                number, future = ended.get()
                early[number] = future
            number = given if ordered else next(iter(early))
            yield number, early.pop(number)


def _put(ended: "SimpleQueue[tuple[int, Future[Found]]]", number: int, future: "Future[Found]") -> None:
    ended.put((number, future))


def _result(future: "Future[Found]") -> Found:
    with _interrupts_later():
        return future.result()


@contextlib.contextmanager
def _pool(jobs: int) -> "Iterator[ProcessPoolExecutor]":
    """Processes that end with the block, at once and in the middle of their work, if they have any."""
    # A browser's Python has no processes and cannot even import them.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from multiprocessing import get_context  # noqa: PLC0415

    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=end_with_parent)
    try:
        yield pool
    finally:
        with _interrupts_later():
            _end(pool)


def _end(pool: "ProcessPoolExecutor") -> None:
    """End a pool's processes without waiting for what is half done, or for one that is still starting: both can take seconds."""
    from multiprocessing import connection  # noqa: PLC0415  (see above)

    workers = list((pool._processes or {}).values())  # noqa: SLF001 - there is no other way to them
    for worker in workers:
        worker.kill()
    for worker in workers:
        connection.wait([worker.sentinel])
    # Who was killed while he wrote a result leaves half of it in the pipe. The pool's own thread would wait for the rest for
    # ever, as long as the pipe has a writer: this process.
    pool._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001
    pool.shutdown(cancel_futures=True)


def end_with_parent() -> None:
    """In a new process: end when the one that started it has, however it ended. Else it would wait for work for ever."""
    from multiprocessing import parent_process  # noqa: PLC0415  (see above)

    parent = parent_process()
    if parent is None:
        return
    threading.Thread(target=_wait_for_end, args=(parent.sentinel,), daemon=True).start()


def _wait_for_end(sentinel: int) -> None:
    from multiprocessing import connection  # noqa: PLC0415  (see above)

    connection.wait([sentinel])
    os._exit(0)


@contextlib.contextmanager
def _interrupts_later() -> Iterator[None]:
    """Ctrl-C is heard after the block only, and never by processes and threads that are started in it."""
    # They come to the main thread alone; and without a handler of Python's they raise nothing.
    if threading.current_thread() is not threading.main_thread() or not signal.getsignal(signal.SIGINT):
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    mask = getattr(signal, "pthread_sigmask", None)
    masked = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask else None
    try:
        yield
    finally:
        if mask:
            mask(signal.SIG_SETMASK, masked)
        signal.signal(signal.SIGINT, before)
        for number in heard[:1]:
            signal.raise_signal(number)


# Somebody else's work


class CannotBegin(Exception):
    """A process of somebody else's could not be made ready: the message says why."""


class NoAnswer(Exception):
    """No answer came: ``why`` says in a word, ``what`` in more. The next question is answered again."""

    def __init__(self, why: Literal["late", "ended", "raised"], what: str) -> None:
        super().__init__(what)
        self.why, self.what = why, what


class Answered(NamedTuple, Generic[Found]):
    """An answer, and the processor's time that went into it, in seconds."""

    answer: Found
    seconds: float


class Apart(Generic[Work, Found]):
    """Somebody else's code in a process of its own, which answers one question at a time.

    Nothing that it does reaches this process: it may raise, end itself, or think for ever. A process that has not answered in time is
    ended, and another is started for the next question. ``begin``, a module's function, is called there with ``about`` and gives
    what answers; where it cannot, it says so with a CannotBegin that names ``about``. What it prints goes to standard error.
    """

    def __init__(self, begin: Callable[[str], Callable[[Work], Found]], about: str) -> None:
        self._begin, self._about = begin, about
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None
        self._turn = threading.Lock()

    def ask(self, question: Work, seconds: float) -> Answered[Found]:
        """What is answered within so many seconds, the start of the process apart. NoAnswer where nothing is; CannotBegin where
        there is nobody to ask."""
        with self._turn:
            line = self._ready()
            try:
                line.send(question)
                kind, found, spent = self._heard(line, seconds)
            except (EOFError, OSError):
                code = self._gone()
                raise NoAnswer("ended", f"its process ended (exit status {code})") from None
            except BaseException:
                # Whoever is interrupted here must not take this answer for that to his next question.
                self._end()
                raise
            if kind == "late":
                self._end()
                raise NoAnswer("late", f"no answer in {seconds:g} s")
            if kind == "raised":
                raise NoAnswer("raised", found)
            return Answered(found, spent)

    def start(self) -> None:
        """Make the process ready now, where it is not. CannotBegin says why it cannot be."""
        with self._turn:
            self._ready()

    def close(self) -> None:
        """End the process; a further question starts another."""
        with self._turn:
            self._end()

    def _ready(self) -> "Connection":
        if self._line is not None and self._process is not None and self._process.is_alive():
            return self._line
        self._end()
        from multiprocessing import get_context  # noqa: PLC0415  (see above)

        spawning = get_context("spawn")
        mine, theirs = spawning.Pipe()
        self._line = mine
        self._process = spawning.Process(target=_answer, args=(theirs, self._begin, self._about), daemon=True)
        with _interrupts_later():
            self._process.start()
        theirs.close()
        try:
            kind, found, _ = self._heard(mine, START_LIMIT)
        except (EOFError, OSError):
            code = self._gone()
            raise CannotBegin(f"{self._about}: its process ended at once (exit status {code})") from None
        if kind != "ready":
            self._end()
            raise CannotBegin(found if kind == "unable" else f"{self._about}: {found}")
        return mine

    @staticmethod
    def _heard(line: "Connection", seconds: float) -> tuple[str, Any, float]:
        if not line.poll(seconds):
            return "late", f"not ready in {seconds:g} s", seconds
        found: tuple[str, Any, float] = line.recv()
        return found

    def _gone(self) -> int | None:
        process = self._process
        if process is not None:
            process.join(5)
        code = None if process is None else process.exitcode
        self._end()
        return code

    def _end(self) -> None:
        process, line = self._process, self._line
        self._process = self._line = None
        if line is not None:
            line.close()
        if process is not None:
            # It may think for ever, and may have said that it does not want to be terminated.
            process.kill()
            process.join()
            process.close()


def _answer(line: "Connection", begin: Callable[[str], Callable[[Any], Any]], about: str) -> None:
    """What runs in the process of :class:`Apart`, until the other one has no more questions."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a stranger prints must not stand among the results that the other process prints.
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    try:
        answer = begin(about)
    except CannotBegin as error:
        line.send(("unable", said_of(error), 0.0))
        return
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
        line.send(("unable", f"{about}: {told_of(error)}", 0.0))
        return
    line.send(("ready", None, 0.0))
    while True:
        try:
            question = line.recv()
        except (EOFError, OSError):
            return
        start = time.process_time()
        try:
            found = answer(question)
        except BaseException as error:  # noqa: BLE001 - as above
            line.send(("raised", told_of(error), 0.0))
        else:
            line.send(("answered", found, time.process_time() - start))


def said_of(error: BaseException) -> str:
    """What a stranger's exception says, on one line that can be written anywhere; nothing where it fails even to say it."""
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 - whatever its own words do, they must not take the place of what it reports
        return ""
    return " ".join(text.split())[:300].encode("utf-8", "backslashreplace").decode()


def told_of(error: BaseException) -> str:
    """An exception in one line: its type, what it says, and where it comes from."""
    said = said_of(error)
    told = f"{type(error).__name__}: {said}" if said else type(error).__name__
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    if frame is None:
        return told
    return f"{told} ({os.path.basename(frame.tb_frame.f_code.co_filename)}, line {frame.tb_lineno})"  # noqa: PTH119
