"""What the notes print wrongly about the outputs of several classes, and the slope of their error."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.logistic.objectives import ManyClasses
from engine.families.logistic.softmax_gradient.loop import Params, Step
from engine.maths.probability.sigmoid import sigmoid
from engine.maths.probability.softmax_entropy import own_rows, softmax_here
from engine.parts.basis import expanded
from engine.parts.printed_gradient import printed_checked

NO_INPUT = Erratum(
    "E000-35",
    "000_5d3271ecdf60f079.txt, section 10, softmax",
    r"\frac{\partial E}{\partial w_{kd}} = \sum_{k'}\delta_{nk'}\,y_{k'} I_{kk'} - y_{k'}\,y_k",
    r"\frac{\partial E}{\partial w_{kd}} = \sum_n (y_{nk} - t_{nk})\,x_{nd}",
    "The feature x, the sum over the points and two brackets are missing, so every weight of a class gets the same "
    "slope; what is right here is that of the cross-entropy.",
)
NOT_SOFTMAX = Erratum(
    "E001-12",
    "001_4879c9e7d291b724.txt, Part III, K classes",
    r"P(C_k \mid \mathbf{x}) = \sigma(\mathbf{w}_k^\top\mathbf{x} + w_0)",
    r"P(C_k \mid \mathbf{x}) = \frac{e^{\mathbf{w}_k^\top\mathbf{x} + w_{k0}}}"
    r"{\sum_j e^{\mathbf{w}_j^\top\mathbf{x} + w_{j0}}}",
    "A sigmoid of one class's score does not look at the other scores, and the bias needs the index of its class.",
)
ERRATA = (NO_INPUT, NOT_SOFTMAX)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """At the point with the largest loss, which the story works out too."""
    table = expanded(data, step.model.basis)
    Phi, W = table.design, step.model.packed
    with np.errstate(over="ignore", invalid="ignore"):
        here = softmax_here(W, Phi, own_rows(table.codes, step.model.classes), np.zeros(Phi.shape[1]))
    if not np.isfinite(here.losses).all():
        return
    row = int(np.argmax(here.losses))
    code, y, scores = int(table.codes[row]), here.probabilities[:, row], W @ Phi[row]
    alone, k = sigmoid(scores), int(np.argmax(step.model.classes == code))
    name, true = f"point {table.row_name(row)}", table.class_name(code)
    line = f"{name}: P({true}) = σ({figure(scores[k])}) = {figure(alone[k])}"
    yield Misprint(NOT_SOFTMAX, f"P({true}) of {name}", float(alone[k]), float(y[k]), (line,))
    if not params.penalty:
        delta, share = float(y[0]) - float(step.model.classes[0] == code), float(y[0])
        slope, first = delta * share - share, table.class_name(int(step.model.classes[0]))
        line = f"{name}: δ y − y = {figure(delta)}·{figure(share)} − {figure(share)} = {figure(slope)}"
        lines = (line, *_checked(step, data, here.probabilities[:, row], code, params))
        yield Misprint(NO_INPUT, f"∂E/∂w of {first}", np.full(len(W[0]), slope), step.gradient[0], lines)


def _checked(step: Step, data: Dataset, y: np.ndarray, code: int, params: Params) -> tuple[str, ...]:
    """The whole gradient as printed, (δ − 1) y for every weight of a class, beside central differences."""
    objective, W = ManyClasses.posed(data, step.model.basis, params), step.model.packed
    each = (y - (step.model.classes == code)) * y - y
    printed = np.repeat(each, W.shape[1])
    sizes = np.tile(np.abs(expanded(data, step.model.basis).design).max(axis=0), len(W))
    said = printed_checked(objective.values, printed, W.ravel(), sizes, params.nudge)
    return (said,) if said else ()
