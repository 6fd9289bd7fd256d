"""Random play is legal, ends when it should, and is the same for the same seed."""

from random import Random

import pytest

from pilotta.game.phase import Phase
from pilotta.game.random_play import play_deals
from pilotta.game.record import record_of, record_text
from pilotta.game.referee import replay
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import RuleSet


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_so_many_deals_are_played_to_the_end(rules: RuleSet) -> None:
    matches = play_deals(rules, 40, Random(7))
    results = [result for match in matches for result in match.results]
    assert sum(not result.passed_out for result in results) == 40
    assert all(match.phase is Phase.OVER for match in matches[:-1])
    for match in matches:
        assert replay(record_of(match)).state.results == match.results


def test_the_seed_decides() -> None:
    rules = PRESETS["academy"]

    def texts(seed: int) -> list[str]:
        return [record_text(record_of(match)) for match in play_deals(rules, 5, Random(seed))]

    assert texts(1) == texts(1)
    assert texts(1) != texts(2)
