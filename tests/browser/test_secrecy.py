"""The fixture holds every browser's frames against the log; here it is shown that this would notice something."""

from tests.browser.conftest import Visit
from tests.browser.secrecy import leaks, told


def test_what_a_browser_is_told_in_a_deal(visit: Visit) -> None:
    visitor = visit("en")
    visitor.new_table("kafeneio")
    bid = False

    def act(wanted: str) -> None:
        nonlocal bid
        if wanted == "bid" and not bid:
            bid = True
            visitor.page.locator("[data-call]").first.click()
        else:
            visitor.act(wanted)  # type: ignore[arg-type]

    visitor.play_until(lambda wanted: wanted == "account", act)
    seen = [frame for _, frame in visitor.frames if frame["type"] in ("welcome", "update")]
    assert len(seen) > 32
    # By the end every card has been seen, and at no moment too early.
    assert {card for frame in seen for card in told(frame)} == set(range(32))
    assert not leaks(visitor.house, visitor.frames, seat=0)
    # Another seat's eyes would have seen too much in the same frames.
    assert leaks(visitor.house, visitor.frames, seat=1)
    text = str(seen)
    assert "secret" not in text
    assert "'why'" not in text
