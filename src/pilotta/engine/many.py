"""One point of the play in many deals: what a player asks who does not know the other hands, and deals them out in thought."""

from array import array
from collections.abc import Sequence

from pilotta.engine.position import check_game
from pilotta.engine.rows import ANSWER_WORDS, DONE, MOVES, QUESTION_WORDS, ask, game_bytes, words_of
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import FourHands


def moves_in_deals(
    rules: RuleSet, strain: int, deals: Sequence[FourHands], leader: int, trick: Sequence[int]
) -> list[tuple[int, ...]]:
    """What NS takes from here on with each legal card of the seat to play, by rising card number, in each of these deals.

    ``deals`` are what the four still hold while the cards of ``trick``, led by ``leader``, lie on the table; the seat to play
    holds the same in all of them. ValueError where such a deal cannot be, PositionError where the strain cannot be solved.
    """
    check_game(rules, strain)
    questions = array("I")
    for hands in deals:
        questions.extend(words_of(MOVES, 0, hands, leader, trick))
    answers = array("i", bytes(4 * ANSWER_WORDS * (len(questions) // QUESTION_WORDS)))
    ask(game_bytes(rules, strain), questions, answers, threads=1, node_limit=0, seconds=0.0)
    found = []
    for number, at in enumerate(range(0, len(answers), ANSWER_WORDS)):
        if answers[at] != DONE:
            raise ValueError(f"deal {number} cannot be: the solver refused it with status {answers[at]}")
        found.append(tuple(answers[at + 4 : at + 4 + answers[at + 3]]))
    return found
