"""What the notes print wrongly about the error of a single linear unit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, shown
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.networks.delta_rule import BATCH
from engine.families.networks.layer_stepping import Step
from engine.families.networks.layer_telling import weight_named
from engine.families.networks.linear_unit.loop import Params, posed
from engine.families.networks.one_layer import Problem
from engine.parts.printed_gradient import printed_checked

NO_SQUARE = Erratum(
    "E000-28",
    "000_5d3271ecdf60f079.txt, section 10, single node",
    r"E(\mathbf{w}) = \frac{1}{2}\sum_n\sum_d (w_d\,x_{nd} - t_n)",
    r"E(\mathbf{w}) = \frac{1}{2}\sum_n\left(\sum_d w_d\,x_{nd} - t_n\right)^2",
    "The square is lost, and the target is subtracted once for every weight: the sum has no least.",
    part="error",
)
TARGET_INSIDE = Erratum(
    "E000-28",
    "000_5d3271ecdf60f079.txt, section 10, single node",
    r"\frac{\partial E}{\partial w_d} = \sum_n\sum_{d'} (w_{d'}\,x_{nd'} - t_n)\,x_{nd}",
    r"\frac{\partial E}{\partial w_d} = \sum_n\left(\sum_{d'} w_{d'}\,x_{nd'} - t_n\right)x_{nd}",
    "The target is subtracted once for every weight; the gradient has a component for the bias too, with x = 1.",
    part="gradient",
)
ERRATA = (NO_SQUARE, TARGET_INSIDE)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """At every stop with weights of its own."""
    problem, M = posed(data), step.weights.shape[1]
    with np.errstate(over="ignore", invalid="ignore"):
        y, t = float(problem.outputs(step.weights).sum()), float(problem.T.sum())
    wrong = 0.5 * (y - M * t)
    if step.kind == "add" or not np.isfinite(wrong):
        return
    outputs, targets = shown(wrong, lambda y, t: 0.5 * (y - M * t), y, t)
    line = f"½ (Σ y − {M}·Σ t) = ½ ({outputs} − {M}·({targets})) = {figure(wrong)}"
    yield Misprint(NO_SQUARE, "E", wrong, step.error, (line,))
    if step.kind == "update" and step.row is None and params.updates == BATCH:
        yield from _gradient(step, data, problem)


def _gradient(step: Step, data: Dataset, problem: Problem) -> Iterator[Misprint]:
    """The steepest component of ∇E, at the weights before, which this step went against."""
    d, M = int(np.argmax(np.abs(step.delta_W[0]))), step.weights.shape[1]
    x, w = problem.X[:, d], step.before.layers[0].packed[0]
    outputs, targets = float(x @ (problem.X @ w)), float(x @ problem.T[:, 0])
    wrong = outputs - M * targets
    if np.isfinite(wrong):
        first, other = shown(wrong, lambda y, t: y - M * t, outputs, targets)
        slope = f"∂E/∂w of {weight_named(step, data, 0, d)}"
        line = f"{slope}: Σ y x − {M}·Σ t x = {first} − {M}·({other}) = {figure(wrong)}"
        said = _checked(problem, w)
        lines = (line, said) if said else (line,)
        yield Misprint(TARGET_INSIDE, slope, wrong, float(step.delta_W[0, d]), lines)


def _checked(problem: Problem, w: np.ndarray) -> str:
    """The whole gradient as printed beside central differences of E = ½ Σ (y − t)²."""
    X, t = problem.X, problem.T[:, 0]

    def errors(many: np.ndarray) -> np.ndarray:
        return np.asarray(0.5 * ((many @ X.T - t) ** 2).sum(axis=1))

    return printed_checked(errors, (X @ w - len(w) * t) @ X, w, np.abs(X).max(axis=0))
