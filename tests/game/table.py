"""Playing given deals in tests: who bids what, who forgets what."""

from collections.abc import Callable, Container

from pilotta.cards import cards_in
from pilotta.game.actions import Action, Announce, Deal, MakeCall, PlayCard, Show
from pilotta.game.events import Event
from pilotta.game.notation import parse_deal
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance, legal_actions
from pilotta.rules.auction import PASS, parse_call
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import SEATS


def auctioned(state: MatchState, deal: str, seat: str, call: str) -> MatchState:
    """Deal these cards; this seat makes its one call, everybody else passes."""
    state = advance(state, Deal(parse_deal(deal))).state
    while state.phase is Phase.AUCTION:
        assert state.deal is not None
        his = state.turn == SEATS.index(seat) and state.deal.auction.best is None
        state = advance(state, MakeCall(state.turn, parse_call(call) if his else PASS)).state
    return state


def begun(
    rules: RuleSet, deal: str, seat: str, call: str, *, automatic: bool = True, dealer: str = "W"
) -> MatchState:
    return auctioned(new_match(rules, SEATS.index(dealer), automatic=automatic), deal, seat, call)


def lowest(state: MatchState) -> int:
    return cards_in(legal_actions(state, state.turn).cards)[0]


def play_out(
    state: MatchState,
    *,
    card: Callable[[MatchState], int] = lowest,
    silent: Container[str] = "",
    unshown: Container[str] = "",
    uncalled: Container[str] = "",
    show_in: int = 2,
    until: int = 8,
) -> tuple[MatchState, list[Event]]:
    """Play up to the end of trick ``until``; everybody announces, shows (in trick ``show_in`` where he may choose) and calls
    what he holds, but for the seats that are named."""
    seen: list[Event] = []

    def do(action: Action) -> None:
        nonlocal state
        state, events = advance(state, action)
        seen.extend(events)

    while state.phase in (Phase.PLAYING, Phase.DECLARING, Phase.SHOWING):
        assert state.deal is not None
        assert state.deal.play is not None
        trick = len(state.deal.play.tricks) + 1
        if trick > until and state.phase is Phase.PLAYING:
            break
        seat, letter = state.turn, SEATS[state.turn]
        legal = legal_actions(state, seat)
        if legal.asked_announce:
            do(Announce(seat, legal.may_announce and letter not in silent))
        elif legal.asked_show:
            do(Show(seat, letter not in unshown))
        elif legal.may_announce and letter not in silent:
            do(Announce(seat))
        elif legal.may_show and letter not in unshown and trick == show_in:
            do(Show(seat))
        else:
            chosen = card(state)
            do(PlayCard(seat, chosen, bool(legal.pilotta >> chosen & 1) and letter not in uncalled))
    return state, seen
