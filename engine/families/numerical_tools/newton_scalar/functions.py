"""The functions whose roots are looked for: one where all goes well, and one for everything that can go wrong."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.maths.probability.sigmoid import sigmoid

E = math.e
MODE = 0.07747958098531955
"""Where the bell times a sigmoid is highest."""


@dataclass(frozen=True)
class Function:
    """f and its slope, how it is written, its roots, and what is seen of it.

    said   f at a number, as it is worked: "(1.5)² − 2"; "" for what is not worked by hand
    above  f is a number only there
    """

    f: Callable[[float], float]
    slope: Callable[[float], float]
    latex: str
    roots: tuple[float, ...]
    view: tuple[float, float]
    said: Callable[[str], str] = lambda x: ""
    above: float = -math.inf

    def drawn(self, places: np.ndarray) -> np.ndarray:
        """(k, 2) the curve, where f is a number."""
        inside = places[places > self.above]
        return np.array([(x, self.f(float(x))) for x in inside])


def _bell_slope(z: float) -> float:
    return -z + 20.0 * float(sigmoid(np.array([-(20.0 * z + 4.0)]))[0])


def _bell_bend(z: float) -> float:
    y = float(sigmoid(np.array([20.0 * z + 4.0]))[0])
    return -1.0 - 400.0 * y * (1.0 - y)


SQUARE, CYCLE, CUBIC = "x² − 2", "x³ − 2x + 2", "x³ − 3x + 1"
DOUBLE, ARCTAN, CUBE_ROOT, LOGARITHM = "x²", "arctan x", "cube root of x", "ln x − 1"
BELL = "slope of a log posterior"
FUNCTIONS: dict[str, Function] = {
    SQUARE: Function(
        lambda x: x * x - 2.0, lambda x: 2.0 * x, r"f(x) = x^2 - 2", (-math.sqrt(2), math.sqrt(2)), (-2.5, 2.5),
        lambda x: f"({x})² − 2",
    ),
    CYCLE: Function(
        lambda x: x**3 - 2.0 * x + 2.0, lambda x: 3.0 * x * x - 2.0, r"f(x) = x^3 - 2x + 2", (-1.7692923542386314,),
        (-2.4, 1.8), lambda x: f"({x})³ − 2·({x}) + 2",
    ),
    CUBIC: Function(
        lambda x: x**3 - 3.0 * x + 1.0, lambda x: 3.0 * x * x - 3.0, r"f(x) = x^3 - 3x + 1",
        tuple(2.0 * math.cos(math.pi * k / 9.0) for k in (8, 4, 2)), (-2.4, 2.4), lambda x: f"({x})³ − 3·({x}) + 1",
    ),
    DOUBLE: Function(lambda x: x * x, lambda x: 2.0 * x, r"f(x) = x^2", (0.0,), (-1.5, 1.5), lambda x: f"({x})²"),
    ARCTAN: Function(math.atan, lambda x: 1.0 / (1.0 + x * x), r"f(x) = \arctan x", (0.0,), (-4.0, 4.0)),
    CUBE_ROOT: Function(
        lambda x: math.copysign(abs(x) ** (1 / 3), x), lambda x: abs(x) ** (-2 / 3) / 3.0 if x else math.inf,
        r"f(x) = \sqrt[3]{x}", (0.0,), (-5.0, 5.0),
    ),
    LOGARITHM: Function(
        lambda x: math.log(x) - 1.0, lambda x: 1.0 / x, r"f(x) = \ln x - 1, \quad x > 0", (E,), (-1.0, 10.0),
        lambda x: f"ln({x}) − 1", 0.0,
    ),
    BELL: Function(
        _bell_slope, _bell_bend, r"f(z) = -z + 20\,\{1 - \sigma(20z + 4)\}", (MODE,), (-1.0, 1.0),
        lambda x: f"−({x}) + 20·(1 − σ(20·({x}) + 4))",
    ),
}  # fmt: skip
