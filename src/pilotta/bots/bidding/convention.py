"""The bidding and signalling convention as data. ``docs/bots.md`` tells it in words, field by field.

The sources name the openings (single, double, triple) and the two signals; what exactly each bid promises, and every number
below, is our decision. The numbers were fitted to some 14,000 deals of self-play: see *What a hand is worth* in docs/bots.md.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """What bids and discards mean between partners, and how a hand is valued in card points."""

    # Openings: one step (*μονό*), two (*διπλό*), three (*τριπλό*) above where the auction stands.
    opening_base: int = 70
    """A first bid of one step is ten above this: 80. Steps over a standing bid count from that bid."""
    single_length: int = 3
    """Length that an opening with the jack or the nine needs."""
    long_length: int = 5
    """Length that opens without jack and nine, and that makes a triple of jack and nine."""
    compensating_length: int = 4
    """Length that makes up for the missing side ace."""

    # Points to declare: a jump beyond every other opening or answer. It promises points and no key.
    declared_points: int = 100
    """A single declaration worth so much opens and competes in the best suit, whatever the suit is."""
    points_steps: int = 4
    """Steps of such an opening, or more."""
    points_answer: int = 5
    """Steps of such an answer, before its keys: one more than the four keys that are told otherwise."""

    # What a hand is worth in card points when its suit is trumps.
    trump_jack: int = 25
    trump_nine: int = 14
    trump_ace: int = 5
    trump_ten: int = 3
    long_trump: int = 12
    """Each trump beyond the third."""
    side_ace: int = 13
    ace_ten: int = 5
    """The ten behind the ace of the same side suit."""
    guarded_ten: int = 5
    """A ten without its ace that does not stand alone."""
    void: int = 3

    # What partner's hand is worth to us.
    partner_silent: int = 64
    """Before he has called."""
    partner_passed: int = 60
    partner_answers: int = 44
    """When he answers, or would have: so much, and ``answered_key`` for each key card he told of."""
    answered_key: int = 15
    partner_opened: tuple[int, int, int] = (78, 98, 108)
    """What his opening of one, two, three steps is worth; my own keys and trumps come on top."""
    partner_declares: int = 62
    """What his opening with points to declare is worth without them; my keys and trumps come on top."""
    support_key: int = 13
    support_trump: int = 8

    # No trump and all trump: a key is an ace (no trump) or a jack (all trump).
    plain_strain_base: int = 54
    plain_strain_key: int = 18
    plain_strain_second: int = 8
    """The ten behind its ace in no trump; the nine behind its jack in all trump."""
    plain_strain_guarded: int = 7
    """A guarded ten without the ace; a guarded nine without the jack."""
    plain_strain_keys: int = 3
    """Keys that an opening of one step needs; each further step tells of one more."""
    partner_key: int = 20
    """A key that partner told of, beyond the one that anybody may be expected to hold."""

    # How far to go. All in points by which the worth has to exceed the bid.
    open_margin: int = 8
    answer_margin: int = 8
    compete_margin: int = -10
    compete_slope: int = 1
    """Against opponents who bid: so much more for every ten of the bid above the base."""
    stretch_margin: int = 30
    """To raise one's own side's contract when nobody competes."""
    no_bonus_margin: int = 6
    """More of each where a made contract is not added to the score, so that a higher one brings nothing by itself."""
    tierce_counts: int = 11
    fifty_counts: int = 38
    hundred_counts: int = 92
    """What a declaration of 20, 50, 100 or more is worth on average: the opponents may hold a higher one."""

    # Doubles.
    double_tricks: int = 4
    """Tricks to double with: one's own in trumps, each trump beyond the third, and one if partner has bid."""
    double_high: int = 120
    """From this bid on four trumps count for one trick more: the opponents need nearly everything."""
    redouble_margin: int = 45
    """By so many points our doubled contract must be expected to be made."""

    # Signals in play.
    discard: Literal["not_this", "high_asks"] = "not_this"
    """What the first discard says: *not this suit* (source: 000) or *a high one asks for it* (source: 002)."""


CYPRIOT: Final = Convention()

LIGHT: Final = replace(CYPRIOT, compensating_length=3, long_length=4)
"""The same with lighter openings: jack or nine with three cards need no ace beside them, and four cards need neither."""
