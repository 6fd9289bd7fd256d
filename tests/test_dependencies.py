"""Every dependency is explained in docs/dependencies.md, none is explained that is not there, and the locks are whole."""

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("uv", "dev", "runtime", "peers")


def python_dependencies() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = list(project["project"]["dependencies"]) + list(project["build-system"]["requires"])
    for extra in project["project"]["optional-dependencies"].values():
        wanted += extra
    for group in project["dependency-groups"].values():
        wanted += [each for each in group if isinstance(each, str)]
    return {re.split(r"[\[<>=!~; ]", each, maxsplit=1)[0] for each in wanted}


def peers() -> set[str]:
    """What the benchmarks compare with, in an environment of their own."""
    lines = (ROOT / "requirements/peers.in").read_text(encoding="utf-8").splitlines()
    return {
        re.split(r"[\[<>=!~; ]", line, maxsplit=1)[0] for line in lines if line and not line.startswith("#")
    }


def npm_dependencies() -> set[str]:
    names: set[str] = set()
    for path in ("web/package.json", "tests/pyodide/package.json"):
        package = json.loads((ROOT / path).read_text(encoding="utf-8"))
        names |= set(package.get("dependencies", {})) | set(package.get("devDependencies", {}))
    return names


def test_each_dependency_has_its_line() -> None:
    text = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    explained = re.findall(r"^- `([^`]+)`: \S", text, flags=re.MULTILINE)
    assert sorted(explained) == sorted(python_dependencies() | peers() | npm_dependencies())


def test_the_base_package_needs_nothing() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dependencies"] == []


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_hashes_and_names_no_host(name: str) -> None:
    text = (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^([a-z0-9-]+)(?:\[[^]]*\])?==", text, flags=re.MULTILINE)
    blocks = re.split(r"^(?=[a-z0-9-]+(?:\[[^]]*\])?==)", text, flags=re.MULTILINE)[1:]
    assert pinned
    assert len(blocks) == len(pinned)
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in text
    assert not re.search(r"^(-i|--index-url|--extra-index-url|--find-links)", text, flags=re.MULTILINE)


def test_the_development_lock_holds_every_python_dependency() -> None:
    text = (ROOT / "requirements/dev.txt").read_text(encoding="utf-8")
    pinned = set(re.findall(r"^([a-z0-9-]+)(?:\[[^]]*\])?==", text, flags=re.MULTILINE))
    assert python_dependencies() <= pinned


def test_peers_stay_out_of_every_other_environment() -> None:
    for name in ("dev", "runtime"):
        text = (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")
        assert not peers() & set(re.findall(r"^([a-z0-9-]+)(?:\[[^]]*\])?==", text, flags=re.MULTILINE))


@pytest.mark.parametrize("path", ["web/package-lock.json", "tests/pyodide/package-lock.json"])
def test_an_npm_lock_has_digests_and_names_no_host(path: str) -> None:
    packages = json.loads((ROOT / path).read_text(encoding="utf-8"))["packages"]
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []
    # One optional package left out, and `npm ci` takes lock and package.json for different.
    named = {name for entry in packages.values() for name in entry.get("optionalDependencies", {})}
    assert named - {name.rpartition("node_modules/")[2] for name in packages} == set()
