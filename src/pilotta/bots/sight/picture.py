"""One player's picture of the table: all that a decision is derived from, each part of it worked out once.

A level makes it when it is asked, and hands it through everything that thinks about the decision: what is known of the cards, the
auction as it was heard, what the convention would call, what calls gained in self-play.
"""

from pilotta.bots.bidding.calls import Turn, call
from pilotta.bots.bidding.convention import CYPRIOT, Convention
from pilotta.bots.bidding.traits import Situation
from pilotta.bots.bot import Reason
from pilotta.bots.sight.knowledge import Knowledge
from pilotta.game.view import PlayerView
from pilotta.rules.auction import Call


class Picture:
    """What follows from a view for a player who calls and reads signals by ``convention``. It grows while it is asked, so it is for
    one decision in one thread."""

    __slots__ = ("_known", "_situations", "_turn", "_usual", "convention", "view")

    def __init__(self, view: PlayerView, convention: Convention = CYPRIOT) -> None:
        self.view, self.convention = view, convention
        self._known: Knowledge | None = None
        self._turn: Turn | None = None
        self._usual: list[tuple[Convention, tuple[Call, Reason]]] = []
        self._situations: list[tuple[Convention, Situation]] = []

    @property
    def known(self) -> Knowledge:
        """What is known of the cards. There has to be a contract."""
        if self._known is None:
            contract = self.view.contract
            assert contract is not None, "of cards something is known once they are played"
            self._known = Knowledge(self.view, contract, self.convention)
        return self._known

    @property
    def turn(self) -> Turn:
        """What a call is made by. A call has to be due."""
        if self._turn is None:
            self._turn = Turn.seen(self.view)
        return self._turn

    def usual(self, convention: Convention) -> tuple[Call, Reason]:
        """What this convention calls here, and why."""
        for known, found in self._usual:
            if known == convention:
                return found
        self._usual.append((convention, call(self.turn, convention)))
        return self._usual[-1][1]

    def situation(self, convention: Convention) -> Situation:
        """What the learned judge of calls looks at, the auction read by this convention."""
        for known, found in self._situations:
            if known == convention:
                return found
        self._situations.append((convention, Situation(self.turn, convention)))
        return self._situations[-1][1]
