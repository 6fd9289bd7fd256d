"""What the table can teach, as the texts of pages: what calls mean, why bots did what they did, a hint, and the match's review."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from pilotta.bots.bidding.meaning import heard_meanings
from pilotta.bots.bot import Reason
from pilotta.bots.hint import Hint
from pilotta.cli.table.model import Model
from pilotta.cli.table.sitting import Thought
from pilotta.game.actions import Action, Announce, MakeCall, PlayCard, Show
from pilotta.phrases import call_sign, card_sign
from pilotta.review import Review
from pilotta.review.talk import Talk, mistakes_in, player_rows, signed, tens
from pilotta.rules.auction import DOUBLE, PASS, REDOUBLE
from pilotta.rules.ruleset import RuleSet
from pilotta.words import Phrasebook

Texts = list[str]
PAGE_WIDTH: Final = 72
AT_ONCE: Final = 3
"""So many reasons one page tells while the deal is played: the last of each bot, as a rule."""


def told_line(who: str, done: str, said: str) -> Texts:
    """Who did what, and what is said of it, broken so that the names stand out."""
    head = f"{who:<8} {done:<9} "
    return wrap(head + said, PAGE_WIDTH, subsequent_indent=" " * len(head))


def done_sign(words: Phrasebook, rules: RuleSet, action: Action) -> str:
    """A card or a call in short, or what was said of declarations."""
    match action:
        case PlayCard(card=card):
            return card_sign(card)
        case MakeCall(call=call):
            return call_sign(words, rules, call)
        case Announce(yes=yes):
            return words("announce" if yes else "announce_not")
        case Show(yes=yes):
            return words("show" if yes else "show_not")
        case _:
            raise TypeError(f"{type(action).__name__} is nothing that a seat does")


# What calls mean


def meaning_lines(model: Model) -> Texts:
    """What each call of the auction told, and what the chosen bid, a pass or a double of the person's would tell now."""
    words, view = model.words, model.view
    lines: Texts = []
    for seat, call, reason in heard_meanings(view, model.spoken):
        lines += told_line(model.seat(seat), call_sign(words, view.rules, call), model.sentence(reason))
    legal = view.legal.calls
    if not model.expecting or not legal.can_pass:
        return lines
    lines += ["", words("meaning_yours")]
    if model.call is not None and model.chosen_means:
        lines += told_line("", call_sign(words, view.rules, model.call), model.chosen_means)
    for possible, call in ((True, PASS), (legal.can_double, DOUBLE), (legal.can_redouble, REDOUBLE)):
        if possible:
            told = model.sentence(model.would_tell(call))
            lines += told_line("", call_sign(words, view.rules, call), told)
    return lines


# Why


def why_lines(model: Model, thoughts: Sequence[Thought]) -> Texts:
    """What the bots called and played, and why, in order."""
    lines: Texts = []
    for thought in spoken_of(thoughts):
        lines += _why(model, thought)
    return lines or [model.words("why_none")]


def last_whys(model: Model, thoughts: Sequence[Thought], back: int) -> tuple[Texts, bool]:
    """The bots' last calls and cards with their reasons, the newest first, after so many (``back``) newer ones; and whether
    there are still earlier ones."""
    newest = spoken_of(thoughts)[::-1]
    lines: Texts = []
    for thought in newest[back : back + AT_ONCE]:
        lines += [*([""] if lines else []), *_why(model, thought)]
    return lines or [model.words("why_none")], len(newest) > back + AT_ONCE


def spoken_of(thoughts: Sequence[Thought]) -> list[Thought]:
    """Calls and cards: what anybody would ask about."""
    return [thought for thought in thoughts if isinstance(thought.action, MakeCall | PlayCard)]


def _why(model: Model, thought: Thought) -> Texts:
    words, rules = model.words, model.view.rules
    done = done_sign(words, rules, thought.action)
    lines = told_line(model.seat(thought.seat), done, _said(words, rules, thought.reason))
    for fact in thought.because:
        lines += told_line("", "", _said(words, rules, fact))
    return lines


# The hint


def hint_lines(model: Model, given: Hint) -> Texts:
    """The best thing to do, why, and what the others cost."""
    words, rules = model.words, model.view.rules
    action = given.decision.action
    lines = told_line("", done_sign(words, rules, action), _said(words, rules, given.decision.reason))
    for reason in given.because:
        lines += told_line("", "", _said(words, rules, reason))
    if isinstance(action, MakeCall):
        told = _said(words, rules, model.would_tell(action.call))
        lines += told_line("", "", words("hint_tells", meaning=told))
    if given.weighed is None:
        return lines
    lines += ["", *wrap(words("hint_costs", n=given.weighed.worlds), PAGE_WIDTH)]
    for option in given.priced:
        doubt = f" ± {tens(option.error)}" if option.error else ""
        lines.append(f"         {done_sign(words, rules, option.action):<9} {tens(option.cost):>5}{doubt}")
    return lines


def _said(words: Phrasebook, rules: RuleSet, reason: Reason) -> str:
    return words.for_bids(rules.bids_said).say(reason)


# The review


def review_lines(words: Phrasebook, review: Review) -> Texts:
    """The review of one player, as one who has just got up from the match reads it."""
    (player,) = review.players
    talk = Talk(words, review)
    lines = [*wrap(words("review_intro"), PAGE_WIDTH), ""]
    lines += [f"{words(key):<34}{cells[0]:>10}" for key, cells in player_rows(review.players).items()]
    lines += ["", words("review_costliest")]
    told = talk.costliest(player)
    if not told:
        lines.append("  " + words("review_none"))
    for deal, each in told:
        swap = words("review_instead", done=talk.done(each), best=talk.best(each))
        text = f"{talk.where(deal, each)}: {swap} ({talk.cost(each)})"
        lines += wrap(text, PAGE_WIDTH, initial_indent="  ", subsequent_indent="    ")
        for said in talk.why(each):
            lines += wrap(said, PAGE_WIDTH, initial_indent="    ", subsequent_indent="    ")
    lines += [
        "",
        f"{words('review_deals'):<20}{words('review_score'):>12}{words('review_luck'):>10}  {words('review_mistakes')}",
    ]
    for deal in review.deals:
        score = deal.result.score
        par = deal.opened.par if deal.opened is not None else None
        luck = signed(par.difference) if par is not None else ""
        lines.append(
            f"  {words('deal_n', n=deal.number):<18}{f'{score.ns}–{score.ew}':>12}{luck:>10}  {len(mistakes_in(deal))}"
        )
    return lines
