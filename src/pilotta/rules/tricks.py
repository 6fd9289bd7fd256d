"""The play of a deal: whose turn it is, which cards are legal, who takes each trick. Pure functions over :class:`Play` values."""

from typing import NamedTuple

from pilotta.cards import CARD_NAMES, SUITS
from pilotta.rules.errors import Breach
from pilotta.rules.legality import Duty, broken_duty, duties
from pilotta.rules.ranking import Ranking
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import SEATS, FourHands

LAST_TRICK = 8


class Trick(NamedTuple):
    """A trick that is complete: its cards in order of play, its winner and card points (last trick's ten included)."""

    leader: int
    cards: tuple[int, ...]
    winner: int
    points: int


class Play(NamedTuple):
    """The play of a deal as far as it has gone.

    ``hands`` are what is left, ``legal`` the cards, as a hand, that the seat whose ``turn`` it is may play; ``best`` is the
    card that wins the running ``trick`` so far and ``best_seat`` who played it, both -1 before the lead.
    """

    hands: FourHands
    turn: int
    leader: int
    legal: int
    trick: tuple[int, ...] = ()
    best: int = -1
    best_seat: int = -1
    tricks: tuple[Trick, ...] = ()

    @property
    def led(self) -> int:
        """The card that was led, or -1."""
        return self.trick[0] if self.trick else -1


def open_play(hands: FourHands, leader: int) -> Play:
    """The play before the first card: the leader may play anything he holds."""
    return Play(hands, leader, leader, hands[leader])


def duties_now(rules: RuleSet, ranks: Ranking, play: Play) -> list[Duty]:
    """The chain of duties of the seat whose turn it is (see :mod:`pilotta.rules.legality`)."""
    partner_wins = play.best >= 0 and not (play.best_seat ^ play.turn) & 1
    return duties(rules, ranks, play.hands[play.turn], play.led, play.best, partner_wins)


def card_breach(rules: RuleSet, ranks: Ranking, play: Play, card: int) -> Breach | None:
    """Why the seat that has to play may not play this card (0–31), or None where it may."""
    code = broken_duty(duties_now(rules, ranks, play), card)
    if code is None:
        return None
    params = {"seat": SEATS[play.turn], "card": CARD_NAMES[card]}
    if play.trick:
        params |= {"suit": SUITS[play.led >> 3], "best": CARD_NAMES[play.best]}
    return Breach(code, params)


def play_card(rules: RuleSet, ranks: Ranking, play: Play, card: int) -> Play:
    """The play after a legal card of the seat whose turn it is."""
    seat, best, best_seat = play.turn, play.best, play.best_seat
    left = list(play.hands)
    left[seat] ^= 1 << card
    hands: FourHands = tuple(left)  # type: ignore[assignment]
    trick = (*play.trick, card)
    if best < 0 or ranks.beaters[best] >> card & 1:
        best, best_seat = card, seat
    if len(trick) < 4:
        turn = seat + 1 & 3
        chain = duties(rules, ranks, hands[turn], trick[0], best, not (best_seat ^ turn) & 1)
        return Play(hands, turn, play.leader, chain[-1][1], trick, best, best_seat, play.tricks)
    values = ranks.points
    a, b, c, d = trick
    points = values[a] + values[b] + values[c] + values[d]
    if len(play.tricks) == LAST_TRICK - 1:
        points += rules.last_trick
    taken = Trick(play.leader, trick, best_seat, points)
    return Play(hands, best_seat, best_seat, hands[best_seat], (), -1, -1, (*play.tricks, taken))
