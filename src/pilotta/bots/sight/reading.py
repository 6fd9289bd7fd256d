"""Reading the table: how likely a player with a given hand makes the calls that were heard and plays the cards that were seen.

The numbers are learned from self-play (``python -m training.reading``) and shipped as ``data/reading.json``. Two small models:

*Calls.* For each suit by itself, how likely a call is, given the suit's jack, nine, ace and length and the aces beside it. A context
says where the auction stands as that suit sees it; a hand's likelihood is the product over the four suits and over the calls.

*Cards.* Each legal card has one cell out of :data:`CELLS`, which says what kind of card it is in this trick. The chance that a player
chooses it is its cell's weight by the sum of the weights of all his legal cards.

The core multiplies both into what a thought-out deal weighs (``native/reading.cpp``); ``tests/bots/likely.py`` is the same in Python.
"""

import json
from array import array
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from pilotta.arithmetic import exp2, power
from pilotta.cards import ACE, JACK, KING, NINE, QUEEN, SUIT_MASKS, TEN, rank_of
from pilotta.rules.auction import Call
from pilotta.rules.declarations import Announcement, runs
from pilotta.rules.ranking import Ranking
from pilotta.rules.ruleset import NO_TRUMP
from pilotta.seats import side_of

SUITS: Final = range(4)
LENGTHS: Final = 6
"""Lengths of a suit that are told apart: five and more are one."""
RUNS: Final = 4
"""Sequences that are told apart by length: none, of three, of four, of five and more."""
ASIDE: Final = 3
"""Aces beside the suit: none, one, more."""
OUTCOMES: Final = "p1234xejn"
"""What a call is to a suit: pass, a bid of it by so many steps (four: or more), double or redouble, another suit, another suit by four steps or more,
no trump or all trump."""
SHAPES: Final = 256 * ASIDE
"""Entries of a table by a suit's cards (8 bits) and the aces beside it."""
LEADS: Final = 3 * 3 * 2 * 8 * 2 * 2
CELLS: Final = LEADS + 4 * 2 * 2 * 2 * 2 * 8 * 2
LOUD: Final = 10
"""Points on the table from which a trick is worth fighting for."""
JUMP: Final = 4
"""Steps from which on they are not told apart."""
HEIGHTS: Final = (0, 90, 110, 140)
"""Bids up to each of these are one height."""
DOUBT: Final = 0.03
"""The share of calls and cards that nobody could foresee, so that no hand is ever ruled out by them."""

TEMPER: Final = (4, 5)
"""The power, as a fraction, that likelihoods of calls are raised to, since the suits of a hand do not speak independently: with 4/5
the true hands come out likeliest (docs/laboratory.md)."""


class Spoken(NamedTuple):
    """A call as one suit sees it: the context it was made in, and what it was."""

    context: str
    outcome: str


class Shape(NamedTuple):
    """What is looked at in a suit's holding."""

    jack: int
    nine: int
    ace: int
    pair: int
    length: int
    run: int

    @property
    def coarse(self) -> "Shape":
        """Without what is rare, for where there was little to learn from."""
        return self._replace(pair=0, run=0)


def _shape(cards: int) -> Shape:
    run = longest = 0
    for rank in range(8):
        run = run + 1 if cards >> rank & 1 else 0
        longest = max(longest, run)
    return Shape(
        cards >> JACK & 1,
        cards >> NINE & 1,
        cards >> ACE & 1,
        cards >> QUEEN & cards >> KING & 1,
        min(cards.bit_count(), LENGTHS - 1),
        max(0, min(longest - 2, RUNS - 1)),
    )


SHAPES_SEEN: Final = tuple(sorted({_shape(cards) for cards in range(256)}))
FEATURES: Final = len(SHAPES_SEEN) * ASIDE
_SHAPE_OF: Final = tuple(SHAPES_SEEN.index(_shape(cards)) for cards in range(256))


def feature(cards: int, aside: int) -> int:
    """The number of a suit's holding (8 bits) with so many aces beside it: its shape's place in :data:`SHAPES_SEEN` by three."""
    return _SHAPE_OF[cards] * ASIDE + min(aside, ASIDE - 1)


def holding(hand: int, suit: int) -> tuple[int, int]:
    """A hand's cards of a suit (8 bits), and its aces beside it."""
    return hand >> 8 * suit & 0xFF, sum(hand >> 8 * other + ACE & 1 for other in SUITS if other != suit)


def spoken(calls: Sequence[tuple[int, Call]]) -> Iterator[tuple[int, tuple[Spoken, ...]]]:
    """Each call of an auction as (seat, as each of the four suits sees it)."""
    standing, bidder, doubled = None, -1, 0
    named: dict[int, int] = {}
    passes = [0, 0, 0, 0]
    for seat, call in calls:
        status = "o" if standing is None else "mtpt"[seat - bidder & 3]
        height = 0 if standing is None else sum(standing.value > most for most in HEIGHTS)
        told = []
        for suit in SUITS:
            same = standing is not None and standing.strain == suit
            who = named.get(suit)
            by = "-" if who is None else "mtpt"[seat - who & 3]
            context = f"{status}{'s' if same else 'd'}{by}{height}{min(passes[seat], 1)}{doubled}"
            told.append(Spoken(context, _outcome(call, suit, standing)))
        yield seat, tuple(told)
        if call.kind == "bid":
            named.setdefault(call.strain, seat)
            standing, bidder = call, seat
        elif call.kind == "pass":
            passes[seat] += 1
        else:
            doubled += 1


def _outcome(call: Call, suit: int, standing: Call | None) -> str:
    if call.kind == "pass":
        return "p"
    if call.kind != "bid":
        return "x"
    steps = (call.value - (standing.value if standing else 70) + 5) // 10
    if call.strain != suit:
        return "n" if call.strain >= NO_TRUMP else "j" if steps >= JUMP else "e"
    return str(max(1, min(JUMP, steps)))


class Moment(NamedTuple):
    """What everybody saw when a card was played: the suit led (-1: it leads), the best card and whether partner played it, the
    points on the table, the trick's number, the card's turn in it (0 to 3); ``role`` of the player, 0 against the contract, 1 its
    declarer, 2 declarer's partner; ``gone`` are the cards that had been played."""

    led: int
    best: int
    partner: bool
    points: int
    number: int
    turn: int
    role: int
    gone: int


def cell(ranks: Ranking, hand: int, card: int, at: Moment) -> int:
    """The cell of a card of this hand."""
    suit = SUIT_MASKS[card >> 3]
    strength = ranks.strength[card]
    trump = ranks.trumps >> card & 1
    if at.led < 0:
        phase = 0 if at.number == 0 else 1 if at.number < 4 else 2
        master = not ranks.beaters[card] & suit & ~(hand | at.gone)
        alone = hand & suit == 1 << card
        return ((((at.role * 3 + phase) * 2 + trump) * 8 + strength) * 2 + master) * 2 + alone
    follows = card >> 3 == at.led >> 3
    kind = trump if follows else 2 if trump else 3
    if kind == 3:
        extra = bool(hand & ~(1 << card) & suit & _ACES)
    elif kind == 0 and at.partner and rank_of(at.led) == ACE:
        extra = bool(hand & ~(1 << card) & suit & _TENS)
    else:
        extra = at.points >= LOUD
    beats = ranks.beaters[at.best] >> card & 1
    index = (((kind * 2 + (at.turn == 3)) * 2 + at.partner) * 2 + beats) * 2 + extra
    return LEADS + (index * 8 + strength) * 2 + (at.role > 0)


_ACES: Final = 0x80808080
_TENS: Final = 0x01010101 << TEN


def moments(
    ranks: Ranking, declarer: int, tricks: Sequence[tuple[int, Sequence[int]]]
) -> Iterator[tuple[int, int, Moment]]:
    """Each card played as (seat, card, what was seen then). ``tricks`` are (leader, cards); ``declarer`` -1 where there is none."""
    gone = 0
    for number, (leader, cards) in enumerate(tricks):
        led = best = best_seat = -1
        points = 0
        for turn, card in enumerate(cards):
            seat = leader + turn & 3
            partner = led >= 0 and not (seat ^ best_seat) & 1
            role = 0 if declarer < 0 or side_of(seat) != side_of(declarer) else 1 if seat == declarer else 2
            yield seat, card, Moment(led, best, partner, points, number, turn, role, gone)
            if led < 0 or ranks.beaters[best] >> card & 1:
                best, best_seat = card, seat
            led = card if led < 0 else led
            points += ranks.points[card]
            gone |= 1 << card


class Model(NamedTuple):
    """What was learned. ``calls[context][outcome]`` are :data:`FEATURES` likelihoods, ``cells`` :data:`CELLS` weights."""

    version: int
    calls: dict[str, dict[str, tuple[float, ...]]]
    cells: "array[float]"


@cache
def model() -> Model:
    """The model that comes with the package."""
    data = json.loads(files("pilotta.bots").joinpath("data", "reading.json").read_text(encoding="utf-8"))
    calls = {
        context: {outcome: tuple(map(_likely, row)) for outcome, row in by.items()}
        for context, by in data["calls"].items()
    }
    return Model(data["version"], calls, array("d", (exp2(each / 16) for each in data["cells"])))


LETTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""A likelihood is written as one letter: 2 to the power of minus its number by :data:`FINE`."""
FINE: Final = 6


def _likely(letter: str) -> float:
    return exp2(-LETTERS.index(letter) / FINE)


Announced = tuple[tuple[Announcement, ...] | None, ...]
"""By seat: what it announced; None where it has not spoken."""

UNTOLD: Final = 0.03
"""How much a sequence weighs that its holder did not announce."""
TOLD: Final = 40.0
"""How much one of a length that he announced weighs."""


@lru_cache(maxsize=4096)
def shape_table(told: tuple[Spoken, ...], order: str, lengths: tuple[int, ...] | None) -> "array[float]":
    """How likely these calls are, as one suit sees them, by the suit's cards and the aces beside it: :data:`SHAPES` doubles.

    ``lengths``: of the sequences (in this order of ranks) that the player announced; None where he has not spoken."""
    calls = model().calls
    likely = [1.0] * FEATURES
    for context, outcome in told:
        row = calls.get(context, {}).get(outcome)
        if row is not None:
            likely = [so_far * (DOUBT + (1 - DOUBT) * each) for so_far, each in zip(likely, row, strict=True)]
    tempered = [power(each, *TEMPER) for each in likely]
    found = array("d")
    for cards in range(256):
        weight, shape = 1.0, feature(cards, 0)
        if lengths is not None:
            for length, _, _ in runs(order)[cards]:
                weight *= TOLD if length in lengths else UNTOLD
        found.extend([weight * each for each in tempered[shape : shape + ASIDE]])
    return found


@lru_cache(maxsize=64)
def tables(order: str, calls: tuple[tuple[int, Call], ...], announced: Announced) -> "array[float]":
    """For each seat and each suit (16 tables of :data:`SHAPES` doubles): how likely its calls are with such a holding, and that it
    announced what it did."""
    heard: list[list[tuple[Spoken, ...]]] = [[], [], [], []]
    for seat, told in spoken(calls):
        heard[seat].append(told)
    found = array("d")
    for seat in range(4):
        lengths = _lengths(announced[seat])
        for suit in SUITS:
            found.extend(shape_table(tuple(told[suit] for told in heard[seat]), order, lengths))
    return found


def _lengths(announced: tuple[Announcement, ...] | None) -> tuple[int, ...] | None:
    if announced is None:
        return None
    return tuple(each.length for each in announced if not each.is_four)
