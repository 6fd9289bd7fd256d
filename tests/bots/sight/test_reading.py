"""Deals are drawn as the learned models say, natively and in Python alike, and the models know more than chance does."""

from array import array
from collections import Counter
from itertools import combinations
from math import log
from random import Random
from typing import Any

import pytest
from tests.bots.likely import likelihood

from pilotta.bots.bot import Bot
from pilotta.bots.levels.cafe import Cafe
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.bots.sight.picture import Picture
from pilotta.bots.sight.reading import (
    ASIDE,
    CELLS,
    FEATURES,
    OUTCOMES,
    SHAPES,
    cell,
    feature,
    model,
    moments,
    spoken,
    tables,
)
from pilotta.bots.sight.sampling import Sight
from pilotta.bots.sight.worlds import Worlds
from pilotta.cards import SUIT_MASKS, cards_in, hand_of
from pilotta.engine import _native, door
from pilotta.engine.backend import use_backend
from pilotta.engine.door import NeedsCore
from pilotta.engine.reference import ReferenceBackend
from pilotta.engine.rows import game_bytes
from pilotta.game.actions import Deal
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance
from pilotta.game.view import PlayerView, view
from pilotta.rules.auction import Call, bid
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ranking import ranking
from pilotta.seats import FourHands


def moments_of(preset: str, seed: int, bot: Bot | None = None) -> list[tuple[MatchState, PlayerView]]:
    """Every position of one deal, with the view of who is to act."""
    rules = PRESETS[preset]
    bot = bot or Cafe()
    state = advance(new_match(rules, seed % 4), Deal(deal_cards(rules, 3, Random(seed)).hands)).state
    found = []
    while state.phase not in (Phase.DEALING, Phase.OVER):
        seen = view(state, state.turn)
        found.append((state, seen))
        state = advance(state, bot.act(seen).action).state
    return found


def all_deals(seen: PlayerView) -> list[FourHands]:
    """Every deal that fits what is seen."""
    assert seen.contract is not None
    known = Knowledge(seen, seen.contract)
    others = [seat for seat in range(4) if seat != seen.seat]
    found = []
    for first in combinations(cards_in(known.possible[others[0]]), known.left[others[0]]):
        rest = known.unseen & ~hand_of(first)
        for second in combinations(cards_in(rest & known.possible[others[1]]), known.left[others[1]]):
            hands = [0, 0, 0, 0]
            hands[seen.seat] = seen.hand
            for seat, cards in zip(
                others, (hand_of(first), hand_of(second), rest & ~hand_of(second)), strict=True
            ):
                hands[seat] = cards
            if all(not hands[seat] & ~known.possible[seat] for seat in others) and all(
                not known.sure[seat] & ~hands[seat] for seat in others
            ):
                found.append((hands[0], hands[1], hands[2], hands[3]))
    return found


def how_likely(seen: PlayerView, hands: FourHands) -> float:
    """By the models in Python."""
    contract = seen.contract
    assert contract is not None
    tricks = [*((trick.leader, trick.cards) for trick in seen.tricks), (seen.leader, seen.trick)]
    dealt = list(hands)
    for leader, cards in tricks:
        for turn, card in enumerate(cards):
            dealt[leader + turn & 3] |= 1 << card
    return likelihood(
        seen.rules,
        ranking(seen.rules, contract.strain),
        seen.calls,
        seen.announced,
        contract.declarer if contract.value else -1,
        tricks,
        dealt,
        seen.seat,
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_the_native_sampler_draws_as_the_python_models_say(preset: str) -> None:
    looked = 0
    for _, seen in [each for seed in range(3, 7) for each in moments_of(preset, seed)]:
        if seen.legal.cards and 4 <= len(seen.tricks) <= 5:
            deals = all_deals(seen)
            if not 2 <= len(deals) <= 1000:
                continue
            weights = {deal: how_likely(seen, deal) for deal in deals}
            total, count = sum(weights.values()), 100_000
            found = Counter(Sight(Picture(seen)).draw(count, count, 5).deals)
            assert set(found) <= set(weights)
            for deal, weight in weights.items():
                share = weight / total
                # A deal is drawn about count / len(deals) times, and is then kept as often as it weighs.
                noise = (share * (share * len(deals) + 1) / count) ** 0.5
                assert abs(found[deal] / count - share) < 5 * noise + 1e-5
            looked += 1
    assert looked >= 2


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_drawn_fits_what_is_seen(preset: str) -> None:
    for _, seen in [each for seed in range(4) for each in moments_of(preset, seed)]:
        deals = Sight(Picture(seen)).draw(20, 100, 1).deals
        assert deals == Sight(Picture(seen)).draw(20, 100, 1).deals
        known = None if seen.contract is None else Knowledge(seen, seen.contract)
        for hands in deals:
            assert hands[seen.seat] == seen.hand
            if known is not None:
                for seat in range(4):
                    assert hands[seat].bit_count() == known.left[seat]
                    assert not known.sure[seat] & ~hands[seat]
                    assert seat == seen.seat or not hands[seat] & ~known.possible[seat]
            else:
                assert [hand.bit_count() for hand in hands] == [8] * 4
                assert sum(hands) == 2**32 - 1


def loss(deals: list[FourHands], state: MatchState, seen: PlayerView) -> float:
    """The mean negative logarithm of the share of deals that have a hidden card where it is."""
    assert state.deal is not None
    true = state.deal.play.hands if state.deal.play else state.deal.dealt
    found = [
        sum(deal[seat] >> card & 1 for deal in deals)
        for seat in range(4)
        if seat != seen.seat
        for card in cards_in(true[seat])
    ]
    return -sum(log((hits + 0.5) / (len(deals) + 1.5)) for hits in found) / len(found)


def test_calls_and_plays_tell_where_the_cards_are() -> None:
    sums = [0.0, 0.0, 0.0]
    count = 0
    for seed in range(100, 130):
        for state, seen in moments_of("academy", seed):
            if not seen.legal.cards or len(seen.tricks) not in (0, 2, 4):
                continue
            known = Knowledge(seen, seen.contract)  # type: ignore[arg-type]
            even = Worlds(known, even=True)
            chance = Random(seed)
            sums[0] += loss([even.draw(chance) for _ in range(200)], state, seen)
            sums[1] += loss(Sight(Picture(seen), plays=False).draw(200, 4000, seed).deals, state, seen)
            sums[2] += loss(Sight(Picture(seen)).draw(200, 4000, seed).deals, state, seen)
            count += 1
    by_chance, by_calls, by_all = (each / count for each in sums)
    assert by_calls < by_chance - 0.05
    assert by_all < by_calls - 0.03


def test_plain_python_draws_no_other_deals_but_says_so() -> None:
    seen = moments_of("academy", 7)[-1][1]
    use_backend(ReferenceBackend())
    try:
        with pytest.raises(NeedsCore, match="deals are drawn by the core"):
            Sight(Picture(seen)).draw(10, 1000, 3)
    finally:
        use_backend(None)


def test_who_announced_nothing_hardly_holds_a_sequence() -> None:
    plain = tables("AKQJT987", (), (None, (), None, None))
    run, no_run = 0b0000_0111, 0b0000_1011
    spoke = 4 * SHAPES
    assert plain[run * ASIDE] == plain[no_run * ASIDE]
    assert plain[spoke + run * ASIDE] < 0.1 * plain[spoke + no_run * ASIDE]


def test_an_opening_tells_of_jack_and_nine() -> None:
    found = tables("AKQJT987", ((1, bid(80, 2)),), (None,) * 4)
    diamonds = (1 * 4 + 2) * SHAPES
    with_jack, without = 0b0101_0011, 0b0110_0011
    assert found[diamonds + with_jack * ASIDE + 1] > 3 * found[diamonds + without * ASIDE + 1]


def test_every_call_of_every_auction_is_an_outcome() -> None:
    for seed in range(30):
        calls = moments_of("club", seed)[-1][1].calls
        told = list(spoken(calls))
        assert [seat for seat, _ in told] == [seat for seat, _ in calls]
        assert all(len(each) == 4 and all(one.outcome in OUTCOMES for one in each) for _, each in told)


def test_the_shipped_model_is_whole() -> None:
    assert (SHAPES, CELLS) == (door.SHAPES, door.CELLS)
    found = model()
    assert len(found.cells) == CELLS
    assert all(weight > 0 for weight in found.cells)
    assert len(found.calls) > 30
    for by in found.calls.values():
        for row in by.values():
            assert len(row) == FEATURES
            assert all(0 < each <= 1 for each in row)
    assert {feature(cards, aside) for cards in range(256) for aside in range(5)} == set(range(FEATURES))


def test_all_cells_are_in_range_and_tell_cards_apart() -> None:
    for preset in PRESETS:
        for seed in range(5):
            state, seen = moments_of(preset, seed)[-1]
            if state.deal is None or state.deal.play is None or seen.contract is None:
                continue
            ranks = ranking(seen.rules, seen.contract.strain)
            held = list(state.deal.dealt)
            tricks = [(trick.leader, trick.cards) for trick in state.deal.play.tricks]
            for seat, card, at in moments(ranks, seen.contract.declarer, tricks):
                cells = [cell(ranks, held[seat], each, at) for each in cards_in(held[seat])]
                assert all(0 <= each < CELLS for each in cells)
                one_suit = [
                    cell(ranks, held[seat], each, at) for each in cards_in(held[seat] & SUIT_MASKS[card >> 3])
                ]
                assert len(set(one_suit)) == len(one_suit)
                held[seat] &= ~(1 << card)


# What the native door refuses


def asked(**other: Any) -> dict[str, Any]:
    """A question that is in order: S holds the spades and is to lead."""
    words: dict[str, Any] = {
        "game": game_bytes(PRESETS["academy"], 0),
        "seen": [0, 0xFF, 1, 8, 8, 8, 8],
        "plays": b"",
        "weights": [float(card > 7 and seat > 0) for card in range(32) for seat in range(4)],
        "shapes": [1.0] * (16 * SHAPES),
        "cells": [1.0] * CELLS,
        "doubt": 0.1,
        "tries": 10,
        "seed": 1,
    }
    words.update(other)
    return words


def drawn(words: dict[str, Any], count: int = 5) -> "array[int]":
    hands = array("I", bytes(16 * count))
    _native.deals(
        words["game"],
        array("I", words["seen"]),
        words["plays"],
        array("d", words["weights"]),
        array("d", words["shapes"]),
        array("d", words["cells"]),
        doubt=words["doubt"],
        tries=words["tries"],
        seed=words["seed"],
        hands=hands,
    )
    return hands


def test_a_question_in_order_is_answered() -> None:
    hands = drawn(asked())
    assert [hands[at] for at in range(0, 20, 4)] == [0xFF] * 5
    assert all(sum(hands[at : at + 4]) == 2**32 - 1 for at in range(0, 20, 4))


NOWHERE = [0.0] * 128
TOO_HEAVY = [float("inf") if card > 7 else 0.0 for card in range(32) for _ in range(4)]


@pytest.mark.parametrize(
    ("fault", "what"),
    [
        ({"game": b"x"}, "game must hold 72"),
        ({"game": bytes(72)}, "game is malformed"),
        ({"seen": [0, 0xFF, 1]}, "seen must hold 7"),
        ({"seen": [4, 0xFF, 1, 8, 8, 8, 8]}, "does not fit"),
        ({"seen": [0, 0xFF, 5, 8, 8, 8, 8]}, "does not fit"),
        ({"seen": [0, 0x7F, 1, 8, 8, 8, 8]}, "does not fit"),
        ({"seen": [0, 0xFF, 1, 8, 8, 8, 2**32 - 1]}, "does not fit"),
        ({"plays": b"\x00"}, "rows of 2 bytes"),
        ({"plays": b"\x01\x08"}, "does not fit"),
        ({"plays": b"\x01\x20"}, "does not fit"),
        ({"plays": b"\x01\x08" * 3}, "does not fit"),
        ({"plays": b"\x01\x08" * 40}, "does not fit"),
        ({"weights": [1.0]}, "weights must hold 128"),
        ({"weights": NOWHERE}, "does not fit"),
        ({"weights": TOO_HEAVY}, "does not fit"),
        ({"weights": [float("nan")] * 128}, "does not fit"),
        ({"weights": [-1.0] * 128}, "does not fit"),
        ({"shapes": [1.0]}, "shapes must hold"),
        ({"cells": [1.0]}, "cells must hold"),
        ({"doubt": 0.0}, "doubt"),
        ({"doubt": float("nan")}, "doubt"),
        ({"tries": 0}, "tries"),
        ({"tries": 2**30}, "tries"),
    ],
)
def test_malformed_questions_are_refused_by_name(fault: dict[str, Any], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        drawn(asked(**fault))


def test_a_call_nobody_learned_of_tells_nothing() -> None:
    strange = tuple((seat, Call("double")) for seat in (0, 1, 2, 3))
    found = tables("AKQJT987", strange, (None,) * 4)
    assert min(found) > 0
