"""Deals with one planted blunder each; all else was bid and played by ``cafe``."""

from pilotta.cards import parse_card
from pilotta.game.notation import parse_deal
from pilotta.game.record import Record, RecordedDeal
from pilotta.rules.catalogue import preset
from pilotta.seats import SOUTH, WEST, parse_seat


def deal(
    hands: str, calls: str, plays: str = "", *, dealer: int = WEST, silent: str = "", unshown: str = ""
) -> RecordedDeal:
    return RecordedDeal(
        dealer,
        parse_deal(hands),
        tuple(calls.split()),
        tuple(parse_card(card) for card in plays.split()),
        silent=tuple(parse_seat(seat) for seat in silent),
        unshown=tuple(parse_seat(seat) for seat in unshown),
    )


def record(*deals: RecordedDeal, rules: str = "academy", **players: str) -> Record:
    return Record(preset(rules), deals, players)


STRONG = "S:AJT98.AKT.. K7.Q.AK7.A7 Q.J9.QJT.QJ .87.98.KT98"
UNDRAWN = deal(
    # South holds jack, nine, ace, ten and eight of trumps and needs every trick; he leads hearts twice, and East ruffs the second.
    STRONG,
    "220S P P P",
    "AH QH 9H 7H TH KS JH 8H AC JC 8C 8S JS 7S QS 8D KH 7C QC 9D 9S 7D QD 9C AS KD TD KC TS AD JD TC",
)
FORGOTTEN = deal(
    # The same, well played; but North keeps silent about queen, jack and ten of diamonds.
    STRONG,
    "220S P P P",
    "JS 7S QS 7H 9S KS JH 8H AH QH 9H 8D TH 7C QC 9D KH 7D JC 8C AS KD TD 9C TS AD QD KC 8S AC JD TC",
    silent="N",
)
WASTED = deal(
    # North throws the ace of spades under East's ace of diamonds, with small cards at hand.
    "S:.AQ7.T7.AJ9 QT9..AK8.KQ AJ7.K98.Q.7 K8.JT.J9.T8",
    "100C P 110C P P P",
    "JC QC 7C 8C 9C KC QD TC AH 9S KH JH 7H 8D 8H TH 9D 7D AD AS KD 7S JD TD QH QS 9H 8S AC TS JS KS",
)
UNBID = deal(
    # South, the last to speak, has the five best trumps but for the queen, and the other three aces, and passes.
    "S:AKJT9.A.A.A 8.T97.KJ7.J Q7.KQ.QT9.9 .J8.8.KQT87",
    "P P P P",
    dealer=SOUTH,
)
WILD = deal(
    # East, whose partner has not spoken, bids 200 on a jack third.
    "S:AJ987.A8.A. K.T9.J87.JT T.KQ.QT9.97 Q.J7.K.AKQ8",
    "P 200D P P P",
    "AH 9H KH 7H 8H TH QH JH JD QD KD AD JC 7C AC 7S KC 8S TC 9C KS TS QS AS 9S 7D 9D 8C TD QC JS 8D",
)
