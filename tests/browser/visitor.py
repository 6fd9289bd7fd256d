"""A person at the browser: what he does, what he sees, and what his browser was told."""

import json
import re
from collections.abc import Callable
from typing import Any, Literal

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, WebSocket
from tests.browser.house import House

Wanted = Literal["bid", "ask", "play", "account", "over"]

PATIENCE = 30_000
"""Milliseconds; only ever waited for where something is wrong."""

# What the page waits for the player to do; 'busy' while it shows what has happened, null while the table thinks.
STATE = """() => {
  const there = (id) => document.querySelector(`[data-testid="${id}"]`) !== null;
  if (there('account')) return 'account';
  if (there('match-end') || there('reverse-capot')) return 'over';
  const table = document.querySelector('[data-testid="table"]');
  if (table === null) return null;
  if (table.dataset.idle !== 'true') return 'busy';
  if (there('bid-panel')) return 'bid';
  if (there('ask-announce') || there('ask-show')) return 'ask';
  if (document.querySelector('[data-testid="hand"] button:not([aria-disabled])')) return 'play';
  return null;
}"""


class Visitor:
    """One browser context with one page. ``complaints`` collects all that the console said in red."""

    def __init__(self, context: BrowserContext, house: House) -> None:
        self.context = context
        self.house = house
        self.url = house.url
        self.complaints: list[str] = []
        self.frames: list[tuple[str, dict[str, Any]]] = []
        self.sent: list[dict[str, Any]] = []
        self.expected: list[str] = []
        self.guest = ""
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        self.page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _socket(self, socket: WebSocket) -> None:
        table_id = socket.url.rsplit("/", 1)[1]
        socket.on("framereceived", lambda data: self.frames.append((table_id, json.loads(data))))
        socket.on("framesent", lambda data: self.sent.append(json.loads(data)))

    def unexpected(self) -> list[str]:
        return [
            each for each in self.complaints if not any(re.search(pattern, each) for pattern in self.expected)
        ]

    def expect_a_cut(self) -> None:
        """A browser itself says so in red when a connection breaks; no page can keep it from that."""
        self.expected += [r"WebSocket connection to .* failed", r"net::ERR_(CONNECTION|EMPTY|SOCKET)"]

    # Ways in

    def open(self, path: str = "") -> None:
        self.page.goto(self.url + path)

    def sign_in(self, name: str = "Μαρία", language: str = "el") -> str:
        """Become a guest without the form; the id."""
        answer = self.context.request.post(f"{self.url}api/guests", data={"name": name, "language": language})
        assert answer.status == 201, answer.text()
        self.guest = answer.json()["id"]
        return self.guest

    def new_table(self, preset: str = "academy", *, automatic: bool = True, **fields: object) -> str:
        """A table of this guest with quick bots; the page goes there."""
        if not self.guest:
            self.sign_in()
        wanted = {"rules": {"preset": preset, **fields}, "automatic": automatic, "bot": "cafe", "pace_ms": 0}
        answer = self.context.request.post(f"{self.url}api/tables", data=wanted)
        assert answer.status == 201, answer.text()
        table_id: str = answer.json()["id"]
        self.sit(table_id)
        return table_id

    def sit(self, table_id: str) -> None:
        self.open(f"t/{table_id}")
        self.see("table").wait_for()

    @property
    def table_id(self) -> str:
        found = re.search(r"/t/(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]

    # What is seen

    def see(self, test_id: str) -> Locator:
        return self.page.get_by_test_id(test_id)

    @property
    def hand(self) -> list[str]:
        return self.see("hand").get_by_role("button").evaluate_all("all => all.map(b => b.dataset.card)")

    @property
    def playable(self) -> list[str]:
        return (
            self.see("hand")
            .locator("button:not([aria-disabled])")
            .evaluate_all("all => all.map(b => b.dataset.card)")
        )

    @property
    def trick(self) -> list[str]:
        return self.see("trick").get_by_role("listitem").all_inner_texts()

    @property
    def score(self) -> tuple[int, int]:
        return int(self.see("score-us").inner_text()), int(self.see("score-them").inner_text())

    def sent_now(self) -> list[dict[str, Any]]:
        """What was sent up to this moment; asking the page lets its news in."""
        self.page.evaluate("0")
        return self.sent

    def card(self, name: str) -> Locator:
        return self.page.locator(f'[data-testid="hand"] button[data-card="{name}"]')

    @property
    def view(self) -> dict[str, Any]:
        """What the server last said of the table."""
        for _, frame in reversed(self.frames):
            if frame["type"] in ("welcome", "update"):
                view: dict[str, Any] = frame["view"]
                return view
        raise AssertionError("nothing was heard of the table")

    # What is done

    def wait(self, skip: Callable[[], object] | None = None) -> Wanted:
        """Wait until the page asks for something. ``skip`` is done as often as something is only being shown."""
        while True:
            wanted = self.page.wait_for_function(
                f"(hurry) => {{ const s = ({STATE})(); return s === 'busy' && !hurry ? null : s; }}",
                arg=skip is not None,
            ).json_value()
            if wanted != "busy":
                return wanted
            assert skip is not None
            skip()

    def hurry(self) -> None:
        """A key that means nothing but that what is shown has been seen."""
        self.page.keyboard.press("s")

    def tap_felt(self) -> None:
        """The same with a finger: in the middle of the table, where nothing else is."""
        felt = self.see("table")
        box = felt.bounding_box()
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.47)

    def act(self, wanted: Wanted) -> None:
        """Answer with the mouse: pass, else the lowest bid; yes; the first card that may be played."""
        if wanted == "bid":
            passing = self.page.locator('[data-call="P"]')
            (passing if passing.count() else self.page.locator("[data-call]").first).click()
        elif wanted == "ask":
            yes = self.page.locator('[data-testid="announce-yes"], [data-testid="show-yes"]')
            no = self.page.locator('[data-testid="announce-no"], [data-testid="show-no"]')
            (yes if yes.count() else no).click()
        elif wanted == "play":
            # Cards lie over one another: the left edge is always free.
            self.card(self.playable[0]).click(position={"x": 14, "y": 40})
        elif wanted == "account":
            self.see("continue").click()

    def play_until(
        self, stop: Callable[[Wanted], bool], act: Callable[[Wanted], object] | None = None
    ) -> Wanted:
        """Answer whatever is asked until ``stop`` says that this is what was waited for."""
        while not stop(wanted := self.wait(self.hurry)):
            assert wanted != "over", "the match is over"
            (act or self.act)(wanted)
        return wanted
