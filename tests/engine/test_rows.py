"""The flat rows, asked of every backend that there is: the same answers, limits that hold, refusals that are told."""

from array import array
from random import Random
from time import monotonic

import numpy as np
import pytest
from tests.engine.counting import check_file
from tests.engine.positions import dealt, ending, house_rules, played
from tests.rules.tables import DATA

from pilotta.cards import parse_card
from pilotta.engine import _native
from pilotta.engine.door import (
    ANSWER_WORDS,
    BAD_GAME,
    BAD_QUESTION,
    BRUTE,
    DONE,
    GAME_BYTES,
    LINE,
    MOVES,
    NO_SUIT,
    NOT_FINISHED,
    PERFT,
    QUESTION_WORDS,
    REACHES,
    VALUE,
)
from pilotta.engine.position import PositionError, position
from pilotta.engine.reference import ReferenceBackend
from pilotta.engine.rows import TABLE_KIB, Rows, game_bytes, question_words
from pilotta.game.notation import parse_hands
from pilotta.rules.catalogue import ACADEMY, CLUB

THREE = [ending(Random(seed), 3) for seed in range(40)]
THREE += [ending(Random(seed), 3, rules=house_rules(Random(seed))) for seed in range(40, 80)]
FOUR = [ending(Random(seed), 4) for seed in range(4)]
# One of those that take long.
BIG = position(ACADEMY, 1, dealt(Random(3), 8), 0)
NO_LIMITS = {
    "threads": 1,
    "node_limit": 0,
    "seconds": 0.0,
    "options": 0,
    "table_kib": TABLE_KIB,
    "progress": None,
}


def asked(kind, positions, argument=0, worth="points", **how):
    rows = Rows()
    for each in positions:
        rows.add(kind, each, argument, worth)
    return list(rows.run(**how))


def test_values_are_those_of_trying_everything(each_backend):
    """Card points, tricks, and card points with the jack of trumps, under presets and house rules, at every point of a trick."""
    for worth in ("points", "tricks", "jack"):
        positions = [each for each in THREE + FOUR if worth != "jack" or each.strain < 4]
        values = asked(VALUE, positions, worth=worth)
        assert {row.status for row in values} == {DONE}
        by_trying = asked(BRUTE, positions, worth=worth)
        assert [row.result for row in values] == [row.result for row in by_trying]


def test_answers_are_the_references(each_backend):
    reference = ReferenceBackend()
    for kind, positions in ((VALUE, THREE + FOUR), (MOVES, THREE + FOUR), (BRUTE, THREE)):
        found = [(row.status, row.result, row.listed) for row in asked(kind, positions)]
        assert found == [(row.status, row.result, row.listed) for row in asked(kind, positions, by=reference)]


@pytest.mark.parametrize(("size", "count"), [(6, 6), pytest.param(8, 3, marks=pytest.mark.slow)])
def test_longer_deals_are_the_references(size, count):
    """Where trying everything takes too long, two searches that share no line have to agree."""
    chance = Random(size)
    positions = [ending(chance, size, laid=0) for _ in range(count)]
    positions += [ending(chance, size, rules=house_rules(chance)) for _ in range(count)]
    found = [row.result for row in asked(VALUE, positions)]
    assert found == [row.result for row in asked(VALUE, positions, by=ReferenceBackend())]


def test_moves_are_the_values_of_what_follows(each_backend):
    rows = asked(MOVES, THREE)
    for at, row in zip(THREE, rows, strict=True):
        after = [at.after(card) for card in range(32) if at.legal >> card & 1]
        then = [each.won.ns - at.won.ns for each in after]
        values = [0 if each.over else asked(VALUE, [each])[0].result for each in after]
        assert row.listed == tuple(map(sum, zip(then, values, strict=True)))
        assert row.result == (min if at.turn & 1 else max)(row.listed)


def test_a_line_comes_to_the_value(each_backend):
    for at, row in zip(THREE + FOUR, asked(LINE, THREE + FOUR), strict=True):
        end = at
        for card in row.listed:
            end = end.after(card)
        assert end.over
        assert end.won.ns - at.won.ns == row.result
        assert row.result == asked(VALUE, [at])[0].result


def test_what_can_be_reached_is_the_value_and_no_more(each_backend):
    for at, row in zip(THREE, asked(VALUE, THREE), strict=True):
        found = [asked(REACHES, [at], points)[0].result for points in (0, row.result, row.result + 1, 600)]
        assert found == [1, 1, 0, 0]


@pytest.mark.parametrize("path", sorted(DATA.glob("*.perft")), ids=lambda path: path.stem)
def test_counts_of_the_reference_are_those_of_the_second_formulation(path):
    """As far as it gets in a moment; test_perft.py asks the native core for all of them."""
    check_file(path, by=ReferenceBackend(), most=5)


# ---- limits


def test_a_limit_of_nodes_leaves_a_question_unfinished(each_backend):
    rows = Rows()
    for at in (THREE[0], BIG, THREE[1]):
        rows.add(VALUE, at)
    # Enough for the endings, whoever plays them, and for nobody to solve the whole deal.
    found = list(rows.run(node_limit=600))
    assert [row.status for row in found] == [DONE, NOT_FINISHED, DONE]
    # Cards that are played without a choice may come on top.
    assert 0 < found[1].nodes <= 600 + 32
    assert (found[1].result, found[1].listed) == (0, ())


def test_a_limit_of_time_leaves_the_rest_unfinished(each_backend):
    start = monotonic()
    found = asked(BRUTE, [THREE[0], BIG, THREE[1]], seconds=0.3)
    assert monotonic() - start < 5
    assert found[1].status == NOT_FINISHED
    assert found[0].status == DONE


def test_progress_can_stop_a_run(each_backend):
    seen = []
    found = asked(BRUTE, [THREE[0], BIG], progress=lambda done: seen.append(done) or len(seen) < 3)
    assert seen[-1] in (0, 1)
    assert len(seen) == 3
    assert found[1].status == NOT_FINISHED


@pytest.mark.parametrize(
    ("said", "goes_on"), [(np.False_, False), (0, False), (None, True), (np.True_, True)]
)
def test_what_is_false_stops_a_run_but_none_does_not(each_backend, said, goes_on):
    seen = []
    asked(BRUTE, [BIG], seconds=0.35, progress=lambda done: seen.append(done) or said)
    assert (len(seen) > 1) == goes_on


def test_what_progress_raises_is_raised(each_backend):
    def burst(done):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        asked(BRUTE, [BIG], progress=burst)


# ---- refusals


def run(backend, game, question):
    answers = array("i", [-7] * ANSWER_WORDS)
    done = backend.run(game, array("I", question), answers, **NO_LIMITS)
    assert done == 1
    return list(answers)


AT = position(ACADEMY, 1, parse_hands("S:.Q.7. .8.A. .J9.. .7.K."), 0, [parse_card("QH")])
GAME = game_bytes(ACADEMY, 1)
ASKED = question_words(VALUE, 0, AT)


def changed(words, **changes):
    return [changes.get(f"w{i}", word) for i, word in enumerate(words)]


@pytest.mark.parametrize(
    "changes",
    [
        {"w0": 6},
        {"w0": 2**32 - 1},
        {"w1": 1},
        {"w2": ASKED[2] | 1 << 31},
        {"w3": ASKED[4]},
        {"w2": ASKED[2] | ASKED[3]},
        {"w6": 4},
        {"w6": 1},
        {"w7": 0},
        {"w7": 2},
        {"w7": 4},
        {"w8": 32},
        {"w8": parse_card("8H")},
        {"w8": ASKED[8] | 1 << 8},
        {"w8": ASKED[8] | 1 << 31},
        {"w10": 1},
        {"w11": 2**32 - 1},
        {"w0": PERFT, "w9": 0},
        {"w0": PERFT, "w9": 33},
    ],
    ids=str,
)
def test_a_question_that_is_none_is_refused(each_backend, changes):
    assert run(each_backend, GAME, changed(ASKED, **changes)) == [BAD_QUESTION] + [0] * 35


@pytest.mark.parametrize("kind", [VALUE, MOVES, LINE, BRUTE])
def test_after_the_last_card_nothing_is_to_be_had(each_backend, kind):
    nothing = changed(ASKED, w0=kind, w2=0, w3=0, w4=0, w5=0, w7=0, w8=0)
    assert run(each_backend, GAME, nothing) == [0] * 36


def test_the_question_itself_is_answered(each_backend):
    assert run(each_backend, GAME, ASKED)[0] == DONE


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (32, 7),
        (33, 8),
        (64, 4),
        (64, 254),
        (65, 16),
        (66, 3),
        (67, 2),
        (68, 2),
        (0, 255),
        (70, 200),
        (71, 1),
    ],
)
def test_a_game_that_is_none_is_refused(each_backend, at, value):
    game = bytearray(game_bytes(ACADEMY, 1))
    if at == 0:
        game[0] = game[1] = value
    game[at] = value
    assert run(each_backend, bytes(game), ASKED) == [BAD_GAME] + [0] * 35


@pytest.mark.parametrize(("total", "status"), [(500, DONE), (501, BAD_GAME)])
def test_the_most_points_that_a_game_may_have(each_backend, total, status):
    game = bytearray(game_bytes(ACADEMY, 1))
    game[69] = 255
    for card in (parse_card("7S"), parse_card("8S")):
        game[card] = min(255, total - sum(game[:32]) - game[69])
    assert sum(game[:32]) + game[69] == total
    assert run(each_backend, bytes(game), ASKED)[0] == status


# ---- the bytes of a game


def test_the_core_has_rows_of_the_same_size():
    assert (_native.GAME_BYTES, _native.QUESTION_WORDS, _native.ANSWER_WORDS) == (
        GAME_BYTES,
        QUESTION_WORDS,
        ANSWER_WORDS,
    )


def test_the_bytes_of_a_game():
    hearts, none, all_trump = (game_bytes(CLUB, strain) for strain in (1, 4, 5))
    jack, ace = parse_card("JH"), parse_card("AS")
    assert (hearts[jack], hearts[32 + jack], hearts[ace], hearts[32 + ace]) == (20, 7, 11, 7)
    # Trump hearts: heads the led trump; without trumps nothing is headed; with all of them everything.
    assert list(hearts[64:]) == [1, 0b0010, 2, 1, 1, 10, 0, 0]
    assert list(none[64:]) == [NO_SUIT, 0, 2, 1, 1, 10, 0, 0]
    assert list(all_trump[64:]) == [NO_SUIT, 0b1111, 2, 1, 1, 10, 0, 0]
    assert [sum(game[:32]) for game in (hearts, none, all_trump)] == [152] * 3
    tricks, with_jack = game_bytes(CLUB, 1, "tricks"), game_bytes(CLUB, 1, "jack")
    assert (set(tricks[:32]), tricks[69], tricks[70]) == ({0}, 0, 1)
    assert (with_jack[jack], with_jack[ace], with_jack[69], sum(with_jack[:32])) == (41, 22, 20, 305)
    house = ACADEMY.change(
        must_trump="never", must_overtrump=False, must_undertrump=False, must_beat_plain=True
    )
    assert list(game_bytes(house, 0)[64:]) == [0, 0b1111, 0, 0, 0, 10, 0, 0]


def test_what_is_counted_has_to_fit():
    heavy = ACADEMY.change(trump_values=(0, 0, 0, 0, 152, 0, 0, 0), plain_values=(0,) * 8)
    assert sum(game_bytes(heavy, 0)[:32]) == 152
    with pytest.raises(PositionError, match="more than 127 points, too much to be counted twice"):
        game_bytes(heavy, 0, "jack")


# ---- playouts


def test_playouts_are_legal_deals(each_backend):
    at = played(BIG, Random(2), 9)
    question = array("I", question_words(VALUE, 0, at))
    game = game_bytes(at.rules, at.strain)

    def results(seed):
        found = array("H", bytes(2 * 200))
        each_backend.playouts(game, question, 200, seed, found)
        return list(found)

    first = results(1)
    assert first == results(1)
    assert first != results(2)
    assert len(set(first)) > 5
    assert max(first) <= at.total - sum(at.won)
    low, high = 162, 0
    for seed in range(300):
        ns = played(at, Random(seed), 32 - 9).won.ns - at.won.ns
        low, high = min(low, ns), max(high, ns)
    # Both sample the same few hundred thousand deals; their spreads cannot be far from each other.
    assert abs(min(first) - low) < 40
    assert abs(max(first) - high) < 40
