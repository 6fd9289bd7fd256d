"""A table survives what happens to browsers, lines and servers, and goes on at the same card."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.browser.conftest import Visit
from tests.browser.house import House, happened
from tests.browser.line import Line
from tests.browser.test_cards import FOLLOW, LEAD, own_plays
from tests.browser.visitor import PATIENCE, Visitor


@pytest.fixture
def own_house(tmp_path: Path, static: Path) -> Iterator[House]:
    """A server for a test that kills it."""
    house = House(tmp_path / "data")
    yield house
    house.server.stop()
    assert "Traceback" not in house.server.log(), house.server.log()


def until(true: Callable[[], object], what: str) -> None:
    """Wait for something that no page shows."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not true():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def holds(visitor: Visitor, cards: list[str], trick: int | None = None) -> None:
    """Wait until this hand, and a trick of so many cards, is shown."""
    visitor.page.wait_for_function(
        """([cards, trick]) => {
          const hand = [...document.querySelectorAll('[data-testid=hand] button')].map((b) => b.dataset.card);
          const lies = document.querySelectorAll('[data-testid=trick] li').length;
          return JSON.stringify(hand) === JSON.stringify(cards) && (trick === null || lies === trick);
        }""",
        arg=[cards, trick],
    )


def play(visitor: Visitor, card: str) -> None:
    visitor.card(card).click(position={"x": 14, "y": 40})


def test_reload_a_second_device_and_a_killed_server(visit: Visit, own_house: House) -> None:
    first = visit("el", phone=True, at=own_house)
    table_id = own_house.lay(first.sign_in(), happened(FOLLOW), dealer="N")
    first.sit(table_id)
    assert first.wait() == "play"
    hand, trick = first.hand, first.trick
    assert (len(hand), len(trick)) == (8, 1)

    first.page.reload()
    assert first.wait() == "play"
    assert (first.hand, first.trick) == (hand, trick)

    # The guest link opens the same seat on another device.
    first.see("menu").click()
    first.see("copy-link").click()
    link = first.see("guest-link").input_value()
    first.see("close").click()
    second = visit("el", at=own_house)
    second.page.goto(link)
    second.see("table").wait_for()
    assert "guest=" not in second.page.url
    assert second.table_id == table_id
    assert second.wait() == "play"
    assert (second.hand, second.trick) == (hand, trick)

    # Each follows what is done on the other.
    play(second, "KS")
    after = [card for card in hand if card != "KS"]
    for visitor in (first, second):
        holds(visitor, after)
        assert visitor.wait(visitor.hurry) == "play"
    card = first.playable[0]
    play(first, card)
    after.remove(card)
    for visitor in (first, second):
        holds(visitor, after)
        assert visitor.wait(visitor.hurry) == "play"
    before = own_house.entries(table_id)
    trick = first.trick
    assert trick == second.trick

    first.expect_a_cut()
    second.expect_a_cut()
    own_house.server.kill()
    first.see("connection-lost").wait_for()
    second.see("connection-lost").wait_for()
    own_house.start()
    first.see("connection-lost").wait_for(state="detached")
    second.see("connection-lost").wait_for(state="detached")
    for visitor in (first, second):
        assert visitor.wait(visitor.hurry) == "play"
        assert (visitor.hand, visitor.trick) == (after, trick)
    assert own_house.entries(table_id) == before
    card = second.playable[-1]
    play(second, card)
    after.remove(card)
    for visitor in (first, second):
        holds(visitor, after)
    assert first.play_until(lambda wanted: wanted == "account") == "account"
    assert second.wait(second.hurry) == "account"
    # Whoever goes on goes on for both.
    first.act("account")
    second.see("account").wait_for(state="detached")
    assert len(own_house.payloads(table_id, "play")) == 32


@pytest.mark.parametrize("lost", ["up", "down"])
def test_a_card_played_on_a_dying_line_is_played_once(visit: Visit, house: House, lost: str) -> None:
    """Lost on its way up the command is sent again; lost was the answer alone, the server does nothing twice."""
    with Line(house.server.port or 0) as line:
        visitor = visit("en")
        visitor.url = line.url
        visitor.expect_a_cut()
        table_id = house.lay(visitor.sign_in(), happened(LEAD))
        visitor.sit(table_id)
        assert visitor.wait() == "play"

        line.lost = lost  # type: ignore[assignment]
        play(visitor, "9H")
        # Nothing more can be done until it is known what became of it.
        assert not visitor.playable
        until(lambda: any(each["type"] == "act" for each in visitor.sent_now()), "the card is sent")
        if lost == "down":
            until(lambda: own_plays(visitor, table_id), "the server has it")
        line.cut()
        visitor.see("connection-lost").wait_for()
        if lost == "up":
            assert not own_plays(visitor, table_id)
            assert "9H" in visitor.hand
        line.mend()
        visitor.see("connection-lost").wait_for(state="detached")
        visitor.page.wait_for_function(
            "() => document.querySelectorAll('[data-testid=hand] button').length === 7"
        )
        acts = [each for each in visitor.sent if each["type"] == "act"]
        assert len(acts) >= 2
        assert len({each["id"] for each in acts}) == 1
        assert visitor.wait(visitor.hurry) == "play"
        assert own_plays(visitor, table_id) == ["9H"]


def test_a_line_that_is_cut_again_and_again(visit: Visit, house: House) -> None:
    with Line(house.server.port or 0) as line:
        visitor = visit("el", phone=True)
        visitor.url = line.url
        visitor.expect_a_cut()
        table_id = house.lay(visitor.sign_in(), happened(LEAD))
        visitor.sit(table_id)
        for _ in range(4):
            assert visitor.wait(visitor.hurry) == "play"
            play(visitor, visitor.playable[0])
            line.cut()
            visitor.see("connection-lost").wait_for()
            line.mend()
            visitor.see("connection-lost").wait_for(state="detached")
        assert visitor.play_until(lambda wanted: wanted == "account") == "account"
        assert len(house.payloads(table_id, "play")) == 32
        assert len(own_plays(visitor, table_id)) == 8


def test_a_table_of_somebody_else_cannot_be_opened(visit: Visit, house: House) -> None:
    owner, other = visit("en"), visit("en")
    table_id = owner.new_table()
    other.sign_in("Νίκος")
    other.open(f"t/{table_id}")
    other.see("start-form").wait_for()
    assert "no seat" in other.page.get_by_role("status").inner_text()
    assert not [frame for _, frame in other.frames if frame["type"] in ("welcome", "update")]


def test_a_link_that_is_unknown(visit: Visit) -> None:
    visitor = visit("en")
    visitor.expected.append("status of 403")
    visitor.open("#guest=nonsense")
    visitor.see("start-form").wait_for()
    assert visitor.page.get_by_role("status").is_visible()
    assert "guest=" not in visitor.page.url
