"""The options by which every command takes a rule set: a preset or a file, and house rules on top."""

import argparse

from pilotta.cards import shown
from pilotta.cli.common import fail, read_bytes
from pilotta.rules.catalogue import PRESETS, TARGETS, from_data
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import FIELD_NAMES, RuleSet
from pilotta.said import printable
from pilotta.strict import LongNumber, NotJson, read_json, whole

_MOST_BYTES = 64 * 1024
_WORDS = {
    **dict.fromkeys(("true", "yes", "on"), True),
    **dict.fromkeys(("false", "no", "off"), False),
}


def add_rules(parser: argparse.ArgumentParser, *, target: bool = True) -> None:
    """Add ``--rules``, ``--set`` and ``--target``; this last one is not shown (``target=False``) where it changes nothing."""
    parser.add_argument(
        "--rules",
        metavar="NAME",
        help=f"rule set: {', '.join(PRESETS)}, or a JSON file with house rules (default: academy)",
    )
    parser.add_argument(
        "--set",
        metavar="FIELD=VALUE",
        action="append",
        default=[],
        dest="changes",
        help="a house rule, as often as needed: --set capot_call=yes (fields: pilotta rules academy)",
    )
    parser.add_argument(
        "--target",
        metavar="N",
        help=f"points that win, or {', '.join(TARGETS)}" if target else argparse.SUPPRESS,
    )


def rules_given(args: argparse.Namespace) -> bool:
    """Whether the user asked for any rules at all."""
    return args.rules is not None or bool(args.changes) or args.target is not None


def rules_from(args: argparse.Namespace, **more: tuple[str, object]) -> RuleSet:
    """The rule set that the options describe. ``more``: fields that other options set, each with that option's name."""
    rules = named_rules("academy" if args.rules is None else args.rules)
    said = [(option, name, value) for name, (option, value) in more.items()]
    said += [("--set", *_change(rules, given)) for given in args.changes]
    if args.target is not None:
        units = [value for _, name, value in said if name == "sheet_unit"]
        said.append(("--target", "target", _target(args.target, str((units or [rules.sheet_unit])[-1]))))
    changes: dict[str, object] = {}
    options: dict[str, str] = {}
    for option, name, value in said:
        if name in changes and changes[name] != value:
            both = f"{options[name]} and {option}" if options[name] != option else option
            fail(f"{both}: {name} cannot be {changes[name]!r} and {value!r} at once")
        changes[name], options[name] = value, option
    try:
        return rules.change(**changes)
    except RuleSetError as error:
        fail(f"rules: {error}")


def named_rules(name: str) -> RuleSet:
    """A preset by its name, or the rules in a JSON file."""
    if name in PRESETS:
        return PRESETS[name]
    if not name.endswith(".json"):
        fail(f"--rules: {shown(name)} is no rule set; there are {', '.join(PRESETS)}, or name a .json file")
    try:
        return from_data(read_json(read_bytes(name, _MOST_BYTES)))
    except (NotJson, RuleSetError) as error:
        fail(f"{printable(name)}: {error}")


def _change(rules: RuleSet, given: str) -> tuple[str, object]:
    name, equals, text = given.partition("=")
    name = name.strip().replace("-", "_")
    if not equals:
        fail(f"--set: {shown(given)} needs an equals sign, such as target=251")
    if name not in FIELD_NAMES:
        fail(f"--set: {shown(name)} is no field of a rule set{_nearest(name)}")
    if name == "preset":
        fail("--set: a preset is chosen by --rules")
    return name, _value(name, getattr(rules, name), text.strip())


def _value(name: str, now: object, text: str) -> object:
    """Text as a value of the same kind as the field has now; what does not fit is left for the rule set to refuse."""
    if isinstance(now, bool):
        return _WORDS.get(text.lower(), text)
    if isinstance(now, int):
        return _number(name, text)
    if isinstance(now, tuple):
        return tuple(_number(name, part) for part in text.replace(",", " ").split())
    return "" if text in ("none", "''", '""') and now == "" else text


def _number(name: str, text: str) -> object:
    try:
        number = whole(text)
    except LongNumber as error:
        fail(f"rules: {name}: {error}")
    return text if number is None else number


def _target(text: str, unit: str) -> object:
    if text in TARGETS:
        return TARGETS[text] * (1 if unit == "tens" else 10)
    return _number("target", text.strip())


def _nearest(name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  (only needed to explain a mistake)

    near = get_close_matches(name, FIELD_NAMES, 1)
    return f"; did you mean {near[0]}?" if near else "; pilotta rules academy lists them"
