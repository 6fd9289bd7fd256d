"""What can be wrong with a rule set, and the stable codes of everything a rule can refuse.

Clients own the sentence that a person reads, in each language; the codes and the parameters' names never change.
"""

from dataclasses import dataclass
from typing import Final

from pilotta.said import Said

# Every refusal's code with an English sentence for logs, the command line and library users. Parameters stand in braces.
MESSAGES: Final[dict[str, str]] = {
    "play.not_in_hand": "{seat} does not hold {card}",
    "play.must_follow_suit": "{seat} must follow suit: {suit} was led and {seat} holds it",
    "play.must_beat_trump": "trump was led: {seat} must beat {best}",
    "play.must_beat": "{seat} must beat {best}, the best card of the suit that was led",
    "play.must_trump": "{seat} has no card of the suit that was led ({suit}) and must trump",
    "play.must_overtrump": "{best} has trumped already: {seat} must play a higher trump",
    "play.not_a_card": "{card} is not a card",
    "play.not_now": "no card can be played now",
    "play.wrong_turn": "it is {turn}'s turn, not {seat}'s",
    "call.not_a_call": "{call} is not a call of this rule set",
    "call.too_low": "{call} is too low: the lowest bid is now {lowest}",
    "call.step": "{call} is no bid: bids go in steps of {step}",
    "call.too_high": "{call} is too high: the highest bid is {highest}",
    "call.strain": "{strain} is no strain of this rule set ({strains})",
    "call.cannot_double": "{seat} cannot double here",
    "call.cannot_redouble": "{seat} cannot redouble here",
    "call.bidding_closed": "the bidding is closed: {call} comes too late",
    "call.auction_over": "the auction is over: {call} comes too late",
    "call.wrong_turn": "it is {turn}'s turn to call, not {seat}'s",
    "declare.not_now": "{seat} cannot announce declarations now",
    "declare.nothing": "{seat} holds no declaration",
    "show.not_now": "{seat} cannot show declarations now",
    "pilotta.nothing": "{seat} does not play king or queen of a pair in trumps with {card}",
    "deal.not_now": "cards cannot be dealt now",
    "deal.cards": "a deal gives each seat 8 of the 32 cards, each card once",
    "action.unknown": "{action} is no action of this game",
    "action.match_over": "the match is over",
    "action.awaits_deal": "cards have to be dealt first",
    "action.not_a_seat": "{seat} is not a seat",
    "record.dealer": "the dealer is {dealer}, but the rotation gives the deal to {expected}",
    "record.match_over": "the match was over before this deal",
    "record.unfinished": "the deal stops early, but only the last one may",
    "record.auction_open": "cards are played before the auction is over",
    "record.passed_out": "all four passed, so no card can be played",
    "record.too_many_plays": "the deal is over: {card} comes too late",
    "record.not_played": "no card was to be played in this deal, so {seat} can have forgotten or called nothing",
    "record.silent": "{seat} holds no declaration to keep silent about",
    "record.unshown": "{seat} announced no declaration that could be shown",
    "record.uncalled": "{seat} holds no king and queen of trumps to call",
    "record.miscalled": "{seat} did hold the pair, so the call was not wrong",
}


class RuleSetError(ValueError):
    """A rule set that cannot be: a field's value is not allowed, or fields contradict each other.

    ``fields`` names the fields, the message says what is wrong with them.
    """

    def __init__(self, fields: tuple[str, ...], message: str) -> None:
        super().__init__(f"{', '.join(fields)}: {message}")
        self.fields = fields


@dataclass(frozen=True, slots=True)
class Breach(Said):
    """One broken rule."""

    @property
    def message(self) -> str:
        """An English sentence for logs and library users."""
        return MESSAGES[self.code].format(**self.params)
