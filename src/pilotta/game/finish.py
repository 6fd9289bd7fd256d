"""How a deal ends and what it does to the match: the tally, the sheet, the next dealer, the winner."""

from pilotta.cards import JACK
from pilotta.game.events import DealScored, Event, MatchWon
from pilotta.game.phase import Phase
from pilotta.game.result import DealResult
from pilotta.game.state import NOBODY, DealState, MatchState
from pilotta.rules.ruleset import NO_TRUMP, RuleSet
from pilotta.rules.scoring import Tally, score_deal, winner_of
from pilotta.seats import BySide, right_of, side_of


def tally_of(rules: RuleSet, deal: DealState) -> Tally:
    """What a deal that was played to its end brought."""
    play, declared, contract = deal.play, deal.declared, deal.contract
    assert play is not None and declared is not None and contract is not None
    tricks, cards, declarations, pilotta, miscalls = [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]
    jack = 8 * contract.strain + JACK if contract.strain < NO_TRUMP else NOBODY
    trump_jack = None
    for trick in play.tricks:
        side = trick.winner & 1
        tricks[side] += 1
        cards[side] += trick.points
        if jack in trick.cards:
            trump_jack = side
    for seat in range(4):
        if declared.shown[seat] and declared.held[seat]:
            declarations[seat & 1] += sum(each.points for each in declared.held[seat])
    for seat, suit in declared.calls:
        if declared.rightful(seat, suit):
            pilotta[side_of(seat)] += rules.pilotta_points
        else:
            miscalls[side_of(seat)] += 1
    return Tally(
        contract,
        BySide(*tricks),
        BySide(*cards),
        BySide(*declarations),
        BySide(*pilotta),
        trump_jack,
        BySide(*miscalls),
    )


def finish_deal(state: MatchState, events: list[Event]) -> tuple[MatchState, tuple[Event, ...]]:
    """Score the deal whose last trick has been taken."""
    deal = state.deal
    assert deal is not None
    tally = tally_of(state.rules, deal)
    account = score_deal(state.rules, tally)
    result = DealResult(
        deal.dealer, deal.contract, tally.tricks, tally.cards, tally.declarations, tally.pilotta, account
    )
    totals = BySide(state.totals.ns + result.score.ns, state.totals.ew + result.score.ew)
    if account.wins_match and account.capot is not None:
        winner: int | None = account.capot
    else:
        winner = winner_of(state.rules, totals)
    return _close(state, deal, result, totals, winner, account.wins_match, right_of(deal.dealer), events)


def pass_out(state: MatchState, events: list[Event]) -> tuple[MatchState, tuple[Event, ...]]:
    """Close a deal in which all four passed."""
    deal = state.deal
    assert deal is not None
    again = state.rules.dealer_after_passes == "same"
    dealer = deal.dealer if again else right_of(deal.dealer)
    return _close(state, deal, DealResult(deal.dealer), state.totals, None, False, dealer, events)


def _close(
    state: MatchState,
    deal: DealState,
    result: DealResult,
    totals: BySide[int],
    winner: int | None,
    by_reverse_capot: bool,
    dealer: int,
    events: list[Event],
) -> tuple[MatchState, tuple[Event, ...]]:
    wins = state.wins
    if winner is not None:
        wins = BySide(wins.ns + (winner == 0), wins.ew + (winner == 1))
    over = winner is not None and (by_reverse_capot or wins[winner] >= state.rules.wins_needed)
    events.append(DealScored(result, totals, wins))
    if over and winner is not None:
        events.append(MatchWon(winner, by_reverse_capot))
    elif winner is not None:
        # A win in a match of several: both sides start again from nothing.
        totals = BySide(0, 0)
    closed = MatchState(
        rules=state.rules,
        automatic=state.automatic,
        phase=Phase.OVER if over else Phase.DEALING,
        turn=NOBODY,
        dealer=dealer,
        deal=deal,
        finished=(*state.finished, deal),
        results=(*state.results, result),
        totals=totals,
        wins=wins,
        winner=winner if over else None,
        by_reverse_capot=over and by_reverse_capot,
    )
    return closed, tuple(events)
