"""The page of a review in a browser: fetches nothing, has no barriers, and nothing of it is wider than a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.looks import barriers
from tests.review.records import UNBID, UNDRAWN, record

from pilotta.review import Review, review_record
from pilotta.review.page import review_page
from pilotta.words import phrasebook


@pytest.fixture(scope="module")
def review() -> Review:
    deals = (UNDRAWN, UNBID)
    return review_record(record(*deals, S="Ελένη-Μαρία " * 8, N="<b>Σία</b>"), worlds=8)


@pytest.fixture(params=[("en", "light", DESKTOP), ("el-CY", "dark", PHONE)], ids=["desktop", "phone"])
def page(
    request: pytest.FixtureRequest, browser: Browser, review: Review, tmp_path: Path
) -> Iterator[tuple[Page, list[str]]]:
    language, scheme, size = request.param
    out = tmp_path / "review.html"
    out.write_text(review_page(phrasebook(language), review), encoding="utf-8")
    # The page's own policy forbids scripts, and what looks for barriers is one.
    context = browser.new_context(viewport=size, color_scheme=scheme, bypass_csp=True)
    opened = context.new_page()
    heard: list[str] = []
    opened.on("request", lambda asked: heard.append(asked.url))
    opened.on("console", lambda said: heard.append(said.text))
    opened.goto(out.as_uri())
    yield opened, heard
    assert heard == [out.as_uri()]
    context.close()


def test_the_page_has_no_barriers_and_fits(page: tuple[Page, list[str]], root: Path) -> None:
    opened, _ = page
    axe = (root / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    assert barriers(opened, axe) == []
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert opened.locator("svg").count() == 3
    assert opened.get_by_text("<b>Σία</b>", exact=True).count() > 0
    assert opened.locator("b").count() == 0


def test_what_is_too_wide_scrolls_with_the_keyboard(page: tuple[Page, list[str]]) -> None:
    opened, _ = page
    names = opened.eval_on_selector_all(".wide", "all => all.map(each => each.getAttribute('aria-label'))")
    assert len(set(names)) == len(names)
    wide = opened.locator(".wide").nth(0)
    if not wide.evaluate("each => each.scrollWidth > each.clientWidth"):
        assert opened.viewport_size == DESKTOP
        return
    wide.focus()
    opened.keyboard.press("ArrowRight")
    opened.wait_for_function("document.querySelector('.wide').scrollLeft > 0")
