"""What every logistic regression draws on the plane and says of a point, however its weights were found."""

from __future__ import annotations

import numpy as np

from engine.core.algorithm import Inquiry
from engine.core.marks import Curve, Line, Mark, Points, Region, Surface
from engine.core.models import Logistic
from engine.core.story import Number, Story, Table, figure
from engine.data.dataset import Dataset
from engine.linear.weight_space import packed
from engine.maths.cross_entropy import losses, with_ones, working_response
from engine.maths.targets import zero_one

SURE = float(np.log(9.0))
"""The activation at which the probability is 0.9."""
RESPONSE = Surface("chart", "Working response", "activation after the next step", "working response z", open=False)
VISIBLE = 1e-3
"""A row with a smaller weight R has a huge response and no say, and would only spoil the scale."""


def plane(model: Logistic, before: Logistic | None, data: Dataset) -> list[Mark]:
    """Probabilities as tint, the lines of p = 0.1, ½ and 0.9, the line before, and the points on the wrong side."""
    drawn: list[Mark] = [Region(model, "probability")]
    if before is not None and before.weights.any():
        drawn.append(Line(before.weights, before.bias, "ghost"))
    if model.weights.any():
        drawn.append(Line(model.weights, model.bias, "margin", SURE, label="p = 0.9"))
        drawn.append(Line(model.weights, model.bias, "margin", -SURE, label="p = 0.1"))
        drawn.append(Line(model.weights, model.bias, "boundary", normal=True, label="p = ½"))
    missed = np.flatnonzero(model.predict(data.X) != data.codes)
    return [*drawn, Points(data.X[missed], "wrong", rows=missed)]


def response(model: Logistic, move: np.ndarray, data: Dataset) -> list[Mark]:
    """z against the activation that the step gives, each dot as large as its weight R: the fit is the diagonal."""
    Phi = with_ones(data.X)
    a, R, z = working_response(packed(model), Phi, zero_one(data))
    shown = np.flatnonzero(R > VISIBLE)
    if not len(shown):
        return []
    after = a[shown] + Phi[shown] @ move
    ends = np.array([after.min(), after.max()])
    places, sizes = np.column_stack([after, z[shown]]), 4.0 * R[shown]
    return [
        Curve(np.column_stack([ends, ends]), "boundary", label="weighted least squares", surface=RESPONSE),
        Points(places, groups=data.codes[shown], sizes=sizes, rows=shown, surface=RESPONSE),
    ]


def largest_loss(model: Logistic, data: Dataset) -> tuple[str, ...]:
    """The row that costs most, with its weight and working response, worked."""
    t = zero_one(data)
    a, R, z = working_response(packed(model), with_ones(data.X), t)
    lost = losses(a, t)
    row = int(np.argmax(lost))
    true, loss = data.class_name(int(data.codes[row])), float(lost[row])
    return (
        f"largest loss: point {data.row_name(row)} ({true}), a = {figure(a[row])}",
        f"−ln P({true}) = −ln {figure(np.exp(-loss))} = {figure(loss)}",
        f"its weight R = y(1 − y) = {figure(R[row])}, its working response z = a − (y − t)/R = {figure(z[row])}",
    )


def weights(before: Logistic, after: Logistic, gradient: np.ndarray, data: Dataset) -> Table:
    """Every weight before and after, and the slope of the error along it now."""
    old, new = packed(before), packed(after)
    rows = zip(("bias", *data.feature_names), old, new - old, new, gradient, strict=True)
    return Table("Weights, component by component", ("weight of", "before", "change", "after", "∂E/∂w"), tuple(rows))


def about(model: Logistic, data: Dataset, x: np.ndarray) -> Inquiry:
    """Activation and probabilities of the point x (d,), and what it would cost under either class."""
    a = model.decision_function(x[None])
    names = [data.class_name(code) for code in model.classes]
    shares = model.predict_proba(x[None])[0]
    costs = [float(losses(a, np.array([t]))[0]) for t in (0.0, 1.0)]
    told = [Number("activation a", float(a[0]))]
    told += [Number(f"P({name})", float(share)) for name, share in zip(names, shares, strict=True)]
    told += [Number(f"loss if {name}", cost, "−ln P") for name, cost in zip(names, costs, strict=True)]
    chosen = int(a[0] >= 0)
    said = f"This point is called {names[chosen]}, with the probability {figure(shares[chosen])}."
    formula = r"P = \sigma(a) = \frac{1}{1 + e^{-a}}, \quad a = \mathbf{w}^\top\mathbf{x} + b"
    return Inquiry(Story(said, formula, numbers=tuple(told)))
