"""The stable codes by which the server refuses and complains. :mod:`pilotta.words` has the sentences."""

from typing import Final

from pilotta.rules.errors import CODES

REFUSAL_CODES: Final = (
    *(code for code in CODES if code.split(".")[0] not in ("record", "deal")),
    "table.stale",
    "table.closed",
    "table.newer",
)
"""What ``refused`` may say: the rules' own codes, and the table's."""

ERROR_CODES: Final = (
    "protocol.malformed",
    "protocol.too_large",
    "protocol.hello_first",
    "protocol.version",
    "protocol.rate",
    "protocol.slow",
    "protocol.silent",
    "request.malformed",
    "request.too_large",
    "request.rate",
    "request.slow",
    "request.origin",
    "request.not_found",
    "request.method",
    "session.missing",
    "session.link",
    "guest.name",
    "rules.invalid",
    "bot.unknown",
    "bot.needs_core",
    "table.unknown",
    "table.not_yours",
    "table.newer",
    "table.limit",
    "reason.deal_running",
    "reason.no_such_move",
    "reason.not_a_bot",
    "hint.not_training",
    "hint.not_your_turn",
    "review.match_running",
    "review.nothing",
    "record.match_running",
    "server.busy",
    "server.closing",
    "server.failed",
)
"""Everything an ``error`` message or a REST problem may say."""

CLOSE_CODES: Final[dict[str, int]] = {
    "server.closing": 1012,
    "protocol.malformed": 4400,
    "session.missing": 4401,
    "table.not_yours": 4403,
    "table.unknown": 4404,
    "protocol.version": 4406,
    "protocol.slow": 4408,
    "table.newer": 4409,
    "protocol.silent": 4410,
    "protocol.rate": 4429,
    "server.failed": 4500,
}
"""Codes with which the server closes a WebSocket. After 4401, 4403, 4404 and 4406 trying again is of no use."""
