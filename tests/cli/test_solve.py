"""``pilotta solve``: the contract of its JSON, the table for people, and what it refuses."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from tests.engine.positions import ending

from pilotta.cards import parse_card
from pilotta.engine.position import position
from pilotta.engine.solver import moves, value
from pilotta.game.notation import deal_text, parse_hands
from pilotta.rules.catalogue import ACADEMY, CLUB
from pilotta.rules.ruleset import STRAINS
from pilotta.seats import SEATS

DEAL = "S:.T9.7.8 987.J.. .KQ..A7 T.A.A.K"
GIVEN = (DEAL, "--strain", "H", "--leader", "S")


def test_json_is_the_value_and_the_moves_best_first(here):
    ran = here("solve", *GIVEN, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == '{"value": {"NS": 84, "EW": 24}, "moves": {"8C": 84, "7D": 74, "TH": 64, "9H": 60}}\n'


def test_for_east_and_west_the_best_is_what_leaves_ns_least(here):
    data = json.loads(here("solve", DEAL, "--strain", "H", "--leader", "W", "--json").out)
    assert list(data["moves"].values()) == sorted(data["moves"].values())
    assert data["value"]["NS"] == next(iter(data["moves"].values()))


@pytest.mark.parametrize("seed", range(12))
def test_it_says_what_the_solver_says(here, seed):
    at = ending(Random(seed), 3, rules=CLUB, laid=0)
    words = (deal_text(at.dealt), "--strain", STRAINS[at.strain], "--leader", SEATS[at.turn])
    data = json.loads(here("solve", *words, "--rules", "club", "--json").out)
    assert data["value"] == value(at).as_dict()
    assert {parse_card(card): ns for card, ns in data["moves"].items()} == moves(at)
    best = (min if at.turn & 1 else max)(data["moves"].values())
    assert next(iter(data["moves"].values())) == best


def test_cards_that_are_as_good_stand_as_in_a_hand(here):
    data = json.loads(
        here("solve", "S:AKQ... JT9... 87.A.. .KQJ..", "--strain", "A", "--leader", "S", "--json").out
    )
    assert len(set(data["moves"].values())) == 1
    assert list(data["moves"]) == ["AS", "KS", "QS"]


@pytest.mark.parametrize("plays", ["8C,JH", "8C JH", "8c, jh", "8♣  Β♥", " 8C,JH, "])
def test_plays_with_commas_or_spaces(here, plays):
    data = json.loads(here("solve", *GIVEN, "--plays", plays, "--json").out)
    assert data == {"value": {"NS": 84, "EW": 24}, "moves": {"7C": 84, "AC": 73}}


@pytest.mark.parametrize("leader", ["s", "S"])
@pytest.mark.parametrize("strain", ["h", "♥", "H"])
def test_strain_and_leader_as_cards_are_read(here, strain, leader):
    assert here("solve", DEAL, "--strain", strain, "--leader", leader, "--json").status == 0


def test_after_the_last_card(here):
    plays = "8C JH 7C KC 7S QH TS TH 7D 8S KH AD AC AH 9H 9S"
    data = json.loads(here("solve", *GIVEN, "--plays", plays, "--json").out)
    assert data == {"value": {"NS": 84, "EW": 24}, "moves": {}}
    assert "The deal is over." in here("solve", *GIVEN, "--plays", plays).out


def test_what_people_read(here):
    out = here("solve", *GIVEN).out
    assert out.startswith("♥ hearts trumps, rules: academy\n")
    assert "North\n" in out
    assert "♥ K Q\n" in out
    assert "South to play\n" in out
    assert "  8♣      84   24  best\n  7♦      74   34\n  10♥     64   44\n" in out
    assert "  S 8♣  E J♥  N 7♣  W K♣       East takes 24\n" in out
    assert "Result: NS 84, EW 24\n" in out
    assert "last trick included" in out


def test_what_people_read_within_a_trick(here):
    out = here("solve", *GIVEN, "--plays", "8C JH 7C KC 7S").out
    assert "On the table: E 7♠\n" in out
    assert "So far: NS 0, EW 24 points, NS 0, EW 1 tricks\n" in out
    assert "North to play\n" in out


def test_the_line_comes_to_the_result(here):
    at = position(ACADEMY, 1, parse_hands(DEAL), 0)
    tricks = [line.split() for line in here("solve", *GIVEN).out.splitlines() if " takes " in line]
    for words in tricks:
        for card in words[1:8:2]:
            at = at.after(parse_card(card))
    assert at.over
    assert at.won.ns == 84
    assert sum(int(words[-1]) for words in tricks) == 108


@pytest.mark.parametrize("seed", range(20))
def test_the_line_begins_with_the_first_card_of_the_list(here, seed):
    at = ending(Random(seed), 4, rules=ACADEMY, laid=0)
    out = here("solve", deal_text(at.dealt), "--strain", STRAINS[at.strain], "--leader", SEATS[at.turn]).out
    listed, _, line = out.partition("A line of best play:\n")
    best = re.findall(r"^  (\S+) .*  best$", listed, flags=re.MULTILINE)
    assert line.split()[1] == best[0]


def test_the_rule_set_is_named_in_both_forms(here):
    for words, rules in (
        (("--rules", "club"), "club"),
        (("--set", "must_trump=unless_partner_wins"), "academy with house rules"),
    ):
        assert here("solve", *GIVEN, *words).out.startswith(f"♥ hearts trumps, rules: {rules}\n")
        table = here("solve", DEAL, "--table", *words).out
        assert table.startswith(f"All strains and leaders, rules: {rules}\n")


def test_what_changes_nothing_is_not_offered(here):
    assert "--target" not in here("solve", "--help").out
    assert "--target" in here("deal", "--help").out
    assert here("solve", *GIVEN, "--target", "251", "--json").out == here("solve", *GIVEN, "--json").out


def test_the_table(here):
    data = json.loads(here("solve", DEAL, "--table", "--rules", "club", "--threads", "2", "--json").out)
    assert list(data) == ["table"]
    assert list(data["table"]) == list("SHDCNA")
    hands = parse_hands(DEAL)
    for strain, by_leader in data["table"].items():
        assert by_leader == {
            SEATS[leader]: value(position(CLUB, STRAINS.index(strain), hands, leader)).ns
            for leader in range(4)
        }
    out = here("solve", DEAL, "--table").out
    assert "South    East   North    West\n" in out
    assert "  ♥ hearts trumps                 84      64      84      60\n" in out


def test_the_table_of_a_rule_set_without_auction_has_its_trumps_only(here):
    ran = here("solve", DEAL, "--table", "--set", "fixed_trump=D", "--json")
    assert list(json.loads(ran.out)["table"]) == ["D"]


@pytest.mark.parametrize(
    ("plays", "error"),
    [
        (
            "8C,9S",
            {
                "trick": 1,
                "play": 2,
                "card": "9S",
                "rule": "play.must_trump",
                "message": "E has no card of the suit that was led (C) and must trump",
            },
        ),
        (
            "8C JH 7C KC TH",
            {
                "trick": 2,
                "play": 5,
                "card": "TH",
                "rule": "play.not_in_hand",
                "message": "E does not hold TH",
            },
        ),
        (
            "8C JH 7C KC 7S QH TS TH 7D 8S KH AD AC AH 9H 9S 8H",
            {
                "trick": 5,
                "play": 17,
                "card": "8H",
                "rule": "play.not_now",
                "message": "no card can be played now",
            },
        ),
    ],
)
def test_an_illegal_card_is_named(here, plays, error):
    ran = here("solve", *GIVEN, "--plays", plays, "--json")
    assert (ran.status, ran.err) == (1, "")
    assert json.loads(ran.out) == {"error": error}
    ran = here("solve", *GIVEN, "--plays", plays)
    assert (ran.status, ran.out) == (1, "")
    assert (
        ran.err
        == f"pilotta: --plays: card {error['play']}, {error['card']}: {error['message']} ({error['rule']})\n"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nonsense", "--strain", "H", "--leader", "S"), "is not a deal"),
        (("S:... ... ... ...", "--strain", "H", "--leader", "S"), "S 0, E 0, N 0, W 0"),
        (("S:A7... K... Q... J...", "--strain", "H", "--leader", "S"), "S 2, E 1, N 1, W 1"),
        (("S:A... A... Q... J...", "--strain", "H", "--leader", "S"), "AS is dealt twice"),
        (("S:AKQJT987. . . .", "--strain", "H", "--leader", "S"), "is not a hand"),
        ((DEAL, "--strain", "X", "--leader", "S"), "'X' is not a strain"),
        ((DEAL, "--strain", "H", "--leader", "Z"), "'Z' is not a seat"),
        ((DEAL, "--strain", "H", "--leader", "ſ"), "'ſ' is not a seat"),
        ((DEAL, "--strain", "ſ", "--leader", "S"), "'ſ' is not a strain"),
        ((DEAL, "--tab"), "unrecognized arguments: --tab"),
        ((*GIVEN, "--set", "trump_values=0,0,14,10,20,3,4,131"), "162"),
        ((DEAL, "--strain", "H"), "--leader is needed"),
        ((DEAL, "--leader", "S"), "--strain is needed"),
        ((*GIVEN, "--plays", "8C,ZZ"), "'ZZ' is not a card"),
        ((*GIVEN, "--table"), "takes no --strain"),
        ((DEAL, "--table", "--plays", "8C"), "takes no --plays"),
        ((*GIVEN, "--threads", "0"), "1 to 1024"),
        ((*GIVEN, "--rules", "whist"), "no rule set"),
        (
            (DEAL, "--strain", "N", "--leader", "S", "--set", "no_trump_values=0,0,0,10,2,3,4,11"),
            "130 points",
        ),
    ],
)
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_what_is_not_understood(here, words, said, form):
    ran = here("solve", *words, *form)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "values",
    [
        {"last_trick": -10, "trump_values": [0, 0, 14, 10, 20, 3, 4, 31]},
        {"last_trick": -138, "trump_values": [0, 0, 0, 0, 300, 0, 0, 0], "plain_values": [0] * 8},
    ],
)
def test_a_file_with_a_last_trick_below_nothing(here, tmp_path, values):
    path = tmp_path / "house.json"
    path.write_text(json.dumps({"preset": "academy", **values}))
    for words in (GIVEN, (DEAL, "--table")):
        ran = here("solve", *words, "--rules", str(path))
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.endswith("last_trick: 0 to 162 points\n")


def test_the_examples_of_the_page(here):
    """docs/notation.md, which others build on."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    section = page.partition("## Solving")[2]
    found = re.findall(r"^```text\n(.*)\n```$", section, flags=re.MULTILINE)
    asked = [(*GIVEN,), (DEAL, "--table"), (*GIVEN, "--plays", "8C,9S")]
    ran = [here("solve", *words, "--json").out for words in asked]
    assert [json.loads(each) for each in found] == [json.loads(each) for each in ran]
    assert DEAL in section
