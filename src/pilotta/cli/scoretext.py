"""The score keeper's sheet and accounts as text."""

from pilotta.cli.matchsheet import account_rows, verdict
from pilotta.game.result import DealResult
from pilotta.phrases import bid_sign, columns, sheet_title, strain_name
from pilotta.rules.ruleset import RuleSet
from pilotta.rules.scoring import ALL_TRICKS
from pilotta.seats import WEST
from pilotta.sheet.sheet import Entry, Sheet
from pilotta.words import Phrasebook

Names = tuple[str, str]
"""What the sides are called, NS first."""


def deal_title(words: Phrasebook, rules: RuleSet, entry: Entry, names: Names) -> str:
    """``9♥ ×2 Us``: a deal in a few words."""
    if entry.tally is None:
        return words("passed_out")
    contract = entry.tally.contract
    if not contract.value:
        return words("trumps_are", strain=strain_name(words, contract.strain))
    times = f" ×{contract.multiplier}" if contract.multiplier > 1 else ""
    return f"{bid_sign(words, rules, contract)}{times} {names[contract.side]}"


def entry_text(words: Phrasebook, rules: RuleSet, entry: Entry, names: Names) -> list[str]:
    """The account of a deal, line by line."""
    if entry.tally is None or entry.account is None:
        return [deal_title(words, rules, entry, names)]
    tally = entry.tally
    result = DealResult(
        WEST, tally.contract, tally.tricks, tally.cards, tally.declarations, tally.pilotta, entry.account
    )
    rows = account_rows(words, result, entry.account)
    if ALL_TRICKS not in tally.tricks:
        # How the tricks were split is not asked, so it is not printed.
        rows = [row for row in rows if row[0] != words("tricks_n")]
    rows[0] = ("", *names)
    return [deal_title(words, rules, entry, names), verdict(words, result, entry.account), *columns(rows)]


def sheet_table(words: Phrasebook, sheet: Sheet, names: Names) -> list[str]:
    """All deals with the running totals, and how the match stands."""
    lines = [sheet_title(words, sheet.rules)]
    if not sheet.entries:
        return [*lines, words("score_empty")]
    titles = [
        f"{number}. {deal_title(words, sheet.rules, entry, names)}"
        for number, entry in enumerate(sheet.entries, 1)
    ]
    wide = max([24, *map(len, titles)])
    figures = max([7, *map(len, names)])
    left, right = (f"{name:>{figures}}" for name in names)
    lines.append(f"{'':<{wide}} {left} {right}  {words('score_total'):>{figures}}".rstrip())
    for title, entry in zip(titles, sheet.entries, strict=True):
        score, totals = entry.score, entry.totals
        running = f"{totals.ns}–{totals.ew}"
        lines.append(f"{title:<{wide}} {score.ns:>{figures}} {score.ew:>{figures}}  {running:>{figures}}")
        if entry.won is not None and sheet.rules.wins_needed > 1:
            lines.append(f"   {words('win_of', side=names[entry.won])} ({entry.wins.ns}–{entry.wins.ew})")
    if sheet.winner is not None:
        key = "match_to_reverse" if sheet.by_reverse_capot else "match_to"
        lines.append(words(key, side=names[sheet.winner]))
    return lines


def whole_sheet(words: Phrasebook, sheet: Sheet, *, accounts: bool) -> str:
    """The sheet for somebody who asks nothing more; ``accounts`` of every deal before it."""
    names = sheet.names or (words("side_NS"), words("side_EW"))
    lines: list[str] = []
    if accounts:
        for number, entry in enumerate(sheet.entries, 1):
            first, *rest = entry_text(words, sheet.rules, entry, names)
            lines += [f"{number}. {first}", *("   " + line for line in rest), ""]
    return "\n".join([*lines, *sheet_table(words, sheet, names)]) + "\n"
