"""Arithmetic that comes out the same, bit for bit, on every machine and under every Python: what a bot's decision may rest on.

What IEEE 754 fixes may be used as it is: ``+ - * /`` and ``sqrt`` of doubles, and ``math.fsum``, which rounds once. It does not fix powers,
exponentials and the error function, whose last bit every C library has its own way with; and what ``sum`` does with doubles changed
with Python 3.12. Those are here. They are worked out in whole numbers and rounded once, to the nearest double.
"""

from collections.abc import Iterable
from functools import lru_cache, reduce
from math import isqrt, ldexp, sqrt
from operator import add as _add
from typing import Final

_BITS: Final = 192
"""Bits behind the point of the whole numbers that series are summed up in."""
_ONE: Final = 1 << _BITS
_PI: Final = 0x3243F6A8885A308D313198A2E03707344A4093822299F31D0082EFA98EC4E6C89 >> 256 - _BITS
_LOG_2: Final = sum(_ONE // (n << n) for n in range(1, _BITS + 1))
_ROOT_PI: Final = isqrt(_PI << _BITS)
_SLOPE: Final = ldexp(float((2 * _ONE << _BITS) // _ROOT_PI), -_BITS)

MOST_EXPONENT: Final = 1000.0
"""Well beyond what a double can hold."""
NO_MORE: Final = 6.0
"""From here on the error function is 1 to the nearest double,"""
STRAIGHT: Final = 2.0**-28
"""and up to here it is as many times its number as at 0."""


def add(numbers: Iterable[float]) -> float:
    """Their sum from left to right, rounded at each step."""
    return reduce(_add, numbers, 0)


def hypot(one: float, other: float) -> float:
    """The root of the sum of both squares, each step rounded; for numbers whose squares are doubles."""
    return sqrt(one * one + other * other)


@lru_cache(maxsize=1 << 15)
def power(base: float, numerator: int, denominator: int = 1) -> float:
    """``base``, above 0, to the power of ``numerator`` (from 0) by ``denominator`` (from 1)."""
    if not 0.0 < base < float("inf") or numerator < 0 or denominator < 1:
        raise ValueError(f"no power: {base} to {numerator} by {denominator}")
    over, under = base.as_integer_ratio()
    # One of both is a power of two, and a double has 53 bits: over / 2**scale.
    scale = under.bit_length() - 1
    radicand, scale = over**numerator, scale * numerator
    # So many more bits that the root has 60 of them, and that the scale can be divided.
    more = max(0, 60 * denominator - radicand.bit_length())
    more += -(scale + more) % denominator
    root, exact = _root(radicand << more, denominator)
    # A last bit for what is left over: what lies between two doubles is rounded to the nearer one.
    return ldexp(float(root << 1 | (not exact)), -(scale + more) // denominator - 1)


def _root(radicand: int, degree: int) -> tuple[int, bool]:
    """The whole part of a root, and whether that is all of it, by Newton's method from above."""
    root = 1 << -(-radicand.bit_length() // degree)
    while True:
        nearer = ((degree - 1) * root + radicand // root ** (degree - 1)) // degree
        if nearer >= root:
            return root, root**degree == radicand
        root = nearer


@lru_cache(maxsize=1 << 12)
def exp(exponent: float) -> float:
    """E to the power of ``exponent``: 0 and ``inf`` where that is too little and too much for a double."""
    if not -MOST_EXPONENT <= exponent <= MOST_EXPONENT:
        return 0.0 if exponent < 0 else float("inf")
    return _exp(_fixed(exponent))


@lru_cache(maxsize=1 << 12)
def exp2(exponent: float) -> float:
    """2 to the power of ``exponent``, from -1000 to 1000."""
    if not -MOST_EXPONENT <= exponent <= MOST_EXPONENT:
        raise ValueError(f"{exponent} is no exponent from -1000 to 1000")
    return _exp(_fixed(exponent) * _LOG_2 >> _BITS)


def _exp(at: int) -> float:
    twos = at // _LOG_2
    at -= twos * _LOG_2
    total = term = _ONE
    n = 0
    while term:
        n += 1
        term = term * at // (n << _BITS)
        total += term
    try:
        return ldexp(float(total), twos - _BITS)
    except OverflowError:
        return float("inf")


@lru_cache(maxsize=1 << 14)
def erf(number: float) -> float:
    """The error function."""
    if number < 0:
        return -erf(-number)
    if number >= NO_MORE:
        return 1.0
    if number <= STRAIGHT:
        return number * _SLOPE
    at = _fixed(number)
    square = at * at >> _BITS
    total, term, n = at, at, 0
    while term:
        n += 1
        term = -(term * square // (n << _BITS)) if term > 0 else -term * square // (n << _BITS)
        total += term // (2 * n + 1)
    return ldexp(float((2 * total << _BITS) // _ROOT_PI), -_BITS)


def _fixed(number: float) -> int:
    """The whole number, with :data:`_BITS` behind the point, that is nearest below."""
    over, under = number.as_integer_ratio()
    return (over << _BITS) // under
