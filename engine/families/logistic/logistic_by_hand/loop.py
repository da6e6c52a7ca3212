"""Logistic regression by hand: a direction, a length and an offset are given; all that follows from them.

w = ρ u,   u = (cos θ, sin θ)      b = −ρ c,   c = u · x̄ + m s      the boundary u · x = c stays when ρ grows
a = w · x + b      y = σ(a)      E = −Σ ln of the own class      ∇E = Φᵀ(y − t)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.families.logistic.logistic_by_hand.logarithms import naive_losses
from engine.families.logistic.logistic_by_hand.starting import points_somewhere
from engine.maths.algebra.covariance import column_means
from engine.maths.probability.sigmoid import log_sigmoid, sigmoid
from engine.models.linear import Hyperplane, Logistic
from engine.parts.line import length, origin_distance


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    u, c = aimed(data, params, start)
    line = weighed(u, c, params.length, data)
    Phi, t = data.design, zero_one(data)
    yield Step(stage="weights", model=line, u=u, c=c)

    a = line.decision_function(data.X)
    yield Step(stage="activations", model=line, u=u, c=c, activations=a)

    y = sigmoid(a)
    yield Step(stage="probabilities", model=line, u=u, c=c, activations=a, probabilities=y)

    endless = np.flatnonzero(np.isinf(naive_losses(a, t)))
    yield Step(stage="naive logarithms", model=line, u=u, c=c, activations=a, probabilities=y, endless=endless)

    lost = -log_sigmoid(np.where(t > 0, a, -a))
    yield Step(stage="stable logarithms", model=line, u=u, c=c, activations=a, probabilities=y, losses=lost)

    error = float(lost.sum())
    yield Step(stage="error", model=line, u=u, c=c, activations=a, probabilities=y, losses=lost, error=error)

    gradient = Phi.T @ (y - t)
    yield Step(
        stage="gradient", model=line, u=u, c=c, activations=a, probabilities=y, losses=lost, error=error,
        gradient=gradient,
    )  # fmt: skip
    return Ending.converged(f"E = {figure(error)} for {counted(data.n, 'point')} with the weights that were given.")


def aimed(data: Dataset, params: Params, start: Hyperplane | None) -> tuple[np.ndarray, float]:
    """The direction u (d,), of length 1, and how far from the origin the boundary u · x = c lies along it."""
    if start is not None and points_somewhere(start):
        return start.weights / length(start.weights), origin_distance(start)
    u = direction(data.d, params)
    along = data.X @ u
    return u, float(u @ column_means(data.X)) + params.offset * (float(along.std()) or 1.0)


def direction(d: int, params: Params) -> np.ndarray:
    """(d,) cos θ and sin θ at the two features chosen; with one feature only to the right or to the left."""
    theta = np.radians(params.angle)
    if d == 1:
        return np.array([1.0 if np.cos(theta) >= 0 else -1.0])
    u = np.zeros(d)
    u[list(params.axes(d))] = np.cos(theta), np.sin(theta)
    return u


def weighed(u: np.ndarray, c: float, rho: float, data: Dataset) -> Logistic:
    """w = ρ u and b = −ρ c: the boundary is where u · x = c, whatever ρ is; with ρ = 0 there is none."""
    return Logistic(rho * u, -rho * c, two_classes(data))


def bound(data: Dataset, params: Params) -> int:
    return 7


@dataclass(frozen=True)
class Params:
    angle: float = real(0.0, low=-180.0, high=180.0, symbol=r"\theta", label="direction", help="of w, in degrees")
    length: float = real(2.0, low=0.0, high=50.0, symbol=r"\rho", help="‖w‖: how sharp; 0: the same everywhere")
    offset: float = real(0.0, low=-3.0, high=3.0, symbol="m", help="of the boundary from the mean, in deviations")
    first: int = whole(1, low=1, high=1_000_000, rare=True, label="feature across", help="number of the one θ = 0 is")
    second: int = whole(2, low=1, high=1_000_000, rare=True, label="feature up", help="number of the one θ = 90 is")

    def axes(self, d: int) -> tuple[int, int]:
        """The two features that have weights, of d ≥ 2: two different ones, whatever was chosen."""
        first, second = min(self.first, d) - 1, min(self.second, d) - 1
        return first, second if second != first else (first + 1) % d


Stage = Literal["weights", "activations", "probabilities", "naive logarithms", "stable logarithms", "error", "gradient"]


@snapshot
class Step:
    """How far all that follows from the weights has been worked out; they stay as they were given."""

    stage: Stage
    model: Logistic
    u: np.ndarray  # (d,) the direction of the weights
    c: float  # the boundary is where u · x = c
    activations: np.ndarray | None = None  # (n,)
    probabilities: np.ndarray | None = None  # (n,) of the upper class
    losses: np.ndarray | None = None  # (n,) −ln of the own class
    error: float | None = None
    gradient: np.ndarray | None = None  # (d + 1,) the bias first
    endless: np.ndarray | None = None  # the rows whose loss is infinite when the logarithms are taken literally
