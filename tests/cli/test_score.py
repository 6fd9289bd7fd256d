"""``pilotta score``: lines, sheets, files, and the conversation in four languages."""

import contextlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from tests.sheet.wrong import BEGINNERS, WRONG

from pilotta.cli.common import CommandError
from pilotta.cli.files import check_writable
from pilotta.cli.scorefile import load, save
from pilotta.cli.scoretalk import Talk
from pilotta.rules.catalogue import ACADEMY, BOURLOT, CLUB, KAFENEIO
from pilotta.rules.ruleset import STRAINS
from pilotta.sheet import LineError, Sheet, line_of, parse_line, read_line
from pilotta.sheet.line import side_of_word, strain_of
from pilotta.words import LANGUAGES, phrasebook


@pytest.mark.parametrize(("rules", "line", "code"), WRONG)
def test_what_is_wrong_with_a_line_in_each_language(rules, line, code):
    with pytest.raises(LineError) as caught:
        parse_line(rules, line)
    for language in LANGUAGES:
        assert "{" not in phrasebook(language).say(caught.value.said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_suits_by_the_names_of_each_language(language):
    words = phrasebook(language)
    for letter in "SHDC":
        name = words(f"suit_{letter}")
        assert strain_of(name) == strain_of(name[:2].upper()) == STRAINS.index(letter)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_sheet_prints_is_understood(language):
    """Sides, suits and the whole names of no trump and all trump."""
    words = phrasebook(language)
    for side, name in enumerate((words("side_NS"), words("side_EW"))):
        for said in (name, name.replace("–", ""), name.replace("–", "-"), name[::-1], name[0], name.lower()):
            assert side_of_word(said) == side
        assert parse_line(ACADEMY, f"{name} 100H 97") == parse_line(ACADEMY, f"{('NS', 'EW')[side]} 100H 97")
        assert read_line(f"NS 100H 116 jack={name}").jack == side
        table = Table(language, ACADEMY, [name, f"10 {words('suit_H')}", "", "97", name, "20", name])
        assert table.sheet.entries[0].line == line_of(
            ACADEMY, parse_line(ACADEMY, f"{name} 100H 97 decl={name}:20 pilotta={name}")
        )
    for strain in "NA":
        assert read_line(f"100 {words(f'strain_{strain}')} 97").bid == ("100", STRAINS.index(strain))


# The command


def test_json(here):
    ran = here("score", "--json", "--deal", "NS 100H 97 decl=EW:20", "--deal", "pass")
    data = json.loads(ran.out)
    assert (ran.status, ran.err) == (0, "")
    assert data["deals"][0]["score"] == {"NS": 0, "EW": 28}
    assert sum(line["score"] for line in data["deals"][0]["lines"]) == 28
    assert data["deals"][1]["passed_out"] is True
    assert data["total"] == {"NS": 0, "EW": 28}


def test_lines_from_standard_input(shell):
    ran = shell("score", "--json", stdin="# our match\n\nNS 100H 97\nEW 8S 90 # well played\nundo\n")
    assert [deal["line"] for deal in json.loads(ran.out)["deals"]] == ["NS 100H cards=97"]
    ran = shell("score", stdin="NS 100H 97\nhello\n")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "pilotta: line 2: Not understood: 'hello'\n"
    ran = shell("score", "--json", stdin="NS 900H 97\n")
    assert ran.status == 1
    assert json.loads(ran.out)["error"]["rule"] == "call.too_high"
    assert shell("score", stdin="undo\n").status == 2
    assert shell("score", stdin=b"\xff\xfe\n").status == 2
    assert shell("score", stdin="x" * 5000).status == 2


def test_a_sheet_for_tomorrow(here, shell, tmp_path):
    path = str(tmp_path / "sheet.json")
    assert (
        shell(
            "score", "--sheet", path, "--rules", "kafeneio", "--names", "Άννα,Νίκος", stdin="NS 100H 105\n"
        ).status
        == 0
    )
    assert shell("score", "--sheet", path, stdin="EW 90S 100\n").status == 0
    kept = load(path)
    assert kept is not None
    assert (kept.rules, kept.names, len(kept.entries)) == (KAFENEIO, ("Άννα", "Νίκος"), 2)
    shown = here("score", "--sheet", path, "--show").out
    assert "Άννα" in shown
    assert "10♥" in shown
    # Other rules than the sheet's are a mistake; the same are not.
    assert here("score", "--sheet", path, "--rules", "club", "--show").status == 2
    assert here("score", "--sheet", path, "--rules", "kafeneio", "--show").status == 0
    before = Path(path).read_bytes()
    assert shell("score", "--sheet", path, stdin="NS 100H 97\nwrong\n").status == 2
    assert Path(path).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.json"]


def test_a_sheet_keeps_its_link_and_mode(tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("{}")
    real.chmod(0o600)
    link.symlink_to(real)
    save(str(link), Sheet(ACADEMY))
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o600
    assert load(str(link)) is not None


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "[]", "[" * 100_000, "{}", '{"format": "pilotta-sheet", "version": 2}',
        '{"format": "pilotta-sheet", "version": 1, "rules": "academy", "deals": 7}',
        '{"format": "pilotta-sheet", "version": 1, "rules": "whist", "deals": []}',
        '{"format": "pilotta-sheet", "version": 1, "rules": "academy", "deals": ["hello"]}',
        '{"format": "pilotta-sheet", "version": 1, "rules": "academy", "deals": [], "names": 3}',
        '{"format": "pilotta-sheet", "version": 1, "rules": "academy", "deals": [], "names": ["A", "\\u001b[2J"]}',
        '{"format": "pilotta-sheet", "version": 1, "rules": "academy", "deals": [], "names": ["A", " "]}',
        '{"format": "pilotta-sheet", "version": 1, "rules": "academy", "deals": [], "names": ["A", "\\ud800"]}',
    ],
)  # fmt: skip
def test_what_is_no_sheet(here, tmp_path, text):
    path = tmp_path / "sheet.json"
    path.write_text(text)
    ran = here("score", "--sheet", str(path), "--show")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert str(path) in ran.err
    assert path.read_text() == text


@pytest.mark.parametrize("name", ["none/sheet.json", "x" * 300, "", "."])
def test_a_sheet_that_cannot_be_written(here, tmp_path, name):
    path = str(tmp_path / name) if name else ""
    ran = here("score", "--sheet", path, "--deal", "pass")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    # A conversation does not begin where nothing of it could be kept.
    with pytest.raises(CommandError):
        check_writable(path)


def test_a_pipe_is_not_replaced_by_a_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CommandError, match="not a file"):
        save(str(tmp_path / "pipe"), Sheet(ACADEMY))
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("names", ["one", "a,b,c", "a,", f"a,{'b' * 21}"])
def test_names_that_cannot_be(here, names):
    assert here("score", "--names", names).status == 2


def test_a_line_without_end_is_not_read():
    with Path("/dev/zero").open("rb") as zeros:
        done = subprocess.run(
            [sys.executable, "-m", "pilotta", "score"],
            stdin=zeros,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "pilotta: line 1: too long for a sheet\n")


def test_a_terminal_in_another_encoding():
    def keeper() -> None:
        os.environ |= {"PYTHONIOENCODING": "utf-8:strict", "TERM": "dumb"}
        os.execv(sys.executable, [sys.executable, "-m", "pilotta", "score", "--lang", "en"])

    child, terminal = pty.fork()
    if child == 0:
        keeper()
    os.write(terminal, "1\nκούπα\n.\n".encode("iso8859-7"))
    heard = b""
    with contextlib.suppress(OSError):
        while part := os.read(terminal, 4096):
            heard += part
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert b"Traceback" not in heard
    assert b"Not understood" in heard


# The conversation


class Table:
    """Answers the keeper's questions, and remembers what it said."""

    def __init__(self, language: str, rules, answers: list[str], path: str | None = None) -> None:
        self.answers, self.heard = iter(answers), ""
        self.talk = Talk(phrasebook(language), Sheet(rules), path, self.ask, self.hear)
        self.talk.run()
        self.sheet = self.talk.sheet

    def ask(self, question: str) -> str | None:
        self.heard += question
        return next(self.answers, None)

    def hear(self, text: str) -> None:
        self.heard += text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_deal_question_by_question(language):
    table = Table(language, ACADEMY, ["1", "10 h", "2", "97", "2", "20", "1"])
    assert [entry.line for entry in table.sheet.entries] == ["NS 100H x2 cards=97 decl=EW:20 pilotta=NS"]
    assert "{" not in table.heard


def test_a_line_does_too_and_help_and_the_sheet_are_at_hand():
    table = Table("en", KAFENEIO, ["?", "=", "EW 9S 100", "=", "0"])
    assert [entry.line for entry in table.sheet.entries] == ["EW 90S cards=100", "pass"]
    assert "NS 100H x2" in table.heard


def test_mistakes_are_asked_again():
    table = Table("en", ACADEMY, ["3", "x", "1", "hearts", "99h", "900h", "9h", "7", "", "200", "97", "", ""])
    assert [entry.line for entry in table.sheet.entries] == ["NS 90H cards=97"]
    assert "the limit is 82" in table.heard


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_at_all_is_asked_again_kindly(language):
    words = phrasebook(language)
    table = Table(language, BOURLOT, ["", "1", "", "90h", "", "116", "2", "", "20", "", "", "1"])
    assert table.heard.count(words("keeper_empty")) == 5
    assert "''" not in table.heard
    assert words("keeper_cards", side=words("us")) in table.heard
    assert [entry.line for entry in table.sheet.entries] == ["NS 90H cards=116 decl=EW:20 jack=NS"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_points_are_asked_of_a_side_whatever_it_is_called(language):
    """The name stands apart, in its plain form: nothing is declined."""
    assert ", Χ" in phrasebook(language)("keeper_cards", side="Χ")


def test_mistakes_of_lines_in_the_language_of_the_table(here):
    ran = here("score", "--lang", "el", "--deal", "NS 100H 97", "--deal", "NS 100H hello")
    assert (ran.status, ran.err) == (2, "pilotta: --deal 2: Δεν κατάλαβα: 'hello'\n")
    ran = here("score", "--lang", "el-CY", "--deal", "NS 100H")
    assert (ran.status, "Λείπουν οι πόντοι" in ran.err) == (1, True)
    assert json.loads(here("score", "--lang", "it", "--json", "--deal", "NS 900H 97").out)["error"]["message"]


def test_going_back_one_question_and_one_deal():
    table = Table("en", ACADEMY, ["1", "9h", "<", "9s", "", "97", "", "", "<", "<", "pass"])
    assert [entry.line for entry in table.sheet.entries] == []
    assert "NS 90S cards=97" in table.heard
    assert "no deal to take back" in table.heard


def test_the_jack_is_asked_for_only_when_it_matters():
    table = Table("en", BOURLOT, ["1", "90h", "116", "", "", "2", "1", "90h", "117", "", ""])
    assert [entry.line for entry in table.sheet.entries] == ["NS 90H cards=116 jack=EW", "NS 90H cards=117"]


def test_a_capot_either_way():
    table = Table("el", KAFENEIO, ["1", "9h", "", "κ", "", "", "2", "9h", "", "0", "0", "", ""])
    assert [entry.line for entry in table.sheet.entries] == ["NS 90H capot=NS", "EW 90H capot=NS"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_no_card_points_may_have_a_trick(language):
    """`S:7...AKQJT98 AKQJT9.98.. 8.AKQJT7..7 ..AKQJT987.`: East's 8 in clubs is made with one trick and two sequences."""
    table = Table(
        language, ACADEMY, ["2", "8c", "", "0", "", "3", "<", "<", "0", "9", "1", "2", "100+100", "1"]
    )
    assert [entry.line for entry in table.sheet.entries] == ["EW 80C cards=0 tricks=1 decl=EW:200 pilotta=NS"]
    assert table.sheet.totals.as_dict() == {"NS": 18, "EW": 28}
    assert table.sheet.winner is None
    assert phrasebook(language)("keeper_tricks", side=phrasebook(language)("them")) in table.heard
    # Said with the points, or as a capot, it is not asked for.
    table = Table(language, ACADEMY, ["2", "8c", "", "0 tricks=1", "", "", "1", "8c", "", "162", "8", "", ""])
    assert [entry.line for entry in table.sheet.entries] == ["EW 80C cards=0 tricks=1", "NS 80C capot=NS"]


def test_the_bid_is_asked_for_as_the_table_says_bids():
    words = phrasebook("en")
    assert words("keeper_bid") in Table("en", ACADEMY, ["1"]).heard
    table = Table("en", CLUB, ["1", "10h", "100h", "", "97", "", ""])
    assert words("keeper_bid_points") in table.heard
    assert "10♥ is too low: at least 80 now" in table.heard
    assert [entry.line for entry in table.sheet.entries] == ["NS 100H cards=97"]


def test_a_beginners_table_is_not_asked_for_a_contract():
    table = Table("en", BEGINNERS, ["2", "97", "", ""])
    assert [entry.line for entry in table.sheet.entries] == ["EW cards=97"]


def test_house_rules_ask_what_they_need():
    table = Table(
        "en",
        CLUB.change(miscall_penalty=20),
        ["1", "100 n", "", "97", "", "2", "1", "100a", "", "97", "", "1 1 2", ""],
    )
    assert [entry.line for entry in table.sheet.entries] == [
        "NS 100N cards=97 miscall=EW",
        "NS 100A cards=97 pilotta=NS+NS+EW",
    ]


def test_the_end_and_a_correction_after_it(tmp_path):
    path = str(tmp_path / "sheet.json")
    table = Table("en", ACADEMY, ["NS 80H capot=EW", "<", "NS 80H 97", "."], path)
    assert [entry.line for entry in table.sheet.entries] == ["NS 80H cards=97"]
    assert "reverse capot" in table.heard
    kept = load(path)
    assert kept is not None
    assert [entry.line for entry in kept.entries] == ["NS 80H cards=97"]
    assert kept.names is None
