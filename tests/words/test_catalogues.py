"""The catalogues: a sentence for every code and a code for every sentence, the same parameters in every language, each text
once, and Greek in Greek."""

import json
import re
import unicodedata
from collections import defaultdict
from itertools import product
from pathlib import Path

import pytest

import pilotta.bots
import pilotta.puzzles
from pilotta.rules.errors import CODES
from pilotta.server.codes import ERROR_CODES, REFUSAL_CODES
from pilotta.sheet.line import CODES as SCORE
from pilotta.words import CHAPTERS, LANGUAGES, chapter
from pilotta.words.catalogue import CODED, NAMED, PLAIN
from pilotta.words.forms import FORMS
from pilotta.words.phrasebook import holes

WORDS = Path(pilotta.__file__).parent / "words"
FILES = [*product(LANGUAGES, CHAPTERS), ("en", PLAIN)]

# What is only ever read by programs and their authors has no sentence for players.
FOR_PROGRAMS = {
    code
    for code in ERROR_CODES
    if code.split(".")[0] in ("protocol", "request", "server", "record", "rules", "bot", "session")
    or code in ("reason.no_such_move", "reason.not_a_bot", "hint.not_training")
}
REASON = re.compile(r"[\"']((?:bid|declare|means|play|random)\.[a-z_]+)[\"']")
PUZZLE = re.compile(r"[\"']((?:puzzle)\.[a-z_]+)[\"']")

# The same text for different things, which some language may want to tell apart.
TWICE = [
    {"bourlot", "rules_bourlot"},
    {"call_capot", "line_capot"},
    {"declarations", "line_declarations"},
    {"app_name", "line_pilotta", "pilotta"},
    {"auction", "key_auction"},
    {"hint_ask", "key_hint"},
    {"key_why", "review_why"},
    {"key_last", "last_trick"},
    {"key_last", "trick"},
    {"level_cafe", "target_cafe"},
    {"speed_normal", "target_standard"},
    {"puzzle_hand", "your_hand"},
    {"call_spoken", "call_spoken_points"},
    {"record.match_over", "score.match_over"},
    *({f"of_{suit}", f"suit_{suit}"} for suit in "SHDC"),
    *({f"rank_{rank}", f"ranks_{rank}"} for rank in "9TK"),
]

# Latin words that stand in Greek texts: keys and what is typed on them, notation, the product's own words.
LATIN = {
    *("Enter", "Esc", "F2", "F6", "F7", "F8", "training", "pilotta", "play"),
    *("s", "h", "d", "c", "n", "a", "p", "x", "k", "q", "P", "X", "JH", "100H", "100S", "x2", "NS", "EW", "A", "K", "Q", "J"),
    *("capot", "tricks", "cards", "decl", "jack", "exp", "cookies"),
}  # fmt: skip


def holes_of(text: str) -> dict[str, str | None]:
    return dict(holes(text))


def types(text: str) -> dict[str, set[str]]:
    found = defaultdict(set)
    for name, form in holes(text):
        found[name].add("text" if form is None else FORMS[form][0])
    return found


@pytest.mark.parametrize(("language", "name"), FILES)
def test_a_chapter_is_clean_text(language: str, name: str) -> None:
    pairs = json.loads(
        (WORDS / language / f"{name}.json").read_text(encoding="utf-8"), object_pairs_hook=list
    )
    assert len({key for key, _ in pairs}) == len(pairs)
    for key, text in pairs:
        pattern = r"[a-z]+\.[a-z_]+(-[a-z]+)?" if name in (*CODED, PLAIN) else r"[a-z][A-Za-z0-9_]*"
        assert re.fullmatch(pattern, key), key
        assert text.strip() == text != "" or key == "sheet_wins", key
        assert unicodedata.is_normalized("NFC", text), key
        assert not set(re.sub(r"\{\w+(:\w+)?\}", "", text)) & set("{}"), key
        assert all(form is None or form in FORMS for _, form in holes(text)), key


@pytest.mark.parametrize(("language", "name"), list(product(LANGUAGES, CHAPTERS)))
def test_every_language_has_the_same_keys_and_parameters(language: str, name: str) -> None:
    here, english = chapter(language, name), chapter("en", name)
    assert list(here) == list(english)
    for key, text in here.items():
        assert types(text).keys() == types(english[key]).keys(), key
        for parameter, kinds in types(text).items():
            assert kinds == types(english[key])[parameter], (key, parameter)
            assert len(kinds) == 1, (key, parameter)


def test_a_name_stands_in_one_chapter() -> None:
    keys = [key for name in NAMED for key in chapter("en", name)]
    assert len(keys) == len(set(keys))


def test_there_is_no_file_that_nobody_reads() -> None:
    files = {path.relative_to(WORDS).as_posix() for path in WORDS.rglob("*.json")}
    assert files == {f"{language}/{name}.json" for language, name in FILES}


# Codes


def codes_in(package: object, pattern: re.Pattern[str]) -> set[str]:
    folder = Path(str(package.__file__)).parent  # type: ignore[attr-defined]
    return {
        code for path in folder.rglob("*.py") for code in pattern.findall(path.read_text(encoding="utf-8"))
    }


def sentences(name: str, *kinds: str) -> set[str]:
    """The codes of a chapter, without those that do with a parameter less."""
    found = {code.partition("-")[0] for code in chapter("en", name)}
    return {code for code in found if not kinds or code.split(".")[0] in kinds}


def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal() -> None:
    assert sentences("refusals") == {*CODES, *REFUSAL_CODES, *SCORE}
    assert sentences(PLAIN) == {*CODES, *SCORE, *ERROR_CODES}
    for code, text in chapter("en", "refusals").items():
        if code in chapter("en", PLAIN):
            assert holes_of(text).keys() <= holes_of(chapter("en", PLAIN)[code]).keys(), code


def test_every_reason_has_a_sentence_and_every_sentence_a_reason() -> None:
    written = codes_in(pilotta.bots, REASON)
    # Two answers are told from those with points by an ending that the bidder adds.
    written |= {f"{code}_points" for code in written if code.startswith("bid.answer")}
    assert sentences("reasons", "bid", "declare", "means", "play", "random") == written
    assert sentences("reasons", "server") == {
        f"server.{why}" for why in ("late", "broken", "failed", "illegal")
    }


def test_every_explanation_has_a_sentence() -> None:
    written = codes_in(pilotta.puzzles, PUZZLE)
    for what in ("open", "compete", "go_on", "answer"):
        written |= {f"puzzle.{what}{ending}" for ending in ("", "_not", "_height")}
    assert sentences("puzzles", "puzzle") == written


def test_every_problem_of_players_has_a_sentence() -> None:
    assert sentences("problems") <= set(ERROR_CODES)
    assert set(ERROR_CODES) - FOR_PROGRAMS <= sentences("problems")


# Texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_stands_twice(language: str) -> None:
    found = defaultdict(set)
    for name in CHAPTERS:
        for key, text in chapter(language, name).items():
            found[text].add(key)
    twice = [keys for keys in found.values() if len(keys) > 1 and not any(keys <= each for each in TWICE)]
    assert twice == []


@pytest.mark.parametrize("language", ["el", "el-CY"])
def test_greek_is_written_in_greek(language: str) -> None:
    """A Latin letter that looks like a Greek one in the middle of a Greek word is a slip of the keyboard; a Latin word has
    to be one that is meant."""
    for name in CHAPTERS:
        for key, text in chapter(language, name).items():
            for word in re.findall(r"\w+", re.sub(r"\{\w+(:\w+)?\}", "", text)):
                scripts = {unicodedata.name(letter).split()[0] for letter in word if letter.isalpha()}
                assert len(scripts) <= 1, (name, key, word)
                assert "LATIN" not in scripts or word in LATIN, (name, key, word)


def test_no_text_is_unused(root: Path) -> None:
    """Keys are found in the code by their text, as ``m.key`` in the web client, or by the beginning that the code completes."""
    code = "\n".join(path.read_text() for path in (root / "src/pilotta").rglob("*.py"))
    pages = [
        path
        for path in (root / "web/src").rglob("*")
        if path.suffix in (".ts", ".svelte") and path.stem != "texts"
    ]
    code += re.sub(r"\bm\.(\w+)", r"'\1'", "\n".join(path.read_text() for path in pages))
    starts = (
        *(
            "suit_",
            "of_",
            "strain_",
            "rank_",
            "ranks_",
            "top_",
            "seat_",
            "side_",
            "call_",
            "decl_seq",
            "line_",
            "rules_",
            "key_",
        ),
        *("review_call_", "review_card_", "review_unsaid_"),
    )
    unused = [
        key
        for name in NAMED
        for key in chapter("en", name)
        if not re.search(f"[\"']{key}[\"']", code) and not key.startswith(starts)
    ]
    assert unused == []
