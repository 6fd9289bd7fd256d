"""The terminal table: the match without a screen, the drawing, and whole deals played by keys and mouse."""

import asyncio
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from tests.table.matches import match_of
from textual.containers import VerticalScroll
from textual.widgets import Static

from pilotta.bots.bot import Decision, Reason
from pilotta.bots.catalogue import make_bot
from pilotta.cli.table.app import TableApp
from pilotta.cli.table.draw import LEAST_HEIGHT, LEAST_WIDTH, draw
from pilotta.cli.table.keys import latin
from pilotta.cli.table.model import Model
from pilotta.cli.table.pages import (
    account_lines,
    auction_lines,
    end_lines,
    end_title,
    last_trick_lines,
    sheet_lines,
)
from pilotta.cli.table.screens import Page
from pilotta.cli.table.sitting import Sitting
from pilotta.cli.table.teaching import why_lines
from pilotta.game.actions import MakeCall
from pilotta.game.phase import Phase
from pilotta.game.record import parse_record, record_text
from pilotta.game.referee import replay
from pilotta.game.view import PlayerView
from pilotta.phrases import call_sign
from pilotta.rules.auction import PASS
from pilotta.rules.catalogue import ACADEMY, BOURLOT, CLUB, KAFENEIO, PRESETS
from pilotta.words import LANGUAGES, phrasebook

BEGINNERS = ACADEMY.change(fixed_trump="D")
HOUSE = CLUB.change(capot_call=True, bid_step=1, miscall_penalty=20)
EXTREMES = [*PRESETS.values(), BEGINNERS, HOUSE]


def new_session(rules=ACADEMY, seed=3, *, automatic=True, bots="random", **more) -> Sitting:
    seated = {seat: make_bot(bots, seat) for seat in (1, 2, 3)}
    return Sitting(rules, seated, seed, automatic=automatic, **more)


class Quiet:
    """Never bids."""

    name = "quiet"

    def act(self, view: PlayerView) -> Decision:
        if view.phase is Phase.AUCTION:
            return Decision(MakeCall(view.seat, PASS), Reason("random.any"))
        return make_bot("random", 1).act(view)


def play_on(session: Sitting, visit: Callable[[list], None], deals: int) -> None:
    """Let a bot answer for the person until so many deals are over."""
    person = make_bot("random", 9)
    while not session.over and len(session.view.results) < deals:
        if session.waits_for_person:
            visit([])
            events = session.act(person.act(session.view).action)
            assert isinstance(events, list)
        else:
            events = session.step()
        visit(events)


@pytest.mark.parametrize("rules", EXTREMES, ids=lambda rules: rules.preset)
@pytest.mark.parametrize("automatic", [True, False])
def test_the_session_learns_what_its_seat_may(rules, automatic):
    session = new_session(rules, automatic=automatic, name="Άννα")
    seen: list = []
    play_on(session, seen.extend, 6)
    hands = [event.hand for event in seen if type(event).__name__ == "DealtTo"]
    assert hands == [deal.dealt[0] for deal in match_of(session.table).finished]
    assert not any(type(event).__name__ == "Dealt" for event in seen)
    with pytest.raises(ValueError, match="runs"):
        session.record()
    session.leave()
    record = session.record()
    assert record.players == {"S": "Άννα", "E": "random", "N": "random", "W": "random"}
    assert replay(parse_record(record_text(record))).state.totals == session.view.totals


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", EXTREMES, ids=lambda rules: rules.preset)
def test_every_moment_can_be_drawn(language, rules):
    session = new_session(rules, automatic=rules is not HOUSE)
    words = phrasebook(language)
    model = Model(words, session.view, words("you"))

    def visit(events) -> None:
        model.look(session.view, session.seen.illegal)
        if not events:
            model.ready()
        for event in events:
            model.take(event)
        plain = draw(model, 80, 24).plain()
        lines = plain.splitlines()
        assert len(lines) == 24
        assert max(map(len, lines)) <= 80
        assert "{" not in plain
        # Title and score share the first line without touching.
        assert str(rules.target) in lines[0]
        assert words("us") in lines[0]
        assert "  " in lines[0]
        assert lines[-1].endswith(words("key_quit"))
        model.expecting = False

    play_on(session, visit, 4)
    for lines in (auction_lines(model), last_trick_lines(model), sheet_lines(model), end_lines(model)):
        assert lines
        assert max(len(str(line)) for line in lines) <= 74
    for result in session.view.results:
        assert account_lines(model, result)
    assert why_lines(model, session.thoughts)
    assert end_title(model)


def test_legal_cards_are_numbered_and_others_are_not():
    session = new_session(BEGINNERS)
    words = phrasebook("en")
    model = Model(words, session.view, "You")
    found = []

    def visit(events) -> None:
        if events:
            return
        model.look(session.view, session.seen.illegal)
        model.ready()
        plain = draw(model, 80, 24).plain()
        legal = [str(i + 1) for i, card in enumerate(model.cards) if session.view.legal.cards >> card & 1]
        numbers = [letter for line in plain.splitlines()[-8:-2] for letter in line if letter.isdigit()]
        assert set(legal) <= set(numbers)
        found.append(len(legal) < len(model.cards))

    play_on(session, visit, 2)
    assert any(found)


def test_a_small_terminal_says_so():
    model = Model(phrasebook("en"), new_session().view, "You")
    assert "too small" in draw(model, LEAST_WIDTH - 1, LEAST_HEIGHT).plain()
    assert "too small" not in draw(model, LEAST_WIDTH, LEAST_HEIGHT).plain()


async def test_nobody_plays_at_a_table_that_cannot_be_seen():
    app = new_app(new_session)
    async with app.run_test(size=(LEAST_WIDTH - 1, LEAST_HEIGHT)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        await player.press("p", "enter", "1", "f2")
        assert (app.model.expecting, app.session.view.calls) == (True, ())
        assert player.page is None
        await pilot.resize_terminal(LEAST_WIDTH, LEAST_HEIGHT)
        await player.press("p")
        await player.until(lambda: len(app.session.view.calls) > 0)


def test_letters_of_a_greek_keyboard():
    assert "".join(map(latin, "πχδσηψνακλΠΧ")) == "pxdshcnaklpx"
    assert "".join(map(latin, "pxdshcnakl9")) == "pxdshcnakl9"
    assert latin(None) == ""


@pytest.mark.parametrize(
    ("typed", "height"),
    [
        ("9", 90),
        ("90", 90),
        ("10", 100),
        ("100", 100),
        ("120", 120),
        ("11", 110),
        ("25", 250),
        ("250", 250),
        ("811", 110),
        ("1", 80),
    ],
)
def test_typing_the_height_of_a_bid(typed, height):
    session = new_session()
    session.step()
    model = Model(phrasebook("en"), session.view, "You")
    model.look(session.view, {})
    for digit in typed:
        model.type_digit(digit)
    assert model.height == height


# With keys


class Player:
    """Plays at a running table by its keys, always the first thing that is legal."""

    def __init__(self, app: TableApp, pilot) -> None:
        self.app, self.pilot = app, pilot

    async def until(self, condition: Callable[[], bool]) -> None:
        for _ in range(4000):
            await self.pilot.pause()
            if condition():
                return
            await asyncio.sleep(0.005)
        raise AssertionError("the table stands still")

    @property
    def page(self) -> Page | None:
        return self.app.screen if isinstance(self.app.screen, Page) else None

    async def ready(self) -> None:
        await self.until(lambda: self.app.model.expecting or self.page is not None)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    @property
    def shown(self) -> str:
        return self.app.table.canvas.plain()


def new_app(session_of: Callable[[], Sitting], language="en", kept=None, rest=0.0) -> TableApp:
    words = phrasebook(language)
    keep = (lambda session: None) if kept is None else kept.append
    return TableApp(words, session_of, name=words("you"), pace=0, keep=keep, rest=rest)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("automatic", [True, False])
async def test_a_whole_deal_by_keys(language, automatic):
    rules = KAFENEIO if automatic else BOURLOT
    app = new_app(lambda: new_session(rules, automatic=automatic), language)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        bid = False
        while not app.session.view.results or app.session.view.results[-1].passed_out:
            await player.ready()
            if player.page:
                break
            phase = app.model.view.phase
            if phase is Phase.AUCTION:
                await player.press(*("p" if bid else ("down", "enter")))
                bid = True
            elif phase is Phase.PLAYING:
                await player.press("enter")
            else:
                await player.press("enter")
        await player.until(lambda: player.page is not None)
        result = app.session.view.results[-1]
        assert result.contract is not None
        assert sum(result.tricks) == 8
        assert player.page is not None
        await player.press("f6")
        await player.until(lambda: player.page is not None and player.page.heading == app.words("why_title"))
        await player.press("enter")
        await player.until(lambda: player.page is not None and player.page.heading != app.words("why_title"))
        await player.press("enter")
        await player.until(lambda: player.page is None)
        assert len(app.session.view.results) >= 1


async def test_an_illegal_card_is_refused_with_the_reason():
    app = new_app(lambda: new_session(BEGINNERS, seed=1), "el")
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        for _ in range(40):
            await player.ready()
            if player.page:
                await player.press("enter")
                continue
            view, cards = app.model.view, app.model.cards
            wrong = [i for i, card in enumerate(cards) if not view.legal.cards >> card & 1]
            if wrong:
                before = app.session.table
                await player.press(str(wrong[0] + 1), "enter")
                assert app.session.table is before
                assert app.model.message
                assert app.model.message in player.shown
                # Going to another card clears the reason.
                await player.press("left")
                assert app.model.message == ""
                return
            await player.press("enter")
        raise AssertionError("every card was legal")


async def test_bidding_by_keys():
    app = new_app(new_session)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        await player.press("1", "0", "d")
        assert "10♦" in player.shown
        await player.press("up", "right")
        assert "11♣" in player.shown
        await player.press("n")
        assert app.model.message
        await player.press("x")
        await player.until(lambda: app.model.message != "" and app.model.expecting)
        await player.press("χ", "ψ", "enter")
        await player.until(lambda: bool(app.session.view.calls))
        assert app.session.view.calls[0][1].text == "110C"


async def test_enter_bids_nothing_that_was_not_chosen():
    app = new_app(new_session)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        assert "Enter]" not in player.shown
        await player.press("enter", "space", "enter")
        # The first digit of ten is no bid yet either.
        await player.press("1", "enter")
        assert app.session.view.calls == ()
        assert app.model.message == app.words("bid_unchosen")
        assert app.model.message in player.shown
        await player.press("down")
        assert "[8♠ Enter]" in player.shown
        assert app.model.message == ""
        await player.press("enter")
        await player.until(lambda: app.session.view.calls != ())
        assert app.session.view.calls[0][1].text == "80S"
        await player.ready()
        # What was chosen the last time is not chosen now.
        assert not app.model.picked


async def test_enter_in_the_moment_the_turn_comes_plays_no_card():
    app = new_app(lambda: new_session(BEGINNERS), rest=60)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        held = app.session.view.hand
        await player.press("enter", "space", "enter", "p")
        assert app.model.expecting
        assert app.session.view.hand == held
        # Who chooses a card has seen the turn come, and need not wait.
        await player.press("right", "left", "enter")
        await player.until(lambda: app.session.view.hand != held)


async def test_a_pass_too_many_plays_no_card():
    app = new_app(lambda: new_session(BEGINNERS))
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        held = app.session.view.hand
        await player.press("p", "p")
        assert app.model.expecting
        assert app.session.view.hand == held


async def test_enter_plays_when_the_moment_is_over():
    app = new_app(lambda: new_session(BEGINNERS), rest=0.2)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        held = app.session.view.hand
        await asyncio.sleep(0.25)
        await player.press("enter")
        await player.until(lambda: app.session.view.hand != held)


def test_the_first_card_sweeps_every_call_away():
    """The leader's own too, whoever leads the tricks after it."""
    for seed in range(4):
        session = new_session(seed=seed)
        model = Model(phrasebook("en"), session.view, "You")

        def visit(events, session=session, model=model) -> None:
            model.look(session.view, {})
            for event in events:
                model.take(event)
                if type(event).__name__ == "CardPlayed" and session.view.phase is Phase.PLAYING:
                    calls = {
                        call_sign(model.words, session.table.rules, call) for _, call in session.view.calls
                    }
                    assert not calls & set(model.bubbles.values())

        play_on(session, visit, 3)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_and_titles_are_not_cut_off(language):
    words = phrasebook(language)
    app = new_app(new_session, language)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        for key in ("f1", "f2", "f3", "f4", "f5"):
            await player.press(key)
            await player.until(lambda: player.page is not None)
            await pilot.pause()
            assert player.page is not None
            box, text = player.page.query_one(VerticalScroll), player.page.query_one(Static)
            assert box.max_scroll_y == box.max_scroll_x == 0
            assert box.size.width >= text.size.width
            assert box.outer_size.width >= cell_len(player.page.heading) + 4
            await player.press("escape")
            await player.until(lambda: player.page is None)
        assert max(map(cell_len, words("help_text").splitlines())) <= 72


async def test_help_on_a_small_terminal_is_wrapped_and_scrolls():
    app = new_app(new_session, "el-CY")
    async with app.run_test(size=(LEAST_WIDTH, LEAST_HEIGHT)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        await player.press("f1")
        await player.until(lambda: player.page is not None)
        await pilot.pause()
        assert player.page is not None
        box = player.page.query_one(VerticalScroll)
        assert box.outer_size.width <= LEAST_WIDTH
        assert player.page.query_one(Static).size.width <= box.size.width
        assert box.show_vertical_scrollbar
        await player.press("down")
        assert box.scroll_y == 1


async def test_bidding_and_playing_by_mouse():
    app = new_app(new_session)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()

        async def click(command: tuple[str, int]) -> None:
            x, y, *_ = next(spot for spot in app.table.canvas.spots if spot[4] == command)
            await pilot.click(offset=(x + 1, y + 1 if command[0] == "card" else y))
            await pilot.pause()

        await click(("raise", 1))
        await click(("strain", 1))
        await click(("bid", 0))
        await player.until(lambda: app.session.view.calls != ())
        assert app.session.view.calls[0][1].text == "90H"
        await player.ready()
        while app.model.view.phase is Phase.AUCTION:
            await click(("pass", 0))
            await player.ready()
        held = app.model.view.hand
        index = next(i for i, card in enumerate(app.model.cards) if app.model.view.legal.cards >> card & 1)
        await click(("card", index))
        if app.model.view.hand == held:
            await click(("card", index))
        await player.until(lambda: app.session.view.hand != held)


async def test_every_page_opens_and_closes():
    app = new_app(new_session, "el-CY")
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        for key in ("f1", "f2", "f3", "f4", "f5", "question_mark"):
            await player.press(key)
            await player.until(lambda: player.page is not None)
            await player.press("escape")
            await player.until(lambda: player.page is None)
        await player.press("f10")
        await player.until(lambda: player.page is not None)
        await player.press("escape")
        await player.until(lambda: player.page is None)
        assert app.model.expecting


async def test_leaving_keeps_the_record():
    kept: list[Sitting] = []
    app = new_app(new_session, kept=kept)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        await player.press("p", "f10")
        await player.until(lambda: player.page is not None)
        await player.press("enter")
        await player.until(lambda: bool(kept))
    record = kept[0].record()
    assert replay(parse_record(record_text(record))).unfinished is not None


async def test_a_whole_match_and_another():
    kept: list[Sitting] = []
    seeds = iter(range(5, 50))
    app = new_app(lambda: new_session(ACADEMY.change(target=101), next(seeds)), kept=kept)
    async with app.run_test(size=(100, 30)) as pilot:
        player = Player(app, pilot)
        while not kept:
            await player.ready()
            await player.press("p" if app.model.view.phase is Phase.AUCTION and not player.page else "enter")
        await player.until(lambda: player.page is not None)
        assert app.session.table.winner is not None
        await player.press("enter")
        await player.until(lambda: not app.session.over)
        await player.ready()
        assert app.model.view.deal_number == 1
        await player.press("f10")
        await player.until(lambda: player.page is not None)
        await player.press("enter")
        await player.until(lambda: len(kept) == 2)
    assert replay(parse_record(record_text(kept[0].record()))).state.winner is not None


async def declaring(says: bool) -> Sitting:
    """Find a deal in which South can announce, buy it, and speak or keep silent."""
    for seed in range(200):
        session = Sitting(KAFENEIO, dict.fromkeys((1, 2, 3), Quiet()), seed, automatic=False)
        session.step()
        hearts = session.view.dealt >> 8 & 0xFF
        if hearts & 0b01110000 == 0b01110000:
            break
    app = new_app(lambda: session)
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.ready()
        await player.press("8", "h", "enter")
        while not session.view.results:
            await player.ready()
            if player.page:
                break
            if app.model.view.phase is Phase.AUCTION:
                await player.press("p")
            elif says and (app.model.view.legal.may_announce or app.model.view.legal.may_show):
                assert " d " in player.shown
                await player.press("d")
            else:
                await player.press("p" if says and app.model.can_call_pilotta else "enter")
    return session


async def test_declarations_and_pilotta_by_hand():
    """A hand with a sequence and the pair: announced, shown and called with keys, or lost."""
    spoken = await declaring(says=True)
    silent = await declaring(says=False)
    result = spoken.view.results[0]
    assert result.contract is not None
    assert result.contract.text == "80H"
    assert result.pilotta.ns == 20
    assert silent.view.results[0].pilotta.ns == 0
    assert silent.view.results[0].declarations.ns == 0
    silent.leave()
    recorded = silent.record().deals[0]
    assert 0 in recorded.silent
    assert (0, None) in recorded.uncalled
