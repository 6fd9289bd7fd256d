"""What the core makes of calls and plays when it draws deals (native/reading.cpp), a second time in Python, to hold it against."""

from collections.abc import Sequence

from pilotta.bots.sight.reading import (
    ASIDE,
    DOUBT,
    SHAPES,
    SUITS,
    Announced,
    cell,
    holding,
    model,
    moments,
    tables,
)
from pilotta.cards import cards_in
from pilotta.rules.auction import Call
from pilotta.rules.legality import legal_cards
from pilotta.rules.ranking import Ranking
from pilotta.rules.ruleset import RuleSet


def likelihood(
    rules: RuleSet,
    ranks: Ranking | None,
    calls: tuple[tuple[int, Call], ...],
    announced: Announced,
    declarer: int,
    tricks: Sequence[tuple[int, Sequence[int]]],
    dealt: Sequence[int],
    but: int,
) -> float:
    """How likely the players other than ``but`` call and play as they did, if they were dealt this. ``ranks`` None: no card yet."""
    by_shape = tables(rules.sequence_order, calls, announced)
    total = 1.0
    for seat in range(4):
        if seat != but:
            for suit in SUITS:
                cards, aside = holding(dealt[seat], suit)
                total *= by_shape[(seat * 4 + suit) * SHAPES + cards * ASIDE + min(aside, ASIDE - 1)]
    if ranks is None:
        return total
    weights = model().cells
    held = list(dealt)
    for seat, card, at in moments(ranks, declarer, tricks):
        if seat != but:
            legal = (
                legal_cards(rules, ranks, held[seat], at.led, at.best, at.partner)
                if at.led >= 0
                else held[seat]
            )
            chosen = weights[cell(ranks, held[seat], card, at)]
            every = sum(weights[cell(ranks, held[seat], other, at)] for other in cards_in(legal))
            total *= DOUBT + (1 - DOUBT) * chosen / every
        held[seat] &= ~(1 << card)
    return total
