"""A match from deal to deal: totals, wins, the dealer, the end."""

from random import Random
from typing import Any

import pytest
from tests.game.table import auctioned, begun, play_out
from tests.rules.tables import cases, pair

from pilotta.cards import cards_in
from pilotta.game.actions import MakeCall
from pilotta.game.dealing import deal_cards, deal_from, shuffled
from pilotta.game.events import DealScored, MatchWon
from pilotta.game.phase import Phase
from pilotta.game.record import record_of
from pilotta.game.referee import replay
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import Refusal, advance, apply, legal_actions
from pilotta.rules.auction import PASS
from pilotta.rules.catalogue import PRESETS, TARGETS, preset
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import EW, NS, SIDES, BySide

# South draws seven rounds of trumps; West is left with the seven of clubs, East takes the last trick with the eight of hearts.
DEAL = "S:AKQJT98.7.. 7.AKQJT98.. ..AKQJT987. ...AKQJT987"
ONE_SUIT_EACH = "S:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"


def highest(state: MatchState) -> int:
    """Spades first, high cards first."""
    return max(cards_in(legal_actions(state, state.turn).cards), key=lambda card: (card < 8, card & 7))


def played(rules: RuleSet, before: BySide[int], wins: BySide[int]) -> tuple[MatchState, list[Any]]:
    state = new_match(rules)._replace(totals=before, wins=wins)
    return play_out(auctioned(state, DEAL, "S", "80S"), card=highest)


@pytest.mark.parametrize(("rules", "case"), cases("match"))
def test_after_a_deal(rules: RuleSet, case: dict[str, Any]) -> None:
    state, events = played(rules, pair(case["before"]), pair(case.get("wins", [0, 0])))
    over = case.get("over", False)
    won = SIDES.index(case["won"]) if "won" in case else None
    assert state.totals == pair(case["after"])
    wins = case.get("wins_after")
    if wins is None:
        wins = [int(won == NS), int(won == EW)]
    assert state.wins == pair(wins)
    assert (state.phase is Phase.OVER) == over
    assert state.winner == (won if over else None)
    assert not state.by_reverse_capot
    assert [each.side for each in events if isinstance(each, MatchWon)] == ([won] if over else [])
    scored = [each for each in events if isinstance(each, DealScored)]
    assert [each.wins for each in scored] == [state.wins]
    # What is announced are the totals that the deal led to, before a new count begins.
    deal = scored[0].result.score
    assert scored[0].totals == BySide(case["before"][0] + deal.ns, case["before"][1] + deal.ew)


@pytest.mark.parametrize("name", PRESETS)
def test_the_deal_of_the_table_is_what_it_says(name: str) -> None:
    state, _ = played(preset(name), BySide(0, 0), BySide(0, 0))
    result = state.results[0]
    assert (result.tricks, result.cards) == (BySide(7, 1), BySide(152, 10))
    assert result.declarations == (BySide(200, 0) if name == "club" else BySide(0, 0))
    assert result.pilotta == BySide(20, 0)
    assert result.score == {"bourlot": BySide(250, 10), "club": BySide(37, 1)}.get(name, BySide(25, 1))


@pytest.mark.parametrize(
    ("name", "declared", "score"),
    [
        ("academy", (0, 0), (35, 0)),  # 8 + 25 + 2; equal runs: nobody's
        ("kafeneio", (200, 0), (55, 0)),  # the run in trumps wins: 8 + 25 + 20 + 2
        ("bourlot", (200, 0), (550, 0)),
        ("club", (200, 0), (47, 0)),  # 25 + 20 + 2; South comes first from the leader
    ],
)
def test_a_capot_with_eight_in_a_row_each(
    name: str, declared: tuple[int, int], score: tuple[int, int]
) -> None:
    state, _ = play_out(begun(preset(name), ONE_SUIT_EACH, "S", "80S"), card=highest)
    result = state.results[0]
    assert result.account is not None
    assert result.account.capot == NS
    assert result.account.made
    assert (result.tricks, result.cards) == (BySide(8, 0), BySide(162, 0))
    assert result.declarations == BySide(*declared)
    assert result.score == BySide(*score)


@pytest.mark.parametrize("wins_needed", [1, 3])
def test_a_reverse_capot_wins_the_match_at_once(wins_needed: int) -> None:
    """Source: 003_34c75ac406ffdc10; that it is one win, whatever else is missing, is our decision."""
    rules = preset("academy").change(wins_needed=wins_needed)
    state = new_match(rules)._replace(totals=BySide(0, 340))
    state, events = play_out(auctioned(state, ONE_SUIT_EACH, "E", "80S"), card=highest)
    assert state.phase is Phase.OVER
    assert (state.winner, state.by_reverse_capot) == (NS, True)
    assert state.wins == BySide(1, 0)
    assert events[-1] == MatchWon(NS, reverse_capot=True)
    assert state.results[0].score == BySide(8 + 25 + 2, 0)
    for action in (deal_cards(rules, state.dealer, Random(1)), MakeCall(0, PASS)):
        outcome = apply(state, action)
        assert isinstance(outcome, Refusal)
        assert outcome.code == "action.match_over"


@pytest.mark.parametrize("name", ["kafeneio", "bourlot", "club"])
def test_elsewhere_a_reverse_capot_is_a_deal_like_others(name: str) -> None:
    state, _ = play_out(begun(preset(name), ONE_SUIT_EACH, "E", "80S"), card=highest)
    assert state.phase is Phase.DEALING
    assert state.winner is None
    assert state.results[0].account is not None
    assert state.results[0].account.made is False


def test_a_reverse_capot_of_beginners_wins_no_match() -> None:
    rules = preset("academy").change(fixed_trump="H")
    state, _ = play_out(auctioned(new_match(rules), ONE_SUIT_EACH, "S", "P"), card=highest)
    assert state.phase is Phase.DEALING
    assert state.results[0].score == BySide(0, 25 + 2)
    assert state.results[0].account is not None
    assert state.results[0].account.made is None


@pytest.mark.parametrize("name", PRESETS)
def test_the_dealer_rotates(name: str) -> None:
    """Counter-clockwise, S E N W; sources: 001_acc98ce21b997b9f and 002_12fb41304746d1c2 for the passes, else decisions."""
    rules = preset(name)
    state = new_match(rules, 1)
    state, _ = play_out(auctioned(state, DEAL, "S", "80S"), card=highest)
    assert state.dealer == 2
    state = auctioned(state, DEAL, "S", "P")
    assert state.results[-1].passed_out
    assert state.dealer == (2 if name == "club" else 3)
    assert state.totals == state.results[0].score


@pytest.mark.parametrize(
    ("dealing", "expected"),
    [
        # West deals, so South is served first: three cards from the top, then East, North, West, then two each, then three.
        ((3, 2, 3), [0, 1, 2, 12, 13, 20, 21, 22]),
        ((8,), [0, 1, 2, 3, 4, 5, 6, 7]),
        ((4, 4), [0, 1, 2, 3, 16, 17, 18, 19]),
        ((1,) * 8, [0, 4, 8, 12, 16, 20, 24, 28]),
    ],
)
def test_packets(dealing: tuple[int, ...], expected: list[int]) -> None:
    """3-2-3; sources: 000_13b2fa36950a5bda, 001_acc98ce21b997b9f, 002_12fb41304746d1c2."""
    rules = preset("academy").change(dealing=dealing)
    for dealer in range(4):
        hands = deal_from(rules, dealer, range(32)).hands
        assert list(cards_in(hands[(dealer + 1) % 4])) == expected
        assert sum(hand.bit_count() for hand in hands) == 32
        assert all(hand.bit_count() == 8 for hand in hands)
        assert max(cards_in(hands[dealer])) == 31


@pytest.mark.parametrize("deck", [[], list(range(31)), [0, *range(31)], list(range(1, 33))])
def test_a_deck_is_32_cards(deck: list[int]) -> None:
    with pytest.raises(ValueError, match="32"):
        deal_from(preset("academy"), 0, deck)


def test_chance_is_the_callers() -> None:
    assert shuffled(Random(5)) == shuffled(Random(5))
    assert shuffled(Random(5)) != shuffled(Random(6))
    assert sorted(shuffled(Random(5))) == list(range(32))


def test_named_targets() -> None:
    """Source: 002_12fb41304746d1c2."""
    assert TARGETS == {"short": 151, "medium": 251, "standard": 351, "long": 401}
    for target in TARGETS.values():
        assert preset("club").change(target=target).target == target


@pytest.mark.parametrize("dealer", [-1, 4, True, None, "S", 1.0])
def test_a_match_begins_with_a_dealer(dealer: object) -> None:
    with pytest.raises(ValueError, match="seat"):
        new_match(preset("academy"), dealer)  # type: ignore[arg-type]


def test_the_last_deal_stays_readable() -> None:
    state, _ = played(preset("kafeneio"), BySide(0, 0), BySide(0, 0))
    assert state.phase is Phase.DEALING
    assert state.deal is not None
    assert state.deal.play is not None
    assert len(state.deal.play.tricks) == 8
    assert state.finished == (state.deal,)
    again = replay(record_of(state)).state
    assert again.results == state.results
    assert advance(state, deal_cards(state.rules, state.dealer, Random(3))).state.finished == state.finished
