"""Our play beside the peer's, with a peer of the tests' own: what it is asked and shown, both seatings, and what becomes of nonsense."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from benchmarks import peer, peer_play
from benchmarks.peer import Peer, PeerError
from benchmarks.peer_play import Pairing, calibrated, fight_out, line_of, row_of
from benchmarks.peer_table import RULES, Mismatch, Table, Tally, dealt_anew, play_pair

from pilotta.arena.fight import Fight, contract_alone, contract_to_play
from pilotta.bots.bot import Decision
from pilotta.bots.levels.cafe import Cafe
from pilotta.cards import FULL_DECK, KING, QUEEN, cards_in
from pilotta.game.actions import PlayCard
from pilotta.game.declaring import prepare
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState
from pilotta.game.transition import advance
from pilotta.game.view import PlayerView, view
from pilotta.rules.ranking import ranking
from pilotta.rules.tricks import open_play
from pilotta.seats import side_of

FAKE = (sys.executable, "-m", "tests.data.fake_peer")


@contextmanager
def fake(how: str, log: Path) -> Iterator[Peer]:
    """A peer that plays its lowest legal card by our rules, but for what ``how`` names."""
    with Peer([*FAKE, how, str(log)]) as asked:
        yield asked


def consume(each: Iterator[object]) -> None:
    for _ in each:
        pass


def questions(log: Path) -> list[dict]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def start(index: int = 0) -> MatchState:
    return contract_alone(contract_to_play(Fight("cafe", "cafe", RULES, 1, 1, "play"), index))


def in_play(deals: int) -> Iterator[tuple[MatchState, PlayerView]]:
    """Every position of some deals, by legal cards drawn at random."""
    rng = Random(5)
    for index in range(deals):
        state = start(index)
        while state.phase is Phase.PLAYING:
            seen = view(state, state.turn)
            yield state, seen
            card = rng.choice(cards_in(seen.legal.cards))
            state = advance(state, seen.play(card)).state


class Lowest:
    """Plays as the fake peer does, and keeps what it was shown."""

    name = "lowest"

    def __init__(self) -> None:
        self.seen: list[PlayerView] = []

    def act(self, seen: PlayerView) -> Decision:
        self.seen.append(seen)
        card = cards_in(seen.legal.cards)[0]
        return Decision(PlayCard(seen.seat, card), Cafe().act(seen).reason)


def test_equal_players_come_out_even_with_sides_swapped(tmp_path: Path) -> None:
    ours = Lowest()
    with fake("plain", tmp_path / "log") as other:
        for index in range(3):
            tally = play_pair(Table(lambda _: ours, other, "bot", Tally()), 1, index)
            ((one, swapped),) = tally.cards
            assert one == -swapped
            assert tally.tens[0][0] == -tally.tens[0][1]
            assert tally.compared == 64
            assert tally.ours.count == tally.theirs.count > 0
            assert abs(one) <= 162


def test_each_side_is_asked_where_it_has_a_choice_and_about_its_own_seats(tmp_path: Path) -> None:
    ours = Lowest()
    with fake("plain", tmp_path / "log") as other:
        play_pair(Table(lambda _: ours, other, "its bot", Tally()), 1, 0)
    asked = [each for each in questions(tmp_path / "log") if each["do"] == "card"]
    assert {side_of(seen.seat) for seen in ours.seen} == {0, 1}
    assert all(seen.legal.cards.bit_count() > 1 for seen in ours.seen)
    assert all(seen.announced == (None,) * 4 and not seen.own_declarations for seen in ours.seen)
    # What one side decided in one seating the other decided in the other, for both play alike.
    decided = sorted((seen.seat, seen.played.bit_count()) for seen in ours.seen)
    assert decided == sorted((each["seat"], len(each["played"])) for each in asked)
    assert {each["bot"] for each in asked} == {"its bot"}


def test_the_peer_is_shown_its_own_hand_and_what_was_played_and_nothing_else(tmp_path: Path) -> None:
    with fake("plain", tmp_path / "log") as other:
        play_pair(Table(lambda _: Lowest(), other, "bot", Tally()), 1, 0)
    state = start()
    assert state.deal is not None
    dealt = [list(cards_in(hand)) for hand in state.deal.dealt]
    asked = questions(tmp_path / "log")
    opening = [each for each in asked if each["do"] == "card" and len(each["played"]) < 4]
    for each in opening:
        seat, others = each["seat"], [seat for seat in range(4) if seat != each["seat"]]
        assert each["hands"][seat] == dealt[seat]
        assert all(each["hands"][other] != dealt[other] for other in others)
        assert sorted(card for hand in each["hands"] for card in hand) == list(range(32))
    assert [each["hands"] for each in asked if each["do"] == "referee"] == [dealt, dealt]


def test_a_deal_anew_fits_what_the_seat_saw() -> None:
    rng, others = Random(3), 0
    for state, seen in in_play(4):
        assert state.deal is not None
        hands = dealt_anew(seen, rng)
        assert hands[seen.seat] == state.deal.dealt[seen.seat]
        assert sum(hands) == FULL_DECK
        assert all(hand.bit_count() == 8 for hand in hands)
        others += hands != state.deal.dealt
        # The same cards can be played from it, with the same calls of the pilotta.
        again = start_with(state, hands)
        for leader, cards in (
            *((each.leader, each.cards) for each in seen.tricks),
            (seen.leader, seen.trick),
        ):
            for turn, card in enumerate(cards):
                legal = view(again, again.turn).legal
                assert again.turn == leader + turn & 3
                again = advance(again, PlayCard(again.turn, card, bool(legal.pilotta >> card & 1))).state
        assert view(again, seen.seat).pilotta == seen.pilotta
        assert view(again, seen.seat).legal.cards == seen.legal.cards
    assert others > 60


def start_with(state: MatchState, hands: tuple[int, int, int, int]) -> MatchState:
    """The play of this contract with other hands, from its first card on."""
    deal = state.deal
    assert deal is not None
    assert deal.contract is not None
    assert deal.play is not None
    leader = deal.play.tricks[0].leader if deal.play.tricks else deal.play.leader
    fresh = deal._replace(
        dealt=hands,
        ranking=ranking(RULES, deal.contract.strain),
        declared=prepare(RULES, hands, deal.contract.strain),
        play=open_play(hands, leader),
    )
    return state._replace(deal=fresh, turn=leader)


def test_who_keeps_silent_with_the_king_has_no_queen() -> None:
    """Of the positions in which somebody else played one of the two and called nothing, none is dealt with both in his hand."""
    rng, found = Random(8), 0
    for _, seen in in_play(12):
        assert seen.contract is not None
        pair = (1 << KING | 1 << QUEEN) << 8 * seen.contract.strain
        for seat in range(4):
            gone = sum(
                1 << card
                for leader, cards in (*((t.leader, t.cards) for t in seen.tricks), (seen.leader, seen.trick))
                for turn, card in enumerate(cards)
                if leader + turn & 3 == seat
            )
            if (
                seat != seen.seat
                and (gone & pair).bit_count() == 1
                and not seen.pilotta
                and seen.played & pair != pair
            ):
                found += 1
                assert all(dealt_anew(seen, rng)[seat] & pair != pair for _ in range(3))
    assert found > 5


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("illegal card", "the peer plays "),
        ("no card", "the peer plays 77"),
        ("other rules", "by the peer's rules"),
        ("other points", "card points "),
        ("words", "the peer answers {"),
        ("bare referee", "the peer answers {"),
        ("no json", "is no object of JSON"),
        ("a list", "is no object of JSON"),
        ("refuses", "the peer refuses: not today"),
        ("dies", "the peer is gone"),
        ("unheard", "a pilotta was called by "),
    ],
)
def test_nonsense_is_an_error_that_says_where(how: str, said: str, tmp_path: Path) -> None:
    with fake(how, tmp_path / "log") as other:
        table = Table(lambda _: Lowest(), other, "bot", Tally())
        with pytest.raises(Mismatch) as caught:
            consume(play_pair(table, 1, index) for index in range(40))
    text = str(caught.value)
    assert said in text
    where = (
        ("led and each holds", "S ", "after ")
        if "asked {" not in text
        else ('"hands"', '"trump"', '"played"')
    )
    assert all(word in text for word in where)


def test_a_peer_that_never_says_who_it_is(tmp_path: Path) -> None:
    with pytest.raises(PeerError, match="the peer is gone"):
        Peer([sys.executable, "-c", ""])


def test_the_command_prints_a_table_with_its_baseline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ([*FAKE, "plain", str(tmp_path / "log")],)
    monkeypatch.setattr(Peer.__init__, "__defaults__", command)
    monkeypatch.setattr(peer_play, "installed", lambda: True)
    peer_play.main(["--deals", "3", "--worlds", "2", "--ms", "7", "--only", "cafe,pimc"])
    out = capsys.readouterr().out
    assert "Against fake 1, 7 ms" in out
    assert "| cafe | 3 |" in out
    assert "| pimc, 2 deals a card | 3 |" in out
    assert "384 positions" in out
    assert "time_ms = 7" in questions(tmp_path / "log")[0]["bot"]
    peer_play.main(["--deals", "2", "--only", "cafe", "--jobs", "2", "--json"])
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["ours"], row["deals_a_card"], row["deals"], row["positions_compared"]) == (
        "cafe",
        None,
        2,
        128,
    )


def test_one_process_or_two_play_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ([*FAKE, "plain", str(tmp_path / "log")],)
    monkeypatch.setattr(Peer.__init__, "__defaults__", command)
    pairing = Pairing("cafe", 0, 5, 1)
    with Peer() as other:
        (one, _), (two, _) = (fight_out(pairing, 4, other, jobs) for jobs in (1, 2))
    assert (one.cards, one.tens) == (two.cards, two.tens)
    assert len(one.cards) == 4


def test_an_interrupted_fight_keeps_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = []

    def pair(table: Table, seed: int, index: int) -> Tally:
        if index == 2:
            raise KeyboardInterrupt
        played.append(index)
        return play_pair(table, seed, index)

    monkeypatch.setattr(Peer.__init__, "__defaults__", ([*FAKE, "plain", str(tmp_path / "log")],))
    monkeypatch.setattr(peer_play, "installed", lambda: True)
    monkeypatch.setattr(peer_play, "play_pair", pair)
    peer_play.main(["--deals", "5", "--worlds", "2", "--only", "cafe,pimc"])
    out = capsys.readouterr().out
    assert "| cafe | 2 |" in out
    assert "pimc" not in out
    assert played == [0, 1]


def test_ours_gets_as_many_deals_as_fit_in_the_peers_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fake peer says that it took half a second for each card; ours is made to take a millisecond for each deal."""

    def fought(pairing: Pairing, deals: int, peer: Peer, jobs: int = 1) -> tuple[Tally, bool]:
        tally = Tally()
        tally.ours.add(0.001 * pairing.deals)
        tally.theirs.add(0.5)
        return tally, False

    monkeypatch.setattr(peer_play, "fight_out", fought)
    with fake("plain", tmp_path / "log") as other:
        assert calibrated(Pairing("pimc", 0, 10, 1), 3, other, 1) == Pairing("pimc", 500, 10, 1)


def test_a_row_says_both_times_and_the_error() -> None:
    tally = Tally(cards=[(4.0, 8.0), (-2.0, 0.0)], tens=[(1.0, 1.0), (3.0, 3.0)], compared=128, worlds=30)
    tally.ours.add(0.010)
    tally.theirs.add(0.020)
    row = row_of(Pairing("pimc", 9, 10, 1), tally)
    assert line_of(row) == "| pimc, 9 deals a card | 2 | +2.5 ± 3.5 | +2.00 ± 1.00 | +2.0 | 10.0 | 20.0 |"
    assert row["their_deals_a_card"] == 30.0


@pytest.mark.parametrize(
    "words", [["--deals", "0"], ["--only", "cafe,nobody"], ["--worlds", "0"], ["--jobs", "0"]]
)
def test_what_cannot_be_played(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        peer_play.main(words)
    assert caught.value.code == 2
    assert "players among cafe, pimc, daskalos" in capsys.readouterr().err


def test_without_the_peer_the_command_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer_play, "installed", lambda: False)
    with pytest.raises(SystemExit, match="make bench-peers"):
        peer_play.main([])


@pytest.mark.skipif(not peer.installed(), reason="the peer is not installed (`make bench-peers`)")
def test_the_peer_itself_plays_by_the_same_rules() -> None:
    with Peer() as other:
        assert other.name.startswith("colver ")
        tally, _ = fight_out(Pairing("cafe", 0, 1, 1), 2, other)
    assert tally.compared == 128
    assert tally.worlds > 0
