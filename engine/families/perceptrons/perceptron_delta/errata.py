"""What the notes print wrongly about a unit that answers 0 or 1 and is corrected by its difference from the target."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import counted, figure, signed
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.perceptrons.perceptron_delta.loop import Params, Step
from engine.maths.algebra.affine import activations
from engine.parts.basis import expanded

STEP_IS_NOT_LINEAR = Erratum(
    "E000-27",
    "000_5d3271ecdf60f079.txt, section 10",
    r"\frac{1}{2}\sum_n |y_n - t_n|^2 \quad = \frac{1}{2}\sum_n |\mathbf{w}^\top\mathbf{x}_n - t_n|^2",
    r"\frac{1}{2}\sum_n |y_n - t_n|^2 \quad = \frac{1}{2}\sum_n \left|[\mathbf{w}^\top\mathbf{x}_n > 0] - t_n\right|^2",
    "y is 0 or 1, and the activation is any number: only a linear output makes the two sums equal, "
    "and minimising one does not minimise the other.",
)
ERRATA = (STEP_IS_NOT_LINEAR,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    t, unit = zero_one(data), step.model
    with np.errstate(over="ignore", invalid="ignore"):
        off = activations(expanded(data, unit.basis).X, unit.weights, unit.bias) - t
        each = off**2
        squares = float(each.sum())
    row = int(np.argmax(np.abs(off)))
    line = (
        f"Σ |w·x − t|² = {figure(squares)} over {counted(data.n, 'row')}, most from point {data.row_name(row)}: "
        f"({figure(off[row] + t[row])} {signed(-t[row])})² = {figure(each[row])}"
    )
    yield Misprint(STEP_IS_NOT_LINEAR, "Σ |y − t|²", squares, step.wrong, (line,))
