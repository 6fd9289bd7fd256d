"""Play one match at a table of a rule set, always the same one, and print its log, what each viewer saw of it, and the record.

    python play_table.py academy

A person sits South beside three bots, as in a browser without a server: the log is in memory, the bots act when they are due and by
the chance that follows from the log, and the person, played by a bot too, gives commands. Standard library and pilotta only: this runs
in a browser's Python too (run.mjs).
"""

import hashlib
import sys
from random import Random

from pilotta.bots.catalogue import make_bot
from pilotta.game.record import record_text
from pilotta.rules.catalogue import preset
from pilotta.table import (
    BotTurn,
    Continue,
    Created,
    DealTurn,
    Lesson,
    MemoryLog,
    Player,
    Proposal,
    Seated,
    Watcher,
    Witness,
    due,
    events_for,
    hushed,
    propose,
    propose_deal,
    read_log,
    reasons_for,
    record_for,
    seed_of,
    view_for,
)

PERSON = Seated(0, "me")


def play(name: str) -> None:
    chance = Random(f"pilotta table {name}")
    bots = (Player(bot="random"), Player(bot="cafe"), Player(bot="random"))
    created = Created(
        preset(name),
        3,
        automatic=False,
        pace_ms=600,
        deal_wait_ms=30_000,
        secret="kept",
        players=(Player("Μαρία", "me"), *bots),
        training=True,
    )
    log = MemoryLog("browser", created, 1_700_000_000_000)
    while not log.table.over:
        table = log.table
        turn, at = due(table), table.last_at + 250
        answer: object
        if isinstance(turn, DealTurn) and table.deals and not table.ready:
            answer = propose(table, 0, Continue(table.deals))
        elif isinstance(turn, DealTurn):
            answer, at = propose_deal(table, chance), turn.at
        elif isinstance(turn, BotTurn):
            decision = make_bot(turn.bot, turn.seed).act(turn.view)
            answer, at = propose(table, turn.view.seat, decision.action, decision.reason), turn.at
        else:
            seen = view_for(table, PERSON).seen
            answer = propose(table, 0, make_bot("cafe", seed_of(table, 0)).act(seen).action)
        assert isinstance(answer, Proposal), answer
        news = log.commit(answer, at)
        print(*log.entries[-1])
        for viewer in (PERSON, Watcher(), Witness()):
            print("  ", *events_for(news, viewer))
            sight = repr(view_for(log.table, viewer)).encode()
            print("  ", hashlib.sha256(sight).hexdigest()[:16], hushed(log.table, viewer, Lesson.HINT))
    # What was adopted step by step is what the log tells from the start.
    assert read_log("browser", log.entries) == log.table
    print(reasons_for(log.table, PERSON, 1))
    record = record_for(log.table, PERSON)
    print(record_text(record), end="")  # type: ignore[arg-type]


if __name__ == "__main__":
    play(sys.argv[1])
