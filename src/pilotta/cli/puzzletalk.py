"""``pilotta puzzles solve``: ask, hear the answer, tell what it costs."""

import sys
from collections.abc import Sequence
from random import Random, SystemRandom

from pilotta.cards import CARD_NAMES, cards_in, parse_card
from pilotta.cli.common import write
from pilotta.cli.puzzlepage import action_sign, question_text, solution_signs, solution_text
from pilotta.game.view import PlayerView
from pilotta.phrases import bid_number, call_sign, card_sign
from pilotta.puzzles.puzzle import Puzzle
from pilotta.rules.auction import PASS, parse_call
from pilotta.said import printable
from pilotta.words import Phrasebook


def talk(words: Phrasebook, puzzles: Sequence[Puzzle], count: int, seed: int | None) -> None:
    """Ask so many puzzles in an order that the seed decides; at the end of the input, or at ``q``, say how it went."""
    if not puzzles:
        write(words("puzzle_none") + "\n")
        return
    order = list(puzzles)
    (SystemRandom() if seed is None else Random(seed)).shuffle(order)
    write(words("puzzle_keys") + "\n")
    asked = right = 0
    cost = 0.0
    for puzzle in order[:count]:
        write("\n" + question_text(words, puzzle))
        answer = _answer(words, puzzle)
        if answer is None:
            break
        if answer == "":
            continue
        if answer == "?":
            write(solution_text(words, puzzle))
            continue
        asked += 1
        right += answer in puzzle.solution
        cost += puzzle.cost(answer) or 0.0
        write(_judged(words, puzzle, answer) + "\n" + solution_text(words, puzzle))
    write("\n" + words("puzzle_tally", right=right, asked=asked, cost=f"{cost:.1f}") + "\n")


def _answer(words: Phrasebook, puzzle: Puzzle) -> str | None:
    """A possible card or call in notation, ``?`` or nothing; None where the person has had enough."""
    view = puzzle.view
    while True:
        write("> ")
        line = sys.stdin.readline() if sys.stdin is not None else ""
        text = line.strip()
        if not line or text.lower() == "q":
            return None
        if text in ("", "?"):
            return text
        answer = _possible(view, text)
        if answer is not None:
            return answer
        write(words("puzzle_not_possible", text=printable(text), options=_options(words, view)) + "\n")


def _possible(view: PlayerView, text: str) -> str | None:
    try:
        if view.legal.cards:
            card = parse_card(text)
            return CARD_NAMES[card] if view.legal.cards >> card & 1 else None
        call = parse_call(text)
    except ValueError:
        return None
    return call.text if call == PASS or call in view.legal.calls.each() else None


def _options(words: Phrasebook, view: PlayerView) -> str:
    if view.legal.cards:
        return " ".join(card_sign(card) for card in cards_in(view.legal.cards))
    legal = view.legal.calls
    said_first = [call_sign(words, view.rules, PASS)]
    said_first += [words(f"call_{name}") for name in ("double", "redouble") if getattr(legal, f"can_{name}")]
    if legal.lowest:
        lowest, highest = (bid_number(view.rules, value) for value in (legal.lowest, legal.highest))
        said_first.append(f"{lowest}–{highest} {legal.strains}")
    return ", ".join(said_first)


def _judged(words: Phrasebook, puzzle: Puzzle, answer: str) -> str:
    solution = solution_signs(words, puzzle)
    if answer in puzzle.solution:
        return words("puzzle_right", solution=solution)
    named = {"answer": action_sign(words, puzzle.rules, answer), "solution": solution}
    cost = puzzle.cost(answer)
    return (
        words("puzzle_odd", **named) if cost is None else words("puzzle_wrong", cost=f"{cost:.1f}", **named)
    )
