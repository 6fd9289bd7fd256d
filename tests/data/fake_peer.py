"""A peer for the tests: speaks the protocol of `benchmarks/peer_colver.py` and plays its lowest legal card, by our own rules.

``fake_peer.py HOW LOG`` errs in the way that HOW names, and writes each question to LOG.
"""

import json
import sys
from pathlib import Path
from typing import Any

from benchmarks.peer_table import RULES

from pilotta.cards import KING, QUEEN, cards_in
from pilotta.rules.ranking import ranking
from pilotta.rules.tricks import Play, open_play, play_card

HOW, LOG = sys.argv[1], Path(sys.argv[2])


def positions(asked: dict[str, Any]) -> list[Play]:
    south, east, north, west = (sum(1 << card for card in hand) for hand in asked["hands"])
    play = open_play((south, east, north, west), asked["leader"])
    found = [play]
    for card in asked["played"]:
        if not play.legal >> card & 1:
            raise ValueError(f"{card} is not legal")
        play = play_card(RULES, ranking(RULES, asked["trump"]), play, card)
        found.append(play)
    return found


def belote(asked: dict[str, Any]) -> list[int]:
    """By side, ten for each king or queen of trumps that was played out of a hand of both."""
    pair = {8 * asked["trump"] + rank for rank in (KING, QUEEN)}
    found = [0, 0]
    for seat, hand in enumerate(asked["hands"]):
        if pair <= set(hand):
            found[seat % 2] += 10 * len(pair & set(asked["played"]))
    return found


def card_answer(asked: dict[str, Any]) -> dict[str, Any]:
    play = positions(asked)[-1]
    if play.turn != asked["seat"]:
        raise ValueError("another seat's turn")
    legal = list(cards_in(play.legal))
    card = legal[0]
    if HOW == "illegal card":
        card = next(each for each in range(32) if each not in legal)
    if HOW == "no card":
        card = 77
    if HOW == "words":
        return {"card": "the ace"}
    if HOW == "other rules":
        legal = legal[1:]
    heard = [0, 0] if HOW == "unheard" else belote(asked)
    return {"card": card, "legal": legal, "belote": heard, "worlds": 3, "seconds": 0.5}


def referee_answer(asked: dict[str, Any]) -> dict[str, Any]:
    *before, end = positions(asked)
    points = [sum(trick.points for trick in end.tricks if trick.winner % 2 == side) for side in (0, 1)]
    if HOW == "other points":
        points = [points[0] + 1, points[1] - 1]
    if HOW == "bare referee":
        return {"cards": points}
    return {
        "legal": [list(cards_in(each.legal)) for each in before],
        "cards": points,
        "belote": belote(asked),
    }


def main() -> None:
    print(json.dumps({"name": "fake 1"}), flush=True)
    for line in sys.stdin:
        with LOG.open("a", encoding="utf-8") as log:
            log.write(line)
        if HOW == "dies":
            return
        if HOW == "no json":
            print("what?", flush=True)
        elif HOW == "a list":
            print("[1]", flush=True)
        elif HOW == "refuses":
            print(json.dumps({"error": "not today"}), flush=True)
        else:
            asked = json.loads(line)
            found = card_answer(asked) if asked["do"] == "card" else referee_answer(asked)
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
