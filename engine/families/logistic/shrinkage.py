"""What the penalty does: every weight, and how sure the answers are, against λ.   (the shrinkage path)"""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Mark, Points
from engine.core.story import Number
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.logistic.ridge_path import ridge_path
from engine.maths.probability.sigmoid import sigmoid
from engine.models.linear import Logistic
from engine.parts.ridge import RidgeParams, penalties
from engine.parts.weight_paths import weight_paths
from engine.parts.weight_space import seen_rows

PATH = Surface("chart", "Shrinkage", "log₁₀ λ", "weight", open=False)
SURE = Surface("chart", "Confidence", "log₁₀ λ", "mean probability of the answer", open=False)
LAMBDAS = np.logspace(4.0, -3.0, 15)
"""The penalties of the path, the strongest first."""
WIDEST = 64
"""Of tables with more columns no path is drawn: it would take longer than the step."""


def confidence(activation: np.ndarray) -> np.ndarray:
    """(...) the mean probability of the answers given at activations (..., n): ½ knows nothing, 1 is certain."""
    return np.asarray(sigmoid(np.abs(activation)).mean(axis=-1))


def told(model: Logistic, table: Dataset) -> list[Number]:
    """How sure the model is of its answers to the rows."""
    a = table.design @ model.packed
    if not np.isfinite(a).all():
        return []
    return [Number("mean confidence", float(confidence(a)), "of the answers")]


def has_path(model: Logistic, table: Dataset, params: RidgeParams) -> bool:
    """Whether there is a path to draw: there is a penalty, and the table is not too wide."""
    return params.penalty > 0 and table.d <= WIDEST and bool(np.isfinite(model.packed).all())


def drawn(model: Logistic, table: Dataset, params: RidgeParams) -> list[Mark]:
    """With a penalty, the weights that are best for every λ, and those of this step at its own."""
    if not has_path(model, table, params):
        return []
    rows = seen_rows(table.n)
    Phi, t, share = table.design[rows], zero_one(table)[rows], table.n / len(rows)
    held = penalties(params, table.d) / params.penalty
    path = table.cached(("ridge path", held.tobytes()), lambda: ridge_path(Phi, t, held, LAMBDAS / share))
    x, here = np.log10(LAMBDAS), float(np.log10(params.penalty))
    words = f"rings: this step, λ = {figure(10.0**here)}"
    weights = weight_paths(path, x, model.packed, here, ("bias", *table.feature_names), words, PATH)
    return [*weights, *_sure(model, path, Phi, x, here)]


def _sure(model: Logistic, path: np.ndarray, Phi: np.ndarray, x: np.ndarray, here: float) -> list[Mark]:
    best = np.column_stack([x, confidence(path @ Phi.T)])
    now = np.array([[here, confidence(Phi @ model.packed)]])
    return [
        Curve(best, "boundary", label="best for this λ", surface=SURE),
        Points(now, "focus", labels=("this step",), surface=SURE),
    ]
