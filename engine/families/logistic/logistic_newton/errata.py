"""What the notes print wrongly about Newton's method for logistic regression."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from engine.base.words import counted, figure, shown, signed, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.logistic.logistic_newton.generative import gaussians
from engine.families.logistic.logistic_newton.loop import Params, Step
from engine.families.logistic.objectives import is_separated
from engine.families.logistic.two_classes import SURELY
from engine.maths.probability.cross_entropy import cross_entropy, gradient, losses, working_response
from engine.maths.probability.logistic_fit import logistic_fit
from engine.parts.basis import expanded
from engine.parts.ridge import penalties

LARGEST = 700.0
"""e to this power is still a number."""
AT_REST = 1e-6
"""A next step that changes no activation by more leads nowhere."""
ROWS = 2000
"""Of more rows none is left out and fitted without."""
NOTE = "001_4879c9e7d291b724.txt, Part IV"
A_THIRD = Erratum(
    "E001-20",
    f"{NOTE}, derivative of the sigmoid",
    r"\sigma'(a) = \frac{e^{-a}}{e^{-a} + 2e^{-a}}",
    r"\sigma'(a) = \frac{e^{-a}}{1 + 2e^{-a} + e^{-2a}} \quad = \sigma(a)(1 - \sigma(a))",
    "The square (1 + e⁻ᵃ)² is multiplied out wrongly: the printed fraction is 1/3 for every a.",
)
CONCAVE = Erratum(
    "E001-21",
    f"{NOTE}, Newton–Raphson iteration",
    r"E(\mathbf{w})\;\mathrm{is\ clearly\ concave}",
    r"E(\mathbf{w})\;\mathrm{is\ convex}",
    "A concave E would lie nowhere above its tangents, and Newton's step would lead to its top; "
    "the cross-entropy lies nowhere below them, and its negative is the concave one.",
)
RESPONSE = Erratum(
    "E001-22",
    f"{NOTE}, iterative reweighted least squares",
    r"\mathbf{z} = \Phi^\top\mathbf{w} - R^{-1}(\mathbf{y} - \mathbf{t})",
    r"\mathbf{z} = \Phi\,\mathbf{w} - R^{-1}(\mathbf{y} - \mathbf{t})",
    "Φ has a row for each point and a column for each weight, and is what w is multiplied by; Φᵀ has a column for "
    "each point.",
)
NULL_SPACE = Erratum(
    "E001-24",
    f"{NOTE}, why ridge, reason 1",
    r"\mathbf{w}^\top\boldsymbol{\varphi} = 0, \quad \mathbf{w}^\top\boldsymbol{\varphi} + r\boldsymbol{\varphi} = 0",
    r"\Phi\,\mathbf{v} = 0 \;\Rightarrow\; E(\mathbf{w} + r\mathbf{v}) = E(\mathbf{w})",
    "The null space of w is meant to leave E alone; it is that of Φ which does.",
)
NO_LOSS = Erratum(
    "E001-25",
    f"{NOTE}, why ridge, reason 2",
    r"P(y_i = 1 \mid \boldsymbol{\varphi}_i) \in \{0, 1\} \;\Rightarrow\; E = 0",
    r"0 < P(y_i = 1 \mid \boldsymbol{\varphi}_i) < 1 \;\Rightarrow\; E > 0",
    "No finite weights give a probability of 0 or 1: E only tends to 0 while the weights grow without bound.",
    kind="open",
)
GENERATIVE = Erratum(
    "E002-17",
    "002_9e25850559f9c059.txt, Lecture 8, generative and discriminative models",
    r"\sigma(\mathbf{w}^\top\mathbf{x} + b)\;\mathrm{models}\; p(\mathbf{x} \mid y)",
    r"\sigma(\mathbf{w}^\top\mathbf{x} + b)\;\mathrm{models}\; P(y \mid \mathbf{x})",
    "A discriminative model gives the class from the features; how a class spreads over them, p(x | y), is what a "
    "generative one such as LDA models.",
)
UNLIKE = Erratum(
    "E003-9",
    "003_5694847191d4e823.txt, Least squares for classification, outliers",
    r"\mathrm{far\ point} \;\Rightarrow\; \mathbf{w}_{\mathrm{logistic}}\;\mathrm{stays}",
    r"\mathrm{far\ point,\ right\ label} \;\Rightarrow\; \mathbf{w}_{\mathrm{logistic}}\;\mathrm{stays}",
    "True of far points with the right label only: the loss of one with the wrong label grows with its distance, "
    "and logistic regression turns towards it as least squares does.",
    kind="open",
)
ERRATA = (A_THIRD, CONCAVE, RESPONSE, NULL_SPACE, NO_LOSS, GENERATIVE, UNLIKE)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    table, t = expanded(data, step.model.basis), zero_one(data)
    Phi = table.design
    if np.isfinite(step.hessian).all() and np.isfinite(step.objective):
        yield from _weight(step, Phi, t, table)
        yield from _tangent(step, Phi, t)
        yield from _flat(step, Phi, t, params)
        if not step.iteration:
            yield from _sizes(step, Phi)
        if step.least == "E" and is_separated(step.error):
            line = f"as printed E would be 0, with ‖w‖ = {figure(float(np.linalg.norm(step.model.weights)))} as it is"
            yield Misprint(NO_LOSS, "E", 0.0, step.error, (line,))
        if step.iteration and step.change < AT_REST:
            yield from _density(step, data, Phi, t)
            if table.n <= ROWS:
                yield from _moved(step, table, Phi, t, params)


def _weight(step: Step, Phi: np.ndarray, t: np.ndarray, table: Dataset) -> Iterator[Misprint]:
    """σ′ is the weight R of a row: that of the row with the largest loss is told."""
    a, R, _ = working_response(step.model.packed, Phi, t)
    row = int(np.argmax(losses(a, t)))
    line = f"point {table.row_name(row)}: σ′({figure(a[row])}) would be 1/(1 + 2) = {figure(1.0 / 3.0)}, as for every a"
    yield Misprint(A_THIRD, f"R of point {table.row_name(row)}", 1.0 / 3.0, float(R[row]), (line,))


def _tangent(step: Step, Phi: np.ndarray, t: np.ndarray) -> Iterator[Misprint]:
    if not step.iteration:
        return
    before, went = step.before.packed, step.model.packed - step.before.packed
    begun, slope = cross_entropy(before, Phi, t), float(gradient(before, Phi, t, np.zeros(len(before))) @ went)
    most = begun + slope
    if step.error > most:
        line = f"the tangent from the step before: E + ∇E·Δw = {figure(begun)} {signed(slope)} = {figure(most)}"
        lines = (line, f"a concave E would be {figure(most)} at most")
        yield Misprint(CONCAVE, "E", most, step.error, lines)


def _sizes(step: Step, Phi: np.ndarray) -> Iterator[Misprint]:
    n, M = Phi.shape
    if step.rank == M:
        line = f"Φ is {n} × {M}, so Φᵀ is {M} × {n} and needs {counted(n, 'weight')}; w has {M}"
        yield Misprint(RESPONSE, "weights needed", n, M, (line,))


def _flat(step: Step, Phi: np.ndarray, t: np.ndarray, params: Params) -> Iterator[Misprint]:
    """A direction v at a right angle to w, and one with Φ v = 0, where more weights than points leave one."""
    w = step.model.packed
    if params.penalty or step.rank == len(w) or not w.any():
        return
    flat = np.linalg.eigh(Phi.T @ Phi)[1][:, 0]
    if np.abs(Phi @ flat).max() > 1e-6 * np.abs(Phi).max():
        return
    longest = Phi[int(np.argmax(np.abs(Phi).sum(axis=1)))]
    across = longest - (longest @ w) / (w @ w) * w
    if not across.any():
        return
    across = across / np.linalg.norm(across)
    wrong, right = (cross_entropy(w + v, Phi, t) for v in (across, flat))
    lines = (
        f"v = {vector(across)} is orthogonal to w, and leads to an E of {figure(wrong)}",
        f"v = {vector(flat)} has Φ v of length 0, and leads to an E of {figure(right)}",
    )
    yield Misprint(NULL_SPACE, "E(w + v)", wrong, step.error, lines)


def _density(step: Step, data: Dataset, Phi: np.ndarray, t: np.ndarray) -> Iterator[Misprint]:
    """Of the row with the largest loss: what LDA models of it, and what the probability of its class is."""
    if (found := gaussians(data)) is None:
        return
    lost = losses(Phi @ step.model.packed, t)
    row = int(np.argmax(lost))
    if lost[row] < SURELY:  # its probability is told by what it lacks to 1
        return
    own, name = data.class_name(int(data.codes[row])), f"point {data.row_name(row)}"
    log_density = float(found.log_densities(data.X[[row]])[int(t[row]), 0])
    density = float(np.exp(min(log_density, LARGEST)))
    if not (np.isfinite(density) and density):
        return
    (power,) = shown(density, math.exp, log_density)
    lines = (
        f"{name}: p(x | {own}) = e^({power}) = {figure(density)}, by a Gaussian for each class, with one covariance",
        "over all x a density adds up to 1; the probabilities of the classes add up to 1 at each x",
    )
    yield Misprint(GENERATIVE, f"what is modelled of {name}", density, float(np.exp(-lost[row])), lines)


def _moved(step: Step, table: Dataset, Phi: np.ndarray, t: np.ndarray, params: Params) -> Iterator[Misprint]:
    """The row farthest out, or the one farthest on the wrong side, if the line of the others calls it wrongly."""
    spread, right = table.X.std(axis=0), (2.0 * t - 1.0) * (Phi @ step.model.packed)
    far = (((table.X - table.X.mean(axis=0)) / np.where(spread > 0, spread, 1.0)) ** 2).sum(axis=1)
    ridge = penalties(params, table.d)
    worst = int(np.argmin(right))
    for row in dict.fromkeys((int(np.argmax(far)), worst) if right[worst] < 0 else (int(np.argmax(far)),)):
        rest = np.arange(table.n) != row
        alone = logistic_fit(Phi[rest], t[rest], ridge)
        settled = ridge.any() or not is_separated(cross_entropy(alone, Phi[rest], t[rest]))
        if settled and np.isfinite(alone).all() and (2.0 * t[row] - 1.0) * float(Phi[row] @ alone) < 0:
            name = table.row_name(row)
            line = f"without point {name}, which has the wrong label for its place: (b, w) = {vector(alone)}"
            yield Misprint(UNLIKE, "(b, w)", alone, step.model.packed, (line,))
            return
