"""How cards, calls, players and declarations are said in a language: what replay, score keeper, review and terminal table have
in common."""

from collections.abc import Mapping
from typing import Protocol

from pilotta.bots.bot import Reason
from pilotta.bots.reasons import sentences
from pilotta.cards import CARD_NAMES, RANKS
from pilotta.rules.auction import Call, Contract, parse_call
from pilotta.rules.declarations import Declaration
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.rules.scoring import ScoreLine
from pilotta.said import printable
from pilotta.seats import SEATS
from pilotta.strict import whole

SYMBOLS = "♠♥♦♣"


class Words(Protocol):
    """The sentences of one language: ``words("deal_n", n=3)``."""

    @property
    def language(self) -> str: ...

    def __call__(self, key: str, **params: object) -> str: ...


def rank_sign(card: int) -> str:
    """The rank as a card's corner shows it: ``10`` for the ten."""
    letter = RANKS[card & 7]
    return "10" if letter == "T" else letter


def card_sign(card: int) -> str:
    """``J♥``, ``10♠``."""
    return rank_sign(card) + SYMBOLS[card >> 3]


def strain_sign(words: Words, strain: int) -> str:
    """A suit's symbol, or the short word for no trump and all trump."""
    return SYMBOLS[strain] if strain < 4 else words(f"strain_{STRAINS[strain]}_short")


def strain_name(words: Words, strain: int) -> str:
    return words(f"suit_{STRAINS[strain]}" if strain < 4 else f"strain_{STRAINS[strain]}")


def bid_number(rules: RuleSet, value: int) -> str:
    """A bid's height as this rule set says it: ``9`` or ``90``. What is no whole number of tens stays in points."""
    return str(value // 10) if rules.bids_said == "tens" and value % 10 == 0 else str(value)


def bid_sign(words: Words, rules: RuleSet, bid: Call | Contract) -> str:
    """A bid in short: ``9♥``, ``90♥``."""
    height = words("call_capot") + " " if bid.capot else bid_number(rules, bid.value)
    sign = strain_sign(words, bid.strain)
    return height + ("" if len(sign) == 1 else " ") + sign


def call_sign(words: Words, rules: RuleSet, call: Call) -> str:
    """A call in short."""
    if call.kind == "bid":
        return bid_sign(words, rules, call)
    return words(f"call_{call.kind}")


def seat_name(words: Words, seat: int) -> str:
    return words(f"seat_{SEATS[seat]}")


def player_names(words: Words, players: Mapping[str, str]) -> list[str]:
    """What the four are called; with the first letter of the seat where others are called the same."""
    names = [printable(players.get(SEATS[seat], "")) or seat_name(words, seat) for seat in range(4)]
    told = [f"{name} ({seat_name(words, seat)[0]})" for seat, name in enumerate(names)]
    apart = [told[seat] if names.count(name) > 1 else name for seat, name in enumerate(names)]
    return apart if len(set(apart)) == len(apart) else told


def sheet_title(words: Words, rules: RuleSet) -> str:
    title = words("sheet_title", rules=words(f"rules_{rules.preset}"), target=rules.target)
    return title + (words("sheet_wins", n=rules.wins_needed) if rules.wins_needed > 1 else "")


def declaration_text(words: Words, declaration: Declaration) -> str:
    """A declaration whose cards are known."""
    if declaration.is_four:
        return words("decl_four_of", ranks=words(f"ranks_{RANKS[declaration.rank]}"))
    kind = words(f"decl_seq{declaration.length}")
    top = card_sign(8 * declaration.suit + declaration.rank)
    return words("decl_to", kind=kind, rank=top)


def announced_text(words: Words, *, is_four: bool, length: int, points: int) -> str:
    """A declaration of which only kind and size were said."""
    return f"{words('decl_four' if is_four else f'decl_seq{length}')} ({points})"


def line_text(words: Words, line: ScoreLine, multiplier: int) -> str:
    """What a line of an account is for."""
    if line.code == "bid" and multiplier > 1:
        return words(f"line_bid_{multiplier}")
    return words(f"line_{line.code}")


def refusal_text(words: Words, rules: RuleSet, code: str, params: dict[str, str]) -> str:
    """Why something was refused, with cards, suits and seats in words of the language."""
    said = {name: spoken(words, rules, name, text) for name, text in params.items()}
    return words(f"refuse.{code}", **said)


def reason_text(words: Words, rules: RuleSet, reason: Reason) -> str:
    """A bot's reason, or what a call means, with cards, suits and calls in words of the language."""
    said = {name: spoken(words, rules, name, text) for name, text in reason.params.items()}
    return sentences(words.language)[reason.code].format(**said)


def spoken(words: Words, rules: RuleSet, name: str, text: str) -> str:
    """A parameter of a sentence, which codes carry in notation, as people say it."""
    if len(text) == 2 and text in CARD_NAMES:
        return card_sign(CARD_NAMES.index(text))
    if name in ("suit", "strain", "not") and len(text) == 1 and text in STRAINS:
        return strain_name(words, STRAINS.index(text))
    if name in ("seat", "turn", "dealer", "expected") and len(text) == 1 and text in SEATS:
        return seat_name(words, SEATS.index(text))
    if name in ("lowest", "highest", "step") and whole(text) is not None:
        return bid_number(rules, int(text))
    if name in ("call", "other"):
        try:
            return call_sign(words, rules, parse_call(text))
        except ValueError:
            return text
    return text


def columns(rows: list[tuple[str, str, str]], width: int = 28) -> list[str]:
    """Lines of a sheet with two columns of figures, NS and EW."""
    wide = max([width, *(len(row[0]) for row in rows)])
    return [f"{name:<{wide}} {left:>8} {right:>8}".rstrip() for name, left, right in rows]
