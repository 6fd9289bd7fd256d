"""What a puzzle is about, and why its solution is right: read off the view, in facts that anybody at the table can check.

The reasons' codes are ``puzzle.*``; their sentences are in ``locale/``, one file a language.
"""

from collections.abc import Callable
from typing import Final

from pilotta.bots.bot import Reason
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.cards import ACE, CARD_NAMES, SUIT_MASKS, SUITS
from pilotta.game.view import PlayerView
from pilotta.seats import partner_of, side_of

Told = tuple[str, Reason]
"""The theme and the reason."""

OPENING, ANSWER, COMPETING, ENOUGH, DOUBLE, REDOUBLE = (
    "opening",
    "answer",
    "competing",
    "enough",
    "double",
    "redouble",
)
TRUMPS, DEFENCE, CASH, COUNTING, SHORT, EXIT = (
    "draw_trumps",
    "trump_defence",
    "sure_trick",
    "counting",
    "seek_ruff",
    "safe_lead",
)
DUCK, RUFF, HEIGHT, TAKE, OVER = "duck", "ruff", "how_high", "take", "over_partner"
TEN, KEEP, DISCARD, SPARE = "ten_to_partner", "keep_points", "discard", "give_little"
LAST, CAPOT = "last_trick", "capot"

THEMES: Final = (
    *(OPENING, ANSWER, COMPETING, ENOUGH, DOUBLE, REDOUBLE),
    *(TRUMPS, DEFENCE, CASH, COUNTING, SHORT, EXIT),
    *(DUCK, RUFF, HEIGHT, TAKE, OVER),
    *(TEN, KEEP, DISCARD, SPARE),
    *(LAST, CAPOT),
)

RICH: Final = 10
"""Card points from which on a card is worth giving to partner: ten, ace, and the trumps above them."""
CAPOT_FROM: Final = 5
"""Tricks after which all of them on one side are a capot in the air."""
CAPOT_GAP: Final = 6.0
"""Tens that hang on the answer where it does."""


def explain(view: PlayerView, solution: str, instead: str, gap: float) -> Told:
    """Theme and reason of a solution, where ``instead`` is what is taken in its place and costs ``gap`` tens."""
    return _card(view, solution, instead, gap) if view.legal.cards else _call(view, solution, instead)


# Calls


def _call(view: PlayerView, call: str, instead: str) -> Told:
    named = {"call": call, "other": instead}
    if "XX" in (call, instead):
        return REDOUBLE, Reason("puzzle.redouble" if call == "XX" else "puzzle.no_redouble", named)
    bids = [(seat, each) for seat, each in view.calls if each.kind == "bid"]
    if "X" in (call, instead):
        standing = {**named, "value": bids[-1][1].text}
        return DOUBLE, Reason("puzzle.double" if call == "X" else "puzzle.no_double", standing)
    passes = call == "P"
    if not bids:
        return OPENING, _bid_or_pass("open", named, passes, instead)
    bidder, last = bids[-1]
    named["value"] = last.text
    if side_of(bidder) != side_of(view.seat):
        return COMPETING, _bid_or_pass("compete", named, passes, instead)
    if bidder == view.seat or any(seat == view.seat for seat, _ in bids):
        return ENOUGH, _bid_or_pass("go_on", named, passes, instead)
    return ANSWER, _bid_or_pass("answer", named, passes, instead)


def _bid_or_pass(what: str, named: dict[str, str], passes: bool, instead: str) -> Reason:
    if passes:
        return Reason(f"puzzle.{what}_not", named)
    return Reason(f"puzzle.{what}" if instead == "P" else f"puzzle.{what}_height", named)


# Cards


def _card(view: PlayerView, solution: str, instead: str, gap: float) -> Told:
    assert view.contract is not None
    known = Knowledge(view, view.contract)
    card, other = CARD_NAMES.index(solution), CARD_NAMES.index(instead)
    named = {"card": solution, "other": instead}
    if found := _capot(known, named, gap):
        return found
    if known.number == 6:
        return LAST, Reason("puzzle.last_trick", named)
    lead_or_follow: Callable[[Knowledge, int, int, dict[str, str]], Told] = _follow if view.trick else _lead
    return lead_or_follow(known, card, other, named)


def _capot(known: Knowledge, named: dict[str, str], gap: float) -> Told | None:
    if known.number < CAPOT_FROM or gap < CAPOT_GAP:
        return None
    ours, theirs = known.tricks_won[known.side], known.tricks_won[1 - known.side]
    if theirs == 0:
        return CAPOT, Reason("puzzle.capot", {**named, "tricks": str(ours)})
    if ours == 0:
        return CAPOT, Reason("puzzle.save_capot", {**named, "tricks": str(theirs)})
    return None


def _lead(known: Knowledge, card: int, _other: int, named: dict[str, str]) -> Told:
    ranks, suit = known.ranks, {**named, "suit": SUITS[card >> 3]}
    out = known.trumps_against().bit_count()
    if ranks.trumps >> card & 1:
        if not known.attacking:
            return DEFENCE, Reason("puzzle.trump_defence", named)
        if out:
            return TRUMPS, Reason("puzzle.draw_trumps", {**named, "out": str(out)})
    if known.is_master(card):
        if card & 7 == ACE and not ranks.trumps >> card & 1:
            return CASH, Reason("puzzle.cash_ace", suit)
        return COUNTING, Reason("puzzle.counting", suit)
    if known.hand & SUIT_MASKS[card >> 3] == 1 << card and known.hand & ranks.trumps & ~SUIT_MASKS[card >> 3]:
        return SHORT, Reason("puzzle.seek_ruff", suit)
    return EXIT, Reason("puzzle.safe_lead", suit)


def _follow(known: Knowledge, card: int, other: int, named: dict[str, str]) -> Told:
    ranks, legal = known.ranks, known.view.legal.cards
    beaters = ranks.beaters[known.best] & legal
    beats, all_beat = bool(beaters >> card & 1), beaters == legal
    best = {**named, "best": CARD_NAMES[known.best]}
    partners = known.best_seat == partner_of(known.me)
    if beats and beaters >> other & 1:
        return HEIGHT, Reason("puzzle.higher" if _above(known, card, other) else "puzzle.lower", best)
    if beats and not all_beat:
        if partners:
            return OVER, Reason("puzzle.over_partner", best)
        if ranks.trumps >> card & 1 and not ranks.trumps >> known.view.trick[0] & 1:
            return RUFF, Reason("puzzle.ruff", best)
        return TAKE, Reason("puzzle.take", best)
    if beaters >> other & 1:
        return (DUCK, Reason("puzzle.leave", best)) if partners else (DUCK, Reason("puzzle.duck", best))
    if partners and ranks.points[card] >= RICH and ranks.points[card] > ranks.points[other]:
        return TEN, Reason("puzzle.ten_to_partner", {**best, "points": str(ranks.points[card])})
    if ranks.points[other] >= RICH and ranks.points[other] > ranks.points[card]:
        return KEEP, Reason("puzzle.keep_from_them" if not partners else "puzzle.keep_points", best)
    if not legal & SUIT_MASKS[known.led_suit] and card >> 3 != other >> 3:
        return DISCARD, Reason(
            "puzzle.discard", {**named, "suit": SUITS[card >> 3], "not": SUITS[other >> 3]}
        )
    return SPARE, Reason("puzzle.partner_has_it" if partners else "puzzle.give_little", best)


def _above(known: Knowledge, card: int, other: int) -> bool:
    """Whether the card is the stronger of two that would take the trick."""
    return bool(known.ranks.beaters[other] >> card & 1)
