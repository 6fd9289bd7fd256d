"""Signatures of the levels: what a released version answers on fixed deals, as one hash for each version and each of its styles.

``python -m tests.bots.levels --write`` writes tests/data/levels.json anew. It is for a version that is new, never to make a changed
one pass: a released version does not change, a change is a new version (docs/laboratory.md, released is frozen).
"""

import argparse
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

from pilotta.bots.catalogue import LEVELS, STYLES, Level, make_bot
from pilotta.cards import CARD_NAMES
from pilotta.game.actions import Action, Announce, Deal, MakeCall, PlayCard, Show
from pilotta.game.dealing import deal_cards
from pilotta.game.phase import Phase
from pilotta.game.state import MatchState, new_match
from pilotta.game.transition import advance
from pilotta.game.view import view
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import BySide

SIGNATURES: Final = Path(__file__).parents[1] / "data" / "levels.json"
DEALS: Final = {"mastoras": (6, 3), "daskalos": (2, 1)}
"""Deals under each preset, for the level itself and for each of its styles, where a level thinks for long."""
MANY: Final = (40, 10)


def signed() -> list[str]:
    """The full names that have a signature: every released version, and each of its styles that differs from it."""
    return [name for level in LEVELS if level.released for name in _names(level)]


def _names(level: Level) -> Iterator[str]:
    yield level.full_name
    convention = level.convention
    if convention is not None:
        for name, style in STYLES.items():
            if any(getattr(convention, field) != value for field, value in style.changes.items()):
                yield f"{level.full_name}:{name}"


def signature(name: str) -> str:
    """The hash of every call, card and announcement on the fixed deals under each preset, this bot at all four seats.

    The deals follow each other in matches, so that the score of the match plays its part. What is hashed are actions and not
    numbers, and what they hang on is the same on every machine (:mod:`pilotta.arithmetic`).
    """
    level, _, styled = name.partition(":")
    count = DEALS.get(level.partition("@")[0], MANY)[bool(styled)]
    seen = sha256()
    for preset, rules in PRESETS.items():
        for line in actions(name, rules, count):
            seen.update(f"{preset} {line}\n".encode())
    return seen.hexdigest()[:32]


def actions(name: str, rules: RuleSet, count: int) -> Iterator[str]:
    bots = [make_bot(name, seat) for seat in range(4)]
    state = new_match(rules)
    for number in range(count):
        if state.phase is Phase.OVER:
            state = new_match(rules, number % 4)
        elif not number:
            # A match begins near its end, so that there is a match point among a few deals.
            state = _near_the_end(state)
        state = advance(state, Deal(deal_cards(rules, state.dealer, Random(f"levels {number}")).hands)).state
        while state.phase not in (Phase.DEALING, Phase.OVER):
            action = bots[state.turn].act(view(state, state.turn)).action
            yield f"{state.turn} {told(action)}"
            state = advance(state, action).state


def told(action: Action) -> str:
    """An action in notation, whatever its class looks like."""
    match action:
        case MakeCall(call=call):
            return call.text
        case PlayCard(card=card, pilotta=pilotta):
            return CARD_NAMES[card] + "!" * pilotta
        case Announce(yes=yes) | Show(yes=yes):
            return f"{type(action).__name__} {yes}"
    raise AssertionError(f"a bot does not {action}")


def _near_the_end(state: MatchState) -> MatchState:
    close = state.rules.target - 10 * state.rules.unit
    return state._replace(totals=BySide(close, close - 30 * state.rules.unit))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write the file anew; without it, only compare")
    args = parser.parse_args()
    before = json.loads(SIGNATURES.read_text(encoding="utf-8")) if SIGNATURES.exists() else {}
    found = {}
    for name in signed():
        found[name] = signature(name)
        state = "new" if name not in before else "same" if before[name] == found[name] else "CHANGED"
        print(f"{name}: {state}", flush=True)
    for name in before.keys() - found.keys():
        print(f"{name}: GONE")
    if args.write:
        SIGNATURES.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
