"""The solver a second time: slow, plain, and with nothing of the native one but the flat rows (:mod:`pilotta.engine.door`).

It answers the same rows with the same results, so that either can be held against the other. Where no native module is to be
had it is the solver: an ending of five cards takes it some milliseconds, a whole deal some seconds.
"""

from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Final

from pilotta.engine.door import (
    ANSWER_WORDS,
    BAD_GAME,
    BAD_QUESTION,
    BRUTE,
    DONE,
    GAME_BYTES,
    LINE,
    MOST_POINTS,
    MOVES,
    NO_SUIT,
    NOT_FINISHED,
    PERFT,
    QUESTION_WORDS,
    REACHES,
    Buffer,
    Kind,
    NeedsCore,
    Progress,
)

_TICK: Final = 0.1
_NODES_BETWEEN_LOOKS: Final = 1024
_MOST_NODES: Final = 2**31 - 1

Hands = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


class Malformed(ValueError):
    """Bytes that are no game, or words that are no question."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Where the play stands: the cards that each seat still holds, who led the trick on the table, and its cards."""

    hands: Hands
    leader: int
    table: tuple[int, ...]

    @property
    def turn(self) -> int:
        return (self.leader + len(self.table)) % 4

    @property
    def over(self) -> bool:
        return not self.table and not any(self.hands)


class Game:
    """The rules of play that 72 bytes describe."""

    def __init__(self, data: bytes) -> None:
        self.points, self.strength = data[:32], data[32:64]
        trump, must_beat, must_trump, over, under, self.last_trick, self.each_trick, zero = data[64:72]
        whole = all(sorted(self.strength[i : i + 8]) == list(range(8)) for i in range(0, 32, 8))
        known = (trump <= 3 or trump == NO_SUIT) and must_beat <= 15 and must_trump <= 2
        total = sum(self.points) + self.last_trick + 8 * self.each_trick
        if not whole or not known or over > 1 or under > 1 or zero or total > MOST_POINTS:
            raise Malformed("these bytes are no game")
        self.trump = trump
        self.must_beat = [bool(must_beat >> suit & 1) for suit in range(4)]
        self.must_trump = ("never", "unless partner wins", "always")[must_trump]
        self.must_overtrump, self.must_undertrump = bool(over), bool(under)

    def beats(self, card: int, other: int) -> bool:
        """Whether ``card`` takes a trick from ``other``, which wins it so far."""
        if card // 8 == other // 8:
            return self.strength[card] > self.strength[other]
        return card // 8 == self.trump

    def best(self, table: tuple[int, ...]) -> int:
        """The index of the card that wins these."""
        best = 0
        for i, card in enumerate(table):
            if self.beats(card, table[best]):
                best = i
        return best

    def legal(self, hand: tuple[int, ...], table: tuple[int, ...]) -> list[int]:
        """The cards of this hand that may be laid on the table, by rising number."""
        cards = sorted(hand)
        if not table:
            return cards
        led, best = table[0] // 8, self.best(table)
        follow = [card for card in cards if card // 8 == led]
        if follow:
            higher = [card for card in follow if self.beats(card, table[best])]
            return higher if higher and self.must_beat[led] else follow
        trumps = [card for card in cards if card // 8 == self.trump]
        partner_wins = (len(table) - best) % 2 == 0
        excused = self.must_trump == "unless partner wins" and partner_wins
        if not trumps or self.must_trump == "never" or excused:
            return cards
        if table[best] // 8 != self.trump:
            return trumps
        higher = [card for card in trumps if self.beats(card, table[best])]
        if higher:
            return higher if self.must_overtrump else trumps
        return trumps if self.must_undertrump else cards

    def moves(self, deal: Deal) -> list[int]:
        return self.legal(deal.hands[deal.turn], deal.table)

    def after(self, deal: Deal, card: int) -> tuple[Deal, int]:
        """The deal after a card, and what NS won with it: the trick's points where it was the fourth and NS took them."""
        seat, table = deal.turn, (*deal.table, card)
        south, east, north, west = (
            tuple(each for each in hand if each != card) if i == seat else hand
            for i, hand in enumerate(deal.hands)
        )
        hands = south, east, north, west
        if len(table) < 4:
            return Deal(hands, deal.leader, table), 0
        winner = (deal.leader + self.best(table)) % 4
        points = sum(self.points[each] for each in table) + self.each_trick
        if not any(hands):
            points += self.last_trick
        return Deal(hands, winner, ()), points if winner % 2 == 0 else 0

    def left(self, deal: Deal) -> int:
        """What both sides can still win together."""
        cards = [card for hand in (*deal.hands, deal.table) for card in hand]
        tricks = len(cards) // 4
        return sum(self.points[card] for card in cards) + self.last_trick + tricks * self.each_trick


class _StopError(Exception):
    """A limit ends this question, or (``everything``) the whole call."""

    def __init__(self, everything: bool) -> None:
        super().__init__()
        self.everything = everything


class _Clock:
    """The limits of a call."""

    def __init__(self, node_limit: int, seconds: float, progress: Progress | None) -> None:
        self.node_limit, self.progress = node_limit, progress
        now = monotonic()
        self.end = now + seconds if seconds else None
        self.next_tick = now + _TICK
        self.nodes = self.rows = 0

    def count(self) -> None:
        """One more card played in the search of this question."""
        if self.node_limit and self.nodes >= self.node_limit:
            raise _StopError(everything=False)
        self.nodes += 1
        if self.nodes % _NODES_BETWEEN_LOOKS == 0:
            self.look()

    def look(self) -> None:
        now = monotonic()
        if self.end is not None and now >= self.end:
            raise _StopError(everything=True)
        if now >= self.next_tick:
            self.next_tick = now + _TICK
            if self.progress is not None and self.progress(self.rows) is False:
                raise _StopError(everything=True)


class _Search:
    """Answers the questions about one deal."""

    def __init__(self, game: Game, clock: _Clock) -> None:
        self.game, self.clock = game, clock
        self.bounds: dict[Deal, tuple[int, int]] = {}

    def brute(self, deal: Deal) -> int:
        """What NS takes from here on, by trying everything."""
        if deal.over:
            return 0
        found = []
        for card in self.game.moves(deal):
            self.clock.count()
            then, won = self.game.after(deal, card)
            found.append(won + self.brute(then))
        return max(found) if deal.turn % 2 == 0 else min(found)

    def value(self, deal: Deal) -> int:
        return self.search(deal, 0, MOST_POINTS)

    def search(self, deal: Deal, alpha: int, beta: int) -> int:
        """What NS takes from here on where it lies between alpha and beta; else a bound on the same side of them.

        Positions between tricks are remembered with the bounds that were found.
        """
        if deal.over:
            return 0
        low, high = self.bounds.get(deal, (0, MOST_POINTS))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        maximising = deal.turn % 2 == 0
        best = -1 if maximising else MOST_POINTS + 1
        a, b = alpha, beta
        for card in self.game.moves(deal):
            self.clock.count()
            then, won = self.game.after(deal, card)
            value = won + self.search(then, a - won, b - won)
            if maximising:
                best = max(best, value)
                a = max(a, best)
            else:
                best = min(best, value)
                b = min(b, best)
            if a >= b:
                break
        if not deal.table:
            if best < beta:
                high = min(high, best)
            if best > alpha:
                low = max(low, best)
            self.bounds[deal] = low, high
        return best

    def moves(self, deal: Deal) -> dict[int, int]:
        """What NS takes from here on after each legal card."""
        found = {}
        for card in self.game.moves(deal):
            self.clock.count()
            then, won = self.game.after(deal, card)
            found[card] = won + self.value(then)
        return found

    def best_card(self, deal: Deal) -> tuple[int, int]:
        """The first of the best cards, and what NS takes with it."""
        moves = self.moves(deal)
        card = (max if deal.turn % 2 == 0 else min)(moves, key=moves.__getitem__)
        return card, moves[card]

    def line(self, deal: Deal) -> list[int]:
        cards = []
        while not deal.over:
            card, _ = self.best_card(deal)
            cards.append(card)
            deal, _ = self.game.after(deal, card)
        return cards

    def perft(self, deal: Deal, depth: int) -> int:
        """In how many ways the next ``depth`` cards can be played."""
        if depth == 0:
            return 1
        count = 0
        for card in self.game.moves(deal):
            self.clock.count()
            count += self.perft(self.game.after(deal, card)[0], depth - 1)
        return count

    def answer(self, kind: int, deal: Deal, argument: int) -> tuple[int, list[int]]:
        """The result and the list of an answer."""
        if kind == REACHES:
            # One window around the question: at least so many, or fewer.
            return int(argument <= 0 or self.search(deal, argument - 1, argument) >= argument), []
        if kind == MOVES:
            points = list(self.moves(deal).values())
            return (max if deal.turn % 2 == 0 else min)(points, default=0), points
        if kind == LINE:
            return self.value(deal), self.line(deal)
        if kind == PERFT:
            count = self.perft(deal, argument)
            return count & _MOST_NODES, [count >> 31]
        return (self.brute if kind == BRUTE else self.value)(deal), []


def read_games(data: Buffer) -> list[Game | None]:
    """The games of a list; None for bytes that are none."""
    found: list[Game | None] = []
    raw = bytes(data)
    for i in range(0, len(raw), GAME_BYTES):
        try:
            found.append(Game(raw[i : i + GAME_BYTES]))
        except Malformed:
            found.append(None)
    return found


def read_question(words: tuple[int, ...], games: int = 1) -> tuple[int, int, Deal, int]:
    """The kind, the index of the game, the deal and the argument of a question. Malformed where it is none."""
    kind, game, *held, leader, laid, packed, argument, zero, also_zero = words
    if kind > BRUTE or game >= games or leader > 3 or laid > 3 or packed >> 8 * laid or zero or also_zero:
        raise Malformed("a word is out of its range")
    table = tuple(packed >> 8 * i & 255 for i in range(laid))
    south, east, north, west = (tuple(card for card in range(32) if hand >> card & 1) for hand in held)
    deal = Deal((south, east, north, west), leader, table)
    cards = [*south, *east, *north, *west, *table]
    if len(set(cards)) < len(cards) or max(cards, default=0) > 31:
        raise Malformed("a card is there twice, or is none")
    played = {(leader + i) % 4 for i in range(laid)}
    before = {len(hand) + (seat in played) for seat, hand in enumerate(deal.hands)}
    if len(before) > 1 or before.pop() > 8:
        raise Malformed("the hands differ in size")
    if kind == PERFT and not 1 <= argument <= 32:
        raise Malformed("no number of cards to be played")
    return kind, game, deal, argument


class ReferenceBackend:
    """The reference as a backend. ``threads``, ``options`` and ``table_kib`` change nothing, and it draws no deals."""

    kind: Kind = "plain"

    def run(
        self,
        games: Buffer,
        questions: Buffer,
        answers: Buffer,
        *,
        threads: int,  # noqa: ARG002
        node_limit: int,
        seconds: float,
        options: int,  # noqa: ARG002
        table_kib: int,  # noqa: ARG002
        progress: Progress | None,
    ) -> int:
        known = read_games(games)
        asked = _words(questions, "I")
        out = _words(answers, "i")
        count = len(asked) // QUESTION_WORDS
        for row in range(count):
            _write(out, row, NOT_FINISHED)
        clock = _Clock(node_limit, seconds, progress)
        for row in range(count):
            clock.nodes, clock.rows = 0, row
            try:
                clock.look()
                words = tuple(asked[row * QUESTION_WORDS : (row + 1) * QUESTION_WORDS])
                _answer(known, words, clock, out, row)
            except _StopError as stop:
                _write(out, row, NOT_FINISHED, clock.nodes)
                if stop.everything:
                    return row
        return count

    def playouts(self, game: Buffer, question: Buffer, count: int, seed: int, results: Buffer) -> None:
        rules = Game(bytes(game))
        _, _, start, _ = read_question(tuple(_words(question, "I")))
        out, chance = _words(results, "H"), Random(seed)
        for i in range(count):
            deal, total = start, 0
            while not deal.over:
                deal, won = rules.after(deal, chance.choice(rules.moves(deal)))
                total += won
            out[i] = total

    def deals(self, *_: Buffer, doubt: float, tries: int, seed: int, hands: Buffer) -> float:  # noqa: ARG002
        """Always NeedsCore: thousands of deals for each decision would take plain Python seconds."""
        raise NeedsCore(
            "deals are drawn by the core, native or in WebAssembly, and here is plain Python alone"
        )


def _answer(
    games: list[Game | None], words: tuple[int, ...], clock: _Clock, out: "memoryview[int]", row: int
) -> None:
    try:
        kind, number, deal, argument = read_question(words, len(games))
    except Malformed:
        _write(out, row, BAD_QUESTION)
        return
    game = games[number]
    if game is None:
        _write(out, row, BAD_GAME)
        return
    result, listed = _Search(game, clock).answer(kind, deal, argument)
    _write(out, row, DONE, clock.nodes, result, listed)


def _words(data: Buffer, code: str) -> "memoryview[int]":
    """A buffer as numbers of this type, whatever it holds them as."""
    return memoryview(data).cast("B").cast(code)  # type: ignore[call-overload,no-any-return]


def _write(
    out: "memoryview[int]",
    row: int,
    status: int,
    nodes: int = 0,
    result: int = 0,
    listed: list[int] | None = None,
) -> None:
    listed = listed or []
    words = [status, min(nodes, _MOST_NODES), result, len(listed), *listed]
    start = row * ANSWER_WORDS
    for i in range(ANSWER_WORDS):
        out[start + i] = words[i] if i < len(words) else 0
