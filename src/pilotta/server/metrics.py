"""What the process counts, for ``/metrics``."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

WRITES: Final = Counter("pilotta_writes", "Writes that were committed")
COMMITS: Final = Counter("pilotta_commits", "Transactions that were committed")
LOST_RACES: Final = Counter("pilotta_lost_races", "Log entries that another process or task wrote first")
EVENTS: Final = Counter("pilotta_table_events", "Entries of tables' logs written here", ["kind"])
REFUSALS: Final = Counter("pilotta_refusals", "Commands refused", ["code"])
CONNECTIONS: Final = Gauge("pilotta_connections", "WebSockets open now")
OVERFLOWS: Final = Counter("pilotta_overflows", "WebSockets closed because they were too slow")
TABLES: Final = Gauge("pilotta_tables_loaded", "Tables held in memory")
BOT_SECONDS: Final = Histogram(
    "pilotta_bot_seconds",
    "Time a bot took, the way to its process included",
    ["bot"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3),
)
BOT_FAILURES: Final = Counter("pilotta_bot_failures", "Bot moves made by the server instead", ["bot", "why"])
