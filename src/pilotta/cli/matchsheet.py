"""A refereed record as a sheet that people read: auction, tricks, accounts, running totals."""

from collections.abc import Iterator

from pilotta.game.record import Record
from pilotta.game.referee import Replay
from pilotta.game.result import DealResult
from pilotta.game.state import DealState
from pilotta.phrases import (
    bid_sign,
    call_sign,
    card_sign,
    columns,
    declaration_text,
    line_text,
    player_names,
    sheet_title,
    strain_name,
)
from pilotta.rules.scoring import DealScore, winner_of
from pilotta.seats import BySide
from pilotta.words import Phrasebook

Row = tuple[str, str, str]


def match_sheet(words: Phrasebook, record: Record, replayed: Replay) -> str:
    return "\n".join(_Sheet(words, record, replayed).lines()) + "\n"


class _Sheet:
    def __init__(self, words: Phrasebook, record: Record, replayed: Replay) -> None:
        self.words, self.rules, self.replayed = words, record.rules, replayed
        self.names = player_names(words, record.players)
        self.totals, self.wins = BySide(0, 0), BySide(0, 0)

    def lines(self) -> Iterator[str]:
        words, state = self.words, self.replayed.state
        yield sheet_title(words, self.rules)
        if not state.results and self.replayed.unfinished is None:
            yield words("no_deals")
        for number, (deal, result) in enumerate(zip(state.finished, state.results, strict=True), 1):
            yield ""
            yield from self.deal(number, deal, result)
        if self.replayed.unfinished is not None:
            yield ""
            yield from self.deal(len(state.results) + 1, self.replayed.unfinished, None)
        if state.winner is not None:
            yield ""
            key = "match_to_reverse" if state.by_reverse_capot else "match_to"
            yield words(key, side=self.side(state.winner))

    def side(self, side: int) -> str:
        return f"{self.names[side]} – {self.names[side + 2]}"

    def deal(self, number: int, deal: DealState, result: DealResult | None) -> Iterator[str]:
        words = self.words
        yield f"{words('deal_n', n=number)}, {words('dealer_is', name=self.names[deal.dealer])}"
        if deal.auction.calls:
            said = (
                f"{self.names[seat]} {call_sign(words, self.rules, call)}"
                for seat, call in deal.auction.calls
            )
            yield "  " + " · ".join(said)
        if deal.contract is not None:
            yield "  " + self.contract(deal)
        yield from self.tricks(deal)
        yield from self.declarations(deal)
        if result is None:
            yield "  " + words("unfinished")
        elif result.account is None:
            yield "  " + words("passed_out")
        else:
            yield from self.account(result, result.account)

    def contract(self, deal: DealState) -> str:
        words, contract = self.words, deal.contract
        assert contract is not None
        if not contract.value:
            return words("trumps_are", strain=strain_name(words, contract.strain))
        times = f" ×{contract.multiplier}" if contract.multiplier > 1 else ""
        call = bid_sign(words, self.rules, contract) + times
        return f"{words('contract')}: " + words("contract_of", call=call, name=self.names[contract.declarer])

    def tricks(self, deal: DealState) -> Iterator[str]:
        play = deal.play
        if play is None:
            return
        wide = max(len(name) for name in self.names) + 1
        for number, trick in enumerate(play.tricks, 1):
            cards = " ".join(f"{card_sign(card):>3}" for card in trick.cards)
            leader = f"{self.names[trick.leader]}:"
            yield f"  {number}. {leader:<{wide}} {cards}   → {self.names[trick.winner]} {trick.points}"
        if play.trick:
            cards = " ".join(f"{card_sign(card):>3}" for card in play.trick)
            yield f"  {len(play.tricks) + 1}. {self.names[play.leader] + ':':<{wide}} {cards}"

    def declarations(self, deal: DealState) -> Iterator[str]:
        declared = deal.declared
        if declared is None:
            return
        for seat in range(4):
            if declared.shown[seat] and declared.held[seat]:
                said = ", ".join(declaration_text(self.words, each) for each in declared.held[seat])
                yield f"  {self.words('declarations')}: {self.names[seat]}: {said}"
        for seat, suit in declared.calls:
            if declared.rightful(seat, suit):
                yield f"  {self.words('pilotta')}: {self.names[seat]}"

    def account(self, result: DealResult, account: DealScore) -> Iterator[str]:
        words = self.words
        yield "  " + verdict(words, result, account)
        rows = account_rows(words, result, account)
        totals = BySide(self.totals.ns + result.score.ns, self.totals.ew + result.score.ew)
        rows.append((words("score_total"), str(totals.ns), str(totals.ew)))
        yield from ("  " + line for line in columns(rows))
        yield from self.won(totals, account)

    def won(self, totals: BySide[int], account: DealScore) -> Iterator[str]:
        """Note a win in a match of several, after which both start from nothing."""
        winner = account.capot if account.wins_match else winner_of(self.rules, totals)
        self.totals = totals
        if winner is None:
            return
        self.wins = BySide(self.wins.ns + (winner == 0), self.wins.ew + (winner == 1))
        self.totals = BySide(0, 0)
        if self.rules.wins_needed > 1:
            yield "  " + self.words("win_of", side=self.side(winner)) + f" ({self.wins.ns}–{self.wins.ew})"


def verdict(words: Phrasebook, result: DealResult, account: DealScore) -> str:
    """Made or failed, and why: what was needed and what there was."""
    contract = result.contract
    if contract is None or account.made is None:
        return words("account_played")
    side, counted = contract.side, account.counted
    if account.failure == "no_trick":
        return words("failed_no_trick")
    if account.failure == "tricks":
        return words("failed_tricks", tricks=result.tricks[side])
    if account.failure == "opponents":
        return words(
            "failed_opponents", value=contract.value, counted=counted[side], theirs=counted[1 - side]
        )
    return words("made" if account.made else "failed_bid", value=contract.value, counted=counted[side])


def account_rows(words: Phrasebook, result: DealResult, account: DealScore) -> list[Row]:
    """Both sides' accounts line by line, with raw figures above and the sheet's below."""
    multiplier = result.contract.multiplier if result.contract else 1
    rows: list[Row] = [
        ("", words("side_NS"), words("side_EW")),
        (words("tricks_n"), str(result.tricks.ns), str(result.tricks.ew)),
        (words("card_points"), str(result.cards.ns), str(result.cards.ew)),
        (f"{words('account_on_sheet')}:", "", ""),
    ]
    for line in account.lines:
        name = "  " + line_text(words, line, multiplier)
        at = next((i for i, row in enumerate(rows) if row[0] == name and not row[1 + line.side]), None)
        if at is None:
            rows.append((name, "", ""))
            at = len(rows) - 1
        pair = list(rows[at])
        pair[1 + line.side] = str(line.score)
        rows[at] = (pair[0], pair[1], pair[2])
    rows.append((words("deal_score"), str(result.score.ns), str(result.score.ew)))
    return rows
