"""``pilotta score``: lines, sheets, files, and the conversation in four languages."""

import contextlib
import json
import os
import pty
import subprocess
import sys
import tomllib
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilotta.cli.common import CommandError
from pilotta.cli.scoreline import LineError, read_line, side_of_word, strain_of
from pilotta.cli.scoresheet import Sheet, check_writable, load, save
from pilotta.cli.scoretalk import Talk
from pilotta.cli.scoretally import line_of, parse_line
from pilotta.cli.words import LANGUAGES, words_in
from pilotta.game.record import parse_record
from pilotta.game.referee import replay
from pilotta.rules.catalogue import ACADEMY, BOURLOT, CLUB, KAFENEIO, PRESETS
from pilotta.rules.ruleset import STRAINS
from pilotta.rules.scoring import score_deal

CASES = tomllib.loads((Path(__file__).parent.parent / "data" / "score_lines.toml").read_text("utf-8"))["case"]
BEGINNERS = ACADEMY.change(fixed_trump="D")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_both_sides_write(case):
    sheet = Sheet(PRESETS[case["rules"]])
    entry = sheet.add(case["line"])
    assert [entry.score.ns, entry.score.ew] == case["score"]


@pytest.mark.parametrize(
    "line",
    [
        "NS 100H x2 cards=97 decl=EW:20 pilotta=NS",
        "ns 100h X 97 decl:EW:20 pilotta",
        "97 x2 100♥ decl=EW:20 S pilotta=NS",
        "S 10 hearts double 97 pilotta decl=EW:20",
        "pilotta=NS decl=EW:20 cards=EW:65 κόντρα NS 10 κο",
        "NS 100 H contra points=97 declarations=EW:20 belote=NS",
    ],
)
def test_one_deal_in_many_words(line):
    assert line_of(ACADEMY, parse_line(ACADEMY, line)) == "NS 100H x2 cards=97 decl=EW:20 pilotta=NS"


@pytest.mark.parametrize(
    ("rules", "line", "code"),
    [
        (ACADEMY, "NS 100H", "score.cards"),
        (ACADEMY, "100H 97", "score.side"),
        (ACADEMY, "NS 97", "score.contract"),
        (ACADEMY, "NS 100Z 97", "score.word"),
        (ACADEMY, "NS 100H 97 hello", "score.word"),
        (ACADEMY, "NS 100H cards=", "score.word"),
        (ACADEMY, "NS 100H cards=ninety", "score.word"),
        (ACADEMY, "NS 100H cards=XY:90", "score.word"),
        (ACADEMY, "NS 100H 97 jack", "score.word"),
        (ACADEMY, "NS 100H cap", "score.word"),
        (ACADEMY, "NS 100H 97 98", "score.twice"),
        (ACADEMY, "NS EW 100H 97", "score.twice"),
        (ACADEMY, "NS 100H 110H 97", "score.twice"),
        (ACADEMY, "NS 100H 97 x2 x4", "score.twice"),
        (ACADEMY, "NS 100H 163", "score.cards_range"),
        (ACADEMY, "NS 100H 162", "score.capot_or_trick"),
        (ACADEMY, "NS 100H 0", "score.capot_or_trick"),
        (ACADEMY, "NS 100H capot 97", "score.capot_cards"),
        (ACADEMY, "NS 100H capot tricks=7", "score.tricks"),
        (ACADEMY, "NS 100H 97 tricks=9", "score.tricks"),
        (ACADEMY, "NS 100H 97 decl=30", "score.declarations"),
        (ACADEMY, "NS 100H 97 decl=NS:20 decl=EW:20", "score.one_side"),
        (ACADEMY, "NS 100H 97 pilotta=NS+EW", "score.pilotta"),
        (CLUB, "NS 100N 97 pilotta", "score.pilotta"),
        (ACADEMY, "NS 100H 97 miscall=EW", "score.miscall"),
        (ACADEMY, "pass 97", "score.pass"),
        (ACADEMY, "NS 830H 97", "call.too_high"),
        (ACADEMY, "NS 85H 97", "call.step"),
        (ACADEMY, "NS 7H 97", "call.too_low"),
        (ACADEMY, "NS 100N 97", "call.strain"),
        (ACADEMY, "NS CAPH capot", "call.not_a_call"),
        (BOURLOT, "NS 100H x2 97", "score.double"),
        (ACADEMY.change(redouble=False), "NS 100H x4 97", "score.redouble"),
        (BOURLOT, "NS 100H 116", "score.jack"),
        (BOURLOT, "NS 80H 146 jack=EW", "score.jack_cards"),
        (BEGINNERS, "NS 100H 97", "score.no_auction"),
        (BEGINNERS, "pass", "score.no_auction"),
        (BEGINNERS, "96", "score.leader"),
    ],
)
def test_what_is_wrong_with_a_line(rules, line, code):
    with pytest.raises(LineError) as caught:
        parse_line(rules, line)
    assert caught.value.code == code
    assert str(caught.value)
    for language in LANGUAGES:
        assert words_in(language)(f"refuse.{code}", **caught.value.params)


@given(st.text(max_size=60) | st.lists(st.sampled_from(
    ["NS", "S", "100H", "9", "h", "x2", "97", "capot", "decl=20", "pilotta", "=", "cards=EW:1", "jack=NS", "P", "tricks=8"]
), max_size=8).map(" ".join))  # fmt: skip
def test_any_line_is_read_or_refused(line):
    for rules in (ACADEMY, BOURLOT, CLUB, BEGINNERS):
        try:
            tally = parse_line(rules, line)
        except LineError:
            continue
        if tally is not None:
            score_deal(rules, tally)
        again = line_of(rules, tally)
        assert line_of(rules, parse_line(rules, again)) == again


def test_the_keeper_agrees_with_the_referee(record):
    """Every deal of a match, told as a line, gives the same sheet as its cards do."""
    replayed = replay(parse_record(record.read_bytes()))
    sheet = Sheet(replayed.state.rules)
    for result, deal in zip(replayed.state.results, replayed.state.finished, strict=True):
        if result.account is None:
            sheet.add("pass")
            continue
        assert deal.contract is not None
        assert deal.play is not None
        jack = 8 * deal.contract.strain + 4
        holder = next(
            (t.winner & 1 for t in deal.play.tricks if deal.contract.strain < 4 and jack in t.cards), None
        )
        words = ["SENW"[deal.contract.declarer], deal.contract.text, f"x{deal.contract.multiplier}"]
        words = [word for word in words if word != "x1"]
        words += (
            ["capot=" + ("NS" if result.account.capot == 0 else "EW")]
            if result.account.capot is not None
            else []
        )
        words += [f"cards=NS:{result.cards.ns}"] if result.account.capot is None else []
        for name, points in result.declarations.as_dict().items():
            words += [f"decl={name}:{points}"] if points else []
        called = [name for name, points in result.pilotta.as_dict().items() for _ in range(points // 20)]
        words += ["pilotta=" + "+".join(called)] if called else []
        words += ["jack=" + ("NS", "EW")[holder]] if holder is not None else []
        entry = sheet.add(" ".join(words))
        assert entry.score == result.score
    assert sheet.wins == replayed.state.wins
    assert sheet.winner == replayed.state.winner
    with pytest.raises(LineError, match="over"):
        sheet.add("pass")


@pytest.mark.parametrize("language", LANGUAGES)
def test_suits_by_the_names_of_each_language(language):
    words = words_in(language)
    for letter in "SHDC":
        name = words(f"suit_{letter}")
        assert strain_of(name) == strain_of(name[:2].upper()) == STRAINS.index(letter)
    assert strain_of("") is None
    assert strain_of("zz") is None


@pytest.mark.parametrize(
    ("names", "strain"),
    [
        ("spades spade μπαστούνια μπαστούνι πίκες picche picca", 0),
        ("hearts heart κούπες κούπα κούππες κούππα καρδιές cuori cuore coppe", 1),
        ("diamonds diamond καρά καρό ρόμβοι quadri quadro", 2),
        ("clubs club σπαθιά σπαθί σπαθκιά σπαθκί τριφύλλια fiori fiore", 3),
        ("no-trump notrump NT χωρίς senza", 4),
        ("all-trump alltrump AT όλα ούλλα tutto", 5),
    ],
)
def test_suits_as_people_spell_them(names, strain):
    for name in names.split():
        for said in (name, name.upper(), unicodedata.normalize("NFD", name)):
            assert strain_of(said) == strain
            assert read_line(f"10 {said}").bid == ("10", strain)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_sheet_prints_is_understood(language):
    """Sides, suits and the whole names of no trump and all trump."""
    words = words_in(language)
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
    assert side_of_word("NE") is side_of_word("ΒΑ") is side_of_word("") is side_of_word("NN") is None


# The match


def test_both_reach_the_target(here):
    rules = KAFENEIO.change(target=101)
    sheet = Sheet(rules)
    for _ in range(4):
        sheet.add("NS 80H 81")
    assert sheet.totals.as_dict() == {"NS": 64, "EW": 32}
    sheet.add("NS 400H capot pilotta decl=200")
    assert sheet.winner == 0


def test_equal_totals_play_one_more(here):
    sheet = Sheet(KAFENEIO.change(target=101))
    while max(sheet.totals) < 101:
        # 8 + 8 for the bidders, 8 and four thirds for the others.
        sheet.add("NS 80H 81 decl=EW:20+20+20+20")
    assert sheet.totals.ns == sheet.totals.ew >= 101
    assert sheet.winner is None
    sheet.add("NS 80H 120")
    assert sheet.winner == 0


def test_a_reverse_capot_ends_an_academy_match():
    sheet = Sheet(ACADEMY)
    sheet.add("NS 80H capot=EW")
    assert (sheet.winner, sheet.by_reverse_capot) == (1, True)
    assert sheet.undo() is not None
    assert sheet.winner is None


def test_totals_start_again_after_a_win():
    sheet = Sheet(BOURLOT.change(target=1010))
    while sheet.wins.ns == 0:
        sheet.add("NS 200H capot")
    assert sheet.totals.as_dict() == {"NS": 0, "EW": 0}
    assert sheet.winner is None
    while sheet.winner is None:
        sheet.add("NS 200H capot")
    assert sheet.wins.as_dict() == {"NS": 2, "EW": 0}
    assert sheet.data()["winner"] == "NS"


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
    assert ran.err == "pilotta: line 2: 'hello' is not understood here\n"
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
        self.talk = Talk(words_in(language), Sheet(rules), path, self.ask, self.hear)
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
    words = words_in(language)
    table = Table(language, BOURLOT, ["", "1", "", "9h", "", "116", "2", "", "20", "", "", "1"])
    assert table.heard.count(words("keeper_empty")) == 5
    assert "''" not in table.heard
    assert words("keeper_cards", side=words("us")) in table.heard
    assert [entry.line for entry in table.sheet.entries] == ["NS 90H cards=116 decl=EW:20 jack=NS"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_points_are_asked_of_a_side_whatever_it_is_called(language):
    """The name stands apart, in its plain form: nothing is declined."""
    assert ", Χ" in words_in(language)("keeper_cards", side="Χ")


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
    table = Table("el", KAFENEIO, ["1", "9h", "", "κ", "", "", "2", "9h", "", "0", "", ""])
    assert [entry.line for entry in table.sheet.entries] == ["NS 90H capot=NS", "EW 90H capot=NS"]


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
