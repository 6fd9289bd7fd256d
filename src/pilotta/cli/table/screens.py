"""What opens on top of the table: help, auction, last trick, sheet, accounts, the end. Any of them is text and a few keys."""

from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Click, Key, Resize
from textual.screen import ModalScreen
from textual.widgets import Static
from typing_extensions import override

WIDEST: Final = 78


class Page(ModalScreen[str]):
    """A page of text. It answers with the key that closed it: ``enter``, ``escape``, or one of ``more``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]
    CSS = """
    Page { align: center middle; }
    Page > VerticalScroll {
        width: auto; height: auto; max-height: 90%;
        border: round; padding: 0 1;
    }
    Page Static { width: auto; }
    """

    def __init__(self, title: str, lines: list[str | Text], keys: str, more: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.heading, self.lines, self.keys, self.more = title, lines, keys, more

    @override
    def compose(self) -> ComposeResult:
        text = Text()
        for line in self.lines:
            text.append_text(line) if isinstance(line, Text) else text.append(line)
            text.append("\n")
        text.append("\n" + self.keys, "dim")
        with VerticalScroll() as box:
            box.border_title = self.heading
            # The frame's corners and the blanks around the title.
            box.styles.min_width = cell_len(self.heading) + 6
            yield Static(text)

    def say(self, line: str) -> None:
        """Show this line instead of what stands on the page."""
        text = Text(line + "\n\n")
        text.append(self.keys, "dim")
        # A page that is not up yet has nothing to show it on.
        for place in self.query(Static):
            place.update(text)

    def on_resize(self, event: Resize) -> None:
        # Lines that would be too long are broken; frame, blanks and scroll bar take six columns.
        wide = min(WIDEST, event.size.width)
        self.query_one(VerticalScroll).styles.max_width = wide
        self.query_one(Static).styles.max_width = wide - 6

    def action_scroll(self, rows: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)

    def on_key(self, event: Key) -> None:
        if event.key in ("enter", "space"):
            event.stop()
            self.dismiss("enter")
        elif event.key in ("escape", *self.more):
            event.stop()
            self.dismiss(event.key)

    def on_click(self, event: Click) -> None:
        event.stop()
        self.dismiss("enter")
