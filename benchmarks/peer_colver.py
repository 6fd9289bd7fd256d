"""The PyPI package `colver` as a process that answers line by line; runs in its own environment (`make bench-peers`).

Each line of standard input is a JSON object: a deal (``hands``, four lists of cards in pilotta's numbers, ``trump``, ``leader``;
``value`` and ``side`` of the contract where they matter) and what to do with it:

* ``solve`` (its best-card call), with ``check`` for that card's points too, or ``rollouts``;
* ``card``: what its bot (``bot``, a specification in its own format) plays for ``seat`` after the cards ``played``, by ``seed``;
* ``referee``: which cards it takes for legal before each of those ``played``, and what both sides have at the end.

Each line of standard output answers one, times being CPU time of this process; a first line says who answers. What it refuses is
answered by an ``error``.
"""

import json
import sys
from collections.abc import Iterator
from time import process_time
from typing import Any

import colver

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")


def numbers() -> dict[int, int]:
    """Its number of each of pilotta's cards, read from the names that it gives."""
    found = {}
    for theirs in range(32):
        name = colver.Env.card_name(theirs)
        found[8 * "♠♥♦♣".index(name[-1]) + RANKS.index(name[:-1])] = theirs
    return found


THEIRS = numbers()
OURS = {theirs: ours for ours, theirs in THEIRS.items()}


def environment(asked: dict[str, Any]) -> Any:
    """The deal before its first card. Seats are numbered in turn as pilotta's; who speaks first leads."""
    hands = [[THEIRS[card] for card in hand] for hand in asked["hands"]]
    leader = asked["leader"]
    env = colver.Env.deal_with_hands((leader + 3) % 4, hands)
    env.set_contract(asked["trump"], asked.get("value", 80), asked.get("side", 0), 0)
    env.set_phase_playing()
    if env.current_player() != leader or env.get_contract()["trump"] != asked["trump"]:
        raise RuntimeError("colver took this deal for another")
    return env


def legal(env: Any) -> list[int]:
    return sorted(OURS[card] for card in env.legal_actions())


def belote(env: Any) -> list[int]:
    """What the king and the queen of trumps from one hand have brought each side so far: it counts such cards, worth ten each."""
    return [10 * cards for cards in env.get_belote()]


def steps(env: Any, asked: dict[str, Any]) -> Iterator[int]:
    """Play the cards that were played, each in its own number; RuntimeError where it would not let one be played."""
    for number, card in enumerate(asked["played"]):
        if THEIRS[card] not in env.legal_actions():
            raise RuntimeError(f"card {number} of those played, {card}, is not legal")
        yield THEIRS[card]
        env.step(THEIRS[card])


def card_of_bot(asked: dict[str, Any]) -> dict[str, Any]:
    """Its choice. The bot is made anew and shown all that happened, for the deal that hides behind a seat's view is another one
    each time that it is asked."""
    env = environment(asked)
    agent = colver.Agent(asked["bot"], asked["seat"], asked["seed"])
    agent.init_deal(env)
    for card in steps(env, asked):
        agent.observe(env, card)
    start = process_time()
    decided = agent.decide(env)
    seconds = process_time() - start
    return {
        "card": OURS[decided["action"]],
        "legal": legal(env),
        "belote": belote(env),
        "worlds": decided["determinizations"],
        "seconds": seconds,
    }


def refereed(asked: dict[str, Any]) -> dict[str, Any]:
    env = environment(asked)
    before = [legal(env) for _ in steps(env, asked)]
    # Its capot is worth 252 and all other deals 162.
    cards = [min(points, 162) for points in env.get_points()]
    return {"legal": before, "cards": cards, "belote": belote(env)}


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    if asked["do"] == "card":
        return card_of_bot(asked)
    if asked["do"] == "referee":
        return refereed(asked)
    env = environment(asked)
    start = process_time()
    if asked["do"] == "rollouts":
        env.rollout(asked["count"])
        return {"seconds": process_time() - start}
    env.action_oracle_dd()
    found: dict[str, Any] = {"seconds": process_time() - start}
    if asked["check"]:
        solved = env.solve_scores()
        # Its capot is worth 252 and all other deals 162.
        found["ns"] = min(dict(solved["scores"])[solved["best_card"]], 162)
    return found


def main() -> None:
    say({"name": f"colver {colver.__version__}"})
    for line in sys.stdin:
        try:
            found = answer(json.loads(line))
        except RuntimeError as error:
            found = {"error": str(error)}
        say(found)


def say(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
