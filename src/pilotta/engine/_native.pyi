"""
The exact solver's C++ core behind its flat interface: integers in, integers out.
"""

from collections.abc import Callable

from typing_extensions import Buffer


kind: str = 'native'

GAME_BYTES: int = 72

QUESTION_WORDS: int = 12

ANSWER_WORDS: int = 36

SEEN_WORDS: int = 7

def run(games: Buffer, questions: Buffer, answers: Buffer, *, threads: int = 1, node_limit: int = 0, seconds: float = 0.0, options: int = 0, table_kib: int = 256, progress: Callable[[int], object] | None = None) -> int:
    """
    Answer each row of `questions` into the same row of `answers`, and return how many were dealt with.

    Dealt with is a row that was answered, refused, or given up at `node_limit` (nodes of one question; 0: none).
    The call ends early after `seconds` (0: never), when `progress` returns False or raises, or on Ctrl-C; rows that
    it has not come to keep the status 1, and what was raised passes on once the threads have ended. `progress` is
    called about ten times a second, on the calling thread, with the number of rows dealt with so far. `options` is
    a set of reductions to leave out, `table_kib` the size of each thread's table in KiB.

    Raises ValueError for buffers of the wrong length or form and for numbers out of range.
    """

def playouts(game: Buffer, question: Buffer, count: int, seed: int, results: Buffer) -> None:
    """
    Play one position to its end `count` times at random, and write what North and South take from there.

    `results` holds `count` unsigned 16-bit numbers. The same seed (64 bits) gives the same results.
    Raises ValueError for a malformed game or question, and for buffers of the wrong length or form.
    """

def deals(game: Buffer, seen: Buffer, plays: Buffer, weights: Buffer, shapes: Buffer, cells: Buffer, *, doubt: float, tries: int, seed: int, hands: Buffer) -> float:
    """
    Draw deals that fit what a player knows into `hands`, four words each, as often as they are likely.

    `seen` are 7 words: the player's seat, what he holds, the declarer's seat (4: none), and how many cards each seat has
    left. `plays` are pairs of a seat and a card, in turn. `weights` are doubles, four for each card: what it weighs in each
    hand, all 0 where it is not hidden. `shapes` and `cells` (or nothing) are the tables of pilotta.bots.sight.reading, `doubt` its
    constant. `tries` deals are drawn by the weights, and those in `hands` from among them by what the tables say.
    Returns how many equally likely deals these were worth. The same seed (64 bits) gives the same deals.

    Raises ValueError for buffers of the wrong length, and where what is seen does not fit together.
    """

def ismcts(game: Buffer, question: Buffer, payoff: Buffer, iterations: int, seed: int, visits: Buffer, worth: Buffer) -> None:
    """
    Search for a card by information-set Monte Carlo tree search (one observer, UCB1, random playouts).

    The hands of `question` are the cards that each seat may hold, for the seat to play its own hand; each of the
    `iterations` (1 to 1048576) is in one of the deals that fit, all equally likely. `payoff` (64-bit floats) is what
    it is worth to North and South to take 0, 1, ... to all points that are to come, then all tricks from here on, then
    none. For each card, `visits` (32 unsigned 32-bit numbers) gets how often it was played, `worth` (32 64-bit
    floats) what that brought North and South on average. The same seed (64 bits) gives the same.
    Raises ValueError for a malformed game, question or payoff, a question that no deal fits, and for buffers of the
    wrong length or form.
    """
