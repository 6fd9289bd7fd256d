"""Commands that need more than the base package: what they say without it, and what they do with it."""

import contextlib
import os
import pty
import select
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from pilotta.game.record import parse_record
from pilotta.game.referee import replay
from pilotta.server.migrate import migrate

WITHOUT = "import sys; sys.modules['{}'] = None; from pilotta.cli.main import main; sys.exit(main({!r}))"


@pytest.mark.parametrize(
    ("missing", "words", "said"),
    [
        ("textual", ["play"], "pip install 'pilotta[terminal]'"),
        ("uvicorn", ["serve"], "pip install 'pilotta[server]'"),
        ("msgspec", ["serve"], "pip install 'pilotta[server]'"),
    ],
)
def test_without_the_extra(missing, words, said):
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(missing, words)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "needs a terminal"),
        (("--bots", "nobody"), "cafe"),
        (("--bots", "cafe,random"), "three"),
        (("--pace", "99"), "--pace: 0 to 10 seconds"),
        (("--beginners", "--set", "fixed_trump=S"), "--beginners and --set: fixed_trump cannot be"),
        (("--rules", "whist"), "--rules"),
        (("--beginners", "--set", "strains=SH"), "fixed_trump"),
        (("--record", "/nowhere/at/all.json"), "No such file"),
        (("--record", "/tmp"), "Is a directory"),
        (("--record", "x" * 300), "File name too long"),
        (("--record", os.devnull), "not a file"),
    ],
)
def test_a_table_that_cannot_be_opened(shell, words, said):
    ran = shell("play", *words)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["play", "serve"])
@pytest.mark.parametrize("pace", ["nan", "inf", "٠", "1_0", "1e0", " 1"])
def test_a_pace_is_a_number_in_plain_digits(shell, command, pace):
    ran = shell(command, "--pace", pace)
    assert (ran.status, ran.out) == (2, "")
    assert "--pace: a number such as 2 or 0.5" in ran.err


def read_until(handle: int, wanted: str, seconds: float = 30) -> str:
    """What a terminal shows, until it shows this."""
    seen, end = b"", time.monotonic() + seconds
    while wanted.encode() not in seen:
        ready, _, _ = select.select([handle], [], [], max(end - time.monotonic(), 0))
        if not ready:
            raise AssertionError(f"{wanted!r} did not come; {seen[-500:]!r} did")
        seen += os.read(handle, 65536)
    return seen.decode(errors="replace")


@pytest.mark.parametrize("how", ["keys", "hangup", "keys, and the folder is gone"])
def test_a_real_terminal(tmp_path, how):
    """Started in a terminal, left by its keys or by closing the window: the record is there, or one line says why not."""
    path = tmp_path / "folder" / "evening.pilotta.json"
    path.parent.mkdir()
    heard = b""
    ours, theirs = pty.openpty()
    words = ["play", "--lang", "el", "--bots", "random", "--seed", "3", "--pace", "0", "--record", str(path)]
    table = subprocess.Popen(
        [sys.executable, "-m", "pilotta", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
        start_new_session=True,
    )
    os.close(theirs)
    try:
        read_until(ours, "Μίλα")
        if "gone" in how:
            path.parent.rmdir()
        if "keys" in how:
            os.write(ours, b"\x1b[21~")
            read_until(ours, "σηκωθούμε")
            os.write(ours, b"\r")
        else:
            table.send_signal(signal.SIGHUP)
        end = time.monotonic() + 30
        while table.poll() is None and time.monotonic() < end:
            # The last that has the terminal open is gone: Linux calls that an input error.
            with contextlib.suppress(OSError):
                if select.select([ours], [], [], 0.1)[0]:
                    heard += os.read(ours, 65536)
        assert table.poll() == (2 if "gone" in how else 0)
    finally:
        if table.poll() is None:
            table.kill()
        table.wait()
        os.close(ours)
    if "gone" in how:
        assert b"Traceback" not in heard
        assert f"pilotta: {path}: No such file or directory".encode() in heard
        return
    replayed = replay(parse_record(path.read_bytes()))
    assert replayed.unfinished is not None


def test_serving(tmp_path):
    """The address is printed once the server answers, and an interrupt ends it quietly."""
    server = subprocess.Popen(
        [sys.executable, "-m", "pilotta", "serve", "--port", "0", "--data", str(tmp_path / "var")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("Pilotta: http://127.0.0.1:")
        with urllib.request.urlopen(line.split()[1] + "api/health", timeout=20) as answer:
            assert answer.status == 200
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=30) == 0
    finally:
        if server.poll() is None:
            server.kill()
        server.wait()
        server.stdout.close()


@pytest.mark.parametrize(
    "words",
    [
        ("--port", "x"),
        ("--port", "70000"),
        ("--pace", "-1"),
        ("--host", "999.999.999.999"),
        ("--host", "ü..x"),
    ],
)
def test_an_address_that_cannot_be(shell, tmp_path, words):
    ran = shell("serve", "--data", str(tmp_path), *words)
    assert (ran.status, ran.out) == (2, "")
    assert "Traceback" not in ran.err


def newer(file):
    migrate(file)
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda file: file.write_bytes(b"no database " * 1000), "file is not a database"),
        (Path.mkdir, "unable to open database file"),
        (newer, "of another version of Pilotta"),
    ],
)
def test_a_database_that_cannot_be_used(shell, tmp_path, spoil, said):
    spoil(tmp_path / "pilotta.sqlite3")
    ran = shell("serve", "--port", "0", "--data", str(tmp_path))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"pilotta serve: {tmp_path / 'pilotta.sqlite3'}: ")
    assert said in ran.err
    assert ran.err.count("\n") == 1
