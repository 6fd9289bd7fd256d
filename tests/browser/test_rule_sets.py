"""Every rule set can be played, and what a player does himself where the table does not do it for him."""

import re

import pytest
from tests.browser.conftest import Visit
from tests.browser.house import happened
from tests.browser.visitor import Visitor, Wanted

from pilotta.rules.catalogue import PRESETS

# South has ace, king and queen of spades, the best third; West another one. With spades as trumps North has the jack, so
# that his side takes a trick whoever plays how.
THIRD = "S:AKQ.J98.T.8 T9.AT.AK.A9 J8.KQ.QJ.KQ 7.7.987.JT7"


def to_the_account(visitor: Visitor) -> None:
    assert visitor.play_until(lambda wanted: wanted == "account") == "account"


def buttons(visitor: Visitor) -> set[str]:
    names = ("announce-yes", "announce-no", "show-yes", "show-no")
    return {name for name in names if visitor.see(name).count()}


def test_academy_declaring_by_oneself(visit: Visit) -> None:
    visitor = visit("en")
    happens = happened(f"{THIRD} | S=80S E=P N=P W=P")
    table_id = visitor.house.lay(visitor.sign_in(), happens, automatic=False)
    visitor.sit(table_id)
    done: list[str] = []
    called = False
    while (wanted := visitor.wait(visitor.hurry)) == "play":
        tricks = len(visitor.view["tricks"])
        offered = buttons(visitor)
        # Announced before one's card in the first trick, shown in the second or third, never twice.
        if tricks == 0 and "announce-yes" not in done:
            assert offered == {"announce-yes"}
            visitor.see("announce-yes").click()
            done.append("announce-yes")
            visitor.see("bubble-S").wait_for()
            continue
        if tricks in (1, 2) and "show-yes" not in done:
            assert offered == {"show-yes"}
            visitor.see("show-yes").click()
            done.append("show-yes")
            visitor.see("declaration-fan").first.wait_for()
            continue
        assert offered == set()
        # The first of the two calls; the second says by itself what it is.
        assert visitor.see("call-pilotta").count() == (not called)
        royal = sorted({"KS", "QS"} & set(visitor.playable))
        if royal and not called:
            visitor.see("call-pilotta").click()
            visitor.card(royal[0]).click(position={"x": 14, "y": 40})
            visitor.see("bubble-S").wait_for()
            called = True
        else:
            visitor.act(wanted)
    assert wanted == "account"
    assert done == ["announce-yes", "show-yes"]
    assert called
    own = [each for each in visitor.house.payloads(table_id) if each.get("seat") == "S"]
    assert [each["yes"] for each in own if each["kind"] in ("announce", "show")] == [True, True]
    calling = [each["card"] for each in own if each["kind"] == "play" and each.get("pilotta")]
    assert len(calling) == 1
    assert calling[0] in ("KS", "QS")
    assert [each["seat"] for each in visitor.view["pilotta"]] == [0]


def test_academy_does_not_offer_what_one_has_not(visit: Visit) -> None:
    visitor = visit("en")
    nothing = "S:A87.J98.T.8 J9.AT.AK.A9 KQT.KQ.QJ.K .7.987.QJT7"
    table_id = visitor.house.lay(
        visitor.sign_in(), happened(f"{nothing} | S=80H E=P N=P W=P"), automatic=False
    )
    visitor.sit(table_id)
    while (wanted := visitor.wait(visitor.hurry)) == "play" and len(visitor.hand) > 4:
        assert buttons(visitor) == set()
        # Neither king nor queen of trumps.
        assert not visitor.see("call-pilotta").count()
        visitor.act(wanted)


def test_a_wrong_call_of_pilotta_is_refused_with_its_reason(visit: Visit) -> None:
    visitor = visit("en")
    table_id = visitor.house.lay(visitor.sign_in(), happened(f"{THIRD} | S=80S E=P N=P W=P"), automatic=False)
    visitor.sit(table_id)
    assert visitor.wait() == "play"
    visitor.see("call-pilotta").click()
    visitor.card("8C").click(position={"x": 14, "y": 40})
    visitor.see("reason").wait_for()
    assert len(visitor.hand) == 8
    assert not visitor.house.payloads(table_id, "play")
    assert visitor.wait() == "play"
    visitor.card("8C").click(position={"x": 14, "y": 40})
    visitor.page.wait_for_function(
        "() => document.querySelectorAll('[data-testid=hand] button').length === 7"
    )


@pytest.mark.parametrize("rules", ["academy", "kafeneio", "bourlot", "club"])
def test_a_deal_of_each_rule_set_from_the_first_page(visit: Visit, rules: str) -> None:
    visitor = visit("en")
    visitor.open()
    visitor.see(f"rules-{rules}").check(force=True)
    visitor.see("play-now").click()
    visitor.see("table").wait_for()
    said: list[str] = []

    def act(wanted: Wanted) -> None:
        bids = visitor.page.locator("[data-call]:not([data-call=P]):not([data-call=X]):not([data-call=XX])")
        if wanted == "bid" and not said and bids.count():
            strains = set(bids.evaluate_all("all => all.map(each => each.dataset.call.at(-1))"))
            assert strains == set("SHDCNA" if rules == "club" else "SHDC")
            bid = bids.first
            call = bid.get_attribute("data-call") or ""
            value = int(call[:-1])
            # Said in tens everywhere but where a bid is said in full: "90 in diamonds".
            shown = bid.inner_text().strip()
            assert shown == str(value if PRESETS[rules].bids_said == "points" else value // 10)
            bid.click()
            bubble = visitor.see("bubble-S")
            bubble.wait_for()
            assert re.match(rf"{shown}\b", bubble.inner_text().strip())
            said.append(call)
        else:
            visitor.act(wanted)

    def over(wanted: Wanted) -> bool:
        if wanted != "account":
            return False
        if visitor.see("account-us").count():
            return True
        # All four passed: on to the next deal.
        visitor.act(wanted)
        return False

    while not over(wanted := visitor.wait(visitor.hurry)) and wanted != "over":
        if wanted != "account":
            act(wanted)
    assert said
    match = visitor.house.match(visitor.table_id)
    assert match.rules.preset == rules
    if wanted == "over":
        # It may happen: the bid was made without a look at the cards.
        assert rules == "academy"
        assert match.by_reverse_capot
        return
    sums = [
        int(re.sub(r"\D", "", visitor.see(f"account-{side}").locator(".sum dd").inner_text()))
        for side in ("us", "them")
    ]
    visitor.act("account")
    visitor.wait(visitor.hurry)
    assert list(visitor.score) == sums
    if rules == "bourlot":
        assert sum(sums) >= 160
        assert not sum(sums) % 10


def test_club_asks_for_a_double_after_the_auction(visit: Visit) -> None:
    visitor = visit("en")
    table_id = visitor.house.lay(
        visitor.sign_in(), happened(f"{THIRD} | E=80H N=P W=P S=P N=P"), dealer="S", preset="club"
    )
    visitor.sit(table_id)
    assert visitor.wait() == "bid"
    calls = visitor.page.locator("[data-call]").evaluate_all("all => all.map(each => each.dataset.call)")
    assert sorted(calls) == ["P", "X"]
    visitor.page.locator('[data-call="X"]').click()
    to_the_account(visitor)
    assert visitor.view["contract"]["multiplier"] in (2, 4)


def test_club_bids_without_trumps_and_with_all(visit: Visit) -> None:
    for strain in "NA":
        visitor = visit("en", phone=strain == "A")
        table_id = visitor.house.lay(visitor.sign_in(), happened(THIRD), preset="club")
        visitor.sit(table_id)
        assert visitor.wait() == "bid"
        visitor.page.locator(f'[data-call="80{strain}"]').click()
        visitor.wait(visitor.hurry)
        calls = [each["call"] for each in visitor.house.payloads(table_id, "call")]
        assert calls[0] == f"80{strain}"


@pytest.mark.parametrize("rules", ["bourlot", "club"])
def test_rule_sets_that_ask_for_declarations(visit: Visit, rules: str) -> None:
    visitor = visit("en", phone=True)
    # Where doubles are asked for after the auction, both defenders have said no.
    bids = "W=P S=80S E=P N=P W=P" if rules == "bourlot" else "S=80S E=P N=P W=P E=P W=P"
    dealer = "S" if rules == "bourlot" else "W"
    table_id = visitor.house.lay(
        visitor.sign_in(), happened(f"{THIRD} | {bids}"), dealer=dealer, preset=rules, automatic=False
    )
    visitor.sit(table_id)
    answers: list[str] = []
    while (wanted := visitor.wait(visitor.hurry)) in ("ask", "play"):
        if wanted == "ask":
            what = "announce" if visitor.see("ask-announce").count() else "show"
            assert buttons(visitor) == {f"{what}-yes", f"{what}-no"}
            visitor.see(f"{what}-yes").click()
            answers.append(what)
            visitor.see(f"ask-{what}").wait_for(state="detached")
        else:
            # Right after the auction, or before the second trick.
            early = rules == "bourlot" or visitor.view["tricks"]
            assert answers == (["announce", "show"] if early else [])
            visitor.act(wanted)
    assert answers == ["announce", "show"]
    assert wanted == "account"
    shown = visitor.view["shown"][0]
    assert [each["points"] for each in shown] == [20]


def test_bids_by_single_points_and_a_call_of_capot(visit: Visit) -> None:
    visitor = visit("el")
    table_id = visitor.house.lay(
        visitor.sign_in(), happened(THIRD), preset="club", bid_step=1, capot_call=True
    )
    visitor.sit(table_id)
    assert visitor.wait(visitor.hurry) == "bid"
    value = visitor.see("bid-value")
    assert value.inner_text() == "80"
    for name in ("+10", "+1", "+1", "−1"):
        visitor.see("bid-panel").get_by_text(name, exact=True).click()
    assert value.inner_text() == "91"
    assert visitor.see("bid-panel").locator('[data-call="91S"]').count() == 1
    visitor.see("capot-toggle").click()
    visitor.see("bid-panel").locator('[data-call="CAPS"]').click()
    visitor.see("bubble-S").wait_for()
    assert visitor.wait(visitor.hurry) != "bid"
    assert visitor.view["contract"]["text"] == "CAPS"
