"""What is on show at the table: the person's view, and what the eye still sees of what has just happened."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pilotta.bots.bidding.meaning import ALL_CYPRIOT, Spoken, meaning
from pilotta.bots.bot import Reason
from pilotta.game.events import (
    Announced,
    CallMade,
    CardPlayed,
    ContractSet,
    DealScored,
    DeclarationsCompared,
    DeclarationsShown,
    PilottaCalled,
    ShowingDeclined,
    TrickTaken,
)
from pilotta.game.phase import Phase
from pilotta.game.view import DealtTo, PlayerView
from pilotta.phrases import (
    announced_text,
    call_sign,
    declaration_text,
    seat_name,
    strain_name,
)
from pilotta.rules.auction import Call, bid, capot_bid
from pilotta.rules.errors import Breach
from pilotta.rules.ranking import ranking
from pilotta.rules.ruleset import STRAINS
from pilotta.said import Said
from pilotta.table import TableEvent
from pilotta.words import Phrasebook

LOG_LINES = 40
_HIGHEST_SAID = 300
"""Above this a height typed in tens is taken for two: after an 8, a 1 begins a 10 or 11 and is not 81."""


@dataclass(slots=True)
class Model:
    """``trick`` is what lies on the table, still after it was taken, by ``taken_by``; ``bubbles`` is what each seat said
    last; ``expecting`` says that the person has to act; ``height``, ``strain`` and ``chosen`` are the bid and the card under
    the cursor; ``picked`` says that the person chose that bid, so that it can be made."""

    words: Phrasebook
    view: PlayerView
    name: str
    training: bool = False
    spoken: Spoken = ALL_CYPRIOT
    illegal: Mapping[int, Breach] = field(default_factory=dict)
    trick: list[tuple[int, int]] = field(default_factory=list)
    taken_by: int | None = None
    bubbles: dict[int, str] = field(default_factory=dict)
    fresh: set[int] = field(default_factory=set)
    log: list[str] = field(default_factory=list)
    message: str = ""
    expecting: bool = False
    height: int = 0
    strain: int = 0
    typed: str = ""
    picked: bool = False
    chosen: int = 0
    yes: bool = True

    # Names

    def seat(self, seat: int) -> str:
        return self.name if seat == self.view.seat else seat_name(self.words, seat)

    # What happens

    def take(self, event: TableEvent) -> None:
        """Show this event."""
        words = self.words
        match event:
            case DealtTo(number=number, dealer=dealer):
                self.trick, self.taken_by = [], None
                self.bubbles, self.fresh = {}, set()
                self.message, self.height, self.typed, self.chosen = "", 0, "", 0
                self.note(f"— {words('deal_n', n=number)} —")
                self.note(words("dealer_is", name=self.seat(dealer)))
            case CallMade(seat=seat, call=call):
                self.say(seat, call_sign(words, self.view.rules, call))
            case ContractSet(contract=contract):
                # The calls have been heard: the first card sweeps them all away, the leader's too.
                self.fresh.clear()
                if not contract.value:
                    self.note(words("trumps_are", strain=strain_name(words, contract.strain)))
            case Announced(seat=seat, declarations=declarations):
                said = [
                    announced_text(words, is_four=d.is_four, length=d.length, points=d.points)
                    for d in declarations
                ]
                self.say(seat, ", ".join(said) or words("decl_none"))
            case DeclarationsCompared(side=side):
                key = (
                    "decl_best_nobody"
                    if side is None
                    else "decl_best_us"
                    if side == self.side
                    else "decl_best_them"
                )
                self.note(words(key))
            case DeclarationsShown(seat=seat, declarations=shown):
                self.say(seat, ", ".join(declaration_text(words, each) for each in shown))
            case ShowingDeclined(seat=seat):
                self.say(seat, words("show_not"))
            case CardPlayed(seat=seat, card=card):
                self.lay(seat, card)
            case PilottaCalled(seat=seat, again=again):
                self.say(seat, words("repilotta" if again else self.view.rules.pilotta_said) + "!")
            case TrickTaken(number=number, seat=seat, points=points):
                self.taken_by = seat
                self.note(words("trick_line", n=number, name=self.seat(seat), points=points))
            case DealScored(result=result):
                if result.passed_out:
                    self.message = words("passed_out")
                    self.note(words("passed_out"))
            case _:
                pass

    @property
    def side(self) -> int:
        return self.view.seat & 1

    def say(self, seat: int, text: str) -> None:
        self.bubbles[seat] = text
        self.fresh.add(seat)
        self.note(f"{self.seat(seat)}: {text}")

    def note(self, line: str) -> None:
        self.log = [*self.log[1 - LOG_LINES :], line]

    def lay(self, seat: int, card: int) -> None:
        if self.taken_by is not None or not self.trick:
            self.trick, self.taken_by = [], None
            # What was said with this very card stays; older words have been heard.
            self.bubbles = {
                who: text for who, text in self.bubbles.items() if who in self.fresh and who == seat
            }
        self.fresh.clear()
        self.trick.append((seat, card))

    def look(self, view: PlayerView, illegal: Mapping[int, Breach]) -> None:
        """Take over a new view, and keep the cursor where it can be."""
        self.view, self.illegal = view, illegal
        calls = view.legal.calls
        if calls.lowest:
            self.height = max(self.height, calls.lowest)
            if STRAINS[self.strain] not in calls.strains:
                self.strain = STRAINS.index(calls.strains[0])
        count = len(self.cards)
        self.chosen = min(self.chosen, max(count - 1, 0))

    def ready(self) -> None:
        """The person has to act: put the cursor on something that can be done."""
        self.expecting, self.yes, self.typed, self.picked = True, True, "", False
        self.message = ""
        legal = self.view.legal
        if legal.cards:
            cards = self.cards
            if not legal.cards >> cards[self.chosen] & 1:
                self.chosen = next(i for i, card in enumerate(cards) if legal.cards >> card & 1)

    # The hand

    @property
    def cards(self) -> list[int]:
        """The hand as it is held: colours alternate, the strongest card of each suit first."""
        view = self.view
        strain = view.contract.strain if view.contract else -1
        ranks = ranking(view.rules, strain) if strain >= 0 else None
        order = (0, 1, 3, 2)
        held = [card for suit in order for card in range(8 * suit, 8 * suit + 8) if view.hand >> card & 1]

        def strength(card: int) -> int:
            if ranks is not None:
                return ranks.strength[card]
            return 7 - view.rules.plain_order.index("789TJQKA"[card & 7])

        return sorted(held, key=lambda card: (order.index(card >> 3), -strength(card)))

    @property
    def card(self) -> int | None:
        """The card under the cursor."""
        cards = self.cards
        return cards[self.chosen] if cards and self.view.phase is Phase.PLAYING else None

    @property
    def can_call_pilotta(self) -> bool:
        """Whether the person may call with the card under the cursor, rightly or, where the house fines it, wrongly."""
        card, legal = self.card, self.view.legal
        return card is not None and bool(legal.cards & legal.may_call & 1 << card)

    # The bid

    @property
    def can_bid(self) -> bool:
        calls = self.view.legal.calls
        return bool(calls.lowest or calls.can_capot)

    @property
    def call(self) -> Call | None:
        """The bid under the cursor, legal or not; None where nothing can be bid."""
        calls = self.view.legal.calls
        if self.typed == "CAP":
            return capot_bid(self.strain)
        return bid(self.height, self.strain) if calls.lowest else None

    @property
    def chosen_means(self) -> str:
        """What the bid that the person has chosen would tell; nothing where none is chosen or it is not legal."""
        call, legal = self.call, self.view.legal.calls
        if not (self.expecting and self.picked) or call is None or self.view.phase is not Phase.AUCTION:
            return ""
        within = legal.lowest <= call.value <= legal.highest and call.value % legal.step == 0
        if not (legal.can_capot if call.capot else within) or STRAINS[call.strain] not in legal.strains:
            return ""
        return self.sentence(self.would_tell(call))

    def would_tell(self, call: Call) -> Reason:
        """What this call of the person's would tell now."""
        view = self.view
        return meaning(view.rules, view.calls, view.seat, call, self.spoken[view.seat])

    @property
    def partner_means(self) -> str:
        """What partner's last call has told; nothing before it."""
        view = self.view
        for at in range(len(view.calls) - 1, -1, -1):
            seat, call = view.calls[at]
            if seat == view.seat + 2 & 3:
                told = meaning(view.rules, view.calls[:at], seat, call, self.spoken[seat])
                said = f"{self.seat(seat)} {call_sign(self.words, view.rules, call)}"
                return f"{said}: {self.sentence(told)}"
        return ""

    def raise_bid(self, steps: int) -> None:
        calls = self.view.legal.calls
        self.typed = ""
        if calls.lowest:
            self.picked = True
            self.height = min(max(self.height + steps * calls.step, calls.lowest), calls.highest)

    def turn_strain(self, steps: int) -> None:
        strains = self.view.legal.calls.strains
        if strains:
            at = strains.index(STRAINS[self.strain]) if STRAINS[self.strain] in strains else 0
            self.strain, self.picked = STRAINS.index(strains[(at + steps) % len(strains)]), True

    def type_digit(self, digit: str) -> None:
        """A digit of the bid's height, as it is said: 9 or 90. What cannot be a bid starts anew with this digit."""
        calls = self.view.legal.calls
        if not calls.lowest:
            return
        for text in (self.typed + digit if self.typed != "CAP" else digit, digit):
            value = int(text)
            for height, most in ((value, calls.highest), (value * 10, _HIGHEST_SAID)):
                if calls.lowest <= height <= most and height % calls.step == 0:
                    self.typed, self.height, self.picked = text, height, True
                    return
        # The first digit of a longer number: 1 of 10, or of 100. Nothing is chosen before the rest of it.
        self.typed, self.picked = digit, False

    def toggle_capot(self) -> None:
        if self.view.legal.calls.can_capot:
            self.typed, self.picked = ("", False) if self.typed == "CAP" else ("CAP", True)

    def sentence(self, said: Said) -> str:
        """The sentence, with bids as this table's rules say them."""
        return self.words.for_bids(self.view.rules.bids_said).say(said)

    def refuse(self, refused: Said) -> None:
        self.message = self.sentence(refused)
