"""What holds of every bot at every table: it plays by the rules, gives a reason, remembers nothing and peeks at nothing."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilotta.bots.bot import Bot, Decision, NothingToDo
from pilotta.bots.catalogue import BOT_NAMES, make_bot
from pilotta.bots.levels.daskalos import Daskalos
from pilotta.bots.levels.mastoras import Mastoras
from pilotta.bots.play.cardplay import Effort
from pilotta.cards import FULL_DECK, cards_in, hand_of
from pilotta.game.actions import Action, Deal
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance
from pilotta.game.view import PlayerView, view
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import RuleSet
from pilotta.words import chapter

HOUSE_RULES = [
    {"fixed_trump": "D"},
    {"capot_call": True},
    {"capot_call": True, "capot_must_be_called": True},
    {"lowest_bid": 10},
    {"lowest_bid": 100, "highest_bid": 120},
    {"lowest_bid": 80, "highest_bid": 80},
    {"bid_step": 1},
    {"bid_step": 5},
    {"bid_step": 1, "lowest_bid": 81, "highest_bid": 99},
    {"pass_is_final": True},
    {"double": "none", "redouble": False},
    {"double": "after_auction"},
    {"redouble": False},
    {"strains": "H"},
    {"strains": "SHDCNA"},
    {"strains": "NA"},
    {"strains": "A"},
    {"must_trump": "never", "must_overtrump": False, "must_undertrump": False},
    {"must_trump": "unless_partner_wins"},
    {"must_beat_plain": True},
    {"must_beat_led_trump": False, "must_undertrump": False},
    {"must_beat_all_trump": False, "strains": "A"},
    {"announce": "after_auction", "show": "at_once"},
    {"announce": "before_second_trick", "show": "at_once"},
    {"announce": "after_auction"},
    {"pilotta_points": 0},
    {"miscall_penalty": 20},
    {"first_leader": "left", "first_bidder": "left"},
    {"must_exceed_opponents": True},
    {"trump_order": "AKQJT987", "plain_order": "AKQJT987"},
    {"made_adds_bid": False},
]


def possible(preset: str, changes: dict[str, object]) -> RuleSet | None:
    try:
        return PRESETS[preset].change(**changes)
    except RuleSetError:
        return None


LONG = {"mastoras": 2, "daskalos": 1}
"""Deals to ask those who think for long; the others get a few more."""

HASTY: dict[str, Callable[[int], Bot]] = {
    "hasty mastoras": lambda seed: Mastoras(seed, deals=1),
    "hasty daskalos": lambda seed: Daskalos(seed, Effort(deals=2, tries=30, nodes=100_000), auctions=1),
}
"""Those who think for long, in a hurry: what they do is worse, and legal all the same."""

TABLES = [
    pytest.param(rules, id=f"{name} {changes}")
    for name in PRESETS
    for changes in ({}, *HOUSE_RULES)
    if (rules := possible(name, changes)) is not None
]


def deal_states(
    rules: RuleSet, seed: int, names: tuple[str, str], *, automatic: bool
) -> Iterator[tuple[MatchState, PlayerView, Decision]]:
    """Each state of a deal in which somebody has to act, and what the bot does there."""
    makers = [HASTY.get(name) or partial(make_bot, name) for name in names]
    bots = [makers[seat & 1](seed + seat) for seat in range(4)]
    state = new_match(rules, seed % 4, automatic=automatic)
    state = advance(state, deal_cards(rules, state.dealer, Random(seed))).state
    while state.phase not in (Phase.DEALING, Phase.OVER):
        seen = view(state, state.turn)
        decision = bots[state.turn].act(seen)
        yield state, seen, decision
        state = advance(state, decision.action).state


@pytest.mark.parametrize("rules", TABLES)
def test_every_bot_plays_by_the_rules_and_says_why(rules: RuleSet) -> None:
    for seed in range(12):
        for names in (("cafe", "cafe"), ("cafe", "random"), ("mathitis", "cafe"), ("random", "mathitis")):
            # `advance` raises where an action is not legal.
            for _, _, decision in deal_states(rules, seed, names, automatic=seed % 2 == 0):
                assert decision.reason.code in chapter("en", "reasons")
                assert "{" not in decision.reason.message
                assert all(type(value) is str for value in decision.reason.params.values())


@given(
    seed=st.integers(0, 10_000),
    preset=st.sampled_from(sorted(PRESETS)),
    changes=st.sampled_from(HOUSE_RULES),
    name=st.sampled_from(["mathitis", "cafe", "cafe:bold", "cafe:careful,high_asks"]),
)
def test_random_deals_under_random_house_rules(
    seed: int, preset: str, changes: dict[str, object], name: str
) -> None:
    rules = possible(preset, changes)
    if rules is not None:
        for _ in deal_states(rules, seed, (name, "random"), automatic=bool(seed & 4)):
            pass


def house(chance: Random) -> RuleSet:
    """A rule set with up to four changes that do not contradict each other."""
    while True:
        changes = {}
        for change in chance.sample(HOUSE_RULES, chance.randrange(1, 5)):
            changes.update(change)
        rules = possible(chance.choice(sorted(PRESETS)), changes)
        if rules is not None:
            return rules


def parts(deals: dict[str, int], size: int) -> list[object]:
    """So many deals of each player in parts of this size, so that a run that is broken off need not play them all again."""
    cut = [
        (name, range(start, min(start + size, count)))
        for name, count in deals.items()
        for start in range(0, count, size)
    ]
    return [pytest.param(name, part, id=f"{name} {part.start}-{part.stop}") for name, part in cut]


MANY = {
    "random": 1000,
    "mathitis": 1000,
    "cafe": 1000,
    "hasty mastoras": 500,
    "hasty daskalos": 200,
    "mastoras": 60,
    "daskalos": 20,
}
VERY_MANY = {
    "random": 10_000,
    "mathitis": 10_000,
    "cafe": 10_000,
    "hasty mastoras": 10_000,
    "hasty daskalos": 10_000,
    "mastoras": 300,
    "daskalos": 60,
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "deals"), parts(MANY, 1000))
def test_legal_on_many_deals(name: str, deals: range) -> None:
    play_by_the_rules(name, deals)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "deals"), parts(VERY_MANY, 1000))
def test_legal_on_very_many_deals(name: str, deals: range) -> None:
    play_by_the_rules(name, deals)


def play_by_the_rules(name: str, deals: range) -> None:
    """Under every rule set, and under random house rules."""
    tables = [table.values[0] for table in TABLES]
    for number in deals:
        rules = house(Random(number)) if number % 2 else tables[number // 2 % len(tables)]
        other = ("random", "mathitis", "cafe")[number % 3]
        for _, _, decision in deal_states(rules, number, (name, other), automatic=number % 4 < 2):
            assert decision.reason.code in chapter("en", "reasons")
            assert "{" not in decision.reason.message


def actions(rules: RuleSet, seed: int, name: str) -> list[Action]:
    return [decision.action for _, _, decision in deal_states(rules, seed, (name, name), automatic=False)]


@pytest.mark.parametrize("name", BOT_NAMES)
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_same_seed_plays_the_same(name: str, rules: RuleSet) -> None:
    for seed in range(LONG.get(name, 5)):
        assert actions(rules, seed, name) == actions(rules, seed, name)


@pytest.mark.parametrize("name", BOT_NAMES)
def test_a_bot_started_in_the_middle_answers_the_same(name: str) -> None:
    for seed in range(LONG.get(name, 8)):
        for state, seen, decision in deal_states(PRESETS["club"], seed, (name, name), automatic=False):
            assert make_bot(name, seed + state.turn).act(seen) == decision


def test_different_seeds_of_random_play_differently() -> None:
    assert (
        len({tuple(map(repr, actions(PRESETS["academy"], 1000 * seed, "random"))) for seed in range(6)}) > 1
    )


@pytest.mark.parametrize("name", [*BOT_NAMES, "cafe:high_asks"])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_others_hidden_cards_do_not_matter(rules: RuleSet, name: str) -> None:
    """In the auction, deal the other hands again: the answer stays. (situations.toml does the same for the play.)"""
    bot = make_bot(name)
    seeds = LONG.get(name, 6)
    compared = 0
    for seed in range(seeds):
        for state, seen, _ in deal_states(rules, seed, ("cafe", "cafe"), automatic=False):
            assert state.deal is not None
            if state.deal.play is not None:
                break
            other = _redealt(state, state.turn, seed)
            again = view(other, state.turn)
            assert again == seen
            assert bot.act(again) == bot.act(seen)
            compared += 1
    assert compared > 3 * seeds


def _redealt(state: MatchState, seat: int, seed: int) -> MatchState:
    """The same auction over another deal of the cards that this seat does not see."""
    assert state.deal is not None
    rest = list(cards_in(FULL_DECK & ~state.deal.dealt[seat]))
    Random(seed + 7).shuffle(rest)
    hands = [
        state.deal.dealt[each] if each == seat else hand_of(rest.pop() for _ in range(8)) for each in range(4)
    ]
    fresh = advance(new_match(state.rules, state.deal.dealer, automatic=False), Deal(tuple(hands))).state  # type: ignore[arg-type]
    assert fresh.deal is not None
    return fresh._replace(turn=state.turn, deal=fresh.deal._replace(auction=state.deal.auction))


def test_a_bot_is_not_asked_out_of_turn() -> None:
    state = advance(new_match(PRESETS["academy"]), deal_cards(PRESETS["academy"], 3, Random(1))).state
    seen = view(state, state.turn + 1 & 3)
    for name in BOT_NAMES:
        with pytest.raises(NothingToDo, match="has nothing to do in phase auction"):
            make_bot(name).act(seen)


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(ValueError, match=r"'nobody' is no bot; there are random, mathitis, cafe"):
        make_bot("nobody")


@pytest.mark.parametrize("name", ["mathitis", "cafe"])
def test_a_bot_without_chance_reads_the_view_alone(name: str) -> None:
    """Two views that are equal get the same answer, whoever made them and whatever the seed."""
    for _, seen, decision in deal_states(PRESETS["academy"], 3, (name, name), automatic=True):
        assert make_bot(name, 99).act(replace(seen)) == decision
