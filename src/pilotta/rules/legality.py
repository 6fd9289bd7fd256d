"""Legal play as a chain of named duties. The same chain tells why a card is refused, so rule and reason cannot drift."""

from pilotta.cards import SUIT_MASKS
from pilotta.rules.ranking import Ranking
from pilotta.rules.ruleset import ALL_TRUMP, RuleSet

Duty = tuple[str, int]
"""A duty's code and the cards, as a hand, that are left when it is obeyed together with those before it."""


def duties(
    rules: RuleSet, ranking: Ranking, hand: int, led: int, best: int, partner_wins: bool
) -> list[Duty]:
    """The duties of a player with this hand, in the order in which they bind; the last one leaves the legal cards.

    ``led`` is the card that was led and ``best`` the one that wins so far, both -1 for the leader; ``partner_wins`` says
    whose it is. A duty that no card of the hand can obey is waived, so the legal set is never empty.
    Sources: table rows *must follow suit* to *already trumped*.
    """
    chain: list[Duty] = [("play.not_in_hand", hand)]
    if led < 0:
        return chain
    suit = SUIT_MASKS[led >> 3]
    follow = hand & suit
    if follow:
        chain.append(("play.must_follow_suit", follow))
        if suit == ranking.trumps:
            code, must_beat = "play.must_beat_trump", rules.must_beat_led_trump
        else:
            all_trump = ranking.strain == ALL_TRUMP
            code, must_beat = (
                "play.must_beat",
                rules.must_beat_all_trump if all_trump else rules.must_beat_plain,
            )
        # Only trumps beat a trump: once a plain suit is cut nothing of the suit can, and the duty is waived.
        if must_beat and (higher := follow & ranking.beaters[best]):
            chain.append((code, higher))
        return chain
    trumps = hand & ranking.trumps
    if (
        not trumps
        or rules.must_trump == "never"
        or (partner_wins and rules.must_trump == "unless_partner_wins")
    ):
        return chain
    if not ranking.trumps >> best & 1:
        chain.append(("play.must_trump", trumps))
    elif higher := trumps & ranking.beaters[best]:
        chain.append(("play.must_trump", trumps))
        if rules.must_overtrump:
            chain.append(("play.must_overtrump", higher))
    elif rules.must_undertrump:
        chain.append(("play.must_trump", trumps))
    return chain


def legal_cards(rules: RuleSet, ranking: Ranking, hand: int, led: int, best: int, partner_wins: bool) -> int:
    """The legal cards as a hand; never empty while the hand is not."""
    return duties(rules, ranking, hand, led, best, partner_wins)[-1][1]


def broken_duty(chain: list[Duty], card: int) -> str | None:
    """The code of the first duty that this card (0–31) breaks, or None where it is legal."""
    for code, allowed in chain:
        if not allowed >> card & 1:
            return code
    return None
