"""Replaying a record: every call and card is checked against the rule set, and every deal scored."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pilotta.cards import CARD_NAMES, KING, QUEEN
from pilotta.game.actions import Action, Announce, Deal, MakeCall, PlayCard, Show
from pilotta.game.declaring import pilotta_cards
from pilotta.game.phase import Phase
from pilotta.game.record import Record, RecordedDeal
from pilotta.game.result import DealResult
from pilotta.game.state import DealState, MatchState, new_match
from pilotta.game.transition import Refusal, apply
from pilotta.rules.auction import Stage, parse_call
from pilotta.rules.errors import Breach
from pilotta.rules.ruleset import ALL_TRUMP, STRAINS
from pilotta.seats import SEATS, SIDES


class IllegalRecord(ValueError):
    """A record that breaks its rules. ``deal``, ``trick`` and ``call`` count from 1; ``rule`` is the stable code."""

    def __init__(
        self,
        deal: int,
        breach: Breach,
        *,
        call: int | None = None,
        trick: int | None = None,
        card: str | None = None,
    ) -> None:
        self.deal, self.call, self.trick, self.card = deal, call, trick, card
        self.rule, self.message = breach.code, breach.message
        place = f", call {call}" if call else f", trick {trick}" if trick else ""
        super().__init__(f"deal {deal}{place}: {self.message} ({self.rule})")

    def data(self) -> dict[str, Any]:
        """The error as the command line prints it; only what applies is there."""
        places = {"deal": self.deal, "call": self.call, "trick": self.trick, "card": self.card}
        found = {name: value for name, value in places.items() if value is not None}
        return {**found, "rule": self.rule, "message": self.message}


@dataclass(frozen=True, slots=True)
class Replay:
    """A refereed record: the final state (it holds every deal's result) and the deal that stopped early, if one did."""

    state: MatchState
    unfinished: DealState | None = None


Watch = Callable[[MatchState, Action], object]
"""Told of each action and the state in which it was done."""


def replay(record: Record, watch: Watch | None = None) -> Replay:
    """Referee a record. IllegalRecord names the first thing that breaks a rule.

    ``watch`` looks on; the states that it sees lack the deals that are over.
    """
    first = record.deals[0].dealer if record.deals else 3
    state = new_match(record.rules, first)
    # What is over is kept aside: a state that carried it along would copy it for every deal of a long record.
    finished: list[DealState] = []
    results: list[DealResult] = []
    unfinished = None
    for number, deal in enumerate(record.deals, 1):
        if state.phase is Phase.OVER:
            raise IllegalRecord(number, Breach("record.match_over"))
        if deal.dealer != state.dealer:
            given = {"dealer": SEATS[deal.dealer], "expected": SEATS[state.dealer]}
            raise IllegalRecord(number, Breach("record.dealer", given))
        state = _Referee(state, deal, number, watch).run()
        finished += state.finished
        results += state.results
        state = state._replace(finished=(), results=())
        if state.phase not in (Phase.DEALING, Phase.OVER):
            if number < len(record.deals):
                raise IllegalRecord(number, Breach("record.unfinished"))
            unfinished = state.deal
    return Replay(state._replace(finished=tuple(finished), results=tuple(results)), unfinished)


class _Referee:
    """Drives one recorded deal through the match."""

    def __init__(self, state: MatchState, deal: RecordedDeal, number: int, watch: Watch | None) -> None:
        lapses = deal.silent or deal.unshown or deal.uncalled or deal.miscalled
        self.state = state._replace(automatic=not lapses)
        self.deal, self.number, self.watch = deal, number, watch
        self.miscalls = [seat for seat, _ in deal.miscalled] if state.rules.miscall_penalty else []

    def run(self) -> MatchState:
        self.do(Deal(self.deal.hands))
        for number, text in enumerate(self.deal.calls, 1):
            self.call(number, text)
        if self.deal.plays:
            self.check_auction_over()
        self.check_lapses()
        self.speak()
        for index, card in enumerate(self.deal.plays):
            self.play(index // 4 + 1, card)
            self.speak()
        return self.state

    def do(self, action: Action, **where: Any) -> None:
        outcome = apply(self.state, action)
        if isinstance(outcome, Refusal):
            raise IllegalRecord(self.number, Breach(outcome.code, outcome.params), **where)
        if self.watch is not None:
            self.watch(self.state, action)
        self.state = outcome.state

    def call(self, number: int, text: str) -> None:
        try:
            call = parse_call(text)
        except ValueError:
            raise IllegalRecord(
                self.number, Breach("call.not_a_call", {"call": repr(text[:40])}), call=number
            ) from None
        if self.state.phase is not Phase.AUCTION:
            raise IllegalRecord(self.number, Breach("call.auction_over", {"call": call.text}), call=number)
        self.do(MakeCall(self.state.turn, call), call=number)

    def check_auction_over(self) -> None:
        if self.state.phase is Phase.AUCTION:
            raise IllegalRecord(self.number, Breach("record.auction_open"))
        if self.state.phase in (Phase.DEALING, Phase.OVER):
            raise IllegalRecord(self.number, Breach("record.passed_out"))

    def check_lapses(self) -> None:
        """Who is said to have forgotten something must have had it."""
        declared = self.state.deal.declared if self.state.deal else None
        if declared is None:
            named = [*self.deal.silent, *self.deal.unshown]
            named += [seat for seat, _ in (*self.deal.uncalled, *self.deal.miscalled)]
            if named:
                self.no_lapse("record.not_played", named[0])
            return
        for seat in self.deal.silent:
            if not declared.held[seat]:
                self.no_lapse("record.silent", seat)
        for seat in self.deal.unshown:
            if not declared.held[seat] or seat in self.deal.silent:
                self.no_lapse("record.unshown", seat)
        for seat, suit in self.deal.uncalled:
            if not (declared.pairs[seat] if suit is None else declared.rightful(seat, suit)):
                self.no_lapse("record.uncalled", seat)
        for seat, _ in self.deal.miscalled:
            if declared.pairs[seat]:
                self.no_lapse("record.miscalled", seat)

    def no_lapse(self, code: str, seat: int) -> None:
        raise IllegalRecord(self.number, Breach(code, {"seat": SEATS[seat]}))

    def speak(self) -> None:
        """Announce and show in the rounds of their own, as the record says who did."""
        while self.state.phase in (Phase.DECLARING, Phase.SHOWING):
            seat = self.state.turn
            if self.state.phase is Phase.DECLARING:
                assert self.state.deal is not None and self.state.deal.declared is not None
                self.do(
                    Announce(seat, bool(self.state.deal.declared.held[seat]) and seat not in self.deal.silent)
                )
            else:
                self.do(Show(seat, seat not in self.deal.unshown))

    def play(self, trick: int, card: int) -> None:
        state = self.state
        if state.phase is not Phase.PLAYING or state.deal is None:
            given = Breach("record.too_many_plays", {"card": CARD_NAMES[card]})
            raise IllegalRecord(self.number, given, trick=trick, card=CARD_NAMES[card])
        seat = state.turn
        if not state.automatic:
            if seat not in self.deal.silent:
                self.try_to(Announce(seat))
            if seat not in self.deal.unshown:
                self.try_to(Show(seat))
        self.do(PlayCard(seat, card, self.calls_with(seat, card)), trick=trick, card=CARD_NAMES[card])

    def try_to(self, action: Announce | Show) -> None:
        """Announce or show where that is possible before this card."""
        outcome = apply(self.state, action)
        if not isinstance(outcome, Refusal):
            if self.watch is not None:
                self.watch(self.state, action)
            self.state = outcome.state

    def calls_with(self, seat: int, card: int) -> bool:
        deal = self.state.deal
        if self.state.automatic or deal is None:
            return False
        if pilotta_cards(deal, seat) >> card & 1:
            return (seat, None) not in self.deal.uncalled and (seat, card >> 3) not in self.deal.uncalled
        if seat in self.miscalls and card in self.wrong_call_cards(deal, seat):
            self.miscalls.remove(seat)
            return True
        return False

    @staticmethod
    def wrong_call_cards(deal: DealState, seat: int) -> list[int]:
        """The cards with which a wrong call may have been made: a lone king or queen of trumps, else any."""
        assert deal.contract is not None and deal.play is not None
        hand = deal.play.hands[seat]
        suits = range(4) if deal.contract.strain == ALL_TRUMP else (deal.contract.strain,)
        lone = [
            8 * suit + rank
            for suit in suits
            if suit < 4
            for rank in (QUEEN, KING)
            if hand >> 8 * suit + rank & 1
        ]
        return lone or list(range(32))


# The summary that ``pilotta replay --json`` prints


def summary(replayed: Replay) -> dict[str, Any]:
    """A refereed record as plain data, in the form that ``docs/notation.md`` describes."""
    state = replayed.state
    deals = [deal_summary(result) for result in state.results]
    if replayed.unfinished is not None:
        deals.append(_unfinished(replayed.unfinished))
    winner = None if state.winner is None else SIDES[state.winner]
    return {"deals": deals, "total": state.totals.as_dict(), "wins": state.wins.as_dict(), "winner": winner}


def deal_summary(result: DealResult) -> dict[str, Any]:
    contract, account = result.contract, result.account
    without_auction = contract is not None and contract.value == 0
    named = contract if contract is not None and not without_auction else None
    data: dict[str, Any] = {
        "passed_out": result.passed_out,
        "contract": named.text if named else None,
        "declarer": SEATS[named.declarer] if named else None,
        "multiplier": named.multiplier if named else 1,
        "tricks": result.tricks.as_dict(),
        "cards": result.cards.as_dict(),
        "declarations": result.declarations.as_dict(),
        "pilotta": result.pilotta.as_dict(),
        "made": account.made if account else None,
        "capot": SIDES[account.capot] if account and account.capot is not None else None,
        "score": result.score.as_dict(),
    }
    if contract is not None and without_auction:
        data["trump"] = STRAINS[contract.strain]
    return data


def _unfinished(deal: DealState) -> dict[str, Any]:
    """A deal that stops early: its contract as soon as the bidding is closed, though doubles may still be asked for."""
    auction = deal.auction
    settled = auction.best if auction.stage is not Stage.BIDDING else None
    data: dict[str, Any] = {
        "unfinished": True,
        "passed_out": False,
        "contract": settled.text if settled else None,
        "declarer": SEATS[auction.bidder] if settled else None,
        "multiplier": auction.multiplier,
    }
    if deal.contract is not None and settled is None:
        data["trump"] = STRAINS[deal.contract.strain]
    return data
