"""The rules a second time: written from the prose of the sources, on text cards, with nothing of the engine but the fields of
a rule set. Slow and plain on purpose: the engine, and later its native twin, have to agree with it.

Cards are text (``JH``), seats are letters in turn order ``SENW``, sides are ``NS`` and ``EW``.
"""

from itertools import chain, combinations
from typing import Any

from pilotta.rules.ruleset import RuleSet

SUITS, RANKS, SEATS = "SHDC", "789TJQKA", "SENW"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
SIDE = {"S": "NS", "N": "NS", "E": "EW", "W": "EW"}
OTHER = {"NS": "EW", "EW": "NS"}


def after(seat: str, steps: int = 1) -> str:
    """The seat so many turns later."""
    return SEATS[(SEATS.index(seat) + steps) % 4]


# ------------------------------------------------------------------ tricks


def is_trump(strain: str, card: str) -> bool:
    return card[1] == strain


def height(rules: RuleSet, strain: str, card: str) -> int:
    """How high a card stands in its own suit: the larger, the stronger."""
    ranks_as_trump = strain in ("A", card[1])
    return -(rules.trump_order if ranks_as_trump else rules.plain_order).index(card[0])


def value(rules: RuleSet, strain: str, card: str) -> int:
    rank = RANKS.index(card[0])
    if strain == "N":
        return rules.no_trump_values[rank]
    if strain == "A":
        return rules.all_trump_values[rank]
    return (rules.trump_values if is_trump(strain, card) else rules.plain_values)[rank]


def winner(rules: RuleSet, strain: str, trick: list[str]) -> int:
    """Which card of a trick wins: the highest trump, else the highest card of the suit that was led."""
    trumps = [card for card in trick if is_trump(strain, card)]
    rivals = trumps or [card for card in trick if card[1] == trick[0][1]]
    return trick.index(max(rivals, key=lambda card: height(rules, strain, card)))


def takes(rules: RuleSet, strain: str, trick: list[str], card: str) -> bool:
    """Whether this card, laid on the trick, would be winning it."""
    return winner(rules, strain, [*trick, card]) == len(trick)


def refusal(rules: RuleSet, strain: str, hand: list[str], trick: list[str], card: str) -> str | None:
    """Why a player with this hand may not lay this card on this trick."""
    if card not in hand:
        return "play.not_in_hand"
    if not trick:
        return None
    led = trick[0][1]
    following = [each for each in hand if each[1] == led]
    if following:
        if card[1] != led:
            return "play.must_follow_suit"
        if led == strain:
            code, bound = "play.must_beat_trump", rules.must_beat_led_trump
        elif strain == "A":
            code, bound = "play.must_beat", rules.must_beat_all_trump
        else:
            code, bound = "play.must_beat", rules.must_beat_plain
        could = any(takes(rules, strain, trick, each) for each in following)
        return code if bound and could and not takes(rules, strain, trick, card) else None
    trumps = [each for each in hand if is_trump(strain, each)]
    if not trumps or rules.must_trump == "never":
        return None
    partner_wins = len(trick) >= 2 and winner(rules, strain, trick) == len(trick) - 2
    if partner_wins and rules.must_trump == "unless_partner_wins":
        return None
    trumped_already = any(is_trump(strain, each) for each in trick)
    could_win = any(takes(rules, strain, trick, each) for each in trumps)
    if trumped_already and not could_win:
        return "play.must_trump" if rules.must_undertrump and card not in trumps else None
    if card not in trumps:
        return "play.must_trump"
    if trumped_already and rules.must_overtrump and not takes(rules, strain, trick, card):
        return "play.must_overtrump"
    return None


def legal(rules: RuleSet, strain: str, hand: list[str], trick: list[str]) -> list[str]:
    return [card for card in hand if refusal(rules, strain, hand, trick, card) is None]


def perft(
    rules: RuleSet, strain: str, hands: dict[str, list[str]], turn: str, trick: list[str], depth: int
) -> int:
    """How many ways there are to play the next ``depth`` cards."""
    if depth == 0:
        return 1
    return sum(count for _, count in divide(rules, strain, hands, turn, trick, depth))


def divide(
    rules: RuleSet, strain: str, hands: dict[str, list[str]], turn: str, trick: list[str], depth: int
) -> list[tuple[str, int]]:
    """The same, below each card that may be played now."""
    found = []
    for card in legal(rules, strain, hands[turn], trick):
        left = {**hands, turn: [each for each in hands[turn] if each != card]}
        laid = [*trick, card]
        if len(laid) == 4:
            leader = after(turn, 1)
            count = perft(rules, strain, left, after(leader, winner(rules, strain, laid)), [], depth - 1)
        else:
            count = perft(rules, strain, left, after(turn), laid, depth - 1)
        found.append((card, count))
    return found


# ------------------------------------------------------------------ auction


def auction(rules: RuleSet, dealer: str, calls: list[str]) -> dict[str, Any]:
    """Where an auction of legal calls stands: ``turn``, ``stage`` (bidding, doubling, redoubling, over), the contract."""
    seat = after(dealer, 1 if rules.first_bidder == "right" else -1)
    best = declarer = doubler = None
    multiplier, stage, silent, asked = 1, "bidding", set(), []
    passes = 0
    for call in calls:
        assert stage != "over"
        if stage == "bidding":
            if call == "P":
                passes += 1
                if rules.pass_is_final:
                    silent.add(seat)
            elif call == "X":
                doubler, multiplier = seat, 2
                stage, asked = "redoubling", [after(seat, 1), after(seat, 3)]
            else:
                best, declarer, passes = call, seat, 0
            if stage == "bidding":
                others_out = declarer is not None and silent == set(SEATS) - {declarer}
                if passes == (4 if best is None else 3) or others_out:
                    stage = "over"
                    if best is not None and rules.double == "after_auction":
                        stage, asked = "doubling", [after(str(declarer), 1), after(str(declarer), 3)]
                else:
                    seat = after(seat)
                    while seat in silent:
                        seat = after(seat)
        elif call == "P":
            asked = asked[1:]
        elif call == "X":
            doubler, multiplier = seat, 2
            stage, asked = "redoubling", [after(seat, 1), after(seat, 3)]
        else:
            multiplier, asked = 4, []
        if stage in ("doubling", "redoubling"):
            if (stage == "redoubling" and not rules.redouble) or not asked:
                stage = "over"
            else:
                seat = asked[0]
    return {
        "turn": None if stage == "over" else seat,
        "stage": stage,
        "best": best,
        "declarer": declarer,
        "multiplier": multiplier,
        "doubler": doubler,
    }


def points_of(call: str) -> int:
    return 250 if call.startswith("CAP") else int(call[:-1])


def call_refusal(rules: RuleSet, dealer: str, calls: list[str], call: str) -> str | None:
    """Why this call may not follow these; the order of the reasons is the engine's contract too."""
    now = auction(rules, dealer, calls)
    if now["stage"] == "over":
        return "call.auction_over"
    if call == "P":
        return None
    if call == "X":
        may = now["stage"] == "doubling" or (
            now["stage"] == "bidding"
            and rules.double == "in_auction"
            and now["best"] is not None
            and SIDE[now["turn"]] != SIDE[now["declarer"]]
        )
        return None if may else "call.cannot_double"
    if call == "XX":
        return None if now["stage"] == "redoubling" else "call.cannot_redouble"
    if now["stage"] != "bidding":
        return "call.bidding_closed"
    if call[-1] not in rules.strains:
        return "call.strain"
    is_capot = call.startswith("CAP")
    if is_capot and not rules.capot_call:
        return "call.not_a_call"
    if points_of(call) > rules.highest_bid:
        return "call.too_high"
    if not is_capot and points_of(call) % rules.bid_step:
        return "call.step"
    if now["best"] is None:
        return "call.too_low" if points_of(call) < rules.lowest_bid else None
    return None if points_of(call) > points_of(now["best"]) else "call.too_low"


# ------------------------------------------------------------------ declarations

Declared = tuple[str, int, int, str, frozenset[str]]
"""Kind (``four`` or the suit of a sequence), points, length, rank of the top card, cards."""


def sequences(rules: RuleSet, hand: set[str]) -> list[Declared]:
    found: list[Declared] = []
    for suit in SUITS:
        for length in range(3, 9):
            for start in range(9 - length):
                ranks = rules.sequence_order[start : start + length]
                before = rules.sequence_order[start - 1 : start] if start else ""
                behind = rules.sequence_order[start + length : start + length + 1]
                whole = all(rank + suit in hand for rank in ranks)
                if whole and before + suit not in hand and behind + suit not in hand:
                    points = rules.sequence_points[min(length, 5) - 3]
                    if points:
                        cards = frozenset(rank + suit for rank in ranks)
                        found.append((suit, points, length, ranks[0], cards))
    return found


def fours(rules: RuleSet, hand: set[str]) -> list[Declared]:
    return [
        ("four", rules.four_points[i], 4, rank, frozenset(rank + suit for suit in SUITS))
        for i, rank in enumerate(RANKS)
        if rules.four_points[i] and all(rank + suit in hand for suit in SUITS)
    ]


def power(rules: RuleSet, one: Declared) -> tuple[int, int, int, int]:
    kind, points, length, rank, _ = one
    if rules.declaration_order == "fours_first":
        if kind == "four":
            # J 9 A 10 K Q: by what they are worth, and the four of 100 points by the order of plain cards.
            return 1, points, 0, -rules.plain_order.index(rank)
        return 0, points, length, -rules.sequence_order.index(rank)
    # With the house rule the four of a kind stands above the sequence in a side's own list; against the other side they tie.
    speaks = rules.hundred_ties_four and kind == "four" and points == 100
    return points, int(speaks), length, -rules.sequence_order.index(rank)


def declarations(rules: RuleSet, hand: list[str]) -> list[Declared]:
    """What a hand announces: no card twice, fours chosen so that all is worth most, then strongest."""
    held = set(hand)
    every_four = fours(rules, held)
    best: list[Declared] = []
    best_key: Any = None
    for chosen in chain.from_iterable(combinations(every_four, n) for n in range(len(every_four) + 1)):
        used = {card for four in chosen for card in four[4]}
        whole = [*chosen, *sequences(rules, held - used)]
        whole.sort(key=lambda one: power(rules, one), reverse=True)
        key = (sum(one[1] for one in whole), [power(rules, one) for one in whole])
        if best_key is None or key > best_key:
            best, best_key = whole, key
    return best


def contest(rules: RuleSet, strain: str, leader: str, announced: dict[str, list[Declared]]) -> str | None:
    """The side whose declarations count."""
    best: dict[str, Declared] = {}
    for seat in SEATS:
        for one in announced[seat]:
            side = SIDE[seat]
            if side not in best or power(rules, one) > power(rules, best[side]):
                best[side] = one
    if len(best) < 2:
        return next(iter(best), None)
    ours, theirs = best["NS"], best["EW"]
    level = power(rules, ours) == power(rules, theirs)
    if (
        rules.hundred_ties_four
        and ours[1] == theirs[1] == 100
        and (ours[0] == "four") != (theirs[0] == "four")
    ):
        level = True
    if not level:
        return "NS" if power(rules, ours) > power(rules, theirs) else "EW"
    if rules.declaration_tie == "nobody":
        return None
    for seat in (after(leader, i) for i in range(4)):
        for one in announced[seat]:
            decides = rules.declaration_tie == "first_in_turn" or one[0] == strain
            if decides and power(rules, one) == power(rules, best[SIDE[seat]]):
                return SIDE[seat]
    return None


# ------------------------------------------------------------------ scoring


def to_tens(points: int) -> int:
    """1–5 down, 6–9 up."""
    return points // 10 + (points % 10 > 5)


def score(
    rules: RuleSet,
    *,
    contract: str,
    declarer: str,
    multiplier: int,
    tricks: dict[str, int],
    cards: dict[str, int],
    declared: dict[str, int],
    pilotta: dict[str, int],
    jack: str | None,
    miscalls: dict[str, int],
) -> dict[str, Any]:
    """A deal's result as the table of rules reads, in the unit of the sheet."""
    bidders = SIDE[declarer]
    defenders = OTHER[bidders]
    bid = 0 if rules.fixed_trump else points_of(contract)
    called = contract.startswith("CAP")
    swept = next((side for side in OTHER if tricks[side] == 8), None)
    counts = swept is not None and (swept == defenders or called or not rules.capot_must_be_called)
    worth = {side: cards[side] + declared[side] + pilotta[side] for side in OTHER}
    if counts and swept:
        worth[swept] += rules.capot_points - cards[swept]

    if rules.fixed_trump:
        made = True
    elif swept == defenders:
        made = False
    elif called:
        made = swept == bidders
    else:
        made = worth[bidders] >= bid
        if rules.must_exceed_opponents and worth[bidders] <= worth[defenders]:
            made = False

    # Card points on the sheet: sixteen tens, the sixes by the rule of 6.
    tens = {side: to_tens(cards[side]) for side in OTHER}
    if all(cards[side] % 10 == 6 for side in OTHER):
        up = bidders if rules.sixes_up == "bidders" else str(jack)
        tens = {side: cards[side] // 10 + (side == up) for side in OTHER}
    won_by = bidders if made else defenders
    capot_tens = to_tens(rules.capot_points)
    everything = capot_tens if counts and swept == won_by else 16
    if counts and swept and (swept == won_by or rules.fixed_trump):
        tens = {swept: capot_tens, OTHER[swept]: 0}
    own = {side: declared[side] // 10 + pilotta[side] // 10 for side in OTHER}
    sheet = {"NS": 0, "EW": 0}

    if rules.fixed_trump:
        sheet = {side: tens[side] + own[side] for side in OTHER}
    elif made and (multiplier == 1 or rules.double_multiplies == "score"):
        sheet = {side: tens[side] + own[side] for side in OTHER}
        sheet[bidders] += to_tens(bid) if rules.made_adds_bid else 0
    elif made:
        sheet[bidders] = to_tens(bid) * multiplier + everything + own["NS"] + own["EW"]
    else:
        if multiplier > 1 and rules.double_multiplies == "bid":
            sheet[defenders] += to_tens(bid) * multiplier
        elif rules.failed_adds_bid:
            sheet[defenders] += to_tens(bid)
        sheet[defenders] += everything + own[defenders]
        if rules.failed_declarations == "defenders":
            sheet[defenders] += declared[bidders] // 10
        elif rules.failed_declarations == "kept":
            sheet[bidders] += declared[bidders] // 10
        sheet[defenders if rules.failed_pilotta == "defenders" else bidders] += pilotta[bidders] // 10
    if not rules.fixed_trump:
        bonus = {"N": rules.no_trump_bonus, "A": rules.all_trump_bonus}.get(contract[-1], 0)
        sheet[won_by] += bonus // 10
    if rules.double_multiplies == "score":
        sheet = {side: points * multiplier for side, points in sheet.items()}
    for side in OTHER:
        sheet[side] -= rules.miscall_penalty // 10 * miscalls[side]
    unit = 10 if rules.sheet_unit == "points" else 1
    return {
        "made": None if rules.fixed_trump else made,
        "capot": swept,
        "score": {side: sheet[side] * unit for side in ("NS", "EW")},
        "wins_match": swept == defenders and not rules.fixed_trump and rules.reverse_capot == "match",
    }
