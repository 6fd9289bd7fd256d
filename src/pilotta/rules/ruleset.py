"""A rule set: every choice a table can make about the rules, as one frozen value.

Code branches on these fields, never on the name of a preset. The meaning, the source and the decisions behind each field are
told in ``docs/rules.md`` under the field's name; a test keeps that page complete.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pilotta.cards import RANKS, shown
from pilotta.rules.errors import RuleSetError

STRAINS = "SHDCNA"
"""Four suits, no trump, all trump: the letters of strains 0 to 5."""
NO_TRUMP, ALL_TRUMP = 4, 5

DEAL_POINTS = 162
"""Card points with the last trick: always 16 tens on the sheet."""
CAPOT_VALUE = 250
"""What a call of capot is worth as a bid."""

PresetName = Literal["academy", "kafeneio", "bourlot", "club"]
Points = tuple[int, int, int, int, int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One rule set. The defaults are the preset ``academy``; :meth:`change` makes house rules.

    Orders of ranks are written highest first, values per rank in sequence order 7 8 9 T J Q K A. Points are raw card
    points unless a field says *unit of the sheet*. RuleSetError where a value is not allowed or fields contradict.
    """

    preset: PresetName = "academy"

    # The table and the deal
    players: Literal[4] = 4
    deck: Literal[32] = 32
    direction: Literal["counter-clockwise"] = "counter-clockwise"
    dealing: tuple[int, ...] = (3, 2, 3)
    dealer_after_deal: Literal["next"] = "next"
    dealer_after_passes: Literal["next", "same"] = "next"
    first_leader: Literal["right", "left"] = "right"

    # The auction
    fixed_trump: Literal["", "S", "H", "D", "C"] = ""
    first_bidder: Literal["right", "left"] = "right"
    lowest_bid: int = 80
    bid_step: int = 10
    highest_bid: int = 820
    strains: str = "SHDC"
    pass_is_final: bool = False
    closing_passes: Literal[3] = 3
    double: Literal["in_auction", "after_auction", "none"] = "in_auction"
    redouble: bool = True
    capot_call: bool = False
    bids_said: Literal["tens", "points"] = "tens"

    # Legal play
    must_follow: Literal[True] = True
    must_beat_led_trump: bool = True
    must_beat_plain: bool = False
    must_trump: Literal["always", "unless_partner_wins", "never"] = "always"
    must_overtrump: bool = True
    must_undertrump: bool = True
    must_beat_all_trump: bool = True

    # Ranking and card points
    trump_order: str = "J9ATKQ87"
    plain_order: str = "ATKQJ987"
    trump_values: Points = (0, 0, 14, 10, 20, 3, 4, 11)
    plain_values: Points = (0, 0, 0, 10, 2, 3, 4, 11)
    no_trump_values: Points = (0, 0, 0, 10, 2, 3, 4, 19)
    all_trump_values: Points = (0, 0, 9, 5, 14, 1, 3, 6)
    last_trick: int = 10

    # Declarations
    sequence_order: str = "AKQJT987"
    sequence_points: tuple[int, int, int] = (20, 50, 100)
    four_points: Points = (0, 0, 150, 100, 200, 100, 100, 100)
    shared_cards: Literal[False] = False
    declaration_order: Literal["fours_first", "points_first"] = "fours_first"
    hundred_ties_four: bool = False
    declaration_tie: Literal["nobody", "trumps", "first_in_turn"] = "nobody"
    declarations_score: Literal["best_side"] = "best_side"
    announce: Literal["first_trick", "after_auction", "before_second_trick"] = "first_trick"
    show: Literal["second_or_third_trick", "second_trick", "at_once"] = "second_or_third_trick"

    # King and queen of trumps
    pilotta_points: int = 20
    pilotta_calls: Literal["both_cards", "first_card"] = "both_cards"
    pilotta_said: Literal["pilotta", "bourlot"] = "pilotta"
    miscall_penalty: int = 0

    # The result of a deal
    must_exceed_opponents: bool = False
    made_adds_bid: bool = True
    failed_adds_bid: bool = True
    failed_declarations: Literal["defenders", "lost", "kept"] = "defenders"
    failed_pilotta: Literal["defenders", "kept"] = "defenders"
    double_multiplies: Literal["bid", "score"] = "bid"
    capot_points: int = 250
    capot_must_be_called: bool = False
    reverse_capot: Literal["match", "deal"] = "match"
    no_trump_bonus: int = 0
    all_trump_bonus: int = 0

    # The sheet and the match
    sheet_unit: Literal["tens", "points"] = "tens"
    sixes_up: Literal["bidders", "trump_jack"] = "bidders"
    target: int = 351
    target_met: Literal["reached", "exceeded"] = "reached"
    both_reach: Literal["higher_total"] = "higher_total"
    wins_needed: int = 1

    def __post_init__(self) -> None:
        for name, hint in _HINTS.items():
            _check_type(name, hint, getattr(self, name))
        for problem in _contradictions(self):
            raise RuleSetError(*problem)

    def change(self, /, **changes: Any) -> "RuleSet":
        """This rule set with some fields changed. RuleSetError names an unknown field or a value that cannot be."""
        for name in changes:
            if name not in _HINTS:
                raise RuleSetError((name,), "no such field of a rule set")
        return replace(self, **changes)

    @property
    def unit(self) -> int:
        """How many points of the sheet one ten is: 1 where it counts tens, 10 where it counts points."""
        return 1 if self.sheet_unit == "tens" else 10


FIELD_NAMES = tuple(each.name for each in fields(RuleSet))
_HINTS: dict[str, Any] = get_type_hints(RuleSet)


def _check_type(name: str, hint: Any, value: object) -> None:
    if get_origin(hint) is Literal:
        choices = get_args(hint)
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            allowed = " or ".join(repr(choice) for choice in choices)
            raise RuleSetError((name,), f"{shown(value)} is not allowed; it can be {allowed}")
    elif get_origin(hint) is tuple:
        wanted = get_args(hint)
        if type(value) is not tuple or not all(type(item) is int and 0 <= item <= 1000 for item in value):
            raise RuleSetError((name,), f"{shown(value)} is not a list of whole numbers from 0 to 1000")
        if wanted[-1] is not ... and len(value) != len(wanted):
            raise RuleSetError((name,), f"{len(wanted)} numbers are needed, not {len(value)}")
    elif type(value) is not hint:
        kind = {bool: "true or false", int: "a whole number", str: "text"}[hint]
        raise RuleSetError((name,), f"{shown(value)} is not {kind}")


def _contradictions(r: RuleSet) -> "list[tuple[tuple[str, ...], str]]":
    """Every reason why these fields cannot stand together: the fields' names and a sentence."""
    found: list[tuple[tuple[str, ...], str]] = []

    def need(holds: bool, names: str, message: str) -> None:
        if not holds:
            found.append((tuple(names.split()), message))

    need(
        sum(r.dealing) == 8 and all(r.dealing),
        "dealing",
        "the packets have to add up to 8 cards, none of them empty",
    )
    need(
        bool(r.strains) and len(set(r.strains)) == len(r.strains) and set(r.strains) <= set(STRAINS),
        "strains",
        f"each of {STRAINS} at most once, and at least one",
    )
    need(r.bid_step in (1, 5, 10), "bid_step", "bids go in steps of 1, 5 or 10")
    need(
        10 <= r.lowest_bid <= r.highest_bid,
        "lowest_bid highest_bid",
        "the lowest bid is 10 or more and not above the highest",
    )
    need(r.highest_bid <= 820, "highest_bid", "a deal cannot bring more than 820 in a suit")
    need(
        r.bid_step < 1 or (r.lowest_bid % r.bid_step == 0 and r.highest_bid % r.bid_step == 0),
        "lowest_bid highest_bid bid_step",
        "the lowest and the highest bid have to be multiples of the step",
    )
    need(
        r.double != "none" or r.double_multiplies == "bid",
        "double double_multiplies",
        "without doubles nothing multiplies the score",
    )
    need(
        not r.fixed_trump or r.fixed_trump in r.strains,
        "fixed_trump strains",
        "the fixed trump is not among the strains",
    )
    need(
        not (r.fixed_trump and r.capot_call),
        "fixed_trump capot_call",
        "without an auction nobody can call a capot",
    )
    need(
        r.capot_call or not r.capot_must_be_called,
        "capot_must_be_called capot_call",
        "a capot that has to be called needs a call of capot",
    )
    need(
        not r.capot_call or r.lowest_bid <= CAPOT_VALUE <= r.highest_bid,
        "capot_call lowest_bid highest_bid",
        f"a call of capot is worth {CAPOT_VALUE}, which has to lie between the lowest and the highest bid",
    )
    need(
        r.must_trump != "never" or not r.must_overtrump,
        "must_overtrump must_trump",
        "nobody must over-trump where nobody must trump",
    )
    need(
        r.must_trump != "never" or not r.must_undertrump,
        "must_undertrump must_trump",
        "nobody must under-trump where nobody must trump",
    )
    for name in ("trump_order", "plain_order", "sequence_order"):
        need(sorted(getattr(r, name)) == sorted(RANKS), name, f"each of {RANKS} exactly once, highest first")
    need(0 <= r.last_trick <= DEAL_POINTS, "last_trick", f"0 to {DEAL_POINTS} points")
    need(
        sum(r.trump_values) + 3 * sum(r.plain_values) + r.last_trick == DEAL_POINTS,
        "trump_values plain_values last_trick",
        f"a deal in a suit has to be worth {DEAL_POINTS} points",
    )
    for name, letter in (("no_trump_values", "N"), ("all_trump_values", "A")):
        need(
            letter not in r.strains or 4 * sum(getattr(r, name)) + r.last_trick == DEAL_POINTS,
            f"{name} last_trick",
            f"a deal has to be worth {DEAL_POINTS} points",
        )
    need(
        list(r.sequence_points) == sorted(r.sequence_points),
        "sequence_points",
        "a longer sequence cannot be worth less",
    )
    need(
        all(
            points % 10 == 0
            for points in (
                *r.sequence_points,
                *r.four_points,
                r.pilotta_points,
                r.miscall_penalty,
                r.no_trump_bonus,
                r.all_trump_bonus,
            )
        ),
        "sequence_points four_points pilotta_points miscall_penalty no_trump_bonus all_trump_bonus",
        "the sheet counts tens, so these have to be multiples of ten",
    )
    need(0 <= r.pilotta_points <= 100, "pilotta_points", "0 to 100 points")
    need(
        not (r.hundred_ties_four and 100 not in r.four_points),
        "hundred_ties_four four_points",
        "no four of a kind is worth 100 points, so nothing can tie with it",
    )
    need(
        r.show != "at_once" or r.announce != "first_trick",
        "show announce",
        "what is shown at once has to be announced in a round of its own",
    )
    need(
        0 <= r.miscall_penalty <= 100 and (r.pilotta_points > 0 or not r.miscall_penalty),
        "miscall_penalty pilotta_points",
        "0 to 100, and only where a pilotta can be called",
    )
    need(
        r.capot_points in (CAPOT_VALUE, 252, 262),
        "capot_points",
        "250, or 162 with a bonus of 90 (252) or 100 (262)",
    )
    for name, letter in (("no_trump_bonus", "N"), ("all_trump_bonus", "A")):
        bonus = getattr(r, name)
        need(0 <= bonus <= 100, name, "0 to 100 points")
        need(not bonus or letter in r.strains, f"{name} strains", "the bonus needs its strain")
    need(
        r.sixes_up != "trump_jack" or not set(r.strains) & {"N", "A"},
        "sixes_up strains",
        "no trump and all trump have no single jack of trumps to decide the rounding",
    )
    least, most = (101, 401) if r.sheet_unit == "tens" else (1010, 4010)
    need(least <= r.target <= most, "target sheet_unit", f"a sheet in {r.sheet_unit} plays to {least}–{most}")
    need(1 <= r.wins_needed <= 99, "wins_needed", "a match takes 1 to 99 wins")
    return found
