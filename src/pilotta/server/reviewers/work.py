"""What runs in the reviewer's own process. It sees whole deals, of matches that are over, and so no bot ever thinks in it."""

import json
import os
import zlib

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
    data = review_of(parse_record(record), deals).to_data()
    return zlib.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
