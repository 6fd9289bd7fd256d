"""What the documents promise: the library example runs as printed, and every link to a file leads to one."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.timeout(60)
def test_the_example_runs_as_printed() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_to_files_lead_somewhere(path: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8"))
    files = [target for target in targets if "://" not in target and not target.startswith("mailto:")]
    assert [target for target in files if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_to_headings_lead_to_one(path: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", path.read_text(encoding="utf-8"))
    missing = [
        f"{file}#{anchor}"
        for file, anchor in targets
        if anchor not in _anchors(path.parent / file if file else path)
    ]
    assert missing == []


def _anchors(path: Path) -> set[str]:
    """The names that a page's headings have as a link's end."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_targets_it_names_are_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))
    named = {
        name
        for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md")
        for name in re.findall(r"(?:^|`)make ([a-z-]+)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    }
    assert named
    assert named <= targets
