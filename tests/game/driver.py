"""Random legal matches under random house rules, for tests: every random choice comes from one seeded generator."""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from pilotta.cards import cards_in
from pilotta.game.actions import Action, Announce, MakeCall, PlayCard, Show
from pilotta.game.dealing import deal_cards
from pilotta.game.events import Event
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance, legal_actions
from pilotta.rules.auction import DOUBLE, PASS, REDOUBLE, Call
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import RuleSet

CHANGES: dict[str, tuple[Any, ...]] = {
    "dealing": ((3, 2, 3), (4, 4), (8,), (2, 3, 3), (1,) * 8),
    "dealer_after_passes": ("next", "same"),
    "first_leader": ("right", "left"),
    "first_bidder": ("right", "left"),
    "fixed_trump": ("", "", "", "D", "S"),
    "lowest_bid": (10, 70, 80, 100),
    "bid_step": (1, 5, 10),
    "highest_bid": (250, 500, 820),
    "strains": ("SHDC", "SHDCNA", "SHDCN", "NA", "A", "N", "DH"),
    "pass_is_final": (False, True),
    "double": ("in_auction", "after_auction", "none"),
    "redouble": (False, True),
    "capot_call": (False, True),
    "must_beat_led_trump": (False, True),
    "must_beat_plain": (False, True),
    "must_beat_all_trump": (False, True),
    "must_trump": ("always", "unless_partner_wins", "never"),
    "must_overtrump": (False, True),
    "must_undertrump": (False, True),
    "trump_order": ("J9ATKQ87", "J9ATKQ87", "AKQJT987"),
    "plain_order": ("ATKQJ987", "ATKQJ987", "AKQJT987"),
    "sequence_order": ("AKQJT987", "ATKQJ987"),
    "sequence_points": ((20, 50, 100), (0, 50, 150), (20, 100, 100)),
    "four_points": ((0, 0, 150, 100, 200, 100, 100, 100), (50, 60, 150, 0, 200, 100, 100, 120)),
    "declaration_order": ("fours_first", "points_first"),
    "hundred_ties_four": (False, True),
    "declaration_tie": ("nobody", "trumps", "first_in_turn"),
    "announce": ("first_trick", "after_auction", "before_second_trick"),
    "show": ("second_or_third_trick", "second_trick", "at_once"),
    "pilotta_points": (0, 20, 40),
    "pilotta_calls": ("both_cards", "first_card"),
    "pilotta_said": ("pilotta", "bourlot"),
    "miscall_penalty": (0, 20),
    "must_exceed_opponents": (False, True),
    "made_adds_bid": (False, True),
    "failed_adds_bid": (False, True),
    "failed_declarations": ("defenders", "lost", "kept"),
    "failed_pilotta": ("defenders", "kept"),
    "double_multiplies": ("bid", "score"),
    "capot_points": (250, 252, 262),
    "capot_must_be_called": (False, True),
    "reverse_capot": ("match", "deal"),
    "no_trump_bonus": (0, 50, 80),
    "all_trump_bonus": (0, 50, 80),
    "sheet_unit": ("tens", "points"),
    "sixes_up": ("bidders", "trump_jack"),
    "target": (101, 151, 351, 1510, 3550),
    "target_met": ("reached", "exceeded"),
    "wins_needed": (1, 2, 3),
    "bids_said": ("tens", "points"),
}
"""Values to try for each field that can vary."""

TOGETHER: tuple[dict[str, Any], ...] = (
    {"sheet_unit": "points", "target": 1510},
    {"sheet_unit": "tens", "target": 151},
    {"must_trump": "never", "must_overtrump": False, "must_undertrump": False},
    {"capot_call": True, "capot_must_be_called": True},
    {"strains": "SHDCNA", "sixes_up": "bidders", "no_trump_bonus": 50, "all_trump_bonus": 80},
    {"announce": "after_auction", "show": "at_once"},
    {"double": "after_auction", "double_multiplies": "score", "redouble": True},
)
"""Changes that only stand together."""


def examples(usual: int) -> settings:
    """So many examples in the usual profiles, twenty times as many in the thorough one."""
    return settings(max_examples=max(1, usual * settings.default.max_examples // 100))


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """A preset with house rules: fields are changed one by one, and what the rule set refuses stays as it was."""
    rules = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    for change in draw(st.lists(st.sampled_from(TOGETHER), max_size=2)):
        rules = changed(rules, change)
    for name in draw(st.lists(st.sampled_from(sorted(CHANGES)), max_size=14, unique=True)):
        rules = changed(rules, {name: draw(st.sampled_from(CHANGES[name]))})
    return rules


def changed(rules: RuleSet, change: dict[str, Any]) -> RuleSet:
    try:
        return rules.change(**change)
    except RuleSetError:
        return rules


def some_call(state: MatchState, chance: Random) -> Call:
    """Any legal call, low bids and passes more often, so that auctions differ and end."""
    calls = legal_actions(state, state.turn).calls
    drawn = chance.random()
    if calls.can_redouble and drawn < 0.5:
        return REDOUBLE
    if calls.can_double and drawn < 0.25:
        return DOUBLE
    if calls.lowest and drawn < 0.55:
        strain = "SHDCNA".index(chance.choice(calls.strains))
        steps = (calls.highest - calls.lowest) // calls.step
        jump = chance.choice((0, 0, 0, 1, 2, 3, steps)) if chance.random() < 0.9 else chance.randrange(30)
        return Call("bid", calls.lowest + calls.step * min(jump, steps), strain)
    if calls.can_capot and drawn < 0.6:
        return Call("bid", 250, "SHDCNA".index(chance.choice(calls.strains)), capot=True)
    return PASS


def some_action(state: MatchState, chance: Random) -> Action:
    """A legal action of the seat whose turn it is, or of chance."""
    if state.phase is Phase.DEALING:
        return deal_cards(state.rules, state.dealer, chance)
    seat = state.turn
    legal = legal_actions(state, seat)
    if state.phase is Phase.AUCTION:
        return MakeCall(seat, some_call(state, chance))
    if legal.asked_announce:
        return Announce(seat, legal.may_announce and chance.random() < 0.8)
    if legal.asked_show:
        return Show(seat, chance.random() < 0.8)
    if legal.may_announce and chance.random() < 0.8:
        return Announce(seat)
    if legal.may_show and chance.random() < 0.6:
        return Show(seat)
    card = chance.choice(cards_in(legal.cards))
    called = False
    if not state.automatic:
        called = bool(legal.pilotta >> card & 1) and chance.random() < 0.7
        assert state.deal is not None
        assert state.deal.declared is not None
        if state.rules.miscall_penalty and chance.random() < 0.05 and not state.deal.declared.pairs[seat]:
            called = all(who != seat for who, _ in state.deal.declared.calls)
    return PlayCard(seat, card, called)


Step = tuple[MatchState, Action, MatchState, tuple[Event, ...]]


def steps(
    rules: RuleSet, seed: int, *, automatic: bool = True, deals: int = 2, dealer: int = 3
) -> Iterator[Step]:
    """Play until the match or so many deals are over: the state before, the action, the state after, the events."""
    chance = Random(seed)
    state = new_match(rules, dealer, automatic=automatic)
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DEALING and len(state.finished) >= deals:
            return
        action = some_action(state, chance)
        applied = advance(state, action)
        yield state, action, applied.state, applied.events
        state = applied.state


def last_state(
    rules: RuleSet, seed: int, *, automatic: bool = True, deals: int = 2, dealer: int = 3
) -> MatchState:
    state = new_match(rules, dealer, automatic=automatic)
    for _, _, after, _ in steps(rules, seed, automatic=automatic, deals=deals, dealer=dealer):
        state = after
    return state
