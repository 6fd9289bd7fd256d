"""A log in memory, for a table that lives and ends with its process: a terminal's, a browser's."""

from collections.abc import Iterable

from pilotta.table.entries import Created, Entry
from pilotta.table.folding import fold
from pilotta.table.proposals import Proposal, adopt, propose_table
from pilotta.table.state import News, Table


class MemoryLog:
    """The log of one table and the table that follows from it."""

    def __init__(self, table_id: str, created: Created, at: int = 0) -> None:
        first = propose_table(table_id, created)
        self.entries = [Entry(1, first.text, at)]
        self.table, _ = adopt(None, first, 1, at)

    def commit(self, proposal: Proposal, at: int = 0) -> News:
        """Write what was proposed, and adopt it. ValueError where it was proposed for another moment."""
        at = max(at, self.table.last_at)
        self.table, news = adopt(self.table, proposal, self.table.rev + 1, at)
        self.entries.append(Entry(self.table.rev, proposal.text, at))
        return news


def read_log(table_id: str, entries: Iterable[Entry]) -> Table:
    """The table that a whole log tells of. LogError where it cannot be followed."""
    table: Table | None = None
    for entry in entries:
        table, _ = fold(table, table_id, entry)
    if table is None:
        raise ValueError(f"the log of {table_id} is empty")
    return table
