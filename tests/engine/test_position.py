"""The door: what is a position, and what is refused by name."""

from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.engine.positions import dealt, played

from pilotta.cards import FULL_DECK, HEARTS, cards_in, parse_card
from pilotta.engine.position import IllegalPlay, PositionError, position
from pilotta.engine.rows import game_bytes
from pilotta.game.notation import parse_hands
from pilotta.rules.catalogue import ACADEMY, PRESETS, from_data
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ranking import ranking
from pilotta.rules.ruleset import ALL_TRUMP, NO_TRUMP, RuleSet
from pilotta.seats import EAST, SOUTH, BySide

DEAL = parse_hands("S:.Q.7. .8.A. .J9.. .7.K.")

HIGH_OR_LOW = parse_hands("S:.Q.7. .8.A. .J7.. .9.K.")


def cards(text):
    return [parse_card(word) for word in text.split()]


def test_a_position_knows_turn_legal_cards_and_what_is_won():
    at = position(ACADEMY, HEARTS, DEAL, SOUTH, cards("QH 8H"))
    assert (at.turn, at.legal) == (2, 1 << parse_card("JH") | 1 << parse_card("9H"))
    assert (at.won, at.tricks, at.over, at.size) == (BySide(0, 0), BySide(0, 0), False, 2)
    at = at.after(parse_card("JH")).after(parse_card("7H"))
    # Jack 20, queen 3.
    assert (at.won, at.tricks, at.turn) == (BySide(23, 0), BySide(1, 0), 2)
    at = position(ACADEMY, HEARTS, DEAL, SOUTH, cards("QH 8H JH 7H 9H KD 7D AD"))
    # Nine of trumps 14, king 4, ace 11, and 10 for the last trick, though it is the second.
    assert (at.won, at.total) == (BySide(62, 0), 62)
    assert (at.over, at.legal) == (True, 0)


@pytest.mark.parametrize("strain", range(6))
@pytest.mark.parametrize("name", PRESETS)
def test_a_whole_deal_is_worth_162(name, strain):
    chance = Random(f"{name} {strain}")
    start = position(PRESETS[name], strain, dealt(chance, 8), 0)
    end = played(start, chance, 32)
    assert (start.total, sum(end.won), sum(end.tricks)) == (162, 162, 8)


@pytest.mark.parametrize("size", range(1, 8))
def test_a_short_deal_is_worth_its_cards_and_the_last_trick(size):
    chance = Random(size)
    start = position(ACADEMY, 2, dealt(chance, size), 3)
    end = played(start, chance, 4 * size)
    assert sum(end.won) == start.total == start.ranks.points_in(sum(start.dealt)) + 10


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ((0xFF, 0xFF00, 0xFF0000), "four hands, not 3"),
        ((0xFF, 0xFF, 0xFF0000, 0xFF000000), "7S is dealt twice, the second time to E"),
        ((0x1FF, 0xFF00, 0xFF0000, 0xFF000000), "7H is dealt twice, the second time to E"),
        ((0xFF, 0xFF00, 0xFF0000, 0x1FF000000), "W's hand is no set of cards"),
        ((0x1FF, 0xFE00, 0xFF0000, 0xFF000000), "S 9, E 7, N 8, W 8"),
        ((0x1FF, 0x3FE00, 0, 0), "S 9, E 9, N 0, W 0"),
        ((0, 0, 0, 0), "S 0, E 0, N 0, W 0"),
        ((1 << 32, 0xFF00, 0xFF0000, 0xFF000000), "S's hand is no set of cards"),
        ((-1, 0xFF00, 0xFF0000, 0xFF000000), "S's hand is no set of cards"),
        (("AKQ", 0xFF00, 0xFF0000, 0xFF000000), "S's hand is no set of cards"),
        ((True, 2, 4, 8), "S's hand is no set of cards: True"),
        (np.array([1.0, 2, 4, 8]), "S's hand is no set of cards"),
        (np.array([[1, 2, 4, 8]] * 4), "S's hand is no set of cards"),
    ],
)
def test_hands_that_are_no_deal(hands, said):
    with pytest.raises(PositionError, match=said):
        position(ACADEMY, HEARTS, hands, 0)


@pytest.mark.parametrize("leader", [-1, 4, "S", None, True, np.True_, 0.0])
def test_a_leader_who_does_not_exist(leader):
    with pytest.raises(PositionError, match="no seat to lead"):
        position(ACADEMY, HEARTS, DEAL, leader)


@pytest.mark.parametrize("strain", [-1, 6, "H", None, True, 1.0])
def test_a_strain_that_does_not_exist(strain):
    with pytest.raises(PositionError, match="no strain"):
        position(ACADEMY, strain, DEAL, 0)


@pytest.mark.parametrize("rules", ["academy", None, {"preset": "club"}, RuleSet])
def test_what_is_no_rule_set(rules):
    with pytest.raises(PositionError, match="is no rule set: pilotta"):
        position(rules, HEARTS, DEAL, 0)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64, np.array])
def test_whole_numbers_of_any_type(kind):
    """They come out as plain ones, which JSON takes too."""
    plays = cards("QH 8H JH")
    expected = position(ACADEMY, HEARTS, DEAL, SOUTH, plays)
    at = position(ACADEMY, kind(HEARTS), np.array(DEAL, np.uint32), kind(SOUTH), map(kind, plays[:2]))
    at = at.after(kind(plays[2]))
    assert at == expected
    numbers = (at.strain, *at.dealt, at.turn, *at.play.trick)
    assert {type(each) for each in numbers} == {int}


def test_a_strain_that_the_rule_set_does_not_bid_can_be_asked_about():
    assert position(ACADEMY, NO_TRUMP, DEAL, 0).total == 10 + 3 + 2 + 19 + 4


def test_a_deal_that_is_not_worth_162():
    """Allowed by the rule set as long as nobody can bid the strain."""
    rules = ACADEMY.change(no_trump_values=(0, 0, 0, 10, 2, 3, 4, 11))
    with pytest.raises(PositionError, match="strain N is worth 130 points, not 162"):
        position(rules, NO_TRUMP, DEAL, 0)
    assert position(rules, HEARTS, DEAL, 0).size == 2


VALUES = st.lists(st.integers(0, 60) | st.integers(0, 400), min_size=8, max_size=8)


@given(trump=VALUES, plain=VALUES, no_trump=VALUES, last=st.integers(-300, 300) | st.none())
@example(trump=[0, 0, 0, 0, 300, 0, 0, 0], plain=[0] * 8, no_trump=[0] * 8, last=-138)
@example(trump=[0, 0, 0, 0, 0, 0, 0, 0], plain=[0] * 8, no_trump=[0] * 8, last=162)
@example(trump=[0, 0, 0, 0, 162, 0, 0, 0], plain=[0] * 8, no_trump=[38, 0, 0, 0, 0, 0, 0, 0], last=0)
def test_what_the_rows_cannot_hold_is_refused_by_name(trump, plain, no_trump, last):
    """Whatever values a rule set may have, the door refuses a strain or the rows have bytes for it."""
    if last is None:
        last = 162 - sum(trump) - 3 * sum(plain)
    try:
        rules = from_data(
            {"trump_values": trump, "plain_values": plain, "no_trump_values": no_trump, "last_trick": last}
        )
    except RuleSetError:
        return
    for strain in range(6):
        if ranking(rules, strain).points_in(FULL_DECK) + rules.last_trick != 162:
            with pytest.raises(PositionError, match="points, not 162"):
                position(rules, strain, DEAL, SOUTH)
        else:
            position(rules, strain, DEAL, SOUTH)
            game = game_bytes(rules, strain)
            assert sum(game[:32]) + game[69] == 162


@pytest.mark.parametrize(
    ("plays", "number", "rule", "trick"),
    [
        ("AS", 1, "play.not_in_hand", 1),
        ("QH AD", 2, "play.must_follow_suit", 1),
        ("QH 8H 9H JH", 4, "play.not_in_hand", 1),
        ("QH 8H JH 7H 9H AS", 6, "play.not_in_hand", 2),
        ("QH 8H JH 7H 9H KD 7D AD AS", 9, "play.not_now", 3),
    ],
)
def test_an_illegal_card_is_named_with_its_number_and_duty(plays, number, rule, trick):
    with pytest.raises(IllegalPlay) as raised:
        position(ACADEMY, HEARTS, DEAL, SOUTH, cards(plays))
    error = raised.value
    assert (error.number, error.rule, error.trick) == (number, rule, trick)
    assert str(error).startswith(f"card {number}, {plays.split()[-1]}: ")
    assert str(error).endswith(f"({rule})")


def test_a_duty_is_told_with_its_card():
    with pytest.raises(
        IllegalPlay, match=r"card 3, 7H: trump was led: N must beat QH \(play.must_beat_trump\)"
    ):
        position(ACADEMY, HEARTS, HIGH_OR_LOW, SOUTH, cards("QH 8H 7H"))


@pytest.mark.parametrize("card", [-1, 32, "AS", None, True, np.float32(10)])
def test_what_is_no_card(card):
    with pytest.raises(PositionError, match="is no card"):
        position(ACADEMY, HEARTS, DEAL, SOUTH, [card])


def test_after_refuses_what_the_door_refuses():
    at = position(ACADEMY, ALL_TRUMP, DEAL, EAST)
    for card in set(range(32)) - set(cards_in(at.legal)):
        with pytest.raises(IllegalPlay):
            at.after(card)
