"""Logs of matches that were played by version 0.1 fold for ever, to the same records, and are written again to the byte."""

import json
from pathlib import Path

import pytest

from pilotta.game.record import record_text
from pilotta.said import Said
from pilotta.table import Entry, Seated, read, read_log, record_for, write

LOGS = sorted((Path(__file__).parent.parent / "data" / "logs").glob("*.jsonl"))


def entries_of(path: Path) -> list[Entry]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Entry(row["seq"], row["payload"], row["at"]) for row in rows]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_golden_log_folds_to_its_record(path: Path) -> None:
    table = read_log("0123456789abcdef", entries_of(path))
    assert table.over
    record = record_for(table, Seated(0, "somebody"))
    assert not isinstance(record, Said)
    kept = path.with_suffix(".pilotta.json").read_text(encoding="utf-8")
    assert record_text(record).strip() == kept.strip()


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_entry_of_a_golden_log_is_written_as_it_was(path: Path) -> None:
    for entry in entries_of(path):
        assert write(read(entry.payload)) == entry.payload


def test_there_are_logs_of_every_rule_set() -> None:
    assert {"academy", "kafeneio", "bourlot", "club"} <= {path.stem for path in LOGS}
