"""Random positions and house rules for the tests of the solver."""

from random import Random

from pilotta.cards import RANKS, cards_in
from pilotta.engine.position import Position, position
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import RuleSet


def house_rules(chance: Random) -> RuleSet:
    """A preset with duties and orders of cards by chance."""
    rules = PRESETS[chance.choice(list(PRESETS))]
    must_trump = chance.choice(["always", "unless_partner_wins", "never"])
    may = must_trump != "never"
    return rules.change(
        must_beat_led_trump=chance.random() < 0.5,
        must_beat_plain=chance.random() < 0.5,
        must_beat_all_trump=chance.random() < 0.5,
        must_trump=must_trump,
        must_overtrump=may and chance.random() < 0.5,
        must_undertrump=may and chance.random() < 0.5,
        trump_order="".join(chance.sample(RANKS, 8)),
        plain_order="".join(chance.sample(RANKS, 8)),
    )


def odd_rules(chance: Random) -> RuleSet:
    """House rules whose cards are worth something else too. A deal makes 162 in every strain."""
    # A quarter of what is left is a suit of no trump or all trump, so the last trick is 2 more than a multiple of four.
    last = chance.choice([2, 6, 10, 10, 14, 34])
    plain = chance.randrange(0, (162 - last) // 3 + 1)
    quarter = (162 - last) // 4
    return house_rules(chance).change(
        last_trick=last,
        plain_values=parts(chance, plain),
        trump_values=parts(chance, 162 - last - 3 * plain),
        no_trump_values=parts(chance, quarter),
        all_trump_values=parts(chance, quarter),
    )


def parts(chance: Random, total: int) -> tuple[int, ...]:
    """Eight numbers that add up to the total, some of them 0."""
    cuts = sorted(chance.choice([0, total, *[chance.randint(0, total)] * 3]) for _ in range(7))
    return tuple(after - before for before, after in zip([0, *cuts], [*cuts, total], strict=True))


def any_rules(chance: Random) -> RuleSet:
    """A preset, house rules of play, or house rules with odd values."""
    kinds = (lambda _: PRESETS[chance.choice(list(PRESETS))], house_rules, odd_rules)
    return chance.choice(kinds)(chance)


def dealt(chance: Random, size: int) -> tuple[int, int, int, int]:
    """Four hands of so many cards."""
    cards = chance.sample(range(32), 4 * size)
    south, east, north, west = (
        sum(1 << card for card in cards[seat * size : seat * size + size]) for seat in range(4)
    )
    return south, east, north, west


def played(at: Position, chance: Random, cards: int) -> Position:
    """After so many random cards."""
    for _ in range(cards):
        at = at.after(chance.choice(cards_in(at.legal)))
    return at


def ending(chance: Random, size: int, *, rules: RuleSet | None = None, laid: int | None = None) -> Position:
    """A short deal of so many cards each, with some cards on the table, in any strain."""
    rules = rules or PRESETS[chance.choice(list(PRESETS))]
    start = position(rules, chance.randrange(6), dealt(chance, size), chance.randrange(4))
    return played(start, chance, chance.randrange(4) if laid is None else laid)


def late(chance: Random, left: int, *, rules: RuleSet, strain: int) -> Position:
    """A whole deal of which each seat has ``left`` cards or (in the middle of a trick) one less."""
    start = position(rules, strain, dealt(chance, 8), chance.randrange(4))
    return played(start, chance, 4 * (8 - left) + chance.randrange(4))
