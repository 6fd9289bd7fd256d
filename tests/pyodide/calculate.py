"""Print what pilotta's own arithmetic makes of many numbers, always the same ones.

    python calculate.py

Standard library and pilotta only: this runs in a browser's Python too (run.mjs).
"""

from random import Random

from pilotta.arithmetic import add, erf, exp, exp2, hypot, power


def numbers(low: float, high: float, count: int = 500) -> list[float]:
    """So many numbers in between."""
    chance = Random(f"{low} {high}")
    return [chance.uniform(low, high) for _ in range(count)]


def calculated() -> list[float]:
    return [
        *(power(each, 4, 5) for each in numbers(0, 1)),
        *(function(each) for function in (exp, exp2, erf) for each in numbers(-4, 4)),
        *(hypot(one, other) for one, other in zip(numbers(0, 9), numbers(0, 8), strict=True)),
        add(numbers(-1, 1)),
    ]


if __name__ == "__main__":
    print(*calculated(), sep="\n")
