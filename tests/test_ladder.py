"""The ladder and the fight at equal time: the right fights, rows that can be read, and a table that is kept up row by row."""

from pathlib import Path

import pytest
from benchmarks import equal_time, ladder

from pilotta.arena.yardsticks import full_name

TRACKS = ("play", "bidding", "match")


def rows_of(text: str) -> list[list[str]]:
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("| `")
    ]


def test_every_rung_is_somebody() -> None:
    assert [name for name in ladder.RUNGS if not full_name(name)] == []


def test_every_rung_plays_and_those_with_a_way_of_their_own_bid() -> None:
    found = [(fight.track, fight.a) for fight in ladder.fights(ladder.RUNGS, TRACKS, 1, "academy", 1)]
    assert [name for track, name in found if track == "play"] == list(ladder.PLAYERS)
    assert set(ladder.RUNGS) - set(ladder.PLAYERS) == {"light"}
    assert [name for track, name in found if track == "bidding"] == ["mathitis", "light", "daskalos"]
    assert [name for track, name in found if track == "match"] == ["mathitis", "light", "daskalos"]
    only = [(fight.track, fight.a) for fight in ladder.fights(["mathitis"], TRACKS, 1, "academy", 1)]
    assert only == [("play", "mathitis"), ("bidding", "mathitis"), ("match", "mathitis")]


def test_a_small_ladder_is_played_kept_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    doc = tmp_path / "bots.md"
    doc.write_text(f"before\n{ladder.BEGIN}\n{ladder.END}\nafter\n", encoding="utf-8")
    monkeypatch.setattr(ladder, "DOC", doc)
    words = ["--deals", "3", "--jobs", "1", "--resume", str(tmp_path / "kept"), "--write", "--only"]
    ladder.main([*words, "mathitis"])
    first = capsys.readouterr().out
    assert [(row[0], row[1], row[2]) for row in rows_of(first)] == [
        ("`mathitis`", "play", "3"),
        ("`mathitis`", "bidding", "3"),
        ("`mathitis`", "all", "3"),
    ]
    # Only whole deals go with matches.
    assert [row[6] == "–" for row in rows_of(first)] == [True, True, False]
    ladder.main([*words, "random,cafe"])
    capsys.readouterr()
    text = doc.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith(f"{ladder.END}\nafter\n")
    assert [(row[0], row[1]) for row in rows_of(text)] == [
        ("`random`", "play"),
        ("`mathitis`", "play"),
        ("`cafe`", "play"),
        ("`mathitis`", "bidding"),
        ("`mathitis`", "all"),
    ]
    assert rows_of(text)[2][3:6] == ["+0.0 ± 0.0", "+0.00 ± 0.00", "–"]
    # All of it is in the folder: the times too are those of the first run.
    assert min(path.name for path in (tmp_path / "kept").iterdir()) == "bidding-mathitis.jsonl"
    ladder.main([*words, "mathitis"])
    assert capsys.readouterr().out == first
    assert doc.read_text(encoding="utf-8") == text


def test_a_document_without_the_marks() -> None:
    with pytest.raises(ValueError, match="are not there"):
        ladder.written("no table here", [])


@pytest.mark.parametrize(
    "words", [["--only", "nobody"], ["--only", ""], ["--deals", "0"], ["--rules", "chess"]]
)
def test_what_cannot_be_played_is_said(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        ladder.main(words)
    assert caught.value.code == 2
    assert capsys.readouterr().out == ""


def test_a_folder_of_other_fights_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--jobs", "1", "--resume", str(tmp_path), "--only", "cafe", "--deals"]
    ladder.main([*words, "1"])
    with pytest.raises(SystemExit) as caught:
        ladder.main([*words, "2"])
    assert str(caught.value.code).endswith("play-cafe.jsonl keeps another fight: deals 1, not 2")


def test_the_committed_table_has_its_marks_and_its_rows_in_order() -> None:
    text = ladder.DOC.read_text(encoding="utf-8")
    assert ladder.written(text, []) == text


@pytest.mark.parametrize(
    ("wanted", "few", "many", "deals"),
    [(6.0, 2.0, 10.0, 60), (2.0, 2.0, 10.0, 20), (100.0, 2.0, 10.0, 1000), (0.01, 2.0, 10.0, 1)],
)
def test_deals_for_a_time(wanted: float, few: float, many: float, deals: int) -> None:
    """20 deals take 2 ms and 100 take 10: a tenth of a millisecond each."""
    assert equal_time.deals_for(wanted, few, many) == deals


def test_times_that_do_not_grow_say_nothing() -> None:
    with pytest.raises(ValueError, match="larger --sample"):
        equal_time.deals_for(1.0, 2.0, 2.0)


def test_a_fight_at_equal_time(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    times = {"cafe": 0.5, "pimc-20": 2.0, "pimc-100": 10.0}
    monkeypatch.setattr(equal_time, "time_of", lambda name, _: times[name])
    equal_time.main(["cafe", "--deals", "2", "--jobs", "1"])
    said = capsys.readouterr().out
    assert said.startswith(
        "cafe takes 0.50 ms a card, as pimc-5 should\n"
        "cafe against pimc-5: 2 deals with cafe's contracts in both seatings\n"
    )
    assert "tens a deal, z " in said


def test_a_kept_fight_at_equal_time_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["cafe", "--worlds", "2", "--deals", "2", "--jobs", "1", "--resume", str(tmp_path)]
    equal_time.main(words)
    first = capsys.readouterr().out
    equal_time.main(words)
    assert capsys.readouterr().out == first
    assert first.startswith("cafe against pimc-2: 2 deals")


@pytest.mark.parametrize("words", [["nobody"], ["cafe", "--worlds", "0"], ["cafe", "--deals", "0"]])
def test_what_cannot_be_timed_is_said(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        equal_time.main(words)
    assert caught.value.code == 2
    assert capsys.readouterr().out == ""
