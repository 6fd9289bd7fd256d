"""Announcing and showing: every bot says what it holds, since silence only loses points."""

from pilotta.bots.bot import Decision, Reason
from pilotta.game.actions import Announce, Show
from pilotta.game.view import PlayerView


def speak(view: PlayerView) -> Decision | None:
    """The announcement or show that is due now, or None where a call or a card is.

    At an automatic table what goes with a card happens by itself.
    """
    legal = view.legal
    if legal.asked_announce or (legal.may_announce and not view.automatic):
        points = sum(each.points for each in view.own_declarations)
        reason = Reason("declare.announce", {"points": str(points)}) if points else Reason("declare.nothing")
        return Decision(Announce(view.seat, legal.may_announce), reason)
    if legal.asked_show or (legal.may_show and not view.automatic):
        return Decision(Show(view.seat, yes=True), Reason("declare.show"))
    return None
