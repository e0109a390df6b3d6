"""Values of `${...}`: numbers by the parser of model files; texts, truth and choices around it.

    choice     := either ["if" either "else" choice]
    either     := both {"or" both};  both := no {"and" no};  no := ["not"] equal
    equal      := sum [("==" | "!=") sum]
    sum        := text in quotes, a name, sums of these by "+", or arithmetic as in model files

Nothing is executed. What is not in here, such as indices and methods of Python, is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pelagos.language.expressions import evaluate as evaluate_tree
from pelagos.language.parser import MAX_LENGTH, NAME, parse
from pelagos.language.suggest import did_you_mean
from pelagos.language.units import ExpressionError

Value = float | str | bool


@dataclass(frozen=True)
class Lookup:
    """Properties, as an expression sees them."""

    get: Callable[[str], Value | None]  # None: there is none
    names: Callable[[], Sequence[str]]

    def __call__(self, name: str) -> Value | None:
        return self.get(name)


_TRUTH = {"True": True, "true": True, "False": False, "false": False}
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_DEEPEST = 40
_NAME = re.compile(NAME)
_CONSTANTS = {"tau": "(2*pi)", "e": "exp(1)"}


def evaluate(text: str, lookup: Lookup, depth: int = 0) -> Value:
    """The value of what stands in the brackets."""
    text = text.strip()
    if depth > _DEEPEST or len(text) > MAX_LENGTH:
        raise ExpressionError("the expression is too deep or too long", "use properties")
    if (choice := _split(text, " if ")) and (other := _split(choice[1], " else ")):
        branch = choice[0] if truth(evaluate(other[0], lookup, depth + 1)) else other[1]
        return evaluate(branch, lookup, depth + 1)
    for word, stops in ((" or ", True), (" and ", False)):
        if sides := _split(text, word):
            first = evaluate(sides[0], lookup, depth + 1)
            return first if truth(first) is stops else evaluate(sides[1], lookup, depth + 1)
    if text.startswith("not "):
        return not truth(evaluate(text[4:], lookup, depth + 1))
    for sign in ("==", "!="):
        if sides := _split(text, sign):
            one, other_value = (evaluate(side, lookup, depth + 1) for side in sides)
            return same(one, other_value) is (sign == "==")
    return _sum(text, lookup, depth)


def _sum(text: str, lookup: Lookup, depth: int) -> Value:
    if text in _TRUTH:
        return _TRUTH[text]
    if _QUOTED.fullmatch(text):
        return text[1:-1]
    if _NAME.fullmatch(text) and (value := lookup(text)) is not None:
        return value
    if _is_wrapped(text) and _has_more(text):
        return evaluate(text[1:-1], lookup, depth + 1)
    if sides := _split(text, "+"):
        values = [evaluate(side, lookup, depth + 1) for side in sides] if sides[0] else []
        if any(isinstance(value, str) for value in values):
            return "".join(written(value) for value in values)
    return _number(text, lookup)


def _number(text: str, lookup: Lookup) -> float:
    """Arithmetic, as in model files."""
    plain = re.sub(r"\bmath\.", "", text)
    plain = re.sub(r"\bradians\s*\(", "(pi/180)*(", plain)
    plain = re.sub(r"\bdegrees\s*\(", "(180/pi)*(", plain)
    known: dict[str, float] = {}
    for name in dict.fromkeys(_NAME.findall(plain)):
        value = lookup(name)
        if isinstance(value, str):
            said = f"the property {name!r} is the text {value[:40]!r}, not a number"
            raise ExpressionError(said, "correct it")
        if value is not None:
            known[name] = float(value)
        elif name in _CONSTANTS:
            plain = re.sub(rf"\b{name}\b", _CONSTANTS[name], plain)
        elif re.search(rf"\b{name}\b(?!\s*\()", plain) and name != "pi":
            said = did_you_mean(name, lookup.names())
            raise ExpressionError(f"there is no property {name!r}", said)
    tree = parse(plain, known)
    try:
        found = float(evaluate_tree(tree.node, parameters=known))
    except (ArithmeticError, ValueError) as error:
        raise ExpressionError(f"{text[:60]!r} has no value: {error}", "correct it") from None
    if not math.isfinite(found):
        raise ExpressionError(f"{text[:60]!r} is not finite", "correct it")
    return found


def truth(value: Value) -> bool:
    """Whether a condition holds: true, a number but zero; false and 0 may be texts."""
    if isinstance(value, str):
        if value.strip() in _TRUTH:
            return _TRUTH[value.strip()]
        try:
            return bool(float(value))
        except ValueError:
            said = f"{value[:40]!r} is neither true nor false"
            raise ExpressionError(said, "write true, false or a number") from None
    return bool(value)


def same(a: Value, b: Value) -> bool:
    """Whether two values are equal, numbers also if one of them is a text."""
    try:
        return float(a) == float(b)
    except ValueError:
        return written(a) == written(b)


def written(value: Value) -> str:
    """A value as text."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return value if isinstance(value, str) else repr(value)


def read(text: str) -> Value:
    """A text as a value: a number if it is one."""
    try:
        number = float(text)
    except ValueError:
        return text
    return number if text.strip().lower() not in ("nan", "inf", "-inf", "infinity") else text


def _split(text: str, sign: str) -> tuple[str, str] | None:
    """What stands before and after the first such sign outside of quotes and brackets."""
    level, quote = 0, ""
    for k, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([{":
            level += 1
        elif letter in ")]}":
            level -= 1
        elif level == 0 and text.startswith(sign, k):
            return text[:k], text[k + len(sign) :]
    return None


def _is_wrapped(text: str) -> bool:
    """Whether brackets hold the whole text."""
    if not (text.startswith("(") and text.endswith(")")):
        return False
    level = 0
    for k, letter in enumerate(text):
        level += (letter == "(") - (letter == ")")
        if level == 0:
            return k == len(text) - 1
    return False


def _has_more(text: str) -> bool:
    """Whether it is more than arithmetic."""
    words = (" if ", " or ", " and ", "not ", "==", "!=", "'", '"')
    return any(word in text for word in words)
