"""What can be wrong with a rule set, and the stable codes of everything a rule can refuse.

What a person reads stands in :mod:`pilotta.words`, in each language; the codes and the parameters' names never change.
"""

from dataclasses import dataclass
from typing import Final

from pilotta.said import Said

CODES: Final = (
    "play.not_in_hand",
    "play.must_follow_suit",
    "play.must_beat_trump",
    "play.must_beat",
    "play.must_trump",
    "play.must_overtrump",
    "play.not_a_card",
    "play.not_now",
    "play.wrong_turn",
    "call.not_a_call",
    "call.too_low",
    "call.step",
    "call.too_high",
    "call.strain",
    "call.cannot_double",
    "call.cannot_redouble",
    "call.bidding_closed",
    "call.auction_over",
    "call.wrong_turn",
    "declare.not_now",
    "declare.nothing",
    "show.not_now",
    "pilotta.nothing",
    "deal.not_now",
    "deal.cards",
    "action.unknown",
    "action.match_over",
    "action.awaits_deal",
    "action.not_a_seat",
    "record.dealer",
    "record.match_over",
    "record.unfinished",
    "record.auction_open",
    "record.passed_out",
    "record.too_many_plays",
    "record.not_played",
    "record.silent",
    "record.unshown",
    "record.uncalled",
    "record.miscalled",
)
"""Every refusal's code; :mod:`pilotta.words` has the sentences."""


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
        """An English sentence for logs and library users, about the player and in notation."""
        from pilotta.words import in_english  # noqa: PLC0415  (most breaches are counted, and nobody reads them)

        return in_english(self)
