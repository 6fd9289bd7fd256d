"""The backends that answer, and positions to ask about."""

from collections.abc import Iterator

import pytest

from pilotta.engine.backend import native, use_backend
from pilotta.engine.door import Backend
from pilotta.engine.reference import ReferenceBackend


@pytest.fixture(params=["native", "reference"])
def each_backend(request: pytest.FixtureRequest) -> Iterator[Backend]:
    """Every backend in turn, in use. In a checkout the native one has to be there: without it only half is tested."""
    chosen = native() if request.param == "native" else ReferenceBackend()
    if chosen is None:
        pytest.fail("the native solver is not built: run make setup")
    use_backend(chosen)
    yield chosen
    use_backend(None)
