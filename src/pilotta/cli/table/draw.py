"""Draws the table: header, four players, the trick or the bid, the hand, what to do. Fits 80×24."""

from textwrap import wrap

from pilotta.cli.table.canvas import Canvas
from pilotta.cli.table.model import Model
from pilotta.game.phase import Phase
from pilotta.phrases import bid_number, bid_sign, rank_sign, sheet_title, strain_sign
from pilotta.rules.ruleset import STRAINS
from pilotta.seats import EAST, NORTH, WEST
from pilotta.words.forms import SYMBOLS

LEAST_WIDTH, LEAST_HEIGHT = 64, 22
WIDE_ENOUGH_FOR_LOG = 78
LOG_WIDTH = 25
HAND_HEIGHT = 5

KEYS = (
    ("F1", "help"),
    ("F2", "auction"),
    ("F3", "last"),
    ("F4", "sheet"),
    ("F5", "account"),
    ("F6", "why"),
    ("F7", "hint"),
    ("F10", "quit"),
)

RED, DIM, BOLD, MARK = "red", "dim", "bold", "bold reverse"


def fits(width: int, height: int) -> bool:
    """Whether a terminal of this size shows the table."""
    return width >= LEAST_WIDTH and height >= LEAST_HEIGHT


def draw(model: Model, width: int, height: int) -> Canvas:
    canvas = Canvas(width, height)
    if not fits(width, height):
        canvas.centre(0, height // 2, model.words("too_small", w=LEAST_WIDTH, h=LEAST_HEIGHT), width=width)
        return canvas
    _header(canvas, model)
    log = LOG_WIDTH if width >= WIDE_ENOUGH_FOR_LOG else 0
    table = width - log - (1 if log else 0)
    bottom = height - HAND_HEIGHT - 3
    _players(canvas, model, table, bottom)
    if model.view.phase is Phase.AUCTION and model.expecting:
        _bid(canvas, model, table, bottom)
    else:
        _trick(canvas, model, table, bottom)
    if log:
        _log(canvas, model, table, bottom)
    _hand(canvas, model, bottom, width)
    _prompt(canvas, model)
    _keys(canvas, model)
    return canvas


def suit_style(suit: int) -> str:
    return RED if suit in (1, 2) else ""


# Above: where the match stands


def _header(canvas: Canvas, model: Model) -> None:
    words, view = model.words, model.view
    wins = view.rules.wins_needed > 1
    us, them = (
        f"{view.totals[side]}" + (f" ({view.wins[side]})" if wins else "")
        for side in (model.side, 1 - model.side)
    )
    score = f"{words('us')} {us} – {them} {words('them')}"
    canvas.put(0, 0, sheet_title(words, view.rules), BOLD)
    canvas.right(canvas.width, 0, score, BOLD)
    x = canvas.put(0, 1, words("deal_n", n=max(view.deal_number, 1)) + "  ")
    contract = view.contract
    if contract is None:
        return
    if contract.value:
        times = f" ×{contract.multiplier}" if contract.multiplier > 1 else ""
        x = canvas.put(x, 1, f"{words('contract')}: ")
        style = f"bold {suit_style(contract.strain)}"
        x = canvas.put(x, 1, bid_sign(words, view.rules, contract) + times, style)
        canvas.put(x, 1, f", {model.seat(contract.declarer)}")
    else:
        x = canvas.put(x, 1, words("trumps") + ": ")
        canvas.put(x, 1, strain_sign(words, contract.strain), f"bold {suit_style(contract.strain)}")
    taken = [sum(trick.winner & 1 == side for trick in view.tricks) for side in (model.side, 1 - model.side)]
    canvas.right(canvas.width, 1, f"{words('tricks_n')} {taken[0]}–{taken[1]}")


# The middle: players, trick, bid


def _players(canvas: Canvas, model: Model, width: int, bottom: int) -> None:
    side = min(16, (width - 24) // 2)
    middle = _middle(bottom)
    _player(canvas, model, NORTH, (width - 24) // 2, 2, 24, "centre")
    _player(canvas, model, WEST, 0, middle, side, "left")
    _player(canvas, model, EAST, width - side, middle, side, "right")
    _player(canvas, model, model.view.seat, (width - 30) // 2, bottom - 1, 30, "below")


def _middle(bottom: int) -> int:
    """The row on which the trick's side cards begin."""
    return 2 + (bottom - 2) // 2 - 1


def _player(canvas: Canvas, model: Model, seat: int, x: int, y: int, width: int, where: str) -> None:
    view = model.view
    turn = seat == view.turn and view.phase not in (Phase.DEALING, Phase.OVER)
    dealer = model.words("dealer_mark") if seat == view.dealer and view.phase is not Phase.OVER else ""
    name = ("▶ " if turn else "") + model.seat(seat) + (f" {dealer}" if dealer else "")
    said = model.bubbles.get(seat, "")
    style = BOLD if turn else ""
    if where == "centre":
        canvas.centre(x, y, name, style, width=width)
        canvas.centre(0, y + 1, said, width=x * 2 + width)
    elif where == "below":
        line = f"{name}: {said}" if said else name
        canvas.centre(0, y, line, style, width=x * 2 + width)
    else:
        lines = [name, *_wrapped(said, width)]
        for i, line in enumerate(lines[:5]):
            if where == "left":
                canvas.put(x + 1, y + i, line, "" if i else style, width=width - 1)
            else:
                canvas.right(x + width - 1, y + i, line[: width - 1], "" if i else style)


def _wrapped(text: str, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) < width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def _trick(canvas: Canvas, model: Model, width: int, bottom: int) -> None:
    centre, middle = width // 2, _middle(bottom)
    # From the person's seat: own card below, then the turn goes round to the right.
    places = ((centre - 2, middle + 2), (centre + 5, middle), (centre - 2, middle - 2), (centre - 9, middle))
    for seat, card in model.trick:
        x, y = places[seat - model.view.seat & 3]
        _card(canvas, card, x, y, strong=seat == model.taken_by)
    if model.taken_by is not None:
        canvas.put(
            centre - 1, middle + 1, {0: "▼", 1: "▶", 2: "▲", 3: "◀"}[model.taken_by - model.view.seat & 3]
        )


def _card(
    canvas: Canvas, card: int, x: int, y: int, *, strong: bool = False, faint: bool = False, foot: str = "─"
) -> None:
    frame = BOLD if strong else DIM if faint else ""
    face = " ".join(part for part in (suit_style(card >> 3), DIM if faint else BOLD) if part)
    canvas.put(x, y, "╔═══╗" if strong else "┌───┐", frame)
    canvas.put(x, y + 1, "║   ║" if strong else "│   │", frame)
    canvas.put(x + 1, y + 1, f"{rank_sign(card):>2}{SYMBOLS[card >> 3]}", face)
    canvas.put(x, y + 2, f"╚═{foot.replace('─', '═')}═╝" if strong else f"└─{foot}─┘", frame)


def _bid(canvas: Canvas, model: Model, width: int, bottom: int) -> None:
    """The bid under the cursor and what else may be called."""
    words, view = model.words, model.view
    calls = view.legal.calls
    y = _middle(bottom) - 1
    options: list[tuple[str, str, str]] = [("p", words("call_pass"), "pass")]
    if calls.can_double:
        options.append(("x", words("call_double"), "double"))
    if calls.can_redouble:
        options.append(("x", words("call_redouble"), "redouble"))
    if model.can_bid:
        call = model.call
        height = words("call_capot") if call and call.capot else bid_number(view.rules, model.height)
        x = width // 2 - 14
        canvas.put(x, y, "▲", BOLD)
        canvas.put(x, y + 2, "▼", BOLD)
        canvas.spot(x - 1, y - 1, 5, 2, ("raise", 1))
        canvas.spot(x - 1, y + 2, 5, 2, ("raise", -1))
        canvas.put(x - 1, y + 1, f"{height:^5}", MARK if model.picked else BOLD)
        x += 7
        for strain in (STRAINS.index(letter) for letter in calls.strains):
            sign = f" {strain_sign(words, strain)} "
            style = (
                f"{suit_style(strain)} {MARK if model.picked and strain == model.strain else BOLD}".strip()
            )
            canvas.spot(x, y, len(sign), 3, ("strain", strain))
            x = canvas.put(x, y + 1, sign, style) + 1
        if call is not None and model.picked:
            options.insert(0, ("Enter", bid_sign(words, view.rules, call), "bid"))
    if calls.can_capot:
        options.append(("k", words("call_capot"), "capot"))
    total = sum(len(key) + len(text) + 6 for key, text, _ in options) - 2
    x = max((width - total) // 2, 0)
    for key, text, command in options:
        start = x
        x = canvas.put(x, y + 4, f"[{text}", BOLD)
        x = canvas.put(x, y + 4, f" {key}", DIM)
        x = canvas.put(x, y + 4, "]", BOLD)
        canvas.spot(start, y + 4, x - start, 1, (command, 0))
        x += 2
    told = wrap(model.partner_means, width - 2)
    # Above the person's own name, where there is room; F2 tells it too.
    if y + 5 + len(told) < bottom:
        for row, line in enumerate(told, bottom - 1 - len(told)):
            canvas.centre(0, row, line, DIM, width=width)


def _log(canvas: Canvas, model: Model, left: int, bottom: int) -> None:
    rows = bottom - 2
    for y in range(2, bottom):
        canvas.put(left, y, "│", DIM)
    lines: list[str] = []
    for entry in model.log:
        wrapped = _wrapped(entry, LOG_WIDTH)
        lines += [wrapped[0], *("  " + more for more in wrapped[1:])] if wrapped else []
    for y, line in enumerate(lines[-rows:], 2):
        canvas.put(left + 2, y, line, DIM if line.startswith("—") else "", width=LOG_WIDTH - 1)


# Below: the hand, what to do, the keys


def _hand(canvas: Canvas, model: Model, top: int, width: int) -> None:
    cards, view = model.cards, model.view
    if view.phase in (Phase.DEALING, Phase.OVER):
        return
    step = 7 if len(cards) * 7 <= width - 4 and width >= 78 else 6
    x = (width - (len(cards) * step - step + 5)) // 2
    playing = model.expecting and view.phase is Phase.PLAYING
    for i, card in enumerate(cards):
        legal = bool(view.legal.cards >> card & 1)
        chosen = playing and i == model.chosen
        y = top + (0 if chosen else 1)
        foot = str(i + 1) if playing and legal else "─"
        _card(canvas, card, x, y, strong=chosen, faint=playing and not legal, foot=foot)
        canvas.spot(x, top, step, HAND_HEIGHT, ("card", i))
        x += step


def _prompt(canvas: Canvas, model: Model) -> None:
    words, view, y = model.words, model.view, canvas.height - 3
    means = [] if model.message else wrap(model.chosen_means, canvas.width - 2)
    if model.expecting and view.phase in (Phase.DECLARING, Phase.SHOWING):
        _question(canvas, model, y)
    elif model.expecting and len(means) < 2:
        hint = words("your_turn") if view.phase is Phase.PLAYING else words("your_call")
        canvas.centre(0, y, f"{hint}  {_may(model)}".rstrip(), BOLD, width=canvas.width)
    elif view.phase not in (Phase.DEALING, Phase.OVER) and view.turn != view.seat and view.turn >= 0:
        canvas.centre(0, y, words("waits", name=model.seat(view.turn)), DIM, width=canvas.width)
    if model.message:
        canvas.centre(0, y + 1, model.message, "bold yellow" if model.expecting else BOLD, width=canvas.width)
    elif means:
        # A long meaning takes the place of the reminder whose turn it is: who has chosen a bid knows.
        for row, line in enumerate(means[:2], y + 2 - min(len(means), 2)):
            canvas.centre(0, row, line, width=canvas.width)
    elif model.expecting and view.phase is Phase.PLAYING:
        canvas.centre(0, y + 1, words("hint_play"), DIM, width=canvas.width)
    elif model.expecting and view.phase is Phase.AUCTION and model.can_bid:
        canvas.centre(0, y + 1, words("hint_bid"), DIM, width=canvas.width)


def _may(model: Model) -> str:
    """What may be said with the card, at a table where people announce, show and call themselves."""
    words, legal, parts = model.words, model.view.legal, []
    if not model.view.automatic:
        if legal.may_announce:
            parts.append(words("may_announce"))
        if legal.may_show:
            parts.append(words("may_show"))
        if model.can_call_pilotta:
            parts.append(words("may_call_pilotta"))
    return "  ".join(parts)


def _question(canvas: Canvas, model: Model, y: int) -> None:
    words, declaring = model.words, model.view.phase is Phase.DECLARING
    question = words("announce_ask" if declaring else "show_ask")
    yes, no = (words(key) for key in (("announce", "announce_not") if declaring else ("show", "show_not")))
    possible = not declaring or model.view.legal.may_announce
    total = len(question) + len(no) + 4 + (len(yes) + 4 if possible else 0)
    x = max((canvas.width - total) // 2, 0)
    x = canvas.put(x, y, question + "  ", BOLD)
    for text, value in ((yes, True), (no, False)):
        if value and not possible:
            continue
        start = x
        x = canvas.put(x, y, f" {text} ", MARK if value == (model.yes and possible) else "")
        canvas.spot(start, y, x - start, 1, ("answer", int(value)))
        x += 1


def _keys(canvas: Canvas, model: Model) -> None:
    keys = [(key, name, model.words("key_" + name)) for key, name in KEYS if name != "hint" or model.training]
    # In a narrow terminal the keys that are least asked for go unnamed; F1 tells of all.
    for unneeded in ("account", "last", "sheet"):
        if _keys_width(keys) > canvas.width:
            keys = [each for each in keys if each[1] != unneeded]
    gap = 2 if _keys_width(keys) + len(keys) - 1 <= canvas.width else 1
    x, y = 0, canvas.height - 1
    for key, name, text in keys:
        start = x
        x = canvas.put(x, y, key, "reverse")
        x = canvas.put(x, y, f" {text}")
        canvas.spot(start, y, x - start, 1, (name, 0))
        x += gap


def _keys_width(keys: list[tuple[str, str, str]]) -> int:
    """The columns that they need with one blank between."""
    return sum(len(key) + len(text) + 2 for key, _, text in keys) - 1
