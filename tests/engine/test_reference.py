"""The reference plays by the rules of pilotta.rules, which the flat rows tell it and nothing else."""

from random import Random

import pytest
from tests.engine.positions import dealt, house_rules

from pilotta.cards import cards_in
from pilotta.engine.door import VALUE
from pilotta.engine.position import position
from pilotta.engine.reference import Game, read_question
from pilotta.engine.rows import game_bytes, question_words
from pilotta.rules.catalogue import PRESETS

RULES = [*PRESETS.values(), *(house_rules(Random(seed)) for seed in range(40))]


@pytest.mark.parametrize("strain", range(6))
@pytest.mark.parametrize("size", [8, 5, 1])
def test_it_plays_by_the_rules(strain, size):
    """Card by card through random deals: the same turn, the same legal cards, the same points."""
    for number, rules in enumerate(RULES):
        chance = Random(f"{strain} {size} {number}")
        game = Game(game_bytes(rules, strain))
        at = position(rules, strain, dealt(chance, size), chance.randrange(4))
        _, _, deal, _ = read_question(question_words(VALUE, 0, at))
        ns = 0
        while not at.over:
            assert (deal.turn, game.moves(deal)) == (at.turn, list(cards_in(at.legal)))
            assert game.left(deal) == at.total - sum(at.won)
            assert read_question(question_words(VALUE, 0, at))[2] == deal
            card = chance.choice(game.moves(deal))
            at = at.after(card)
            deal, won = game.after(deal, card)
            ns += won
            assert ns == at.won.ns
        assert deal.over
