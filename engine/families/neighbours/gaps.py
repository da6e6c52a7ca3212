"""How far two points are apart, worked coordinate by coordinate."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engine.base.words import enough, figure, less
from engine.models.neighbours import CHEBYSHEV, EUCLIDEAN, HAMMING, MAHALANOBIS, MANHATTAN, MINKOWSKI, Metric

SHOWN = 4
"""Of more coordinates the terms are not written out."""
FORMULAS = {
    EUCLIDEAN: r"d(\mathbf{z}, \mathbf{x}) = \sqrt{\sum_j (z_j - x_j)^2}",
    MANHATTAN: r"d(\mathbf{z}, \mathbf{x}) = \sum_j |z_j - x_j|",
    MINKOWSKI: r"d(\mathbf{z}, \mathbf{x}) = \sqrt[p]{\sum_j |z_j - x_j|^p}",
    CHEBYSHEV: r"d(\mathbf{z}, \mathbf{x}) = \max_j |z_j - x_j|",
    HAMMING: r"d(\mathbf{z}, \mathbf{x}) = \sum_j [z_j \neq x_j]",
    MAHALANOBIS: r"d(\mathbf{z}, \mathbf{x})^2 = (\mathbf{z} - \mathbf{x})^\top \Sigma^{-1} (\mathbf{z} - \mathbf{x})",
}
SCALED = {
    EUCLIDEAN: r"d(\mathbf{z}, \mathbf{x}) = \sqrt{\sum_j \left(\frac{z_j - x_j}{s_j}\right)^2}",
    MANHATTAN: r"d(\mathbf{z}, \mathbf{x}) = \sum_j \frac{|z_j - x_j|}{s_j}",
    MINKOWSKI: r"d(\mathbf{z}, \mathbf{x}) = \sqrt[p]{\sum_j \left(\frac{|z_j - x_j|}{s_j}\right)^p}",
    CHEBYSHEV: r"d(\mathbf{z}, \mathbf{x}) = \max_j \frac{|z_j - x_j|}{s_j}",
}


def formula(metric: Metric) -> str:
    """The distance in symbols; s is what each feature is divided by."""
    return FORMULAS[metric.kind] if (metric.scales == 1).all() else SCALED[metric.kind]


def gaps(metric: Metric, z: np.ndarray, x: np.ndarray) -> np.ndarray:
    """(d,) the gaps between the coordinates that are combined."""
    return np.asarray(np.abs(metric.coordinates(z) - metric.coordinates(x))[0])


def worked(metric: Metric, z: np.ndarray, x: np.ndarray, names: Sequence[str]) -> tuple[str, ...]:
    """The distance between z and x (d,) with its numbers."""
    apart = gaps(metric, z, x)
    d = float(metric.between(z, x)[0, 0])
    if len(apart) > SHOWN:
        return (_of_many(metric, apart, d),)
    if metric.kind == MAHALANOBIS:
        return (_terms(metric, apart, d), "the gaps are those of the whitened coordinates L⁻¹(z − x), with Σ = L Lᵀ")
    lines = () if (metric.scales == 1).all() else _divided(metric, z, x, apart, names)
    return (*lines, _terms(metric, apart, d))


def _divided(metric: Metric, z: np.ndarray, x: np.ndarray, apart: np.ndarray, names: Sequence[str]) -> tuple[str, ...]:
    rows = zip(names, np.maximum(z, x), np.minimum(z, x), metric.scales, apart, strict=True)
    return tuple(f"{name}: {_quotient(*(float(one) for one in numbers))}" for name, *numbers in rows)


def _quotient(high: float, low: float, scale: float, gap: float) -> str:
    n = enough(gap, lambda a, b, s: (a - b) / s, high, low, scale)
    taken = f"({figure(high, n)} {less(low, n)})"
    return f"{taken} / {figure(scale, n)} = {figure(gap)}"


def _terms(metric: Metric, apart: np.ndarray, d: float) -> str:
    shown = [figure(gap) for gap in apart]
    if metric.kind == MINKOWSKI:
        return f"the gaps {', '.join(shown)} to the power {figure(metric.order)}, added and rooted, come to {figure(d)}"
    if metric.kind == CHEBYSHEV:
        return f"d = max({', '.join(shown)}) = {figure(d)}"
    if metric.kind == HAMMING:
        return f"d = {' + '.join('1' if gap else '0' for gap in apart)} = {figure(d)}"
    if metric.kind == MANHATTAN:
        n = enough(d, lambda *one: sum(one), *apart.tolist())
        return f"d = {' + '.join(figure(gap, n) for gap in apart)} = {figure(d)}"
    n = enough(d, math.hypot, *apart.tolist())
    return f"d = √({' + '.join(f'{figure(gap, n)}²' for gap in apart)}) = {figure(d)}"


def _of_many(metric: Metric, apart: np.ndarray, d: float) -> str:
    """The sum of many terms in one number."""
    if metric.kind in (EUCLIDEAN, MAHALANOBIS):
        square = figure(d * d, enough(d, math.sqrt, d * d))
        return f"d = √{square} = {figure(d)}, the root of {len(apart)} squares added up"
    if metric.kind == CHEBYSHEV:
        return f"the largest of {len(apart)} gaps is number {int(np.argmax(apart)) + 1}"
    return f"{len(apart)} gaps come to {figure(d)}"
