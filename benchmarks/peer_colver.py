"""The PyPI package `colver` as a process that answers line by line; runs in its own environment (`make bench-peers`).

Each line of standard input is a JSON object: a deal (``hands``, four lists of cards in pilotta's numbers, ``trump``, ``leader``)
and what to do with it: ``solve`` (its best-card call), with ``check`` for that card's points too, or ``rollouts``. Each line of
standard output answers one, times being CPU time of this process; a first line says who answers.
"""

import json
import sys
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


def environment(asked: dict[str, Any]) -> Any:
    """The deal before its first card. Seats are numbered in turn as pilotta's; who speaks first leads."""
    hands = [[THEIRS[card] for card in hand] for hand in asked["hands"]]
    leader = asked["leader"]
    env = colver.Env.deal_with_hands((leader + 3) % 4, hands)
    env.set_contract(asked["trump"], 80, 0, 0)
    env.set_phase_playing()
    if env.current_player() != leader or env.get_contract()["trump"] != asked["trump"]:
        raise RuntimeError("colver took this deal for another")
    return env


def answer(asked: dict[str, Any]) -> dict[str, Any]:
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
        say(answer(json.loads(line)))


def say(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
