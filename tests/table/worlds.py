"""Other worlds: the same log with other cards in hidden hands, where all that a viewer sees could have happened just so."""

import random
from collections.abc import Iterator
from itertools import combinations

from tests.table.matches import ID

from pilotta.cards import cards_in
from pilotta.game.actions import Deal
from pilotta.game.events import Dealt
from pilotta.table import Done, Entry, LogError, Seated, Viewer, fold, read, write
from pilotta.table.seal import opened


def public(entries: list[Entry]) -> list[object]:
    """What everybody at the table sees happen; LogError where the entries cannot have happened."""
    table, seen = None, []
    for entry in entries:
        table, news = fold(table, ID, entry)
        seen += [each for each in opened(news.events) if not isinstance(each, Dealt)]
    return seen


def other_worlds(entries: list[Entry], viewer: Viewer, rng: random.Random) -> Iterator[list[Entry]]:
    """The same log with other cards in hands of its last deal that are hidden from this viewer."""
    at = max(i for i, entry in enumerate(entries) if '"deal"' in entry.payload)
    dealt = read(entries[at].payload)
    assert isinstance(dealt, Done)
    assert isinstance(dealt.action, Deal)
    hands = dealt.action.hands
    truth = public(entries)
    hidden = [seat for seat in range(4) if not (isinstance(viewer, Seated) and viewer.seat == seat)]
    swaps = [
        (one, two, card, other)
        for one, two in combinations(hidden, 2)
        for card in cards_in(hands[one])
        for other in cards_in(hands[two])
    ]
    rng.shuffle(swaps)
    for one, two, card, other in swaps[:60]:
        changed = list(hands)
        changed[one] ^= 1 << card | 1 << other
        changed[two] ^= 1 << card | 1 << other
        world = [*entries]
        deal = Deal((changed[0], changed[1], changed[2], changed[3]))
        world[at] = entries[at]._replace(payload=write(Done(deal)))
        try:
            if public(world) == truth:
                yield world
        except LogError:
            continue
