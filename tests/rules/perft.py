"""Counting positions: ``tests/data/*.perft`` say in how many ways the next cards can be played, by number of cards.

    id         a name
    rules      a rule set as a record names it: a preset, or JSON
    strain     S H D C N A
    leader     who leads the first card
    deal       what the four hold, in the notation of deals (any number of cards each)
    plays      cards played already (left out where there are none)
    perft 3 27 three more cards can be played in 27 ways

The counts come from the second formulation of the rules (``python -m tests.rules.perft`` writes the files again), never from the
engine: the engine, and any other one, has to arrive at them.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.rules import second
from tests.rules.tables import DATA

from pilotta.cards import CARD_NAMES, cards_in, parse_card
from pilotta.game.notation import deal_text, parse_hands
from pilotta.rules.catalogue import PRESETS, from_data
from pilotta.rules.ranking import Ranking, ranking
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.rules.tricks import Play, open_play, play_card
from pilotta.seats import SEATS, parse_seat


@dataclass(frozen=True)
class Position:
    name: str
    rules: RuleSet
    strain: str
    leader: str
    deal: str
    plays: tuple[str, ...]
    counts: tuple[tuple[int, int], ...]

    def hands(self) -> dict[str, list[str]]:
        """What each seat holds before ``plays``, as the second formulation wants it."""
        return {
            seat: [CARD_NAMES[card] for card in cards_in(hand)]
            for seat, hand in zip(SEATS, parse_hands(self.deal), strict=True)
        }


def positions(path: Path) -> Iterator[Position]:
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split(maxsplit=1) for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        given = {key: rest for key, rest in lines if key != "perft"}
        counts = [rest.split() for key, rest in lines if key == "perft"]
        data = given["rules"]
        yield Position(
            given["id"],
            from_data(json.loads(data) if data.startswith("{") else data),
            given["strain"],
            given["leader"],
            given["deal"],
            tuple(given.get("plays", "").split()),
            tuple((int(depth), int(count)) for depth, count in counts),
        )


# ---- the engine's count


def engine_position(position: Position) -> tuple[Ranking, Play]:
    ranks = ranking(position.rules, STRAINS.index(position.strain))
    play = open_play(parse_hands(position.deal), parse_seat(position.leader))
    for word in position.plays:
        play = play_card(position.rules, ranks, play, parse_card(word))
    return ranks, play


def engine_perft(rules: RuleSet, ranks: Ranking, play: Play, depth: int) -> int:
    if depth == 1:
        return play.legal.bit_count()
    return sum(
        engine_perft(rules, ranks, play_card(rules, ranks, play, card), depth - 1)
        for card in cards_in(play.legal)
    )


def engine_divide(position: Position, depth: int) -> dict[str, int]:
    """The count below each card that can be played now."""
    ranks, play = engine_position(position)
    return {
        CARD_NAMES[card]: engine_perft(
            position.rules, ranks, play_card(position.rules, ranks, play, card), depth - 1
        )
        if depth > 1
        else 1
        for card in cards_in(play.legal)
    }


# ---- the second formulation's


def second_divide(position: Position, depth: int) -> dict[str, int]:
    hands, trick, turn = position.hands(), [], position.leader
    for card in position.plays:
        assert second.refusal(position.rules, position.strain, hands[turn], trick, card) is None
        hands[turn].remove(card)
        trick.append(card)
        if len(trick) == 4:
            leader = second.after(turn)
            turn, trick = second.after(leader, second.winner(position.rules, position.strain, trick)), []
        else:
            turn = second.after(turn)
    return dict(second.divide(position.rules, position.strain, hands, turn, trick, depth))


# ---- writing the files

HOUSE = [
    {"preset": "academy", "must_trump": "unless_partner_wins"},
    {"preset": "academy", "must_overtrump": False},
    {"preset": "academy", "must_undertrump": False},
    {"preset": "academy", "must_beat_led_trump": False},
    {"preset": "kafeneio", "must_beat_plain": True},
    {"preset": "club", "must_beat_all_trump": False},
    {"preset": "club", "must_trump": "never", "must_overtrump": False, "must_undertrump": False},
]


def ending(chance: Random, size: int) -> str:
    cards = chance.sample(range(32), 4 * size)
    hands = [sum(1 << card for card in cards[seat * size : seat * size + size]) for seat in range(4)]
    return deal_text((hands[0], hands[1], hands[2], hands[3]))


def block(name: str, data: object, strain: str, leader: str, deal: str, plays: str, depths: list[int]) -> str:
    rules = data if isinstance(data, str) else json.dumps(data)
    position = Position(name, from_data(data), strain, leader, deal, tuple(plays.split()), ())
    counts = [f"perft {depth} {sum(second_divide(position, depth).values())}" for depth in depths]
    given = [f"id {name}", f"rules {rules}", f"strain {strain}", f"leader {leader}", f"deal {deal}"]
    return "\n".join([*given, *([f"plays {plays}"] if plays else []), *counts])


TRICKY = [
    ("under-trump", "H", "W", "S:.8.A. A..T. 9..7. .J.K.", "JH"),
    ("beat-partner", "H", "S", "S:.Q.7. .8.A. .J9.. .7.K.", "QH 8H"),
    ("cut-then-over", "H", "S", "S:AK... 7.A.. 8.7.. .J9..", "AS 7S 8S"),
    ("nobody-has-trumps", "H", "S", "S:AT... ..A7. ..K8. ..Q9.", ""),
    ("over-two-trumps", "H", "S", "S:A7... .QT.. .A8.. .J7..", "AS TH"),
    ("low-trumps-only", "H", "S", "S:A7... .J7.. .Q8.. .A9..", "AS JH"),
    ("beat-the-best-not-the-led", "H", "S", "S:.T7.. .J9.. .AQ.. .K8..", "7H JH"),
]


def write() -> None:
    depths = {3: [1, 2, 3, 4, 6, 8, 12], 4: [1, 2, 4, 8, 12, 16], 8: [1, 2, 3, 4, 5, 6]}
    for preset in PRESETS:
        chance = Random(f"perft {preset}")
        found = ["# Counted by the second formulation of the rules: see tests/rules/perft.py."]
        found += [
            block(f"{preset}-{name}", preset, strain, leader, deal, plays, [1, 2, 3, 4])
            for name, strain, leader, deal, plays in TRICKY
        ]
        for size, times in ((3, 3), (4, 1), (8, 1)):
            for strain in PRESETS[preset].strains:
                for number in range(times):
                    given = strain, chance.choice(SEATS), ending(chance, size)
                    found.append(
                        block(f"{preset}-{strain}-{size}-{number + 1}", preset, *given, "", depths[size])
                    )
        (DATA / f"{preset}.perft").write_text("\n\n".join(found) + "\n", encoding="utf-8")
    chance = Random("perft house rules")
    found = ["# House rules. Counted by the second formulation of the rules: see tests/rules/perft.py."]
    for number, data in enumerate(HOUSE, 1):
        for strain in "HA" if data["preset"] == "club" else "HS":
            given = strain, chance.choice(SEATS), ending(chance, 3)
            found.append(block(f"house-{number}-{strain}", data, *given, "", depths[3]))
    (DATA / "house.perft").write_text("\n\n".join(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
