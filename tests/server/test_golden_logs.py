"""Logs of matches that were played by version 0.1 fold for ever, to the same records."""

import json
from pathlib import Path

import pytest

from pilotta.server import table
from pilotta.server.logbook import Entry
from pilotta.server.table import Table

LOGS = sorted((Path(__file__).parent.parent / "data" / "logs").glob("*.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_log_folds_to_its_record(path: Path) -> None:
    state: Table | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        state, _ = table.fold(state, "0123456789abcdef", Entry(row["seq"], row["payload"], row["at"]))
    assert state is not None
    assert state.over
    record = table.record(state)
    assert record is not None
    assert record.strip() == path.with_suffix(".pilotta.json").read_text(encoding="utf-8").strip()


def test_there_are_logs_of_every_rule_set() -> None:
    assert {"academy", "kafeneio", "bourlot", "club"} <= {path.stem for path in LOGS}
