"""What runs in the reviewer's own process. It sees whole deals, of matches that are over, and so no bot ever thinks in it."""

import json
import os
import zlib
from collections.abc import Mapping
from typing import Any

from pilotta.cards import parse_card
from pilotta.game.record import parse_record
from pilotta.review.match import review_of, review_record
from pilotta.review.model import DealReview
from pilotta.server.thinkers import work as thinking


def prepare() -> None:
    """Set up the process: bots at running tables go before it."""
    os.nice(10)
    thinking.prepare()


def review_deal(record: str, number: int) -> DealReview:
    """One finished deal of a record, by its number from 1."""
    return review_record(parse_record(record), deals=(number,)).deals[0]


def review_match(record: str, deals: list[DealReview]) -> bytes:
    """The review of all these deals, as packed JSON."""
    return packed(review_of(parse_record(record), deals).to_data())


def packed(review: Mapping[str, Any]) -> bytes:
    """A review's own data as the server keeps and sends it: what was done are actions of the wire."""
    deals = [{**deal, "decisions": [_judged(each) for each in deal["decisions"]]} for deal in review["deals"]]
    data = {**review, "deals": deals}
    return zlib.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def _judged(decision: Mapping[str, Any]) -> dict[str, Any]:
    best = decision["best"]
    options = [
        {"action": _action(each), "cost": each["cost"], "error": each["error"]}
        for each in decision["options"]
    ]
    return {
        **decision,
        "done": _action(decision["done"]),
        "best": None if best is None else _action(best),
        "options": options,
    }


def _action(done: Mapping[str, Any]) -> dict[str, Any]:
    """What was done, from notation."""
    match done:
        case {"call": call}:
            return {"kind": "call", "call": call}
        case {"card": card}:
            return {"kind": "play", "card": parse_card(card)}
        case {"announce": yes}:
            return {"kind": "announce", "yes": yes}
        case {"show": yes}:
            return {"kind": "show", "yes": yes}
        case {"pilotta": yes} | {"miscall": yes}:
            return {"kind": "pilotta", "yes": yes}
        case _:
            raise ValueError(f"{done!r} is nothing that a seat does")
