"""A puzzle as text for the terminal: the question as its seat sees it, and the page of the solution."""

from collections.abc import Iterable, Iterator

from pilotta.bots.bot import Reason
from pilotta.cards import CARD_NAMES, hand_text
from pilotta.cli.words import Words
from pilotta.game.view import PlayerView
from pilotta.puzzles.puzzle import Puzzle
from pilotta.puzzles.sentences import sentences
from pilotta.rules.auction import parse_call
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import SEATS, turn_order
from pilotta.words.phrases import (
    SYMBOLS,
    announced_text,
    bid_sign,
    call_sign,
    card_sign,
    declaration_text,
    seat_name,
    sheet_title,
    spoken,
    strain_name,
)


def said(words: Words, key: str, **params: object) -> str:
    """A sentence of the puzzles' own catalogue."""
    return sentences(words.language)[key].format(**params)


def list_text(words: Words, puzzles: Iterable[Puzzle]) -> str:
    """A line a puzzle; what is right is not told."""
    lines = [
        f"{puzzle.id}  {said(words, 'page.grade', grade=puzzle.grade)}  {words(f'rules_{puzzle.rules.preset}'):<10}  "
        f"{said(words, f'theme.{puzzle.theme}')}"
        for puzzle in puzzles
    ]
    return "\n".join(lines or [said(words, "page.none")]) + "\n"


def question_text(words: Words, puzzle: Puzzle) -> str:
    """What the seat knows, and what it is asked. Nothing but the view is read."""
    view = puzzle.view
    head = f"{puzzle.id} · {said(words, 'page.grade', grade=puzzle.grade)} · {sheet_title(words, view.rules)}"
    lines = [
        head,
        said(words, "page.you", seat=seat_name(words, view.seat), dealer=seat_name(words, view.dealer)),
        *_auction(words, view),
        *_declared(words, view),
        *_tricks(words, view),
        f"{said(words, 'page.hand')}: {hand_line(view.hand)}",
        said(words, "page.ask_card" if view.legal.cards else "page.ask_call"),
    ]
    return "\n".join(lines) + "\n"


def hand_line(hand: int) -> str:
    """``♠ A J 9  ♥ 10 8  ♣ K Q 7``: suits that are not held are left out."""
    suits = zip(SYMBOLS, hand_text(hand).split("."), strict=True)
    return "  ".join(f"{suit} {' '.join(ranks).replace('T', '10')}" for suit, ranks in suits if ranks)


def _auction(words: Words, view: PlayerView) -> Iterator[str]:
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


def _declared(words: Words, view: PlayerView) -> Iterator[str]:
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


def _tricks(words: Words, view: PlayerView) -> Iterator[str]:
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


def action_sign(words: Words, rules: RuleSet, action: str) -> str:
    """A card or a call in notation as people write it."""
    if action in CARD_NAMES:
        return card_sign(CARD_NAMES.index(action))
    return call_sign(words, rules, parse_call(action))


def solution_signs(words: Words, puzzle: Puzzle) -> str:
    return ", ".join(action_sign(words, puzzle.rules, action) for action in puzzle.solution)


def explanation_text(words: Words, puzzle: Puzzle) -> str:
    """Why the solution is right, in this language."""
    return _told(words, puzzle.rules, puzzle.explanation)


def _told(words: Words, rules: RuleSet, reason: Reason) -> str:
    told = {
        name: action_sign(words, rules, text)
        if name in ("call", "other", "value")
        else spoken(words, rules, name, text)
        for name, text in reason.params.items()
    }
    return said(words, reason.code, **told)


def solution_text(words: Words, puzzle: Puzzle) -> str:
    """The solution: what and why, what everything else comes to, who errs, and all four hands."""
    return "\n".join(_solution(words, puzzle)) + "\n"


def _solution(words: Words, puzzle: Puzzle) -> Iterator[str]:
    rules = puzzle.rules
    yield said(words, "page.solution", solution=solution_signs(words, puzzle))
    yield explanation_text(words, puzzle)
    yield said(words, "page.theme", theme=said(words, f"theme.{puzzle.theme}"))
    yield ""
    yield said(words, "page.options", worlds=puzzle.worlds)
    for action, score in puzzle.options.items():
        mark = "✓" if action in puzzle.solution else " "
        cost = puzzle.cost(action)
        behind = f"  −{cost:.1f}" if cost else ""
        yield f"  {mark} {action_sign(words, rules, action):<12} {score:+6.1f}{behind}"
    others = ", ".join(
        f"{name} {action_sign(words, rules, action)}" for name, action in puzzle.mistakes.items()
    )
    if others:
        yield said(words, "page.others", actions=others)
    yield ""
    yield f"{said(words, 'page.whole')}:"
    wide = max(len(seat_name(words, seat)) for seat in range(4)) + 1
    for seat in turn_order(SEATS.index("S")):
        name = f"{seat_name(words, seat)}:"
        yield f"  {name:<{wide}} {hand_line(puzzle.deal.hands[seat])}"
