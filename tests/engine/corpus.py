"""The corpus ``tests/data/solver.corpus``: deals and what they are worth, found without any reduction of the search.

    id         a name
    rules      a rule set as a record names it: a preset, or JSON
    strain     S H D C N A
    leader     who leads the first card
    deal       what the four hold, in the notation of deals, each as many cards
    plays      cards played already (left out where there are none)
    value 62   what NS takes from here on under best play
    moves 7S 62 8S 40   ... and what it takes when that card is played, for each legal card by rising number

``python -m tests.engine.corpus`` finds all values again and writes the file, which takes some ten minutes.

``tests/data/solver.nodes`` says how many cards the search plays over the whole corpus, with every reduction: its signature.
``python -m tests.engine.corpus --signature`` writes and prints it.
"""

import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.engine.asking import PLAIN, ROOT, ask, told
from tests.engine.positions import any_rules, dealt, house_rules, odd_rules, played

from pilotta.cards import CARD_NAMES, cards_in, parse_card
from pilotta.engine.door import MOVES, REACHES, VALUE, Backend
from pilotta.engine.position import Position, position
from pilotta.game.notation import parse_hands
from pilotta.rules.catalogue import PRESETS, from_data
from pilotta.rules.ruleset import STRAINS
from pilotta.seats import parse_seat

CORPUS: Final = ROOT / "tests/data/solver.corpus"
NODES: Final = ROOT / "tests/data/solver.nodes"
# The signature's own: the search plays other cards with a table of another size.
SIGNATURE_KIB: Final = 512


@dataclass(frozen=True)
class Case:
    name: str
    at: Position
    value: int
    moves: tuple[int, ...]


def cases() -> list[Case]:
    """What the file says."""
    found = []
    for block in CORPUS.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split(maxsplit=1) for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        given = dict(lines)
        data = given["rules"]
        at = position(
            from_data(json.loads(data) if data.startswith("{") else data),
            STRAINS.index(given["strain"]),
            parse_hands(given["deal"]),
            parse_seat(given["leader"]),
            [parse_card(word) for word in given.get("plays", "").split()],
        )
        words = given["moves"].split()
        assert [parse_card(word) for word in words[::2]] == list(cards_in(at.legal)), given["id"]
        found.append(Case(given["id"], at, int(given["value"]), tuple(map(int, words[1::2]))))
    return found


# ---- the nodes


def signature(by: Backend | None = None) -> dict[str, int]:
    """Cards played in the search over the corpus, by kind of question."""
    positions = [case.at for case in cases()]
    halves = [(at.total - sum(at.won) + 1) // 2 for at in positions]
    how = {"table_kib": SIGNATURE_KIB} | ({"by": by} if by else {})
    return {
        "value": sum(row.nodes for row in ask(VALUE, positions, **how)),
        "moves": sum(row.nodes for row in ask(MOVES, positions, **how)),
        "reaches": sum(row.nodes for row in ask(REACHES, positions, halves, **how)),
    }


def known_signature() -> dict[str, int]:
    lines = NODES.read_text(encoding="utf-8").splitlines()
    return {name: int(nodes) for name, nodes in (line.split() for line in lines if not line.startswith("#"))}


def write_signature() -> None:
    lines = [
        "# Nodes of the native search over solver.corpus: each value, the values of all cards, and whether NS takes half of",
        "# what is to be had. They change only in a commit that says why: python -m tests.engine.corpus --signature",
        *(f"{name} {nodes}" for name, nodes in signature().items()),
    ]
    NODES.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


# ---- writing the corpus


def chosen() -> list[tuple[str, Position]]:
    """Whole deals of every preset in every strain and of house rules, others inside a trick, and endings."""
    found = []
    for name, rules in PRESETS.items():
        chance = Random(f"corpus {name}")
        for strain, letter in enumerate(STRAINS):
            for number in range(1, 9):
                at = position(rules, strain, dealt(chance, 8), chance.randrange(4))
                found.append((f"{name}-{letter}-{number}", at))
    chance = Random("corpus house rules")
    for strain, letter in enumerate(STRAINS):
        for kind, make in (("house", house_rules), ("odd", odd_rules)):
            for number in (1, 2):
                at = position(make(chance), strain, dealt(chance, 8), chance.randrange(4))
                found.append((f"{kind}-{letter}-{number}", at))
    chance = Random("corpus inside tricks")
    for number in range(1, 49):
        at = position(any_rules(chance), number % 6, dealt(chance, 8), chance.randrange(4))
        found.append((f"inside-{number}", played(at, chance, 4 * chance.randrange(3) + 1 + number % 3)))
    chance = Random("corpus endings")
    for number in range(1, 49):
        at = position(any_rules(chance), number % 6, dealt(chance, 2 + number % 5), chance.randrange(4))
        found.append((f"ending-{number}", played(at, chance, chance.randrange(4))))
    return found


def solved(named: Iterable[tuple[str, Position]]) -> str:
    """The file: each card's value as a question of its own, and no reduction in any."""
    blocks = ["# Found by the native search without any reduction: see tests/engine/corpus.py."]
    for name, at in named:
        (value,) = ask(VALUE, [at], options=PLAIN)
        after = [at.after(card) for card in cards_in(at.legal)]
        below = ask(VALUE, [each for each in after if not each.over], options=PLAIN, threads=2)
        to_come = iter(row.result for row in below)
        moves = [each.won.ns - at.won.ns + (0 if each.over else next(to_come)) for each in after]
        assert value.result == (min if at.turn & 1 else max)(moves), told(at)
        words = " ".join(
            f"{CARD_NAMES[card]} {points}" for card, points in zip(cards_in(at.legal), moves, strict=True)
        )
        blocks.append(f"id {name}{told(at)}\nvalue {value.result}\nmoves {words}")
    return "\n\n".join(blocks) + "\n"


if __name__ == "__main__":
    if "--signature" in sys.argv:
        write_signature()
    else:
        CORPUS.write_text(solved(chosen()), encoding="utf-8")
