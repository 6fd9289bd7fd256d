"""A table as a thing of its own: a fold over its log, in bare Python, for a server, a terminal and a browser alike.

A log begins with :class:`Created`; :func:`fold` reads its entries. A command becomes a :class:`Proposal` (:func:`propose`), which
whoever keeps the log commits and the table then adopts (:func:`adopt`). :func:`due` says what nobody has to be asked for,
:func:`view_for` and :func:`events_for` what a viewer sees, :func:`hushed` what he may not hear. Of the hands nothing else goes up.
"""

from pilotta.table.entries import (
    Closed,
    Content,
    Created,
    Done,
    Entry,
    FourPlayers,
    LogError,
    NewerLog,
    Player,
    Ready,
    read,
    write,
)
from pilotta.table.folding import fold
from pilotta.table.hearing import (
    Lesson,
    Told,
    hushed,
    reason_for,
    reasons_for,
    record_for,
    seen_then,
)
from pilotta.table.memory import MemoryLog, read_log
from pilotta.table.proposals import (
    Command,
    Continue,
    GiveUp,
    Proposal,
    adopt,
    propose,
    propose_deal,
    propose_table,
    renew,
)
from pilotta.table.state import News, Table
from pilotta.table.turns import BotTurn, DealTurn, due, fallback, seed_of, waits_for_none
from pilotta.table.viewers import (
    Seated,
    TableEvent,
    TableView,
    Viewer,
    Watcher,
    Witness,
    events_for,
    view_for,
    viewer_of,
)

__all__ = [
    "BotTurn",
    "Closed",
    "Command",
    "Content",
    "Continue",
    "Created",
    "DealTurn",
    "Done",
    "Entry",
    "FourPlayers",
    "GiveUp",
    "Lesson",
    "LogError",
    "MemoryLog",
    "NewerLog",
    "News",
    "Player",
    "Proposal",
    "Ready",
    "Seated",
    "Table",
    "TableEvent",
    "TableView",
    "Told",
    "Viewer",
    "Watcher",
    "Witness",
    "adopt",
    "due",
    "events_for",
    "fallback",
    "fold",
    "hushed",
    "propose",
    "propose_deal",
    "propose_table",
    "read",
    "read_log",
    "reason_for",
    "reasons_for",
    "record_for",
    "renew",
    "seed_of",
    "seen_then",
    "view_for",
    "viewer_of",
    "waits_for_none",
    "write",
]
