"""What holds of every command: help with examples that work, quick starts, house rules, statuses."""

import json
import re
import resource
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pilotta import __version__
from pilotta.cli.explained import GROUPS, PRESET_LINES
from pilotta.cli.main import COMMANDS, WITHOUT_CORE
from pilotta.cli.words import users_language
from pilotta.game.notation import parse_deal
from pilotta.rules.catalogue import PRESETS, all_fields, from_data
from pilotta.rules.ruleset import FIELD_NAMES
from pilotta.server.settings import Settings

RECORDS = Path(__file__).resolve().parent.parent / "data" / "records"
OWN_BOT = RECORDS.parents[2] / "docs" / "own-bot.md"
# These need a terminal, or do not end by themselves; their own tests start them.
NOT_RUN = ("play", "serve")
SLOW_EXAMPLES = ("pilotta puzzles make", "pilotta puzzles check", "pilotta bench --deals")
"""What takes many seconds. The check reads what was made before it."""


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(here, command):
    ran = here(command, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert f"  pilotta {command}" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 130


def examples(text: str) -> list[str]:
    return re.findall(
        r"^  (pilotta .*)$", text.partition("examples:")[2] or text.partition("example:")[2], re.MULTILINE
    )


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in NOT_RUN])
def test_the_examples_work(here, shell, command, tmp_path):
    """Each runs in a folder where the files it names are."""
    found = examples(here(command, "--help").out)
    quick = [example for example in found if not example.startswith(SLOW_EXAMPLES)]
    assert quick
    run_examples(shell, tmp_path, quick)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["puzzles", "bench"])
def test_the_examples_that_think_for_long_work(here, shell, command, tmp_path):
    found = examples(here(command, "--help").out)
    slow = [example for example in found if example.startswith(SLOW_EXAMPLES)]
    assert slow
    run_examples(shell, tmp_path, slow)


def run_examples(shell, tmp_path, found):
    (tmp_path / "match.pilotta.json").write_bytes((RECORDS / "cli-academy.pilotta.json").read_bytes())
    (tmp_path / "deals.txt").write_text("NS 100H cards=97\npass\n")
    [bot] = re.findall(r"```python\n(\"\"\"A patient.*?)```", OWN_BOT.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "patient.py").write_text(bot, encoding="utf-8")
    for example in found:
        words = shlex.split(example.partition("<")[0])[1:]
        stdin = (tmp_path / shlex.split(example)[-1]).read_bytes() if "<" in example else b""
        ran = shell(*words, stdin=stdin, cwd=tmp_path, seconds=280)
        assert (ran.status, ran.err) == (0, ""), example
        assert ran.out
        if "--json" in words:
            for line in ran.out.splitlines():
                json.loads(line)


def test_options_are_written_in_full(here):
    for words in (
        ("solve", "DEAL", "--tab"),
        ("deal", "--coun", "2"),
        ("bench", "solve", "--dea", "1"),
        ("--vers",),
    ):
        ran = here(*words)
        assert (ran.status, ran.out) == (2, ""), words
        assert f"unrecognized arguments: {next(word for word in words if word.startswith('--'))}" in ran.err


def test_version(here):
    assert here("--version").out == f"pilotta {__version__} (native)\n"


def without_core(*words):
    """In an interpreter with nothing but the sources, as from a folder that nobody has built."""
    return subprocess.run(
        [sys.executable, "-S", "-B", "-m", "pilotta", *words],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(Path(__file__).parents[2] / "src"), "PYTHONUTF8": "1"},
    )


@pytest.mark.parametrize(
    "words", [("deal", "--seed", "1"), ("rules",), ("arena", "cafe", "random", "--deals", "1", "--jobs", "1")]
)
def test_without_the_core_it_says_so_in_one_line(here, words):
    ran = without_core(*words)
    assert ran.returncode == 0
    assert ran.stdout
    assert [line for line in ran.stderr.splitlines() if line.startswith("pilotta:")] == [
        f"pilotta: {WITHOUT_CORE}"
    ]
    assert "core" not in here(*words).err


def test_without_the_core_the_version_names_what_there_is():
    ran = without_core("--version")
    assert (ran.stdout, ran.stderr) == (f"pilotta {__version__} (plain)\n", "")


@pytest.mark.parametrize(
    "words",
    [
        ("arena", "daskalos", "cafe", "--deals", "1", "--jobs", "1"),
        ("arena", "cafe", "mastoras:bold", "--deals", "1", "--jobs", "1"),
        ("puzzles", "make", "--deals", "1", "--jobs", "1"),
        ("review", str(RECORDS / "cli-academy.pilotta.json"), "--jobs", "1"),
    ],
)
def test_without_the_core_what_needs_it_is_refused_by_name(words):
    ran = without_core(*words)
    assert ran.returncode == 2
    first, second = (line for line in ran.stderr.splitlines() if line.startswith("pilotta:"))
    assert first == f"pilotta: {WITHOUT_CORE}"
    assert second.startswith(
        f"pilotta: {'mastoras' if 'mastoras:bold' in words else 'daskalos'} thinks deals through in the native core"
    )


def test_without_a_command(here):
    ran = here()
    assert ran.status == 0
    assert all(name in ran.out for name in COMMANDS)


def test_what_is_no_command(here):
    for words in (("nonsense",), ("replay",), ("replay", "a", "b"), ("--wrong",), ("deal", "--seed", "x")):
        ran = here(*words)
        assert (ran.status, ran.out) == (2, "")
        assert "Traceback" not in ran.err


def test_replay_starts_at_once(record):
    """The commands' own imports stay small: no terminal, no server, no bots for a record."""
    code = (
        "import sys; from pilotta.cli.main import main;"
        f"main(['replay', {str(record)!r}, '--json']);"
        "sys.stderr.write(' '.join(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert not {
        name for name in loaded if name.split(".")[0] in ("textual", "rich", "litestar", "msgspec", "asyncio")
    }
    assert not {
        name for name in loaded if name.startswith(("pilotta.bots", "pilotta.server", "pilotta.cli.table"))
    }

    # CPU time, since the machine may be busy; about 0.1 s, of which a third is Python's own.
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "pilotta", "replay", str(record)], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.6


# House rules


def test_every_field_is_explained():
    explained = [name for group in GROUPS.values() for name in group]
    assert sorted([*explained, "preset"]) == sorted(FIELD_NAMES)
    assert list(PRESET_LINES) == list(PRESETS)


def test_rules_as_json_can_be_read_back(here, tmp_path):
    for name, rules in PRESETS.items():
        data = json.loads(here("rules", name, "--json").out)
        assert from_data(data) == rules
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({**data, "target": 4000 if rules.unit == 10 else 400}))
        assert json.loads(here("rules", str(path), "--json").out)["target"] in (400, 4000)
    assert json.loads(here("rules", "--json").out) == {
        name: all_fields(rules) for name, rules in PRESETS.items()
    }


def test_every_field_can_be_set_as_it_is_shown(here):
    """What ``rules`` prints for a value is what ``--set`` takes."""
    for name in PRESETS:
        shown = here("rules", name).out
        pairs = re.findall(r"^  (\w+) +(\S+) ", shown, re.MULTILINE)
        assert len(pairs) == len(FIELD_NAMES) - 1
        words = [word for field, value in pairs for word in ("--set", f"{field}={value}")]
        assert from_data(json.loads(here("rules", name, *words, "--json").out)) == PRESETS[name]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rules", "whist"), "academy, kafeneio, bourlot, club"),
        (("--rules", "nothere.json"), "No such file"),
        (("--set", "target"), "equals sign"),
        (("--set", "targte=5"), "did you mean target?"),
        (("--set", "target=5"), "101–401"),
        (("--set", "redouble=perhaps"), "true or false"),
        (("--set", "lowest_bid=x"), "a whole number"),
        (("--set", "dealing=4,4,4"), "packets"),
        (("--set", "trump_values=1,2"), "8 numbers"),
        (("--set", "double=none", "--rules", "club"), "double_multiplies"),
        (("--target", "7"), "target"),
        # Numbers beyond all sense are numbers all the same; other scripts' digits are none.
        (("--set", "target=" + "1" * 21), "plays to 101–401"),
        (("--target", "1" * 21), "plays to 101–401"),
        (("--set", "target=" + "1" * 5000), "target: a number of 5000 digits is larger than any"),
        (("--target", "1" * 5000), "target: a number of 5000 digits is larger than any"),
        (("--set", "target=-351"), "plays to 101–401"),
        (("--set", "target=٣٥١"), "is not a whole number"),
        (("--set", "target=3_51"), "is not a whole number"),
        (("--target", "３５１"), "is not a whole number"),
        (("--set", "dealing=٣,2,3"), "is not a list of whole numbers"),
        # Two options that say different things.
        (
            ("--target", "151", "--set", "target=251"),
            "--set and --target: target cannot be 251 and 151 at once",
        ),
        (
            ("--target", "short", "--set", "target=251"),
            "--set and --target: target cannot be 251 and 151 at once",
        ),
        (("--set", "bid_step=1", "--set", "bid-step=5"), "--set: bid_step cannot be 1 and 5 at once"),
        (("--set", "preset=club"), "--set: a preset is chosen by --rules"),
        (("--rules", ""), "--rules: '' is no rule set; there are academy"),
    ],
)
def test_rules_that_cannot_be(here, words, said):
    ran = here("deal", *words)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("words", [("",), ("academy", ""), ("--compare", ""), ("--rules", "")])
def test_an_empty_name_is_no_rule_set(here, words):
    ran = here("rules", *words)
    assert (ran.status, ran.out) == (2, "")
    assert "--rules: '' is no rule set" in ran.err


def test_saying_the_same_twice_is_no_contradiction(here):
    words = ("--target", "151", "--set", "target=151", "--set", "target=151")
    assert json.loads(here("rules", "academy", *words, "--json").out)["target"] == 151
    words = ("--rules", "bourlot", "--set", "sheet_unit=tens", "--set", "target=151", "--target", "short")
    assert here("deal", *words).status == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"preset": "club", "preset": "academy"}', "the field 'preset' stands twice"),
        ('{"target": NaN}', "NaN is no number"),
        ('{"target": 1e999}', "'1e999' is larger than any number"),
        ('{"target": %s}' % ("7" * 5000), "a number of 5000 digits is larger than any"),
        ("[" * 50_000, "nested too deeply"),
        ('{"target": 351', "line 1, column 15: no JSON"),
        ("\ufeff\xff", "byte 4: the text is not UTF-8"),
        (" " * 65_537, "larger than 64 KB"),
    ],
)
def test_a_file_of_house_rules_is_read_strictly(here, tmp_path, text, said):
    path = tmp_path / "house.json"
    path.write_bytes(text.encode().replace("ÿ".encode(), b"\xff"))
    ran = here("rules", str(path))
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert "int_max_str" not in ran.err


def test_named_targets(here):
    assert json.loads(here("rules", "academy", "--target", "short", "--json").out)["target"] == 151
    assert json.loads(here("rules", "bourlot", "--target", "long", "--json").out)["target"] == 4010


def test_comparing(here):
    ran = here("rules", "academy", "kafeneio")
    names = {line.split()[0] for line in ran.out.splitlines()[1:]}
    assert names == {"declaration_tie", "show", "reverse_capot", "target"}
    assert here("rules", "--compare", "academy", "kafeneio") == ran
    data = json.loads(here("rules", "academy", "kafeneio", "--json").out)
    assert data["fields"]["target"] == [351, 301]
    assert here("rules", "club", "club").out == "No field differs.\n"
    assert here("rules", "academy", "club", "--target", "short").status == 2


# Dealing


def test_the_same_seed_deals_the_same(here):
    one = here("deal", "--seed", "5", "--json")
    assert one == here("deal", "--seed", "5", "--json")
    data = json.loads(one.out)
    assert parse_deal(data["deal"])
    sheet = here("deal", "--seed", "5").out
    assert sheet.splitlines()[-1] == data["deal"]
    assert sum(sheet.count(symbol) for symbol in "♠♥♦♣") == 16


@pytest.mark.parametrize(
    "command",
    [
        ("deal",),
        ("play",),
        ("review", "x.json"),
        ("arena", "cafe", "random"),
        ("bench",),
        ("bench", "solve"),
        ("puzzles", "solve"),
        ("puzzles", "make"),
    ],
)
@pytest.mark.parametrize("seed", ["-1", "٧", "1_0", " 7", "1e3", "9" * 5000, str(2**64)])
def test_a_seed_is_a_whole_number_in_plain_digits_and_never_below_nothing(here, command, seed):
    """Python's chance starts from -1 as it does from 1: two seeds would deal the same."""
    ran = here(*command, "--seed", seed)
    assert (ran.status, ran.out) == (2, "")
    assert "--seed: 0 to 18446744073709551615" in ran.err


def test_large_seeds_differ(here):
    assert here("deal", "--seed", str(2**64 - 1)).out != here("deal", "--seed", str(2**32)).out


def test_a_deal_by_chance_names_its_seed(here):
    data = json.loads(here("deal", "--json").out)
    assert json.loads(here("deal", "--json", "--seed", str(data["seed"])).out) == data


@pytest.mark.parametrize(
    "words",
    [
        ("deal", "--count"),
        ("arena", "random", "random", "--deals"),
        ("bench", "--deals"),
        ("serve", "--port"),
    ],
)
@pytest.mark.parametrize("count", ["-1", "1.5", "٣", "", "1 ", "0" * 20 + "99999999", "9" * 5000])
def test_counts_that_cannot_be(here, words, count):
    ran = here(*words, count)
    assert (ran.status, ran.out) == (2, "")
    assert " to " in ran.err or "expected one argument" in ran.err


def test_a_count_may_begin_with_noughts(here):
    assert here("deal", "--count", "0000000002", "--json").out.count("\n") == 2


# The language of the environment


@pytest.mark.parametrize(
    ("value", "language"),
    [
        ("el_GR.UTF-8", "el"), ("el_CY.UTF-8", "el-CY"), ("it_IT", "it"), ("en_GB.UTF-8", "en"),
        ("C", "en"), ("POSIX", "en"), ("de_DE", "en"), ("el", "el"),
    ],
)  # fmt: skip
def test_language_of_the_environment(monkeypatch, value, language):
    for name in ("PILOTTA_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", value)
    assert users_language() == language
    monkeypatch.setenv("PILOTTA_LANG", "it")
    assert users_language() == "it"


def test_the_help_of_serve_shows_a_variable_that_the_server_reads(here):
    example = re.search(r"(PILOTTA_\w+)=(\d+) pilotta serve", here("serve", "--help").out)
    assert example is not None
    assert Settings.load({example[1]: example[2]}).port == int(example[2])
