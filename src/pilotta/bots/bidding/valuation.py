"""What a hand is worth: the points that a side should take, with what partner has promised."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from pilotta.bots.bidding.convention import Convention
from pilotta.bots.bidding.promises import Heard
from pilotta.cards import ACE, JACK, KING, NINE, QUEEN, SUIT_MASKS, TEN
from pilotta.rules.declarations import Declaration, find_declarations
from pilotta.rules.ruleset import ALL_TRUMP, CAPOT_VALUE, DEAL_POINTS, NO_TRUMP, RuleSet
from pilotta.seats import partner_of

SUITS = range(4)


def holds(hand: int, suit: int, rank: int) -> bool:
    return bool(hand >> 8 * suit + rank & 1)


def length(hand: int, suit: int) -> int:
    return (hand & SUIT_MASKS[suit]).bit_count()


def side_aces(hand: int, strain: int) -> int:
    return sum(1 for suit in SUITS if suit != strain and holds(hand, suit, ACE))


def keys(hand: int, strain: int) -> int:
    """The cards that an answer counts: jack and nine of trumps and side aces; aces in no trump, jacks in all trump."""
    if strain == NO_TRUMP:
        return sum(holds(hand, suit, ACE) for suit in SUITS)
    if strain == ALL_TRUMP:
        return sum(holds(hand, suit, JACK) for suit in SUITS)
    return holds(hand, strain, JACK) + holds(hand, strain, NINE) + side_aces(hand, strain)


def opening_steps(hand: int, strain: int, c: Convention) -> int:
    """One, two or three steps where the hand opens this strain by the convention, 0 where it does not."""
    if strain >= NO_TRUMP:
        return max(0, min(3, keys(hand, strain) - c.plain_strain_keys + 1))
    trumps = length(hand, strain)
    jack, nine, ace = (holds(hand, strain, rank) for rank in (JACK, NINE, ACE))
    if not side_aces(hand, strain) and trumps < c.compensating_length:
        return 0
    if jack and nine and trumps >= c.single_length:
        return 3 if ace or trumps >= c.long_length else 2
    if (jack or nine) and trumps >= c.single_length:
        return 1
    return 1 if trumps >= c.long_length else 0


def points_to_tell(declared: Sequence[Declaration], c: Convention) -> int:
    """The points of a hand's declarations where one of them is worth a jump by itself, else 0."""
    if not any(each.points >= c.declared_points for each in declared):
        return 0
    return sum(each.points for each in declared)


def enough_to_tell(hand: int, strains: Iterable[int], c: Convention) -> int:
    """Cards of a suit in which points to declare are bid: one that is long enough to open, where the hand has one."""
    longest = max((length(hand, strain) for strain in strains if strain < NO_TRUMP), default=0)
    return min(c.single_length, longest)


def bonus(rules: RuleSet, hand: int, declared: Sequence[Declaration], strain: int, c: Convention) -> int:
    """What declarations and a pilotta of this hand should bring."""
    points = 0
    if declared:
        best = declared[0].points
        counts = (
            c.tierce_counts / 20
            if best <= 20
            else c.fifty_counts / 50
            if best <= 50
            else c.hundred_counts / 100
        )
        points += int(counts * sum(each.points for each in declared))
    if strain != NO_TRUMP:
        for suit in SUITS if strain == ALL_TRUMP else (strain,):
            if holds(hand, suit, KING) and holds(hand, suit, QUEEN):
                points += rules.pilotta_points
    return points


def worth(rules: RuleSet, hand: int, strain: int, heard: Heard, seat: int, c: Convention) -> int:
    """The points that this seat expects for its side in this strain, declarations and pilotta included."""
    return worth_of(rules, hand, find_declarations(rules, hand), strain, heard, seat, c)


def worth_of(
    rules: RuleSet,
    hand: int,
    declared: Sequence[Declaration],
    strain: int,
    heard: Heard,
    seat: int,
    c: Convention,
) -> int:
    """The same for a hand of which it is known what it ``declared``, which is long to find out.

    Partner's cards count once: by his opening, or by the keys of his first answer, never by both. Points that he promised
    to declare count in every strain.
    """
    cards = sure_tricks(hand, strain)
    if cards >= 8:
        return CAPOT_VALUE + bonus(rules, hand, declared, strain, c)
    partner = partner_of(seat)
    beside = bonus(rules, hand, declared, strain, c) + c.hundred_counts * heard.has_points(partner)
    said = heard.first(partner, strain)
    if strain >= NO_TRUMP:
        value = own_worth(hand, strain, c)
        if said is not None:
            told = said.steps if said.answer else said.steps + c.plain_strain_keys - 1
            value += c.partner_key * (told - 1)
        elif strain in heard.denied[partner]:
            value -= c.partner_key
    elif said is not None and not said.answer:
        value = c.partner_declares if said.points else c.partner_opened[min(said.steps, 3) - 1]
        value += c.support_key * keys(hand, strain) + c.support_trump * length(hand, strain)
    else:
        value = own_worth(hand, strain, c)
        if said is not None:
            value += c.partner_answers + c.answered_key * min(said.steps, 4)
        elif strain in heard.denied[partner]:
            value += c.partner_answers
        else:
            value += c.partner_passed if heard.passed[partner] else c.partner_silent
    return min(value, DEAL_POINTS) + beside


def own_worth(hand: int, strain: int, c: Convention) -> int:
    """What a hand that names this strain brings by itself, without declarations."""
    return _open_strain(hand, strain, c) if strain >= NO_TRUMP else _trump_hand(hand, strain, c)


def _trump_hand(hand: int, strain: int, c: Convention) -> int:
    """What a hand that names trumps brings by itself."""
    value = c.long_trump * (length(hand, strain) - 3)
    value += c.trump_jack * holds(hand, strain, JACK) + c.trump_nine * holds(hand, strain, NINE)
    value += c.trump_ace * holds(hand, strain, ACE) + c.trump_ten * holds(hand, strain, TEN)
    for suit in SUITS:
        if suit == strain:
            continue
        ace, ten = holds(hand, suit, ACE), holds(hand, suit, TEN)
        held = length(hand, suit)
        value += c.side_ace * ace + c.ace_ten * (ace and ten) + c.guarded_ten * (ten and not ace and held > 1)
        value += c.void * (held == 0)
    return value


def _open_strain(hand: int, strain: int, c: Convention) -> int:
    """No trump and all trump: no suit ruffs, so top cards count and what stands behind them."""
    top, second = (ACE, TEN) if strain == NO_TRUMP else (JACK, NINE)
    value = c.plain_strain_base
    for suit in SUITS:
        first, behind = holds(hand, suit, top), holds(hand, suit, second)
        value += c.plain_strain_key * first + c.plain_strain_second * (first and behind)
        value += c.plain_strain_guarded * (behind and not first and length(hand, suit) > 1)
        value += 3 * first * max(0, length(hand, suit) - 3)
    return value


@lru_cache(maxsize=8192)
def sure_tricks(hand: int, strain: int) -> int:
    """Tricks that the hand takes by itself from the lead, whatever the others hold."""
    plain, trumps = (ACE, TEN, KING, QUEEN, JACK, NINE), (JACK, NINE, ACE, TEN, KING, QUEEN)
    total = 0
    drawn = strain >= NO_TRUMP or _run(hand, strain, trumps) + length(hand, strain) >= 8
    for suit in SUITS:
        order = trumps if strain in (suit, ALL_TRUMP) else plain
        run = _run(hand, suit, order)
        if suit == strain or drawn:
            # Behind a run that outlasts all other cards of the suit the rest is good too.
            total += length(hand, suit) if run + length(hand, suit) >= 8 else run
    return total


def _run(hand: int, suit: int, order: tuple[int, ...]) -> int:
    count = 0
    for rank in order:
        if not holds(hand, suit, rank):
            break
        count += 1
    return count
