"""Languages, light and dark, large and small: nothing missing, nothing cut off, no barriers."""

import re

import pytest
from tests.browser.conftest import Visit
from tests.browser.house import at_random, before_last_own_card, happened
from tests.browser.looks import barriers, faults
from tests.browser.test_cards import FOLLOW
from tests.browser.visitor import Visitor

from pilotta.words import LANGUAGES


def speaks(visitor: Visitor, language: str) -> None:
    """The page says which language it is in, and no text of it is a key, a placeholder or nothing."""
    page = visitor.page
    assert page.locator("html").get_attribute("lang") == language
    said = page.evaluate(
        """() => [...document.querySelectorAll('body, [aria-label], [title], [placeholder]')].flatMap((el) =>
          [el.innerText, el.getAttribute('aria-label'), el.title, el.placeholder]).filter(Boolean).join('\\n')"""
    )
    assert not re.findall(r"\b[a-z]+_[a-zA-Z_]+\b|\{\w+\}|undefined|NaN|\[object", said)
    if language.startswith("el"):
        # What is left in Latin letters are names and the letters of the cards.
        latin = set(re.findall(r"[A-Za-z]{2,}", re.sub(r"English|Italiano|capot|Capot", "", said)))
        assert not latin, latin


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(visit: Visit, language: str) -> None:
    visitor = visit("en", phone=True)
    page = visitor.page
    visitor.open()
    page.get_by_test_id(f"locale-{language}").check(force=True)
    # A language is fetched when it is first wanted.
    page.locator(f'html[lang="{language}"]').wait_for(state="attached")
    visitor.see("play-now").wait_for()
    speaks(visitor, language)
    assert not faults(page, table=False)
    visitor.see("open-settings").click()
    speaks(visitor, language)
    assert not faults(page, table=False)
    # The dialog's entry in the history is gone back from; a reload in the middle of that would not end.
    with page.expect_event("framenavigated"):
        page.keyboard.press("Escape")
    # The choice is kept.
    page.reload()
    visitor.see("play-now").wait_for()
    speaks(visitor, language)
    visitor.see("play-now").click()
    assert visitor.wait(visitor.hurry) == "bid"
    speaks(visitor, language)
    assert not faults(page)

    table_id = visitor.house.lay(
        visitor.context.request.get(f"{visitor.url}api/guest").json()["id"], happened(FOLLOW), dealer="N"
    )
    visitor.sit(table_id)
    assert visitor.wait() == "play"
    speaks(visitor, language)
    assert not faults(page)
    for name in ("sheet", "auction", "last-trick", "settings"):
        visitor.see("menu").click()
        assert not faults(page)
        visitor.see(f"menu-{name}").click()
        visitor.page.locator(f'[data-testid="{name}-dialog"]').wait_for()
        speaks(visitor, language)
        assert not faults(page)
        visitor.see("close").click()


def last_card() -> list:
    """A deal whose end is near, with declarations on both sides if possible."""
    return before_last_own_card(at_random(5, target=401), 1)


@pytest.mark.parametrize(
    ("language", "theme", "phone"),
    [("el", "light", False), ("el-CY", "dark", True), ("en", "dark", False), ("it", "light", True)],
)
def test_no_barriers(visit: Visit, axe: str, language: str, theme: str, phone: bool) -> None:
    visitor = visit(language, phone=phone, theme=theme)
    page = visitor.page
    visitor.open()
    visitor.see("play-now").wait_for()
    assert page.locator("html").get_attribute("data-theme") == theme
    assert not barriers(page, axe), "start page"
    visitor.see("open-settings").click()
    assert not barriers(page, axe), "settings"
    page.keyboard.press("Escape")
    guest = visitor.sign_in()
    visitor.sit(visitor.house.lay(guest, happened(FOLLOW)[:1]))
    assert visitor.wait() == "bid"
    assert not barriers(page, axe), "auction"
    visitor.sit(visitor.house.lay(guest, happened(FOLLOW), dealer="N"))
    assert visitor.wait() == "play"
    assert not barriers(page, axe), "play"
    visitor.sit(visitor.house.lay(guest, last_card(), target=401))
    assert visitor.wait() == "play"
    visitor.act("play")
    assert visitor.wait(visitor.hurry) == "account"
    assert not faults(page)
    assert not barriers(page, axe), "account"


def test_the_theme_is_chosen_and_kept(visit: Visit) -> None:
    visitor = visit("en", theme="light")
    visitor.open()
    visitor.see("open-settings").click()
    visitor.see("set-theme-dark").check(force=True)
    assert visitor.page.locator("html").get_attribute("data-theme") == "dark"
    visitor.page.reload()
    visitor.see("play-now").wait_for()
    assert visitor.page.locator("html").get_attribute("data-theme") == "dark"


@pytest.mark.parametrize(
    ("browser_language", "language"),
    [("el-GR", "el"), ("el-CY", "el-CY"), ("it-IT", "it"), ("en-GB", "en"), ("de-DE", "en")],
)
def test_a_first_visit_speaks_the_browsers_language_or_english(
    visit: Visit, browser_language: str, language: str
) -> None:
    visitor = visit(storage=False, browser_language=browser_language)
    visitor.open()
    visitor.see("play-now").wait_for()
    speaks(visitor, language)


@pytest.mark.parametrize(("width", "height"), [(320, 568), (412, 915), (844, 390), (768, 1024), (1920, 1080)])
def test_other_screens(visit: Visit, width: int, height: int) -> None:
    visitor = visit("el", phone=width < 800 or height < 500)
    visitor.page.set_viewport_size({"width": width, "height": height})
    guest = visitor.sign_in()
    visitor.sit(visitor.house.lay(guest, happened(FOLLOW)[:1]))
    assert visitor.wait() == "bid"
    assert not faults(visitor.page)
    visitor.sit(visitor.house.lay(guest, happened(FOLLOW), dealer="N"))
    assert visitor.wait() == "play"
    assert not faults(visitor.page)
