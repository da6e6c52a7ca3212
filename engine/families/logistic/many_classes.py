"""What every softmax regression draws and says, however its weights were found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from engine.base.params import real
from engine.base.words import counted, figure, shown, vector
from engine.core.algorithm import Handle, Inquiry
from engine.core.later import Later
from engine.core.marks import Bars, Curve, Mark, Points, Region
from engine.core.story import Check, Number, Story, Table
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.logistic import loss_drawing
from engine.families.logistic.two_classes import settled, slope_along, surprise
from engine.maths.algebra.agreement import agree
from engine.maths.probability.sigmoid import log_softmax, sigmoid, softmax
from engine.maths.probability.softmax_entropy import own_rows, softmax_here
from engine.models.basis import Basis
from engine.models.linear import Scores, Softmax
from engine.parts.basis import BasisParams, chosen_basis, in_basis
from engine.parts.basis_drawing import basis_handle, feature_marks
from engine.parts.ridge import RidgeParams
from engine.parts.weight_space import HERE, axes

MOST_COLUMNS = 12
"""With more classes than this a table of the weights shows only so many of them."""


def level(basis: Basis, data: Dataset) -> Softmax:
    """The model of these basis functions that knows nothing yet: all weights 0."""
    classes = np.array(data.classes_present)
    return Softmax.unpacked(np.zeros((len(classes), basis.n_functions + 1)), classes, basis)


def placed(positions: np.ndarray, data: Dataset, params: BasisParams, base: Scores | None = None) -> Softmax:
    """The model whose classes, in their order, have two weights each at the positions (m, 2).

    Its basis and other weights are those of the base, else 0. With more positions than classes the last is a new one:
    the class that is nearest to it goes there.
    """
    basis, classes = chosen_basis(params, data, base), np.array(data.classes_present)
    d = data.d if basis is None else basis.n_functions
    tips = np.array(positions[: len(classes)], dtype=float)
    if len(positions) > len(classes):
        tips[np.argmin(((tips - positions[-1]) ** 2).sum(axis=1))] = positions[-1]
    W = np.zeros((len(classes), d + 1))
    if base is not None and base.packed.shape == W.shape:
        W += base.packed
    W[: len(tips), list(axes(d))] = tips
    return Softmax.unpacked(W, classes, basis)


def place(model: Scores, data: Dataset) -> np.ndarray:
    """(K, 2) where the classes lie on the chart."""
    return np.asarray(model.packed[:, list(axes(model.weights.shape[1]))])


# The parameters do not know how many classes there are: any number of places may be given, and `placed` keeps K.
START = Handle("the starting weights of the class that starts nearest", placed, place, lambda params: 10**6, HERE)
"""A click on the chart begins a run with the weights of one class there; of those equally near, the first one's."""
HANDLES: tuple[Handle, ...] = (START, basis_handle(level))
"""What can be placed by hand: the weights to start from, and the centres of Gaussians."""


@dataclass(frozen=True)
class ShiftParams(RidgeParams):
    """The basis, the penalty, and a number that changes nothing."""

    shift: float = real(
        0.0, low=-1e3, high=1e3, symbol="c", label="shift all scores", rare=True, help="by c: no probability changes"
    )


SCORES = Surface("chart", "Scores of a point", "class", "score a + c", open=False)
CHANCES = Surface("chart", "Probabilities of a point", "class", "P(class)", open=False)


# -- drawing -----------------------------------------------------------------------------------------------------------


def plane(model: Softmax, data: Dataset) -> list[Mark | Later]:
    """The classes' colours blended by their probabilities, and the points whose own class is not the likeliest."""
    missed = np.flatnonzero(model.predict(data.X) != data.codes)
    drawn: list[Mark | Later] = [
        Region(model),
        *feature_marks(data, model),
        Points(data.X[missed], "wrong", rows=missed),
    ]
    return drawn + (_curves(model, data) if data.d == 1 else [])


def _curves(model: Softmax, data: Dataset) -> list[Mark]:
    """The probability of every class over the one feature there is."""
    low, high = float(data.X.min()), float(data.X.max())
    margin = 0.2 * (high - low) or 1.0
    places = np.linspace(low - margin, high + margin, 201)
    chances = model.predict_proba(places[:, None])
    if not np.isfinite(chances).all():
        return []
    chart = Surface("chart", "Probability", data.feature_names[0], "P(class)")
    codes = [int(code) for code in model.classes]
    return [
        Curve(np.column_stack([places, chances[:, k]]), group=code, label=data.class_name(code), surface=chart)
        for k, code in enumerate(codes)
    ]


def beside(model: Softmax, table: Dataset, params: ShiftParams) -> Later:
    """The loss of every row; and of the row that costs most the shifted scores, and the probabilities they give."""
    return Later((loss_drawing.CHART, SCORES, CHANCES), partial(_beside, model, table, params))


def _beside(model: Softmax, table: Dataset, params: ShiftParams) -> list[Mark]:
    losses = losses_of(model, table)
    if not np.isfinite(losses).all():
        return []
    row, scores, _, _ = _worst(model, table)
    shifted = scores + params.shift
    names, groups = tuple(table.class_name(int(code)) for code in model.classes), model.classes.astype(np.int64)
    own = int(np.flatnonzero(model.classes == table.codes[row])[0])
    return [
        *loss_drawing.drawn(losses, table),
        Bars(shifted, names, groups=groups, chosen=own, surface=SCORES),
        Bars(softmax(shifted[None])[0], names, groups=groups, chosen=own, surface=CHANCES),
    ]


def losses_of(model: Softmax, table: Dataset) -> np.ndarray:
    """(n,) −ln of the probability of each row's own class."""
    Phi = table.design
    return softmax_here(model.packed, Phi, own_rows(table.codes, model.classes), np.zeros(Phi.shape[1])).losses


# -- telling -----------------------------------------------------------------------------------------------------------


def say_start(model: Softmax, error: float, data: Dataset) -> str:
    """Where a run begins."""
    K = len(model.classes)
    given = f"All weights are 0, so each of the {K} classes has the probability 1/{K} everywhere"
    if model.packed.any():
        given = "The start is given"
    absent = [name for code, name in enumerate(data.class_names) if code not in data.classes_present]
    left = f" {', '.join(absent[:3])} has no point and is left out." if absent else ""
    return f"{given}: E = {figure(error)} for {counted(data.n, 'point')}.{left}"


def largest_loss(model: Softmax, table: Dataset, params: ShiftParams) -> tuple[str, ...]:
    """The row that costs most, worked: its scores, its probabilities, and its part in the gradients."""
    row, scores, shares, loss = _worst(model, table)
    code = int(table.codes[row])
    true = table.class_name(code)
    off = shares - (model.classes == code)
    return (
        f"largest loss: point {table.row_name(row)} ({true}), scores a = {vector(scores)}",
        f"y = softmax(a) = {vector(shares)}",
        f"{surprise(f'P({true})', loss)}: only the term of its own class counts",
        f"its part of ∇ₖE is (yₖ − tₖ) φ, with y − t = {vector(off)}, whose sum is 0",
        *_shifted(scores, shares, params.shift),
    )


def _shifted(scores: np.ndarray, shares: np.ndarray, shift: float) -> tuple[str, ...]:
    """That a number added to all scores changes no probability; of two classes only the difference counts."""
    moved = scores + shift
    chances = softmax(moved[None])[0]
    lines = []
    if shift:
        lines.append(f"all scores shifted by c = {figure(shift)}: a + c = {vector(moved)}")
        lines.append(f"softmax(a + c) = {vector(chances)}, as before: the shift changes no probability")
    if len(scores) == 2:
        apart = float(moved[1] - moved[0])
        chance = float(sigmoid(np.array(apart)))
        (told,) = shown(chance, lambda a: float(sigmoid(np.array(a))), apart)
        lines.append(f"σ(a₂ − a₁) = σ({told}) = {figure(chance)}: one weight vector is redundant")
    return tuple(lines)


def _worst(model: Softmax, table: Dataset) -> tuple[int, np.ndarray, np.ndarray, float]:
    W, Phi = model.packed, table.design
    here = softmax_here(W, Phi, own_rows(table.codes, model.classes), np.zeros(Phi.shape[1]))
    row = int(np.argmax(here.losses))
    return row, W @ Phi[row], here.probabilities[:, row], float(here.losses[row])


def weight_names(model: Softmax, table: Dataset) -> list[str]:
    """What each weight is called, one class after the other."""
    classes = [table.class_name(int(code)) for code in model.classes]
    return [f"{name}: {weight}" for name in classes for weight in ("bias", *table.feature_names)]


def tables(model: Softmax, gradient: np.ndarray, least: str, table: Dataset) -> tuple[Table, ...]:
    """The weights of every class, and the slope along each of what is made least; gradient (K, M)."""
    shown = min(len(model.classes), MOST_COLUMNS)
    classes = tuple(table.class_name(int(code)) for code in model.classes[:shown])
    names = ("bias", *table.feature_names)

    def of(title: str, values: np.ndarray) -> Table:
        rows = tuple((name, *row) for name, row in zip(names, values[:shown].T.tolist(), strict=True))
        return Table(title, ("weight of", *classes), rows)

    return of("Weights of the classes", model.packed), of(slope_along(least), settled(gradient, table))


def two_class_numbers(model: Softmax, data: Dataset) -> list[Number]:
    """With two classes only the difference of their weights counts: softmax is the sigmoid of the difference."""
    if len(model.classes) != 2:
        return []
    W = model.packed
    low, high = (data.class_name(int(code)) for code in model.classes)
    return [Number(f"w({high}) − w({low})", W[1] - W[0], "P = σ of its activation: two classes need one weight vector")]


def zero_sum(model: Softmax, gradient: np.ndarray, penalties: np.ndarray, Phi: np.ndarray) -> Check:
    """Every row of Y − T sums to 0, so the gradients (K, M) of all classes add up to nothing but their penalty.

    They are sums of (y − t) φ over the rows of Φ (n, M), and the |y − t| of a row add up to 2 at most.
    """
    held = penalties * model.packed
    terms = 2.0 * np.abs(Phi).sum(axis=0) + np.abs(held).sum(axis=0)
    return Check("the gradients of E of all classes add up to 0", agree(gradient.sum(axis=0), held.sum(axis=0), terms))


def about(model: Softmax, data: Dataset, x: np.ndarray) -> Inquiry:
    """Scores and probabilities of the point x (d,), and what it would cost under each class."""
    scores = model.decision_function(x[None])[0]
    logs = log_softmax(scores[None])[0]
    names = [data.class_name(int(code)) for code in model.classes]
    best = int(np.argmax(scores))
    told = [Number("classes", counted(len(names), "class", "classes"))]
    parts = tuple(zip(names, scores.tolist(), np.exp(logs).tolist(), (-logs).tolist(), strict=True))
    rows = Table("Classes at this point", ("class", "score a", "P", "loss −ln P"), parts, best)
    said = f"This point is classified as {names[best]}, with the probability {figure(np.exp(logs[best]))}."
    formula = in_basis(
        r"P_k = \frac{e^{a_k}}{\sum_j e^{a_j}}, \quad a_k = \mathbf{w}_k^\top\mathbf{x} + b_k", model.basis
    )
    return Inquiry(Story(said, formula, numbers=tuple(told), tables=(rows,)))
