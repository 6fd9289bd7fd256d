"""Which backend answers."""

import subprocess
import sys
from random import Random

from tests.engine.positions import ending

from pilotta.engine.backend import backend, native, use_backend
from pilotta.engine.reference import ReferenceBackend
from pilotta.engine.solver import value


def test_the_native_backend_is_there_and_first():
    assert native() is not None, "the native solver is not built: run make setup"
    assert backend() is native()


def test_a_chosen_backend_answers_until_it_is_let_go():
    class Counting(ReferenceBackend):
        calls = 0

        def run(self, *args, **kwargs):
            self.calls += 1
            return super().run(*args, **kwargs)

    chosen, before = Counting(), backend()
    use_backend(chosen)
    try:
        assert backend() is chosen
        value(ending(Random(1), 2))
        assert chosen.calls == 1
    finally:
        use_backend(None)
    assert backend() is before


def test_without_the_native_module_the_reference_answers():
    code = (
        "import sys; sys.modules['pilotta.engine._native'] = None\n"
        "from pilotta.engine.backend import backend; print(type(backend()).__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "ReferenceBackend\n"


def test_a_native_module_that_is_broken_is_no_silence():
    code = (
        "import importlib\n"
        "def broken(name): raise ImportError(f'{name}: undefined symbol')\n"
        "importlib.import_module = broken\n"
        "import pilotta.engine.backend"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "ImportError: pilotta.engine._native: undefined symbol" in done.stderr


def test_the_native_module_is_there_before_the_first_question():
    """A fork in the middle of its import would leave the child waiting for a thread that it does not have."""
    code = "import sys, pilotta.engine.backend; sys.exit('pilotta.engine._native' not in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
