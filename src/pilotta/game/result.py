"""The result of one deal, as everybody at the table may see it."""

from dataclasses import dataclass

from pilotta.rules.auction import Contract
from pilotta.rules.scoring import ZERO, DealScore
from pilotta.seats import BySide


@dataclass(frozen=True, slots=True)
class DealResult:
    """What a deal brought. ``cards``, ``declarations`` and ``pilotta`` are raw points of the side that took or held them;
    ``score`` is in the unit of the rule set's sheet. ``account`` and ``contract`` are None where all four passed."""

    dealer: int
    contract: Contract | None = None
    tricks: BySide[int] = ZERO
    cards: BySide[int] = ZERO
    declarations: BySide[int] = ZERO
    pilotta: BySide[int] = ZERO
    account: DealScore | None = None

    @property
    def passed_out(self) -> bool:
        return self.account is None

    @property
    def score(self) -> BySide[int]:
        return self.account.score if self.account else ZERO
