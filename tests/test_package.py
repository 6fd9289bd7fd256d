"""What is published: a wheel with native core and web client in it, that installs no dependency of its own accord."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from tests.pyodide.test_pyodide import browser_output_of

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
    # From 3.12 on one module serves all that follow.
    stable = sys.version_info >= (3, 12)
    suffix = ".abi3.so" if stable and os.name == "posix" else sysconfig.get_config_var("EXT_SUFFIX")
    assert f"pilotta/engine/_native{suffix}" in wheel.namelist()
    assert ("-cp312-abi3-" if stable else f"-cp3{sys.version_info[1]}-") in str(wheel.filename)
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
    assert "Operating System :: OS Independent" not in metadata.get_all("Classifier", [])
    required = [each for each in metadata.get_all("Requires-Dist", []) if "extra ==" not in each]
    assert required == []


def test_the_page_of_a_package_index_has_links_and_pictures_that_lead_out_of_it(
    wheel: zipfile.ZipFile,
) -> None:
    [name] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    metadata = Parser().parsestr(wheel.read(name).decode())
    addresses = dict(each.split(", ", 1) for each in metadata.get_all("Project-URL", []))
    assert set(addresses) == {"Source", "Documentation", "Changelog", "Issues"}
    source = addresses["Source"]
    assert all(each.startswith(source) for each in addresses.values())
    assert metadata["Description-Content-Type"] == "text/markdown"
    page = str(metadata.get_payload())
    here = re.findall(r"(!?)\[[^\]]*\]\(([^)\s]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    there = re.findall(r"(!?)\[[^\]]*\]\(([^)\s]+)\)", page)
    assert len(there) == len(here) > 10
    for (picture, path), (again, target) in zip(here, there, strict=True):
        assert target.startswith("https://")
        if "://" not in path:
            assert (again, target) == (picture, f"{source}/{'raw' if picture else 'blob'}/main/{path}")
            assert (ROOT / path.split("#")[0]).exists()


# Without the client, without a compiler


@pytest.fixture
def without_client(tmp_path: Path) -> Path:
    """What a package is built from, with no web client built."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    leave = shutil.ignore_patterns("__pycache__", "static", "*.so")
    for name in ("native", "scripts", "src"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    return folder


def build(folder: Path, hook: str, to: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; from scikit_build_core.build import {hook} as build; build(sys.argv[1])"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PILOTTA_")}
    # No compiler: where one is needed, the build fails. CMake, Ninja and what they need are Python packages.
    bare = {**kept, "CC": "/nowhere/cc", "CXX": "/nowhere/c++"}
    return subprocess.run(
        [sys.executable, "-c", code, to],
        cwd=folder,
        env=bare | environment,
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("hook", "environment"),
    [("build_wheel", {}), ("build_wheel", {"PILOTTA_PURE": "1"}), ("build_sdist", {})],
    ids=["compiled", "pure", "source"],
)
def test_no_package_is_built_without_the_client(
    without_client: Path, tmp_path: Path, hook: str, environment: dict[str, str]
) -> None:
    done = build(without_client, hook, tmp_path, **environment)
    assert done.returncode != 0
    told = " ".join((done.stdout + done.stderr).split())
    assert "The web client is not built" in told
    assert "PILOTTA_WITHOUT_CLIENT=ON" in told
    assert not [*tmp_path.glob("*.whl"), *tmp_path.glob("*.tar.gz")]


def test_a_wheel_without_the_client_is_built_where_one_asks_for_it(
    without_client: Path, tmp_path: Path
) -> None:
    done = build(without_client, "build_wheel", tmp_path, PILOTTA_PURE="1", PILOTTA_WITHOUT_CLIENT="ON")
    assert done.returncode == 0, done.stdout + done.stderr
    [path] = tmp_path.glob("*.whl")
    assert not [name for name in zipfile.ZipFile(path).namelist() if "/static/" in name]
    # Asked for once is not asked for always.
    assert build(without_client, "build_wheel", tmp_path, PILOTTA_PURE="1").returncode != 0


def test_an_editable_installation_comes_before_the_client(without_client: Path, tmp_path: Path) -> None:
    done = build(without_client, "build_editable", tmp_path, PILOTTA_PURE="1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list(tmp_path.glob("*.whl"))) == 1


@pytest.fixture(scope="module")
def pure(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("pure")
    done = build(ROOT, "build_wheel", folder, PILOTTA_PURE="1")
    assert done.returncode == 0, done.stdout + done.stderr
    [path] = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_pure_wheel_runs_everywhere_and_is_the_same_package(
    pure: zipfile.ZipFile, wheel: zipfile.ZipFile
) -> None:
    assert str(pure.filename).endswith("-py3-none-any.whl")
    compiled = {name for name in wheel.namelist() if name.startswith("pilotta/engine/_native.")}
    native = {name for name in compiled if not name.endswith(".pyi")}
    assert len(native) == 1
    outside = {name for name in wheel.namelist() if not name.startswith("pilotta/")}
    assert set(pure.namelist()) - outside == set(wheel.namelist()) - native - outside
    [name] = [name for name in pure.namelist() if name.endswith(".dist-info/WHEEL")]
    assert Parser().parsestr(pure.read(name).decode())["Root-Is-Purelib"] == "true"


def test_the_pure_wheel_plays_and_solves_with_nothing_but_python(
    pure: zipfile.ZipFile, tmp_path: Path
) -> None:
    pure.extractall(tmp_path)
    code = (
        "import sys, pilotta.engine.backend as backend\n"
        "from pilotta.cli.main import main\n"
        "assert backend.native() is None, backend.native()\n"
        "sys.exit(main())"
    )
    asked = ["solve", "S:.T9.7.8 987.J.. .KQ..A7 T.A.A.K", "--strain", "H", "--leader", "S", "--json"]
    # -S: no site-packages, so no package of this environment and no module compiled in it.
    done = subprocess.run(
        [sys.executable, "-S", "-c", code, *asked],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith('{"value": {"NS": 84, "EW": 24}')


def test_the_pure_wheel_plays_a_match_in_a_browsers_python(pure: zipfile.ZipFile, tmp_path: Path) -> None:
    pure.extractall(tmp_path)
    told = browser_output_of(ROOT / "tests/pyodide/play_match.py", "academy", sources=str(tmp_path))
    assert b"MatchWon" in told


@pytest.mark.slow
def test_the_tests_of_the_source_distribution_collect(tmp_path: Path) -> None:
    done = build(ROOT, "build_sdist", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    [path] = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as packed:
        packed.extractall(tmp_path, filter="data")
    [folder] = [each for each in tmp_path.iterdir() if each.is_dir()]
    assert (folder / "src/pilotta/server/static/index.html").is_file()
    assert not list(folder.rglob("node_modules"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "-p", "no:cacheprovider"],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    # What the documents point to is there as well.
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", "tests/test_readme.py"],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
