"""The catalogue of sentences: the same keys and parameters in every language, and a sentence for every code."""

import re
import unicodedata
from string import Formatter

import pytest

from pilotta.cli.words import LANGUAGES, words_in
from pilotta.rules.errors import MESSAGES
from pilotta.sheet.line import SENTENCES as SCORE

ENGLISH = words_in("en").messages


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_in_every_language(language):
    messages = words_in(language).messages
    assert sorted(messages) == sorted(ENGLISH)
    for key, text in messages.items():
        assert text.strip()
        assert parameters(text) == parameters(ENGLISH[key]), key
        assert unicodedata.is_normalized("NFC", text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_for_every_code(language):
    words = words_in(language)
    for code, english in {**MESSAGES, **SCORE}.items():
        # A language need not say all that the English does, but can say nothing else.
        assert parameters(words.messages[f"refuse.{code}"]) <= parameters(english), code
    refusals = {key for key in words.messages if key.startswith("refuse.")}
    assert refusals == {f"refuse.{code}" for code in (*MESSAGES, *SCORE)}


@pytest.mark.parametrize("language", ["el", "el-CY"])
def test_greek_is_written_in_greek_letters(language):
    """A Latin letter that looks like a Greek one in the middle of a Greek word is a slip of the keyboard."""
    for key, text in words_in(language).messages.items():
        plain = re.sub(r"\{\w+\}", "", text)
        for word in re.findall(r"\w+", plain):
            scripts = {unicodedata.name(letter).split()[0] for letter in word if letter.isalpha()}
            assert len(scripts) <= 1, (key, word)


def test_no_key_is_unused(root):
    """Keys are found in the code by their text, or by the beginning that the code completes."""
    speaking = ("cli", "review", "words")
    files = [path for floor in speaking for path in (root / "src/pilotta" / floor).rglob("*.py")]
    code = "\n".join(path.read_text() for path in files)
    starts = ("suit_", "strain_", "ranks_", "seat_", "call_", "decl_seq", "rules_", "line_", "refuse.", "key_", "account_", "side_", "review_call_", "review_card_", "review_unsaid_")  # fmt: skip
    unused = [
        key for key in ENGLISH if not re.search(f"[\"']{key}[\"']", code) and not key.startswith(starts)
    ]
    assert unused == []
