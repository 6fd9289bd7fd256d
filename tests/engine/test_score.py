"""The best deal score is what trying every line and scoring each of them comes to."""

from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from tests.engine.positions import dealt, late

from pilotta.cards import JACK, cards_in
from pilotta.engine import score as engine_score
from pilotta.engine.batch import NotFinished
from pilotta.engine.position import Position, PositionError, position
from pilotta.engine.score import best_score, score_moves
from pilotta.engine.solver import takes_all, value
from pilotta.rules.auction import Contract
from pilotta.rules.catalogue import ACADEMY, BOURLOT, CLUB, KAFENEIO
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.rules.scoring import Tally, score_deal
from pilotta.seats import EW, NS, BySide

# Bids from 10 on: an ending is rarely worth 80 to whoever is asked.
LOW_ACADEMY, LOW_KAFENEIO, LOW_BOURLOT, LOW_CLUB = (
    rules.change(lowest_bid=10) for rules in (ACADEMY, KAFENEIO, BOURLOT, CLUB)
)
HOUSE = [
    LOW_ACADEMY,
    LOW_KAFENEIO,
    LOW_BOURLOT,
    LOW_CLUB,
    LOW_ACADEMY.change(capot_call=True, capot_must_be_called=True),
    LOW_BOURLOT.change(capot_call=True),
    LOW_CLUB.change(capot_call=True, failed_declarations="kept", failed_pilotta="kept"),
    LOW_ACADEMY.change(failed_declarations="kept", failed_adds_bid=False, sixes_up="trump_jack"),
    LOW_ACADEMY.change(fixed_trump="D"),
]

Bonus = BySide[int]


def jack_to(end: Position) -> int | None:
    """The side with the jack of trumps in its tricks."""
    jack = 8 * end.strain + JACK if end.strain < 4 else -1
    return next((trick.winner & 1 for trick in end.play.tricks if jack in trick.cards), None)


class Node(NamedTuple):
    """All lines from a position on: whose turn it is and what can follow, or how the deal ended."""

    side: int
    then: "tuple[Node, ...]"
    end: tuple[Bonus, Bonus, int | None] | None = None


@lru_cache(maxsize=1)
def lines(at: Position) -> Node:
    return _lines(at)


def _lines(at: Position) -> Node:
    if at.over:
        return Node(0, (), (at.tricks, at.won, jack_to(at)))
    return Node(at.turn & 1, tuple(_lines(at.after(card)) for card in cards_in(at.legal)))


def by_trying(at: Position, contract: Contract, declarations: Bonus, pilotta: Bonus) -> int:
    """NS's score less EW's when every line is tried and scored."""

    @cache
    def scored(one: Tally) -> int:
        found = score_deal(at.rules, one).score
        return found.ns - found.ew

    def best(node: Node) -> int:
        if node.end is not None:
            tricks, cards, jack = node.end
            return scored(Tally(contract, tricks, cards, declarations, pilotta, jack))
        return (min if node.side else max)(best(each) for each in node.then)

    return best(lines(at))


def contracts(chance: Random, at: Position) -> Iterator[tuple[Contract, Bonus, Bonus]]:
    """Contracts round about what the deal is worth, doubled and not, with and without declarations, and calls of capot."""
    rules = at.rules
    if rules.fixed_trump:
        yield Contract(0, at.strain, chance.randrange(4)), BySide(0, 50), BySide(20, 0)
        return
    for _ in range(4):
        declarer = chance.randrange(4)
        declarations = BySide.of(chance.randrange(2), chance.choice([0, 0, 20, 50, 100]), 0)
        pilotta = BySide.of(chance.randrange(2), chance.choice([0, 20]), 0)
        worth = value(at)[declarer & 1] + declarations[declarer & 1] + pilotta[declarer & 1]
        bid = max(10, worth // 10 * 10 + chance.choice([-10, 0, 0, 10, 10, 20]))
        multiplier = chance.choice(
            [1, 1, 2, 4] if rules.redouble else [1, 2] if rules.double != "none" else [1]
        )
        doubler = None if multiplier == 1 else 1 - (declarer & 1)
        yield Contract(bid, at.strain, declarer, multiplier, doubler=doubler), declarations, pilotta
        if rules.capot_call:
            yield (
                Contract(250, at.strain, declarer, multiplier, capot=True, doubler=doubler),
                declarations,
                pilotta,
            )


def endings(rules: RuleSet, count: int) -> Iterator[Position]:
    """Whole deals near their end, half of them with all tricks so far on one side."""
    strains = [STRAINS.index(letter) for letter in rules.fixed_trump or rules.strains]
    found = {True: 0, False: 0}
    for seed in range(20_000):
        chance = Random(seed)
        at = late(chance, 3, rules=rules, strain=chance.choice(strains))
        swept = 0 in at.tricks
        if found[swept] < count // 2:
            found[swept] += 1
            yield at
        if sum(found.values()) == count:
            return
    raise AssertionError(f"not enough endings: {found}")


@pytest.mark.parametrize("rules", HOUSE, ids=lambda rules: rules.preset)
def test_it_is_what_trying_everything_comes_to(rules):
    capots = 0
    for number, at in enumerate(endings(rules, 24)):
        for contract, declarations, pilotta in contracts(Random(number), at):
            found = best_score(at, contract, declarations, pilotta)
            assert found.difference == by_trying(at, contract, declarations, pilotta)
            assert found.difference == found.score.ns - found.score.ew
            assert found.cards == value(at)
            capots += found.capot is not None
    assert capots > 0


def with_a_jack_to_fight_for() -> Iterator[Position]:
    """Endings in which best play for points comes to a six, and the jack of trumps is still to come."""
    for seed in range(20_000):
        chance = Random(f"jack {seed}")
        at = late(chance, 3, rules=LOW_BOURLOT, strain=chance.randrange(4))
        jack = 8 * at.strain + JACK
        if not any(jack in trick.cards for trick in at.play.tricks) and value(at).ns % 10 == 6:
            yield at


def test_the_jack_of_trumps_decides_where_both_end_in_six():
    taken = {NS: 0, EW: 0}
    for at in with_a_jack_to_fight_for():
        for declarer in (0, 1):
            worth = value(at)[declarer & 1]
            contract = Contract(max(10, worth // 10 * 10), at.strain, declarer)
            found = best_score(at, contract)
            assert found.difference == by_trying(at, contract, BySide(0, 0), BySide(0, 0))
            # The side whose tens went up has the jack.
            taken[NS if found.score.ns // 10 % 10 > found.cards.ns // 10 % 10 else EW] += 1
        if sum(taken.values()) >= 80:
            break
    assert min(taken.values()) > 10


def test_of_every_card():
    chance = Random(5)
    for at in [late(chance, 3, rules=LOW_CLUB, strain=chance.randrange(6)) for _ in range(10)]:
        for contract, declarations, pilotta in contracts(chance, at):
            by_card = score_moves(at, contract, declarations, pilotta)
            assert list(by_card) == list(cards_in(at.legal))
            for card, found in by_card.items():
                assert found == best_score(at.after(card), contract, declarations, pilotta)
            best = (min if at.turn & 1 else max)(found.difference for found in by_card.values())
            assert best == best_score(at, contract, declarations, pilotta).difference


def test_a_point_below_the_step_is_worth_nothing():
    """The same deal in two contracts: what best play for points comes to makes one of them and fails in the other."""
    at = next(at for at in endings(ACADEMY, 2) if 0 not in at.tricks and value(at).ns > 80)
    points = value(at).ns
    low, high = (Contract(bid, at.strain, 0) for bid in (points // 10 * 10, points // 10 * 10 + 10))
    assert (best_score(at, low).made, best_score(at, high).made) == (True, False)
    assert best_score(at, high).score.ns == 0


@pytest.mark.parametrize("rules", HOUSE, ids=lambda rules: rules.preset)
def test_more_is_never_less_under_the_known_rule_sets(rules):
    for strain in [STRAINS.index(letter) for letter in rules.fixed_trump or rules.strains]:
        for bid in (10, 80, 100, 160, 250, 400) if not rules.fixed_trump else (0,):
            for multiplier in (1, 2) if rules.double != "none" else (1,):
                for bonus in (BySide(0, 0), BySide(100, 0), BySide(0, 50)):
                    contract = Contract(bid, strain, 0, multiplier)
                    engine_score._check_rising(engine_score.Stakes(rules, contract, bonus, bonus))


def test_a_score_that_falls_is_refused(monkeypatch):
    def upside_down(rules, tally):
        found = score_deal(rules, tally)
        return type(found)(
            found.made,
            found.failure,
            found.capot,
            found.counted,
            found.lines,
            BySide(found.score.ew, found.score.ns),
            False,
        )

    monkeypatch.setattr(engine_score, "score_deal", upside_down)
    at = late(Random(1), 3, rules=ACADEMY, strain=0)
    with pytest.raises(
        PositionError, match="NS score less in 90S with 0 card points than with all tricks to EW"
    ):
        best_score(at, Contract(90, 0, 0), BySide(150, 0))


def test_what_does_not_fit_the_position():
    chance = Random(3)
    whole = late(chance, 3, rules=BOURLOT, strain=2)
    short = position(ACADEMY, 2, dealt(chance, 3), 0)
    with pytest.raises(PositionError, match="strain H, the deal is played in D"):
        best_score(whole, Contract(80, 1, 0))
    with pytest.raises(PositionError, match="no contracts in strain N"):
        best_score(late(chance, 3, rules=BOURLOT, strain=4), Contract(80, 4, 0))
    with pytest.raises(PositionError, match="eight cards each, not 3"):
        best_score(short, Contract(80, 2, 0))
    with pytest.raises(PositionError, match="only one side's declarations"):
        best_score(whole, Contract(80, 2, 0), BySide(20, 20))
    with pytest.raises(PositionError, match="None is no position"):
        best_score(None, Contract(80, 2, 0))


@pytest.mark.parametrize(
    ("rules", "contract", "said"),
    [
        (ACADEMY, Contract(-80, 2, 0), "-80 is no number of points"),
        (ACADEMY, Contract(10**5000, 2, 0), "<int> is no number of points"),
        (ACADEMY, Contract("80", 2, 0), "'80' is no number of points"),
        (ACADEMY, Contract(80.0, 2, 0), "80.0 is no number of points"),
        (ACADEMY, Contract(85, 2, 0), "85D is no bid: bids go in steps of 10"),
        (ACADEMY, Contract(0, 2, 0), "0D is too low: the lowest bid is now 80"),
        (ACADEMY, Contract(70, 2, 0), "70D is too low"),
        (ACADEMY, Contract(830, 2, 0), "830D is too high: the highest bid is 820"),
        (ACADEMY.change(bid_step=1, highest_bid=162), Contract(163, 2, 0), "163D is too high"),
        (ACADEMY, Contract(80, 6, 0), "6 is no strain"),
        (ACADEMY, Contract(80, -4, 0), "-4 is no strain"),
        (ACADEMY, Contract(80, "D", 0), "'D' is no strain"),
        (ACADEMY, Contract(80, 2, 4), "4 is no seat"),
        (ACADEMY, Contract(80, 2, -1), "-1 is no seat"),
        (ACADEMY, Contract(80, 2, "S"), "'S' is no seat"),
        (ACADEMY, Contract(80, 2, 0, 0), "0 is no multiplier: 1, 2 or 4"),
        (ACADEMY, Contract(80, 2, 0, 3), "3 is no multiplier"),
        (ACADEMY, Contract(80, 2, 0, -2), "-2 is no multiplier"),
        (ACADEMY, Contract(80, 2, 0, True), "True is no multiplier"),
        (ACADEMY.change(redouble=False), Contract(80, 2, 0, 4), "no redoubles"),
        (BOURLOT, Contract(80, 2, 0, 2), "no doubles"),
        (ACADEMY, Contract(250, 2, 0, capot=True), "CAPD is not a call of this rule set"),
        (ACADEMY.change(capot_call=True), Contract(260, 2, 0, capot=True), "CAPD is not a call"),
        (ACADEMY.change(capot_call=True), Contract(80, 2, 0, capot=True), "CAPD is not a call"),
        (ACADEMY.change(capot_call=True), Contract(250, 2, 0, capot="yes"), "capot is True or False, not 'yes'"),
        (ACADEMY.change(fixed_trump="D"), Contract(80, 2, 0), "nobody bids or doubles"),
        (ACADEMY.change(fixed_trump="D"), Contract(0, 2, 0, 2), "nobody bids or doubles"),
        (ACADEMY.change(fixed_trump="D"), Contract(0, 2, 0, capot=True), "nobody bids or doubles"),
    ],
)  # fmt: skip
def test_a_contract_in_which_no_auction_can_end(rules, contract, said):
    at = late(Random(3), 3, rules=rules, strain=2)
    for ask in (best_score, score_moves):
        with pytest.raises(PositionError, match=said):
            ask(at, contract)


def test_contracts_that_an_auction_can_end_in():
    called = ACADEMY.change(capot_call=True, bid_step=1)
    at = late(Random(3), 3, rules=called, strain=2)
    for contract in (
        Contract(81, 2, 3),
        Contract(820, 2, 0, 4, doubler=1),
        Contract(250, 2, 1, 2, capot=True),
        Contract(250, 2, 1),
    ):
        plain = best_score(at, contract)
        value, strain, declarer, multiplier = map(
            np.int16, (contract.value, contract.strain, contract.declarer, contract.multiplier)
        )
        assert best_score(at, Contract(value, strain, declarer, multiplier, contract.capot)) == plain


@pytest.mark.parametrize(
    "change",
    [
        {"trump_values": (0, 0, 0, 0, 152, 0, 0, 0), "plain_values": (0,) * 8},
        {"trump_values": (128, 0, 14, 10, 0, 0, 0, 0), "plain_values": (0,) * 8},
        {"trump_values": (0, 0, 14, 10, 10, 0, 0, 0), "plain_values": (0,) * 8, "last_trick": 128},
    ],
    ids=["jack", "seven", "last trick"],
)
def test_what_is_worth_too_much_to_ask_for_the_jack_is_refused_for_every_deal(change):
    rules = BOURLOT.change(**change)
    for seed in range(10):
        at = late(Random(seed), 2, rules=rules, strain=2)
        with pytest.raises(PositionError, match=r"worth more than 127 points.*sixes_up"):
            best_score(at, Contract(80, 2, 0))
    bidders = late(Random(1), 2, rules=rules.change(sixes_up="bidders"), strain=2)
    assert best_score(bidders, Contract(80, 2, 0)).cards == value(bidders)


def test_what_is_worth_just_so_much_that_the_jack_can_be_asked_for():
    rules = LOW_BOURLOT.change(trump_values=(0, 0, 10, 9, 127, 1, 2, 3), plain_values=(0,) * 8)
    asked = 0
    for seed in range(400):
        at = late(Random(seed), 3, rules=rules, strain=1)
        if value(at).ns % 10 == 6:
            asked += 1
            contract = Contract(80, 1, 1)
            assert best_score(at, contract).difference == by_trying(at, contract, BySide(0, 0), BySide(0, 0))
    assert asked > 10


def test_what_is_no_contract_and_no_pair_of_points():
    at, contract = late(Random(3), 3, rules=ACADEMY, strain=2), Contract(80, 2, 0)
    with pytest.raises(PositionError, match="'80D' is no contract"):
        best_score(at, "80D")
    for pair in (
        (20, 0),
        [20, 0],
        20,
        None,
        {"NS": 20, "EW": 0},
        BySide(20, None),
        BySide(True, 0),
        BySide(-20, 0),
    ):
        with pytest.raises(PositionError, match="declarations: points by side are needed"):
            best_score(at, contract, pair)
        with pytest.raises(PositionError, match="pilotta: points by side are needed"):
            score_moves(at, contract, BySide(0, 0), pair)
    numbers = BySide(np.int64(20), np.int64(0))
    assert best_score(at, contract, numbers, numbers) == best_score(
        at, contract, BySide(20, 0), BySide(20, 0)
    )


def test_a_limit():
    at = position(ACADEMY, 2, dealt(Random(1), 8), 0)
    with pytest.raises(NotFinished):
        best_score(at, Contract(80, 2, 0), node_limit=10)


def test_after_the_deal():
    at = late(Random(2), 3, rules=ACADEMY, strain=1)
    while not at.over:
        at = at.after(cards_in(at.legal)[0])
    contract = Contract(80, 1, 0)
    expected = score_deal(ACADEMY, Tally(contract, at.tricks, at.won, trump_jack=jack_to(at)))
    assert best_score(at, contract).score == expected.score
    assert not any(takes_all(at, side) for side in (NS, EW) if at.tricks[1 - side])
