"""Rows for the flat interface, made by hand: no trump, a card as strong as its number, one suit to each seat, South leads."""

from array import array

from pilotta.engine.door import ANSWER_WORDS, GAME_BYTES, NO_SUIT, QUESTION_WORDS, VALUE

ACE_POINTS, LAST_TRICK = 1, 10

# Nobody can follow, so South takes every trick: four aces and the last trick.
SOUTH_TAKES = 4 * ACE_POINTS + LAST_TRICK

GAME = bytes([*([0] * 7 + [ACE_POINTS]) * 4, *list(range(8)) * 4, NO_SUIT, 0, 0, 0, 0, LAST_TRICK, 0, 0])
assert len(GAME) == GAME_BYTES


def question(kind: int = VALUE, *, game: int = 0, cards: int = 8) -> "array[int]":
    """The question of that kind with so many cards in each hand. A BRUTE one with eight does not end within a lifetime."""
    hands = [(2**cards - 1) << 8 * seat for seat in range(4)]
    words = [kind, game, *hands]
    return array("I", words + [0] * (QUESTION_WORDS - len(words)))


def joined(*questions: "array[int]") -> "array[int]":
    return array("I", [word for each in questions for word in each])


def empty_answers(rows: int) -> "array[int]":
    return array("i", bytes(4 * ANSWER_WORDS * rows))


def statuses(answers: "array[int]") -> list[int]:
    return list(answers[::ANSWER_WORDS])


def results(answers: "array[int]") -> list[int]:
    return list(answers[2::ANSWER_WORDS])
