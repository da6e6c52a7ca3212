"""What a growing model says of its errors, its weights and its columns."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure
from engine.core.story import Check, Event, Number, Table
from engine.data.dataset import Dataset
from engine.data.split import learnable
from engine.families.regression.growing import Growth, places
from engine.families.regression.growth_drawing import own_weights
from engine.maths.algebra.agreement import exceeds
from engine.parts.over_feature import target_unit
from engine.parts.regression import BIAS, coefficients_table


def error_words(growth: Growth, first: bool = False) -> str:
    """What became of the errors."""
    said = f"The training RMSE {_became(growth.training)}"
    if len(growth.validation):
        return f"{said}; the validation RMSE {_became(growth.validation)}."
    keep = " Keep rows for validation (panel Data, under Split) to see the error on others."
    return f"{said}.{keep if first else ''}"


def _became(values: np.ndarray) -> str:
    now = figure(values[-1])
    if len(values) < 2:
        return f"is {now}"
    before = figure(values[-2])
    if now == before:
        return f"stays at {now}"
    return f"{'falls' if values[-1] < values[-2] else 'rises'} from {before} to {now}"


def passes_through(growth: Growth, data: Dataset) -> str:
    """That the curve goes through every row, or through the mean of rows at one place."""
    N, distinct = len(learnable(data)), places(data)
    if growth.rank < distinct:
        return ""
    if not growth.residuals.any():
        return f" With {counted(growth.rank, 'weight')} for {counted(N, 'row')} the model passes through every target."
    if distinct < N:
        return (
            f" The {N} rows stand at {counted(distinct, 'place')}: where rows of one place have other targets, the "
            "model passes through their mean."
        )
    return ""


def numbers(growth: Growth, data: Dataset) -> tuple[Number, ...]:
    """The errors, and how well the weights are determined."""
    told = [Number("training RMSE", float(growth.training[-1]), target_unit(data).strip())]
    if len(growth.validation):
        told.append(Number("validation RMSE", float(growth.validation[-1]), target_unit(data).strip()))
    told.append(Number("rank of Φ", growth.rank, f"of {growth.count + 1}"))
    if np.isfinite(growth.condition):
        told.append(Number("κ(Φ)", growth.condition, "condition number"))
    told.append(Number("largest |w|", float(np.abs(own_weights(growth.model)).max())))
    return tuple(told)


def worked(growth: Growth) -> tuple[str, ...]:
    """The mean square that the RMSE is the root of."""
    total = float(growth.residuals @ growth.residuals)
    return (f"RMSE² = Σ r² / N = {divided(total, len(growth.residuals))}",)


def table(growth: Growth, data: Dataset) -> Table:
    """Every weight by the name of its function."""
    names = (BIAS,) if growth.model.basis is None else (BIAS, *growth.model.basis.names(data.feature_names))
    w = own_weights(growth.model)
    return coefficients_table(w, names, len(w) - 1)


def never_rises(growth: Growth, data: Dataset) -> tuple[Check, ...]:
    """A function more never raises the error on the rows that were learnt from."""
    assert data.y is not None
    return never_rises_on(growth, data.y[learnable(data)])


def never_rises_on(growth: Growth, t: np.ndarray) -> tuple[Check, ...]:
    """The same, of the targets t (N,) of these rows."""
    if len(growth.training) < 2 or growth.rank <= growth.count:  # alike but for rounding, a function more may hide one
        return ()
    risen = exceeds(growth.training[-1], growth.training[-2], float(np.abs(t).max(initial=0.0)))
    return (Check("the training RMSE does not rise", not risen),)


def measured(growth: Growth) -> dict[str, float]:
    """The learning curve."""
    told = {"training RMSE": float(growth.training[-1])}
    return told | {"validation RMSE": float(growth.validation[-1])} if len(growth.validation) else told


def event(growth: Growth) -> Event | None:
    """What became of the error on the rows for validation."""
    values = growth.validation
    if len(values) < 2:
        return None
    if values[-1] > values[-2]:
        return Event("validation rose", "wrong")
    return Event("new best", "best") if values[-1] < values[:-1].min() else None
