"""Records: strict reading, refereeing, and that nothing but RecordError and IllegalRecord ever comes out."""

import copy
import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.driver import examples, last_state, rule_sets
from tests.game.test_invariants import check_result
from tests.rules.tables import DATA, table

from pilotta.game.phase import Phase
from pilotta.game.record import MAX_BYTES, Record, RecordError, parse_record, record_of, record_text
from pilotta.game.referee import IllegalRecord, replay, summary
from pilotta.rules.catalogue import PRESETS, preset
from pilotta.rules.errors import CODES

RECORDS = sorted((DATA / "records").glob("*.pilotta.json"))
NOTATION = DATA / "records" / "notation.pilotta.json"
STRICT = table("strict")
BASE = json.loads(NOTATION.read_text(encoding="utf-8"))


def patched(case: dict[str, Any]) -> Any:
    data = copy.deepcopy(BASE)
    place = data
    *way, last = case["path"]
    for step in way:
        place = place[step]
    if case.get("remove"):
        del place[last]
    elif "append" in case:
        place[last].append(case["append"])
    else:
        place[last] = case["value"]
    return data


def name_of(case: dict[str, Any]) -> str:
    return f"{case['path']}={case.get('value', case.get('append', 'removed'))}"[:60]


@pytest.mark.parametrize("case", STRICT["text"], ids=lambda case: case["name"])
@pytest.mark.parametrize("as_bytes", [False, True])
def test_text_that_is_no_record(case: dict[str, Any], as_bytes: bool) -> None:
    with pytest.raises(RecordError) as raised:
        parse_record(case["text"].encode() if as_bytes else case["text"])
    check_error(raised.value, case)


@pytest.mark.parametrize("case", STRICT["patch"], ids=name_of)
def test_one_thing_wrong(case: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as raised:
        parse_record(json.dumps(patched(case)))
    check_error(raised.value, case)


def check_error(error: RecordError, case: dict[str, Any]) -> None:
    assert error.where.startswith(case["where"])
    assert case["says"] in str(error)
    assert len(str(error)) < 400
    assert "\n" not in str(error)


@pytest.mark.parametrize("case", STRICT["illegal"], ids=name_of)
def test_a_record_that_breaks_its_rules(case: dict[str, Any]) -> None:
    record = parse_record(json.dumps(patched(case)))
    with pytest.raises(IllegalRecord) as raised:
        replay(record)
    data = raised.value.data()
    assert data.pop("message")
    assert data == case["error"]
    assert raised.value.rule in CODES


def test_the_example_of_the_notation() -> None:
    """What ``docs/notation.md`` shows is what comes out."""
    found = summary(replay(parse_record(NOTATION.read_bytes())))
    assert found == {
        "deals": [
            {
                "passed_out": False,
                "contract": "80H",
                "declarer": "E",
                "multiplier": 1,
                "tricks": {"NS": 3, "EW": 5},
                "cards": {"NS": 61, "EW": 101},
                "declarations": {"NS": 0, "EW": 20},
                "pilotta": {"NS": 20, "EW": 0},
                "made": True,
                "capot": None,
                "score": {"NS": 8, "EW": 20},
            }
        ],
        "total": {"NS": 8, "EW": 20},
        "wins": {"NS": 0, "EW": 0},
        "winner": None,
    }
    assert list(found["deals"][0])[:4] == ["passed_out", "contract", "declarer", "multiplier"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_records_on_file(path: Path) -> None:
    """They read, replay, agree with the second formulation, and are written in the same bytes."""
    record = parse_record(path.read_bytes())
    replayed = replay(record)
    for deal, result in zip(replayed.state.finished, replayed.state.results, strict=True):
        assert check_result(record.rules, deal, result)
    assert parse_record(record_text(record)) == record
    assert record_of(replayed.state, record.players).deals == record.deals
    expected = path.with_name(path.name.replace(".pilotta.json", ".summary.json"))
    if expected.exists():
        assert summary(replayed) == json.loads(expected.read_text(encoding="utf-8"))


def test_transcripts_exist_for_every_preset() -> None:
    assert {path.name for path in RECORDS} >= {f"transcript-{name}.pilotta.json" for name in PRESETS}


def test_a_record_may_stop_anywhere() -> None:
    whole = BASE["deals"][0]
    for calls in range(len(whole["calls"]) + 1):
        for plays in (0,) if calls < 5 else range(33):
            data = copy.deepcopy(BASE)
            data["deals"][0] |= {"calls": whole["calls"][:calls], "plays": whole["plays"][:plays]}
            found = summary(replay(parse_record(json.dumps(data))))["deals"][0]
            if plays == 32:
                assert "unfinished" not in found
            else:
                assert found["unfinished"] is True
                assert "score" not in found
                assert found["contract"] == ("80H" if calls == 5 else None)


@pytest.mark.parametrize("case", STRICT["not_played"], ids=lambda case: " ".join(case["lapses"]))
@pytest.mark.parametrize(
    "calls", [["P"] * 4, ["P", "80H"], []], ids=["passed out", "in the auction", "no call"]
)
def test_where_no_card_was_to_be_played_nobody_forgot_anything(
    case: dict[str, Any], calls: list[str]
) -> None:
    data = copy.deepcopy(BASE)
    data["deals"][0] |= {"calls": calls, "plays": [], **case["lapses"]}
    with pytest.raises(IllegalRecord) as raised:
        replay(parse_record(json.dumps(data)))
    assert (raised.value.deal, raised.value.rule) == (1, "record.not_played")
    assert raised.value.message == (
        f"no card was to be played in this deal, so {case['seat']} can have forgotten or called nothing"
    )


def test_a_number_of_thousands_of_digits() -> None:
    with pytest.raises(RecordError) as raised:
        parse_record('{"version": ' + "7" * 5000 + "}")
    assert str(raised.value) == "no record: a number of 5000 digits is larger than any that is read here"


def test_only_the_last_deal_may_stop_early() -> None:
    data = copy.deepcopy(BASE)
    data["deals"] = [{**BASE["deals"][0], "plays": ["KH"]}, BASE["deals"][0]]
    with pytest.raises(IllegalRecord) as raised:
        replay(parse_record(json.dumps(data)))
    assert (raised.value.deal, raised.value.rule) == (1, "record.unfinished")


def test_no_deal_after_the_match() -> None:
    data = copy.deepcopy(BASE)
    data["rules"] = {"preset": "academy", "target": 101}
    whole, dealers = BASE["deals"][0], "WSEN"
    # The same cards, turned a seat with each dealer: the same deal for the side whose turn it is.
    hands = whole["hands"][2:].split()
    for number in range(1, 30):
        dealer = dealers[number % 4]
        turned = {"dealer": dealer, "hands": f"{'SENW'[number % 4]}:" + " ".join(hands)}
        data["deals"].append({**turned, "calls": whole["calls"], "plays": whole["plays"]})
    with pytest.raises(IllegalRecord) as raised:
        replay(parse_record(json.dumps(data)))
    assert raised.value.rule == "record.match_over"
    assert raised.value.data().keys() == {"deal", "rule", "message"}
    data["deals"] = data["deals"][: raised.value.deal - 1]
    state = replay(parse_record(json.dumps(data))).state
    assert state.phase is Phase.OVER
    assert max(state.totals) >= 101


def test_an_empty_match() -> None:
    data = {**BASE, "deals": []}
    assert summary(replay(parse_record(json.dumps(data)))) == {
        "deals": [],
        "total": {"NS": 0, "EW": 0},
        "wins": {"NS": 0, "EW": 0},
        "winner": None,
    }


def test_input_forms() -> None:
    """Lower case, 10 for T, suit symbols, Greek ranks, any first seat; what is written is the plain form."""
    data = copy.deepcopy(BASE)
    deal = data["deals"][0]
    deal["dealer"] = "w"
    deal["calls"] = ["p", "80♥", "p", "P", "p"]
    symbols = dict(zip("SHDC", "♠♥♦♣", strict=True))
    ranks = {"A": "Α", "K": "Ρ", "Q": "Ν", "J": "Β", "T": "10"}
    deal["plays"] = [ranks.get(card[0], card[0]) + symbols[card[1]] for card in deal["plays"]]
    south, east, north, west = deal["hands"][2:].split()
    deal["hands"] = f"n:{north} {west.lower()} {south.replace('T', '10')} {east}"
    assert record_text(parse_record(json.dumps(data))) == record_text(parse_record(NOTATION.read_bytes()))


def test_a_byte_order_mark() -> None:
    text = NOTATION.read_text(encoding="utf-8")
    assert parse_record("\ufeff".encode() + text.encode()) == parse_record(text)
    with pytest.raises(RecordError, match="byte 1"):
        parse_record(text.encode("utf-16"))
    with pytest.raises(RecordError):
        parse_record("\ufeff" + "{")


def test_lapses_of_a_pilotta_are_read_back() -> None:
    data = copy.deepcopy(BASE)
    data["deals"][0]["uncalled"] = ["S"]
    found = summary(replay(parse_record(json.dumps(data))))["deals"][0]
    assert found["pilotta"] == {"NS": 0, "EW": 0}
    assert found["score"] == {"NS": 6, "EW": 20}
    data["deals"][0]["uncalled"] = ["SH"]
    assert summary(replay(parse_record(json.dumps(data))))["deals"][0] == found


# ---- hostile input


@pytest.mark.parametrize(
    "garbage",
    [
        b"\x00" * 100_000_000,
        b"[" * 100_000_000,
        b'{"format":' * 10_000_000,
        b"\xff" * 20_000_000,
        b" " * 100_000_000,
        b"9" * 100_000_000,
    ],
    ids=["nul", "brackets", "objects", "ff", "spaces", "digits"],
)
def test_a_hundred_megabytes_of_garbage(garbage: bytes) -> None:
    begun = time.perf_counter()
    with pytest.raises(RecordError, match="16 MB"):
        parse_record(garbage)
    assert time.perf_counter() - begun < 1


@pytest.mark.parametrize(
    "garbage",
    [
        "[" * 8_000_000,
        '{"a":' * 3_000_000,
        "9" * 8_000_000,
        "-" + "9" * 8_000_000,
        "1e" + "9" * 8_000_000,
        '"' + "\\u0000" * 2_000_000,
        '{"format": "' + "x" * 8_000_000 + '"}',
        '{"format": "pilotta-record", "version": 1, "rules": "' + "x" * 8_000_000 + '", "deals": []}',
        '{"format": "pilotta-record", "version": 1, "rules": {"target": ['
        + "1," * 3_000_000
        + '1]}, "deals": []}',
        '{"format": "pilotta-record", "version": 1, "rules": "club", "deals": [' + "1," * 3_000_000 + "1]}",
        '{"format": "pilotta-record", "version": 1, "rules": "club", "deals": [{"dealer": "S", "hands": "S:'
        + "A" * 8_000_000
        + '"}]}',
        '{"format": "pilotta-record", "version": 1, "rules": {'
        + ",".join(f'"k{i}": 1' for i in range(300_000))
        + '}, "deals": []}',
        '{"format": "pilotta-record", "version": 1, "rules": {"bid_step": ' + "9" * 4000 + '}, "deals": []}',
        '{"format": "pilotta-record", "version": ' + "9" * 4000 + ', "rules": "club", "deals": []}',
    ],
    ids=range(14),
)
def test_large_garbage_that_is_read(garbage: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(RecordError) as raised:
        parse_record(garbage)
    assert time.perf_counter() - begun < 5
    assert len(str(raised.value)) < 1000
    assert "\n" not in str(raised.value)


def test_no_depth_of_nesting_raises_anything_else() -> None:
    """Just below the limit of the JSON reader the value is built and has to be refused by its form."""
    for form in ('{"format": %s}', '{"format": "pilotta-record", "version": 1, "rules": %s, "deals": []}',
                 '{"format": "pilotta-record", "version": 1, "rules": {"target": %s}, "deals": []}',
                 '{"format": "pilotta-record", "version": 1, "rules": "club", "deals": [%s]}'):  # fmt: skip
        for depth in [*range(1, 40, 13), *range(880, 1010), 5000, 100_000]:
            with pytest.raises(RecordError):
                parse_record(form % ("[" * depth + "]" * depth))


VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 3, 10**30, 0.5, 1e300, "", "S", "P", "80H", "XX", "7H", "JS", "\ud800", "\x00", "S:", "academy",
    "x" * 500, [], [[]], ["S"], ["S", "S"], ["P"], {}, {"S": 1}, {"preset": "club"}, {"preset": "bourlot", "target": 4000},
]  # fmt: skip


def mutate(chance: Random, data: Any) -> Any:
    """Change one thing somewhere."""
    places: list[tuple[Any, Any]] = []

    def collect(value: Any) -> None:
        items = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        for key, each in list(items):
            places.append((value, key))
            collect(each)

    collect(data)
    holder, key = chance.choice(places)
    kind = chance.randrange(6)
    if kind == 0:
        holder[key] = copy.deepcopy(chance.choice(VALUES))
    elif kind == 1:
        del holder[key]
    elif kind == 2 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif kind == 3 and isinstance(holder, list):
        other = chance.randrange(len(holder))
        holder[key], holder[other] = holder[other], holder[key]
    elif kind == 4 and isinstance(holder[key], str) and holder[key]:
        at = chance.randrange(len(holder[key]))
        holder[key] = holder[key][:at] + chance.choice("SENWAKQJT987.: PXHDC0\u00e9") + holder[key][at + 1 :]
    elif isinstance(holder, dict):
        holder[
            chance.choice(["silent", "unshown", "uncalled", "miscalled", "calls", "plays", "extra", "preset"])
        ] = copy.deepcopy(chance.choice([*VALUES, ["E"], ["N", "W"], ["EH"]]))
    return data


@given(rules=rule_sets(), seed=st.integers(0, 2**32))
@examples(15)
def test_a_spoiled_record_gives_one_clear_error(rules: Any, seed: int) -> None:
    chance = Random(seed)
    state = last_state(rules, seed, automatic=chance.random() < 0.5, deals=2)
    text = record_text(record_of(state, {"S": "Σ", "N": "Ν"}))
    for _ in range(20):
        data = json.loads(text)
        for _ in range(chance.choice((1, 1, 2, 5))):
            if not (isinstance(data, dict) and data):
                break
            data = mutate(chance, data)
        check_mutant(json.dumps(data))


def check_mutant(text: str) -> None:
    """It reads and replays, or one error says what is wrong; anything else is raised here."""
    record, error = read(text)
    if record is None:
        assert 0 < len(str(error)) < 1000
        return
    record_text(record).encode()
    assert parse_record(record_text(record)) == record
    found, illegal = refereed(record)
    if illegal is not None:
        assert illegal.rule in CODES
        assert illegal.deal >= 1
        found = illegal.data()
    assert json.dumps(found, ensure_ascii=False).encode()


def read(text: str) -> tuple[Record | None, RecordError | None]:
    try:
        return parse_record(text), None
    except RecordError as error:
        return None, error


def refereed(record: Record) -> tuple[dict[str, Any], IllegalRecord | None]:
    try:
        return summary(replay(record)), None
    except IllegalRecord as error:
        return {}, error


@given(text=st.text() | st.binary())
@examples(200)
def test_any_text(text: str | bytes) -> None:
    with pytest.raises(RecordError):
        parse_record(text)


def test_the_limit_leaves_room_for_any_match() -> None:
    state = last_state(preset("club"), 1, deals=1)
    assert 2000 * len(record_text(record_of(state))) < MAX_BYTES
