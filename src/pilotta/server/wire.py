"""From the game's values to the messages of the protocol, field by field.

Only what a seat may know comes in here (:class:`~pilotta.game.view.PlayerView` and a seat's share of an event), and what has
no case stays secret: an unknown event raises.
"""

from collections.abc import Iterable, Mapping

from pilotta.cards import cards_in
from pilotta.game import events as happened
from pilotta.game.actions import Action, Announce, MakeCall, PlayCard, Show
from pilotta.game.result import DealResult
from pilotta.game.view import DealtTo, PlayerView, SeatEvent
from pilotta.rules.auction import Contract, LegalCalls
from pilotta.rules.declarations import Declaration
from pilotta.rules.errors import Breach
from pilotta.rules.scoring import DealScore
from pilotta.seats import BySide
from pilotta.server import protocol as p
from pilotta.server import views as v


def view_message(
    seen: PlayerView,
    illegal: Mapping[int, Breach],
    *,
    ready: Iterable[int],
    next_deal_at: int | None,
    can_continue: bool,
    can_hint: bool,
    closed: bool,
    reasons_told: bool,
) -> v.View:
    """A seat's view as it goes over the wire."""
    in_trick = [seen.leader + i & 3 for i in range(len(seen.trick))]
    counts = [8 - len(seen.tricks) - (seat in in_trick) if seen.deal_number else 0 for seat in range(4)]
    legal = seen.legal
    calls = legal.calls if legal.calls.can_pass else None
    return v.View(
        phase=seen.phase.value,
        turn=-1 if closed else seen.turn,
        dealer=seen.dealer,
        deal_number=seen.deal_number,
        hand=list(cards_in(seen.hand)),
        dealt=list(cards_in(seen.dealt)),
        counts=(counts[0], counts[1], counts[2], counts[3]),
        calls=[v.SeatCall(seat, call.text) for seat, call in seen.calls],
        contract=_contract(seen.contract) if seen.contract else None,
        leader=seen.leader,
        trick=list(seen.trick),
        taken_by=seen.taken_by,
        tricks=[v.TrickView(each.leader, list(each.cards), each.winner, each.points) for each in seen.tricks],
        own_declarations=_declarations(seen.own_declarations),
        announced=[None if said is None else list(said) for said in seen.announced],
        shown=[_declarations(each) for each in seen.shown],
        compared=seen.compared,
        declaration_side=seen.declaration_side,
        pilotta=[v.PilottaView(seat, suit) for seat, suit in seen.pilotta],
        totals=_pair(seen.totals),
        wins=_pair(seen.wins),
        winner=seen.winner,
        by_reverse_capot=seen.by_reverse_capot,
        ready=sorted(ready),
        next_deal_at=next_deal_at,
        closed=closed,
        reasons_told=reasons_told,
        legal=v.LegalView(
            calls=_legal_calls(calls) if calls and not closed else None,
            cards=[] if closed else list(cards_in(legal.cards)),
            illegal=[v.IllegalCard(card, breach) for card, breach in sorted(illegal.items()) if not closed],
            may_announce=legal.may_announce and not closed,
            asked_announce=legal.asked_announce and not closed,
            may_show=legal.may_show and not closed,
            asked_show=legal.asked_show and not closed,
            pilotta=[] if closed else list(cards_in(legal.pilotta)),
            may_call=[] if closed else list(cards_in(legal.may_call)),
            can_continue=can_continue,
            can_hint=can_hint,
        ),
    )


def action_message(action: Action) -> v.CallAction | v.PlayAction | v.AnnounceAction | v.ShowAction:
    """What a seat does. TypeError for what no seat does."""
    match action:
        case MakeCall(_, call):
            return v.CallAction(call.text)
        case PlayCard(_, card, pilotta):
            return v.PlayAction(card, pilotta)
        case Announce(_, yes):
            return v.AnnounceAction(yes)
        case Show(_, yes):
            return v.ShowAction(yes)
        case _:
            raise TypeError(f"{type(action).__name__} is nothing that a seat does")


def sheet_messages(results: Iterable[DealResult]) -> list[v.DealResultView]:
    """The score sheet, a line a deal."""
    return [_result(number, result) for number, result in enumerate(results, 1)]


def event_message(event: SeatEvent, deals: int) -> p.AnyEvent:
    """A seat's share of an event; ``deals`` counts the deals that were finished when it had happened."""
    match event:
        case DealtTo(number, dealer, _, hand):
            return p.Dealt(number, dealer, list(cards_in(hand)))
        case happened.CallMade(seat, call):
            return p.CallMade(seat, call.text)
        case happened.ContractSet(contract, leader):
            return p.ContractSet(_contract(contract), leader)
        case happened.Announced(seat, declarations):
            return p.Announced(seat, list(declarations))
        case happened.DeclarationsCompared(side):
            return p.DeclarationsCompared(side)
        case happened.DeclarationsShown(seat, shown):
            return p.DeclarationsShown(seat, _declarations(shown))
        case happened.ShowingDeclined(seat):
            return p.ShowingDeclined(seat)
        case happened.CardPlayed(seat, card):
            return p.CardPlayed(seat, card)
        case happened.PilottaCalled(seat, suit, again):
            return p.PilottaCalled(seat, suit, again)
        case happened.TrickTaken(number, seat, points):
            return p.TrickTaken(number, seat, points)
        case happened.DealScored(result, totals, wins):
            return p.DealScored(_result(deals, result), _pair(totals), _pair(wins))
        case happened.MatchWon(side, reverse_capot):
            return p.MatchWon(side, reverse_capot)
        case _:
            raise TypeError(f"{type(event).__name__} has no message")


def _pair(pair: BySide[int]) -> tuple[int, int]:
    return pair.ns, pair.ew


def _contract(contract: Contract) -> v.ContractView:
    return v.ContractView(
        text=contract.text,
        value=contract.value,
        strain=contract.strain,
        declarer=contract.declarer,
        multiplier=contract.multiplier,
        capot=contract.capot,
        doubler=contract.doubler,
    )


def _declarations(shown: Iterable[Declaration]) -> list[v.DeclarationView]:
    return [
        v.DeclarationView(each.points, each.length, each.rank, each.suit, list(cards_in(each.cards)))
        for each in shown
    ]


def _legal_calls(calls: LegalCalls) -> v.LegalCallsView:
    return v.LegalCallsView(
        can_pass=calls.can_pass,
        lowest=calls.lowest,
        highest=calls.highest,
        step=calls.step,
        strains=calls.strains,
        can_capot=calls.can_capot,
        can_double=calls.can_double,
        can_redouble=calls.can_redouble,
    )


def _account(account: DealScore) -> v.AccountView:
    return v.AccountView(
        made=account.made,
        failure=account.failure,
        capot=account.capot,
        counted=_pair(account.counted),
        lines=list(account.lines),
        wins_match=account.wins_match,
    )


def _result(number: int, result: DealResult) -> v.DealResultView:
    return v.DealResultView(
        number=number,
        dealer=result.dealer,
        contract=_contract(result.contract) if result.contract else None,
        tricks=_pair(result.tricks),
        cards=_pair(result.cards),
        declarations=_pair(result.declarations),
        pilotta=_pair(result.pilotta),
        score=_pair(result.score),
        account=_account(result.account) if result.account else None,
    )
