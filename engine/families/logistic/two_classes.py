"""What every logistic regression draws on the plane and says of a point, however its weights were found."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Literal, Protocol

import numpy as np

from engine.base.words import counted, figure, shown, vector
from engine.core.algorithm import Handle, Inquiry
from engine.core.later import Later
from engine.core.marks import Curve, Line, Mark, Points, Region, Text
from engine.core.story import Number, Story, Table
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.families.logistic import loss_drawing, shrinkage
from engine.maths.algebra.agreement import cleared
from engine.maths.probability.cross_entropy import losses, working_response
from engine.maths.probability.sigmoid import sigmoid
from engine.models.basis import Basis
from engine.models.linear import Hyperplane, Logistic
from engine.parts.basis import in_basis
from engine.parts.basis_drawing import basis_handle, feature_marks
from engine.parts.line import LINE, coded, rod, sides, through
from engine.parts.ridge import RidgeParams
from engine.parts.weight_space import START

SURE = float(np.log(9.0))
"""The activation at which the probability is 0.9."""
RESPONSE = Surface("chart", "Working response", "activation after the next step", "working response z", open=False)
SURELY = 1e-4
"""A loss below it is worked from how far its chance is from 1: of the chance itself too many digits would be needed."""
VISIBLE = 1e-3
"""A row with a smaller weight R has a huge response and no say, and would only spoil the scale."""


def level(basis: Basis, data: Dataset) -> Logistic:
    """The model of these basis functions that knows nothing yet: all weights 0."""
    return Logistic.unpacked(np.zeros(basis.n_functions + 1), two_classes(data), basis)


CHART = Surface("chart", "Probability")
"""Where the probability is drawn, over the feature when there is one."""


def cut_at(positions: np.ndarray, data: Dataset, params: object, base: Hyperplane | None = None) -> Hyperplane:
    """The weight of the base with its threshold at a place (1, 2) of the chart; with more features the base stays."""
    if data.d != 1:
        return Hyperplane(np.zeros(data.d), 0.0, two_classes(data)) if base is None else base
    return through(positions[:1, :1], data, params, base)


def cut(model: Hyperplane, data: Dataset) -> np.ndarray:
    """(1, 2) where on the chart the probability is ½; nowhere unless there is one feature, and a weight."""
    there = rod(model, data) if data.d == 1 else np.zeros((0, 1))
    return np.column_stack([there, np.full(len(there), 0.5)])


def called(data: Dataset) -> str:
    """What moving the threshold does."""
    return f"There both classes have the probability ½. {sides(data)}".strip()


THRESHOLD = Handle(
    "the threshold", cut_at, cut, lambda params: 1 if params.basis == "none" else 0, CHART, rod=True, help=called
)
"""The place of probability ½ in the chart of one feature, for those that draw it."""
HANDLES = (START, basis_handle(level), LINE)
"""What can be held: the weights to start from, the centres of Gaussians, and the line."""


def plane(model: Logistic, before: Logistic | None, data: Dataset) -> list[Mark | Later]:
    """Probabilities as tint, the lines of p = 0.1, ½ and 0.9, the line before, and the points on the wrong side.

    With a basis the boundary is curved, and straight only on the chart of two of its functions.
    """
    drawn: list[Mark | Later] = [Region(model, "probability")]
    if model.basis is None:
        drawn += lines(model, before)
    missed = missed_rows(model, data)
    drawn += [*feature_marks(data, model), Points(data.X[missed], "wrong", rows=missed)]
    return [*drawn, Later((replace(CHART, open=data.d == 1),), partial(curve, model, before, data))]


def missed_rows(model: Logistic, data: Dataset) -> np.ndarray:
    """The rows on the wrong side; none while all weights are 0, for then no point has a side."""
    return np.flatnonzero(model.predict(data.X) != data.codes) if model.packed.any() else np.zeros(0, dtype=np.intp)


def beside(model: Logistic, table: Dataset, params: RidgeParams) -> list[Later]:
    """The charts of every row's loss and of what the penalty does."""
    path = Later((shrinkage.PATH, shrinkage.SURE), partial(shrinkage.drawn, model, table, params))
    shrinks = shrinkage.has_path(model, table, params)
    return [Later((loss_drawing.CHART,), partial(_losses, model, table)), *([path] if shrinks else [])]


def _losses(model: Logistic, table: Dataset) -> list[Mark]:
    a = table.design @ model.packed
    return loss_drawing.drawn(losses(a, zero_one(table)), table)


def lines(model: Logistic, before: Logistic | None) -> list[Mark]:
    """The straight lines of p = 0.1, ½ and 0.9, and the boundary before; none while all weights are 0."""
    drawn: list[Mark] = []
    if before is not None and before.weights.any():
        drawn.append(Line(before.weights, before.bias, "ghost"))
    if model.weights.any():
        drawn.append(Line(model.weights, model.bias, "margin", SURE, label="p = 0.9"))
        drawn.append(Line(model.weights, model.bias, "margin", -SURE, label="p = 0.1"))
        drawn.append(Line(model.weights, model.bias, "boundary", normal=True, label="p = ½"))
    return drawn


def curve(model: Logistic, before: Logistic | None, data: Dataset) -> list[Mark]:
    """The S-curve through the targets 0 and 1: over the feature when there is one, else over the activation."""
    if not np.isfinite(over := data.X[:, 0] if data.d == 1 else model.decision_function(data.X)).all():
        return []
    low, high = float(over.min()), float(over.max())
    margin = 0.2 * (high - low) or 1.0
    places = np.linspace(low - margin, high + margin, 201)
    name = data.class_name(model.classes[1])
    words = data.feature_names[0] if data.d == 1 else "activation a"
    chart = replace(CHART, x=words, y=f"P({name})", open=data.d == 1)

    def likely(one: Logistic) -> np.ndarray:
        a = one.decision_function(places[:, None]) if data.d == 1 else places
        return np.column_stack([places, sigmoid(a)])

    drawn: list[Mark] = []
    if before is not None and data.d == 1:
        drawn.append(Curve(likely(before), "ghost", surface=chart))
    drawn.append(Curve(likely(model), "boundary", label="σ(a)", surface=chart))
    for place, _ in cut(model, data).tolist():
        drawn.append(Curve(np.array([[place, 0.0], [place, 1.0]]), "margin", surface=chart))
        drawn.append(Text(np.array([place, 0.4]), "  p = ½", anchor=(0.0, 0.5), surface=chart))
    dots = np.column_stack([over, zero_one(data)])
    return [*drawn, Points(dots, groups=data.codes, rows=np.arange(data.n), surface=chart)]


def steepness(model: Logistic) -> list[Number]:
    """How sure the model is: ρ = ‖w‖, the slope ρ/4 of the probability at the boundary, and how wide the change is.

    Longer weights in the same direction leave the boundary where it is when the bias grows with them.
    """
    rho = float(np.linalg.norm(model.weights))
    told = [Number("‖w‖", rho), Number("slope at the boundary", rho / 4.0, "‖w‖/4")]
    if rho > 0 and np.isfinite(width := 2.0 * SURE / rho):
        told.append(Number("p from 0.1 to 0.9 within", width, "2 ln 9 / ‖w‖"))
    return told


def response(model: Logistic, move: np.ndarray, data: Dataset) -> list[Mark]:
    """z against the activation that the step gives, each dot as large as its weight R: the fit is the diagonal."""
    Phi = data.design
    a, R, z = working_response(model.packed, Phi, zero_one(data))
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


def say_start(model: Logistic, error: float, data: Dataset) -> str:
    """Where a run begins, and how the classes are coded."""
    given = "The start is given" if model.packed.any() else "All weights are 0, so every probability is σ(0) = ½"
    return f"{given}: E = {figure(error)} for {counted(data.n, 'point')}. {coded(data, '0', '1')}."


def largest_loss(model: Logistic, table: Dataset, why: Literal["response", "slope"]) -> tuple[str, ...]:
    """The row that costs most, worked: with its part in Newton's weighted fit, or in the slope of the error."""
    t, Phi = zero_one(table), table.design
    a, R, z = working_response(model.packed, Phi, t)
    lost = losses(a, t)
    row = int(np.argmax(lost))
    true, loss = table.class_name(int(table.codes[row])), float(lost[row])
    error = float((1.0 if t[row] < 0.5 else -1.0) * -np.expm1(-loss))
    part = f"its part of ∇E: (y − t) φ = {figure(error)} · {vector(Phi[row])} = {vector(error * Phi[row])}"
    if why == "response":
        part = f"its weight R = y(1 − y) = {figure(R[row])}, its working response z = a − (y − t)/R = {figure(z[row])}"
    return (
        f"largest loss: point {table.row_name(row)} ({true}), a = {figure(a[row])}",
        surprise(f"P({true})", loss),
        part,
    )


def surprise(chance: str, loss: float) -> str:
    """The loss as −ln of a chance that is named so, worked while the chance is a number."""
    share = float(np.exp(-loss))
    if not share:
        return f"−ln {chance} = {figure(loss)}, and {chance} is too small for a number"
    if 0.0 < loss < SURELY:
        return f"−ln {chance} = {figure(loss)}, and {chance} is 1 but for {figure(-math.expm1(-loss))}"
    (told,) = shown(loss, lambda p: -math.log(p), share)
    return f"−ln {chance} = −ln {told} = {figure(loss)}"


class Jumped(Protocol):
    """A step that knows where it began, and its gradient."""

    @property
    def before(self) -> Logistic: ...
    @property
    def model(self) -> Logistic: ...
    @property
    def least(self) -> str: ...  # what is made least, by name
    @property
    def gradient(self) -> np.ndarray: ...  # of it


def weights(step: Jumped, data: Dataset) -> Table:
    """Every weight before and after, and the slope along it now of what is made least."""
    old, new = step.before.packed, step.model.packed
    rows = zip(("bias", *data.feature_names), old, new - old, new, settled(step.gradient, data), strict=True)
    columns = ("weight of", "before", "change", "after", slope_along(step.least))
    return Table("Weights, component by component", columns, tuple(rows))


def settled(gradient: np.ndarray, table: Dataset) -> np.ndarray:
    """(..., M) a gradient, each number a sum of (y − t) φ over the rows; 0 where only rounding of its terms is left."""
    return cleared(gradient, np.abs(table.design).sum(axis=0))


def slope_along(least: str) -> str:
    """The head of a column of slopes."""
    return "∂E/∂w" if least == "E" else f"∂({least})/∂w"


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
    said = f"This point is classified as {names[chosen]}, with the probability {figure(shares[chosen])}."
    formula = in_basis(r"P = \sigma(a) = \frac{1}{1 + e^{-a}}, \quad a = \mathbf{w}^\top\mathbf{x} + b", model.basis)
    return Inquiry(Story(said, formula, numbers=tuple(told)))
