"""Mining: puzzles out of deals that were played, by bots here or by anybody in a record."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from pilotta.bots.bot import Bot
from pilotta.bots.catalogue import make_bot
from pilotta.game.actions import Deal, MakeCall, PlayCard
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.record import Record, RecordedDeal
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance
from pilotta.puzzles.grading import grade, mistakes, typical
from pilotta.puzzles.judging import (
    Verdict,
    contradicted,
    first_look,
    judge,
    least_gap,
    undecided,
)
from pilotta.puzzles.puzzle import Puzzle, seen
from pilotta.puzzles.themes import explain
from pilotta.rules.auction import parse_call
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import RuleSet

TABLES: Final = (
    ("cafe", "cafe", "cafe", "cafe"),
    ("mathitis", "cafe", "mastoras", "cafe"),
    ("mastoras", "mastoras", "cafe", "cafe"),
    ("cafe", "mathitis", "cafe", "mastoras"),
)
"""Who sits South, East, North and West, deal by deal: the company that people keep at the table."""
RULES: Final = ("academy", "academy", "academy", "kafeneio", "academy", "bourlot", "academy", "club")
"""The rule set of each deal: mostly the one that new players meet."""
CALLS_EVERY: Final = 3
"""Of self-play, one deal in so many is mined for calls too: they are found easily, and take the most time to be sure of."""


@dataclass(frozen=True, slots=True)
class Mine:
    """Where to dig: the deals of records, then ``deals`` of self-play from this seed; ``only_calls``: in the auctions alone, in each of
    them."""

    seed: int = 1
    deals: int = 0
    records: tuple[Record, ...] = ()
    only_calls: bool = False

    def __len__(self) -> int:
        return self.deals + sum(len(record.deals) for record in self.records)

    def dig(self, index: int) -> Iterator[Puzzle]:
        """The puzzles of the deal of this number."""
        rules, deal = self.deal(index)
        if self.only_calls:
            return dig(rules, deal, cards=False)
        number = index - (len(self) - self.deals)
        return dig(rules, deal, calls=number < 0 or number % CALLS_EVERY == 0)

    def deal(self, index: int) -> tuple[RuleSet, RecordedDeal]:
        """The deal of this number, from 0. More deals of self-play do not change the numbers of the others."""
        for record in self.records:
            if index < len(record.deals):
                return record.rules, record.deals[index]
            index -= len(record.deals)
        return _self_play(self.seed, index)


def _self_play(seed: int, index: int) -> tuple[RuleSet, RecordedDeal]:
    rules = PRESETS[RULES[index % len(RULES)]]
    dealer = index // len(RULES) % 4
    hands = deal_cards(rules, dealer, Random(f"puzzles {seed} {index}")).hands
    # The table changes out of step with the rule set, so that each of them meets every table.
    names = TABLES[(index + index // len(RULES)) % len(TABLES)]
    table: Sequence[Bot] = [make_bot(name, index) for name in names]
    state = advance(new_match(rules, dealer), Deal(hands)).state
    calls: list[str] = []
    plays: list[int] = []
    while state.phase not in (Phase.DEALING, Phase.OVER):
        action = table[state.turn].act(seen(state)).action
        if isinstance(action, MakeCall):
            calls.append(action.call.text)
        elif isinstance(action, PlayCard):
            plays.append(action.card)
        state = advance(state, action).state
    return rules, RecordedDeal(dealer, hands, tuple(calls), tuple(plays))


def dig(rules: RuleSet, deal: RecordedDeal, *, calls: bool = True, cards: bool = True) -> Iterator[Puzzle]:
    """The puzzles of one deal, in order of play, or of its auction or its play alone. None of a deal in which somebody forgot to
    announce, show or call."""
    if deal.silent or deal.unshown or deal.uncalled or deal.miscalled:
        return
    for state, so_far in _points(rules, deal):
        wanted = cards if state.phase is Phase.PLAYING else calls
        if wanted and (found := puzzle_at(state, so_far)):
            yield found


def _points(rules: RuleSet, deal: RecordedDeal) -> Iterator[tuple[MatchState, RecordedDeal]]:
    """Each point of the deal at which a seat has to call or play, with what was called and played before."""
    state = advance(new_match(rules, deal.dealer), Deal(deal.hands)).state
    for number, call in enumerate(deal.calls):
        yield state, RecordedDeal(deal.dealer, deal.hands, deal.calls[:number])
        state = advance(state, MakeCall(state.turn, parse_call(call))).state
    for number, card in enumerate(deal.plays):
        yield state, RecordedDeal(deal.dealer, deal.hands, deal.calls, deal.plays[:number])
        state = advance(state, PlayCard(state.turn, card)).state


def puzzle_at(state: MatchState, so_far: RecordedDeal) -> Puzzle | None:
    """The puzzle of this point; None where the answer is not clear, or where nobody errs."""
    view = seen(state)
    if not undecided(view):
        return None
    usual = typical(view)
    if view.legal.cards and len(set(usual.values())) == 1:
        # Most cards are plain to everybody, and what all of them miss is seldom worth the time that it takes to find it.
        return None
    also = () if view.legal.cards else [parse_call(call) for call in usual.values()]
    first = first_look(view, also)
    if first is None or not _promising(first, usual, least_gap(view)):
        return None
    verdict = judge(view, also)
    if verdict is None or not verdict.clear(least_gap(view)) or verdict.solution[0] not in first.solution:
        return None
    wrong = mistakes(view, verdict)
    if not wrong or contradicted(state, verdict):
        return None
    # The mistake of the best player is the one worth explaining.
    instead = tuple(wrong.values())[-1]
    cost = verdict.options[verdict.solution[0]] - verdict.options[instead]
    theme, reason = explain(view, verdict.solution[0], instead, cost)
    return Puzzle(
        view.rules,
        so_far,
        verdict.options,
        verdict.solution,
        verdict.error,
        verdict.worlds,
        theme,
        grade(wrong, cost),
        reason,
        wrong,
    )


def _promising(first: Verdict, usual: dict[str, str], least: float) -> bool:
    """Whether a closer look may pay: the gap could be wide enough, and somebody takes another option."""
    wide = first.gap + first.error / 2 >= least
    return wide and any(name in first.options and name not in first.solution for name in usual.values())
