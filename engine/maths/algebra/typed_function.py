"""A function of z that is typed, such as "-z**2/2 + log(sigmoid(20*z + 4))", with its first two derivatives.

Every operation carries value, slope and bend along:   (u v)″ = u″ v + 2 u′ v′ + u v″        f(u)″ = f″ u′² + f′ u″
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import quoted


@dataclass(frozen=True)
class Jet:
    """A function at places z (m,): its value, first and second derivative there."""

    value: np.ndarray
    slope: np.ndarray
    bend: np.ndarray

    def times(self, other: Jet) -> Jet:
        u, v = self, other
        bend = u.bend * v.value + 2 * u.slope * v.slope + u.value * v.bend
        return Jet(u.value * v.value, u.slope * v.value + u.value * v.slope, bend)

    def plus(self, other: Jet, sign: float = 1.0) -> Jet:
        u, v = self, other
        return Jet(u.value + sign * v.value, u.slope + sign * v.slope, u.bend + sign * v.bend)

    def through(self, value: np.ndarray, first: np.ndarray, second: np.ndarray) -> Jet:
        """f(u) of another function f, given f(u), f′(u) and f″(u)."""
        return Jet(value, first * self.slope, second * self.slope**2 + first * self.bend)

    def raised(self, power: Jet) -> Jet:
        """u to the power of p: of a constant p for any u, else by e^(p ln u)."""
        if not (power.slope.any() or power.bend.any()):
            u, p = self.value, power.value
            first = np.where(p == 0, 0.0, p * u ** np.where(p == 0, 0.0, p - 1))
            second = np.where(p * (p - 1) == 0, 0.0, p * (p - 1) * u ** np.where(p * (p - 1) == 0, 0.0, p - 2))
            return self.through(u**p, first, second)
        return _exp(power.times(_log(self)))


def _exp(u: Jet) -> Jet:
    e = np.exp(u.value)
    return u.through(e, e, e)


def _log(u: Jet) -> Jet:
    return u.through(np.log(u.value), 1 / u.value, -1 / u.value**2)


def _sqrt(u: Jet) -> Jet:
    root = np.sqrt(u.value)
    return u.through(root, 0.5 / root, -0.25 / root**3)


def _abs(u: Jet) -> Jet:
    return u.through(np.abs(u.value), np.sign(u.value), np.zeros_like(u.value))


def _sigmoid(u: Jet) -> Jet:
    s = 1 / (1 + np.exp(-u.value))
    return u.through(s, s * (1 - s), s * (1 - s) * (1 - 2 * s))


def _log_sigmoid(u: Jet) -> Jet:
    s = 1 / (1 + np.exp(-u.value))
    return u.through(-np.logaddexp(0.0, -u.value), 1 - s, -s * (1 - s))


def _sin(u: Jet) -> Jet:
    return u.through(np.sin(u.value), np.cos(u.value), -np.sin(u.value))


def _cos(u: Jet) -> Jet:
    return u.through(np.cos(u.value), -np.sin(u.value), -np.cos(u.value))


NAMED: dict[str, Callable[[Jet], Jet]] = {
    "exp": _exp, "log": _log, "ln": _log, "sqrt": _sqrt, "abs": _abs, "sigmoid": _sigmoid,
    "logsigmoid": _log_sigmoid, "sin": _sin, "cos": _cos,
}  # fmt: skip
CONSTANTS = {"pi": float(np.pi), "e": float(np.e)}
MIXED: dict[type[ast.operator], Callable[[Jet, Jet], Jet]] = {
    ast.Add: lambda u, v: u.plus(v),
    ast.Sub: lambda u, v: u.plus(v, -1.0),
    ast.Mult: lambda u, v: u.times(v),
    ast.Div: lambda u, v: u.times(v.through(1 / v.value, -1 / v.value**2, 2 / v.value**3)),
    ast.Pow: lambda u, v: u.raised(v),
}
KNOWN = f"It takes numbers, z, + − * / ** and {', '.join(NAMED)}."


def typed_function(text: str) -> Callable[[np.ndarray], Jet]:
    """The function of z, from places (m,) to a Jet; a Refusal names what cannot be read. Where it is undefined: NaN.

    >>> found = typed_function("z**3 - 2*z")(np.array([2.0]))
    >>> found.value.tolist(), found.slope.tolist(), found.bend.tolist()
    ([4.0], [10.0], [12.0])
    """
    try:
        tree = ast.parse(text.replace("−", "-").replace("^", "**").strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Refusal(f"{quoted(text)} is no function of z that can be read. {KNOWN}") from error
    read(tree, Jet(*np.ones((3, 1))))

    def evaluated(z: np.ndarray) -> Jet:
        with np.errstate(all="ignore"):
            return read(tree, Jet(np.asarray(z, dtype=float), np.ones(len(z)), np.zeros(len(z))))

    return evaluated


def read(node: ast.expr, z: Jet) -> Jet:
    """The value of one part of the text, with its derivatives."""
    with np.errstate(all="ignore"):
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
            return constant(float(node.value), z)
        if isinstance(node, ast.Name) and node.id == "z":
            return z
        if isinstance(node, ast.Name) and node.id in CONSTANTS:
            return constant(CONSTANTS[node.id], z)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            inner = read(node.operand, z)
            return inner if isinstance(node.op, ast.UAdd) else inner.times(constant(-1.0, z))
        if isinstance(node, ast.BinOp) and type(node.op) in MIXED:
            return MIXED[type(node.op)](read(node.left, z), read(node.right, z))
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            if name in NAMED:
                return NAMED[name](read(node.args[0], z))
    raise Refusal(f"{quoted(ast.unparse(node))} is nothing that a function of z is made of. {KNOWN}")


def constant(value: float, z: Jet) -> Jet:
    """A number, whatever z is."""
    return Jet(np.full(len(z.value), value), np.zeros(len(z.value)), np.zeros(len(z.value)))
