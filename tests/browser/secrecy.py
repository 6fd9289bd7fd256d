"""What a browser was told, held against the log: no frame may hold a card that its seat could not see at that moment."""

from collections.abc import Iterator
from typing import Any

from tests.browser.house import House
from tests.table.matches import match_of

from pilotta.cards import cards_in
from pilotta.table import read_log

# A deal's result counts tricks and points in fields that are elsewhere lists of cards.
COUNTS = {"sheet", "result", "rules", "totals", "wins"}
CARDS = {"card", "cards", "hand", "dealt", "trick", "pilotta"}


def told(message: Any) -> Iterator[int]:
    """Every card that a message names."""
    if isinstance(message, list):
        for each in message:
            yield from told(each)
    elif isinstance(message, dict):
        for name, value in message.items():
            if name in COUNTS:
                continue
            if name in CARDS and isinstance(value, int):
                yield value
            elif name in CARDS and isinstance(value, list) and all(isinstance(each, int) for each in value):
                yield from value
            else:
                yield from told(value)


class Truth:
    """What was hidden from a seat at each revision of a table."""

    def __init__(self, house: House, table_id: str) -> None:
        self.table_id = table_id
        self.entries = house.entries(table_id)
        self._states: dict[int, Any] = {}

    def hidden(self, rev: int, seat: int) -> set[int]:
        if rev not in self._states:
            self._states[rev] = match_of(read_log(self.table_id, self.entries[:rev]))
        deal = self._states[rev].deal
        if deal is None:
            return set()
        hands = deal.play.hands if deal.play else deal.dealt
        hidden = {card for other in range(4) if other != seat for card in cards_in(hands[other])}
        if deal.declared:
            for held, shown in zip(deal.declared.held, deal.declared.shown, strict=True):
                if shown:
                    hidden -= {card for each in held for card in cards_in(each.cards)}
        return hidden


def leaks(house: House, frames: list[tuple[str, dict[str, Any]]], seat: int = 0) -> list[str]:
    """Every frame that tells too much, in words."""
    found = []
    truths: dict[str, Truth] = {}
    for table_id, frame in frames:
        if frame["type"] not in ("welcome", "update"):
            continue
        truth = truths.setdefault(table_id, Truth(house, table_id))
        if known := set(told(frame)) & truth.hidden(frame["rev"], seat):
            found.append(f"rev {frame['rev']} of {table_id} tells seat {seat} of {sorted(known)}")
    return found
