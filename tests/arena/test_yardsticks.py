"""The players to measure by are what they say they are, and sit in the arena alone."""

import pytest

from pilotta.arena.fight import Fight, contract_to_play, play_deal
from pilotta.arena.run import fight_out
from pilotta.arena.yardsticks import PLAYERS, YARDSTICKS, Omniscient, Pimc, full_name, make_player
from pilotta.bots.catalogue import BOT_NAMES, make_bot
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.bots.sight.picture import Picture
from pilotta.bots.sight.worlds import Worlds
from pilotta.engine.position import position
from pilotta.engine.score import best_score
from pilotta.game.actions import PlayCard
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance
from pilotta.game.view import view
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import RuleSet

ACADEMY = Fight("omniscient", "cafe", PRESETS["academy"], 4, 1, track="play")


def test_no_yardstick_is_offered_at_a_table() -> None:
    assert not set(YARDSTICKS) & set(BOT_NAMES)
    for name in (*YARDSTICKS, "pimc-10"):
        with pytest.raises(ValueError, match="is no bot"):
            make_bot(name)


@pytest.mark.parametrize("name", [*BOT_NAMES, *YARDSTICKS, "pimc-1", "pimc-10", "pimc-10000", "cafe@1"])
def test_who_can_be_measured(name: str) -> None:
    assert make_player(name, 1) is not None
    assert full_name(full_name(name)) == full_name(name)
    assert full_name(name).startswith(name)


@pytest.mark.parametrize(
    "name", ["", "nobody", "pimc", "pimc-", "pimc-0", "pimc-010", "pimc-10001", "pimc-１", "omniscient@1"]
)
def test_who_cannot(name: str) -> None:
    for ask in (make_player, full_name):
        with pytest.raises(ValueError, match=f"there are .*{PLAYERS[:20]}"):
            ask(name)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_they_play_by_the_rules(rules: RuleSet) -> None:
    """The arena raises where somebody does not."""
    for a, b in (("omniscient", "pimc-2"), ("pimc-3", "omniscient")):
        assert len(fight_out(Fight(a, b, rules, 2, 1)).deals) == 2


def test_the_same_seed_plays_the_same() -> None:
    fight = Fight("pimc-3", "cafe", PRESETS["academy"], 4, 1)
    assert fight_out(fight) == fight_out(fight)


def after(cards: int, index: int) -> MatchState:
    """A deal in play after so many cards of cafe's."""
    state, cafe = contract_to_play(ACADEMY, index), make_bot("cafe")
    for _ in range(cards):
        state = advance(state, cafe.act(view(state, state.turn)).action).state
    return state


def test_even_worlds_weigh_all_the_same() -> None:
    """What the auction tells makes some deals likelier, and not for pimc."""
    seen, differ = view(state := after(5, 0), state.turn), 0
    assert state.deal is not None
    assert state.deal.play is not None
    assert seen.contract is not None
    known = Knowledge(seen, seen.contract)
    even, weighed = Worlds(known, even=True), Worlds(known)
    hands = list(state.deal.play.hands)
    assert even.weight(tuple(hands)) == 1.0
    others = [seat for seat in range(4) if seat != seen.seat]
    for one, other in ((others[0], others[1]), (others[1], others[2])):
        for card in range(32):
            for back in range(32):
                if not (hands[one] >> card & 1 and hands[other] >> back & 1):
                    continue
                swapped = list(hands)
                both = 1 << card | 1 << back
                swapped[one] ^= both
                swapped[other] ^= both
                weight = even.weight(tuple(swapped))
                fits = known.possible[one] >> back & 1 and known.possible[other] >> card & 1
                assert weight == float(fits)
                differ += bool(weight) and weighed.weight(tuple(swapped)) != weighed.weight(tuple(hands))
    assert differ


def test_pimc_plays_the_best_of_its_deals() -> None:
    """Not the usual card where another is better by a hair, as the craftsman does."""
    found = 0
    for index in range(6):
        state = after(4, index)
        seen = view(state, state.turn)
        if seen.legal.cards & seen.legal.cards - 1 == 0:
            continue
        bot = Pimc(1, 10)
        action = bot.act(seen).action
        assert isinstance(action, PlayCard)
        expected = bot.expected(Picture(seen))
        assert expected[action.card] == max(expected.values())
        found += 1
    assert found


@pytest.mark.parametrize("name", ["academy", "kafeneio", "club"])
def test_four_who_see_everything_come_to_the_best_score(name: str) -> None:
    """Played card by card, the deal ends as the solver says that it ends under best play for the score."""
    fight = Fight("omniscient", "omniscient", PRESETS[name], 6, 1, track="play")
    for index in range(fight.deals):
        state = contract_to_play(fight, index)
        assert state.deal is not None
        assert state.deal.play is not None
        dealt, leader = state.deal.dealt, state.deal.play.leader
        while state.phase not in (Phase.DEALING, Phase.OVER):
            action = Omniscient().act_seeing(view(state, state.turn), dealt).action
            state = advance(state, action).state
        result = state.results[-1]
        assert result.contract is not None
        start = position(fight.rules, result.contract.strain, dealt, leader)
        best = best_score(start, result.contract, result.declarations, result.pilotta)
        assert result.score == best.score


def test_nobody_passes_the_ceiling() -> None:
    """Against the same opponents as everybody, who sees all hands gains most."""
    deals = [ACADEMY.hands("deal", index) for index in range(30)]
    gains = {}
    for name in ("omniscient", "cafe"):
        fight = Fight(name, "cafe", ACADEMY.rules, 30, 1)
        tables = [fight.table(index, swapped=False) for index in range(30)]
        results = [
            play_deal(new_match(fight.rules), hands, table).results[-1]
            for hands, table in zip(deals, tables, strict=True)
        ]
        gains[name] = sum(result.score[0] - result.score[1] for result in results)
    assert gains["omniscient"] > gains["cafe"]
