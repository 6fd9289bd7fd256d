"""Whole matches: one by keyboard alone from the first page to the next match, and the ends of others."""

import json

import pytest
from playwright.sync_api import Route
from tests.browser.conftest import Visit
from tests.browser.house import at_random, before_last_own_card
from tests.browser.looks import faults
from tests.browser.visitor import Visitor

from pilotta.game.actions import Action
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import apply
from pilotta.rules.catalogue import from_data


def press(visitor: Visitor, wanted: str) -> None:
    keyboard = visitor.page.keyboard
    if wanted == "bid":
        # One bid in each deal keeps the match from being passed out.
        bid = not any(each["seat"] == 0 for each in visitor.view["calls"])
        if bid and visitor.page.locator('[data-call$="S"]').count():
            keyboard.press("ArrowRight")
            keyboard.press("ArrowRight")
            keyboard.press("Enter")
        else:
            keyboard.press("p")
    elif wanted == "play":
        keyboard.press(str(visitor.hand.index(visitor.playable[0]) + 1))
        keyboard.press("Enter")
    else:
        keyboard.press("Enter")


def test_a_whole_match_by_keyboard(visit: Visit) -> None:
    visitor = visit("en")
    page = visitor.page

    def shorter(route: Route) -> None:
        wanted = json.loads(route.request.post_data or "")
        wanted["rules"]["target"] = 101
        route.continue_(post_data=json.dumps({**wanted, "pace_ms": 0}))

    page.route(
        "**/api/tables", lambda route: shorter(route) if route.request.method == "POST" else route.continue_()
    )
    visitor.open()
    visitor.see("play-now").wait_for()
    for _ in range(20):
        page.keyboard.press("Tab")
        if visitor.see("name").evaluate("el => el === document.activeElement"):
            break
    page.keyboard.type("Maria")
    page.keyboard.press("Enter")
    visitor.see("table").wait_for()
    while (wanted := visitor.wait(visitor.hurry)) != "over":
        press(visitor, wanted)

    match = visitor.house.match(visitor.table_id)
    assert match.winner is not None
    ended = visitor.page.locator('[data-testid="match-end"], [data-testid="reverse-capot"]')
    assert ended.is_visible()
    figures = [int(each) for each in ended.locator("b").all_inner_texts()]
    assert figures == list(match.totals)
    table_id = visitor.table_id
    page.keyboard.press("Enter")
    visitor.see("start-form").wait_for()
    assert not visitor.see("resume").count()
    assert visitor.see("name").input_value() == "Maria"
    for _ in range(40):
        page.keyboard.press("Tab")
        if visitor.see("play-now").evaluate("el => el === document.activeElement"):
            break
    page.keyboard.press("Enter")
    visitor.see("table").wait_for()
    assert visitor.table_id != table_id
    assert visitor.score == (0, 0)


def end_of(actions: list[Action], **fields: object) -> MatchState:
    state = new_match(from_data({"preset": "academy", **fields}), 3)
    for action in actions:
        state = apply(state, action).state  # type: ignore[union-attr]
    return state


def matches(reverse: bool) -> tuple[list[Action], MatchState]:
    """A random match that ends so, found once for all."""
    for seed in range(2000):
        actions = at_random(seed, target=101)
        state = end_of(actions, target=101)
        if state.by_reverse_capot == reverse:
            return actions, state
    raise AssertionError("no such match")


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(("language", "phone"), [("el", True), ("it", False)])
def test_the_end_of_a_match(visit: Visit, language: str, phone: bool, reverse: bool) -> None:
    actions, state = matches(reverse)
    visitor = visit(language, phone=phone)
    table_id = visitor.house.lay(visitor.sign_in(), before_last_own_card(actions), target=101)
    visitor.sit(table_id)
    assert visitor.wait(visitor.hurry) == "play"
    visitor.act("play")
    wanted = visitor.wait(visitor.hurry)
    if wanted == "account":
        assert not reverse, "a reverse capot has its own moment"
        visitor.act("account")
        wanted = visitor.wait(visitor.hurry)
    assert wanted == "over"
    ended = visitor.see("reverse-capot" if reverse else "match-end")
    assert [int(each) for each in ended.locator("b").all_inner_texts()] == list(state.totals)
    assert not faults(visitor.page)
    visitor.page.reload()
    ended.wait_for()
    visitor.see("final-sheet").click()
    visitor.see("sheet-dialog").get_by_test_id("deal-1").click()
    visitor.see("account").wait_for()
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("Escape")
    ended.wait_for()
    visitor.see("new-match").click()
    visitor.see("start-form").wait_for()
