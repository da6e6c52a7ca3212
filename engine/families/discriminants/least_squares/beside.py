"""Logistic regression beside least squares: whether a far point moves its line as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.base.params import choice
from engine.base.words import counted, vector
from engine.core.marks import Line, Mark
from engine.core.story import Table
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.logistic_fit import logistic_fit
from engine.models.linear import Hyperplane, Logistic, Scores

NOTHING, LOGISTIC = BESIDE = ("nothing", "logistic regression")
PENALTY = 0.1
"""λ of the slopes: for separable classes the error would otherwise have no minimum."""
ROWS = 5_000
"""Of more rows it is not found beside."""
OWN = "least squares"


@dataclass(frozen=True)
class BesideParams:
    """Another way to find a line, to compare with."""

    beside: str = choice(NOTHING, BESIDE, label="compare with", rare=True, help="with λ = 0.1, of two classes")


def logistic(data: Dataset, params: BesideParams) -> Logistic | None:
    """The line of logistic regression, if it is asked for, there are two classes, and numbers can tell."""
    if params.beside == NOTHING or len(data.classes_present) != 2 or data.n > ROWS:
        return None
    return data.cached("logistic beside", lambda: fitted(data))


def fitted(data: Dataset) -> Logistic | None:
    """The same of any two classes; columns are divided by their sizes meanwhile, so that no size matters."""
    unit = np.abs(data.X).max(axis=0)
    unit = np.where(unit > 0, unit, 1.0)
    with np.errstate(over="ignore", under="ignore"):
        penalties = np.append(0.0, PENALTY / unit**2)
    w = logistic_fit(with_ones(data.X / unit), zero_one(data), penalties)
    w[1:] /= unit
    return Logistic(w[1:], float(w[0]), two_classes(data)) if np.isfinite(w).all() and w[1:].any() else None


def drawn(own: Sequence[Mark], data: Dataset, params: BesideParams) -> list[Mark]:
    """The marks of least squares, whose boundary has a name now, and the other boundary, dashed, with its own."""
    other = logistic(data, params)
    if other is None:
        return list(own)
    named = [replace(one, label=OWN) if isinstance(one, Line) and one.role == "boundary" else one for one in own]
    return [*named, Line(other.weights, other.bias, "margin", label="logistic: p = ½")]


def said(data: Dataset, params: BesideParams) -> str:
    """How it does, in words."""
    if params.beside == NOTHING:
        return ""
    if (other := logistic(data, params)) is None:
        return " Logistic regression is not compared: it needs two classes, and columns that are numerically distinct."
    missed = counted(_wrong(other, data), "point")
    return f" Logistic regression, with λ = 0.1, has {missed} on the wrong side."


def worked(data: Dataset, params: BesideParams) -> tuple[str, ...]:
    """Its weights."""
    other = logistic(data, params)
    return () if other is None else (f"logistic regression: (b, w) = {vector(other.packed)}",)


def compared(model: Hyperplane | Scores, data: Dataset, params: BesideParams) -> tuple[Table, ...]:
    """Both side by side; of one feature the places of the boundaries too."""
    other = logistic(data, params)
    if other is None:
        return ()
    rows: list[tuple[str | float, ...]] = []
    for name, one in ((OWN, model), (LOGISTIC, other)):
        places = (_place(one),) if data.d == 1 and model.basis is None else ()
        rows.append((name, _wrong(one, data), *places))
    columns = ("method", "wrong side", "boundary at")[: len(rows[0])]
    return (Table("Least squares and logistic regression", columns, tuple(rows)),)


def _wrong(model: Hyperplane | Scores, data: Dataset) -> int:
    return int((model.predict(data.X) != data.codes).sum())


def _place(model: Hyperplane | Scores) -> float:
    """Where the boundary is, of one feature; nowhere where the outputs do not change."""
    weights, bias = model.weights, model.bias if isinstance(model, Hyperplane) else model.biases[1] - model.biases[0]
    slope = float(weights[0] if isinstance(model, Hyperplane) else weights[1, 0] - weights[0, 0])
    return -float(bias) / slope if slope else float("nan")
