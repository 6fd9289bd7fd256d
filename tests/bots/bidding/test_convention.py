"""What bids promise and what hands are worth. The convention is ours: docs/bots.md."""

import doctest
import re
from dataclasses import fields
from pathlib import Path

import pytest

from pilotta.bots.bidding.convention import CYPRIOT, Convention
from pilotta.bots.bidding.doubling import tricks_against
from pilotta.bots.bidding.promises import Promise, listen
from pilotta.bots.bidding.valuation import keys, opening_steps, sure_tricks, worth
from pilotta.cards import parse_hand
from pilotta.rules.auction import Call, bid, parse_call
from pilotta.rules.catalogue import ACADEMY, CLUB
from pilotta.rules.ruleset import STRAINS
from pilotta.words import chapter

DOCS = Path(__file__).resolve().parents[3] / "docs" / "bots.md"
SPADES = 0


def calls(text: str, first: int = 0) -> tuple[tuple[int, Call], ...]:
    return tuple((first + place & 3, parse_call(word)) for place, word in enumerate(text.split()))


@pytest.mark.parametrize(
    ("hand", "strain", "steps"),
    [
        ("JT8.A87.K8.", "S", 1),
        ("987.A87.K8.", "S", 1),
        ("987.K87.K8.", "S", 0),
        ("9T87.K87.8.", "S", 1),
        ("AKQ87.K87..", "S", 1),
        ("AKQ8.A87.8.", "S", 0),
        ("J9.A87.K87.", "S", 0),
        ("J97.A87.K8.", "S", 2),
        ("J978.K87.8.", "S", 2),
        ("J97.K87.K8.", "S", 0),
        ("J9A.A87.K8.", "S", 3),
        ("J9T87.K8.8.", "S", 3),
        ("AT8.AT7.A8.", "N", 1),
        ("A8.A7.A8.A7", "N", 2),
        ("JT8.JT7.J8.", "A", 1),
    ],
)
def test_openings(hand: str, strain: str, steps: int) -> None:
    assert opening_steps(parse_hand(hand), STRAINS.index(strain), CYPRIOT) == steps


@pytest.mark.parametrize(
    ("hand", "strain", "count"),
    [
        ("J97.A87.A8.", "S", 4),
        ("A97.A87.Q8.", "S", 2),  # the ace of trumps is no key
        ("K87.Q87.Q8.", "S", 0),
        ("A97.A87.Q8.", "N", 2),
        ("J97.A87.J8.", "A", 2),
    ],
)
def test_keys(hand: str, strain: str, count: int) -> None:
    assert keys(parse_hand(hand), STRAINS.index(strain)) == count


def test_steps_count_from_what_stood() -> None:
    heard = listen(ACADEMY, calls("80S 100H 120S 130D"), CYPRIOT)
    assert heard.promises == (
        [Promise(0, 1, answer=False, repeat=False)],
        [Promise(1, 2, answer=False, repeat=False)],
        [Promise(0, 2, answer=True, repeat=False)],
        [Promise(2, 1, answer=False, repeat=False)],
    )


def test_a_second_bid_promises_nothing_new() -> None:
    heard = listen(ACADEMY, calls("80S 90H P P 120S"), CYPRIOT)
    assert heard.promises[0] == [
        Promise(0, 1, answer=False, repeat=False),
        Promise(0, 3, answer=False, repeat=True),
    ]
    first = heard.first(0, SPADES)
    assert first is not None
    assert first.steps == 1


def test_a_pass_over_partners_free_bid_denies() -> None:
    assert listen(ACADEMY, calls("80S P P"), CYPRIOT).denied[2] == {SPADES}
    assert listen(ACADEMY, calls("80S 90H P"), CYPRIOT).denied[2] == set()


def test_a_jump_promises_points_and_no_key() -> None:
    opening = listen(ACADEMY, calls("110S P P"), CYPRIOT)
    assert opening.promises[0] == [Promise(0, 4, answer=False, repeat=False, points=True)]
    # An answer tells of the keys beside them.
    answer = listen(ACADEMY, calls("80S P 150S"), CYPRIOT)
    assert answer.promises[2] == [Promise(0, 2, answer=True, repeat=False, points=True)]
    # Four keys, three steps and a bid that is repeated are no jump.
    for auction in ("80S P 120S", "100S", "80S 90H P P 150S"):
        assert not any(
            each.points for said in listen(ACADEMY, calls(auction), CYPRIOT).promises for each in said
        )


def test_points_that_partner_promised_count_in_every_strain() -> None:
    hand = parse_hand("J9T8.A87.8.")
    told = listen(ACADEMY, calls("110H P"), CYPRIOT)
    assert (
        worth(ACADEMY, hand, SPADES, told, 2, CYPRIOT)
        == worth(ACADEMY, hand, SPADES, listen(ACADEMY, (), CYPRIOT), 2, CYPRIOT) + CYPRIOT.hundred_counts
    )
    assert tricks_against(hand, bid(160, SPADES), told, 2, CYPRIOT) == tricks_against(
        hand, bid(160, SPADES), listen(ACADEMY, (), CYPRIOT), 2, CYPRIOT
    )


def test_single_points_read_as_whole_steps() -> None:
    heard = listen(CLUB.change(bid_step=1), calls("84S 85H 105S"), CYPRIOT)
    assert [each[0].steps for each in heard.promises[:3]] == [1, 1, 2]


def opener_worth(auction: str) -> int:
    return worth(
        ACADEMY, parse_hand("JT8.A87.K8."), SPADES, listen(ACADEMY, calls(auction), CYPRIOT), 0, CYPRIOT
    )


def test_each_key_that_partner_tells_of_counts_once() -> None:
    one, two = opener_worth("80S P 90S P"), opener_worth("80S P 100S P")
    assert two - one == CYPRIOT.answered_key
    # Partner's second bid in the suit only competes.
    assert opener_worth("80S P 90S 100H P P 110S P") == one
    assert opener_worth("80S P P P") < one


def test_declarations_and_pilotta_count() -> None:
    plain = listen(ACADEMY, (), CYPRIOT)

    def value(hand: str) -> int:
        return worth(ACADEMY, parse_hand(hand), SPADES, plain, 0, CYPRIOT)

    assert value("JKQ8.A87.8.") - value("J987.A87.8.") == 20 - CYPRIOT.trump_nine
    assert value("JT8.AKQ.87.") > value("JT8.AK8.Q7.")


def test_a_hand_that_takes_all_tricks() -> None:
    assert sure_tricks(parse_hand("J9ATKQ8.A.."), SPADES) == 8
    assert sure_tricks(parse_hand("J9AT.AT.A.A"), SPADES) == 8
    assert sure_tricks(parse_hand("J9A8.AT.A.A"), SPADES) < 8
    assert sure_tricks(parse_hand("J9ATKQ8.K.."), SPADES) == 7


@pytest.mark.parametrize(
    ("hand", "value", "partner_bid", "tricks"),
    [
        ("8.J9A7.A87.", 100, False, 4),
        ("8.J987.A87.", 100, True, 4),
        ("8.J987.A87.", 130, False, 4),
        ("8.J97.AK87.", 130, False, 2),
        ("87.J.AK987.", 130, False, 1),
        ("87.9.AK987.", 130, False, 0),
    ],
)
def test_tricks_against_hearts(hand: str, value: int, partner_bid: bool, tricks: int) -> None:
    """South counts against East's hearts."""
    auction = ((2, bid(80, 3)), (1, bid(value, 1))) if partner_bid else ((1, bid(value, 1)),)
    heard = listen(ACADEMY, auction, CYPRIOT)
    assert tricks_against(parse_hand(hand), bid(value, 1), heard, 0, CYPRIOT) == tricks


def test_the_page_lists_every_field_with_its_value() -> None:
    page = DOCS.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", page, re.MULTILINE))
    expected = {each.name: shown(getattr(CYPRIOT, each.name)) for each in fields(Convention)}
    assert {name: text.strip() for name, text in rows.items() if name in expected} == expected


def shown(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def test_the_page_lists_every_reason() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert {
        code
        for code in chapter("en", "reasons")
        if not code.startswith("server.") and f"`{code}`" not in page
    } == set()


@pytest.mark.parametrize("name", ["bots.md", "own-bot.md"])
def test_the_page_runs(name: str) -> None:
    page = DOCS.with_name(name)
    done = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert done.attempted > 0
    assert done.failed == 0
