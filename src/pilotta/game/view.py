"""What one seat may know: its view of a match, and its share of each event.

Both are closed by default. A view is built by listing its fields, and an event without a case here raises, so that a new
event stays secret until somebody has thought about it.
"""

from dataclasses import dataclass

from pilotta.cards import cards_in
from pilotta.game.actions import PlayCard
from pilotta.game.events import (
    Announced,
    CallMade,
    CardPlayed,
    ContractSet,
    DealScored,
    Dealt,
    DeclarationsCompared,
    DeclarationsShown,
    Event,
    MatchWon,
    PilottaCalled,
    PublicEvent,
    ShowingDeclined,
    TrickTaken,
)
from pilotta.game.phase import Phase
from pilotta.game.result import DealResult
from pilotta.game.state import NOBODY, Declared, MatchState
from pilotta.game.transition import NOTHING, LegalActions, card_breach, legal_actions
from pilotta.rules.auction import Call, Contract
from pilotta.rules.declarations import Announcement, Declaration, announcement
from pilotta.rules.errors import Breach
from pilotta.rules.ruleset import RuleSet
from pilotta.rules.tricks import Trick
from pilotta.seats import BySide


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Everything that the player at ``seat`` may know, and nothing else.

    ``hand`` is what the seat still holds and ``dealt`` what it was given, both as 32-bit sets. ``calls`` are (seat, call)
    in order. ``tricks`` are complete tricks, ``trick`` the cards of the running one from ``leader`` on, ``taken_by`` the
    seat whose card wins it so far. By seat: ``announced`` (None: has not spoken), ``shown`` (cards of shown
    declarations). ``declaration_side`` is the side whose declarations count once ``compared``. ``own_declarations`` are
    what this seat holds. ``pilotta`` lists (seat, suit) of calls heard. Between deals the last deal stays readable.
    """

    rules: RuleSet
    automatic: bool
    seat: int
    phase: Phase
    turn: int
    dealer: int
    deal_number: int
    hand: int
    dealt: int
    calls: tuple[tuple[int, Call], ...]
    contract: Contract | None
    leader: int
    trick: tuple[int, ...]
    taken_by: int
    tricks: tuple[Trick, ...]
    own_declarations: tuple[Declaration, ...]
    announced: tuple[tuple[Announcement, ...] | None, ...]
    shown: tuple[tuple[Declaration, ...], ...]
    compared: bool
    declaration_side: int | None
    pilotta: tuple[tuple[int, int], ...]
    totals: BySide[int]
    wins: BySide[int]
    results: tuple[DealResult, ...]
    winner: int | None
    by_reverse_capot: bool
    legal: LegalActions

    @property
    def played(self) -> int:
        """All cards that lie face up or were taken, as a hand."""
        seen = 0
        for trick in self.tricks:
            for card in trick.cards:
                seen |= 1 << card
        for card in self.trick:
            seen |= 1 << card
        return seen

    def play(self, card: int) -> PlayCard:
        """This card, played by this seat, with the pilotta that may rightly be called with it."""
        return PlayCard(self.seat, card, bool(self.legal.pilotta >> card & 1))


def view(state: MatchState, seat: int) -> PlayerView:
    """The view of this seat (0–3)."""
    deal = state.deal
    if not 0 <= seat < 4:
        raise ValueError(f"{seat!r} is not a seat (0–3)")
    if deal is None:
        return _view(state, seat, 0, 0, (), NOTHING)
    play, declared, dealt = deal.play, deal.declared, deal.dealt[seat]
    hand = play.hands[seat] if play else dealt
    held = declared.held[seat] if declared else ()
    return _view(state, seat, hand, dealt, held, legal_actions(state, seat))


def public_view(state: MatchState) -> PlayerView:
    """The view of somebody who has no seat (-1) and no cards, and sees what all four see."""
    return _view(state, NOBODY, 0, 0, (), NOTHING)


def _view(
    state: MatchState,
    seat: int,
    hand: int,
    dealt: int,
    held: tuple[Declaration, ...],
    legal: LegalActions,
) -> PlayerView:
    """What all four see, with what is one's own."""
    deal = state.deal
    declared = deal.declared if deal else None
    play = deal.play if deal else None
    return PlayerView(
        rules=state.rules,
        automatic=state.automatic,
        seat=seat,
        phase=state.phase,
        turn=state.turn,
        dealer=deal.dealer if deal and state.phase is not Phase.DEALING else state.dealer,
        deal_number=len(state.finished) + (state.phase not in (Phase.DEALING, Phase.OVER)),
        hand=hand,
        dealt=dealt,
        calls=deal.auction.calls if deal else (),
        contract=deal.contract if deal else None,
        leader=play.leader if play else -1,
        trick=play.trick if play else (),
        taken_by=play.best_seat if play else -1,
        tricks=play.tricks if play else (),
        own_declarations=held,
        announced=_announced(declared),
        shown=_shown(declared),
        compared=declared.compared if declared else False,
        declaration_side=declared.winner if declared else None,
        # A wrong call sounds like a right one until the deal's account names it.
        pilotta=declared.calls if declared else (),
        totals=state.totals,
        wins=state.wins,
        results=state.results,
        winner=state.winner,
        by_reverse_capot=state.by_reverse_capot,
        legal=legal,
    )


def _announced(declared: Declared | None) -> tuple[tuple[Announcement, ...] | None, ...]:
    if declared is None:
        return (None, None, None, None)
    return tuple(
        None if said is None else tuple(announcement(each) for each in held) if said else ()
        for held, said in zip(declared.held, declared.announced, strict=True)
    )


def _shown(declared: Declared | None) -> tuple[tuple[Declaration, ...], ...]:
    if declared is None:
        return ((), (), (), ())
    return tuple(held if shown else () for held, shown in zip(declared.held, declared.shown, strict=True))


def illegal_cards(state: MatchState, seat: int) -> dict[int, Breach]:
    """For the seat that has to play: each card of its hand that it may not play, and the duty that forbids it."""
    if (
        state.phase is not Phase.PLAYING
        or seat != state.turn
        or state.deal is None
        or state.deal.play is None
    ):
        return {}
    breaches = ((card, card_breach(state, card)) for card in cards_in(state.deal.play.hands[seat]))
    return {card: breach for card, breach in breaches if breach is not None}


@dataclass(frozen=True, slots=True)
class DealtTo:
    """A seat's share of :class:`~pilotta.game.events.Dealt`: its own eight cards. Who has no seat (-1) gets none."""

    number: int
    dealer: int
    seat: int
    hand: int


SeatEvent = DealtTo | PublicEvent


def event_for(event: Event, seat: int) -> SeatEvent:
    """What this seat (0–3) learns of an event. TypeError for an event that has no case here."""
    match event:
        case Dealt(number, dealer, hands):
            if not 0 <= seat < 4:
                raise ValueError(f"{seat!r} is not a seat (0–3)")
            return DealtTo(number, dealer, seat, hands[seat])
        case _:
            return public_event(event)


def public_event(event: Event) -> SeatEvent:
    """What all four learn of an event; who gets no cards is seat -1 in it. TypeError for an event that has no case here."""
    match event:
        case Dealt(number, dealer):
            return DealtTo(number, dealer, NOBODY, 0)
        case CallMade() | ContractSet() | Announced() | DeclarationsCompared() | DeclarationsShown():
            return event
        case ShowingDeclined() | CardPlayed() | PilottaCalled() | TrickTaken() | DealScored() | MatchWon():
            return event
        case _:
            raise TypeError(f"no seat may see {type(event).__name__}: public_event has no case for it")
