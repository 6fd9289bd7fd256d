"""The texts of the pages that open on top of the table, from the person's view alone."""

from rich.text import Text

from pilotta.cli.matchsheet import account_rows, verdict
from pilotta.cli.table.model import Model
from pilotta.cli.table.teaching import meaning_lines
from pilotta.game.result import DealResult
from pilotta.phrases import bid_sign, call_sign, card_sign, columns, seat_name, sheet_title, strain_name
from pilotta.rules.auction import first_bidder
from pilotta.seats import turn_order

Lines = list[str | Text]


def auction_lines(model: Model) -> Lines:
    """The auction in four columns, first bidder first, and what its calls mean."""
    words, view = model.words, model.view
    meant = meaning_lines(model)
    if not view.calls:
        return [words("auction_none"), *meant]
    order = turn_order(first_bidder(view.rules, view.dealer) if view.contract is None else view.calls[0][0])
    lines: Lines = ["".join(f"{model.seat(seat):<14}" for seat in order)]
    row = [""] * 4
    column = -1
    for seat, call in view.calls:
        at = order.index(seat)
        if at <= column:
            lines.append("".join(f"{cell:<14}" for cell in row))
            row = [""] * 4
        row[at] = call_sign(words, view.rules, call)
        column = at
    return [*lines, "".join(f"{cell:<14}" for cell in row), "", *meant]


def last_trick_lines(model: Model) -> Lines:
    words, view = model.words, model.view
    if not view.tricks:
        return [words("last_trick_none")]
    trick = view.tricks[-1]
    lines: Lines = []
    for i, card in enumerate(trick.cards):
        seat = trick.leader + i & 3
        mark = "◀" if seat == trick.winner else ""
        lines.append(f"{model.seat(seat):<14} {card_sign(card):>3} {mark}")
    lines.append(words("trick_line", n=len(view.tricks), name=model.seat(trick.winner), points=trick.points))
    return lines


def sheet_lines(model: Model) -> Lines:
    """Every deal with what it gave."""
    words, view = model.words, model.view
    lines: Lines = [sheet_title(words, view.rules)]
    if not view.results:
        return [*lines, words("score_empty")]
    ours, theirs = model.side, 1 - model.side
    lines += columns([("", words("us"), words("them"))])
    for number, result in enumerate(view.results, 1):
        lines += columns(
            [(f"{number}. {_contract(model, result)}", str(result.score[ours]), str(result.score[theirs]))]
        )
    lines += columns([(words("score_total"), str(view.totals[ours]), str(view.totals[theirs]))])
    if view.rules.wins_needed > 1:
        lines += columns([(words("score_wins"), str(view.wins[ours]), str(view.wins[theirs]))])
    return lines


def _contract(model: Model, result: DealResult) -> str:
    contract = result.contract
    if contract is None:
        return model.words("passed_out")
    if not contract.value:
        return model.words("trumps_are", strain=strain_name(model.words, contract.strain))
    times = f" ×{contract.multiplier}" if contract.multiplier > 1 else ""
    return f"{bid_sign(model.words, model.view.rules, contract)}{times} {model.seat(contract.declarer)}"


def account_title(model: Model, result: DealResult) -> str:
    """In a few words, whose deal it was."""
    words, account, contract = model.words, result.account, result.contract
    if account is None or contract is None:
        return words("passed_out")
    if account.capot is not None:
        return words("account_capot_us" if account.capot == model.side else "account_capot_them")
    if account.made is None:
        return words("account_played")
    who = "us" if contract.side == model.side else "them"
    return words(f"account_{'made' if account.made else 'failed'}_{who}")


def account_lines(model: Model, result: DealResult) -> Lines:
    """A deal's account, our side on the left."""
    words, account = model.words, result.account
    if account is None:
        return [words("passed_out")]
    rows = account_rows(words, result, account)
    if model.side:
        rows = [(name, theirs, ours) for name, ours, theirs in rows]
    rows[0] = ("", words("us"), words("them"))
    return [_contract(model, result), verdict(words, result, account), "", *columns(rows)]


def end_lines(model: Model) -> Lines:
    """How the match ended."""
    words, view = model.words, model.view
    won = view.winner == model.side
    lines: Lines = []
    if view.by_reverse_capot:
        lines.append(words("match_won_reverse_us" if won else "match_won_reverse_them"))
    elif won:
        lines.append(words("match_won_line", name=seat_name(words, view.seat + 2 & 3)))
    else:
        lines.append(words("match_lost_line"))
    ours, theirs = model.side, 1 - model.side
    lines += ["", f"{words('match_final')}: {view.totals[ours]}–{view.totals[theirs]}"]
    if view.rules.wins_needed > 1:
        lines.append(f"{words('score_wins')}: {view.wins[ours]}–{view.wins[theirs]}")
    return lines


def end_title(model: Model) -> str:
    if model.view.by_reverse_capot:
        return model.words("match_won_reverse")
    return model.words("match_won" if model.view.winner == model.side else "match_lost")
