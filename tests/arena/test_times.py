"""Thinking times are told as the times themselves would tell them."""

import json
from math import exp
from random import Random

import pytest

from pilotta.arena.fight import Fight, contract_to_play
from pilotta.arena.report import latency, report, text
from pilotta.arena.run import fight_out
from pilotta.arena.times import Clock, Times
from pilotta.bots.catalogue import make_bot
from pilotta.game.actions import Deal
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance
from pilotta.game.view import view
from pilotta.rules.catalogue import PRESETS

FIGHT = Fight("cafe", "random", PRESETS["academy"], 3, 1)


def times_of(seconds: list[float]) -> Times:
    times = Times()
    for each in seconds:
        times.add(each)
    return times


def some(count: int) -> list[float]:
    """From microseconds to seconds, every size as often."""
    chance = Random(1)
    return [exp(chance.uniform(-12, 2)) for _ in range(count)]


@pytest.mark.parametrize("share", [0.01, 0.5, 0.9, 0.99, 1.0])
def test_percentiles_are_right_to_one_per_cent(share: float) -> None:
    seconds = some(1000)
    exact = sorted(seconds)[round(share * 1000) - 1]
    assert times_of(seconds).at(share) == pytest.approx(exact, rel=0.0101)


def test_mean_and_longest_are_exact() -> None:
    seconds = some(1000)
    times = times_of(seconds)
    assert (times.count, times.longest) == (1000, max(seconds))
    assert times.mean == pytest.approx(sum(seconds) / 1000)
    # However wide its step is, nothing is told that was longer than the longest.
    assert times.at(1.0) <= max(seconds)


def test_parts_add_up_to_the_whole() -> None:
    seconds = some(100)
    times = times_of(seconds[:30])
    times.merge(times_of(seconds[30:]))
    whole = times_of(seconds)
    assert (times.count, times.longest, times.bins) == (whole.count, whole.longest, whole.bins)
    assert times.total == pytest.approx(whole.total)


def test_nothing_took_no_time() -> None:
    assert (Times().mean, Times().at(0.5), Times().longest) == (0.0, 0.0, 0.0)
    # A clock may be too coarse to tell.
    assert times_of([0.0]).at(0.5) == 0.0


def test_they_come_back_from_a_file_as_they_were() -> None:
    times = times_of(some(50))
    assert Times.from_data(json.loads(json.dumps(times.to_data()))) == times
    with pytest.raises((ValueError, TypeError)):
        Times.from_data([1, 2.0])


def test_only_what_had_a_choice_is_counted() -> None:
    """One deal played through: each of cafe's calls, and its cards where more than one was legal."""
    clock, calls, cards = Clock(), 0, 0
    state: MatchState = advance(new_match(FIGHT.rules), Deal(contract_to_play(FIGHT, 0).deal.dealt)).state  # type: ignore[union-attr]
    bot = make_bot("cafe")
    while not state.results:
        seen = view(state, state.turn)
        clock.note(seen, 0.001)
        legal = seen.legal
        calls += legal.calls.can_pass and len(list(legal.calls.each())) > 1
        cards += legal.cards.bit_count() > 1
        state = advance(state, bot.act(seen).action).state
    assert (clock.calls.count, clock.cards.count) == (calls, cards)
    assert 0 < cards < 32


def test_the_report_has_the_times_apart() -> None:
    fought = fight_out(FIGHT)
    found = latency(fought)
    assert set(found) == {"a", "b"}
    for kinds in found.values():
        for times in kinds.values():
            assert times["decisions"] > 0
            assert 0 < times["p50"] <= times["p99"] <= times["max"]
    assert "latency" not in report(fought)
    # cafe thinks, random does not.
    assert found["a"]["cards"]["mean"] > found["b"]["cards"]["mean"]
    lines = text({**report(fought), "latency": found}).splitlines()[-4:]
    assert [line.split("  ")[0] for line in lines] == [
        "ms a call, cafe",
        "ms a card, cafe",
        "ms a call, random",
        "ms a card, random",
    ]
