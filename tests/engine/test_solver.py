"""One question and many, through the door: whole-deal points, thresholds, capots, limits, the table, playouts."""

import re
from random import Random

import numpy as np
import pytest
from tests.engine.positions import dealt, ending, late, played

from pilotta.cards import cards_in
from pilotta.engine.arrays import solve_deals
from pilotta.engine.batch import Answer, NotFinished, Question, cores, par_table, playouts, solve
from pilotta.engine.position import Position, PositionError, position
from pilotta.engine.solver import best_line, moves, reaches, takes_all, value
from pilotta.rules.catalogue import ACADEMY, CLUB, PRESETS
from pilotta.rules.ruleset import STRAINS
from pilotta.seats import EW, NS

LATE = [late(Random(seed), 3, rules=PRESETS[name], strain=seed % 6) for seed in range(10) for name in PRESETS]
SHORT = [ending(Random(seed), 3) for seed in range(20)]
SOME = LATE + SHORT
# One of those that take long.
BIG = position(ACADEMY, 1, dealt(Random(3), 8), 0)


def by_trying(at: Position) -> int:
    """What NS ends the deal with, by pilotta.rules and nothing else."""
    if at.over:
        return at.won.ns
    found = [by_trying(at.after(card)) for card in cards_in(at.legal)]
    return min(found) if at.turn & 1 else max(found)


def tricks_by_trying(at: Position) -> int:
    if at.over:
        return at.tricks.ns
    found = [tricks_by_trying(at.after(card)) for card in cards_in(at.legal)]
    return min(found) if at.turn & 1 else max(found)


@pytest.mark.usefixtures("each_backend")
def test_the_value_is_of_the_whole_deal():
    for at in SOME[::3]:
        found = value(at)
        assert found.ns == by_trying(at)
        assert sum(found) == at.total
    assert {at.total for at in LATE} == {162}


@pytest.mark.usefixtures("each_backend")
def test_moves_and_line_agree_with_the_value():
    for at in SOME:
        by_card, best = moves(at), value(at)
        assert list(by_card) == list(cards_in(at.legal))
        assert (min if at.turn & 1 else max)(by_card.values()) == best.ns
        for card, ns in by_card.items():
            assert value(at.after(card)).ns == ns
        end = at
        for card in best_line(at):
            end = end.after(card)
        assert end.over
        assert end.won == best


@pytest.mark.usefixtures("each_backend")
def test_a_side_reaches_its_value_and_no_more():
    for at in SOME:
        for side in (NS, EW):
            points = value(at)[side]
            assert reaches(at, side, points)
            assert not reaches(at, side, points + 1)
            assert reaches(at, side, 0)
            assert reaches(at, side, -5)
            assert not reaches(at, side, 163)


@pytest.mark.usefixtures("each_backend")
def test_capot():
    swept = [
        at for seed in range(600) if 0 in (at := late(Random(seed), 3, rules=CLUB, strain=seed % 6)).tricks
    ]
    assert len(swept) > 20
    seen = set()
    for at in [*swept, *LATE[:4]]:
        tricks = tricks_by_trying(at)
        assert (takes_all(at, NS), takes_all(at, EW)) == (tricks == 8, tricks == 0)
        seen.add(tricks)
    assert {0, 8} <= seen
    for at in SHORT:
        tricks = tricks_by_trying(at)
        assert (takes_all(at, NS), takes_all(at, EW)) == (tricks == 3, tricks == 0)


@pytest.mark.usefixtures("each_backend")
def test_after_the_last_card():
    end = played(BIG, Random(1), 32)
    assert (value(end), moves(end), best_line(end)) == (end.won, {}, ())
    assert (reaches(end, NS, end.won.ns), reaches(end, NS, end.won.ns + 1)) == (True, False)
    assert not takes_all(end, NS)
    ace = 7
    one_trick = position(ACADEMY, 0, (1 << ace, 1 << 8, 1 << 9, 1 << 10), 0, (ace, 8, 9, 10))
    assert (takes_all(one_trick, NS), takes_all(one_trick, EW)) == (True, False)
    assert list(playouts(end, 3, 1)) == [end.won.ns] * 3


@pytest.mark.usefixtures("each_backend")
def test_what_a_limit_ends_is_no_value():
    for ask in (value, moves, best_line):
        with pytest.raises(NotFinished, match="no answer"):
            ask(BIG, node_limit=5)
    with pytest.raises(NotFinished):
        reaches(BIG, NS, 80, node_limit=5)


@pytest.mark.parametrize(
    "limit",
    [
        {"node_limit": -1},
        {"node_limit": 1e6},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": 1e10},
        {"seconds": None},
        {"seconds": "1"},
        {"seconds": True},
        {"seconds": [1.0]},
    ],
)
def test_a_limit_that_is_none(limit):
    with pytest.raises(ValueError, match="a limit of"):
        value(SOME[0], **limit)


@pytest.mark.parametrize("threads", [2000, -1, 1.5, 0.0, None, [], "", True, False, np.True_, np.False_])
def test_a_number_of_threads_that_is_none(threads):
    for asked in ([Question("value", SOME[0])], []):
        with pytest.raises(ValueError, match=f"{re.escape(str(threads))} threads: 1 to 1024"):
            solve(asked, threads=threads)
    with pytest.raises(ValueError, match="threads: 1 to 1024"):
        solve_deals(ACADEMY, 0, np.array([SHORT[0].dealt]), 0, threads=threads)


@pytest.mark.parametrize("threads", [0, np.int8(0), np.uint64(2)])
def test_a_number_of_threads_of_any_type(threads):
    assert solve([Question("value", SOME[0])], threads=threads)[0].finished


# ---- many


def questions():
    found = []
    for at in SOME:
        found += [Question(kind, at) for kind in ("value", "moves")]
        found += [Question("reaches", at, side, 60) for side in (NS, EW)]
        found += [Question("takes_all", at, side) for side in (NS, EW)]
    return found


@pytest.mark.usefixtures("each_backend")
@pytest.mark.parametrize("threads", [0, 1, 2])
def test_a_batch_answers_what_each_question_alone_does(threads):
    asked = questions()
    for question, answer in zip(asked, solve(asked, threads=threads), strict=True):
        assert answer.finished
        at = question.position
        match question.kind:
            case "value":
                assert answer == Answer(True, answer.nodes, value=value(at))
            case "moves":
                assert answer == Answer(True, answer.nodes, value=value(at), moves=moves(at))
            case "reaches":
                assert answer == Answer(True, answer.nodes, holds=reaches(at, question.side, 60))
            case "takes_all":
                assert answer == Answer(True, answer.nodes, holds=takes_all(at, question.side))


@pytest.mark.usefixtures("each_backend")
def test_what_is_not_finished_is_marked_and_the_rest_is_there():
    big = Question("moves", BIG)
    small = Question("value", SOME[0])
    first, second, third = solve([small, big, small], node_limit=600)
    assert second == Answer(False, second.nodes)
    assert first == third == Answer(True, first.nodes, value=value(SOME[0]))


@pytest.mark.usefixtures("each_backend")
def test_progress_counts_all_questions_and_stops():
    over = Question("value", played(BIG, Random(1), 32))
    seen = []
    asked = [over, over, *(Question("value", position(CLUB, 4, dealt(Random(i), 8), 0)) for i in range(2000))]
    answers = solve(asked, threads=1, progress=lambda done: seen.append(done) or False)
    assert seen[0] >= 2
    assert len(seen) == 1
    assert [answer.finished for answer in answers[:2]] == [True, True]
    assert not answers[-1].finished


def test_what_is_no_question():
    with pytest.raises(ValueError, match=r"'valu' is no kind of question \(value, moves, line"):
        Question("valu", BIG)
    for side in (2, True, "NS"):
        with pytest.raises(ValueError, match=f"{side!r} is no side"):
            reaches(BIG, side, 80)
    for points in ("80", True, 80.0):
        with pytest.raises(ValueError, match=f"{points!r} is no number of points"):
            reaches(BIG, NS, points)
    with pytest.raises(PositionError, match="'academy' is no rule set"):
        par_table("academy", BIG.dealt)
    for at in (None, BIG.dealt, "S:A... K... Q... J..."):
        for ask in (
            lambda at: Question("value", at),
            lambda at: Question("takes_all", at),
            value,
            lambda at: playouts(at, 1, 1),
        ):
            with pytest.raises(PositionError, match="is no position: pilotta"):
                ask(at)
    for each in (1, None, BIG, "value"):
        with pytest.raises(ValueError, match="is no question: Question"):
            solve([Question("value", SOME[0]), each])


@pytest.mark.usefixtures("each_backend")
def test_questions_may_come_from_a_generator():
    assert solve(Question("value", at) for at in SHORT[:3]) == solve(
        [Question("value", at) for at in SHORT[:3]]
    )


@pytest.mark.usefixtures("each_backend")
def test_numbers_of_numpy_are_whole_numbers():
    at = SHORT[0]
    dealt_in_columns = np.array(at.dealt, np.uint32)
    assert par_table(CLUB, dealt_in_columns) == par_table(CLUB, at.dealt)
    points = value(at).ew
    assert reaches(at, np.int8(EW), np.int16(points))
    assert not reaches(at, np.uint8(EW), np.uint16(points + 1))
    assert playouts(at, np.uint8(9), np.uint64(2**64 - 1)) == playouts(at, 9, 2**64 - 1)
    answers = solve(
        [Question("value", at)], threads=np.int8(1), node_limit=np.int32(10**6), seconds=np.float32(60)
    )
    assert answers[0].value == value(at)


def test_nothing_to_ask():
    assert solve([]) == []
    assert cores() >= 1


@pytest.mark.usefixtures("each_backend")
def test_the_table_is_every_strain_with_every_leader():
    hands = dealt(Random(4), 3)
    table = par_table(CLUB, hands, threads=2)
    assert [STRAINS[strain] for strain in table] == list(CLUB.strains)
    for strain, values in table.items():
        assert values == tuple(value(position(CLUB, strain, hands, leader)) for leader in range(4))
    assert list(par_table(ACADEMY.change(fixed_trump="C"), hands)) == [3]
    with pytest.raises(NotFinished, match="24 of 24 values"):
        par_table(CLUB, dealt(Random(4), 8), node_limit=3)


@pytest.mark.usefixtures("each_backend")
def test_playouts_count_what_was_won():
    at = LATE[2]
    found = playouts(at, 100, 7)
    assert (found.typecode, len(found)) == ("H", 100)
    assert found == playouts(at, 100, 7)
    assert min(found) >= at.won.ns
    assert max(found) <= 162 - at.won.ew
    assert len(playouts(at, 0, 7)) == 0
    for count, seed in ((-1, 0), (1, -1), (1, 1 << 64), (1.5, 0), (1, True)):
        with pytest.raises(ValueError, match="seed"):
            playouts(at, count, seed)
