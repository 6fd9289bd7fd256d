"""Building a page out of elements, so that no text of others' is ever taken for markup."""

from xml.etree.ElementTree import Element, tostring

Child = Element | str
SHORT = 7
"""Heads of columns with fewer letters stay on one line."""


def element(tag: str, *children: Child, **attributes: str) -> Element:
    """An element with text and elements in it. A trailing underscore keeps an attribute's name off Python's words: ``class_``."""
    made = Element(tag, {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()})
    return fill(made, *children)


def fill(into: Element, *children: Child) -> Element:
    """The element, with these behind what it has already."""
    for child in children:
        if isinstance(child, Element):
            into.append(child)
        elif len(into):
            into[-1].tail = (into[-1].tail or "") + child
        else:
            into.text = (into.text or "") + child
    return into


def page(root: Element) -> str:
    """The text of a page."""
    return "<!DOCTYPE html>\n" + tostring(root, encoding="unicode", method="html") + "\n"


def table(
    caption: str, heads: list[str], rows: list[list[Child]], *, text: frozenset[int] = frozenset()
) -> Element:
    """A table whose first column names the rows; columns in ``text`` hold words, the others figures. Its caption is heard and not
    seen: the heading above says the same."""
    head = element("tr")
    for number, name in enumerate(heads):
        kind = (
            {"class_": "text"}
            if number == 0 or number in text
            else {"class_": "short"}
            if len(name) < SHORT
            else {}
        )
        head.append(element("th", name, scope="col", **kind))
    body = element("tbody")
    for row in rows:
        line = element("tr", element("th", row[0], scope="row"))
        for number, cell in enumerate(row[1:], 1):
            kind = {"class_": "text"} if number in text else {}
            line.append(element("td", cell, **kind))
        body.append(line)
    made = element("table", element("caption", caption, class_="heard"), element("thead", head), body)
    return scroller(made, caption)


def scroller(inside: Element, name: str) -> Element:
    """What is too wide for a narrow page scrolls by itself, with the keyboard too."""
    return element("div", inside, class_="wide", role="region", tabindex="0", aria_label=name)
