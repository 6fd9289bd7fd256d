"""A grid of letters with styles, and the places on it that a mouse can click."""

from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

from rich.cells import cell_len, set_cell_size
from rich.text import Text

Command = tuple[str, int]
"""What a click means: a word and a number, such as ``("card", 3)``."""


@dataclass(slots=True)
class Canvas:
    width: int
    height: int
    rows: list[list[tuple[str, str]]] = field(init=False)
    spots: list[tuple[int, int, int, int, Command]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = [[(" ", "")] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: str = "", *, width: int | None = None) -> int:
        """Write from column ``x`` on, cut at ``width`` and at the edge; the column after the last letter."""
        if width is not None and cell_len(text) > width:
            text = set_cell_size(text, max(width - 1, 0)) + "…"
        if not 0 <= y < self.height:
            return x + cell_len(text)
        for letter in text:
            wide = cell_len(letter)
            if wide and x >= 0 and x + wide <= self.width:
                self.rows[y][x] = (letter, style)
                for more in range(1, wide):
                    # The second half of a wide letter holds nothing.
                    self.rows[y][x + more] = ("", style)
            x += wide
        return x

    def centre(self, x: int, y: int, text: str, style: str = "", *, width: int) -> None:
        """Write in the middle of ``width`` columns from ``x`` on."""
        room = max(width - cell_len(text), 0)
        self.put(x + room // 2, y, text, style, width=width)

    def right(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write so that the last letter stands before column ``x``."""
        self.put(x - cell_len(text), y, text, style)

    def spot(self, x: int, y: int, width: int, height: int, command: Command) -> None:
        self.spots.append((x, y, x + width, y + height, command))

    def at(self, x: int, y: int) -> Command | None:
        """What lies here; what was put on top comes first."""
        for left, top, right, bottom, command in reversed(self.spots):
            if left <= x < right and top <= y < bottom:
                return command
        return None

    def text(self) -> Text:
        whole = Text(no_wrap=True, end="")
        for number, row in enumerate(self.rows):
            if number:
                whole.append("\n")
            for style, run in groupby(row, key=itemgetter(1)):
                # A style for each letter would be twenty times the bytes on the line.
                whole.append("".join(letter for letter, _ in run), style or None)
        return whole

    def plain(self) -> str:
        """The letters alone, for tests."""
        return "\n".join("".join(letter for letter, _ in row).rstrip() for row in self.rows)
