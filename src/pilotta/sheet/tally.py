"""From what a line says to a deal's tally under a rule set, and back to the line in its plainest form."""

from dataclasses import replace
from typing import Final, NoReturn

from pilotta.rules.auction import Call, Contract, call_breach, open_auction
from pilotta.rules.ruleset import ALL_TRUMP, CAPOT_VALUE, DEAL_POINTS, NO_TRUMP, STRAINS, RuleSet
from pilotta.rules.scoring import ALL_TRICKS, ZERO, Tally
from pilotta.seats import SIDES, BySide, side_of
from pilotta.sheet.line import Given, LineError, read_line
from pilotta.sheet.possible import may_be_declared, may_be_taken

MOST_TENS: Final = CAPOT_VALUE // 10
"""Where bids are said in tens, larger numbers are points: nobody who writes 70 means 700."""


def _wrong(code: str, **params: str) -> NoReturn:
    raise LineError(code, **params)


def parse_line(rules: RuleSet, line: str) -> Tally | None:
    """The tally of the deal that a line describes, or None where all four passed. LineError says what is wrong."""
    return tally_of(rules, read_line(line))


def tally_of(rules: RuleSet, given: Given) -> Tally | None:
    """Hold what was said against a rule set. LineError says why the deal cannot be."""
    if given.passed and not rules.fixed_trump:
        return None
    contract = contract_of(rules, given)
    bidders = contract.side
    tricks, cards = _tricks_and_cards(rules, given, contract)
    tally = Tally(
        contract,
        tricks,
        cards,
        _declarations(rules, given, bidders),
        _pilotta(rules, given, contract),
        given.jack,
        _miscalls(rules, given),
    )
    if given.jack is None and _ends_in_six(rules, tally):
        tally = replace(tally, trump_jack=_only_holder(rules, cards))
    _check_sixes(rules, given, tally)
    return tally


def contract_of(rules: RuleSet, given: Given) -> Contract:
    """The contract; at a beginners' table, which has none, the bare strain of the side that led."""
    times = given.multiplier or 1
    if rules.fixed_trump:
        if given.passed or given.bid is not None or times > 1:
            said = "".join(map(str, given.bid)) if given.bid else "pass" if given.passed else "x"
            _wrong("score.no_auction", word=repr(said))
        return Contract(0, STRAINS.index(rules.fixed_trump), given.side or 0)
    if given.side is None or given.seat is None:
        _wrong("score.side")
    if given.bid is None:
        _wrong("score.contract")
    text, strain = given.bid
    capot = text.startswith("cap")
    value = CAPOT_VALUE if capot else int(text)
    if rules.bids_said == "tens" and value <= MOST_TENS and value < rules.lowest_bid:
        value *= 10
    call = Call("bid", value, strain, capot)
    if not capot and value < rules.lowest_bid:
        # Before the steps: of 9 at a table that says 90 nobody wants to hear that bids go by tens.
        _wrong("call.too_low", call=call.text, lowest=str(rules.lowest_bid))
    breach = call_breach(rules, open_auction(rules, 0), call)
    if breach is not None:
        _wrong(breach.code, **breach.params)
    if times > 1 and rules.double == "none":
        _wrong("score.double")
    if times > 2 and not rules.redouble:
        _wrong("score.redouble")
    return Contract(value, strain, given.seat, times, capot)


def _tricks_and_cards(rules: RuleSet, given: Given, contract: Contract) -> tuple[BySide[int], BySide[int]]:
    """Both sides' tricks and card points. Tricks matter only where one side has all; else any split will do."""
    bidders = contract.side
    points = _own(given.cards, bidders, DEAL_POINTS, "score.cards_range", "cards")
    count = _own(given.tricks, bidders, ALL_TRICKS, "score.tricks", "tricks")
    if given.capot is not None:
        side = bidders if given.capot[0] is None else given.capot[0]
        all_of_it = ALL_TRICKS if side == bidders else 0
        if count is not None and count != all_of_it:
            _wrong("score.capot_tricks", word=_written("tricks", given.tricks))
        count = all_of_it
    if count in (0, ALL_TRICKS):
        due = DEAL_POINTS if count else 0
        if points is not None and points != due:
            _wrong("score.capot_cards")
        points = due
    elif points is None:
        _wrong("score.cards")
    elif count is None:
        if points in (0, DEAL_POINTS):
            _wrong("score.capot_or_trick")
        if not may_be_taken(rules, contract.strain, points, None):
            _wrong("score.cards_never", cards=_said_points(given, points))
        count = ALL_TRICKS // 2
    elif not may_be_taken(rules, contract.strain, points, count):
        mine = given.cards is None or given.cards[0] in (None, bidders)
        _wrong(
            "score.cards_tricks",
            cards=_said_points(given, points),
            tricks=str(count if mine else ALL_TRICKS - count),
        )
    assert points is not None and count is not None
    return (
        BySide.of(bidders, count, ALL_TRICKS - count),
        BySide.of(bidders, points, DEAL_POINTS - points),
    )


def _own(said: tuple[int | None, int] | None, bidders: int, whole: int, code: str, name: str) -> int | None:
    """The bidders' part of a figure that was said of either side."""
    if said is None:
        return None
    side, number = said
    if number > whole:
        _wrong(code, word=_written(name, said))
    return number if side in (None, bidders) else whole - number


def _said_points(given: Given, points: int) -> str:
    """The card points as somebody wrote them: perhaps the other side's."""
    return str(points if given.cards is None else given.cards[1])


def _written(name: str, said: tuple[int | None, int] | None) -> str:
    """A figure as the line has it, whosever it is."""
    side, number = said or (None, 0)
    return f"{name}={number}" if side is None else f"{name}={SIDES[side]}:{number}"


def _declarations(rules: RuleSet, given: Given, bidders: int) -> BySide[int]:
    if given.declarations is None:
        return ZERO
    side, points = given.declarations
    if not may_be_declared(rules, points):
        _wrong("score.declarations", word=str(points))
    return BySide.of(bidders if side is None else side, points, 0)


def _pilotta(rules: RuleSet, given: Given, contract: Contract) -> BySide[int]:
    most = {NO_TRUMP: 0, ALL_TRUMP: 4}.get(contract.strain, 1) if rules.pilotta_points else 0
    if len(given.pilotta) > most:
        _wrong("score.pilotta", most=str(most))
    sides = [contract.side if side is None else side for side in given.pilotta]
    return BySide(sides.count(0) * rules.pilotta_points, sides.count(1) * rules.pilotta_points)


def _miscalls(rules: RuleSet, given: Given) -> BySide[int]:
    if given.miscalls and not rules.miscall_penalty:
        _wrong("score.miscall", word="miscall")
    return BySide(given.miscalls.count(0), given.miscalls.count(1))


def _ends_in_six(rules: RuleSet, tally: Tally) -> bool:
    """Whether the rounding hangs on who took the jack of trumps."""
    return rules.sixes_up == "trump_jack" and tally.cards.ns % 10 == 6 and ALL_TRICKS not in tally.tricks


def _only_holder(rules: RuleSet, cards: BySide[int]) -> int | None:
    """The side that must have the jack of trumps because the other has fewer points than it is worth."""
    can = [side for side in (0, 1) if cards[side] >= rules.trump_values[4]]
    return can[0] if len(can) == 1 else None


def needs_jack(rules: RuleSet, tally: Tally) -> bool:
    """Whether somebody has to say who took the jack of trumps: the rounding asks, and either side may have it."""
    return _ends_in_six(rules, tally) and _only_holder(rules, tally.cards) is None


def _check_sixes(rules: RuleSet, given: Given, tally: Tally) -> None:
    """What decides a rounding has to be known, and cannot contradict the card points."""
    if given.jack is None:
        if needs_jack(rules, tally):
            _wrong("score.jack")
    elif tally.cards[given.jack] < rules.trump_values[4]:
        _wrong("score.jack_cards", side=SIDES[given.jack], cards=str(tally.cards[given.jack]))
    if rules.fixed_trump and given.side is None and rules.sixes_up == "bidders" and tally.cards.ns % 10 == 6:
        _wrong("score.leader")


def line_of(rules: RuleSet, tally: Tally | None) -> str:
    """The line that says this tally again, in its plainest form."""
    if tally is None:
        return "pass"
    contract = tally.contract
    side = side_of(contract.declarer)
    words = [SIDES[side]]
    if not rules.fixed_trump:
        words.append(contract.text)
    if contract.multiplier > 1:
        words.append(f"x{contract.multiplier}")
    if ALL_TRICKS in tally.tricks:
        words.append(f"capot={SIDES[0 if tally.tricks.ns else 1]}")
    else:
        words.append(f"cards={tally.cards[side]}")
        if DEAL_POINTS in tally.cards:
            words.append(f"tricks={tally.tricks[side]}")
    words += [f"decl={SIDES[s]}:{tally.declarations[s]}" for s in (0, 1) if tally.declarations[s]]
    called = [
        SIDES[s]
        for s in (0, 1)
        if rules.pilotta_points
        for _ in range(tally.pilotta[s] // rules.pilotta_points)
    ]
    if called:
        words.append("pilotta=" + "+".join(called))
    if tally.trump_jack is not None:
        words.append(f"jack={SIDES[tally.trump_jack]}")
    words += [f"miscall={SIDES[s]}" for s in (0, 1) for _ in range(tally.miscalls[s])]
    return " ".join(words)
