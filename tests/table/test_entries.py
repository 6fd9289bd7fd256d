"""The text of a log: written in notation, read strictly, the same bytes for ever."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.driver import examples
from tests.table.matches import ID, START, created, random_match

from pilotta.game.actions import MakeCall, PlayCard
from pilotta.rules.auction import parse_call
from pilotta.rules.catalogue import PRESETS, all_fields
from pilotta.said import Said
from pilotta.table import Done, Entry, LogError, NewerLog, Ready, fold, read, write
from pilotta.table.entries import PassedOver

SHORT = {name: rules.change(target=101 * rules.unit, wins_needed=1) for name, rules in PRESETS.items()}

MATCH = random_match(SHORT["academy"], 5)[:40]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_log_is_text_that_reads_back(preset: str) -> None:
    for entry, _ in random_match(SHORT[preset], 3, automatic=False):
        assert write(read(entry.payload)) == entry.payload
        assert json.loads(entry.payload)["kind"]


def test_the_log_is_written_in_notation() -> None:
    texts = [json.loads(entry.payload) for entry, _ in random_match(SHORT["academy"], 5)]
    assert texts[0]["rules"] == all_fields(SHORT["academy"])
    assert texts[0]["players"]["S"] == {"name": "Μαρία", "guest": "guest-S"}
    assert texts[0]["players"]["E"] == {"bot": "random"}
    assert texts[1]["kind"] == "deal"
    assert texts[1]["hands"].startswith("S:")
    call = next(each for each in texts if each["kind"] == "call")
    assert (call["seat"], call["call"]) == ("S", "P") or call["call"][-1] in "SHDC"
    assert {"kind", "seat", "card"} <= set(next(each for each in texts if each["kind"] == "play"))


@given(code=st.text(), params=st.dictionaries(st.text(), st.text(), max_size=4))
@examples(60)
def test_any_reason_reads_back(code: str, params: dict[str, str]) -> None:
    done = Done(PlayCard(2, 12, True), Said(code, params))
    assert read(write(done)) == done


def test_the_bytes_of_each_kind() -> None:
    told = Done(MakeCall(0, parse_call("80H")), Said("bid.strong", {"suit": "H", "σχόλιο": 'a"\n'}))
    assert write(told) == (
        '{"kind":"call","seat":"S","call":"80H","why":{"code":"bid.strong","params":{"suit":"H","σχόλιο":"a\\"\\n"}}}'
    )
    assert write(Done(PlayCard(3, 0))) == '{"kind":"play","seat":"W","card":"7S"}'
    assert write(Done(PlayCard(3, 5, True), Said("x"))) == (
        '{"kind":"play","seat":"W","card":"QS","pilotta":true,"why":{"code":"x"}}'
    )
    assert write(Ready(1)) == '{"kind":"ready","seat":"E"}'
    with pytest.raises(TypeError):
        write(PassedOver("talk?"))


BROKEN = [
    "",
    "[]",
    "null",
    '{"kind":7}',
    '{"seat":"S"}',
    "{" * 100_000,
    '{"kind":"play","seat":"S","card":"1H"}',
    '{"kind":"play","seat":"X","card":"JH"}',
    '{"kind":"play","seat":"","card":"JH"}',
    '{"kind":"play","seat":"SE","card":"JH"}',
    '{"kind":"play","seat":0,"card":"JH"}',
    '{"kind":"play","seat":"S","card":"JH","pilotta":1}',
    '{"kind":"play","seat":"S","card":"JH","pilotta":null}',
    '{"kind":"play","seat":"S","card":"JH","why":"because"}',
    '{"kind":"play","seat":"S","card":"JH","why":{"params":{}}}',
    '{"kind":"play","seat":"S","card":"JH","why":{"code":"x","params":{"a":1}}}',
    '{"kind":"play","seat":"S","seat":"E","card":"JH"}',
    '{"kind":"call","seat":"S","call":"80Z"}',
    '{"kind":"announce","seat":"S","yes":1}',
    '{"kind":"announce","seat":"S"}',
    '{"kind":"deal","hands":"S:AKQ"}',
    '{"kind":"ready"}',
    '{"kind":"ready","seat":NaN}',
    '{"kind":"play","seat":"N","card":"JH"}',
    '{"kind":"created","rules":{"preset":"academy"}}',
]
NEWER = [
    '{"kind":"unheard"}',
    '{"kind":"ready","seat":"S","more":1}',
    '{"kind":"play","seat":"S","card":"JH","took_ms":4}',
    '{"kind":"play","seat":"S","card":"JH","why":{"code":"x","depth":4}}',
]


@pytest.mark.parametrize("payload", BROKEN + NEWER)
def test_a_log_that_cannot_be_followed_is_refused(payload: str) -> None:
    table, _ = fold(None, ID, created(SHORT["academy"]))
    with pytest.raises(LogError) as refused:
        fold(table, ID, Entry(2, payload, START))
    assert isinstance(refused.value, NewerLog) == (payload in NEWER)
    with pytest.raises(LogError):
        fold(None, ID, Entry(1, payload, START))


@given(
    at=st.integers(0, 10**6),
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=6,
    ),
)
@examples(200)
def test_whatever_stands_in_a_log_is_read_or_refused(at: int, value: object) -> None:
    """Any one value of any entry, the first one's rules and players included, in the place of what stood there."""
    payloads = [entry.payload for entry, _ in MATCH]
    data = json.loads(payloads[at % len(payloads)])
    places: list[tuple[Any, Any]] = [(data, name) for name in data]
    for holder in (data.get("rules"), data.get("players"), data.get("why")):
        places += [(holder, name) for name in holder or ()]
    holder, name = places[at // len(payloads) % len(places)]
    holder[name] = value
    try:
        content = read(json.dumps(data))
    except LogError:
        return
    assert isinstance(content, PassedOver) or read(write(content)) == content


def changed(**fields: object) -> str:
    data: dict[str, Any] = json.loads(created(SHORT["academy"]).payload)
    for name, value in fields.items():
        data[name] = {**data[name], **value} if isinstance(value, Mapping) else value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("fields", "newer"),
    [
        ({"rules": {"moon": 1}}, True),
        ({"clock": "fast"}, True),
        ({"players": {"S": {"guest": "g", "away": True}}}, True),
        ({"rules": {"target": -5}}, False),
        ({"pace_ms": True}, False),
        ({"pace_ms": 1.5}, False),
        ({"dealer": "X"}, False),
        ({"training": None}, False),
        ({"players": {"S": {}}}, False),
        ({"players": {"S": None}}, False),
        ({"players": {"S": {"guest": "g", "bot": "cafe"}}}, False),
        ({"players": {"S": {"guest": 7}}}, False),
        ({"players": {"S": {"guest": ""}}}, False),
        ({"players": {"E": {"bot": ""}}}, False),
        ({"players": {"N": {"guest": "guest-S"}}}, False),
        ({"pace_ms": -1}, False),
        ({"pace_ms": 2**63}, False),
        ({"deal_wait_ms": -1}, False),
        ({"deal_wait_ms": 10**399}, False),
        ({"secret": "\ud800"}, False),
    ],
)
def test_a_table_that_cannot_be_is_refused(fields: dict[str, Any], newer: bool) -> None:
    with pytest.raises(LogError) as refused:
        read(changed(**fields))
    assert isinstance(refused.value, NewerLog) == newer


def test_what_may_be_passed_over_is() -> None:
    plain = read(created(SHORT["academy"]).payload)
    assert read(changed(**{"mood?": 3, "rules": {"moon?": 1}, "players": {"X?": 1}})) == plain
    assert read('{"kind":"play","seat":"S","card":"JH","took_ms?":4,"why":{"code":"x","depth?":4}}') == read(
        '{"kind":"play","seat":"S","card":"JH","why":{"code":"x"}}'
    )
    assert read('{"kind":"talk?","anything":[1]}') == PassedOver("talk?")
    table, _ = fold(None, ID, created(SHORT["academy"]))
    after, _ = fold(table, ID, Entry(2, '{"kind":"talk?"}', START + 9))
    assert (after.rev, after.last_at, after.moves) == (2, START + 9, 0)
