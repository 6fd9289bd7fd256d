"""``pilotta rules``: list the rule sets, show one, compare two."""

import argparse
from collections.abc import Iterable

from pilotta.cli.common import OK, fail, write, write_json
from pilotta.cli.explained import GROUPS, PRESET_LINES
from pilotta.cli.houserules import add_rules, named_rules, rules_from, rules_given
from pilotta.rules.catalogue import PRESETS, all_fields
from pilotta.rules.ruleset import RuleSet

EXAMPLES = """examples:
  pilotta rules
  pilotta rules club
  pilotta rules academy kafeneio
  pilotta rules academy --set capot_call=yes --target long --json
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = subparsers.add_parser(
        "rules",
        help="list, show and compare rule sets",
        description="Without a name: the rule sets. With one: every field of it. With two or more: where they differ.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="a rule set, or a JSON file with house rules"
    )
    parser.add_argument("--compare", nargs="+", metavar="NAME", default=[], help="the same as several names")
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="as JSON, every field")


def run(args: argparse.Namespace) -> int:
    names = [*args.names, *args.compare]
    if len(names) > 4:
        fail("rules: compare two to four rule sets")
    if not names and not rules_given(args):
        return _list(args.json)
    if len(names) > 1:
        if rules_given(args):
            fail(
                "rules: --rules, --set and --target go with one name (put house rules to compare into a .json file)"
            )
        return _compare(names, [named_rules(name) for name in names], args.json)
    if names:
        if args.rules is not None:
            fail(f"rules: {names[0]!r} and --rules {args.rules} say the same thing twice")
        args.rules = names[0]
    return _show(rules_from(args), args.json)


def _list(as_json: bool) -> int:
    if as_json:
        write_json({name: all_fields(rules) for name, rules in PRESETS.items()})
        return OK
    for name, rules in PRESETS.items():
        wins = f", {rules.wins_needed} wins" if rules.wins_needed > 1 else ""
        write(f"{name:<9} to {rules.target}{wins}: {PRESET_LINES[name]}\n")
    write("\nOne of them in full: pilotta rules NAME.  Two side by side: pilotta rules NAME NAME.\n")
    return OK


def _show(rules: RuleSet, as_json: bool) -> int:
    if as_json:
        write_json(all_fields(rules))
        return OK
    base = PRESETS[rules.preset]
    changed = rules != base
    lines = [
        f"{rules.preset}{' with house rules, marked *' if changed else ''}: {PRESET_LINES[rules.preset]}"
    ]
    for title, fields in GROUPS.items():
        lines += ["", title]
        for name, about in fields.items():
            mark = "*" if getattr(rules, name) != getattr(base, name) else " "
            lines.append(f"{mark} {name:<22} {shown_value(getattr(rules, name)):<24} {about}")
    write("\n".join(lines) + "\n")
    return OK


def _compare(names: list[str], sets: list[RuleSet], as_json: bool) -> int:
    fields = [
        name
        for group in GROUPS.values()
        for name in group
        if name != "preset" and len({getattr(rules, name) for rules in sets}) > 1
    ]
    if as_json:
        plain = [all_fields(rules) for rules in sets]
        write_json({"names": names, "fields": {name: [each[name] for each in plain] for name in fields}})
        return OK
    if not fields:
        write("No field differs.\n")
        return OK
    rows = [
        ["", *names],
        *([name, *(shown_value(getattr(rules, name)) for rules in sets)] for name in fields),
    ]
    write(table(rows) + "\n")
    return OK


def table(rows: Iterable[list[str]]) -> str:
    """Rows as aligned columns."""
    rows = list(rows)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def shown_value(value: object) -> str:
    """A field's value as ``--set`` takes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(str(item) for item in value)
    return str(value) or "none"
