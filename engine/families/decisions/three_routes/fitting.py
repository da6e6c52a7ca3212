"""The three fits: Gaussians of one covariance, logistic regression, and a perceptron or least squares."""

from __future__ import annotations

import numpy as np

from engine.base.errors import AddPoints, Objection
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means
from engine.maths.algebra.least_squares import least_squares
from engine.maths.algebra.repairs import pooled
from engine.maths.probability.logistic_fit import logistic_fit
from engine.models.gaussians import GaussianClasses
from engine.models.linear import Hyperplane, Logistic

PASSES, VISITS = 100, 200_000
"""A perceptron that has not converged stops after so many passes, and after as many as visit so many points."""


def varied(data: Dataset) -> str:
    """Some class has points that differ."""
    if data.target != "class" or any(len(np.unique(data.X[data.codes == k], axis=0)) > 1 for k in data.classes_present):
        return ""
    return Objection("All points of a class are alike, so it has no density: add points that differ.", AddPoints())


def gaussians(X: np.ndarray, second: np.ndarray, classes: tuple[int, int]) -> GaussianClasses:
    """The maximum-likelihood Gaussians with one covariance, and the shares of the classes (n,) as priors."""
    means = np.array([column_means(X[~second]), column_means(X[second])])
    S = pooled(X, second.astype(int), len(X))
    share = float(second.mean())
    return GaussianClasses(np.array([1 - share, share]), means, np.array([S, S]), np.array(classes))


def logistic(X: np.ndarray, second: np.ndarray, classes: tuple[int, int], penalty: float) -> Logistic:
    """Logistic regression whose weights, for a standard deviation of each column, are held near 0."""
    Z, middle, scale = standardised(X)
    ridge = np.full(X.shape[1] + 1, penalty)
    ridge[0] = 0.0
    w = logistic_fit(np.column_stack([np.ones(len(Z)), Z]), second.astype(float), ridge)
    weights = w[1:] / scale
    return Logistic(weights, float(w[0] - weights @ middle), classes)


def function(X: np.ndarray, second: np.ndarray, classes: tuple[int, int], kind: str) -> Hyperplane:
    """A perceptron, or the plane with the least squares to the targets −1 and 1."""
    Z, middle, scale = standardised(X)
    t = np.where(second, 1.0, -1.0)
    w = perceptron(Z, t) if kind == "perceptron" else least_squares(Z, t[:, None]).weights[:, 0]
    weights = w[1:] / scale
    return Hyperplane(weights, float(w[0] - weights @ middle), classes)


def perceptron(Z: np.ndarray, t: np.ndarray) -> np.ndarray:
    """(d + 1,) w ← w + tₙ xₙ for every point with tₙ w · xₙ ≤ 0, until a pass goes by without one."""
    Phi = np.column_stack([np.ones(len(Z)), Z])
    w = np.zeros(Phi.shape[1])
    for _ in range(max(1, min(PASSES, VISITS // len(Phi)))):
        missed = 0
        for x, target in zip(Phi, t, strict=True):
            if target * (w @ x) <= 0:
                w, missed = w + target * x, missed + 1
        if not missed:
            break
    return w


def standardised(X: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(n, d) the columns in standard deviations from their means, and both (d,); 1 for a column that never changes."""
    middle = column_means(X)
    ways = X - middle
    sizes = np.abs(ways).max(axis=0)
    sizes = np.where(sizes > 0, sizes, 1.0)
    scale = sizes * np.sqrt(((ways / sizes) ** 2).mean(axis=0))
    scale = np.where(scale > 0, scale, 1.0)
    return ways / scale, middle, scale
