"""Does arithmetic on exact integers with floating point where it must, within limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from attrs import frozen

from zeroclaw_tools.errors import InvalidExpression

__all__ = ["CONSTANTS", "FUNCTIONS", "Number", "applied", "called", "checked"]

Number: TypeAlias = int | float

_MOST_BITS: Final = 14_000
"""Of an integer: its spelling stays under 4,300 digits, where Python refuses to spell it."""

_MOST_FACTORIAL: Final = 1000
_MOST_CHOICES: Final = 10_000


@frozen
class _Function:
    """A function with how many arguments it takes; `integers` says that it takes no others."""

    run: Callable[..., Number]
    fewest: int = 1
    most: int = 1
    integers: bool = False


def checked(value: object) -> Number:
    """The value, when it is a real number of bearable size. Raises `InvalidExpression`."""
    if isinstance(value, int):
        if value.bit_length() > _MOST_BITS:
            raise InvalidExpression(problem="a number has more than 4,000 digits")
        return value
    if not isinstance(value, float):
        raise InvalidExpression(problem="the result is no real number")
    if not math.isfinite(value):
        raise InvalidExpression(problem="a result is too large for a decimal number")
    return value


def applied(operator: str, left: Number, right: Number) -> Number:
    """One operation of two numbers. Raises `InvalidExpression`."""
    return _guarded(lambda: _OPERATORS[operator](left, right))


def called(name: str, arguments: list[Number]) -> Number:
    """The value of a function. Raises `InvalidExpression`."""
    function = FUNCTIONS.get(name)
    if function is None:
        known = ", ".join(sorted(FUNCTIONS))
        raise InvalidExpression(problem=f"there is no function {name!r}; known are {known}")
    if not function.fewest <= len(arguments) <= function.most:
        raise InvalidExpression(
            problem=f"{name} takes {function.fewest} to {function.most} values, "
            f"not {len(arguments)}"
        )
    if function.integers and not all(isinstance(argument, int) for argument in arguments):
        raise InvalidExpression(problem=f"{name} takes whole numbers only")
    return _guarded(lambda: function.run(*arguments))


def _guarded(work: Callable[[], object]) -> Number:
    try:
        return checked(work())
    except ZeroDivisionError:
        raise InvalidExpression(problem="it divides by zero") from None
    except OverflowError:
        raise InvalidExpression(problem="a number is too large") from None
    except ValueError as error:
        raise InvalidExpression(problem=f"a value is not allowed there ({error})") from None


def _divided(left: Number, right: Number) -> Number:
    """A whole quotient of whole numbers stays exact."""
    if isinstance(left, int) and isinstance(right, int) and left % right == 0:
        return left // right
    return left / right


def _power(left: Number, right: Number) -> object:
    if isinstance(left, int) and isinstance(right, int) and right >= 0:
        # The size is known beforehand, so that nothing large is ever computed.
        if abs(left) > 1 and (left.bit_length() - 1) * right > _MOST_BITS:
            raise InvalidExpression(problem="a power has more than 4,000 digits")
        return left**right
    return left**right


def _factorial(n: int) -> int:
    if n > _MOST_FACTORIAL:
        raise InvalidExpression(problem=f"factorial takes at most {_MOST_FACTORIAL}")
    return math.factorial(n)


def _choices(count: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def run(n: int, k: int) -> int:
        if n > _MOST_CHOICES or min(k, n - k) > _MOST_FACTORIAL:
            raise InvalidExpression(problem="these are too many to choose from")
        return count(n, k)

    return run


def _round(value: Number, digits: Number = 0) -> Number:
    if not isinstance(digits, int) or abs(digits) > 4000:
        raise InvalidExpression(problem="round takes a whole number of digits up to 4,000")
    return round(value, digits) if digits else round(value)


def _list_of(work: Callable[[list[Number]], Number]) -> Callable[..., Number]:
    def run(*values: Number) -> Number:
        return work(list(values))

    return run


def _median(values: list[Number]) -> Number:
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return _divided(ordered[middle - 1] + ordered[middle], 2)


def _variance(values: list[Number]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _square_root(value: Number) -> Number:
    if isinstance(value, int) and value >= 0 and math.isqrt(value) ** 2 == value:
        return math.isqrt(value)
    return math.sqrt(value)


_MANY: Final = 1000

CONSTANTS: Final[Mapping[str, float]] = {"pi": math.pi, "e": math.e, "tau": math.tau}

_OPERATORS: Final[Mapping[str, Callable[[Number, Number], object]]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": _divided,
    "//": lambda left, right: left // right,
    "%": lambda left, right: left % right,
    "**": _power,
}

FUNCTIONS: Final[Mapping[str, _Function]] = {
    "abs": _Function(abs),
    "acos": _Function(math.acos),
    "asin": _Function(math.asin),
    "atan": _Function(math.atan),
    "atan2": _Function(math.atan2, 2, 2),
    "ceil": _Function(math.ceil),
    "comb": _Function(_choices(math.comb), 2, 2, integers=True),
    "cos": _Function(math.cos),
    "degrees": _Function(math.degrees),
    "exp": _Function(math.exp),
    "factorial": _Function(_factorial, integers=True),
    "floor": _Function(math.floor),
    "gcd": _Function(math.gcd, 1, _MANY, integers=True),
    "hypot": _Function(math.hypot, 1, _MANY),
    "lcm": _Function(math.lcm, 1, 20, integers=True),
    "ln": _Function(math.log),
    "log": _Function(math.log, 1, 2),
    "log10": _Function(math.log10),
    "log2": _Function(math.log2),
    "max": _Function(_list_of(max), 1, _MANY),
    "mean": _Function(_list_of(lambda values: _divided(sum(values), len(values))), 1, _MANY),
    "median": _Function(_list_of(_median), 1, _MANY),
    "min": _Function(_list_of(min), 1, _MANY),
    "perm": _Function(_choices(math.perm), 2, 2, integers=True),
    "radians": _Function(math.radians),
    "round": _Function(_round, 1, 2),
    "sin": _Function(math.sin),
    "sqrt": _Function(_square_root),
    "stdev": _Function(_list_of(lambda values: math.sqrt(_variance(values))), 2, _MANY),
    "sum": _Function(_list_of(sum), 1, _MANY),
    "tan": _Function(math.tan),
    "trunc": _Function(math.trunc),
    "variance": _Function(_list_of(_variance), 2, _MANY),
}
