"""What the page on architecture names is there."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(pilotta(?:\.\w+)+)`", PAGE))))
def test_a_module_that_is_named_is_there(name: str) -> None:
    module, _, last = name.rpartition(".")
    try:
        there = importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        there = False
    assert there or hasattr(importlib.import_module(module), last), name


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`((?:web|native)/[\w./]+)`", PAGE))))
def test_a_file_that_is_named_is_there(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", PAGE))))
def test_a_link_leads_somewhere(link: str) -> None:
    assert (ROOT / "docs" / link).exists()
