"""Linear discriminant analysis beside a logistic regression: the same kind of line, found by modelling the classes.

p(x | Cₖ) = N(μₖ, Σ), P(Cₖ) = Nₖ/N      P(C₁ | x) = σ(w·x + b),  w = Σ⁻¹ (μ₁ − μ₀)
b = −½ μ₁ᵀ Σ⁻¹ μ₁ + ½ μ₀ᵀ Σ⁻¹ μ₀ + ln (N₁/N₀)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.base.params import choice
from engine.base.words import percent
from engine.core.marks import Contours, Curve, Line, Mark, Points
from engine.core.story import Table
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.maths.probability.cross_entropy import cross_entropy
from engine.maths.probability.gaussians import log_densities
from engine.models.linear import Logistic

OTHERS = ("nothing", "LDA")
MAP = "LDA: probabilities"
LEVELS = (0.1, 0.5, 0.9)


@dataclass(frozen=True)
class BesideParams:
    """Another way to find a line, to compare with."""

    beside: str = choice("nothing", OTHERS, label="compare with", rare=True, help="LDA models the classes as Gaussians")


@dataclass(frozen=True)
class Gaussians:
    """The two classes as Gaussians with one covariance, of columns that are divided by their spread within the classes.

    means (2, d), covariance (d, d) of those columns;   unit (d,) the spread;   counts (2,) the rows of each class
    """

    means: np.ndarray
    covariance: np.ndarray
    unit: np.ndarray
    counts: np.ndarray

    def log_densities(self, X: np.ndarray) -> np.ndarray:
        """(2, n) ln p(x | Cₖ) at the rows of X (n, d)."""
        both = np.array([self.covariance, self.covariance])
        return log_densities(X / self.unit, self.means, both) - float(np.log(self.unit).sum())


def gaussians(data: Dataset) -> Gaussians | None:
    """Their means and their covariance (divisor N), or None where that has no inverse."""
    t, X = zero_one(data), data.X
    counts = np.array([(t == 0).sum(), (t == 1).sum()])
    if not counts.all():
        return None
    means = np.array([X[t == k].mean(axis=0) for k in (0, 1)])
    off = X - means[t.astype(np.intp)]
    unit = np.sqrt((off**2).mean(axis=0))
    if not (unit > 0).all():
        return None
    S = (off / unit).T @ (off / unit) / len(X)
    if np.linalg.matrix_rank(S, hermitian=True) < len(S):
        return None
    return Gaussians(means / unit, S, unit, counts)


def discriminant(data: Dataset) -> Logistic | None:
    """The posterior of two Gaussians with one covariance, or None where that has no inverse."""
    if (found := gaussians(data)) is None:
        return None
    to = np.linalg.solve(found.covariance, found.means.T)
    b = float(
        -0.5 * (found.means[1] @ to[:, 1] - found.means[0] @ to[:, 0]) + np.log(found.counts[1] / found.counts[0])
    )
    return Logistic((to[:, 1] - to[:, 0]) / found.unit, b, two_classes(data))


def parameters(d: int, classes: int = 2) -> tuple[int, int]:
    """How many numbers are estimated of d features, by LDA and by a logistic regression of two classes.

    >>> parameters(10)
    (76, 11)
    """
    return classes * d + d * (d + 1) // 2 + classes - 1, d + 1


def drawn(data: Dataset, model: Logistic, params: BesideParams) -> list[Mark]:
    """LDA's boundary on the plane, and its probabilities on a map of their own."""
    if params.beside == OTHERS[0] or (other := discriminant(data)) is None:
        return []
    marks: list[Mark] = [Line(other.weights, other.bias, "axis", label="LDA: p = ½")]
    if data.d == 1:
        return [*marks, _curve(other, data)]
    if data.d != 2:
        return marks
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    room = 0.2 * (high - low)
    (x0, y0), (x1, y1) = (low - room).tolist(), (high + room).tolist()
    chart = Surface("chart", MAP, data.feature_names[0], data.feature_names[1], view=(x0, x1, y0, y1))
    rows = np.arange(data.n)
    return [
        *marks,
        Contours(
            lambda places: other.predict_proba(places)[:, 1],
            (MAP, *other.packed.tolist()),
            LEVELS,
            "plain",
            True,
            chart,
        ),
        Points(data.X, groups=data.codes, rows=rows, names=data.class_titles, surface=chart),
    ]


def _chance(other: Logistic) -> Callable[[np.ndarray], np.ndarray]:
    """The probability of the higher class at places (m, d)."""
    return lambda places: np.asarray(other.predict_proba(places)[:, 1])


def _curve(other: Logistic, data: Dataset) -> Mark:
    """The S-curve of LDA over the one feature there is."""
    low, high = float(data.X.min()), float(data.X.max())
    margin = 0.2 * (high - low) or 1.0
    places = np.linspace(low - margin, high + margin, 201)
    name = data.class_name(other.classes[1])
    chart = Surface("chart", "Probability", data.feature_names[0], f"P({name})", open=True)
    return Curve(
        np.column_stack([places, other.predict_proba(places[:, None])[:, 1]]), "axis", label="LDA", surface=chart
    )


def compared(data: Dataset, model: Logistic, params: BesideParams) -> tuple[str, tuple[Table, ...]]:
    """How often the two agree, in words, and both side by side."""
    if params.beside == OTHERS[0]:
        return "", ()
    if (other := discriminant(data)) is None:
        return " There is no LDA beside it: the covariance within the classes has no inverse.", ()
    same = float((other.predict(data.X) == model.predict(data.X)).mean())
    Phi, t, rows = data.design, zero_one(data), []
    counts = (parameters(data.d)[0], len(model.packed))
    for name, one, count in zip(("LDA", "logistic"), (other, model), counts, strict=True):
        wrong = int((one.predict(data.X) != data.codes).sum())
        error = cross_entropy(one.packed, Phi, t) if one.basis is None else None
        rows.append((name, count, error, wrong))
    said = f" It and LDA agree on {percent(same)} of the points; of Gaussians with one covariance both find one line."
    return said, (Table("Generative and discriminative", ("model", "parameters", "E", "wrong side"), tuple(rows)),)
