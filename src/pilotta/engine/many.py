"""Many deals of one rule set: what a player asks who does not know the other hands, and deals them out in thought."""

from array import array
from collections.abc import Sequence
from typing import Final

from pilotta.engine.door import ANSWER_WORDS, DONE, MOVES, QUESTION_WORDS, VALUE
from pilotta.engine.position import check_game
from pilotta.engine.rows import ask, game_bytes, words_of
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import FourHands

AT_ONCE: Final = 8
"""Deals that are solved between two looks at the number of nodes."""


def moves_in_deals(
    rules: RuleSet,
    strain: int,
    deals: Sequence[FourHands],
    leader: int,
    trick: Sequence[int],
    *,
    nodes: int = 0,
) -> list[tuple[int, ...]]:
    """What NS takes from here on with each legal card of the seat to play, by rising card number, in each of these deals.

    ``deals`` are what the four still hold while the cards of ``trick``, led by ``leader``, lie on the table; the seat to play
    holds the same in all of them. After so many ``nodes`` (0: no limit) no more deals are solved, so that fewer than were asked come
    back, and always the same ones. ValueError where such a deal cannot be, PositionError where the strain cannot be solved.
    """
    check_game(rules, strain)
    game = game_bytes(rules, strain)
    found: list[tuple[int, ...]] = []
    searched = 0
    while len(found) < len(deals) and not 0 < nodes <= searched:
        questions = array("I")
        for hands in deals[len(found) : len(found) + AT_ONCE]:
            questions.extend(words_of(MOVES, 0, hands, leader, trick))
        answers = array("i", bytes(4 * ANSWER_WORDS * (len(questions) // QUESTION_WORDS)))
        ask(game, questions, answers, threads=1, node_limit=0, seconds=0.0)
        for at in range(0, len(answers), ANSWER_WORDS):
            if answers[at] != DONE:
                raise ValueError(
                    f"deal {len(found)} cannot be: the solver refused it with status {answers[at]}"
                )
            searched += answers[at + 1]
            found.append(tuple(answers[at + 4 : at + 4 + answers[at + 3]]))
    return found


def values_of_deals(rules: RuleSet, asked: Sequence[tuple[int, FourHands]], leader: int) -> list[int]:
    """NS's points, the last trick's included, under best play of each of these whole deals in its strain, as (strain, hands).

    ValueError where such a deal cannot be, PositionError where a strain cannot be solved.
    """
    strains = sorted({strain for strain, _ in asked})
    games = b"".join(game_bytes(rules, check_game(rules, strain)) for strain in strains)
    questions = array("I")
    for strain, hands in asked:
        questions.extend(words_of(VALUE, strains.index(strain), hands, leader, ()))
    answers = array("i", bytes(4 * ANSWER_WORDS * len(asked)))
    ask(games, questions, answers, threads=1, node_limit=0, seconds=0.0)
    for number, status in enumerate(answers[::ANSWER_WORDS]):
        if status != DONE:
            raise ValueError(f"deal {number} cannot be: the solver refused it with status {status}")
    return answers[2::ANSWER_WORDS].tolist()
