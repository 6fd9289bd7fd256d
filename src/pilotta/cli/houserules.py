"""The options by which every command takes a rule set: a preset or a file, and house rules on top."""

import argparse
import json

from pilotta.cli.common import fail, read_bytes
from pilotta.rules.catalogue import PRESETS, TARGETS, from_data
from pilotta.rules.errors import RuleSetError
from pilotta.rules.ruleset import FIELD_NAMES, RuleSet

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


def rules_from(args: argparse.Namespace, **more: object) -> RuleSet:
    """The rule set that the options describe, with the fields in ``more`` set first."""
    rules = named_rules(args.rules or "academy")
    changes = dict(more)
    for given in args.changes:
        name, value = _change(rules, given)
        changes[name] = value
    if args.target is not None:
        changes["target"] = _target(args.target, str(changes.get("sheet_unit", rules.sheet_unit)))
    try:
        return rules.change(**changes)
    except RuleSetError as error:
        fail(f"rules: {error}")


def named_rules(name: str) -> RuleSet:
    """A preset by its name, or the rules in a JSON file."""
    if name in PRESETS:
        return PRESETS[name]
    if not name.endswith(".json"):
        fail(f"--rules: {name!r} is no rule set; there are {', '.join(PRESETS)}, or name a .json file")
    try:
        return from_data(json.loads(read_bytes(name, _MOST_BYTES)))
    except RuleSetError as error:
        fail(f"{name}: {error}")
    except (ValueError, RecursionError) as error:
        fail(f"{name}: no JSON ({error})")


def _change(rules: RuleSet, given: str) -> tuple[str, object]:
    name, equals, text = given.partition("=")
    name = name.strip().replace("-", "_")
    if not equals:
        fail(f"--set: {given!r} needs an equals sign, such as target=251")
    if name not in FIELD_NAMES:
        fail(f"--set: {name!r} is no field of a rule set{_nearest(name)}")
    return name, _value(getattr(rules, name), text.strip())


def _value(now: object, text: str) -> object:
    """Text as a value of the same kind as the field has now; what does not fit is left for the rule set to refuse."""
    if isinstance(now, bool):
        return _WORDS.get(text.lower(), text)
    if isinstance(now, int):
        return _number(text)
    if isinstance(now, tuple):
        return tuple(_number(part) for part in text.replace(",", " ").split())
    return "" if text in ("none", "''", '""') and now == "" else text


def _number(text: str) -> object:
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 6 else text


def _target(text: str, unit: str) -> object:
    if text in TARGETS:
        return TARGETS[text] * (1 if unit == "tens" else 10)
    return _number(text)


def _nearest(name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  (only needed to explain a mistake)

    near = get_close_matches(name, FIELD_NAMES, 1)
    return f"; did you mean {near[0]}?" if near else "; pilotta rules academy lists them"
