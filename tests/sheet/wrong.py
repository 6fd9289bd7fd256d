"""Lines that cannot stand on a sheet: rule set, line and code."""

from typing import Final

from pilotta.rules.catalogue import ACADEMY, BOURLOT, CLUB

BEGINNERS: Final = ACADEMY.change(fixed_trump="D")

WRONG: Final = (
    (ACADEMY, "NS 100H", "score.cards"),
    (ACADEMY, "100H 97", "score.side"),
    (ACADEMY, "NS 97", "score.contract"),
    (ACADEMY, "NS 100Z 97", "score.word"),
    (ACADEMY, "NS 100H 97 hello", "score.word"),
    (ACADEMY, "NS 100H cards=", "score.word"),
    (ACADEMY, "NS 100H cards=ninety", "score.word"),
    (ACADEMY, "NS 100H cards=XY:90", "score.word"),
    (ACADEMY, "NS 100H 97 jack", "score.word"),
    (ACADEMY, "NS 100H cap", "score.word"),
    (ACADEMY, "NS 100H 97 98", "score.twice"),
    (ACADEMY, "NS EW 100H 97", "score.twice"),
    (ACADEMY, "NS 100H 110H 97", "score.twice"),
    (ACADEMY, "NS 100H 97 x2 x4", "score.twice"),
    (ACADEMY, "NS 100H 163", "score.cards_range"),
    (ACADEMY, "NS 100H 162", "score.capot_or_trick"),
    (ACADEMY, "NS 100H 0", "score.capot_or_trick"),
    (ACADEMY, "NS 100H capot 97", "score.capot_cards"),
    (ACADEMY, "NS 100H capot tricks=7", "score.tricks"),
    (ACADEMY, "NS 100H 97 tricks=9", "score.tricks"),
    (ACADEMY, "NS 100H 97 decl=30", "score.declarations"),
    (ACADEMY, "NS 100H 97 decl=NS:20 decl=EW:20", "score.one_side"),
    (ACADEMY, "NS 100H 97 pilotta=NS+EW", "score.pilotta"),
    (CLUB, "NS 100N 97 pilotta", "score.pilotta"),
    (ACADEMY, "NS 100H 97 miscall=EW", "score.miscall"),
    (ACADEMY, "pass 97", "score.pass"),
    (ACADEMY, "NS 830H 97", "call.too_high"),
    (ACADEMY, "NS 85H 97", "call.step"),
    (ACADEMY, "NS 7H 97", "call.too_low"),
    (ACADEMY, "NS 100N 97", "call.strain"),
    (ACADEMY, "NS CAPH capot", "call.not_a_call"),
    (BOURLOT, "NS 100H x2 97", "score.double"),
    (ACADEMY.change(redouble=False), "NS 100H x4 97", "score.redouble"),
    (BOURLOT, "NS 100H 116", "score.jack"),
    (BOURLOT, "NS 80H 146 jack=EW", "score.jack_cards"),
    (BEGINNERS, "NS 100H 97", "score.no_auction"),
    (BEGINNERS, "pass", "score.no_auction"),
    (BEGINNERS, "96", "score.leader"),
)
