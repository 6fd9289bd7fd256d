from pilotta.bots.bot import Reason
from pilotta.bots.convention import Convention
from pilotta.bots.promises import Heard
from pilotta.bots.valuation import worth
from pilotta.game.view import PlayerView
from pilotta.rules.auction import PASS, REDOUBLE, Call


def double(view: PlayerView, heard: Heard, c: Convention) -> tuple[Call, Reason] | None:
    return None


def redouble(view: PlayerView, heard: Heard, c: Convention) -> tuple[Call, Reason]:
    """Our doubled contract: raise the stakes where it is worth much more than it needs."""
    standing = heard.standing
    assert standing is not None
    value = worth(view.rules, view.hand, standing.strain, heard, view.seat, c)
    params = {"worth": str(value), "value": str(standing.value)}
    if value >= standing.value + c.redouble_margin:
        return REDOUBLE, Reason("bid.redouble", params)
    return PASS, Reason("bid.no_redouble", params)
