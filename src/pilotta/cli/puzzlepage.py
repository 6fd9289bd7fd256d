"""A puzzle as text for the terminal: the question as its seat sees it, and the page of the solution."""

from collections.abc import Iterable, Iterator

from pilotta.cards import CARD_NAMES, hand_text
from pilotta.game.view import PlayerView
from pilotta.phrases import (
    announced_text,
    bid_sign,
    call_sign,
    card_sign,
    declaration_text,
    seat_name,
    sheet_title,
    strain_name,
)
from pilotta.puzzles.puzzle import Puzzle
from pilotta.rules.auction import parse_call
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import SEATS, turn_order
from pilotta.words import Phrasebook
from pilotta.words.forms import SYMBOLS


def list_text(words: Phrasebook, puzzles: Iterable[Puzzle]) -> str:
    """A line a puzzle; what is right is not told."""
    lines = [
        f"{puzzle.id}  {words('puzzle_grade', grade=puzzle.grade)}  {words(f'rules_{puzzle.rules.preset}'):<10}  "
        f"{words.coded('puzzles', f'theme.{puzzle.theme}')}"
        for puzzle in puzzles
    ]
    return "\n".join(lines or [words("puzzle_none")]) + "\n"


def question_text(words: Phrasebook, puzzle: Puzzle) -> str:
    """What the seat knows, and what it is asked. Nothing but the view is read."""
    view = puzzle.view
    head = f"{puzzle.id} · {words('puzzle_grade', grade=puzzle.grade)} · {sheet_title(words, view.rules)}"
    lines = [
        head,
        words("puzzle_you", seat=seat_name(words, view.seat), dealer=seat_name(words, view.dealer)),
        *_auction(words, view),
        *_declared(words, view),
        *_tricks(words, view),
        f"{words('puzzle_hand')}: {hand_line(view.hand)}",
        words("puzzle_ask_card" if view.legal.cards else "puzzle_ask_call"),
    ]
    return "\n".join(lines) + "\n"


def hand_line(hand: int) -> str:
    """``♠ A J 9  ♥ 10 8  ♣ K Q 7``: suits that are not held are left out."""
    suits = zip(SYMBOLS, hand_text(hand).split("."), strict=True)
    return "  ".join(f"{suit} {' '.join(ranks).replace('T', '10')}" for suit, ranks in suits if ranks)


def _auction(words: Phrasebook, view: PlayerView) -> Iterator[str]:
    if view.calls:
        calls = ", ".join(
            f"{seat_name(words, seat)} {call_sign(words, view.rules, call)}" for seat, call in view.calls
        )
        yield f"{words('auction')}: {calls}"
    elif view.contract is None:
        yield words("auction_none")
    contract = view.contract
    if contract is not None and contract.value:
        times = f" ×{contract.multiplier}" if contract.multiplier > 1 else ""
        bid = bid_sign(words, view.rules, contract) + times
        yield f"{words('contract')}: " + words(
            "contract_of", call=bid, name=seat_name(words, contract.declarer)
        )
    elif contract is not None:
        yield words("trumps_are", strain=strain_name(words, contract.strain))


def _declared(words: Phrasebook, view: PlayerView) -> Iterator[str]:
    for seat in range(4):
        shown = [declaration_text(words, each) for each in view.shown[seat]]
        told = [
            announced_text(words, is_four=each.is_four, length=each.length, points=each.points)
            for each in view.announced[seat] or ()
        ]
        if shown or told:
            yield f"{words('declarations')}: {seat_name(words, seat)}: {', '.join(shown or told)}"
    for seat, suit in view.pilotta:
        yield f"{words('pilotta')}: {seat_name(words, seat)} {SYMBOLS[suit]}"


def _tricks(words: Phrasebook, view: PlayerView) -> Iterator[str]:
    wide = max(len(seat_name(words, seat)) for seat in range(4)) + 1
    for number, trick in enumerate(view.tricks, 1):
        cards = " ".join(f"{card_sign(card):>3}" for card in trick.cards)
        leader = f"{seat_name(words, trick.leader)}:"
        yield f"  {number}. {leader:<{wide}} {cards}   → {seat_name(words, trick.winner)} {trick.points}"
    if view.trick:
        cards = " ".join(f"{card_sign(card):>3}" for card in view.trick)
        leader = f"{seat_name(words, view.leader)}:"
        yield f"  {len(view.tricks) + 1}. {leader:<{wide}} {cards}"


# The answer


def action_sign(words: Phrasebook, rules: RuleSet, action: str) -> str:
    """A card or a call in notation as people write it."""
    if action in CARD_NAMES:
        return card_sign(CARD_NAMES.index(action))
    return call_sign(words, rules, parse_call(action))


def solution_signs(words: Phrasebook, puzzle: Puzzle) -> str:
    return ", ".join(action_sign(words, puzzle.rules, action) for action in puzzle.solution)


def explanation_text(words: Phrasebook, puzzle: Puzzle) -> str:
    """Why the solution is right, in this language."""
    return words.for_bids(puzzle.rules.bids_said).say(puzzle.explanation)


def solution_text(words: Phrasebook, puzzle: Puzzle) -> str:
    """The solution: what and why, what everything else comes to, who errs, and all four hands."""
    return "\n".join(_solution(words, puzzle)) + "\n"


def _solution(words: Phrasebook, puzzle: Puzzle) -> Iterator[str]:
    rules = puzzle.rules
    yield words("puzzle_solution", solution=solution_signs(words, puzzle))
    yield explanation_text(words, puzzle)
    yield words("puzzle_theme", theme=words.coded("puzzles", f"theme.{puzzle.theme}"))
    yield ""
    yield words("puzzle_options", worlds=puzzle.worlds)
    for action, score in puzzle.options.items():
        mark = "✓" if action in puzzle.solution else " "
        cost = puzzle.cost(action)
        behind = f"  −{cost:.1f}" if cost else ""
        yield f"  {mark} {action_sign(words, rules, action):<12} {score:+6.1f}{behind}"
    others = ", ".join(
        f"{name} {action_sign(words, rules, action)}" for name, action in puzzle.mistakes.items()
    )
    if others:
        yield words("puzzle_others", actions=others)
    yield ""
    yield f"{words('puzzle_whole')}:"
    wide = max(len(seat_name(words, seat)) for seat in range(4)) + 1
    for seat in turn_order(SEATS.index("S")):
        name = f"{seat_name(words, seat)}:"
        yield f"  {name:<{wide}} {hand_line(puzzle.deal.hands[seat])}"
