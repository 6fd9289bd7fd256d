"""Learn how players bid and play, from self-play: ``python -m training.reading`` writes src/pilotta/bots/data/reading.json.

Needs numpy. The same arguments give the same file on the same platform; docs/laboratory.md says what the numbers are for.
"""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from pilotta.arena.fight import play_deal
from pilotta.bots.catalogue import make_bot
from pilotta.bots.sight.reading import (
    ASIDE,
    CELLS,
    FEATURES,
    FINE,
    LETTERS,
    OUTCOMES,
    SHAPES_SEEN,
    cell,
    feature,
    holding,
    moments,
    spoken,
)
from pilotta.cards import cards_in
from pilotta.game.dealing import deal_cards
from pilotta.game.state import MatchState, new_match
from pilotta.processes import in_order
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.legality import legal_cards
from pilotta.rules.ranking import ranking

OUT = Path(__file__).parents[1] / "src" / "pilotta" / "bots" / "data" / "reading.json"
VERSION = 1
CHUNK = 200
MOST = 8
"""Cards in a hand."""
PRIOR = 20.0
"""Calls that every row is thought to have seen on top, shared out as the context's calls are on the whole."""

_GROUPS = sorted({shape.coarse for shape in SHAPES_SEEN})
COARSE = [
    _GROUPS.index(SHAPES_SEEN[number // ASIDE].coarse) * ASIDE + number % ASIDE for number in range(FEATURES)
]
"""For each feature the number of its coarse one."""

Calls = Counter[tuple[str, str, int]]
Rows = list[tuple[int, ...]]


def learn_from(work: tuple[str, int, int]) -> tuple[Calls, Rows]:
    """Play deals with one bot at all seats: its calls counted by (context, outcome, feature), and for each free choice of a card the
    cells of the legal cards, the chosen one first."""
    name, first, count = work
    calls: Calls = Counter()
    rows: Rows = []
    for index in range(first, first + count):
        rules = list(PRESETS.values())[index % len(PRESETS)]
        bot = make_bot(name, index)
        hands = deal_cards(rules, 3, Random(f"reading {name} {index}")).hands
        state = new_match(rules, index // 4 % 4)
        _read(play_deal(state, hands, (bot, bot, bot, bot)), hands, calls, rows)
    return calls, rows


def _read(state: MatchState, hands: tuple[int, ...], calls: Calls, rows: Rows) -> None:
    deal = state.deal
    assert deal is not None
    for seat, told in spoken(deal.auction.calls):
        for suit, (context, outcome) in enumerate(told):
            calls[context, outcome, feature(*holding(hands[seat], suit))] += 1
    contract, play = deal.contract, deal.play
    if contract is None or play is None:
        return
    ranks = ranking(state.rules, contract.strain)
    held = list(hands)
    declarer = contract.declarer if contract.value else -1
    for seat, card, at in moments(ranks, declarer, [(trick.leader, trick.cards) for trick in play.tricks]):
        legal = (
            legal_cards(state.rules, ranks, held[seat], at.led, at.best, at.partner)
            if at.led >= 0
            else held[seat]
        )
        if legal & legal - 1:
            rest = [cell(ranks, held[seat], other, at) for other in cards_in(legal) if other != card]
            rows.append((cell(ranks, held[seat], card, at), *rest))
        held[seat] &= ~(1 << card)


def call_rows(calls: Calls) -> dict[str, dict[str, str]]:
    """By context and outcome, the likelihood for each feature as letters."""
    contexts = sorted({context for context, _, _ in calls})
    found: dict[str, dict[str, str]] = {}
    for context in contexts:
        counts = np.zeros((len(OUTCOMES), FEATURES))
        for (where, outcome, number), count in calls.items():
            if where == context:
                counts[OUTCOMES.index(outcome), number] += count
        if counts.sum() < 400:
            continue
        share = counts.sum(axis=1) / counts.sum()
        # What is rare leans on its coarse shape, and that on the context as a whole.
        coarse = np.zeros((len(OUTCOMES), len(_GROUPS) * ASIDE))
        for number in range(FEATURES):
            coarse[:, COARSE[number]] += counts[:, number]
        blurred = (coarse + PRIOR * share[:, None]) / (coarse.sum(axis=0) + PRIOR)
        likely = (counts + PRIOR * blurred[:, COARSE]) / (counts.sum(axis=0) + PRIOR)
        found[context] = {
            outcome: "".join(_letter(each) for each in likely[row])
            for row, outcome in enumerate(OUTCOMES)
            if share[row]
        }
    return found


def _letter(likely: float) -> str:
    return LETTERS[min(len(LETTERS) - 1, round(-FINE * np.log2(likely)))]


def cell_weights(rows: Rows, steps: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """The weights' logarithms that make the choices likeliest, by gradient steps (Adam) with a little pull to 0."""
    cells = np.full((len(rows), MOST), CELLS, dtype=np.int64)
    for number, row in enumerate(rows):
        cells[number, : len(row)] = row
    there = cells < CELLS
    weights = np.zeros(CELLS + 1)
    first, second = np.zeros(CELLS + 1), np.zeros(CELLS + 1)
    for step in range(1, steps + 1):
        odds = np.exp(weights[cells]) * there
        odds /= odds.sum(axis=1, keepdims=True)
        loss = -np.log(odds[:, 0]).mean()
        odds[:, 0] -= 1
        slope = np.bincount(cells.ravel(), odds.ravel(), CELLS + 1) / len(rows) + 1e-6 * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        weights -= 0.1 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-9)
        if step % 20 == 0:
            uniform = np.log(there.sum(axis=1)).mean()
            print(f"step {step}: {loss:.4f} a choice (uniform {uniform:.4f})", file=sys.stderr)
    return weights[:CELLS]


def _parts(name: str, deals: int) -> Iterator[tuple[str, int, int]]:
    for first in range(0, deals, CHUNK):
        yield name, first, min(CHUNK, deals - first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", default="cafe", help="who plays, with commas between (default: cafe)")
    parser.add_argument("--deals", type=int, default=20000, help="deals of each of them (default: 20000)")
    parser.add_argument("--steps", type=int, default=200, help="gradient steps (default: 200)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    work = [part for name in args.bots.split(",") for part in _parts(name, args.deals)]
    calls: Calls = Counter()
    rows: Rows = []
    for done, (more, choices) in enumerate(in_order(learn_from, work, args.jobs), 1):
        calls.update(more)
        rows += choices
        print(f"\r{done} of {len(work)} parts", end="", file=sys.stderr)
    print(f"\n{sum(calls.values()) // 4} calls, {len(rows)} free choices of a card", file=sys.stderr)
    weights = cell_weights(rows, args.steps)
    contexts = call_rows(calls)
    data = {
        "version": VERSION,
        "calls": contexts,
        "cells": [round(16 * w / np.log(2)) for w in weights],
    }
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(data, indent=None, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{OUT}: {OUT.stat().st_size} bytes, {len(contexts)} contexts", file=sys.stderr)


if __name__ == "__main__":
    main()
