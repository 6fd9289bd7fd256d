"""``pilotta solve``: what a deal comes to when all cards are seen and nobody errs."""

import argparse
from typing import Any

from pilotta.cards import CARD_NAMES, RANKS, parse_card
from pilotta.cli.common import ILLEGAL, OK, fail, whole_number, write, write_json
from pilotta.cli.deal import SYMBOLS, diamond
from pilotta.cli.houserules import add_rules, rules_from
from pilotta.engine.batch import Answer, Kind, Question, par_table, solve
from pilotta.engine.door import MOST_THREADS
from pilotta.engine.position import IllegalPlay, Position, position
from pilotta.game.notation import parse_hands
from pilotta.rules.auction import parse_strain
from pilotta.rules.catalogue import PRESETS
from pilotta.rules.ruleset import STRAINS, RuleSet
from pilotta.seats import SEATS, BySide, FourHands, parse_seat

NAMES = ("South", "East", "North", "West")
IN_STRAIN = (
    "♠ spades trumps",
    "♥ hearts trumps",
    "♦ diamonds trumps",
    "♣ clubs trumps",
    "no trump",
    "all trump",
)

EXAMPLES = """examples:
  pilotta solve "S:.T9.7.8 987.J.. .KQ..A7 T.A.A.K" --strain H --leader S
  pilotta solve "S:.T9.7.8 987.J.. .KQ..A7 T.A.A.K" --strain H --leader S --plays 8C,JH --json
  pilotta solve "S:J9.KQT.A9.T .J987.Q.K98 Q7..J7.AQJ7 AKT8.A.KT8." --table --rules club

exit status: 0 solved; 1 a card of --plays breaks a rule; 2 no deal, or the command was not understood
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "solve",
        help="solve a deal exactly, with all cards seen",
        description="What both sides end a deal with, in card points, when all see all cards and nobody errs.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "deal",
        metavar="DEAL",
        help="a seat and four hands in turn, S:AJ9.T8..KQ7 … … …, with 1 to 8 cards each",
    )
    parser.add_argument("--strain", metavar="X", help="S, H, D, C trumps, N no trump or A all trump")
    parser.add_argument("--leader", metavar="SEAT", help="who leads the first trick: S, E, N or W")
    parser.add_argument(
        "--plays", metavar="CARDS", help='cards played already, with commas or spaces: JH,7H or "JH 7H"'
    )
    parser.add_argument(
        "--table", action="store_true", help="every strain of the rule set with every leader instead"
    )
    parser.add_argument(
        "--threads",
        type=whole_number(1, MOST_THREADS),
        default=0,
        metavar="N",
        help="so many (default: all cores)",
    )
    add_rules(parser, target=False)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(args: argparse.Namespace) -> int:
    rules = rules_from(args)
    try:
        hands = parse_hands(args.deal)
        if args.table:
            return _table(args, rules, hands)
        at = _position(args, rules, hands)
    except IllegalPlay as error:
        if args.json:
            write_json({"error": _as_data(error)})
            return ILLEGAL
        fail(f"--plays: {error}", ILLEGAL)
    except ValueError as error:
        fail(str(error))
    return _solve(args, at)


def _position(args: argparse.Namespace, rules: RuleSet, hands: FourHands) -> Position:
    """The position that the words describe. ValueError where they describe none."""
    for name in ("strain", "leader"):
        if getattr(args, name) is None:
            fail(f"--{name} is needed (or --table)")
    strain, leader = parse_strain(args.strain), parse_seat(args.leader)
    plays = [parse_card(word) for word in (args.plays or "").replace(",", " ").split()]
    return position(rules, strain, hands, leader, plays)


def _as_data(error: IllegalPlay) -> dict[str, Any]:
    return {
        "trick": error.trick,
        "play": error.number,
        "card": CARD_NAMES[error.card],
        "rule": error.rule,
        "message": error.message,
    }


# One position


def _solve(args: argparse.Namespace, at: Position) -> int:
    found = _answer(args, "moves", at)
    value, moves = found.value, found.moves
    assert value is not None and moves is not None
    best_first = _best_first(at, moves)
    if args.json:
        write_json(
            {"value": value.as_dict(), "moves": {CARD_NAMES[card]: moves[card] for card in best_first}}
        )
        return OK
    line: tuple[int, ...] = ()
    if best_first:
        # Of several lines of best play the one that begins as the list above it does.
        rest = _answer(args, "line", at.after(best_first[0])).line
        assert rest is not None
        line = best_first[0], *rest
    write(_report(at, value, {card: moves[card] for card in best_first}, line))
    return OK


def _answer(args: argparse.Namespace, kind: Kind, at: Position) -> Answer:
    return solve([Question(kind, at)], threads=args.threads)[0]


def _best_first(at: Position, moves: dict[int, int]) -> list[int]:
    """The best card for the seat to play first; those that are as good as each other as they stand in a sorted hand."""
    sign = 1 if at.turn & 1 else -1
    return sorted(at.ranks.best_first(at.legal), key=lambda card: sign * moves[card])


def _report(at: Position, value: BySide[int], moves: dict[int, int], line: tuple[int, ...]) -> str:
    parts = [
        f"{IN_STRAIN[at.strain]}, rules: {_rules(at.rules)}".capitalize(),
        "",
        diamond(at.rules, at.play.hands),
        "",
    ]
    if at.play.trick:
        parts.append(f"On the table: {_trick(at.play.leader, at.play.trick)}")
    if any(at.tricks):
        parts.append(f"So far: {_both(at.won)} points, {_both(at.tricks)} tricks")
    if at.over:
        return "\n".join([*parts, "The deal is over.", ""])
    parts += [f"{NAMES[at.turn]} to play", "", "  card    NS   EW"]
    best = value.ns
    for card, ns in moves.items():
        mark = "  best" if ns == best else ""
        parts.append(f"  {_shown(card):<5} {ns:>4} {at.total - ns:>4}{mark}")
    parts += ["", "A line of best play:", *_tricks(at, line), "", f"Result: {_both(value)}"]
    parts.append(
        f"Card points of {'the whole deal' if at.size == 8 else 'this short deal'}, last trick included, when all see all "
        "cards and nobody errs; a capot adds nothing."
    )
    return "\n".join(parts) + "\n"


def _rules(rules: RuleSet) -> str:
    return rules.preset + (" with house rules" if rules != PRESETS[rules.preset] else "")


def _tricks(at: Position, line: tuple[int, ...]) -> list[str]:
    """The cards of a line, a trick a line of text, with who took it."""
    found = []
    for card in line:
        before = at
        at = at.after(card)
        if len(at.play.tricks) > len(before.play.tricks):
            taken = at.play.tricks[-1]
            points = sum(at.won) - sum(before.won)
            found.append(f"  {_trick(taken.leader, taken.cards):<28} {NAMES[taken.winner]} takes {points}")
    return found


def _trick(leader: int, cards: tuple[int, ...]) -> str:
    return "  ".join(f"{SEATS[(leader + i) % 4]} {_shown(card)}" for i, card in enumerate(cards))


def _shown(card: int) -> str:
    return RANKS[card & 7].replace("T", "10") + SYMBOLS[card >> 3]


def _both(pair: BySide[int]) -> str:
    return f"NS {pair.ns}, EW {pair.ew}"


# All strains and leaders


def _table(args: argparse.Namespace, rules: RuleSet, hands: FourHands) -> int:
    for name in ("strain", "leader", "plays"):
        if getattr(args, name) is not None:
            fail(f"--table solves every strain and leader before the first card, so it takes no --{name}")
    table = par_table(rules, hands, threads=args.threads)
    if args.json:
        write_json(
            {
                "table": {
                    STRAINS[strain]: {SEATS[leader]: value.ns for leader, value in enumerate(values)}
                    for strain, values in table.items()
                }
            }
        )
        return OK
    lines = [
        f"All strains and leaders, rules: {_rules(rules)}",
        "",
        diamond(rules, hands),
        "",
        f"NS points, by leader{'':<8}" + "".join(f"{name:>8}" for name in NAMES),
    ]
    for strain, values in table.items():
        lines.append(f"  {IN_STRAIN[strain]:<26}" + "".join(f"{value.ns:>8}" for value in values))
    write("\n".join(lines) + "\n")
    return OK
