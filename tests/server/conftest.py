"""One server for the tests that do not mind sharing it, and a folder that stands for the built client."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.server.harness import Player, Server, guest


@pytest.fixture(scope="session")
def client_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(
        "<!doctype html><title>Πιλόττα</title><script>window.ready=1</script><div id=app></div>" + " " * 2000,
        encoding="utf-8",
    )
    (folder / "assets" / "index-Dq3x_9aB.js").write_text("console.log('pilotta')", encoding="utf-8")
    (folder / "theme.js").write_text("// theme", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, client_files: Path) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data"), static_dir=client_files) as running:
        yield running
        # Whatever the tests did to it, nothing of ours may have failed.
        assert "Traceback" not in running.log(), running.log()


@pytest_asyncio.fixture
async def player(server: Server) -> AsyncIterator[Player]:
    async with guest(server) as made:
        yield made
