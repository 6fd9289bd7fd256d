"""Whether a position has one answer that is clearly best: the teacher is asked again and again, each time with other deals."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from pilotta.arithmetic import add
from pilotta.bots.levels.cafe import Cafe
from pilotta.bots.levels.daskalos import Daskalos
from pilotta.bots.worth.auctions import beside_in
from pilotta.bots.worth.calling import DOUBT
from pilotta.bots.worth.weighing import Weighed
from pilotta.cards import CARD_NAMES, cards_in
from pilotta.engine.position import Position
from pilotta.engine.score import best_score
from pilotta.engine.solver import moves
from pilotta.game.actions import MakeCall, PlayCard
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState
from pilotta.game.transition import advance
from pilotta.game.view import PlayerView
from pilotta.game.view import view as look
from pilotta.rules.auction import Call, parse_call
from pilotta.rules.ranking import Ranking, ranking
from pilotta.seats import side_of

CARD_GAP: Final = 2.0
CALL_GAP: Final = 3.0
"""Tens that the best card or call must be ahead of the best wrong one. A contract that is judged by open cards is judged less well."""
CERTAIN: Final = 4.0
"""Standard errors that it must be ahead, too."""
TOUCHING: Final = 0.25
"""Tens within which touching cards are the same card."""
HIGHEST: Final = 160
"""Where the bids are higher than this, two sides outbid each other with hands that nobody can learn from."""
ROUNDS: Final = 4
"""Questions to the teacher between two looks at the result."""
MOST_ROUNDS: Final = {True: 2, False: 6}
"""Looks at most for a card (True) or a call (False): a call's deals scatter far more."""
FIRST_SEED, NEXT_SEED = 0, 1
"""The deals that find a position, and the first of those that judge it: the same deals would flatter it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """``options`` by falling score (tens, by notation), the ``solution`` among them, and by how much it is ahead (``gap``, and the
    standard ``error`` of that) over ``worlds`` deals."""

    options: Mapping[str, float]
    solution: tuple[str, ...]
    gap: float
    error: float
    worlds: int

    def clear(self, least: float) -> bool:
        return self.gap >= least and self.gap >= CERTAIN * self.error


def text_of(action: MakeCall | PlayCard) -> str:
    """An action in notation."""
    return CARD_NAMES[action.card] if isinstance(action, PlayCard) else action.call.text


def least_gap(view: PlayerView) -> float:
    return CARD_GAP if view.legal.cards else CALL_GAP


def first_look(view: PlayerView, also: Collection[Call] = ()) -> Verdict | None:
    """What one question to the teacher says; None where nothing is to be decided. ``also`` are calls to weigh in any case."""
    teacher = Daskalos(FIRST_SEED)
    found = teacher.weigh(teacher.picture(view), also)
    return None if found is None else _verdict(view, [found])


def judge(view: PlayerView, also: Collection[Call] = (), seed: int = NEXT_SEED) -> Verdict | None:
    """The verdict of many questions from this seed on, and as soon as it is clear either way. None where nothing is to be
    decided."""
    asked: list[Weighed] = []
    verdict = None
    picture = Daskalos().picture(view)
    least = least_gap(view)
    for _ in range(MOST_ROUNDS[bool(view.legal.cards)]):
        for _ in range(ROUNDS):
            found = Daskalos(seed + len(asked)).weigh(picture, also)
            if found is None:
                return None
            asked.append(found)
        verdict = _verdict(view, asked)
        if verdict is None or verdict.clear(least) or verdict.gap + verdict.error < least:
            return verdict
    return verdict


def _verdict(view: PlayerView, asked: list[Weighed]) -> Verdict | None:
    """The mean over all questions; None where no two options were weighed every time, or all of them are one card."""
    tables = [{text_of(option.action): option.score for option in each.options} for each in asked]
    names = [name for name in tables[0] if all(name in table for table in tables)]
    means = {name: add(table[name] for table in tables) / len(tables) for name in names}
    names.sort(key=lambda name: -means[name])
    if len(names) < 2:
        return None
    best = names[0]
    solution = tuple(
        name
        for name in names
        if name == best or (means[best] - means[name] < TOUCHING and _touch(view, best, name))
    )
    wrong = next((name for name in names if name not in solution), None)
    if wrong is None:
        return None
    gaps = [table[best] - table[wrong] for table in tables]
    gap = means[best] - means[wrong]
    between = sqrt(add((each - gap) * (each - gap) for each in gaps) / max(len(gaps) - 1, 1) / len(gaps))
    # What a question says of its own error counts where it is larger than what the questions differ by.
    own = [option.error for each in asked for option in each.options if text_of(option.action) == wrong]
    within = sqrt(add(error * error for error in own)) / len(asked)
    # What was learned of calls is not made surer by more deals.
    lasting = 0.0 if view.legal.cards else DOUBT
    return Verdict(
        {name: round(means[name], 1) for name in names},
        solution,
        gap,
        round(max(between, within, lasting), 2),
        sum(each.worlds for each in asked),
    )


def _touch(view: PlayerView, one: str, other: str) -> bool:
    """Whether two cards of the hand are neighbours in their suit, all between them being played or in the same hand."""
    if one not in CARD_NAMES or other not in CARD_NAMES or one[1] != other[1]:
        return False
    assert view.contract is not None
    ranks: Ranking = ranking(view.rules, view.contract.strain)
    low, high = sorted(ranks.strength[CARD_NAMES.index(name)] for name in (one, other))
    suit = CARD_NAMES.index(one) >> 3
    gone = view.played | view.hand
    return all(
        gone >> card & 1 for card in range(8 * suit, 8 * suit + 8) if low < ranks.strength[card] < high
    )


# The deal as it was


POINTS_WRONG: Final = 10
"""Card points by which the solution may be behind in the very deal, all hands open; it is right on average, not always."""
SCORE_WRONG: Final = 3.0
"""Tens by which a call may be."""


def contradicted(state: MatchState, verdict: Verdict) -> bool:
    """Whether the deal itself makes the solution look foolish."""
    deal, seat = state.deal, state.turn
    assert deal is not None
    sign = -1 if side_of(seat) else 1
    best = verdict.solution[0]
    if deal.play is not None and deal.contract is not None:
        found = moves(Position(state.rules, deal.contract.strain, deal.dealt, deal.play))
        ours = {CARD_NAMES[card]: sign * points for card, points in found.items()}
        return ours[best] < max(ours.values()) - POINTS_WRONG
    scores = {
        name: sign * _comes_to(advance(state, MakeCall(seat, parse_call(name))).state)
        for name in verdict.options
    }
    return scores[best] < max(scores.values()) - SCORE_WRONG


def _comes_to(state: MatchState) -> float:
    """NS's score less EW's, in tens, if all go on calling by the convention and then play with open hands."""
    while state.phase is Phase.AUCTION:
        state = advance(state, Cafe().act(look(state, state.turn)).action).state
    deal, rules = state.deal, state.rules
    if deal is None or deal.play is None or deal.contract is None:
        return 0.0
    strain = deal.contract.strain
    beside = beside_in(rules, strain, deal.play.leader, deal.dealt)
    start = Position(rules, strain, deal.dealt, deal.play)
    return best_score(start, deal.contract, beside.declarations, beside.pilotta).difference / rules.unit


def undecided(view: PlayerView) -> bool:
    """Whether the seat has a choice to ask about: cards, or calls over no more than :data:`HIGHEST`."""
    if view.legal.cards:
        return len(cards_in(view.legal.cards)) > 1
    return view.legal.calls.can_pass and all(call.value <= HIGHEST for _, call in view.calls)
