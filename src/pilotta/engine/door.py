"""The door of the core, the twin of ``native/door.hpp``: what goes in and what comes out, as flat rows of numbers.

Every backend takes the same rows: the native module, the same core in WebAssembly, and the plain reference. This module knows none
of them, and nothing of the game; :mod:`pilotta.engine.rows` makes rows of positions.

A *game* (72 bytes) is what the play of a strain under a rule set is:

===== ==========================================================================================
0–31  points of each card
32–63 strength of each card within its suit, 0 (weakest) to 7
64    the trump suit, 255 where there is none
65    bit s: who follows suit s, led, must beat its best card if he can
66    must trump: 0 never, 1 unless the partner wins, 2 always
67    1: must over-trump
68    1: must under-trump
69    points of the last trick
70    points of each trick (counting tricks: 1, with cards worth nothing)
71    0
===== ==========================================================================================

A *question* (12 words of 32 bits, unsigned): 0 kind, 1 index of its game, 2–5 what S E N W still hold, 6 leader of the running
trick, 7 how many cards lie on the table, 8 these cards (one a byte, first lowest), 9 argument, 10–11 zero.

An *answer* (36 words of 32 bits): 0 status, 1 nodes (cards played in the search), 2 result, 3 length of the list, 4–35 list.
Results are what NS takes from here on, the cards on the table included.

What a player has *seen* (7 words of 32 bits, unsigned): 0 its seat, 1 what it still holds, 2 the declarer's seat or 4, 3–6 how many
cards S E N W still hold.
"""

from collections.abc import Callable
from typing import Final, Literal, Protocol


class Buffer(Protocol):
    """What lends its memory: bytes, array, memoryview. ``collections.abc`` has it since Python 3.12."""

    def __buffer__(self, flags: int, /) -> memoryview: ...


GAME_BYTES: Final = 72
QUESTION_WORDS: Final = 12
ANSWER_WORDS: Final = 36
SEEN_WORDS: Final = 7
NO_SUIT: Final = 255
NOBODY: Final = 4

MOST_POINTS: Final = 500
"""What the points of a game may add up to."""

CARD_WEIGHTS: Final = 32 * 4
"""Doubles: what each card weighs in each hand, by card and seat; all 0 where it is not hidden."""
SHAPES: Final = 256 * 3
"""Doubles for each seat and suit: what the suit's cards (8 bits) with no, one or more aces beside it weigh."""
LEAD_CELLS: Final = 3 * 3 * 2 * 8 * 2 * 2
CELLS: Final = LEAD_CELLS + 4 * 2 * 2 * 2 * 2 * 8 * 2
"""Doubles: how willingly a card of each kind is played."""
MOST_TRIES: Final = 1 << 20
"""Deals that may be drawn to choose from."""

MOST_THREADS: Final = 1024

# Kinds of questions. Reaches: can NS take as many points as the argument says (result 1 or 0)? Moves: what each legal card
# brings, by rising number. Line: the cards of one line of best play. Perft: in how many ways as many cards as the argument
# says can be played (31 bits in the result, the rest in the list). Brute: as value, by trying everything.
VALUE, REACHES, MOVES, LINE, PERFT, BRUTE = range(6)

DONE, NOT_FINISHED, BAD_QUESTION, BAD_GAME = range(4)

Progress = Callable[[int], object]
"""Called about ten times a second with the number of rows done; returning False ends the run."""

Kind = Literal["native", "WebAssembly", "plain"]


class Backend(Protocol):
    """Who answers. The native module is one, as it stands."""

    kind: Kind

    def run(
        self,
        games: Buffer,
        questions: Buffer,
        answers: Buffer,
        *,
        threads: int,
        node_limit: int,
        seconds: float,
        options: int,
        table_kib: int,
        progress: Progress | None,
    ) -> int:
        """Fill ``answers`` and return how many rows were dealt with.

        ``node_limit`` bounds each question, ``seconds`` the call (0: no bound). Rows that were not reached, and those that a
        limit ended, have the status *not finished*. What ``progress`` raises is raised here.
        """
        ...

    def playouts(self, game: Buffer, question: Buffer, count: int, seed: int, results: Buffer) -> None:
        """Play on at random, legally, ``count`` times: NS's points from here on into ``results`` (16 bits each).

        The same seed (0 to 2**64 - 1) gives the same results.
        """
        ...

    def deals(
        self,
        game: Buffer,
        seen: Buffer,
        plays: Buffer,
        weights: Buffer,
        shapes: Buffer,
        cells: Buffer,
        *,
        doubt: float,
        tries: int,
        seed: int,
        hands: Buffer,
    ) -> float:
        """Draw deals that fit what a player knows into ``hands``, four words each, as often as they are likely.

        ``plays`` are pairs of bytes, a seat and a card, in turn; ``weights``, ``shapes`` and ``cells`` (or nothing: the plays do
        not count) are the tables of doubles above, ``doubt`` (above 0, at most 1) the share of plays that nobody could foresee.
        ``tries`` deals are drawn by the weights, and those in ``hands`` from among them by what shapes and cells say. Returns how
        many equally likely deals the first ones were worth. The same seed (0 to 2**64 - 1) gives the same deals, on every backend
        that draws any. ValueError where what is seen does not fit together, NeedsCore where nothing here draws deals.
        """
        ...


class NeedsCore(RuntimeError):
    """What was asked for takes the core, native or in WebAssembly, and here is plain Python alone."""
