"""What is published: a wheel with native core and web client in it, that installs no dependency of its own accord."""

import subprocess
import sys
import sysconfig
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import pilotta

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys; from scikit_build_core.build import build_wheel; build_wheel(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", build, folder], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [path] = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_wheel_holds_the_web_client(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    page = wheel.read("pilotta/server/static/index.html").decode()
    assert "<script" in page
    assert any(name.startswith("pilotta/server/static/") and name.endswith(".js") for name in names)


def test_the_wheel_holds_the_native_core(wheel: zipfile.ZipFile) -> None:
    assert f"pilotta/engine/_native{sysconfig.get_config_var('EXT_SUFFIX')}" in wheel.namelist()
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/WHEEL")]
    assert Parser().parsestr(wheel.read(name).decode())["Root-Is-Purelib"] == "false"


def test_the_wheel_holds_every_source_and_no_leftovers(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    source = ROOT / "src"
    files = {str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()}
    assert "pilotta/py.typed" in files
    assert {name for name in files if "__pycache__" not in name} <= names
    assert [name for name in names if "__pycache__" in name or "node_modules" in name] == []


def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    metadata = Parser().parsestr(wheel.read(name).decode())
    assert metadata["Name"] == "pilotta"
    assert metadata["Version"] == pilotta.__version__
    assert metadata["Requires-Python"] == ">=3.11"
    required = [each for each in metadata.get_all("Requires-Dist", []) if "extra ==" not in each]
    assert required == []
