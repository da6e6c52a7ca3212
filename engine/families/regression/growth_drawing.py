"""What a growing model looks like: every function scaled by its weight, their sum, the weights, the errors so far."""

from __future__ import annotations

from functools import partial

import numpy as np

from engine.base.snapshot import arrays_in
from engine.base.words import figure
from engine.core.marks import Curve, Mark, Points, Region, Response
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.regression.growing import Growth
from engine.models.basis import Basis
from engine.models.linear import LinearPredictor
from engine.parts.regression import BIAS, COEFFICIENTS, coefficient_bars

ERRORS = Surface("chart", "Error", "", "RMSE")
NAMED = 8
"""More functions than this are drawn without their names."""
MOST = 40
"""More functions than this would hide the curve."""


def plane(growth: Growth, data: Dataset) -> list[Mark]:
    """The curve of the model, the one before it, and of one feature the functions that it is the sum of."""
    drawn: list[Mark] = [Region(growth.model)]
    if data.d == 1:
        drawn += terms(growth, data)
        if growth.before is not None:
            key = ("before", growth.before.packed.tobytes(), growth.count)
            drawn.append(Response(growth.before.predict, role="ghost", label="before", key=key))
    return drawn


def terms(growth: Growth, data: Dataset) -> list[Mark]:
    """wⱼ φⱼ(x) of each function, the new ones in focus."""
    basis, w = growth.model.basis, growth.model.weights
    if basis is None or len(w) > MOST or not np.isfinite(w).all():
        return []
    names = basis.names(data.feature_names)
    drawn: list[Mark] = []
    for j, name in enumerate(names):
        new = j >= len(w) - growth.added
        label = f"{figure(w[j], 3)} {name}" if new or len(w) <= NAMED else ""
        key = ("term", j, float(w[j]), basis_key(basis))
        drawn.append(
            Response(partial(term, basis, j, float(w[j])), role="focus" if new else "spoke", label=label, key=key)
        )
    return drawn


def term(basis: Basis, j: int, weight: float, X: np.ndarray) -> np.ndarray:
    """(m,) wⱼ φⱼ at the points X (m, d)."""
    return np.asarray(weight * basis.features(X)[:, j])


def basis_key(basis: Basis) -> tuple[object, ...]:
    """What tells one basis from another in a key."""
    return type(basis).__name__, getattr(basis, "width", None), *(array.tobytes() for array in arrays_in(basis))


def weights(growth: Growth, data: Dataset) -> list[Mark]:
    """A bar for the bias and for each weight; the newest is chosen."""
    names = (BIAS,) if growth.model.basis is None else (BIAS, *growth.model.basis.names(data.feature_names))
    w = own_weights(growth.model)
    return list[Mark](coefficient_bars(w, names, len(w) - 1, COEFFICIENTS)) if len(w) <= MOST else []


def own_weights(model: LinearPredictor) -> np.ndarray:
    """(M + 1,) the bias first; of a constant the bias alone."""
    return model.packed[:1] if model.basis is None else model.packed


def errors(growth: Growth, across: np.ndarray, what: str, chosen: int | None = None) -> list[Mark]:
    """The errors on the rows that were learnt from and on those for validation, over the orders or counts so far."""
    surface = Surface(ERRORS.kind, ERRORS.name, what, ERRORS.y)
    at = len(across) - 1 if chosen is None else chosen
    drawn: list[Mark] = []
    both = ((growth.training, "training", "path"), (growth.validation, "validation", "best"))
    for values, label, role in both:
        if len(values):
            curve = np.column_stack([across, values])
            drawn.append(Curve(curve, "path" if role == "path" else "best", label=label, dots=True, surface=surface))
            drawn.append(Points(curve[[at]], "focus", surface=surface))
    return drawn
