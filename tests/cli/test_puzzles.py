"""``pilotta puzzles``."""

import json

import pytest

from pilotta.cli.puzzlepage import action_sign
from pilotta.puzzles import parse_puzzles, puzzles_text, shipped
from pilotta.words import LANGUAGES, phrasebook


def late():
    """A card puzzle that is weighed quickly."""
    return next(puzzle for puzzle in shipped() if puzzle.asks_card and len(puzzle.deal.plays) >= 20)


@pytest.fixture
def one(tmp_path):
    """A file of one puzzle."""
    path = tmp_path / "one.jsonl"
    path.write_text(puzzles_text([late()]), encoding="utf-8")
    return str(path)


def test_the_list_has_a_line_a_puzzle(here):
    lines = here("puzzles", "show").out.splitlines()
    assert [line.split()[0] for line in lines] == [puzzle.id for puzzle in shipped()]
    hard = here("puzzles", "show", "--grade", "5", "--rules", "academy").out.splitlines()
    assert 0 < len(hard) < len(lines)
    assert all("grade 5" in line and "Academy" in line for line in hard)
    data = json.loads(here("puzzles", "show", "--json").out)
    assert len(data["puzzles"]) == len(lines)
    assert all(set(each) == {"id", "view", "grade"} for each in data["puzzles"])


def test_one_puzzle_is_shown_without_its_answer_unless_asked(here):
    puzzle = late()
    question = here("puzzles", "show", puzzle.id[:6])
    assert question.status == 0
    assert "Which card do you play?" in question.out
    assert "The solution" not in question.out
    answer = here("puzzles", "show", puzzle.id, "--solution").out
    assert answer.startswith(question.out)
    assert "The whole deal" in answer
    assert json.loads(here("puzzles", "show", puzzle.id, "--json").out) == puzzle.question_data()
    assert json.loads(here("puzzles", "show", puzzle.id, "--json", "--solution").out) == puzzle.to_data()


def test_an_id_that_is_none_or_many_is_refused(here):
    ran = here("puzzles", "show", "zzzz")
    assert (ran.status, ran.err) == (2, "pilotta: zzzz: no puzzle with this id\n")
    ran = here("puzzles", "show", "")
    assert (ran.status, ran.err) == (2, f"pilotta: : {len(shipped())} puzzles with this id\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_right_answer_a_wrong_one_and_one_that_cannot_be(shell, one, language):
    puzzle, words = late(), phrasebook(language)
    wrong = next(name for name in puzzle.options if name not in puzzle.solution)
    asked = ("puzzles", "solve", "--file", one, "--lang", language)
    right = shell(*asked, stdin=f"XX\n{puzzle.solution[0]}\n")
    assert right.status == 0
    assert "{" not in right.out
    assert "XX: " in right.out
    assert "1" in right.out.splitlines()[-1]
    lost = shell(*asked, stdin=f"{wrong}\n")
    assert f"{puzzle.cost(wrong):.1f}" in lost.out.splitlines()[-1]
    assert action_sign(words, puzzle.rules, puzzle.solution[0]) in lost.out


def test_solving_ends_at_q_and_at_the_end_of_the_input(shell):
    for given in ("q\n", "", "\nq\n", "?\nq\n"):
        ran = shell("puzzles", "solve", "--seed", "1", "--lang", "en", stdin=given)
        assert ran.status == 0
        assert ran.out.splitlines()[-1] == "Right: 0 of 0. Given away: 0.0 tens."
        assert ("The solution" in ran.out) == ("?" in given)
    first, second = (shell("puzzles", "solve", "--seed", "1", "--lang", "en").out for _ in range(2))
    assert first == second


def test_no_puzzle_fits(shell, tmp_path):
    empty = tmp_path / "none.jsonl"
    empty.write_text(puzzles_text([]))
    assert shell("puzzles", "solve", "--file", str(empty), "--lang", "en").out == "No puzzle fits.\n"
    assert shell("puzzles", "show", "--file", str(empty), "--lang", "en").out == "No puzzle fits.\n"


def test_a_file_that_is_none_is_refused_with_its_place(here, tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text('{"format":"pilotta-puzzles","version":1}\n{}\n')
    ran = here("puzzles", "show", "--file", str(path))
    assert ran.status == 2
    assert ran.err == f"pilotta: {path}: line 2, puzzle: the field 'id' is missing\n"


def test_a_puzzle_holds_and_a_turned_one_fails(here, one, tmp_path):
    kept = tmp_path / "kept.jsonl"
    ran = here("puzzles", "check", one, "--write", str(kept))
    assert (ran.status, ran.out) == (0, "holds 1\n")
    assert parse_puzzles(kept.read_bytes()) == (late(),)
    data = late().to_data()
    wrong = next(name for name in data["options"] if name not in data["solution"])
    data["options"] = {wrong: 99.0, **{name: 0.0 for name in data["options"] if name != wrong}}
    data["solution"], data["mistakes"] = [wrong], {}
    turned = tmp_path / "turned.jsonl"
    turned.write_text('{"format":"pilotta-puzzles","version":1}\n' + json.dumps(data) + "\n")
    ran = here("puzzles", "check", str(turned), "--json")
    assert ran.status == 1
    report = json.loads(ran.out)
    assert report["counts"] == {"fails": 1}
    assert report["puzzles"][0]["id"] == late().id


def test_mining_nothing_is_refused(here, record):
    assert here("puzzles", "make").err == "pilotta: nothing to mine: give --deals N or --from RECORD\n"
    ran = here("puzzles", "make", "--from", "no-such-file")
    assert ran.status == 2


@pytest.mark.slow
def test_mining_writes_a_file_and_takes_its_journal_away(here, tmp_path):
    out = tmp_path / "mine.jsonl"
    ran = here("puzzles", "make", "--deals", "2", "--seed", "5", "--jobs", "1", "--out", str(out))
    assert ran.status == 0
    found = parse_puzzles(out.read_bytes())
    assert found
    assert f"{len(found)} puzzles of " in ran.out
    assert not out.with_name("mine.jsonl.part").exists()
    again = here("puzzles", "make", "--deals", "2", "--seed", "5", "--jobs", "2")
    assert again.out == out.read_text(encoding="utf-8")
    fewer = here("puzzles", "make", "--deals", "2", "--seed", "5", "--most", "1")
    assert len(parse_puzzles(fewer.out)) == 1
