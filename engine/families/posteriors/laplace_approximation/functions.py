"""The densities that are approximated, up to their integral: ln f with its slope and its curvature."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.maths.algebra.typed_function import typed_function
from engine.maths.probability.sigmoid import sigmoid


@dataclass(frozen=True)
class Density:
    """f of M numbers.

    log_f      (m, M) -> (m,), −∞ where f is 0;   slope  (M,) -> (M,) ∇ ln f;   bend  (M,) -> (M, M) ∇∇ ln f
    view       (M, 2) what is drawn;   ends  (M, 2) beyond which nothing of f is left
    start      (M,) where the climb begins by itself
    """

    log_f: Callable[[np.ndarray], np.ndarray]
    slope: Callable[[np.ndarray], np.ndarray]
    bend: Callable[[np.ndarray], np.ndarray]
    view: tuple[tuple[float, float], ...]
    ends: tuple[tuple[float, float], ...]
    start: tuple[float, ...]

    def at(self, z: np.ndarray) -> float:
        """ln f at one place (M,)."""
        return float(self.log_f(z[None])[0])


def _positive(log_f: Callable[[np.ndarray], np.ndarray]) -> Callable[[np.ndarray], np.ndarray]:
    """−∞ where z < 0."""

    def bounded(Z: np.ndarray) -> np.ndarray:
        z = Z[:, 0]
        with np.errstate(divide="ignore"):
            return np.asarray(np.where(z >= 0, log_f(np.maximum(z, 0.0)), -np.inf))

    return bounded


def _log_sigmoid(a: np.ndarray) -> np.ndarray:
    return np.asarray(-np.logaddexp(0.0, -a))


def _cut_bell() -> Density:
    """exp(−z²/2) σ(20z + 4), of the notes."""

    def bend(z: np.ndarray) -> np.ndarray:
        y = sigmoid(20 * z + 4)
        return np.asarray([-1.0 - 400 * y * (1 - y)])

    return Density(
        lambda Z: -0.5 * Z[:, 0] ** 2 + _log_sigmoid(20 * Z[:, 0] + 4), lambda z: -z + 20 * (1 - sigmoid(20 * z + 4)),
        bend, ((-2.0, 4.0),), ((-12.0, 12.0),), (-0.3,),
    )  # fmt: skip


CENTRES, WIDTHS, WEIGHTS = np.array([-2.0, 1.5]), np.array([0.6, 0.8]), np.array([0.6, 0.4])


def _two_bells() -> Density:
    """0.6 exp(−½ ((z + 2) / 0.6)²) + 0.4 exp(−½ ((z − 1.5) / 0.8)²)."""

    def parts(z: np.ndarray) -> np.ndarray:
        return np.asarray(np.log(WEIGHTS) - 0.5 * ((z[:, None] - CENTRES) / WIDTHS) ** 2)

    def shares(z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logs = parts(z)[0]
        share = np.exp(logs - logs.max())
        return share / share.sum(), (CENTRES - z) / WIDTHS**2

    def slope(z: np.ndarray) -> np.ndarray:
        share, pull = shares(z)
        return np.asarray([share @ pull])

    def bend(z: np.ndarray) -> np.ndarray:
        share, pull = shares(z)
        return np.asarray([[share @ (pull**2 - 1 / WIDTHS**2) - (share @ pull) ** 2]])

    return Density(
        lambda Z: np.logaddexp.reduce(parts(Z[:, 0]), axis=1), slope, bend, ((-5.0, 5.0),), ((-12.0, 12.0),), (-1.0,)
    )


def _tilted() -> Density:
    """exp(−(x² + xy + y²)) (1 + x²): its slope is 0 at the middle too, which is a saddle."""

    def log_f(Z: np.ndarray) -> np.ndarray:
        x, y = Z.T
        return np.asarray(-(x**2 + x * y + y**2) + np.log1p(x**2))

    def slope(z: np.ndarray) -> np.ndarray:
        x, y = z
        return np.array([-2 * x - y + 2 * x / (1 + x**2), -x - 2 * y])

    def bend(z: np.ndarray) -> np.ndarray:
        x = z[0]
        return np.array([[-2.0 + 2 * (1 - x**2) / (1 + x**2) ** 2, -1.0], [-1.0, -2.0]])

    return Density(log_f, slope, bend, ((-3.0, 3.0), (-3.0, 3.0)), ((-9.0, 9.0), (-9.0, 9.0)), (1.5, 1.0))


XS, TS = np.array([0.5, 1.0, 1.5, 2.0, 2.5, 3.0]), np.array([0.0, 0.0, 1.0, 0.0, 1.0, 1.0])


def _logistic() -> Density:
    """The posterior of bias and slope of a logistic regression of six points, with the prior N(0, I)."""
    Phi = np.column_stack([np.ones(6), XS])

    def log_f(W: np.ndarray) -> np.ndarray:
        prior = -0.5 * (W**2).sum(axis=1) - np.log(2 * np.pi)
        return np.asarray(prior + _log_sigmoid((W @ Phi.T) * (2 * TS - 1)).sum(axis=1))

    def bend(w: np.ndarray) -> np.ndarray:
        y = sigmoid(Phi @ w)
        return np.asarray(-np.eye(2) - (Phi.T * (y * (1 - y))) @ Phi)

    return Density(
        log_f, lambda w: -w + Phi.T @ (TS - sigmoid(Phi @ w)), bend, ((-3.5, 2.5), (-1.5, 2.5)),
        ((-9.0, 9.0), (-9.0, 9.0)), (1.5, -1.0),
    )  # fmt: skip


def _bell() -> Density:
    """A Gaussian with correlation 0.8."""
    A = np.linalg.solve(np.array([[1.0, 0.8], [0.8, 1.0]]), np.eye(2))
    return Density(
        lambda Z: -0.5 * np.einsum("ni,ij,nj->n", Z, A, Z), lambda z: -A @ z, lambda z: -A,
        ((-3.5, 3.5), (-3.5, 3.5)), ((-10.0, 10.0), (-10.0, 10.0)), (-2.0, 2.0),
    )  # fmt: skip


@lru_cache(maxsize=32)
def written(text: str, low: float, high: float) -> Density:
    """The density whose logarithm is typed, within a bracket: beyond it, and where the text is undefined, it is 0."""
    read = typed_function(text)

    def log_f(Z: np.ndarray) -> np.ndarray:
        z = Z[:, 0]
        values = read(np.clip(z, low, high)).value
        known = (z >= low) & (z <= high) & ~np.isnan(values)
        return np.asarray(np.where(known, values, -np.inf))

    tried = np.linspace(low, high, TRIED + 2)[1:-1]
    begin = float(tried[int(np.argmax(log_f(tried[:, None])))])
    bracket = ((low, high),)
    return Density(
        log_f, lambda z: finite(read(z).slope), lambda z: finite(read(z).bend)[:, None], bracket, bracket, (begin,)
    )


def finite(numbers: np.ndarray) -> np.ndarray:
    """The same numbers; at a corner, where one is none, 0 or as steep as STEEP."""
    return np.asarray(np.nan_to_num(numbers, nan=0.0, posinf=STEEP, neginf=-STEEP))


STEEP = 1e9


TRIED = 7
"""A climb of a typed density begins by itself at the highest of so many places."""

CUT, GAMMA, IN_LOGARITHM, TWO = "exp(−z²/2) σ(20z + 4)", "z⁴ exp(−z), z ≥ 0", "the same over u = ln z", "two bells"
TYPED = "ln f typed"
BORDER, CORNER = "exp(−z), z ≥ 0", "exp(−|z|)"
TILTED, LOGISTIC, BELL = "exp(−(x² + xy + y²)) (1 + x²)", "posterior of a logistic regression", "Gaussian of x and y"
DENSITIES: dict[str, Density] = {
    CUT: _cut_bell(),
    GAMMA: Density(
        _positive(lambda z: 4 * np.log(z) - z), lambda z: 4 / z - 1, lambda z: np.array([-4 / z**2]),
        ((0.0, 14.0),), ((0.0, 80.0),), (2.0,),
    ),
    IN_LOGARITHM: Density(
        lambda Z: 5 * Z[:, 0] - np.exp(Z[:, 0]), lambda u: 5 - np.exp(u), lambda u: np.array([-np.exp(u)]),
        ((-1.0, 3.2),), ((-8.0, 5.0),), (0.7,),
    ),
    TWO: _two_bells(),
    BORDER: Density(
        _positive(lambda z: -z), lambda z: np.array([-1.0]), lambda z: np.zeros((1, 1)), ((0.0, 5.0),), ((0.0, 60.0),),
        (1.5,),
    ),
    CORNER: Density(
        lambda Z: -np.abs(Z[:, 0]), lambda z: -np.sign(z), lambda z: np.zeros((1, 1)), ((-4.0, 4.0),), ((-50.0, 50.0),),
        (1.3,),
    ),
    TILTED: _tilted(),
    LOGISTIC: _logistic(),
    BELL: _bell(),
}  # fmt: skip
