"""What the terminal table teaches: meanings of bids, reasons, hints and the review, in every language and without a cut-off word."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from textwrap import wrap
from time import sleep

import pytest
from tests.cli.test_table import BEGINNERS, Player, new_app, new_session, play_on
from textual.widgets import Static

from pilotta.bots.bidding.meaning import meaning
from pilotta.bots.bot import Decision, Reason
from pilotta.bots.catalogue import make_bot
from pilotta.bots.hint import Hint, because, hint
from pilotta.bots.sight.picture import Picture
from pilotta.bots.worth.weighing import Option, Weighed
from pilotta.cards import CARD_NAMES
from pilotta.cli.common import CommandError
from pilotta.cli.play import _bots
from pilotta.cli.table import lessons
from pilotta.cli.table.draw import KEYS, LEAST_HEIGHT, LEAST_WIDTH, draw
from pilotta.cli.table.model import Model
from pilotta.cli.table.sitting import Sitting
from pilotta.cli.table.teaching import (
    AT_ONCE,
    PAGE_WIDTH,
    hint_lines,
    last_whys,
    meaning_lines,
    review_lines,
    spoken_of,
    why_lines,
)
from pilotta.game.actions import Announce, MakeCall, PlayCard, Show
from pilotta.game.phase import Phase
from pilotta.game.view import PlayerView
from pilotta.phrases import strain_name
from pilotta.review import review_record
from pilotta.rules.auction import PASS, parse_call
from pilotta.rules.catalogue import ACADEMY, CLUB, PRESETS
from pilotta.seats import EAST, NORTH, WEST
from pilotta.words import LANGUAGES, chapter, phrasebook

SIZES = [(80, 24), (LEAST_WIDTH, LEAST_HEIGHT)]


def bidding(language: str, rules=ACADEMY, seed=3) -> Model:
    """South's first turn in an auction."""
    session = new_session(rules, seed, bots="cafe")
    while not session.waits_for_person:
        session.step()
    words = phrasebook(language)
    model = Model(words, session.view, words("you"), training=True)
    model.look(session.view, {})
    model.ready()
    return model


def test_the_bid_that_is_chosen_is_explained_before_it_is_made():
    model = bidding("en")
    lowest = model.view.legal.calls.lowest
    assert model.chosen_means == ""
    model.raise_bid(0)
    told = meaning(ACADEMY, model.view.calls, 0, parse_call(f"{lowest}S"))
    assert model.chosen_means == model.words.for_bids(ACADEMY.bids_said).say(told)
    plain = " ".join(draw(model, 80, 24).plain().split())
    assert model.chosen_means in plain
    assert model.chosen_means in " ".join(" ".join(map(str, meaning_lines(model))).split())
    # What cannot be bid means nothing.
    model.height = lowest + 1
    assert model.chosen_means == ""
    model.height = 2000
    assert model.chosen_means == ""
    model.height, model.message = lowest, "no"
    assert "no" in draw(model, 80, 24).plain()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_no_meaning_is_cut_off(language, size):
    """The longest that each can become goes on two lines below the table."""
    words = phrasebook(language)
    suit = max(range(4), key=lambda strain: len(strain_name(words, strain)))
    params = {"suit": "SHDC"[suit], "call": "100H", "worth": "125", "points": "100"}
    numbers = {"cards": "3", "long": "5", "side": "4", "keys": "4", "tricks": "4"}
    for code in chapter("en", "reasons"):
        if code.startswith("means.") and "pass" not in code:
            lines = wrap(words.for_bids(CLUB.bids_said).say(Reason(code, {**params, **numbers})), size[0] - 2)
            assert len(lines) <= 2, code


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_partners_last_call_is_explained_beside_the_bid(language, size):
    words = phrasebook(language)
    seen = 0
    for seed in range(12):
        session = Sitting(ACADEMY, {seat: make_bot("cafe") for seat in (1, 2, 3)}, seed)
        while not session.waits_for_person:
            session.step()
        while session.view.phase is Phase.AUCTION and not (session.waits_for_person and session.view.calls):
            session.step() if not session.waits_for_person else session.act(MakeCall(0, PASS))
        if session.view.phase is not Phase.AUCTION:
            continue
        model = Model(words, session.view, words("you"))
        model.look(session.view, {})
        model.ready()
        said = model.partner_means
        if not said:
            continue
        lines = draw(model, *size).plain().splitlines()
        table = size[0] - 26 if size[0] >= 78 else size[0]
        shown = " ".join(" ".join(line[:table].split()) for line in lines)
        if len(wrap(said, table - 2)) <= 2:
            seen += 1
            assert " ".join(said.split()) in shown
    assert seen > 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("training", [True, False])
def test_the_keys_are_named_and_none_is_cut_off(language, training):
    model = bidding(language)
    model.training = training
    names = [(key, model.words(f"key_{name}")) for key, name in KEYS if training or name != "hint"]
    assert (
        draw(model, 80, 24).plain().splitlines()[-1].split()
        == " ".join(f"{key} {name}" for key, name in names).split()
    )
    narrow = draw(model, LEAST_WIDTH, LEAST_HEIGHT).plain().splitlines()[-1]
    assert len(narrow) <= LEAST_WIDTH
    assert narrow.endswith(f"F10 {model.words('key_quit')}")
    assert f"F6 {model.words('key_why')}" in narrow


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.preset)
def test_pages_of_reasons_and_meanings_fit(language, rules):
    words = phrasebook(language)
    session = new_session(rules, bots="cafe", training=True)
    model = Model(words, session.view, words("you"))

    def visit(events) -> None:
        model.look(session.view, session.seen.illegal)
        if not events:
            model.ready()
        pages = [meaning_lines(model), why_lines(model, session.thoughts)]
        pages += [last_whys(model, session.thoughts, back)[0] for back in (0, AT_ONCE)]
        for line in (line for page in pages for line in page):
            assert len(line) <= PAGE_WIDTH
            assert "{" not in line
        model.expecting = False

    play_on(session, visit, 1)


def test_reasons_go_back_to_the_first_call():
    session = new_session(bots="cafe")
    model = Model(phrasebook("en"), session.view, "You")
    play_on(session, lambda _: model.look(session.view, {}), 1)
    asked = spoken_of(session.thoughts)
    assert len(asked) < len(session.thoughts) or not any(
        isinstance(thought.action, Announce | Show) for thought in session.thoughts
    )
    back, told, more = 0, [], True
    while more:
        lines, more = last_whys(model, session.thoughts, back)
        told.append(lines)
        back += AT_ONCE
    assert len(told) == -(-len(asked) // AT_ONCE)
    first = model.words.for_bids(ACADEMY.bids_said).say(asked[0].reason)
    assert first.split()[0] in " ".join(told[-1])
    assert last_whys(model, [], 0) == ([model.words("why_none")], False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_stand_below_a_reason_that_is_numbers_alone(language):
    """Each bot's actions are called searched for, whatever it thought: the table tells the fact of each from what the bot saw."""
    session = new_session(bots="cafe")
    model = Model(phrasebook(language), session.view, "You")
    expected = []

    def numbers(view) -> Decision:
        decision = cafe.act(view)
        if isinstance(decision.action, PlayCard):
            best = CARD_NAMES[decision.action.card]
            decision = Decision(
                decision.action, Reason("play.search", {**params, "card": best, "other": "7C"})
            )
            expected.append(because(Picture(view), decision))
        return decision

    cafe, params = make_bot("cafe"), {"deals": "40", "gain": "1.5"}
    session.bots = dict.fromkeys((EAST, NORTH, WEST), Searching(numbers))
    play_on(session, lambda _: model.look(session.view, {}), 1)
    played = [each for each in session.thoughts if isinstance(each.action, PlayCard)]
    assert [each.because for each in played] == expected
    assert sum(map(len, expected)) > 12
    for thought in played:
        lines = why_lines(model, [thought])
        text = " ".join(" ".join(lines).split())
        assert max(map(len, lines)) <= PAGE_WIDTH
        assert all(
            " ".join(model.words.for_bids(ACADEMY.bids_said).say(fact).split()) in text
            for fact in thought.because
        )
    assert not any(each.because for each in session.thoughts if each not in played)


@dataclass(frozen=True)
class Searching:
    act: Callable[[PlayerView], Decision]
    name: str = "cafe"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_says_what_to_do_why_and_what_the_others_cost(language):
    model = bidding(language)
    best, other = (MakeCall(0, parse_call(text)) for text in ("P", "90H"))
    given = Hint(
        Decision(best, Reason("bid.nothing")),
        weighed=Weighed((Option(best, 1.5), Option(other, -2.0, 0.25)), 40),
    )
    lines = hint_lines(model, given)
    text = " ".join(" ".join(lines).split())
    assert model.words.for_bids(ACADEMY.bids_said).say(Reason("bid.nothing")) in text
    assert model.words("hint_costs", n=40) in text
    assert lines[-2].split()[-1] == "0.0"
    assert lines[-1].split()[-3:] == ["3.5", "±", "0.2"]
    assert max(map(len, lines)) <= PAGE_WIDTH


def shown(player: Player) -> str:
    assert player.page is not None
    return " ".join(str(player.page.query_one(Static).render()).split())


async def test_meanings_and_reasons_by_keys_at_a_training_table():
    app = new_app(lambda: new_session(bots="cafe", training=True))
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        await player.press("f2")
        await player.until(lambda: player.page is not None)
        assert " ".join(app.words("meaning_yours").split()) in shown(player)
        await player.press("escape")
        await player.until(lambda: player.page is None)
        while app.model.view.phase is Phase.AUCTION:
            await player.press("p")
            await player.ready()
        await player.press("f6")
        await player.until(lambda: player.page is not None)
        newest = shown(player)
        assert app.words("press_earlier") in newest
        await player.press("f6")
        await player.until(lambda: player.page is not None and shown(player) != newest)
        await player.press("escape")
        await player.until(lambda: player.page is None)


async def test_elsewhere_reasons_wait_for_the_end_of_the_deal_and_hints_are_refused():
    app = new_app(lambda: new_session(BEGINNERS, bots="cafe"))
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        for key, said in (("f6", "why_later"), ("f7", "hint_training")):
            await player.press(key)
            await player.until(lambda: player.page is not None)
            assert " ".join(app.words(said).split()) in shown(player)
            await player.press("escape")
            await player.until(lambda: player.page is None)
        while not app.session.table.deals or player.page:
            await player.ready()
            await player.press("enter")
        told = app.session.told
        await player.until(lambda: player.page is None and app.model.expecting)
        await player.press("f6")
        await player.until(lambda: player.page is not None)
        assert app.words.for_bids(BEGINNERS.bids_said).say(spoken_of(told)[0].reason)[:20] in shown(player)


async def test_a_hint_by_key_comes_while_the_table_goes_on(monkeypatch):
    asked: list = []

    def slow(view, seed, convention):
        asked.append((view, seed, convention))
        return hint(view, seed, convention)

    monkeypatch.setattr(lessons, "hint", slow)
    app = new_app(lambda: new_session(BEGINNERS, bots="cafe", training=True))
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        await player.press("f7", "f7")
        await player.until(lambda: player.page is not None)
        assert player.page is not None
        assert player.page.heading == app.words("key_hint")
        assert len(asked) == 1
        assert asked[0][1] == app.session.seed
        assert app.words("hint_costs", n=0)[:20] in shown(player)
        await player.press("escape")
        await player.until(lambda: player.page is None)
        assert app.model.message == ""
        assert app.model.expecting


def played_out() -> Sitting:
    """A match that is over, so that the table opens with its end."""
    session = new_session(BEGINNERS.change(target=101), bots="cafe")
    play_on(session, lambda _: None, 99)
    assert session.over
    return session


async def test_the_review_opens_after_a_match(monkeypatch):
    monkeypatch.setattr(lessons, "review_record", partial(_reviewed, 2))
    app = new_app(played_out)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.until(lambda: player.page is not None)
        await player.press("f8")
        await player.until(lambda: player.page is not None and app.words("review_costliest") in shown(player))
        assert str(len(app.session.view.results)) in shown(player)
        await player.press("escape")
        await player.until(lambda: player.page is not None and app.words("press_review") in player.page.keys)


@pytest.mark.parametrize("leaves", ["page", "table"])
async def test_a_review_that_nobody_waits_for_stops(monkeypatch, leaves):
    heard: list[float] = []

    def endless(record, *, progress, **_):
        for step in range(10_000):
            heard.append(step / 10_000)
            sleep(0.002)
            progress(step / 10_000)
        raise AssertionError("nobody stopped it")

    monkeypatch.setattr(lessons, "review_record", endless)
    app = new_app(played_out)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.until(lambda: player.page is not None)
        await player.press("f8")
        await player.until(lambda: bool(heard))
        if leaves == "page":
            await player.press("escape")
            await player.until(
                lambda: player.page is not None and app.words("press_review") in player.page.keys
            )
        else:
            # As does a closed window; Python then waits for the thread before it ends.
            app.leave()
            await player.until(lambda: not app.is_running)
        count = -1
        while count != len(heard):
            count = len(heard)
            await asyncio.sleep(0.05)
        assert 0 < count < 10_000


def _reviewed(worlds: int, record, *, seats, jobs, progress):
    return review_record(record, seats=seats, jobs=1, worlds=worlds, progress=progress)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_review_fits_the_page(language):
    session = new_session(BEGINNERS.change(target=101), bots="cafe")
    play_on(session, lambda _: None, 3)
    session.leave()
    found = review_record(session.record(), seats=(0,), worlds=2)
    lines = review_lines(phrasebook(language), found)
    assert max(map(len, lines)) <= PAGE_WIDTH
    assert not any("{" in line for line in lines)
    assert sum(line.startswith("  ") for line in lines) >= 3


def test_levels_are_chosen_for_each_seat():
    assert _bots("cafe") == dict.fromkeys((EAST, NORTH, WEST), "cafe@1")
    assert _bots("mathitis,cafe:bold,high_asks,mastoras") == {
        EAST: "mathitis@1",
        NORTH: "cafe@1:bold,high_asks",
        WEST: "mastoras@1",
    }
    for wrong in ("cafe,cafe", "nobody", "cafe:loud", "cafe,cafe,cafe,cafe", ""):
        with pytest.raises(CommandError):
            _bots(wrong)


def test_the_record_names_the_levels_in_full():
    names = {1: "cafe@1:bold", 2: "cafe@1", 3: "cafe@1"}
    bots = {seat: make_bot(name) for seat, name in names.items()}
    session = Sitting(ACADEMY, bots, 3, names=names, name="Me")
    session.leave()
    assert session.record().players == {"S": "Me", "E": "cafe@1:bold", "N": "cafe@1", "W": "cafe@1"}
