"""``pilotta deal``: shuffle, deal and print four hands."""

import argparse
from random import Random, SystemRandom

from pilotta.cards import RANKS, hand_text
from pilotta.cli.common import OK, seed_number, whole_number, write, write_json
from pilotta.cli.houserules import add_rules, rules_from
from pilotta.game.dealing import deal_cards
from pilotta.game.notation import deal_text
from pilotta.rules.ruleset import RuleSet
from pilotta.seats import SEATS, FourHands, parse_seat

SYMBOLS = "♠♥♦♣"

EXAMPLES = """examples:
  pilotta deal --seed 7
  pilotta deal --seed 7 --count 3 --json
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "deal",
        help="shuffle and print a deal",
        description="Shuffle, deal and print four hands as they lie round the table, and the line of notation.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_rules(parser)
    parser.add_argument(
        "--seed", type=seed_number, help="the same seed gives the same cards (default: by chance)"
    )
    parser.add_argument(
        "--dealer", choices=tuple(SEATS), default="W", help="who deals (default: %(default)s)"
    )
    parser.add_argument(
        "--count", type=whole_number(1, 100_000), default=1, metavar="N", help="so many deals (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="a line of JSON a deal")


def run(args: argparse.Namespace) -> int:
    rules = rules_from(args)
    # The seed is printed, so that a deal found by chance can be had again.
    seed = args.seed if args.seed is not None else SystemRandom().randrange(1 << 32)
    rng = Random(seed)
    dealer = parse_seat(args.dealer)
    for number in range(1, args.count + 1):
        hands = deal_cards(rules, dealer, rng).hands
        if args.json:
            by_seat = {SEATS[seat]: hand_text(hands[seat]) for seat in range(4)}
            write_json(
                {
                    "seed": seed,
                    "number": number,
                    "dealer": args.dealer,
                    "deal": deal_text(hands),
                    "hands": by_seat,
                }
            )
        else:
            gap = "\n" if number > 1 else ""
            title = f"Dealer {args.dealer}, seed {seed}" + (f", deal {number}" if args.count > 1 else "")
            write(f"{gap}{title}\n\n{diamond(rules, hands)}\n\n{deal_text(hands)}\n")
    return OK


def suit_lines(rules: RuleSet, hand: int) -> list[str]:
    """A hand as four lines, a suit each, highest first in the order of plain suits."""
    lines = []
    for suit, letter in enumerate(SYMBOLS):
        ranks = [rank for rank in rules.plain_order if hand >> 8 * suit + RANKS.index(rank) & 1]
        lines.append(f"{letter} {' '.join(rank.replace('T', '10') for rank in ranks) or '–'}")
    return lines


def diamond(rules: RuleSet, hands: FourHands) -> str:
    """Four hands as they lie round the table: North above, West left, East right, South below."""
    south, east, north, west = (suit_lines(rules, hand) for hand in hands)
    wide, middle = 22, " " * 18
    lines = [middle + line for line in ("North", *north)]
    lines += [""]
    lines += [
        f"{left:<{wide + 14}}{right}" for left, right in zip(("West", *west), ("East", *east), strict=True)
    ]
    lines += [""]
    lines += [middle + line for line in ("South", *south)]
    return "\n".join(line.rstrip() for line in lines)
