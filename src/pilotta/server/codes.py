"""The stable codes by which the server refuses and complains. Clients own the sentence that a person reads."""

from typing import Final

from pilotta.rules.errors import CODES

REFUSAL_CODES: Final = (
    *(code for code in CODES if code.split(".")[0] not in ("record", "deal")),
    "table.stale",
    "table.closed",
    "table.newer",
)
"""What ``refused`` may say: the rules' own codes, and the table's."""

ERROR_CODES: Final[dict[str, str]] = {
    "protocol.malformed": "the frame is not a message of this protocol",
    "protocol.too_large": "the message is too large",
    "protocol.hello_first": "a connection begins with hello",
    "protocol.version": "client and server speak different versions of the protocol: reload",
    "protocol.rate": "too many messages in too short a time",
    "protocol.slow": "the connection is too slow to follow the table",
    "protocol.silent": "nothing was heard from the client for too long",
    "request.malformed": "the request's body is not what this address takes",
    "request.too_large": "the request is too large",
    "request.rate": "too many requests in too short a time",
    "request.origin": "the request comes from another site",
    "request.not_found": "there is nothing at this address",
    "request.method": "this address does not take that method",
    "session.missing": "no guest is signed in",
    "session.link": "this guest link is unknown or has expired",
    "guest.name": "a name has 1 to 24 visible characters",
    "rules.invalid": "this rule set cannot be",
    "bot.unknown": "there is no such bot",
    "table.unknown": "there is no such table",
    "table.not_yours": "this table is not yours",
    "table.newer": "a newer version of the server wrote to this table",
    "table.limit": "too many running tables: finish or close one first",
    "reason.deal_running": "a bot's reasons are told once the deal is over",
    "reason.no_such_move": "nobody made that call or played that card in this deal",
    "reason.not_a_bot": "a person gives no reasons",
    "hint.not_training": "hints are given at training tables only",
    "hint.not_your_turn": "there is nothing to decide at this seat now",
    "review.match_running": "a match is reviewed once it is over",
    "review.nothing": "no deal of this match was finished",
    "record.match_running": "a record is given once the match is over",
    "server.busy": "the server is too busy",
    "server.closing": "the server is being restarted",
    "server.failed": "the server failed",
}
"""Everything an ``error`` message or a REST problem may say, with an English sentence for logs."""

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
