"""The package as strangers get it: a wheel in an empty environment, without a compiler, serves its page, and a deal is played there."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.slow

START = 60
"""Seconds; only ever waited for where something is wrong."""


def bare(home: Path, **more: str) -> dict[str, str]:
    """An environment in which nothing is to be found but what is installed in it: no compiler, no settings, no other packages."""
    names = ("SSL_CERT_FILE", "SSL_CERT_DIR", "HOME", "LANG", "TMPDIR", "SYSTEMROOT")
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in names or name.lower().endswith("_proxy") or name.startswith("UV_")
    }
    return kept | {"PATH": str(home / "bin"), "PYTHONNOUSERSITE": "1"} | more


def run(*words: str | Path, cwd: Path, env: dict[str, str]) -> str:
    done = subprocess.run(words, cwd=cwd, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module", params=["compiled", "pure"])
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """An environment with the wheel and what a host needs beside it, from the lock."""
    folder = tmp_path_factory.mktemp(request.param)
    build = "import sys; from scikit_build_core.build import build_wheel; build_wheel(sys.argv[1])"
    how = {"PILOTTA_PURE": "1"} if request.param == "pure" else {}
    run(sys.executable, "-c", build, folder, cwd=root, env=os.environ | how)
    [wheel] = folder.glob("*.whl")
    home, uv = folder / "home", Path(sys.executable).with_name("uv")
    run(uv, "venv", "--quiet", "--python", sys.executable, home, cwd=folder, env=dict(os.environ))
    environment = bare(home, VIRTUAL_ENV=str(home), UV_NO_CONFIG="1")
    assert shutil.which("cc", path=environment["PATH"]) is None
    locked = root / "requirements" / "runtime.txt"
    # --no-build: what is no wheel is refused.
    pip = (uv, "pip", "install", "--quiet", "--no-build")
    run(*pip, "--require-hashes", "-r", locked, cwd=folder, env=environment)
    run(*pip, "--no-deps", wheel, cwd=folder, env=environment)
    return home


@pytest.fixture
def served(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The address at which the installed package serves its page."""
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(
            [installed / "bin" / "pilotta", "serve", "--port", "0", "--data", tmp_path / "data"],
            cwd=tmp_path,
            env=bare(installed),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    timer = threading.Timer(START, server.kill)
    timer.start()
    assert server.stdout is not None
    line = server.stdout.readline()
    timer.cancel()
    try:
        assert line.startswith("Pilotta: http://"), (tmp_path / "log").read_text()
        yield line.split()[1]
    finally:
        server.terminate()
        assert server.wait(START) == 0
        server.stdout.close()
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_it_is_the_wheel_that_runs(installed: Path, tmp_path: Path) -> None:
    code = (
        "import pilotta, pilotta.engine.backend as b; print(pilotta.__file__); print(b.native() is not None)"
    )
    file, compiled = run(
        installed / "bin" / "python", "-c", code, cwd=tmp_path, env=bare(installed)
    ).splitlines()
    assert Path(file).is_relative_to(installed)
    assert compiled == str(installed.parent.name.startswith("compiled"))


def test_a_deal_is_played_on_the_page_that_it_serves(served: str, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    settings = '{"locale": "en", "speed": "fast", "trickWait": "short"}'
    context.add_init_script(f"localStorage.setItem('pilotta.settings', '{settings}')")
    visitor = Visitor(context, SimpleNamespace(url=served))  # type: ignore[arg-type]
    visitor.open()
    visitor.see("name").fill("Μαρία")
    # Here no deal ends a match, whatever is bid.
    visitor.see("rules-kafeneio").check(force=True)
    visitor.see("play-now").click()
    visitor.see("table").wait_for()
    played = 0
    while (wanted := visitor.wait(visitor.hurry)) != "account" or not played:
        # Four passes are a deal too, and not what is wanted here.
        assert wanted != "over"
        bids = visitor.page.locator("[data-call]:not([data-call='P'])")
        if wanted == "bid" and not visitor.view["calls"] and bids.count():
            bids.first.click()
        else:
            left = len(visitor.hand)
            visitor.act(wanted)
            if wanted == "play":
                played += 1
                visitor.page.wait_for_function(
                    "n => document.querySelectorAll('[data-testid=hand] button').length < n", arg=left
                )
    assert played == 8
    assert visitor.hand == []
    assert visitor.see("account-us").is_visible()
    assert not visitor.unexpected()
    context.close()
