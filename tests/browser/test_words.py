"""The page fetches the language that it speaks and no other, and keeps the one it has where another cannot be had."""

import re

from playwright.sync_api import Route
from tests.browser.conftest import Visit

from pilotta.words import phrasebook

PIECE = re.compile(r"/assets/([\w-]+)-(first|lessons|review)-[\w-]+\.js$")


def test_one_language_is_fetched_and_another_when_it_is_wanted(visit: Visit) -> None:
    visitor = visit("en")
    fetched: set[tuple[str, str]] = set()
    visitor.page.on("request", lambda request: fetched.update(PIECE.findall(request.url)))
    visitor.open()
    visitor.see("play-now").wait_for()
    visitor.page.wait_for_load_state("networkidle")
    assert fetched == {("en", "first"), ("en", "lessons"), ("en", "review")}
    visitor.page.get_by_test_id("locale-it").check(force=True)
    visitor.page.get_by_text(phrasebook("it")("tagline")).wait_for()
    assert ("it", "first") in fetched
    assert {language for language, _ in fetched} == {"en", "it"}
    assert visitor.page.locator("html").get_attribute("lang") == "it"


def test_a_language_that_cannot_be_fetched_leaves_what_was_spoken(visit: Visit) -> None:
    visitor = visit("en")
    visitor.expected.append("ERR_FAILED")
    visitor.open()
    visitor.see("play-now").wait_for()
    visitor.page.route(re.compile("/assets/it-first"), lambda route: route.abort())
    with visitor.page.expect_event("requestfailed"):
        visitor.page.get_by_test_id("locale-it").check(force=True)
    assert visitor.page.get_by_text(phrasebook("en")("tagline")).is_visible()
    assert visitor.page.locator("html").get_attribute("lang") == "en"


def test_the_first_words_are_tried_again(visit: Visit) -> None:
    visitor = visit("el-CY")
    visitor.expected.append("ERR_FAILED")
    tried = []

    def once(route: Route) -> None:
        tried.append(route.request.url)
        route.abort() if len(tried) == 1 else route.continue_()

    visitor.page.route(re.compile("/assets/el-CY-first"), once)
    visitor.open()
    visitor.see("play-now").wait_for()
    assert visitor.page.get_by_text(phrasebook("el-CY")("tagline")).is_visible()
    assert len(tried) == 2
