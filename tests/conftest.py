"""What all tests share: how hard Hypothesis tries, where Chromium is, what is left out and what is missing."""

import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from tests import pieces

ROOT = Path(__file__).resolve().parent.parent
MISSED = pytest.StashKey[list[str]]()

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

# A shell that starts tests in the background hands on that Ctrl-C is ignored; those that press it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long tests out, whatever else is wanted, unless they are asked for by their mark or one is by its name."""
    if "long" in config.option.markexpr or any("::" in each for each in config.args):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    if long:
        items[:] = [item for item in items if not item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)


# What `make setup` does not bring


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from skipping_what_misses_a_piece(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from skipping_what_misses_a_piece(item))


def skipping_what_misses_a_piece(item: pytest.Item) -> Generator[None, object, object]:
    try:
        return (yield)
    except pieces.Missing as missing:
        if pieces.all_must_be_there():
            raise
        item.config.stash.setdefault(MISSED, []).append(missing.piece)
        pytest.skip(str(missing))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    missed = config.stash.get(MISSED, [])
    if missed:
        names = ", ".join(sorted(set(missed)))
        terminalreporter.write_line(
            f"{len(missed)} tests were left out for want of {names}: {pieces.BRINGS} what is missing.",
            yellow=True,
        )


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The browser that `make test` sets up; a test that asks for it must be marked `browser`."""
    return pieces.chromium()


@pytest.fixture(scope="session")
def chromium_launch(chromium: Path) -> dict[str, object]:
    """Keyword arguments for Playwright's `chromium.launch`."""
    return {"executable_path": str(chromium), "args": list(CHROMIUM_ARGUMENTS)}
