"""What all tests share: how hard Hypothesis tries, and where Chromium is."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT = Path(__file__).resolve().parent.parent

# In CI the same examples run every time: a failure there belongs to the change, not to luck.
# Deadlines are off in both: the machine is shared, and speed has its own benchmark.
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", deadline=None, print_blob=True)
settings.register_profile(
    "thorough",
    deadline=None,
    max_examples=2000,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))

# Root may not use Chromium's sandbox, and a test machine may have no network to phone home to.
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The browser that `make test` sets up; a test that asks for it must be marked `browser`."""
    path = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    if not os.access(path, os.X_OK):
        pytest.fail(f"no Chromium at {path}: run scripts/browser-for-tests")
    return path


@pytest.fixture(scope="session")
def chromium_launch(chromium: Path) -> dict[str, object]:
    """Keyword arguments for Playwright's `chromium.launch`."""
    return {"executable_path": str(chromium), "args": list(CHROMIUM_ARGUMENTS)}
