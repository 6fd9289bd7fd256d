"""The review of a match that is over, as a person meets it: what was thought of each decision, and the board on which it is shown."""

import json
import re
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import Visit
from tests.browser.house import House, at_random, before_last_own_card
from tests.browser.looks import barriers, faults
from tests.browser.test_cards import LANGUAGES
from tests.browser.test_teaching import THEMES, looks
from tests.browser.visitor import Visitor

from pilotta.cards import CARD_NAMES, cards_in
from pilotta.game.notation import parse_deal
from pilotta.review import review_record
from pilotta.said import Said
from pilotta.seats import SEATS
from pilotta.server.reviewers.reviewer import REVIEWER
from pilotta.server.reviewers.work import packed
from pilotta.table import Seated, record_for
from pilotta.words import phrasebook


@pytest.fixture(scope="session")
def match() -> list:
    return at_random(5, target=101)


@pytest.fixture(scope="session")
def reviewed(house: House, match: list) -> bytes:
    """A match that is over, and what the reviewer kept of it: thinking it out is not what is shown here."""
    state = house.state(house.lay(house_guest(house), match, target=101))
    record = record_for(state, Seated(0, ""))
    assert not isinstance(record, Said)
    data = review_record(record, worlds=2).to_data()
    for seat, player in data["players"].items():
        blame(data, seat, player)
    return packed(data)


def blame(data: dict[str, Any], seat: str, player: dict[str, Any]) -> None:
    """Whatever the bots of today think of the match: three decisions of this player shall have been mistakes."""
    deal = data["deals"][0]
    mine = [at for at, each in enumerate(deal["decisions"]) if each["seat"] == seat and each["real"]]
    for each in deal["decisions"]:
        if each["seat"] == seat:
            each["loss"] = 0.0
    player["costliest"] = []
    for at, loss in zip((mine[0], mine[-1], mine[len(mine) // 2]), (7.5, 3.0, 0.5), strict=True):
        deal["decisions"][at]["loss"] = deal["decisions"][at]["cost"] = loss
        player["costliest"].append({"deal": deal["number"], "decision": at})


def house_guest(house: House) -> str:
    with closing(
        sqlite3.connect(house.data / "pilotta.sqlite3", timeout=30, isolation_level=None)
    ) as database:
        database.execute("INSERT OR IGNORE INTO guests VALUES ('nobody', 'Μαρία', 'el', 1)")
    return "nobody"


def kept(visitor: Visitor, match: list, review: bytes) -> str:
    """A match of this visitor that is over and has been reviewed."""
    table_id = visitor.house.lay(visitor.sign_in(), match, target=101)
    path = visitor.house.data / "pilotta.sqlite3"
    with closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as database:
        database.execute("INSERT INTO reviews VALUES (?, ?, ?)", (table_id, REVIEWER, review))
    return table_id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_review(visit: Visit, axe: str, match: list, reviewed: bytes, language: str) -> None:
    phone = language != "en"
    visitor = visit(language, phone=phone, theme=THEMES[language])
    table_id = kept(visitor, match, reviewed)
    visitor.open(f"review/{table_id}")
    data = json.loads(zlib.decompress(reviewed))
    visitor.page.locator('[data-testid="review"][data-ready="true"]').wait_for()
    looks(visitor, axe, language, on_table=False)
    for seat in "ENWS":
        visitor.see(f"review-player-{seat}").click()
        accuracy = data["players"][seat]["accuracy"]
        assert visitor.see(f"accuracy-{seat}").inner_text() == str(int(accuracy + 0.5))
        # Each of the costliest decisions is told with what it cost, and has its position.
        for at, costly in enumerate(data["players"][seat]["costliest"]):
            deal = next(each for each in data["deals"] if each["number"] == costly["deal"])
            decision = deal["decisions"][costly["decision"]]
            visitor.see("costliest").get_by_role("button").nth(at).click()
            visitor.see("review-position").wait_for()
            loss = ("7.5", "3.0", "0.5")[at]
            assert loss in visitor.see("review-verdict").inner_text().replace(",", ".")
            shown = visitor.see("hand-seen").get_by_role("listitem").count()
            if decision["kind"] == "card":
                assert shown == 9 - decision["number"]
            else:
                assert shown == 8
        looks(visitor, axe, language, on_table=False)
    # From the first decision on every one comes up.
    visitor.see("costliest").get_by_role("button").first.click()
    steps = visitor.page.locator(".steps span")
    total = data["players"]["S"]["decisions"]
    assert [int(each) for each in re.findall(r"\d+", steps.inner_text())] == [1, total]
    assert visitor.see("review-earlier").is_disabled()
    for at in range(2, total + 1):
        visitor.page.keyboard.press("ArrowRight")
        assert [int(each) for each in re.findall(r"\d+", steps.inner_text())] == [at, total]
        assert not re.search(r"\{|undefined|NaN", visitor.see("review-position").inner_text())
    assert visitor.see("review-later").is_disabled()
    visitor.page.keyboard.press("ArrowLeft")
    assert [int(each) for each in re.findall(r"\d+", steps.inner_text())] == [total - 1, total]
    visitor.see("review-back").click()
    visitor.see("play-now").wait_for()


def test_the_review_opens_after_the_match(visit: Visit, match: list) -> None:
    visitor = visit("en")
    table_id = visitor.house.lay(visitor.sign_in(), before_last_own_card(match), target=101)
    visitor.sit(table_id)
    assert visitor.wait() == "play"
    visitor.act("play")
    assert visitor.play_until(lambda wanted: wanted == "over") == "over"
    visitor.see("open-review").click()
    visitor.page.wait_for_url(f"**/review/{table_id}")
    visitor.see("review-working").wait_for()


@pytest.mark.parametrize("whose", ["own", "other", "none"])
def test_whose_match_is_reviewed(visit: Visit, match: list, whose: str) -> None:
    visitor = visit("en")
    visitor.expected.append("40[349]")
    if whose == "own":
        # It is still running.
        table_id = visitor.house.lay(visitor.sign_in(), before_last_own_card(match), target=101)
        wanted = "A match is reviewed once it is over."
    elif whose == "other":
        stranger = visit("en")
        table_id = visitor.house.lay(stranger.sign_in(), match, target=101)
        visitor.sign_in()
        wanted = "This device has no seat at that table. Open it with the link from the table’s menu."
    else:
        visitor.sign_in()
        table_id, wanted = "0123456789abcdef", "This table is no longer there."
    visitor.open(f"review/{table_id}")
    assert visitor.see("review-failed").inner_text() == wanted


def test_a_review_is_thought_out_while_one_waits(visit: Visit, tmp_path: Path) -> None:
    house = House(tmp_path)
    with house.server:
        visitor = visit("en", at=house)
        visitor.new_table(fixed_trump="D")
        assert visitor.play_until(lambda wanted: wanted == "account") == "account"
        table_id = visitor.table_id
        visitor.context.request.delete(f"{visitor.url}api/tables/{table_id}")
        visitor.open(f"review/{table_id}")
        visitor.see("review-working").wait_for()
        visitor.page.locator('[data-testid="review"][data-ready="true"]').wait_for(timeout=120_000)
        visitor.see("review-all").click()
        visitor.see("review-position").wait_for()
        assert not faults(visitor.page, table=False)


# The board

# Every face that is drawn, whether in a hand or on the table, and how many backs.
DRAWN = """() => {
  const seen = [...document.querySelectorAll('.board .layer > .card')].filter((el) => getComputedStyle(el).opacity === '1');
  const board = document.querySelector('.board').getBoundingClientRect();
  const out = seen.filter((el) => {
    const box = el.getBoundingClientRect();
    return box.left < board.left - 1 || box.right > board.right + 1 || box.top < board.top - 1 || box.top > board.bottom;
  });
  return { all: seen.length, faces: seen.filter((el) => !el.querySelector('.back')).length, out: out.length };
}"""


def named(hand: list[str]) -> list[str]:
    words = phrasebook("en")
    return [words.fill("{card:named}", {"card": card}) for card in hand]


def heard(visitor: Visitor, test_id: str) -> list[str]:
    """The cards of a hand as a screen reader hears them."""
    return visitor.see(test_id).get_by_role("listitem").all_inner_texts()


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)])
def test_a_position_of_a_review_is_a_board(
    visit: Visit,
    axe: str,
    match: list,
    reviewed: bytes,
    size: tuple[int, int],
) -> None:
    width, height = size
    visitor = visit("en", phone=width < 900)
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.open(f"review/{kept(visitor, match, reviewed)}")
    visitor.see("review-player-N").click()
    visitor.see("review-all").click()
    deal: dict[str, Any] = json.loads(zlib.decompress(reviewed))["deals"][0]
    dealt = [[CARD_NAMES[card] for card in cards_in(hand)] for hand in parse_deal(deal["hands"])]
    mine = [at for at, each in enumerate(deal["decisions"]) if each["seat"] == "N" and each["real"]]
    gone: set[str] = set()
    before = 0
    for at in mine:
        gone |= {
            CARD_NAMES[each["done"]["card"]]
            for each in deal["decisions"][before:at]
            if each["kind"] == "card"
        }
        before = at
        played = sum(each["kind"] == "card" for each in deal["decisions"][:at])
        hands = [[card for card in hand if card not in gone] for hand in dealt]
        # North sits below, with his own cards; of the others only backs are seen.
        assert sorted(heard(visitor, "hand-seen")) == sorted(named(hands[2]))
        trick = visitor.see("trick").get_by_role("listitem").all_inner_texts()
        assert len(trick) == played % 4
        drawn = visitor.page.evaluate(DRAWN)
        assert drawn == {"all": 32 - played + played % 4, "faces": len(hands[2]) + played % 4, "out": 0}
        assert visitor.see("seat-N").get_attribute("data-turn") == "true"
        visitor.see("review-hands").check(force=True)
        for seat in (0, 1, 3):
            assert sorted(heard(visitor, f"hand-seen-{SEATS[seat]}")) == sorted(named(hands[seat]))
        drawn = visitor.page.evaluate(DRAWN)
        assert drawn == {"all": 32 - played + played % 4, "faces": 32 - played + played % 4, "out": 0}
        if at in (mine[0], mine[-1]):
            assert not faults(visitor.page, table=False)
            assert not barriers(visitor.page, axe)
        visitor.see("review-hands").uncheck(force=True)
        visitor.page.keyboard.press("ArrowRight")


def test_nothing_can_be_played_on_a_board_to_look_at(visit: Visit, match: list, reviewed: bytes) -> None:
    visitor = visit("en")
    visitor.open(f"review/{kept(visitor, match, reviewed)}")
    visitor.see("review-all").click()
    visitor.see("review-position").wait_for()
    assert visitor.see("hand").count() == 0
    assert visitor.page.locator(".board button").count() == 0
