"""A whole deal on a small phone, in Greek, by taps."""

import re

from tests.browser.conftest import Visit
from tests.browser.looks import faults
from tests.browser.visitor import Visitor


def tap(visitor: Visitor, wanted: str) -> None:
    if wanted == "bid":
        # The first call is a bid, so that the deal is played; after that others may have the contract.
        own = [each["seat"] for each in visitor.view["calls"]].count(0)
        calls = visitor.page.locator("[data-call]")
        (visitor.page.locator('[data-call="P"]') if own else calls.first).tap()
    else:
        visitor.card(visitor.playable[-1]).tap(position={"x": 16, "y": 50})


def amounts(visitor: Visitor, side: str) -> list[int]:
    """The figures of a side's account as they stand there, the sum last."""
    texts = visitor.see(f"account-{side}").locator("dd").all_inner_texts()
    return [int(re.sub(r"[^\d-]", "", text.replace("−", "-"))) for text in texts]


def test_a_whole_deal_on_a_phone_in_greek(visit: Visit) -> None:
    visitor = visit("el", phone=True)
    page = visitor.page
    visitor.open()
    visitor.see("name").fill("Μαρία")
    assert page.locator("html").get_attribute("lang") == "el"
    # Here no deal ends a match, whatever is bid without a look at the cards.
    visitor.see("rules-kafeneio").check(force=True)
    assert not faults(page, table=False)
    visitor.see("play-now").tap()
    visitor.see("table").wait_for()

    looked_at: set[str] = set()
    hands = [visitor.hand]
    assert len(hands[0]) == 8
    while (wanted := visitor.wait(visitor.tap_felt)) in ("bid", "play"):
        if wanted not in looked_at or len(hands) == 4:
            assert not faults(page), wanted
            looked_at.add(wanted)
        before = visitor.hand
        tap(visitor, wanted)
        if wanted == "play":
            page.wait_for_function(
                "n => document.querySelectorAll('[data-testid=hand] button').length < n", arg=len(before)
            )
            hands.append(visitor.hand)
    assert wanted == "account"
    assert looked_at == {"bid", "play"}
    assert [len(hand) for hand in hands] == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert len(visitor.house.payloads(visitor.table_id, "play")) == 32

    assert not faults(page)
    *ours, our_sum = amounts(visitor, "us")
    *theirs, their_sum = amounts(visitor, "them")
    assert (sum(ours), sum(theirs)) == (our_sum, their_sum)
    assert our_sum + their_sum > 0
    totals = visitor.see("account-totals").locator("b").all_inner_texts()
    visitor.see("continue").tap()
    visitor.see("account").wait_for(state="detached")
    visitor.wait(visitor.tap_felt)
    assert visitor.score == (our_sum, their_sum) == (int(totals[0]), int(totals[1]))
    assert len(visitor.hand) == 8
    assert len(visitor.house.payloads(visitor.table_id, "deal")) == 2
