"""What a call tells the table by the convention, whoever makes it: a bot that bids so, or a person whose bid is read so.

A meaning is a :class:`~pilotta.bots.bot.Reason` with a code ``means.*``. Its numbers come from the convention, so a changed
convention explains itself rightly.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pilotta.bots.bidding.calls import MOST_KEYS
from pilotta.bots.bidding.convention import CYPRIOT, Convention
from pilotta.bots.bidding.promises import base, listen, promise
from pilotta.bots.bot import Bot, Reason
from pilotta.game.view import PlayerView
from pilotta.rules.auction import DOUBLE, PASS, REDOUBLE, Auction, Call, Stage, bid, capot_bid, make_call
from pilotta.rules.ruleset import ALL_TRUMP, NO_TRUMP, STRAINS, RuleSet
from pilotta.seats import partner_of, side_of

STEPS = ("means.one_step", "means.two_steps", "means.three_steps")
LIGHT_STEPS = ("means.one_step_light", "means.two_steps_light", "means.three_steps_light")
"""Where nothing is asked for beside the suit."""
FIRST = {NO_TRUMP: "means.no_trump", ALL_TRUMP: "means.all_trump"}
ANSWERS = {NO_TRUMP: "means.answer_no_trump", ALL_TRUMP: "means.answer_all_trump"}
PASSES = {NO_TRUMP: "means.pass_answer_no_trump", ALL_TRUMP: "means.pass_answer_all_trump"}
TOP_CARDS = 4
"""Aces or jacks in the deck: nobody tells of more."""


@dataclass(frozen=True, slots=True)
class Meant:
    """Calls that mean the same: every bid in one strain from ``lowest`` to ``highest``, or one call that is both."""

    lowest: Call
    highest: Call
    reason: Reason

    def __contains__(self, call: Call) -> bool:
        low, high = self.lowest, self.highest
        if (call.kind, call.strain, call.capot) != (low.kind, low.strain, low.capot):
            return False
        return low.value <= call.value <= high.value


def meaning(
    rules: RuleSet,
    calls_before: tuple[tuple[int, Call], ...],
    seat: int,
    call: Call,
    convention: Convention = CYPRIOT,
) -> Reason:
    """What this legal call of this seat tells after the (seat, call) that were made before it."""
    return _Listener(rules, calls_before, seat, convention).meaning(call)


Spoken = tuple[Convention, Convention, Convention, Convention]
"""By which convention each seat calls."""
ALL_CYPRIOT: Spoken = (CYPRIOT,) * 4


def spoken_by(bots: Sequence[Bot | None]) -> Spoken:
    """The convention by which each seat's calls are meant and understood, from who sits there (None: a person). A bot's is its own; a
    person's is that of the partner who reads him."""

    def own(seat: int) -> Convention | None:
        found = getattr(bots[seat], "convention", None)
        return found if isinstance(found, Convention) else None

    north, east, south, west = (own(seat) or own(partner_of(seat)) or CYPRIOT for seat in range(4))
    return north, east, south, west


def heard_meanings(view: PlayerView, spoken: Spoken = ALL_CYPRIOT) -> list[tuple[int, Call, Reason]]:
    """What each call of the view's auction told: (seat, call, meaning), in order."""
    return [
        (seat, call, meaning(view.rules, view.calls[:at], seat, call, spoken[seat]))
        for at, (seat, call) in enumerate(view.calls)
    ]


def meanings(view: PlayerView, convention: Convention = CYPRIOT) -> tuple[Meant, ...]:
    """What each call that the view's seat may make now would tell: the pass first, then the bids from the lowest of each
    strain up, capots, double and redouble. Empty where no call is due."""
    listener = _Listener(view.rules, view.calls, view.seat, convention)
    return tuple(listener.all_of(view)) if view.legal.calls.can_pass else ()


class _Listener:
    """One turn of an auction, as the others hear it."""

    def __init__(
        self, rules: RuleSet, calls: tuple[tuple[int, Call], ...], seat: int, convention: Convention
    ) -> None:
        self.rules, self.calls, self.seat, self.c = rules, calls, seat, convention
        self.heard = listen(rules, calls, convention)
        self.start = base(rules, convention)
        self.ours = self.heard.standing is not None and side_of(self.heard.bidder) == side_of(seat)

    def all_of(self, view: PlayerView) -> Iterator[Meant]:
        legal = view.legal.calls
        yield self._single(PASS)
        strains = [STRAINS.index(letter) for letter in legal.strains]
        if legal.lowest:
            for strain in strains:
                yield from self._runs(range(legal.lowest, legal.highest + 1, legal.step), strain)
        if legal.can_capot:
            yield from (self._single(capot_bid(strain)) for strain in strains)
        if legal.can_double:
            yield self._single(DOUBLE)
        if legal.can_redouble:
            yield self._single(REDOUBLE)

    def _single(self, call: Call) -> Meant:
        return Meant(call, call, self.meaning(call))

    def _runs(self, values: range, strain: int) -> Iterator[Meant]:
        """Bids in one strain, those together that mean the same."""
        standing = self.heard.standing
        # An answer by a jump that tells of every key is the last step that says anything of its own.
        most = max(self.start, standing.value if standing else 0) + 10 * (
            self.c.points_answer + MOST_KEYS + 1
        )
        first = last = bid(values[0], strain)
        told = self.meaning(first)
        for value in values[1:]:
            if value > most:
                break
            call = bid(value, strain)
            reason = self.meaning(call)
            if reason != told:
                yield Meant(first, last, told)
                first, told = call, reason
            last = call
        yield Meant(first, bid(values[-1], strain), told)

    def meaning(self, call: Call) -> Reason:
        standing = self.heard.standing
        if call.kind == "bid":
            return self._bid(call)
        if call.kind == "pass":
            return self._pass(standing)
        assert standing is not None, "only a bid is doubled"
        if call.kind == "double":
            return Reason("means.double", {"call": standing.text, "tricks": str(self.c.double_tricks)})
        worth = standing.value + self.c.redouble_margin
        return Reason("means.redouble", {"call": standing.text, "worth": str(worth)})

    def _bid(self, call: Call) -> Reason:
        strain, c = call.strain, self.c
        suit = {"suit": STRAINS[strain]}
        if call.capot:
            return Reason("means.capot", suit)
        said = promise(self.heard, self.seat, call, self.start, c)
        if said.repeat:
            return Reason("means.repeat", suit)
        if said.answer:
            return self._answer(strain, said.steps, points=said.points)
        if strain >= NO_TRUMP:
            keys = min(said.steps + c.plain_strain_keys - 1, TOP_CARDS)
            return Reason(FIRST[strain], {"keys": str(keys)})
        if said.points:
            return Reason("means.points", {**suit, "points": str(c.declared_points)})
        number = min(said.steps, len(STEPS)) - 1
        length = (
            {"cards": str(c.single_length), "long": str(c.long_length)},
            {"cards": str(c.single_length)},
            {"long": str(c.long_length)},
        )[number]
        if c.compensating_length <= c.single_length:
            return Reason(LIGHT_STEPS[number], {**suit, **length})
        return Reason(STEPS[number], {**suit, **length, "side": str(c.compensating_length)})

    def _answer(self, strain: int, steps: int, *, points: bool) -> Reason:
        suit = {"suit": STRAINS[strain]}
        keys = min(steps, MOST_KEYS)
        if points:
            told = {**suit, "points": str(self.c.declared_points)}
            if not keys:
                return Reason("means.answer_points_only", told)
            return Reason("means.answer_points", {**told, "keys": str(keys)})
        if keys == 1 and not self.ours:
            # Over the opponents even a partner without a key bids on where the hands are worth it, and cannot bid less.
            return Reason("means.support", suit)
        if strain >= NO_TRUMP:
            return Reason(ANSWERS[strain], {"keys": str(keys)})
        return Reason("means.answer", {**suit, "keys": str(keys)})

    def _pass(self, standing: Call | None) -> Reason:
        if standing is None:
            return Reason("means.pass_opening")
        call = {"call": standing.text}
        auction = self._auction()
        if auction.stage is Stage.REDOUBLING:
            return Reason("means.pass_no_redouble", call)
        tricks = {**call, "tricks": str(self.c.double_tricks)}
        if auction.stage is Stage.DOUBLING:
            return Reason("means.pass_no_double", tricks)
        strain = standing.strain
        if not self.ours:
            in_auction = self.rules.double == "in_auction"
            return Reason("means.pass_over_double", tricks) if in_auction else Reason("means.pass_over", call)
        if self.heard.bidder != partner_of(self.seat) or self.heard.first(self.seat, strain) is not None:
            return Reason("means.pass_enough", call)
        if strain >= NO_TRUMP:
            return Reason(PASSES[strain], call)
        return Reason("means.pass_answer", {**call, "suit": STRAINS[strain]})

    def _auction(self) -> Auction:
        """The auction so far. Who dealt does not matter once the first has called."""
        auction = Auction(self.calls[0][0])
        for _, call in self.calls:
            auction = make_call(self.rules, auction, call)
        return auction
