"""How a server listens."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).with_name("run_server.py")
LOOKING = Path(__file__).with_name("nodelay.py")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux's /proc")
def test_answers_do_not_wait_for_acknowledgements(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, str(LOOKING)],
        env={**os.environ, "PILOTTA_DATA_DIR": str(tmp_path), "PILOTTA_PORT": "0"},
        stdout=subprocess.PIPE,
        text=True,
        timeout=120,
        check=True,
    )
    assert run.stdout == "nodelay 1\n"


def environment(home: Path, **settings: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PILOTTA_", "XDG_"))}
    return kept | {"HOME": str(home), "PILOTTA_PORT": "0"} | settings


@pytest.mark.skipif(sys.platform != "linux", reason="folders are named as Linux names them")
def test_without_a_folder_it_takes_the_platforms_and_says_so(tmp_path: Path) -> None:
    run = subprocess.Popen(
        [sys.executable, "-m", "pilotta", "serve"],
        env=environment(tmp_path),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert run.stdout is not None
    with run.stdout:
        assert run.stdout.readline().startswith("Pilotta: http://")
        folder = tmp_path / ".local/share/pilotta"
        assert run.stdout.readline() == f"Pilotta: matches are kept in {folder}\n"
        run.terminate()
        assert run.wait(60) == 0
    assert (folder / "pilotta.sqlite3").is_file()
    assert not (tmp_path / "var").exists()


def test_a_misspelt_setting_is_refused_by_name(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, str(RUN)],
        env=environment(tmp_path, PILOTTA_DATADIR=str(tmp_path), PILOTTA_LANG="el"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 2
    assert run.stderr == "pilotta serve: PILOTTA_DATADIR: there is no such setting; is it PILOTTA_DATA_DIR?\n"
    assert run.stdout == ""
