"""Reading an auction: what each player's bids have promised so far."""

from dataclasses import dataclass, field

from pilotta.bots.bidding.convention import Convention
from pilotta.rules.auction import Call
from pilotta.rules.ruleset import NO_TRUMP, RuleSet
from pilotta.seats import partner_of, side_of


@dataclass(frozen=True, slots=True)
class Promise:
    """A bid as the convention reads it: ``steps`` above what stood before it; an ``answer`` is in a strain that partner
    named first, a ``repeat`` in one that this player has bid before and so tells of nothing new. ``points`` tells of points to
    declare; the ``steps`` of an answer with points are those that tell of keys, which may be none."""

    strain: int
    steps: int
    answer: bool
    repeat: bool
    points: bool = False


@dataclass(slots=True)
class Heard:
    """An auction so far, as everybody heard it."""

    standing: Call | None = None
    bidder: int = -1
    promises: tuple[list[Promise], ...] = field(default_factory=lambda: ([], [], [], []))
    passed: list[bool] = field(default_factory=lambda: [False] * 4)
    denied: list[set[int]] = field(default_factory=lambda: [set(), set(), set(), set()])
    """By seat: strains of partner's that he could have answered, without an opponent's bid between, and did not."""
    named: dict[tuple[int, int], int] = field(default_factory=dict)
    """(side, strain): the seat that named it first."""

    def first(self, seat: int, strain: int) -> Promise | None:
        """What this seat's first bid in a strain promised."""
        for each in self.promises[seat]:
            if each.strain == strain:
                return each
        return None

    def has_points(self, seat: int) -> bool:
        """Whether this seat promised points to declare."""
        return any(each.points for each in self.promises[seat])


def base(rules: RuleSet, convention: Convention) -> int:
    """From where the steps of a first bid count."""
    return max(convention.opening_base, rules.lowest_bid - 10)


def promise(heard: Heard, seat: int, bid: Call, start: int, convention: Convention) -> Promise:
    """What a bid promises after the calls that were heard; a first bid counts its steps from ``start``, see :func:`base`."""
    before = max(start, heard.standing.value if heard.standing else 0)
    steps = max(1, (bid.value - before + 5) // 10)
    repeat = heard.first(seat, bid.strain) is not None
    answer = heard.named.get((side_of(seat), bid.strain), seat) != seat
    jump = convention.points_answer if answer else convention.points_steps
    points = not repeat and bid.strain < NO_TRUMP and steps >= jump
    return Promise(bid.strain, steps - jump if points and answer else steps, answer, repeat, points)


def listen(rules: RuleSet, calls: tuple[tuple[int, Call], ...], convention: Convention) -> Heard:
    """Read the calls in order."""
    heard = Heard()
    start = base(rules, convention)
    for seat, call in calls:
        if call.kind == "bid":
            heard.promises[seat].append(promise(heard, seat, call, start, convention))
            heard.named.setdefault((side_of(seat), call.strain), seat)
            heard.standing, heard.bidder = call, seat
        elif call.kind == "pass":
            heard.passed[seat] = True
            if heard.standing and heard.bidder == partner_of(seat):
                heard.denied[seat].add(heard.standing.strain)
    return heard
