"""How a server listens."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
