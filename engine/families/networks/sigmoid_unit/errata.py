"""What the notes say too widely of sigmoid units: of their bias, and of what their outputs add up to."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, shown, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.networks.layer_stepping import Step
from engine.families.networks.one_layer import Problem
from engine.families.networks.sigmoid_unit.least_bias import least_bias
from engine.families.networks.sigmoid_unit.loop import Params, posed

BIAS = Erratum(
    "E000-30",
    "000_5d3271ecdf60f079.txt, section 10",
    r"w_{k0} = \bar{t}_k - \sum_d w_{kd}\,\bar{x}_d",
    r"\sum_n (y_{nk} - t_{nk})\,y_{nk}(1 - y_{nk}) = 0",
    "The means give the bias of a linear output with squared error alone; that of a sigmoid has to be learnt.",
    kind="open",
)
ADD_TO_ONE = Erratum(
    "E000-34",
    "000_5d3271ecdf60f079.txt, section 10",
    r"y_k = \frac{1}{1 + e^{-a_k}} \;\Rightarrow\; \sum_k y_k = 1",
    r"y_k = \frac{e^{a_k}}{\sum_j e^{a_j}} \;\Rightarrow\; \sum_k y_k = 1",
    "The outputs are said to add to 1 for both; that is true for softmax, and not for a sigmoid for each class.",
)
ERRATA = (BIAS, ADD_TO_ONE)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """At every stop with weights of its own; the bias where there has been something to learn."""
    problem = posed(data)
    if step.kind == "add" or not np.isfinite(step.weights).all():
        return
    if step.kind == "update":
        yield from _bias(step, problem)
    if len(step.weights) > 1:
        yield _sum(step, data, problem)


def _bias(step: Step, problem: Problem) -> Iterator[Misprint]:
    """That of the first unit, beside the one with which E is least while its other weights stay."""
    right = least_bias(step.weights[0], problem)
    if right is None:
        return
    w, mean, target = step.weights[0], problem.X[:, 1:].mean(axis=0), float(problem.T[:, 0].mean())
    with np.errstate(over="ignore", invalid="ignore"):
        bias = target - float(w[1:] @ mean)
    line = f"b₁ = {figure(target)} − {vector(w[1:])}·{vector(mean)} = {figure(bias)}"
    yield Misprint(BIAS, "b₁ of these weights", bias, right, (line,))


def _sum(step: Step, data: Dataset, problem: Problem) -> Misprint:
    """Of the row that the story tells the sum of."""
    row = step.row or 0
    y = problem.outputs(step.weights)[row]
    total = float(y.sum())
    terms = " + ".join(shown(total, lambda *parts: sum(parts), *y.tolist()))
    name = f"point {data.row_name(row)}"
    return Misprint(ADD_TO_ONE, f"Σ y of {name}", 1.0, total, (f"{name}: Σ y = {terms} = {figure(total)}, and not 1",))
