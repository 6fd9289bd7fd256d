"""Small parts: names, tokens, limits, settings, files, the guard, the generated types."""

import re
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilotta.server import codes, generate, protocol
from pilotta.server.assets import Assets
from pilotta.server.gateway import Connection
from pilotta.server.guard import Guard
from pilotta.server.guests import NAME_LENGTH, clean_name, token_in
from pilotta.server.limits import KEYS, Bucket, Buckets
from pilotta.server.settings import SettingError, Settings
from pilotta.table import Seated

SOUTH = Seated(0, "guest")
SERVER = Path(generate.__file__).parent


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Μαρία", "Μαρία"),
        ("  Μαρία \n  Π. ", "Μαρία Π."),
        ("e\u0301lie", "\u00e9lie"),
        ("a\u202eb\u200bc", "abc"),
        ("\u0000\u0007", None),
        ("   ", None),
        ("\u200b", None),
        ("!!!", None),
        ("x" * NAME_LENGTH, "x" * NAME_LENGTH),
        ("x" * (NAME_LENGTH + 1), None),
        ("Z\u0335\u0336\u0337\u0338\u0321a", "Z\u0335\u0336\u0337a"),
        ("\u0301\u0316a", "a"),
        ("a \u0301 b", "a b"),
        ("a\u0327 \u0327\u0327b", "a\u0327 b"),
        ("\u3164", None),
        ("\u115f\u1160 \uffa0", None),
        ("\u2800\ufe0f\u034f\U000e0101", None),
        ("a\u3164\u115fb\u17b4", "ab"),
        ("e\u034f\u0301", "\u00e9"),
        ("e\u200d\u0301", "\u00e9"),
        ("a" + "\u0301" * 23, "\u00e1\u0301\u0301\u0301"),
        ("Ὦ δέσποτα", "Ὦ δέσποτα"),
        ("क्षेत्री", "क्षेत्री"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("Ο 'Ζορρο'", "Ο 'Ζορρο'"),
    ],
)
def test_names(given: str, kept: str | None) -> None:
    assert clean_name(given) == kept


@given(st.text())
def test_a_name_that_is_kept_is_kept_as_it_is(text: str) -> None:
    name = clean_name(text)
    if name is not None:
        assert clean_name(name) == name
        assert name.isprintable()


@pytest.mark.parametrize(
    ("headers", "token"),
    [
        ([(b"cookie", b"pilotta=abc; other=1")], "abc"),
        ([(b"cookie", b"other=1; pilotta=abc")], "abc"),
        ([(b"authorization", b"Bearer xyz"), (b"cookie", b"pilotta=abc")], "xyz"),
        ([(b"authorization", b"Basic xyz")], None),
        ([(b"authorization", b"Bearer ")], None),
        ([(b"cookie", b"\xff\xfe=;;;==")], None),
        ([(b"cookie", b"pilotta=")], None),
        ([], None),
    ],
)
def test_where_a_token_is_found(headers: list[tuple[bytes, bytes]], token: str | None) -> None:
    assert token_in(headers) == token


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    bucket = Bucket(2.0, 3.0)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_buckets_are_bounded() -> None:
    buckets = Buckets(0.0, 1.0)
    assert buckets.take("first")
    assert not buckets.take("first")
    for each in range(KEYS + 5):
        buckets.take(str(each))
    assert len(buckets._buckets) == KEYS


def test_settings_from_the_environment_and_from_the_caller() -> None:
    environment = {
        "PILOTTA_PORT": "8100",
        "PILOTTA_DATA_DIR": "/srv/pilotta",
        "PILOTTA_METRICS": "off",
        "PILOTTA_ALLOWED_ORIGINS": "https://a.example, https://b.example",
        "PILOTTA_DEAL_WAIT": "5.5",
        "OTHER": "x",
    }
    made = Settings.load(environment, port=8200, host=None)
    assert (made.port, made.host, made.data_dir, made.metrics) == (
        8200,
        "127.0.0.1",
        Path("/srv/pilotta"),
        False,
    )
    assert made.allowed_origins == ("https://a.example", "https://b.example")
    assert made.deal_wait == 5.5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "many"),
        ("PORT", "٨٠"),
        ("PORT", "8_000"),
        ("PORT", "8" * 5000),
        ("DEAL_WAIT", "٥"),
        ("METRICS", "perhaps"),
        ("LOG_FORMAT", "xml"),
        ("DEAL_WAIT", "-1"),
        ("DEAL_WAIT", "nan"),
        ("SWEEP_INTERVAL", "inf"),
        ("TRUSTED_PROXIES", "127.0.0.1,proxy"),
        ("TRUSTED_PROXIES", "*"),
        ("QUEUE_SIZE", "0"),
        ("QUEUE_SIZE", "1.5"),
    ],
)
def test_settings_that_cannot_be_are_named(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=f"(?i){name}"):
        Settings.load({f"PILOTTA_{name}": value})


def test_names_that_are_no_settings() -> None:
    with pytest.raises(
        SettingError, match=r"PILOTTA_METRIC: there is no such setting; is it PILOTTA_METRICS\?"
    ):
        Settings.load({"PILOTTA_METRIC": "on"})
    with pytest.raises(SettingError, match=r"PILOTTA_XYZZY: there is no such setting$"):
        Settings.load({"PILOTTA_XYZZY": "1"})
    Settings.load({"PILOTTA_LANG": "el", "PILOTTA_PURE": "1", "OTHER": "x"})


def test_files_of_the_client(client_files: Path) -> None:
    assets = Assets(client_files)
    index = assets.find("/")
    assert index is not None
    assert index.packed is not None
    assert assets.find("/t/0123") is assets.find("/review/ab-c_9/") is index
    assert assets.page is index
    for nobody in ("/healthz", "/docs", "/table/0123", "/t", "/t/a/b", "/t/ä", "/review/" + "x" * 65):
        assert assets.find(nobody) is None, nobody
    assert assets.find("/missing.js") is None
    assert assets.find("/../conftest.py") is None
    assert assets.find("/assets/../index.html") is None
    script = assets.find("/assets/index-Dq3x_9aB.js")
    assert script is not None
    assert "immutable" in script.cache
    theme = assets.find("/theme.js")
    assert theme is not None
    assert theme.cache == index.cache == "no-cache"
    assert "script-src 'self' 'sha256-" in assets.policy()
    assert not Assets(client_files / "nothing").built


async def asked(headers: list[tuple[bytes, bytes]], kind: str = "websocket", method: str = "POST") -> bool:
    """Whether a request with these headers gets through the guard."""
    reached = []

    async def app(_scope: Any, _receive: Any, _send: Any) -> None:
        reached.append(True)

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        assert message["type"] in ("websocket.close", "http.response.start", "http.response.body")

    guard = Guard(app, origins=["https://table.example/"], policy="")
    scope = {"type": kind, "path": "/", "query_string": b"", "method": method, "headers": headers}
    await guard(scope, receive, send)
    return bool(reached)


@pytest.mark.parametrize(
    ("origin", "host", "through"),
    [
        (b"http://127.0.0.1:8000", b"127.0.0.1:8000", True),
        (b"https://pilotta.example", b"pilotta.example", True),
        (b"https://PILOTTA.example", b"pilotta.EXAMPLE", True),
        (b"https://table.example", b"127.0.0.1:8000", True),
        (b"http://127.0.0.1:8001", b"127.0.0.1:8000", False),
        (b"http://evil.example", b"127.0.0.1:8000", False),
        (b"http://127.0.0.1:8000.evil.example", b"127.0.0.1:8000", False),
        (b"http://user@127.0.0.1:8000", b"127.0.0.1:8000", False),
        (b"null", b"127.0.0.1:8000", False),
        (b"", b"", False),
        (b"file://", b"", False),
        (b"http://[", b"127.0.0.1:8000", False),
        (b"\xff", b"127.0.0.1:8000", False),
    ],
)
async def test_only_our_own_pages_get_in(origin: bytes, host: bytes, through: bool) -> None:
    headers = [(b"host", host), (b"origin", origin)]
    assert await asked(headers) is through
    assert await asked(headers, "http") is through
    assert await asked(headers, "http", "GET")


async def test_programs_send_no_origin() -> None:
    assert await asked([(b"host", b"127.0.0.1:8000")])


def test_a_full_queue_is_noticed() -> None:
    connection = Connection(SOUTH, "", 2)
    connection.push(b"1")
    connection.push(b"2")
    assert not connection.overflowed.is_set()
    connection.push(b"3")
    assert connection.overflowed.is_set()
    assert connection.frames.qsize() == 2


# The protocol


def test_the_generated_types_are_fresh() -> None:
    assert generate.main(["--check"]) == 0


def test_generating_is_repeatable(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "protocol.ts"
    assert generate.main(["--check", "--output", str(path)]) == 1
    assert generate.main(["--output", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == generate.typescript()
    assert generate.main(["--check", "--output", str(path)]) == 0


def test_every_code_that_the_server_uses_is_in_the_protocol() -> None:
    known = {*codes.REFUSAL_CODES, *codes.ERROR_CODES}
    families = {code.split(".")[0] for code in known} - {"action", "call", "play"}
    pattern = re.compile(rf'"((?:{"|".join(sorted(families))})\.[a-z_]+)"')
    logged_only = {"server.late", "server.illegal", "server.broken"}
    used = {
        code
        for path in SERVER.rglob("*.py")
        if path.name != "codes.py"
        for code in pattern.findall(path.read_text(encoding="utf-8"))
    }
    assert used - logged_only <= known
    assert set(codes.CLOSE_CODES) <= set(codes.ERROR_CODES)
    assert len(set(codes.CLOSE_CODES.values())) == len(codes.CLOSE_CODES)


@pytest.mark.parametrize(
    "frame",
    [
        '{"type":"hello","version":1}',
        '{"type":"hello","version":1,"rev":7}',
        '{"type":"act","id":"a-1","action":{"kind":"play","card":31}}',
        '{"type":"act","id":"a-1","action":{"kind":"continue","deal":1},"rev":4}',
        '{"type":"ping"}',
        '{"type":"pong"}',
    ],
)
def test_frames_that_are_read(frame: str) -> None:
    message = msgspec.json.decode(frame, type=protocol.ClientMessage)
    assert msgspec.json.decode(msgspec.json.encode(message), type=protocol.ClientMessage) == message


@pytest.mark.parametrize(
    "frame",
    [
        '{"type":"act","id":"a","action":{"kind":"play","card":32}}',
        '{"type":"act","id":"a","action":{"kind":"play","card":-1}}',
        '{"type":"act","id":"a","action":{"kind":"play","card":1.5}}',
        '{"type":"act","id":"a","action":{"kind":"play","card":true}}',
        '{"type":"act","id":"a","action":{"kind":"play","card":1,"seat":2}}',
        '{"type":"act","id":"","action":{"kind":"play","card":1}}',
        '{"type":"act","id":"a b","action":{"kind":"play","card":1}}',
        '{"type":"act","id":"a","action":{"kind":"deal"}}',
        '{"type":"act","id":"a","action":{"kind":"call","call":"123456789"}}',
        '{"type":"act","id":"a","action":{"kind":"continue","deal":0}}',
        '{"type":"hello"}',
        '{"type":"welcome"}',
        '{"type":"hello","version":1,"seat":2}',
    ],
)
def test_frames_that_are_not(frame: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(frame, type=protocol.ClientMessage)
