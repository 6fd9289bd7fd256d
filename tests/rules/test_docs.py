"""The pages on rules and notation say what the code does: every field, every code, every example."""

import doctest
import json
import re
from pathlib import Path

import pytest
from tests.rules.tables import SOURCES, table

from pilotta.game.record import parse_record, record_text
from pilotta.game.referee import IllegalRecord, replay, summary
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.errors import CODES
from pilotta.rules.ruleset import FIELD_NAMES
from pilotta.sheet import parse_sheet, sheet_text
from pilotta.words import chapter

DOCS = Path(__file__).resolve().parents[2] / "docs"
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
NOTATION = (DOCS / "notation.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### `(\w+)`\n(.*?)(?=^##|\Z)", RULES, flags=re.MULTILINE | re.DOTALL))


def row(section: str, name: str) -> list[str]:
    found = re.search(rf"^\| {name} \| (.*) \|$", section, flags=re.MULTILINE)
    assert found, f"no line {name!r}"
    return [cell.strip() for cell in found[1].split(" | ")]


def test_every_field_has_its_paragraph() -> None:
    assert list(SECTIONS) == [name for name in FIELD_NAMES if name != "preset"]


@pytest.mark.parametrize("name", [name for name in FIELD_NAMES if name != "preset"])
def test_a_field_is_told_with_its_values_and_sources(name: str) -> None:
    section, said = SECTIONS[name], table("presets")[name]
    assert len(section.split("| |")[0].split()) >= 8
    assert [json.loads(cell.strip("`")) for cell in row(section, "value")] == [
        each["value"] for each in said.values()
    ]
    assert [cell.strip("*") for cell in row(section, "says")] == [each["source"] for each in said.values()]
    assert all(cell in (*SOURCES[:4], "**decision**") for cell in row(section, "says"))


def test_every_document_is_cited_by_its_file_name() -> None:
    for source in SOURCES[:4]:
        assert RULES.count(source) > 10
    assert all(f"| `{name}` |" in RULES for name in PRESETS)


def test_links_within_the_page_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", RULES, flags=re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    for page in (RULES, NOTATION):
        for target in re.findall(r"\]\((?:rules\.md)?#([^)]*)\)", page):
            assert target in anchors


@pytest.mark.parametrize("name", ["rules.md", "notation.md", "words.md"])
def test_examples_run_as_printed(name: str) -> None:
    result = doctest.testfile(
        str(DOCS / name), module_relative=False, encoding="utf-8", optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert result.attempted > 3
    assert result.failed == 0


def test_the_table_of_codes_is_the_codes() -> None:
    part = NOTATION.split("## Codes")[1].split("\n## ")[0]
    found = re.findall(r"^\| `([\w.]+)` \| (.+?) \| (.*) \|$", part, flags=re.MULTILINE)
    english = chapter("en", "plain")
    assert [(code, sentence) for code, _, sentence in found] == [(code, english[code]) for code in CODES]


def blocks() -> list[str]:
    return re.findall(r"```json\n(.*?)```", NOTATION, flags=re.DOTALL)


def test_the_record_of_the_page_gives_the_summary_of_the_page() -> None:
    record, found, _, _ = blocks()
    read = parse_record(record)
    assert summary(replay(read)) == json.loads(found)
    assert parse_record(record_text(read)) == read


def test_the_error_of_the_page() -> None:
    record, _, error, _ = blocks()
    with pytest.raises(IllegalRecord) as raised:
        replay(parse_record(record.replace('"JH"', '"7H"', 1)))
    assert {"error": raised.value.data()} == json.loads(error)


def test_every_field_of_records_and_summaries_is_named() -> None:
    record, found, _, _ = blocks()
    data, result = json.loads(record), json.loads(found)
    names = {
        *data,
        *data["deals"][0],
        *result,
        *result["deals"][0],
        "silent",
        "unshown",
        "uncalled",
        "miscalled",
        "unfinished",
    }
    assert all(f"`{name}`" in NOTATION for name in names - {"deals"})


def test_the_sheet_of_the_page_is_read() -> None:
    *_, text = blocks()
    sheet = parse_sheet(text)
    data = json.loads(text)
    assert json.loads(sheet_text(sheet)) == data
    assert all(f"`{name}`" in NOTATION for name in data)
