"""Levels, meanings, reasons, hints and the review, as a person meets them."""

import re

import pytest
from tests.browser.conftest import Visit
from tests.browser.looks import barriers, faults
from tests.browser.test_looks import speaks
from tests.browser.visitor import Visitor

from pilotta.bots.catalogue import resolve
from pilotta.cards import CARD_NAMES
from pilotta.words import LANGUAGES, chapter

THEMES = {"en": "dark", "el": "light", "el-CY": "dark", "it": "light"}


def training(visitor: Visitor, **more: object) -> str:
    """A training table with quick bots; the page goes there."""
    visitor.sign_in()
    wanted = {"rules": {"preset": "academy"}, "bot": "cafe", "pace_ms": 0, "training": True, **more}
    answer = visitor.context.request.post(f"{visitor.url}api/tables", data=wanted)
    assert answer.status == 201, answer.text()
    table_id: str = answer.json()["id"]
    visitor.sit(table_id)
    return table_id


def said_by(visitor: Visitor) -> list[str]:
    """The calls that the page has sent."""
    acts = [each["action"] for each in visitor.sent_now() if each["type"] == "act"]
    return [each["call"] for each in acts if each["kind"] == "call"]


def looks(visitor: Visitor, script: str, language: str, *, on_table: bool = True) -> None:
    speaks(visitor, language)
    assert not faults(visitor.page, table=on_table)
    assert not barriers(visitor.page, script)


# Levels


def test_the_level_of_each_seat_is_chosen_and_kept(visit: Visit) -> None:
    visitor = visit("en", phone=True)
    visitor.open()
    visitor.see("level-mathitis").check(force=True)
    visitor.see("own-levels").check(force=True)
    visitor.see("level-N-daskalos").check(force=True)
    visitor.see("level-W-cafe").check(force=True)
    assert not faults(visitor.page, table=False)
    visitor.page.reload()
    assert visitor.see("level-N-daskalos").is_checked()
    assert visitor.see("level-E-mathitis").is_checked()
    visitor.see("play-now").click()
    visitor.see("table").wait_for()
    players = visitor.house.payloads(visitor.table_id, "created")[0]["players"]
    assert {seat: players[seat]["bot"] for seat in "ENW"} == {
        "E": resolve("mathitis"),
        "N": resolve("daskalos"),
        "W": resolve("cafe"),
    }
    assert visitor.see("seat-N").get_attribute("aria-label") == "Eleni, Teacher"
    visitor.see("menu").click()
    assert "Apprentice" in visitor.see("menu-dialog").get_by_test_id("players").inner_text()


def test_one_level_for_all(visit: Visit) -> None:
    visitor = visit("en")
    visitor.open()
    visitor.see("level-cafe").check(force=True)
    visitor.see("play-now").click()
    visitor.see("table").wait_for()
    players = visitor.house.payloads(visitor.table_id, "created")[0]["players"]
    assert {players[seat]["bot"] for seat in "ENW"} == {resolve("cafe")}
    assert "Regular" in visitor.see("players").inner_text()


# Meanings and reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_call_is_explained_before_it_is_made(visit: Visit, axe: str, language: str) -> None:
    visitor = visit(language, phone=True, theme=THEMES[language])
    visitor.new_table()
    assert visitor.wait(visitor.hurry) == "bid"
    visitor.see("meanings").click()
    call = visitor.page.locator("[data-call]").first
    name = call.get_attribute("data-call")
    call.click()
    visitor.see("make-call").wait_for()
    meaning = visitor.see("call-meaning").locator("p")
    meaning.filter(has_not_text="…").wait_for()
    looks(visitor, axe, language)
    assert not said_by(visitor)
    visitor.see("make-call").click()
    visitor.see("make-call").wait_for(state="detached")
    assert said_by(visitor) == [name]


def test_keys_choose_a_call_and_make_it(visit: Visit) -> None:
    visitor = visit("en", meanings=True)
    visitor.new_table()
    assert visitor.wait(visitor.hurry) == "bid"
    visitor.page.keyboard.press("p")
    visitor.see("make-call").wait_for()
    assert visitor.see("make-call").get_attribute("aria-label") == "Say it: Pass"
    visitor.page.keyboard.press("p")
    visitor.see("make-call").wait_for(state="detached")
    assert said_by(visitor) == ["P"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_call_that_was_heard_is_explained(visit: Visit, axe: str, language: str) -> None:
    visitor = visit(language, phone=True, theme=THEMES[language])
    # East speaks first, so three have spoken when South is asked.
    visitor.new_table(first_bidder="left")
    visitor.play_until(lambda _: visitor.page.locator('[data-testid^="ask-"]').count() > 0)
    bubble = visitor.page.locator('[data-testid^="ask-"]').first
    assert not faults(visitor.page)
    bubble.click()
    visitor.see("meaning").wait_for()
    # The deal is running, and this is no training table: the reason could show a card.
    visitor.see("why-wait").wait_for()
    assert visitor.see("why").count() == 0
    looks(visitor, axe, language)
    visitor.see("close").click()
    visitor.see("menu").click()
    visitor.see("menu-auction").click()
    visitor.see("auction-history").get_by_role("button").first.click()
    visitor.see("meaning").wait_for()
    looks(visitor, axe, language)


def test_after_the_deal_every_card_of_a_bot_can_be_asked_about(visit: Visit, axe: str) -> None:
    visitor = visit("en", phone=True)
    visitor.new_table(fixed_trump="D")
    assert visitor.play_until(lambda wanted: wanted == "account") == "account"
    assert visitor.page.locator("[data-ask]").count() == 0
    visitor.see("look-back").click()
    visitor.see("last-trick").wait_for()
    looks(visitor, axe, "en")
    plays = visitor.house.payloads(visitor.table_id, "play")
    seen = set()
    for number in range(8):
        cards = visitor.see("last-trick").locator("[data-ask]")
        assert cards.count() == 3
        card = int(cards.first.get_attribute("data-ask") or -1)
        seen.add(card)
        cards.first.click()
        told = visitor.see("why").inner_text()
        visitor.see("explained").get_by_test_id("close").click()
        why = next(each["why"] for each in plays if each["card"] == CARD_NAMES[card])
        # The sentence of the log's own reason; only how cards are written is the page's.
        pattern = re.sub(r"\\\{\w+(:\w+)?\\\}", ".+", re.escape(chapter("en", "reasons")[why["code"]]))
        assert re.fullmatch(pattern, told, re.IGNORECASE), (why, told)
        if number < 7:
            visitor.see("trick-earlier").click()
    assert len(seen) == 8
    assert visitor.see("trick-earlier").is_disabled()
    visitor.page.keyboard.press("Escape")
    visitor.see("continue").click()


def test_after_the_deal_every_call_of_a_bot_can_be_asked_about(visit: Visit, axe: str) -> None:
    visitor = visit("it", phone=True, theme="dark")
    visitor.new_table()
    visitor.play_until(
        lambda wanted: wanted == "account" and visitor.see("look-back").count() > 0,
    )
    visitor.see("look-back").click()
    visitor.see("look-at-auction").click()
    calls = visitor.see("auction-history").get_by_role("button")
    for at, made in enumerate(visitor.view["calls"]):
        calls.nth(at).click()
        visitor.see("meaning").wait_for()
        if made["seat"]:
            visitor.see("why").wait_for()
        else:
            assert visitor.see("why").count() == 0
        if at == 0:
            looks(visitor, axe, "it")
        visitor.see("explained").get_by_test_id("close").click()


def test_a_training_table_says_why_at_once(visit: Visit, axe: str) -> None:
    visitor = visit("it", phone=True, theme="dark", trickWait="tap")
    training(visitor, rules={"preset": "academy", "fixed_trump": "D"})
    visitor.play_until(lambda wanted: wanted == "play" and visitor.page.locator("[data-ask]").count() > 0)
    assert not faults(visitor.page)
    visitor.page.locator("[data-ask]").last.click()
    visitor.see("why").wait_for()
    looks(visitor, axe, "it")


def test_keys_ask_about_a_trick_that_waits_to_be_seen(visit: Visit) -> None:
    visitor = visit("en", trickWait="tap")
    training(visitor, rules={"preset": "academy", "fixed_trump": "D"})
    assert visitor.play_until(lambda wanted: wanted == "play") == "play"
    visitor.act("play")
    visitor.see("trick-seen").wait_for()
    visitor.page.locator("[data-ask]").first.focus()
    visitor.page.keyboard.press("Enter")
    visitor.see("why").wait_for()
    visitor.page.keyboard.press("Escape")
    # It still waits; a tap passes on, be it on a card.
    assert visitor.see("trick-seen").count() == 1
    spot = visitor.page.locator("[data-ask]").first.bounding_box()
    assert spot is not None
    visitor.page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    visitor.see("trick-seen").wait_for(state="detached")
    assert visitor.see("why").count() == 0


# Hints


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_for_a_call_and_for_a_card(visit: Visit, axe: str, language: str) -> None:
    visitor = visit(language, phone=True, theme=THEMES[language])
    training(visitor)
    assert visitor.wait(visitor.hurry) == "bid"
    visitor.see("hint").click()
    visitor.see("hint-best").wait_for()
    looks(visitor, axe, language)
    visitor.page.keyboard.press("Escape")
    assert visitor.page.locator(".hinted[data-call]").count() <= 1
    assert not faults(visitor.page)
    assert visitor.play_until(lambda wanted: wanted == "play") == "play"
    visitor.page.keyboard.press("?")
    visitor.see("hint-best").wait_for()
    looks(visitor, axe, language)
    advised = visitor.see("hint-best").get_by_role("img").get_attribute("aria-label")
    visitor.see("hint-do").click()
    visitor.see("hint-dialog").wait_for(state="detached")
    visitor.page.wait_for_function(
        "(card) => document.querySelector('[data-testid=trick]').textContent.includes(card) ||"
        " document.querySelector('[data-testid=log]').textContent.includes(card) ||"
        " document.querySelectorAll('[data-testid=hand] button').length < 8",
        arg=advised,
    )


def test_other_tables_give_no_hint(visit: Visit) -> None:
    visitor = visit("en")
    visitor.new_table()
    assert visitor.wait(visitor.hurry) == "bid"
    assert visitor.see("hint").count() == 0
    visitor.page.keyboard.press("?")
    assert visitor.see("hint-dialog").count() == 0


def test_a_hint_that_fails_says_so(visit: Visit) -> None:
    visitor = visit("en")
    training(visitor)
    assert visitor.wait(visitor.hurry) == "bid"
    visitor.expected.append("503")
    visitor.page.route(
        "**/hint",
        lambda route: route.fulfill(
            status=503, content_type="application/json", body='{"code": "server.busy", "params": {}}'
        ),
    )
    visitor.see("hint").click()
    assert visitor.see("hint-failed").inner_text() == "No answer just now. Please try again."
    visitor.page.keyboard.press("Escape")
    # The match goes on as if nothing had been asked.
    visitor.act("bid")
    visitor.wait(visitor.hurry)
