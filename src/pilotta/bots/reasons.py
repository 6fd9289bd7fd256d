"""Every reason a bot can give: its stable code and an English sentence. Parameters stand in braces.

Clients translate by code; a code never changes its meaning or its parameters' names.
"""

from typing import Final

SENTENCES: Final[dict[str, str]] = {
    "random.any": "Picked at random.",
    "declare.announce": "Announces what it holds: {points} points.",
    "declare.nothing": "Holds nothing to announce.",
    "declare.show": "Shows what it announced, so that it counts.",
}
