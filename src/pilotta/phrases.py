"""How cards, calls, players and declarations are said in a language: what replay, score keeper, review and terminal table have
in common."""

from collections.abc import Mapping

from pilotta.cards import CARD_NAMES, RANKS
from pilotta.rules.auction import Call, Contract
from pilotta.rules.declarations import Declaration
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.rules.scoring import ScoreLine
from pilotta.said import printable
from pilotta.seats import SEATS
from pilotta.words import Phrasebook, forms
from pilotta.words.forms import SYMBOLS


def rank_sign(card: int) -> str:
    """The rank as a card's corner shows it: ``10`` for the ten."""
    return forms.rank_sign(RANKS[card & 7])


def card_sign(card: int) -> str:
    """``J♥``, ``10♠``."""
    return forms.card_sign(CARD_NAMES[card])


def strain_sign(words: Phrasebook, strain: int) -> str:
    """A suit's symbol, or the short word for no trump and all trump."""
    return SYMBOLS[strain] if strain < 4 else words(f"strain_{STRAINS[strain]}_short")


def strain_name(words: Phrasebook, strain: int) -> str:
    return words(f"suit_{STRAINS[strain]}" if strain < 4 else f"strain_{STRAINS[strain]}")


def bid_number(rules: RuleSet, value: int) -> str:
    """A bid's height as this rule set says it: ``9`` or ``90``. What is no whole number of tens stays in points."""
    return forms.bid_height(value, rules.bids_said)


def bid_sign(words: Phrasebook, rules: RuleSet, bid: Call | Contract) -> str:
    """A bid in short: ``9♥``, ``90♥``."""
    height = words("call_capot") + " " if bid.capot else bid_number(rules, bid.value)
    sign = strain_sign(words, bid.strain)
    return height + ("" if len(sign) == 1 else " ") + sign


def call_sign(words: Phrasebook, rules: RuleSet, call: Call) -> str:
    """A call in short."""
    if call.kind == "bid":
        return bid_sign(words, rules, call)
    return words(f"call_{call.kind}")


def seat_name(words: Phrasebook, seat: int) -> str:
    return words(f"seat_{SEATS[seat]}")


def player_names(words: Phrasebook, players: Mapping[str, str]) -> list[str]:
    """What the four are called; with the first letter of the seat where others are called the same."""
    names = [printable(players.get(SEATS[seat], "")) or seat_name(words, seat) for seat in range(4)]
    told = [f"{name} ({seat_name(words, seat)[0]})" for seat, name in enumerate(names)]
    apart = [told[seat] if names.count(name) > 1 else name for seat, name in enumerate(names)]
    return apart if len(set(apart)) == len(apart) else told


def sheet_title(words: Phrasebook, rules: RuleSet) -> str:
    title = words("sheet_title", rules=words(f"rules_{rules.preset}"), target=rules.target)
    return title + (words("sheet_wins", n=rules.wins_needed) if rules.wins_needed > 1 else "")


def declaration_text(words: Phrasebook, declaration: Declaration) -> str:
    """A declaration whose cards are known."""
    if declaration.is_four:
        return words("decl_four_of", ranks=RANKS[declaration.rank])
    kind = words(f"decl_seq{declaration.length}")
    return words("decl_to", kind=kind, rank=CARD_NAMES[8 * declaration.suit + declaration.rank])


def announced_text(words: Phrasebook, *, is_four: bool, length: int, points: int) -> str:
    """A declaration of which only kind and size were said."""
    return f"{words('decl_four' if is_four else f'decl_seq{length}')} ({points})"


def line_text(words: Phrasebook, line: ScoreLine, multiplier: int) -> str:
    """What a line of an account is for."""
    if line.code == "bid" and multiplier > 1:
        return words(f"line_bid_{multiplier}")
    return words(f"line_{line.code}")


def columns(rows: list[tuple[str, str, str]], width: int = 28) -> list[str]:
    """Lines of a sheet with two columns of figures, NS and EW."""
    wide = max([width, *(len(row[0]) for row in rows)])
    return [f"{name:<{wide}} {left:>8} {right:>8}".rstrip() for name, left, right in rows]
