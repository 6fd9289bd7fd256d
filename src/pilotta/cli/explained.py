"""Each field of a rule set in one line, in the groups that a reader looks for; ``docs/rules.md`` tells it at length."""

from collections.abc import Mapping
from typing import Final

GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "The table and the deal": {
        "players": "how many play, in two fixed pairs",
        "deck": "cards in the pack, 7 to ace",
        "direction": "which way the turn goes round: to the right-hand neighbour",
        "dealing": "the packets in which a hand is dealt",
        "dealer_after_deal": "who deals after a deal was played",
        "dealer_after_passes": "who deals after four passes: the next player, or the same again",
        "first_leader": "which neighbour of the dealer leads the first trick",
    },
    "The auction": {
        "fixed_trump": "this suit is always trumps and nobody bids (a beginners' table); empty: there is an auction",
        "first_bidder": "which neighbour of the dealer speaks first",
        "lowest_bid": "the lowest bid",
        "bid_step": "bids are multiples of this: 10, or 1 where people bid by single points",
        "highest_bid": "the highest bid that is accepted",
        "strains": "what can be bid: suits S H D C, N no trump, A all trump",
        "pass_is_final": "whether a player who passed is out of the auction",
        "closing_passes": "passes in a row that close the auction after a bid",
        "double": "when the other side may double: at its turn in the auction, after it, or never",
        "redouble": "whether the bidders may answer a double with a redouble",
        "capot_call": "whether all eight tricks can be bid (CAPH, worth 250, judged by tricks alone)",
        "bids_said": "how a bid is spoken: 9 (tens) or 90 (points)",
    },
    "Legal play": {
        "must_follow": "whether one must follow suit",
        "must_beat_led_trump": "trumps led: whether one must beat the best trump if able",
        "must_beat_plain": "plain suit led: whether one must beat the best card of it if able",
        "must_trump": "without the suit: whether one must trump",
        "must_overtrump": "trick already trumped: whether one must trump higher if able",
        "must_undertrump": "not able to trump higher: whether a lower trump must be played all the same",
        "must_beat_all_trump": "all trump: whether one must beat the best card of the suit if able",
    },
    "Ranking and card points": {
        "trump_order": "trumps, strongest first",
        "plain_order": "plain suits, strongest first",
        "trump_values": "points of trumps, for 7 8 9 T J Q K A",
        "plain_values": "points of plain suits, for 7 8 9 T J Q K A",
        "no_trump_values": "points of a suit in a no-trump contract, for 7 8 9 T J Q K A",
        "all_trump_values": "points of a suit in an all-trump contract, for 7 8 9 T J Q K A",
        "last_trick": "extra points for the last trick",
    },
    "Declarations": {
        "sequence_order": "the order along which sequences run, highest first",
        "sequence_points": "points of a sequence of three, four, and five or more",
        "four_points": "points of four of a kind, for 7 8 9 T J Q K A",
        "shared_cards": "whether a card may serve in two declarations",
        "declaration_order": "which is higher: every four of a kind first, or simply the one worth more",
        "hundred_ties_four": "whether a sequence of five ties with a four of a kind worth 100",
        "declaration_tie": "equal declarations: nobody's count, the one in trumps, or the first in turn",
        "declarations_score": "who scores: the side that holds the best one, with all that both partners hold",
        "announce": "when declarations are announced",
        "show": "when they are shown",
    },
    "King and queen of trumps": {
        "pilotta_points": "points of a pilotta; 0: it does not exist",
        "pilotta_calls": "whether both cards are called (Pilotta, Re-Pilotta) or only the first",
        "pilotta_said": "the word that is called",
        "miscall_penalty": "points that a wrong call costs",
    },
    "The result of a deal": {
        "must_exceed_opponents": "whether the bidders must also have more than the other side",
        "made_adds_bid": "contract made: whether the bid is added to what the bidders took",
        "failed_adds_bid": "contract failed: whether the bid is added to what the defenders get",
        "failed_declarations": "contract failed: where the bidders' declarations go",
        "failed_pilotta": "contract failed: where the bidders' pilotta goes",
        "double_multiplies": "what a double multiplies: the bid (the winner takes all), or both sides' scores",
        "capot_points": "card points for all eight tricks",
        "capot_must_be_called": "whether all eight tricks count as a capot only when they were bid",
        "reverse_capot": "all eight tricks by the defence: the whole match, or the deal",
        "no_trump_bonus": "extra points to the winner of a no-trump deal",
        "all_trump_bonus": "extra points to the winner of an all-trump deal",
    },
    "The sheet and the match": {
        "sheet_unit": "what the sheet counts: tens, or points rounded to tens",
        "sixes_up": "both sides' card points end in 6: who is rounded up, the bidders or who took the jack of trumps",
        "target": "the total that wins, in the unit of the sheet",
        "target_met": "whether the target has to be reached or exceeded",
        "both_reach": "who wins when both sides get there in one deal",
        "wins_needed": "how many wins make a match",
    },
}

PRESET_LINES: Final[Mapping[str, str]] = {
    "academy": "bids in tens, a double closes the bidding, a reverse capot wins the match",
    "kafeneio": "tsaka tsaka, as in the coffee shop: doubles in the auction, the rule of 6, the bid on the sheet",
    "bourlot": "no doubles, bids in points, declarations shown before the first card, a match of several wins",
    "club": "no trump and all trump too, a pass is final, and what you took counts, not what you said",
}
