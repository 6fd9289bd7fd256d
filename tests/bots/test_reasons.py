"""The bots' sentences: the same codes and parameters in every language, and a sentence for every code that a bot can give."""

import json
import re
import unicodedata
from pathlib import Path
from string import Formatter

import pytest

import pilotta.bots
from pilotta.bots.reasons import LANGUAGES, sentences
from pilotta.cli.words import LANGUAGES as SPOKEN

BOTS = Path(pilotta.bots.__file__).parent
CODES = re.compile(r"[\"']((?:bid|declare|means|play|random)\.[a-z_]+)[\"']")


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_in_every_language(language):
    said = sentences(language)
    assert list(said) == list(sentences())
    for code, text in said.items():
        assert text.strip() == text != ""
        assert parameters(text) == parameters(sentences()[code]), code
        assert unicodedata.is_normalized("NFC", text), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_is_a_name_and_stands_once(language):
    pairs = json.loads((BOTS / "locale" / f"{language}.json").read_text(), object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)) == len(sentences(language))
    for key, code in zip(keys, sentences(language), strict=True):
        assert re.fullmatch(r"[a-z][a-z0-9_]*", key)
        assert code.count(".") == 1
        assert key == ("" if code.startswith("means.") else "reason_") + code.replace(".", "_")


@pytest.mark.parametrize("language", ["el", "el-CY"])
def test_greek_is_written_in_greek_letters(language):
    for code, text in sentences(language).items():
        for word in re.findall(r"\w+", re.sub(r"\{\w+\}", "", text)):
            scripts = {unicodedata.name(letter).split()[0] for letter in word if letter.isalpha()}
            assert len(scripts) <= 1, (code, word)


def test_bots_and_sentences_know_the_same_codes():
    written = {
        code for path in BOTS.rglob("*.py") for code in CODES.findall(path.read_text(encoding="utf-8"))
    }
    # Two answers are told from those with points by an ending that the bidder adds.
    written |= {f"{code}_points" for code in written if code.startswith("bid.answer")}
    assert written == set(sentences())


def test_the_languages_are_those_of_the_commands():
    assert sorted(LANGUAGES) == sorted(SPOKEN)
    with pytest.raises(ValueError, match="'fr' is no language"):
        sentences("fr")
