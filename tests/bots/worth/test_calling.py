"""The learned judge of calls: what it looks at, that its trees add up as they were fitted, and that it can be learned anew."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.bots.bidding.test_meaning import any_call, calls, dealt
from tests.bots.test_bots import TABLES
from training import calling

from pilotta.bots.bidding import gains
from pilotta.bots.bidding.calls import Turn, call
from pilotta.bots.bidding.convention import CYPRIOT, LIGHT
from pilotta.bots.bidding.gains import gain, worth_weighing
from pilotta.bots.bidding.traits import TRAITS, Situation, keeps_word
from pilotta.bots.hint import hint
from pilotta.bots.levels.daskalos import Daskalos
from pilotta.bots.sight.picture import Picture
from pilotta.bots.worth.calling import THOUGHT, tempts, weigh_calls
from pilotta.cards import parse_hand
from pilotta.game.actions import MakeCall
from pilotta.game.phase import Phase
from pilotta.game.transition import advance
from pilotta.game.view import view
from pilotta.rules.auction import DOUBLE, PASS, Auction, make_call, parse_call
from pilotta.rules.catalogue import ACADEMY
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import BySide


def situation(hand: str, heard: str = "", rules: RuleSet = ACADEMY) -> Situation:
    """A hand after these calls, of which South made the first."""
    auction = Auction(0)
    for _, made in calls(heard):
        auction = make_call(rules, auction, made)
    turn = Turn.thought(rules, auction, parse_hand(hand))
    return Situation(turn, LIGHT)


@pytest.mark.parametrize("rules", TABLES)
def test_each_call_has_all_traits_as_whole_numbers(rules: RuleSet) -> None:
    for seed in range(0 if rules.fixed_trump else 12):
        rng, state = Random(seed), dealt(rules, seed)
        while state.phase is Phase.AUCTION:
            seen = view(state, state.turn)
            turn = Turn.seen(seen)
            here, usual = Situation(turn, LIGHT), call(turn, LIGHT)[0]
            wanted = [usual, *worth_weighing(here), any_call(seen.legal.calls, rng)]
            for each in wanted:
                row = here.row(usual, each)
                assert len(row) == len(TRAITS)
                assert all(number == int(number) for number in row)
                assert abs(gain(here, usual, each)) < 300
            assert gain(here, usual, usual) == 0.0
            state = advance(state, MakeCall(state.turn, any_call(seen.legal.calls, rng))).state


@pytest.mark.parametrize(
    ("hand", "heard", "kept", "broken"),
    [
        # One step: jack or nine with three cards, or four cards; two: both with three; three: the ace too, or a fourth.
        ("J87.AT.987.", "", "80S 80D P", "90S 80H 90D"),
        ("KQ87.AT.98.", "", "80S", "90S 80H 80D"),
        ("J97.AT.98.7", "", "80S 90S", "100S 80D"),
        ("J987.T.98.7", "", "80S 90S 100S", "110S"),
        # One step more for each key.
        ("AKQ.J9.87.7", "80H P", "90H 100H 110H", "120H 140H"),
        ("KQ8.T8.87.7", "80H P", "P", "90H 80S"),
        # Over the opponents the least is support.
        ("KQ8.T8.87.7", "80H 90D", "100H", "110H"),
        # A jump tells of points to declare, in the best suit; an answer of six steps of a key as well.
        ("AKQJT.8.8.7", "", "110S 140S", "90H 110H"),
        ("9J.8J.98.9QK", "80C P 90S", "P", "130D"),
        ("KT.KQ.KT8.K", "80H 90D", "100H", "150H"),
        # Four tricks to double with.
        ("J9AT.A.87.7", "80S", "X", ""),
        ("J9A.A.A87.7", "80S", "P", "X"),
    ],
)
def test_what_a_call_may_promise(hand: str, heard: str, kept: str, broken: str) -> None:
    here = situation(hand, heard)
    assert [word for word in kept.split() if not keeps_word(here, parse_call(word))] == []
    assert [word for word in broken.split() if keeps_word(here, parse_call(word))] == []


def test_what_is_worth_weighing_keeps_the_word() -> None:
    here = situation("J97.AT.98.7", "80H 90D")
    found = list(worth_weighing(here))
    assert found[0] == PASS
    assert all(keeps_word(here, each) for each in found)
    # The opponents' suit is not bid, a double takes four tricks, and one bids no more than the hands may be worth.
    assert not any(each.kind == "bid" and each.strain == 2 for each in found)
    assert DOUBLE not in found
    assert all(here.worths[each.strain] - each.value >= gains.SPARE for each in found if each.kind == "bid")


def test_few_calls_are_thought_out_and_those_that_were_asked_for() -> None:
    seen = view(dealt(ACADEMY, 3), 0)
    assert seen.legal.calls.can_pass
    strange = parse_call("300C")
    found = weigh_calls(Picture(seen, LIGHT), 4, 1, [strange])
    assert found is not None
    assert len(found.options) <= THOUGHT + 3
    cost = {option.action: found.options[0].score - option.score for option in found.options}
    assert cost[MakeCall(0, strange)] > 10
    errors = [option.error for option in found.options]
    assert errors[0] == 0.0
    assert all(error >= 1.0 for error in errors[1:])


def test_no_lie_is_told_by_the_convention_that_partner_reads() -> None:
    """Jack and two small cards open by the lighter convention alone."""
    light = situation("J87.KT.987.")
    cypriot = Situation(light.turn, CYPRIOT)
    eighty = parse_call("80S")
    assert eighty in set(worth_weighing(light))
    assert eighty not in set(worth_weighing(light, cypriot))


def test_at_the_end_of_a_match_deals_are_thought_out() -> None:
    seen = view(dealt(ACADEMY, 3), 0)
    late = replace(seen, totals=BySide(345, 300))
    assert tempts(Picture(late, LIGHT), PASS)
    plain = [view(dealt(ACADEMY, seed), 0) for seed in range(1, 40) if dealt(ACADEMY, seed).turn == 0]
    pictures = [Picture(each, LIGHT) for each in plain]
    assert not all(tempts(each, each.usual(LIGHT)[0]) for each in pictures)


def test_a_hint_is_what_the_teacher_would_do() -> None:
    for seed in range(6):
        state = dealt(ACADEMY, seed)
        while state.phase is Phase.AUCTION:
            seen = view(state, state.turn)
            decision = Daskalos(seed).act(seen)
            given = hint(seen, seed)
            assert given.decision == decision
            if given.priced:
                assert (given.priced[0].action, given.priced[0].cost) == (decision.action, 0.0)
                assert all(each.cost >= 0 and each.error > 0 for each in given.priced[1:])
            state = advance(state, decision.action).state


def test_the_same_view_and_seed_weigh_the_same() -> None:
    seen = view(dealt(ACADEMY, 3), 0)
    teacher = Daskalos(5)
    picture = teacher.picture(seen)
    assert teacher.weigh(picture) == teacher.weigh(picture) == Daskalos(5).weigh(Picture(seen, LIGHT))


# Learning


@pytest.fixture(scope="module")
def rows() -> calling.Rows:
    return calling.learn_from(calling.Work("test", 0, 60, ""))


def test_the_trees_add_up_as_they_were_fitted(rows: calling.Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    booster = calling.fitted(rows)
    trees = tuple(gains.Tree(*tree) for tree in calling.trees_of(booster))
    assert len(trees) == booster.best_iteration
    monkeypatch.setattr(gains, "_trees", lambda: trees)
    here = situation("J97.AT.98.7", "80H 90D")
    usual = call(here.turn, LIGHT)[0]
    for each in worth_weighing(here):
        if each != usual:
            expected = booster.predict(np.array([here.row(usual, each)], dtype=np.float32))[0]
            assert gain(here, usual, each) == pytest.approx(expected, abs=0.006 * len(trees))


def test_a_tree_of_one_leaf_adds_what_it_says() -> None:
    assert calling._flat({"leaf_value": 0.37}) == [[0], [0], [-1], [-1], [37]]


def test_what_was_tried_says_what_it_gained(rows: calling.Rows) -> None:
    assert rows.traits.shape == (len(rows.gains), len(TRAITS))
    assert set(rows.deals) <= set(range(60))
    # Calls picked at random lose; some gain.
    assert rows.gains.mean() < -3
    assert (rows.gains > 0).any()


def test_the_same_command_writes_the_same_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for name in ("one", "two"):
        out = tmp_path / f"{name}.json"
        calling.main(["--deals", "24", "--rounds", "2", "--jobs", "1", "--out", str(out)])
        texts.append(out.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert json.loads(texts[0])["traits"] == list(TRAITS)
    assert "calls tried" in capsys.readouterr().err


def test_rounds_that_are_kept_are_not_tried_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--deals", "24", "--rounds", "1", "--jobs", "1", "--keep", str(tmp_path / "kept")]
    calling.main([*words, "--out", str(tmp_path / "one.json")])
    assert "calls tried" in capsys.readouterr().err
    calling.main([*words, "--out", str(tmp_path / "two.json")])
    assert "calls tried" not in capsys.readouterr().err
    assert (tmp_path / "one.json").read_text() == (tmp_path / "two.json").read_text()


def test_a_file_that_was_learned_with_other_traits_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = {"version": gains.VERSION, "traits": list(TRAITS[1:]), "trees": []}
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "calling.json").write_text(json.dumps(data))
    monkeypatch.setattr(gains, "files", lambda _: tmp_path)
    with pytest.raises(ValueError, match=r"python -m training\.calling"):
        gains._trees.__wrapped__()
