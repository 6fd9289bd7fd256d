"""The result of one deal: was the contract made, and what each side writes on the sheet, line by line."""

from dataclasses import dataclass
from typing import Final, Literal

from pilotta.rules.auction import Contract
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import ALL_TRUMP, DEAL_POINTS, NO_TRUMP, RuleSet
from pilotta.seats import SIDES, BySide

ALL_TRICKS: Final = 8
ZERO: Final = BySide(0, 0)


@dataclass(frozen=True, slots=True)
class Tally:
    """What a played deal brought, before any rule of scoring.

    ``cards`` are raw card points with the last trick (their sum is 162), ``tricks`` add up to 8; ``declarations`` and
    ``pilotta`` are raw points that count for the side that held them; ``trump_jack`` is the side with the jack of trumps
    in its tricks (None without a trump suit); ``miscalls`` counts wrong calls of a pilotta.
    """

    contract: Contract
    tricks: BySide[int]
    cards: BySide[int]
    declarations: BySide[int] = ZERO
    pilotta: BySide[int] = ZERO
    trump_jack: int | None = None
    miscalls: BySide[int] = ZERO


LineCode = Literal[
    "bid", "cards", "capot", "declarations", "pilotta", "their_cards", "their_declarations", "their_pilotta",
    "strain_bonus", "doubled", "redoubled", "miscall",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a side's account: ``points`` raw as they were counted, ``score`` what it adds in the sheet's unit."""

    side: int
    code: LineCode
    points: int
    score: int


FailureCode = Literal["bid", "opponents", "tricks", "no_trick"]
"""Why a contract failed: the points miss the bid; they do not exceed the opponents'; a called capot misses a trick; the
defence took all eight."""


@dataclass(frozen=True, slots=True)
class DealScore:
    """The account of a deal. ``counted`` are the raw points that were held against the bid and the opponents.

    ``made`` is None where the deal was played without an auction, ``failure`` says why it is False; ``capot`` is the side
    that took all eight tricks; ``wins_match`` says that a reverse capot ended the match.
    """

    made: bool | None
    failure: FailureCode | None
    capot: int | None
    counted: BySide[int]
    lines: tuple[ScoreLine, ...]
    score: BySide[int]
    wins_match: bool


def tens(points: int) -> int:
    """Points in tens: 1–5 down, 6–9 up (sources 000 and 001; a card count that ends in 6 is :func:`card_tens`' business)."""
    return (points + 4) // 10


def card_tens(rules: RuleSet, cards: BySide[int], bidders: int, trump_jack: int | None) -> BySide[int]:
    """Both sides' card points (162 together) in tens, 16 together. Where both end in 6 one side goes up and the other down
    (*the rule of 6*: sources 000 and 001)."""
    if cards.ns % 10 != 6:
        return cards.map(tens)
    up = bidders if rules.sixes_up == "bidders" else trump_jack
    if up is None:
        raise ValueError("the rule of 6 needs the side that took the jack of trumps")
    return BySide.of(up, cards[up] // 10 + 1, cards[1 - up] // 10)


def score_deal(rules: RuleSet, tally: Tally) -> DealScore:
    """Score a deal under a rule set. Sources: table rows *contract is made when* to *both sides end in 6*.

    RuleSetError where the tally is not of this rule set's deal, ValueError where it cannot be of any deal.
    """
    _check(rules, tally)
    contract = tally.contract
    bidders = contract.side
    defenders = 1 - bidders
    capot = 0 if tally.tricks.ns == ALL_TRICKS else 1 if tally.tricks.ew == ALL_TRICKS else None
    # Only the bidders can have called a capot, so the house rule that it must be called speaks of theirs alone.
    capot_counts = capot is not None and not (
        rules.capot_must_be_called and capot == bidders and not contract.capot
    )
    counted_cards = (
        BySide.of(capot, rules.capot_points, 0) if capot_counts and capot is not None else tally.cards
    )
    declarations, pilotta = tally.declarations, tally.pilotta
    counted = BySide(
        counted_cards.ns + declarations.ns + pilotta.ns, counted_cards.ew + declarations.ew + pilotta.ew
    )
    without_auction = bool(rules.fixed_trump)
    failure: FailureCode | None = None
    if without_auction:
        pass
    elif capot == defenders:
        failure = "no_trick"
    elif contract.capot:
        failure = None if capot == bidders else "tricks"
    elif counted[bidders] < contract.value:
        failure = "bid"
    elif rules.must_exceed_opponents and counted[bidders] <= counted[defenders]:
        failure = "opponents"
    made = failure is None
    winner = bidders if made else defenders
    account = _Account(rules, tally, winner, capot if capot_counts else None)
    if contract.multiplier > 1 and rules.double_multiplies == "bid":
        account.winner_takes_all(kept=not made)
    elif made:
        account.both_keep_their_own()
    else:
        account.defenders_take()
    account.strain_bonus()
    if contract.multiplier > 1 and rules.double_multiplies == "score":
        account.multiply()
    account.miscalls()
    lines = tuple(account.lines)
    score = BySide(*(sum([line.score for line in lines if line.side == s]) for s in (0, 1)))
    reverse = capot == defenders and not without_auction
    return DealScore(
        None if without_auction else made,
        failure,
        capot,
        counted,
        lines,
        score,
        reverse and rules.reverse_capot == "match",
    )


class _Account:
    """Collects the lines of both sides' accounts."""

    def __init__(self, rules: RuleSet, tally: Tally, winner: int, capot: int | None) -> None:
        self.rules, self.tally, self.contract = rules, tally, tally.contract
        self.winner, self.capot = winner, capot
        self.in_tens = card_tens(rules, tally.cards, tally.contract.side, tally.trump_jack)
        self.lines: list[ScoreLine] = []

    def add(self, side: int, code: LineCode, points: int, in_tens: int | None = None) -> None:
        """A line of so many raw points; ``in_tens`` where the sheet's figure is not simply a tenth of them."""
        if points:
            self.lines.append(
                ScoreLine(
                    side, code, points, (points // 10 if in_tens is None else in_tens) * self.rules.unit
                )
            )

    def bid(self, side: int, multiplier: int = 1) -> None:
        value = self.contract.value
        self.add(side, "bid", value * multiplier, tens(value) * multiplier)

    def own(self, side: int) -> None:
        """What a side held itself: its declarations and its pilotta."""
        self.add(side, "declarations", self.tally.declarations[side])
        self.add(side, "pilotta", self.tally.pilotta[side])

    def all_cards(self, side: int) -> None:
        if self.capot == side:
            self.add(side, "capot", self.rules.capot_points, tens(self.rules.capot_points))
        else:
            self.add(side, "cards", self.tally.cards[side], self.in_tens[side])
            self.add(side, "their_cards", self.tally.cards[1 - side], self.in_tens[1 - side])

    def both_keep_their_own(self) -> None:
        bidders = self.contract.side
        if self.rules.made_adds_bid:
            self.bid(bidders)
        for side in (bidders, 1 - bidders):
            if self.capot is None:
                self.add(side, "cards", self.tally.cards[side], self.in_tens[side])
            elif self.capot == side:
                self.all_cards(side)
            self.own(side)

    def defenders_take(self) -> None:
        rules, bidders, defenders = self.rules, self.contract.side, 1 - self.contract.side
        if rules.failed_adds_bid:
            self.bid(defenders)
        self.all_cards(defenders)
        self.own(defenders)
        if rules.failed_declarations == "defenders":
            self.add(defenders, "their_declarations", self.tally.declarations[bidders])
        if rules.failed_pilotta == "defenders":
            self.add(defenders, "their_pilotta", self.tally.pilotta[bidders])
        self.kept_by_failed()

    def kept_by_failed(self) -> None:
        bidders = self.contract.side
        if self.rules.failed_declarations == "kept":
            self.add(bidders, "declarations", self.tally.declarations[bidders])
        if self.rules.failed_pilotta == "kept":
            self.add(bidders, "pilotta", self.tally.pilotta[bidders])

    def winner_takes_all(self, *, kept: bool) -> None:
        """A doubled deal where only the bid is multiplied: the winner scores everything, the loser nothing.

        ``kept``: the bidders lost, so the house rules by which they keep what they held themselves apply."""
        winner, loser = self.winner, 1 - self.winner
        self.bid(winner, self.contract.multiplier)
        self.all_cards(winner)
        self.own(winner)
        if not kept or self.rules.failed_declarations == "defenders":
            self.add(winner, "their_declarations", self.tally.declarations[loser])
        if not kept or self.rules.failed_pilotta == "defenders":
            self.add(winner, "their_pilotta", self.tally.pilotta[loser])
        if kept:
            self.kept_by_failed()

    def strain_bonus(self) -> None:
        bonus = {NO_TRUMP: self.rules.no_trump_bonus, ALL_TRUMP: self.rules.all_trump_bonus}
        self.add(self.winner, "strain_bonus", bonus.get(self.contract.strain, 0))

    def multiply(self) -> None:
        times = self.contract.multiplier
        for side in (self.contract.side, 1 - self.contract.side):
            own = [line for line in self.lines if line.side == side]
            more = sum(line.score for line in own) * (times - 1)
            if more:
                points = sum(line.points for line in own) * (times - 1)
                self.lines.append(ScoreLine(side, "doubled" if times == 2 else "redoubled", points, more))

    def miscalls(self) -> None:
        for side in (0, 1):
            self.add(side, "miscall", -self.rules.miscall_penalty * self.tally.miscalls[side])


def winner_of(rules: RuleSet, totals: BySide[int]) -> int | None:
    """The side that wins with these totals, or None where the match (or this win of it) goes on."""
    needed = rules.target if rules.target_met == "reached" else rules.target + 1
    if max(totals) < needed or totals.ns == totals.ew:
        return None
    return 0 if totals.ns > totals.ew else 1


def _check(rules: RuleSet, tally: Tally) -> None:
    contract, cards, tricks = tally.contract, tally.cards, tally.tricks
    if cards.ns + cards.ew != DEAL_POINTS or min(cards) < 0:
        raise ValueError(f"card points {cards.ns} and {cards.ew} do not add up to {DEAL_POINTS}")
    if tricks.ns + tricks.ew != ALL_TRICKS or min(tricks) < 0:
        raise ValueError(f"tricks {tricks.ns} and {tricks.ew} do not add up to {ALL_TRICKS}")
    for side in (0, 1):
        if tricks[side] == 0 and cards[side]:
            raise ValueError(f"{SIDES[side]} took no trick but {cards[side]} card points")
        if tally.declarations[side] and tally.declarations[1 - side]:
            raise ValueError("only one side's declarations can count")
    if contract.multiplier > 1 and rules.double == "none":
        raise RuleSetError(("double",), "this rule set knows no doubles")
    if contract.multiplier > 2 and not rules.redouble:
        raise RuleSetError(("redouble",), "this rule set knows no redoubles")
    if contract.capot and not rules.capot_call:
        raise RuleSetError(("capot_call",), "this rule set knows no call of capot")
