"""A said thing becomes a sentence: every form of every type, in each language and for each reader."""

import json
from random import Random
from typing import Any

import pytest
from tests.game.driver import steps
from tests.rules.tables import DATA

from pilotta.bots.bot import Reason
from pilotta.cards import CARD_NAMES, RANKS
from pilotta.game.actions import MakeCall
from pilotta.game.transition import Refusal, apply
from pilotta.rules.auction import DOUBLE, REDOUBLE, bid, capot_bid
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.errors import Breach
from pilotta.said import Said
from pilotta.seats import SEATS, SIDES
from pilotta.words import LANGUAGES, Phrasebook, Reader, in_english, phrasebook
from pilotta.words.forms import FORMS, STRAINS, TYPES, spoken

EXAMPLES = {
    "card": CARD_NAMES,
    "rank": RANKS,
    "strain": STRAINS,
    "seat": SEATS,
    "side": SIDES,
    "call": ("P", "X", "XX", "80S", "820N", "CAPH", "CAPA"),
    "height": ("80", "162", "820"),
    "number": ("0", "7", "12.5", "-3", "-0.1"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FORMS)
def test_every_value_has_every_form_of_its_type(language: str, form: str) -> None:
    kind = FORMS[form][0]
    # Nobody speaks of many sevens: no four of them is declared, no run ends in them.
    examples = [text for text in EXAMPLES[kind] if form not in ("many", "high") or text not in "78"]
    said = [spoken(phrasebook(language), form, text) for text in examples]
    assert len(set(said)) == len(said)
    assert all(said)
    assert spoken(phrasebook(language), form, "?!") == "?!"


@pytest.mark.parametrize("kind", TYPES)
def test_a_type_knows_its_own_values(kind: str) -> None:
    assert all(TYPES[kind](text) for text in EXAMPLES[kind])
    assert not TYPES[kind]("")
    assert not TYPES[kind]("none")


def test_the_reader_decides_how_bids_and_cards_are_said() -> None:
    reason = Reason("bid.thumb_raise", {"call": "90D", "card": "JD"})
    assert phrasebook("en").say(reason) == "Raises partner to 90♦: it holds J♦."
    assert Phrasebook("en", Reader("tens", "greek")).say(reason) == "Raises partner to 9♦: it holds Β♦."


@pytest.mark.parametrize(
    ("language", "gain"), [("en", "1.5"), ("el", "1,5"), ("el-CY", "1,5"), ("it", "1,5")]
)
def test_numbers_are_written_as_people_write_them(language: str, gain: str) -> None:
    params = {"deals": "40", "card": "AH", "other": "JD", "gain": "1.5"}
    assert f" {gain} " in phrasebook(language).say(Reason("play.search", params))


def test_a_suit_in_a_sentence_and_of_a_card() -> None:
    book = phrasebook("el")
    assert (
        book.say(Breach("play.must_trump", {"suit": "H", "seat": "S"}))
        == "Δεν έχεις κούπες: πρέπει να κόψεις με ατού."
    )
    assert "(βαλές κούπα)" in book.say(Breach("play.must_beat", {"best": "JH", "seat": "S"}))


def test_one_code_may_be_a_refusal_and_a_reason() -> None:
    assert phrasebook("en").say(Breach("declare.nothing", {"seat": "S"})) == "You have nothing to announce."
    assert phrasebook("en").say(Reason("declare.nothing")) == "Holds nothing to announce."
    assert in_english(Breach("declare.nothing", {"seat": "S"})) == "S holds no declaration"


@pytest.mark.parametrize(
    ("language", "tens"),
    [
        ("en", "8♥ is too low: at least 9 now."),
        ("el", "Χαμηλά: 8♥. Τώρα λες τουλάχιστον 9."),
        ("el-CY", "Χαμηλά: 8♥. Τωρά λαλείς 9 τζαι πάνω."),
        ("it", "8♥ è troppo basso: ora almeno 9."),
    ],
)
def test_a_bid_that_is_too_low_is_told_as_the_table_bids(language: str, tens: str) -> None:
    refused = Breach("call.too_low", {"call": "80H", "lowest": "90"})
    assert phrasebook(language).for_bids("tens").say(refused) == tens
    assert phrasebook(language).for_bids("points").say(refused) == tens.replace("8♥", "80♥").replace(
        "9", "90"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_no_bid_is_left_none_is_named(language: str) -> None:
    rules = PRESETS["academy"]
    state = next(after for _, _, after, _ in steps(rules, 1) if after.deal is not None)
    highest = bid(rules.highest_bid, 1)
    state = apply(state, MakeCall(state.turn, highest)).state  # type: ignore[union-attr]
    refused = apply(state, MakeCall(state.turn, highest))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.params.get("lowest")) == ("call.too_low", None)
    said = phrasebook(language).for_bids(rules.bids_said).say(refused)
    assert said != phrasebook(language).say(Said("call.too_low", {**refused.params, "lowest": "90"}))
    assert "none" not in said
    assert "{" not in said
    assert refused.message == f"{rules.highest_bid}H is too low: no higher bid is left"


WRITTEN = json.loads((DATA / "sentences.json").read_text(encoding="utf-8"))["sentences"]


@pytest.mark.parametrize(
    "case", WRITTEN, ids=lambda case: f"{case['code']} {case['language']} {case['bids']}"
)
def test_sentences_read_as_they_are_written_down(case: dict[str, Any]) -> None:
    said = {"refusals": Breach, "reasons": Reason}[case["chapter"]](case["code"], case["params"])
    assert Phrasebook(case["language"], Reader(case["bids"], case["letters"])).say(said) == case["reads"]


@pytest.mark.parametrize("name", PRESETS)
def test_what_the_rules_refuse_can_be_said_to_everybody(name: str) -> None:
    rules, chance = PRESETS[name], Random(9)
    calls = [
        DOUBLE,
        REDOUBLE,
        *(bid(value, strain) for value in (70, 80, 85, 90, 1000) for strain in range(6)),
        capot_bid(4),
    ]
    codes = set()
    for _, _, after, _ in steps(rules, 4, deals=2):
        refused = apply(after, MakeCall(after.turn, chance.choice(calls)))
        if isinstance(refused, Refusal):
            codes.add(refused.code)
            for language in LANGUAGES:
                assert "{" not in phrasebook(language).for_bids(rules.bids_said).say(refused)
            assert "{" not in refused.message
    assert codes


def test_what_there_is_not_is_an_error_that_names_it() -> None:
    with pytest.raises(
        ValueError, match="'fr' is no language of the phrasebook; there are el, el-CY, en, it"
    ):
        Phrasebook("fr")  # type: ignore[arg-type]
    with pytest.raises(KeyError, match=r"play\.unheard_of"):
        phrasebook().say(Said("play.unheard_of"))
    with pytest.raises(KeyError, match="no_such_key"):
        phrasebook()("no_such_key")
