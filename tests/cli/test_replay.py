"""``pilotta replay``: exit statuses, the summary, the sheet, and every way in which a file can be no record."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pilotta.words import LANGUAGES, phrasebook

DEAL_FIELDS = [
    "passed_out", "contract", "declarer", "multiplier", "tricks", "cards", "declarations", "pilotta", "made", "capot", "score",
]  # fmt: skip


def test_a_legal_record_gives_one_line_of_json(shell, record):
    ran = shell("replay", str(record), "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("\n") == 1
    summary = json.loads(ran.out)
    assert list(summary) == ["deals", "total", "wins", "winner"]
    assert summary["winner"] in ("NS", "EW")
    assert summary["wins"][summary["winner"]] > 0
    for deal in summary["deals"]:
        assert list(deal) == DEAL_FIELDS
        if not deal["passed_out"]:
            assert sum(deal["cards"].values()) == 162
            assert sum(deal["tricks"].values()) == 8
        else:
            assert deal["score"] == {"NS": 0, "EW": 0}


def test_the_same_from_standard_input(shell, record):
    assert shell("replay", "-", "--json", stdin=record.read_bytes()) == shell("replay", str(record), "--json")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_in_each_language(here, record, language):
    ran = here("replay", str(record), "--lang", language)
    data = json.loads(record.read_text())
    summary = json.loads(here("replay", str(record), "--json").out)
    assert ran.status == 0
    # Every card and every deal's score stands on the sheet.
    for deal, result in zip(data["deals"], summary["deals"], strict=True):
        for card in deal["plays"]:
            assert card.replace("T", "10").translate(str.maketrans("SHDC", "♠♥♦♣")) in ran.out
        assert all(str(points) in ran.out for points in result["score"].values())
    assert "{" not in ran.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_of_the_same_name_are_told_apart(here, record, tmp_path, language):
    south, north, east, west = (phrasebook(language)(f"seat_{seat}")[0] for seat in "SNEW")

    def sheet(**players: str) -> str:
        path = tmp_path / "match.pilotta.json"
        path.write_bytes(changed(record, lambda data: data.update(players=players)))
        return here("replay", str(path), "--lang", language).out

    out = sheet(E="cafe", N="cafe", W="cafe", S="Anna")
    assert all(f"cafe ({seat})" in out for seat in (north, east, west))
    assert f"Anna ({south})" not in out
    assert out.count("cafe") == out.count("cafe (")
    out = sheet(E="Eleni", N="Nikos", W="Wanda", S="Anna")
    assert f"Nikos ({north})" not in out
    # A name that looks like another's mark is marked too.
    out = sheet(E="cafe", N="cafe", W=f"cafe ({north})")
    assert f"cafe ({north}) ({west})" in out


def changed(record: Path, change) -> bytes:
    data = json.loads(record.read_text())
    change(data)
    return json.dumps(data).encode()


def play_wrong_card(data):
    deal = data["deals"][0]
    deal["plays"][0], deal["plays"][1] = deal["plays"][1], deal["plays"][0]


def bid_too_high(data):
    data["deals"][0]["calls"][0] = "900H"


def deal_out_of_turn(data):
    data["deals"][1]["dealer"] = data["deals"][0]["dealer"]


def go_on_after_the_end(data):
    data["deals"].append(data["deals"][-1])


def stop_early(data):
    data["deals"][0]["plays"] = data["deals"][0]["plays"][:5]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (play_wrong_card, {"deal": 1, "trick": 1, "rule": "play.not_in_hand"}),
        (bid_too_high, {"deal": 1, "call": 1, "rule": "call.too_high"}),
        (deal_out_of_turn, {"deal": 2, "rule": "record.dealer"}),
        (go_on_after_the_end, {"rule": "record.match_over"}),
        (stop_early, {"deal": 1, "rule": "record.unfinished"}),
    ],
)
def test_an_illegal_record(shell, change, expected):
    record = Path(__file__).parent.parent / "data" / "records" / "cli-academy.pilotta.json"
    stdin = changed(record, change)
    ran = shell("replay", "-", "--json", stdin=stdin)
    assert (ran.status, ran.err) == (1, "")
    assert list(json.loads(ran.out)) == ["error"]
    error = json.loads(ran.out)["error"]
    assert expected.items() <= error.items()
    assert error["message"]

    ran = shell("replay", "-", stdin=stdin)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.count("\n") == 1
    assert expected["rule"] in ran.err


def test_a_deal_that_stops_early_is_reported(here, tmp_path):
    record = Path(__file__).parent.parent / "data" / "records" / "cli-academy.pilotta.json"
    data = json.loads(record.read_text())
    data["deals"] = data["deals"][:1]
    data["deals"][0]["plays"] = data["deals"][0]["plays"][:5]
    path = tmp_path / "x.json"
    path.write_text(json.dumps(data))
    summary = json.loads(here("replay", str(path), "--json").out)
    assert summary["deals"][-1]["unfinished"] is True
    assert summary["deals"][-1]["contract"] == "80S"
    assert "score" not in summary["deals"][-1]
    assert "Not finished." in here("replay", str(path)).out


NO_RECORDS = {
    "empty": b"",
    "text": b"hello",
    "number": b"7",
    "list": b"[]",
    "object": b"{}",
    "binary": bytes(range(256)) * 40,
    "utf-16": '{"format": 1}'.encode("utf-16"),
    "deep": b"[" * 100_000,
    "deep and closed": b"[" * 100_000 + b"]" * 100_000,
    "long number": b'{"format": ' + b"1" * 100_000 + b"}",
    "nan": b'{"format": NaN}',
    "twice": b'{"format": 1, "format": 2}',
    "many keys twice": b"{" + b",".join(b'"k%d":1' % i for i in range(50_000)) + b',"k49999":2}',
    "version": b'{"format": "pilotta-record", "version": 2, "rules": "academy", "deals": []}',
    "rules": b'{"format": "pilotta-record", "version": 1, "rules": "whist", "deals": []}',
    "house rules": b'{"format": "pilotta-record", "version": 1, "rules": {"target": 5}, "deals": []}',
    "unknown field": b'{"format": "pilotta-record", "version": 1, "rules": "academy", "deals": [], "x": 1}',
    "hands": b'{"format":"pilotta-record","version":1,"rules":"academy","deals":[{"dealer":"W","hands":"S:x x x x"}]}',
    "card": b'{"format":"pilotta-record","version":1,"rules":"academy","deals":[{"dealer":"W","hands":7}]}',
    "surrogates": b'{"format": "\\ud800\\ud800"}',
    "escape sequences": b'{"format": "\\u001b[2J"}',
}


@pytest.mark.parametrize("name", NO_RECORDS)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_what_is_no_record(here, tmp_path, name, options):
    path = tmp_path / "x.pilotta.json"
    path.write_bytes(NO_RECORDS[name])
    start = time.perf_counter()
    ran = here("replay", str(path), *options)
    assert time.perf_counter() - start < 5
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert str(path) in ran.err
    assert ran.err.rstrip("\n").isprintable()


def test_the_place_is_named(here, tmp_path):
    path = tmp_path / "x.json"
    path.write_text('{"format": "pilotta-record",\n "version": }')
    assert "line 2, column 13" in here("replay", str(path)).err


def test_what_cannot_be_read(here, tmp_path):
    assert "No such file" in here("replay", str(tmp_path / "none")).err
    assert "directory" in here("replay", str(tmp_path)).err
    for name in ("none", "", "a\0b", "a\nb"):
        ran = here("replay", name)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(here, tmp_path):
    path = tmp_path / "x.json"
    path.write_text("{}")
    path.chmod(0)
    assert "Permission denied" in here("replay", str(path)).err


def test_a_hundred_megabytes_are_not_read(shell, tmp_path):
    path = tmp_path / "big"
    with path.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    start = time.perf_counter()
    ran = shell("replay", str(path), "--json")
    assert time.perf_counter() - start < 5
    assert (ran.status, ran.out) == (2, "")
    assert "larger than 16 MB" in ran.err
    assert shell("replay", "/dev/zero").status == 2


def test_a_reader_that_has_seen_enough(record):
    command = f"{sys.executable} -m pilotta replay {record} | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == ""


def test_nothing_more_is_done_for_a_reader_that_has_gone():
    with subprocess.Popen(
        [sys.executable, "-m", "pilotta", "deal", "--count", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as dealing:
        assert dealing.stdout.readline().startswith("Dealer")
        dealing.stdout.close()
        dealing.wait(timeout=60)
        assert (dealing.returncode, dealing.stderr.read()) == (0, "")


def test_output_that_cannot_be_written(record):
    command = f"{sys.executable} -m pilotta replay {record} --json > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("pilotta: cannot write the output")
    assert done.stderr.count("\n") == 1


def test_closed_streams(record):
    said = "pilotta: cannot write the output: standard output is closed\n"
    for closed, expected in (
        (">&-", (2, said)),
        ("2>&-", (0, "")),
        ("<&-", (0, "")),
        (">&- 2>&-", (2, "")),
    ):
        for words in (f"replay {record}", f"replay {record} --json", "rules academy", "rules --json"):
            command = f"{sys.executable} -m pilotta {words} {closed}"
            done = subprocess.run(
                ["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False
            )
            assert (done.returncode, done.stderr) == expected, command


def test_a_terminal_that_lacks_the_symbols(shell, record):
    ran = shell("replay", str(record), "--lang", "el", env={"PYTHONIOENCODING": "ascii"})
    assert ran.status == 0
    assert shell("replay", str(record), "--json", env={"PYTHONIOENCODING": "ascii"}).status == 0


def test_names_cannot_move_the_cursor(here, tmp_path, record):
    path = tmp_path / "x.json"
    data = json.loads(record.read_text())
    path.write_text(json.dumps({**data, "players": {"S": "\u202eEve"}}))
    out = here("replay", str(path)).out
    assert "\u202e" not in out
    assert "?Eve" in out
