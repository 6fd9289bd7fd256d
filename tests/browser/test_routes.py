"""Addresses: every screen has one, old ones lead on, and Back does what one expects."""

import pytest
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.test_review import kept, match, reviewed  # noqa: F401
from tests.browser.visitor import Visitor

FOCUSED = "document.activeElement.dataset.testid"


def path(visitor: Visitor) -> str:
    found: str = visitor.page.evaluate("location.pathname + location.hash")
    return found


def test_old_addresses_lead_on(visit: Visit, house: House, match: list, reviewed: bytes) -> None:  # noqa: F811
    visitor = visit("en")
    table_id = kept(visitor, match, reviewed)
    visitor.open(f"#/review/{table_id}")
    visitor.see("review").wait_for()
    assert path(visitor) == f"/review/{table_id}"
    running = visitor.new_table()
    visitor.open()
    visitor.see("start-form").wait_for()
    # Typed into the line of a page that is open already.
    visitor.page.evaluate(f"location.hash = '#/table/{running}'")
    visitor.see("table").wait_for()
    assert path(visitor) == f"/t/{running}"


def test_a_table_has_an_address_that_reload_and_back_know(visit: Visit) -> None:
    visitor = visit("en")
    visitor.open()
    visitor.see("play-now").click()
    visitor.see("table").wait_for()
    address = path(visitor)
    assert address == f"/t/{visitor.table_id}"
    visitor.page.reload()
    visitor.see("table").wait_for()
    visitor.page.go_back()
    visitor.see("resume").click()
    visitor.see("table").wait_for()
    assert path(visitor) == address


def test_back_closes_what_lies_over_the_table(visit: Visit) -> None:
    visitor = visit("en")
    visitor.sign_in()
    visitor.open()
    visitor.see("start-form").wait_for()
    table_id = visitor.new_table()
    visitor.wait()
    for _ in range(2):
        visitor.see("menu").click()
        visitor.see("menu-dialog").wait_for()
        visitor.page.go_back()
        visitor.see("menu-dialog").wait_for(state="detached")
        assert path(visitor) == f"/t/{table_id}"
        assert visitor.page.evaluate(FOCUSED) == "menu"
    # One dialog in the place of another, and closed by hand.
    visitor.see("menu").click()
    visitor.see("menu-settings").click()
    visitor.see("settings-dialog").wait_for()
    visitor.page.keyboard.press("Escape")
    visitor.see("settings-dialog").wait_for(state="detached")
    visitor.page.wait_for_timeout(200)
    visitor.see("table").wait_for()
    # All of them have left nothing in the history: one Back leaves the table.
    visitor.page.go_back()
    visitor.see("start-form").wait_for()
    assert path(visitor) == "/"
    visitor.page.go_forward()
    visitor.see("table").wait_for()


def test_leaving_by_the_menu_comes_back_to_the_table(visit: Visit) -> None:
    visitor = visit("en")
    table_id = visitor.new_table()
    visitor.wait()
    visitor.see("menu").click()
    visitor.see("leave").click()
    visitor.see("start-form").wait_for()
    assert path(visitor) == "/"
    visitor.page.go_back()
    visitor.see("table").wait_for()
    assert path(visitor) == f"/t/{table_id}"


def test_back_from_a_position_comes_back_to_the_review(visit: Visit, match: list, reviewed: bytes) -> None:  # noqa: F811
    visitor = visit("en")
    table_id = kept(visitor, match, reviewed)
    visitor.open(f"review/{table_id}")
    visitor.see("costliest").get_by_role("button").first.click()
    visitor.see("review-later").click()
    visitor.page.go_back()
    visitor.see("review-position").wait_for(state="detached")
    assert path(visitor) == f"/review/{table_id}"
    visitor.see("review-back").click()
    visitor.see("start-form").wait_for()


@pytest.mark.parametrize("address", ["docs", "t", "review/a/b", "learn.html"])
def test_an_address_without_a_screen_says_so(visit: Visit, address: str) -> None:
    visitor = visit("el", phone=True)
    visitor.expected.append("404")
    answer = visitor.page.goto(visitor.url + address)
    assert answer is not None
    assert answer.status == 404
    visitor.see("nothing-here").wait_for()
    visitor.see("nothing-here").get_by_role("link").click()
    visitor.see("start-form").wait_for()
