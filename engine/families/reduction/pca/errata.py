"""What the notes leave out about principal components."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import figure, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.reduction.pca.loop import Params, Step

ANY_LENGTH = Erratum(
    "E000-9",
    "000_5d3271ecdf60f079.txt, section 4",
    r"\max_{\mathbf{u}, \mathbf{v}} \mathrm{Var}(u) + \mathrm{Var}(v), \quad \mathbf{u} \perp \mathbf{v}",
    r"\max_{\mathbf{u}, \mathbf{v}} \mathrm{Var}(u) + \mathrm{Var}(v), \quad \mathbf{u} \perp \mathbf{v}, \;"
    r"\|\mathbf{u}\| = \|\mathbf{v}\| = 1",
    "A right angle alone is no bound: a direction twice as long has four times the variance, and there is no greatest.",
    kind="open",
    part="length",
)
NOT_CENTRED = Erratum(
    "E000-9",
    "000_5d3271ecdf60f079.txt, section 4",
    r"u_n = \mathbf{u} \cdot \mathbf{x}_n",
    r"u_n = \mathbf{u} \cdot (\mathbf{x}_n - \bar{\mathbf{x}})",
    "Scores are measured from the mean: without it all of them are shifted by the same amount.",
    kind="open",
    part="centre",
)
ERRATA = (ANY_LENGTH, NOT_CENTRED)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.model is None or step.covariance is None:
        return
    if step.stage == "axis" and step.axis is not None:
        j, value = step.axis, float(step.model.variances[step.axis])
        line = f"with 2 u{j + 1} in place of u{j + 1}, the variance is 2²·{figure(value)} = {figure(4.0 * value)}"
        yield Misprint(ANY_LENGTH, f"variance along axis {j + 1}", 4.0 * value, value, (line,))
    if step.stage == "projected":
        u, x = step.model.components[0], data.X[0] / (1.0 if step.scale is None else step.scale)
        line = f"row {data.row_name(0)}: u1 · x = {vector(u)} · {vector(x)} = {figure(float(u @ x))}"
        right = float(step.model.transform(data.X[:1])[0, 0])
        yield Misprint(NOT_CENTRED, f"first score of row {data.row_name(0)}", float(u @ x), right, (line,))
