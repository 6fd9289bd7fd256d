"""A real server with a real database, and real browsers that watch their own consoles."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.browser.house import House
from tests.browser.secrecy import leaks
from tests.browser.visitor import Visitor

PHONE = {"width": 360, "height": 640}
DESKTOP = {"width": 1280, "height": 800}
# The page's own pace is for people; what is under test is told apart from it by waiting for what it shows.
QUICK = {"speed": "fast", "trickWait": "short"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def static(root: Path) -> Path:
    """The built client."""
    folder = root / "src" / "pilotta" / "server" / "static"
    if not (folder / "index.html").exists():
        pytest.fail("the web client is not built: run make setup")
    return folder


@pytest.fixture(scope="session")
def axe(root: Path) -> str:
    """The script that looks for barriers."""
    return (root / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[House]:
    """The server that all tests share which do not kill it."""
    house = House(tmp_path_factory.mktemp("house"))
    with house.server:
        yield house
        # Nothing of ours failed unseen: a bot that fails, for one, has something legal done for it.
        assert "Traceback" not in house.server.log(), house.server.log()
        assert '"level": "error"' not in house.server.log(), house.server.log()


# One browser for each file: while Playwright runs, no asynchronous test can.
@pytest.fixture(scope="module")
def browser(chromium_launch: dict[str, Any]) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_launch)
        yield browser
        browser.close()


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, house: House, request: pytest.FixtureRequest, root: Path) -> Iterator[Visit]:
    """Makes visitors: ``visit(language="el", phone=True, theme="dark", **settings)``.

    When the test is over, no console may have complained, and no frame may have told what its seat could not know.
    """
    visitors: list[Visitor] = []

    def make(
        language: str = "en",
        *,
        phone: bool = False,
        theme: str = "light",
        at: House | None = None,
        scale: float = 1,
        motion: bool = False,
        storage: bool = True,
        browser_language: str = "en-GB",
        **settings: Any,
    ) -> Visitor:
        context = browser.new_context(
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            locale=browser_language,
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="no-preference" if motion else "reduce",
            device_scale_factor=scale,
        )
        if storage:
            kept = json.dumps({"locale": language, **QUICK, **settings})
            context.add_init_script(
                f"localStorage.getItem('pilotta.settings') ?? localStorage.setItem('pilotta.settings', {kept!r})"
            )
        visitor = Visitor(context, at or house)
        visitors.append(visitor)
        return visitor

    yield make

    failed = request.node.stash.get(FAILED, True)
    if failed:
        folder = root / "tests" / "artifacts"
        folder.mkdir(exist_ok=True)
        name = re.sub(r"\W+", "-", request.node.name)
        for number, visitor in enumerate(visitors):
            visitor.page.screenshot(path=folder / f"{name}-{number}.png")
    complaints = [each for visitor in visitors for each in visitor.unexpected()]
    told = [each for visitor in visitors for each in leaks(visitor.house, visitor.frames)]
    for visitor in visitors:
        visitor.context.close()
    assert not complaints
    assert not told
