"""Cards in the hand: forbidden ones, dragged ones, and those that two taps hit."""

import pytest
from tests.browser.conftest import Visit
from tests.browser.house import happened
from tests.browser.visitor import Visitor

from pilotta.rules.errors import Breach
from pilotta.words import LANGUAGES, Language, phrasebook

# West has led the eight of spades; South has three spades and has to follow.
FOLLOW = """S:AK7.J98.T.8 QJ.AT.AK.A9 T9.KQ.QJ.KQ 8.7.987.JT7
| W=P S=80H E=P N=P W=P W:8S"""
# South is to lead.
LEAD = """S:AK7.J98.T.8 QJ.AT.AK.A9 T9.KQ.QJ.KQ 8.7.987.JT7
| S=80H E=P N=P W=P"""


def own_plays(visitor: Visitor, table_id: str) -> list[str]:
    return [each["card"] for each in visitor.house.payloads(table_id, "play") if each["seat"] == "S"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_forbidden_card_tells_why_and_stays(visit: Visit, language: Language) -> None:
    visitor = visit(language, phone=language != "en")
    table_id = visitor.house.lay(visitor.sign_in(), happened(FOLLOW), dealer="N")
    visitor.sit(table_id)
    assert visitor.wait() == "play"
    assert sorted(visitor.playable) == ["7S", "AS", "KS"]
    assert len(visitor.hand) == 8
    assert len(visitor.trick) == 1
    # The layer of pictures dims exactly the five that the buttons forbid.
    assert visitor.page.locator(".card .dim").count() == 5

    forbidden = visitor.card("JH")
    assert forbidden.get_attribute("aria-disabled") == "true"
    (forbidden.click if language == "en" else forbidden.tap)(position={"x": 14, "y": 40}, force=True)
    reason = visitor.see("reason")
    reason.wait_for()
    refused = Breach("play.must_follow_suit", {"seat": "S", "suit": "S"})
    assert reason.inner_text() == phrasebook(language).say(refused)
    assert not own_plays(visitor, table_id)
    assert not [each for each in visitor.sent if each["type"] == "act"]

    visitor.card("KS").click(position={"x": 14, "y": 40})
    visitor.page.wait_for_function(
        "() => document.querySelectorAll('[data-testid=hand] button').length === 7"
    )
    assert own_plays(visitor, table_id) == ["KS"]


def drag(visitor: Visitor, card: str, up: float) -> None:
    box = visitor.card(card).bounding_box()
    assert box is not None
    mouse = visitor.page.mouse
    x, y = box["x"] + 15, box["y"] + 50
    mouse.move(x, y)
    mouse.down()
    for part in range(1, 9):
        mouse.move(x + part * 5, y - up * part / 8)
    mouse.up()


def test_a_card_is_played_by_dragging_it_to_the_middle(visit: Visit) -> None:
    visitor = visit("en", motion=True)
    table_id = visitor.house.lay(visitor.sign_in(), happened(LEAD))
    visitor.sit(table_id)
    assert visitor.wait() == "play"
    # Not far enough: it goes back to the hand.
    drag(visitor, "9H", 30)
    assert visitor.wait() == "play"
    assert not own_plays(visitor, table_id)
    drag(visitor, "9H", 320)
    visitor.page.wait_for_function(
        "() => document.querySelectorAll('[data-testid=hand] button').length === 7"
    )
    assert own_plays(visitor, table_id) == ["9H"]
    assert "9H" not in visitor.hand


def test_a_forbidden_card_dragged_to_the_middle_tells_why(visit: Visit) -> None:
    visitor = visit("en")
    table_id = visitor.house.lay(visitor.sign_in(), happened(FOLLOW), dealer="N")
    visitor.sit(table_id)
    assert visitor.wait() == "play"
    drag(visitor, "JH", 320)
    visitor.see("reason").wait_for()
    assert len(visitor.hand) == 8
    assert not own_plays(visitor, table_id)


def test_two_quick_clicks_play_one_card(visit: Visit) -> None:
    visitor = visit("en")
    table_id = visitor.house.lay(visitor.sign_in(), happened(LEAD))
    visitor.sit(table_id)
    assert visitor.wait() == "play"
    visitor.card("9H").dblclick(position={"x": 14, "y": 40})
    visitor.page.wait_for_function(
        "() => document.querySelectorAll('[data-testid=hand] button').length === 7"
    )
    assert own_plays(visitor, table_id) == ["9H"]
    assert visitor.wait(visitor.hurry) == "play"
    assert len(own_plays(visitor, table_id)) == 1


def test_a_table_of_beginners_has_no_auction_and_diamonds_are_trumps(visit: Visit) -> None:
    visitor = visit("en", automatic=True)
    visitor.open()
    visitor.see("beginners").check(force=True)
    visitor.see("play-now").click()
    visitor.see("table").wait_for()
    asked: set[str] = set()
    while (wanted := visitor.wait(visitor.hurry)) == "play":
        asked.add(wanted)
        assert visitor.see("contract").get_by_role("img").count() == 1
        assert not visitor.see("open-auction").count()
        visitor.act(wanted)
    assert wanted == "account"
    assert asked == {"play"}
    assert not visitor.house.payloads(visitor.table_id, "call")
    assert visitor.view["contract"] is None or visitor.view["contract"]["strain"] == 2
    match = visitor.house.match(visitor.table_id)
    assert match.rules.fixed_trump == "D"
    assert len(visitor.house.payloads(visitor.table_id, "play")) == 32
