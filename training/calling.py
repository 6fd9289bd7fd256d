"""Learn what calls are worth, from self-play: ``python -m training.calling`` writes src/pilotta/bots/data/calling.json.

Everybody calls by a convention, or by what was learned in the round before. At each turn the auction is also continued after another call;
both contracts are played by ``cafe``, and the difference of the deal scores is what that call gained. Boosted trees are fitted to
these differences (LightGBM): of many deals, one call in one kind of situation with one kind of hand.

Needs numpy and lightgbm. The same arguments give the same file on the same platform; docs/laboratory.md says what the numbers are for.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import lightgbm
import numpy as np

from pilotta.arena.fight import contract_alone, play_on
from pilotta.bots.bidding.calls import Turn, call
from pilotta.bots.bidding.convention import CYPRIOT, LIGHT, Convention
from pilotta.bots.bidding.gains import CENTS, VERSION, heights, worth_weighing
from pilotta.bots.bidding.traits import TRAITS, Situation
from pilotta.bots.levels.cafe import Cafe
from pilotta.game.actions import Deal, MakeCall
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance
from pilotta.processes import in_order
from pilotta.rules.auction import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    Contract,
    Stage,
    bid,
    capot_bid,
    legal_calls,
    make_call,
    open_auction,
)
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.seats import FourHands, side_of

OUT = Path(__file__).parents[1] / "src" / "pilotta" / "bots" / "data" / "calling.json"
CHUNK = 50
MOST = 70.0
"""Tens beyond which a difference counts as no greater: whether a capot came off says little about a call."""
NEED: Final = 1.5
"""Tens that a call has to gain by what was learned before, for those who call by that to make it."""
HELD_BACK: Final = 10
"""Every tenth deal is kept from learning, to say when to stop."""
PRESET_ODDS: Final = {"academy": 6, "bourlot": 2, "club": 2}
"""``kafeneio`` bids and pays as ``academy`` does."""
HOUSE: Final = 0.2
"""The share of deals at which some of these are chosen at random."""
CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "made_adds_bid": (True, False),
    "failed_adds_bid": (True, False),
    "double": ("none", "after_auction", "in_auction"),
    "double_multiplies": ("bid", "score"),
    "must_exceed_opponents": (True, False),
    "pass_is_final": (True, False),
    "strains": ("SHDC", "SHDCNA"),
}
PARAMETERS: Final[dict[str, Any]] = {
    "objective": "l2",
    "learning_rate": 0.06,
    "num_leaves": 31,
    "min_data_in_leaf": 80,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbose": -1,
}
TREES: Final = 600

Caller = Callable[[Turn], Call]


class Work(NamedTuple):
    """Deals to learn from; ``judge`` is what was learned before, as LightGBM writes it, or nothing."""

    stream: str
    first: int
    count: int
    judge: str


class Rows(NamedTuple):
    """What was tried: the traits of each call, what it gained in tens, and the number of its deal."""

    traits: Any
    gains: Any
    deals: Any


# What contracts come to


class Board:
    """One deal, and what its contracts come to where ``cafe`` plays them."""

    def __init__(self, rules: RuleSet, hands: FourHands, dealer: int) -> None:
        self.rules, self.hands = rules, hands
        self._dealt = advance(new_match(rules, dealer), Deal(hands)).state
        self._found: dict[Contract | None, float] = {None: 0.0}

    def score(self, contract: Contract | None) -> float:
        """NS's score less EW's, in tens."""
        if contract not in self._found:
            assert contract is not None
            played = play_on(contract_alone(self._contracted(contract)), (Cafe(),) * 4)
            score = played.results[-1].score
            self._found[contract] = (score.ns - score.ew) / self.rules.unit
        return self._found[contract]

    def _contracted(self, contract: Contract) -> MatchState:
        """After an auction that comes to this contract in the shortest way."""
        state, wanted = self._dealt, contract
        opening = capot_bid(wanted.strain) if wanted.capot else bid(wanted.value, wanted.strain)
        raises, multiplier = {1: DOUBLE, 2: REDOUBLE}, 1
        said = False
        while state.phase is Phase.AUCTION:
            deal = state.deal
            assert deal is not None
            made = PASS
            if not said:
                if state.turn == wanted.declarer:
                    made, said = opening, True
            elif multiplier < wanted.multiplier:
                following = raises[multiplier]
                if following in legal_calls(self.rules, deal.auction).each():
                    made, multiplier = following, 2 * multiplier
            state = advance(state, MakeCall(state.turn, made)).state
        return state


# Who calls


def by_convention(convention: Convention) -> Caller:
    return lambda turn: call(turn, convention)[0]


class Judge:
    """Calls by what was learned in the round before."""

    def __init__(self, model: str) -> None:
        self._booster = lightgbm.Booster(model_str=model)

    def gains(self, situation: Situation, usual: Call, calls: Sequence[Call]) -> Any:
        rows = np.array([situation.row(usual, each) for each in calls], dtype=np.float32)
        return self._booster.predict(rows, num_threads=1)

    def __call__(self, turn: Turn) -> Call:
        usual = call(turn, LIGHT)[0]
        situation = Situation(turn, LIGHT)
        calls = [each for each in worth_weighing(situation) if each != usual]
        if not calls:
            return usual
        gains = self.gains(situation, usual, calls)
        best = int(np.argmax(gains))
        return calls[best] if gains[best] > NEED else usual


def _callers(chance: Random, judge: Judge | None) -> tuple[Caller, ...]:
    """Four players, each of whom calls by one of the conventions or by what was learned."""
    kinds: list[Caller] = [by_convention(CYPRIOT), by_convention(LIGHT)]
    odds = [2, 2] if judge is None else [3, 2]
    if judge is not None:
        kinds.append(judge)
        odds.append(6)
    return tuple(chance.choices(kinds, odds, k=4))


def _finished(
    rules: RuleSet, auction: Auction, hands: FourHands, callers: Sequence[Caller]
) -> Contract | None:
    while auction.stage is not Stage.OVER:
        seat = auction.turn
        auction = make_call(rules, auction, callers[seat](Turn.thought(rules, auction, hands[seat])))
    return auction.contract


# What is tried


def rules_for(chance: Random) -> RuleSet:
    rules = PRESETS[chance.choices(list(PRESET_ODDS), list(PRESET_ODDS.values()))[0]]
    if chance.random() >= HOUSE:
        return rules
    for name, values in CHOICES.items():
        try:
            rules = rules.change(**{name: chance.choice(values)})
        except RuleSetError:
            continue
    return rules


def _any_calls(situation: Situation) -> list[Call]:
    """Calls that nobody would think of, for those who ask what a strange one costs."""
    legal = situation.turn.legal
    found = [DOUBLE] * legal.can_double + [REDOUBLE] * legal.can_redouble
    return found + [bid(value, STRAINS.index(letter)) for letter in legal.strains for value in heights(legal)]


def learn_from(work: Work) -> Rows:
    judge = Judge(work.judge) if work.judge else None
    rows: list[tuple[int, ...]] = []
    gains: list[float] = []
    deals: list[int] = []
    for index in range(work.first, work.first + work.count):
        for row, gain in _tried(Random(f"calling {work.stream} {index}"), judge):
            rows.append(row)
            gains.append(gain)
            deals.append(index)
    return Rows(np.array(rows, dtype=np.int16), np.array(gains, dtype=np.float32), np.array(deals))


def _tried(chance: Random, judge: Judge | None) -> list[tuple[tuple[int, ...], float]]:
    """One deal: a walk through an auction, and what other calls would have gained on the way."""
    rules = rules_for(chance)
    hands = deal_cards(rules, 3, chance).hands
    dealer = chance.randrange(4)
    board, callers = Board(rules, hands, dealer), _callers(chance, judge)
    found: list[tuple[tuple[int, ...], float]] = []
    auction = open_auction(rules, dealer)
    while auction.stage is not Stage.OVER:
        seat = auction.turn
        turn = Turn.thought(rules, auction, hands[seat])
        usual, situation = call(turn, LIGHT)[0], Situation(turn, LIGHT)
        calls = [each for each in worth_weighing(situation) if each != usual]
        step = callers[seat](turn)
        if calls:
            odds, promising = np.ones(len(calls)), True
            if judge is not None:
                expected = judge.gains(situation, usual, calls)
                odds = np.exp(np.maximum(expected - expected.max(), -60) / 3) + 0.02
                promising = expected.max() > -6 or chance.random() < 0.3
            strange = [each for each in _any_calls(situation) if each != usual and each not in calls]
            both = calls + strange
            weights = [*odds, *[odds.sum() * 0.1 / max(1, len(strange))] * len(strange)]
            if promising:
                end = _finished(rules, make_call(rules, auction, usual), hands, callers)
                for other in dict.fromkeys(chance.choices(both, weights, k=2)):
                    contract = _finished(rules, make_call(rules, auction, other), hands, callers)
                    gain = 0.0 if contract == end else board.score(contract) - board.score(end)
                    found.append((situation.row(usual, other), -gain if side_of(seat) else gain))
            # Nobody doubles for a try: what a double says of the hands would be lost on those who learn to answer it.
            bids = [(each, weight) for each, weight in zip(calls, odds, strict=True) if each.kind == "bid"]
            if bids and chance.random() < 0.08:
                step = chance.choices(*map(list, zip(*bids, strict=True)))[0]
        auction = make_call(rules, auction, step)
    return found


# Learning


def fitted(rows: Rows) -> Any:
    """Boosted trees, as many as do the deals held back good."""
    back = rows.deals % HELD_BACK == 0
    gains = np.clip(rows.gains, -MOST, MOST)
    names = list(TRAITS)
    data = lightgbm.Dataset(rows.traits[~back], gains[~back], feature_name=names)
    held = lightgbm.Dataset(rows.traits[back], gains[back], reference=data)
    stop = lightgbm.early_stopping(40, verbose=False)
    booster = lightgbm.train(PARAMETERS, data, TREES, valid_sets=[held], callbacks=[stop])
    _say(booster, rows.traits[back], gains[back])
    return booster


def _say(booster: Any, traits: Any, gains: Any) -> None:
    """How what was learned does on deals that it has not seen."""
    expected = booster.predict(traits)
    left = 1 - ((gains - expected) ** 2).mean() / gains.var()
    print(f"{booster.best_iteration} trees explain {left:.1%} of what is held back", file=sys.stderr)
    for low, high in pairwise((-1000, -15, -8, -4, -2, 0, 1, 2, 4, 1000)):
        those = (expected > low) & (expected <= high)
        if those.sum() > 1:
            real = gains[those]
            print(
                f"  {those.sum():6} expected {expected[those].mean():+6.2f},"
                f" were {real.mean():+6.2f} ± {real.std() / len(real) ** 0.5:.2f}",
                file=sys.stderr,
            )


def trees_of(booster: Any) -> list[list[list[int]]]:
    """Each tree as five lists: of its forks the trait, the most that goes left, where left and right lead (a leaf: its
    number, inverted), and of its leaves what they add, in hundredths of a ten."""
    return [_flat(tree["tree_structure"]) for tree in booster.dump_model(booster.best_iteration)["tree_info"]]


def _flat(root: dict[str, Any]) -> list[list[int]]:
    traits: list[int] = []
    most: list[int] = []
    left: list[int] = []
    right: list[int] = []
    leaves: list[int] = []

    def add(node: dict[str, Any]) -> int:
        if "leaf_value" in node:
            leaves.append(round(CENTS * node["leaf_value"]))
            return ~(len(leaves) - 1)
        at = len(traits)
        traits.append(node["split_feature"])
        # All traits are whole numbers.
        most.append(int(np.floor(node["threshold"])))
        left.append(0)
        right.append(0)
        left[at], right[at] = add(node["left_child"]), add(node["right_child"])
        return at

    if add(root):
        # A tree that is one leaf: a fork of which both ways lead there.
        traits, most, left, right = [0], [0], [~0], [~0]
    return [traits, most, left, right, leaves]


def gathered(stream: str, deals: int, judge: str, jobs: int, kept: Path | None) -> Rows:
    """A round's rows; from the file where it is there."""
    if kept is not None and kept.exists():
        with np.load(kept) as found:
            return Rows(found["traits"], found["gains"], found["deals"])
    work = [Work(stream, first, min(CHUNK, deals - first), judge) for first in range(0, deals, CHUNK)]
    parts = []
    for done, part in enumerate(in_order(learn_from, work, jobs), 1):
        parts.append(part)
        print(f"\rround {stream}: {done} of {len(work)} parts", end="", file=sys.stderr)
    rows = together(parts)
    print(f", {len(rows.gains)} calls tried", file=sys.stderr)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.savez(kept, traits=rows.traits, gains=rows.gains, deals=rows.deals)
    return rows


def together(parts: Sequence[Rows]) -> Rows:
    return Rows(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=6000, help="deals of each round (default: 6000)")
    parser.add_argument(
        "--rounds", type=int, default=4, help="rounds, each with what was learned before (default: 4)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="keep what each round tried, and do not try it again"
    )
    parser.add_argument("--out", type=Path, default=OUT, help="the file to write (default: what is shipped)")
    args = parser.parse_args(words)
    judge, parts = "", []
    for number in range(args.rounds):
        kept = args.keep / f"{number}-{args.deals}.npz" if args.keep else None
        part = gathered(str(number), args.deals, judge, args.jobs, kept)
        parts.append(part._replace(deals=part.deals + number * args.deals))
        booster = fitted(together(parts))
        judge = booster.model_to_string()
        write(booster, args.out)


def write(booster: Any, out: Path) -> None:
    data = {"version": VERSION, "traits": list(TRAITS), "trees": trees_of(booster)}
    out.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{out}: {out.stat().st_size} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
