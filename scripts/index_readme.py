"""The README as a package index shows it: what is relative in a checkout is absolute there.

scikit-build-core calls this while it builds (pyproject.toml, ``tool.dynamic-metadata``). The address is the project's own
``Source``, so that it stands in one place.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

BRANCH = "main"
_TARGET = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z][a-z0-9+.-]*:|#)([^)\s]+)\)")


def absolute(text: str, source: str) -> str:
    """Every link to a file of the project, and every picture, with the address at which a browser finds it."""

    def replace(found: re.Match[str]) -> str:
        picture, words, path = found.groups()
        return f"{picture}[{words}]({source}/{'raw' if picture else 'blob'}/{BRANCH}/{path})"

    return _TARGET.sub(replace, text)


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """What the build asks for: the field ``readme``. ``settings`` has nothing to say."""
    if settings:
        raise ValueError(f"index_readme takes no settings, so not {', '.join(settings)}")
    text = Path("README.md").read_text(encoding="utf-8")
    return {"readme": {"content-type": "text/markdown", "text": absolute(text, project["urls"]["Source"])}}
