"""Mining: the same for any number of processes, resumed where it stopped, and nothing but clear puzzles."""

from dataclasses import replace
from pathlib import Path

import pytest

from pilotta.game.record import parse_record
from pilotta.puzzles import PuzzleError, shipped
from pilotta.puzzles.checking import CLOSER, FAILS, HOLDS, check
from pilotta.puzzles.choosing import FROM_A_DEAL, choose
from pilotta.puzzles.digging import dig_all
from pilotta.puzzles.grading import grade
from pilotta.puzzles.mining import Mine, dig
from pilotta.puzzles.themes import THEMES

RECORDS = Path(__file__).resolve().parent.parent / "data" / "records"


def late(count: int) -> list:
    """Shipped puzzles that are weighed quickly: cards from the sixth trick on."""
    found = [puzzle for puzzle in shipped() if puzzle.asks_card and len(puzzle.deal.plays) >= 20]
    return found[:count]


@pytest.mark.slow
def test_any_number_of_jobs_finds_the_same(tmp_path):
    mine = Mine(seed=3, deals=3)
    alone = dig_all(mine)
    assert sum(map(len, alone)) > 0
    assert dig_all(mine, jobs=2) == alone
    # A run that was broken off in the middle of a line goes on.
    journal = tmp_path / "out.part"
    assert dig_all(Mine(seed=3, deals=2), journal=str(journal)) == alone[:2]
    journal.write_text(journal.read_text() + '{"deal":3,"puz')
    shares: list[float] = []
    assert dig_all(mine, progress=shares.append, journal=str(journal)) == alone
    assert shares == [1.0]


@pytest.mark.slow
def test_auctions_can_be_mined_alone():
    found = [puzzle for deal in dig_all(Mine(seed=2, deals=12, only_calls=True)) for puzzle in deal]
    assert found
    assert not any(puzzle.asks_card for puzzle in found)


def test_the_journal_of_another_mine_is_refused(tmp_path):
    journal = tmp_path / "out.part"
    assert dig_all(Mine(seed=3), journal=str(journal)) == []
    with pytest.raises(PuzzleError, match="is the journal of another mine"):
        dig_all(Mine(seed=4), journal=str(journal))
    with pytest.raises(PuzzleError, match="is the journal of another mine"):
        dig_all(Mine(seed=3, only_calls=True), journal=str(journal))
    journal.write_text("not JSON\n")
    with pytest.raises(PuzzleError, match=r"line 1: .* is no journal of a mine"):
        dig_all(Mine(seed=3), journal=str(journal))


def test_a_deal_in_which_somebody_forgot_something_is_left_out():
    record = parse_record((RECORDS / "cli-club.pilotta.json").read_text())
    lapsed = [deal for deal in record.deals if deal.silent or deal.unshown or deal.uncalled or deal.miscalled]
    assert lapsed
    for deal in lapsed:
        assert list(dig(record.rules, deal)) == []


def test_records_come_before_self_play_and_keep_their_numbers():
    record = parse_record((RECORDS / "cli-academy.pilotta.json").read_text())
    mine, more = Mine(seed=1, deals=1, records=(record,)), Mine(seed=1, deals=9, records=(record,))
    count = len(record.deals)
    assert len(mine) == count + 1
    assert mine.deal(0) == (record.rules, record.deals[0])
    assert mine.deal(count) == more.deal(count) == Mine(seed=1, deals=1).deal(0)
    assert mine.deal(count) != Mine(seed=2, deals=1).deal(0)


def test_a_set_has_no_near_doubles_and_its_themes_take_turns():
    puzzles = list(shipped())
    one = puzzles[0]
    same_theme = [replace(one, error=one.error + number) for number in range(3)]
    assert len(choose([same_theme])) == 1
    many = [replace(one, theme=theme) for theme in THEMES]
    assert len(choose([many])) == FROM_A_DEAL
    themes = {puzzle.theme for puzzle in puzzles}
    few = choose([[puzzle] for puzzle in puzzles], len(themes))
    assert {puzzle.theme for puzzle in few} == themes
    assert len(choose([[puzzle] for puzzle in puzzles])) == len(puzzles)
    assert choose([[puzzle] for puzzle in reversed(puzzles)]) == choose([[puzzle] for puzzle in puzzles])


@pytest.mark.parametrize(
    ("wrong", "gap", "expected"),
    [
        ({"mathitis": "JH"}, 9.0, 1),
        ({"mathitis": "JH"}, 2.0, 2),
        ({"mathitis": "JH", "cafe": "8H"}, 9.0, 3),
        ({"cafe": "8H"}, 4.0, 4),
        ({"cafe": "8H"}, 2.0, 5),
        ({"cafe": "8H", "mastoras": "9H"}, 9.0, 5),
    ],
)
def test_the_grade_follows_the_best_player_who_errs(wrong, gap, expected):
    assert grade(wrong, gap) == expected


def test_a_check_tells_right_from_wrong():
    puzzles = late(3)
    assert puzzles
    for puzzle in puzzles:
        assert check(puzzle).result in (HOLDS, CLOSER)
        wrong = next(name for name in puzzle.options if name not in puzzle.solution)
        assert check(replace(puzzle, solution=(wrong,))).result == FAILS
