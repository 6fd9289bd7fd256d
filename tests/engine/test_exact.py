"""Every answer about an ending is what trying all lines to their end gives, whichever reductions are left out."""

from random import Random

import pytest
from tests.engine.asking import EVERY_BIT, OFF, PLAIN, ask, told
from tests.engine.positions import any_rules, dealt, ending, late, odd_rules, played

from pilotta.cards import cards_in
from pilotta.engine.door import BRUTE, LINE, MOVES, REACHES, VALUE
from pilotta.engine.position import Position, position
from pilotta.engine.rows import Worth
from pilotta.rules.catalogue import PRESETS

# None, each, all, all but each.
MASKS = sorted({0, EVERY_BIT, PLAIN, *OFF.values(), *(EVERY_BIT & ~bit for bit in OFF.values())})


def endings(chance: Random, size: int, count: int) -> list[Position]:
    """Endings of all presets and of house rules, in every strain, with nothing to three cards on the table."""
    found = [
        played(
            position(any_rules(chance), number % 6, dealt(chance, size), chance.randrange(4)),
            chance,
            number // 6 % 4,
        )
        for number in range(count)
    ]
    found += [ending(chance, size, rules=rules) for rules in PRESETS.values()]
    # Suits are longer, and voids fewer, in what whole deals end with.
    found += [late(chance, size, rules=any_rules(chance), strain=number % 6) for number in range(count // 4)]
    return found


def won(at: Position, worth: Worth) -> int:
    """What NS has of what is counted."""
    if worth == "tricks":
        return at.tricks.ns
    if worth == "points":
        return at.won.ns
    jack = next(card for card in range(32) if at.ranks.trumps >> card & 1 and card % 8 == 4)
    return 2 * at.won.ns + sum(not trick.winner & 1 for trick in at.play.tricks if jack in trick.cards)


def check(positions: list[Position], worth: Worth, masks: list[int]) -> None:
    """Values, each card's value, thresholds and lines, with these reductions left out in turn."""
    true = [row.result for row in ask(BRUTE, positions, worth=worth)]
    below = []
    for at in positions:
        after = [at.after(card) for card in cards_in(at.legal)]
        to_come = [row.result for row in ask(BRUTE, after, worth=worth)]
        below.append(
            tuple(
                won(then, worth) - won(at, worth) + points
                for then, points in zip(after, to_come, strict=True)
            )
        )
        assert true[len(below) - 1] == (min if at.turn & 1 else max)(below[-1]), told(at)
    for options in masks:
        how = {"worth": worth, "options": options}
        values, moves = ask(VALUE, positions, **how), ask(MOVES, positions, **how)
        yes = ask(REACHES, positions, true, **how)
        no = ask(REACHES, positions, [points + 1 for points in true], **how)
        lines = ask(LINE, positions, **how)
        for i, (at, points) in enumerate(zip(positions, true, strict=True)):
            found = values[i].result, moves[i].result, yes[i].result, no[i].result, lines[i].result
            assert found == (points, points, 1, 0, points), (worth, options, told(at))
            assert moves[i].listed == below[i], (worth, options, told(at))
            end = at
            for card in lines[i].listed:
                end = end.after(card)
            assert end.over, told(at)
            assert won(end, worth) - won(at, worth) == points, (worth, options, told(at))


@pytest.mark.parametrize(("size", "count"), [(1, 24), (2, 48), (3, 192), (4, 96)])
def test_endings(size: int, count: int) -> None:
    check(endings(Random(size), size, count), "points", MASKS)


@pytest.mark.parametrize("worth", ["tricks", "jack"])
def test_other_things_to_count(worth: Worth) -> None:
    chance = Random(worth)
    positions = endings(chance, 3, 96) + endings(chance, 4, 48)
    if worth == "jack":
        positions = [at for at in positions if at.ranks.trumps and max(at.ranks.points) < 128]
    check(positions, worth, [0, PLAIN, *chance.sample(range(1, EVERY_BIT), 4)])


def test_five_cards() -> None:
    chance = Random("five")
    check(endings(chance, 5, 12), "points", [0, PLAIN, *chance.sample(range(1, EVERY_BIT), 2)])


def test_every_threshold() -> None:
    chance = Random("thresholds")
    positions = endings(chance, 3, 24)
    for at, row in zip(positions, ask(BRUTE, positions), strict=True):
        asked = [*range(at.total - sum(at.won) + 3), 2**32 - 1]
        found = [each.result for each in ask(REACHES, [at] * len(asked), asked)]
        assert found == [int(points <= row.result) for points in asked], told(at)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
def test_many_endings(part: int) -> None:
    chance = Random(f"many {part}")
    masks = [0, PLAIN, *chance.sample(range(1, EVERY_BIT), 2)]
    check(endings(chance, 3, 1200), "points", masks)
    check(endings(chance, 4, 480), "points", masks)
    check(endings(chance, 3, 480), "tricks", masks)
    jacks = [at for at in endings(chance, 4, 240) if at.ranks.trumps and max(at.ranks.points) < 128]
    check(jacks, "jack", masks)
    check(endings(chance, 5, 24), "points", masks)


@pytest.mark.slow
def test_endings_without_equal_values() -> None:
    """Where every card has a value of its own no two are taken for each other by chance."""
    chance = Random("odd")
    for strain in range(6):
        positions = [
            played(
                position(odd_rules(chance), strain, dealt(chance, 4), chance.randrange(4)), chance, number % 4
            )
            for number in range(400)
        ]
        check(positions, "points", [0, OFF["relative"], PLAIN])
