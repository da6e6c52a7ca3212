"""What is made great or small, on which constraint, and where the two slopes are parallel.

sum on a circle      f = x + y         g = x² + y² − 2
square on a line     f = x² + y²       g = x + 2y − 5
product on a line    f = x y           g = x + y − 2
square on an ellipse f = x² + y²       g = x²/4 + y² − 1
shares of counts     f = Σ cₖ ln qₖ    g = Σ qₖ − 1          of which two q are drawn, the others as they are best
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

CIRCLE, SQUARE, PRODUCT, ELLIPSE = "sum on a circle", "square on a line", "product on a line", "square on an ellipse"
COUNTS = "shares of counts"
PROBLEMS = (CIRCLE, SQUARE, PRODUCT, ELLIPSE, COUNTS)
FINE = 721
EDGE = 1e-3
"""The constraint of the shares is followed no nearer to its ends than this: at 0 the logarithm ends."""


class Chosen(Protocol):
    """The parameters that choose a problem."""

    @property
    def problem(self) -> str: ...
    @property
    def counts(self) -> tuple[float, ...]: ...
    @property
    def first(self) -> int: ...
    @property
    def second(self) -> int: ...


@dataclass(frozen=True)
class Problem:
    """f and g over two numbers, with their slopes, and the constraint g = 0 as a way from 0 to 1.

    f, g  (m, 2) -> (m,);   slope_f, slope_g  (2,) -> (2,);   way  (m,) -> (m, 2)
    found (k, 2) the places where the slopes are parallel;   border  whether the best place is none of them, but an end
    """

    f: Callable[[np.ndarray], np.ndarray]
    slope_f: Callable[[np.ndarray], np.ndarray]
    g: Callable[[np.ndarray], np.ndarray]
    slope_g: Callable[[np.ndarray], np.ndarray]
    way: Callable[[np.ndarray], np.ndarray]
    found: np.ndarray
    view: tuple[float, float, float, float]
    latex: str
    axes: tuple[str, str] = ("x", "y")
    border: bool = False

    def nearest(self, place: np.ndarray) -> np.ndarray:
        """(2,) the place of the constraint that is nearest to another; one that lies on it stays."""
        if abs(float(self.g(place[None])[0])) < 1e-9:
            return place
        ways = self.way(np.linspace(0.0, 1.0, FINE))
        return np.asarray(ways[int(np.argmin(((ways - place) ** 2).sum(axis=1)))])


def multiplier(problem: Problem, place: np.ndarray, sign: int) -> float:
    """λ for which ∇f ± λ∇g is shortest; where it is 0, the place is stationary. The sign is that before λ."""
    f, g = problem.slope_f(place), problem.slope_g(place)
    return -sign * float(f @ g) / float(g @ g)


def problem(params: Chosen) -> Problem:
    """The one that was chosen."""
    return _counts(params) if params.problem == COUNTS else FIXED[params.problem]


def _line(a: np.ndarray, b: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    return lambda t: np.asarray(a + t[..., None] * (b - a))


def _round(across: float, up: float) -> Callable[[np.ndarray], np.ndarray]:
    return lambda t: np.stack([across * np.cos(2 * np.pi * t), up * np.sin(2 * np.pi * t)], axis=-1)


def _add(places: np.ndarray) -> np.ndarray:
    return np.asarray(places.sum(axis=-1))


def _squares(places: np.ndarray) -> np.ndarray:
    return np.asarray((places**2).sum(axis=-1))


ROOT = float(np.sqrt(2.0))
ONES = np.ones(2)
FIXED: dict[str, Problem] = {
    CIRCLE: Problem(
        _add, lambda p: ONES, lambda p: _squares(p) - 2.0, lambda p: 2.0 * p, _round(ROOT, ROOT),
        np.array([[1.0, 1.0], [-1.0, -1.0]]), (-2.4, 2.4, -2.2, 2.2), r"f = x + y, \quad g = x^2 + y^2 - 2 = 0",
    ),
    SQUARE: Problem(
        _squares, lambda p: 2.0 * p, lambda p: p @ [1.0, 2.0] - 5.0, lambda p: np.array([1.0, 2.0]),
        _line(np.array([-1.0, 3.0]), np.array([4.0, 0.5])), np.array([[1.0, 2.0]]), (-2.2, 4.4, -1.2, 3.8),
        r"f = x^2 + y^2, \quad g = x + 2y - 5 = 0",
    ),
    PRODUCT: Problem(
        lambda p: np.asarray(p[..., 0] * p[..., 1]), lambda p: p[::-1], lambda p: _add(p) - 2.0, lambda p: ONES,
        _line(np.array([-0.5, 2.5]), np.array([2.5, -0.5])), np.array([[1.0, 1.0]]), (-1.4, 3.4, -1.2, 3.2),
        r"f = x\,y, \quad g = x + y - 2 = 0",
    ),
    ELLIPSE: Problem(
        _squares, lambda p: 2.0 * p, lambda p: p**2 @ [0.25, 1.0] - 1.0, lambda p: 2.0 * p * [0.25, 1.0],
        _round(2.0, 1.0), np.array([[2.0, 0.0], [-2.0, 0.0], [0.0, 1.0], [0.0, -1.0]]), (-2.9, 2.9, -2.3, 2.3),
        r"f = x^2 + y^2, \quad g = \frac{x^2}{4} + y^2 - 1 = 0",
    ),
}  # fmt: skip


def pair(params: Chosen) -> tuple[int, int]:
    """Which two of the shares are drawn: two different ones, whatever was chosen."""
    K = len(params.counts)
    first, second = min(params.first, K) - 1, min(params.second, K) - 1
    return first, second if second != first else (first + 1) % K


def shares(counts: tuple[float, ...]) -> np.ndarray:
    """(K,) where Σ cₖ ln qₖ is greatest with Σ qₖ = 1: ∂f/∂qₖ = cₖ/qₖ is the same for all, so qₖ = cₖ / Σ c."""
    c = np.array(counts)
    return np.asarray(c / c.sum())


def log_likelihood(counts: tuple[float, ...], q: np.ndarray) -> float:
    """Σ cₖ ln qₖ, where 0 ln 0 is 0."""
    c = np.array(counts)
    seen = c > 0
    return float(c[seen] @ np.log(q[seen]))


def _counts(params: Chosen) -> Problem:
    chosen = list(pair(params))
    c, q = np.array(params.counts)[chosen], shares(params.counts)
    both, rest = float(q[chosen].sum()), log_likelihood(params.counts, q) - _partial(c, q[chosen])
    size = both or 1.0
    ends = size * np.array([[EDGE, 1.0 - EDGE], [1.0 - EDGE, EDGE]])

    def f(p: np.ndarray) -> np.ndarray:
        return np.asarray(rest + np.log(np.maximum(p, 1e-12)) @ c)

    border = not c.all()
    found = q[chosen][None] if not border else np.zeros((0, 2))
    names = (f"q{chosen[0] + 1}", f"q{chosen[1] + 1}")
    return Problem(
        f, lambda p: c / np.maximum(p, 1e-12), lambda p: _add(p) - size, lambda p: ONES, _line(*ends), found,
        (-0.12 * size, 1.2 * size, -0.12 * size, 1.12 * size),
        r"f = \sum_k c_k \ln q_k, \quad g = \sum_k q_k - 1 = 0", names, border,
    )  # fmt: skip


def _partial(c: np.ndarray, q: np.ndarray) -> float:
    return log_likelihood(tuple(c.tolist()), q)
