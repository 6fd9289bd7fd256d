"""The plots of a review's page, as inline SVG. Each has its figures in a table beside it."""

from xml.etree.ElementTree import Element

from pilotta.review.model import DealReview, PlayerReview
from pilotta.review.page.markup import element
from pilotta.review.talk import signed, tens
from pilotta.seats import EW, NS, side_of

WIDE, HIGH = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 48, 16, 20, 34
NAMES = 60
"""Room for the names of the lines at their ends."""


def _at(x: float, y: float) -> dict[str, str]:
    return {"x": f"{x:.1f}", "y": f"{y:.1f}"}


def _plot(name: str, high: int = HIGH) -> Element:
    return element("svg", viewBox=f"0 0 {WIDE} {high}", role="img", aria_label=name)


class _Scale:
    """From values to heights on the plot, with room for all of them and for nothing."""

    def __init__(self, values: list[float], high: int = HIGH) -> None:
        self.least, self.most = min([0.0, *values]), max([0.0, *values])
        if self.least == self.most:
            self.most = 1.0
        self.high = high

    def __call__(self, value: float) -> float:
        share = (value - self.least) / (self.most - self.least)
        return self.high - BOTTOM - share * (self.high - TOP - BOTTOM)

    def axis(self) -> list[Element]:
        """Lines and figures at the least, at nothing and at the most."""
        found = []
        for value in sorted({self.least, 0.0, self.most}):
            y = self(value)
            found.append(_line(LEFT, y, WIDE - RIGHT, y, "axis"))
            found.append(
                element("text", f"{value:.0f}".replace("-", "−"), text_anchor="end", **_at(LEFT - 6, y + 4))
            )
        return found


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Element:
    return element("line", class_=kind, x1=f"{x1:.1f}", y1=f"{y1:.1f}", x2=f"{x2:.1f}", y2=f"{y2:.1f}")


def running_score(name: str, sides: tuple[str, str], deals: tuple[DealReview, ...]) -> Element:
    """Both sides' score after each deal, with a ring where a side made mistakes, as large as they were dear."""
    made = _plot(name)
    scale = _Scale([float(total) for deal in deals for total in deal.totals])
    made.extend(scale.axis())
    step = (WIDE - LEFT - NAMES) / max(len(deals) - 0.5, 1)
    places = [LEFT + step * (number + 0.5) for number in range(len(deals))]
    every = max(1, len(deals) // 12)
    for place, deal in list(zip(places, deals, strict=True))[::every]:
        made.append(element("text", str(deal.number), text_anchor="middle", **_at(place, HIGH - 10)))
    for side, kind in ((NS, "ns"), (EW, "ew")):
        points = [(x, scale(deal.totals[side])) for x, deal in zip(places, deals, strict=True)]
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        made.append(element("polyline", points=joined, class_=f"score {kind}"))
        for (x, y), deal in zip(points, deals, strict=True):
            lost = sum(each.loss for each in deal.decisions if side_of(each.seat) == side)
            if lost:
                ring = element(
                    "circle", class_="wrong", cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{min(4 + lost / 2, 13):.1f}"
                )
                ring.append(element("title", f"{sides[side]}, {deal.number}: {tens(lost)}"))
                made.append(ring)
        x, y = points[-1]
        made.append(element("text", sides[side], **_at(x + 18, y + 4)))
    return made


def phases(name: str, names: list[str], parts: list[str], players: tuple[PlayerReview, ...]) -> Element:
    """What each player lost in the auction, in each trick and by silence: a row of bars each, all to one scale."""
    row = 92
    made = _plot(name, row * len(players) + BOTTOM)
    losses = [[each.auction, *each.tricks, each.unsaid] for each in players]
    most = max([1.0, *(max(each) for each in losses)])
    step = (WIDE - 2 * RIGHT) / len(parts)
    for number, (player, lost) in enumerate(zip(players, losses, strict=True)):
        foot = row * (number + 1)
        made.append(element("text", names[player.seat], **_at(RIGHT, foot - row + 18)))
        made.append(_line(RIGHT, foot, WIDE - RIGHT, foot, "axis"))
        for place, value in enumerate(lost):
            if not value:
                continue
            high = value / most * (row - 42)
            x = RIGHT + step * (place + 0.2)
            size = {"width": f"{step * 0.6:.1f}", "height": f"{high:.1f}"}
            made.append(element("rect", class_=f"p{player.seat}", **_at(x, foot - high), **size))
            made.append(
                element("text", tens(value), text_anchor="middle", **_at(x + step * 0.3, foot - high - 4))
            )
    for place, part in enumerate(parts):
        middle = RIGHT + step * (place + 0.5)
        made.append(element("text", part, text_anchor="middle", **_at(middle, row * len(players) + 20)))
    return made


def luck(name: str, deals: tuple[DealReview, ...], unit: int) -> Element:
    """By deal, what the cards were worth to North and South, and what came of them."""
    made = _plot(name)
    pairs = [(deal.par or 0.0, (deal.result.score.ns - deal.result.score.ew) / unit) for deal in deals]
    scale = _Scale([value for pair in pairs for value in pair])
    made.extend(scale.axis())
    step = (WIDE - LEFT - RIGHT) / len(deals)
    every = max(1, len(deals) // 12)
    for number, (deal, pair) in enumerate(zip(deals, pairs, strict=True)):
        x = LEFT + step * number
        for place, (value, kind) in enumerate(zip(pair, ("luck", "came"), strict=True)):
            top, foot = sorted((scale(value), scale(0.0)))
            size = {"width": f"{step * 0.35:.1f}", "height": f"{max(foot - top, 1.0):.1f}"}
            bar = element("rect", class_=kind, **_at(x + step * (0.1 + 0.4 * place), top), **size)
            bar.append(element("title", f"{deal.number}: {signed(value)}"))
            made.append(bar)
        if number % every == 0:
            made.append(
                element("text", str(deal.number), text_anchor="middle", **_at(x + step / 2, HIGH - 10))
            )
    return made
