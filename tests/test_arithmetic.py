"""The arithmetic of decisions: rounded to the nearest double, and in use wherever a bot decides."""

import ast
import builtins
import math
from collections.abc import Iterable
from decimal import Decimal, localcontext
from hashlib import sha256
from pathlib import Path

import pytest
from tests.bots.levels import actions
from tests.pyodide.calculate import calculated, numbers

from pilotta.arithmetic import add, erf, exp, exp2, hypot, power
from pilotta.rules.catalogue import PRESETS

SOURCE = Path(__file__).parents[1] / "src" / "pilotta"


def rounded_erf(number: float) -> float:
    with localcontext() as context:
        context.prec = 90
        at = Decimal(number)
        total = term = at
        n = 0
        while abs(term) > Decimal(10) ** -80:
            n += 1
            term = -term * at * at / n
            total += term / (2 * n + 1)
        pi = Decimal(
            "3.141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117"
        )
        return float(2 * total / pi.sqrt())


def test_powers_are_rounded_to_the_nearest_double() -> None:
    with localcontext() as context:
        context.prec = 60
        for base in numbers(1e-12, 1, 300) + numbers(1, 1e9, 100):
            for numerator, denominator in ((4, 5), (1, 2), (7, 3), (0, 1), (2, 1)):
                exact = Decimal(base) ** (Decimal(numerator) / Decimal(denominator))
                assert power(base, numerator, denominator) == float(exact)
    assert power(32.0, 4, 5) == 16.0
    assert power(1.0, 4, 5) == 1.0
    assert power(2.0**-1000, 4, 5) == 2.0**-800


@pytest.mark.parametrize("base", [0.0, -1.0, math.inf, math.nan])
def test_what_has_no_power_is_refused(base: float) -> None:
    with pytest.raises(ValueError, match="no power"):
        power(base, 4, 5)


def test_exponentials_are_rounded_to_the_nearest_double() -> None:
    with localcontext() as context:
        context.prec = 60
        for each in numbers(-40, 40) + numbers(-700, 700, 100):
            assert exp(each) == float(Decimal(each).exp())
            assert exp2(each) == float(Decimal(2) ** Decimal(each))
    assert (exp(0.0), exp2(10.0), exp2(-3.0)) == (1.0, 1024.0, 0.125)
    assert (exp(-1e9), exp(1e9)) == (0.0, math.inf)
    with pytest.raises(ValueError, match="no exponent"):
        exp2(1e9)


def test_the_error_function_is_rounded_to_the_nearest_double() -> None:
    for each in numbers(-6, 6, 300) + numbers(0, 0.01, 50):
        assert erf(each) == rounded_erf(each)
    assert (erf(0.0), erf(7.0), erf(-7.0), erf(math.inf)) == (0.0, 1.0, -1.0, 1.0)
    assert abs(erf(1e-20) / 1e-20 - 2 / math.sqrt(math.pi)) < 1e-15


def test_sums_go_from_left_to_right() -> None:
    assert add([0.1] * 10) == 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1
    assert add([0.1] * 10) != math.fsum([0.1] * 10)
    assert add([]) == 0
    assert hypot(3.0, 4.0) == 5.0


def test_all_of_them_are_the_same_for_ever() -> None:
    """tests/pyodide holds the same against a browser's Python."""
    found = sha256(repr(calculated()).encode()).hexdigest()
    assert found[:32] == "704dd6a7d3c59955c4da7de646075c68"


# Where it is in use

SAFE = {"ceil", "floor", "frexp", "fsum", "isqrt", "ldexp", "sqrt"}
"""What IEEE 754, or whole numbers, leave no choice about."""


@pytest.mark.parametrize("room", ["bots", "engine", "game", "rules", "puzzles", "review"])
def test_nothing_else_is_calculated_with(room: str) -> None:
    """No function of the C library, and no power that is not of whole numbers that stand there."""
    found = []
    for path in (SOURCE / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            where = f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Import) and any(each.name in ("math", "cmath") for each in node.names):
                found.append(f"{where} imports all of math")
            elif isinstance(node, ast.ImportFrom) and node.module == "math":
                found += [f"{where} {each.name}" for each in node.names if each.name not in SAFE]
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
                whole = (
                    isinstance(each, ast.Constant) and isinstance(each.value, int)
                    for each in (node.left, node.right)
                )
                if not all(whole):
                    found.append(f"{where} takes a power")
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "pow":
                found.append(f"{where} takes a power")
    assert found == []


@pytest.mark.parametrize("name", ["mathitis", "cafe", "mastoras", "daskalos"])
def test_no_decision_rests_on_what_sum_makes_of_doubles(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = sum

    def strict(terms: Iterable[int], start: int = 0) -> int:
        given = list(terms)
        assert all(isinstance(each, int) for each in given), "a sum of doubles depends on the Python"
        return real(given, start)

    monkeypatch.setattr(builtins, "sum", strict)
    for rules in PRESETS.values():
        assert len(list(actions(name, rules, 1))) > 30
