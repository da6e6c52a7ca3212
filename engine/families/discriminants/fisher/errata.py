"""What the notes print wrongly about Fisher's discriminant, and about the Gaussians with a common covariance behind it.

The rule of two Gaussians with a common Σ and equal chances is Fisher's: its w is Σ⁻¹ (μ₁ − μ₂), its threshold half-way
between the means, and S_W is N times the estimate of Σ.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, signed, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher.drawing import split
from engine.families.discriminants.fisher.loop import Params, Step
from engine.maths.algebra.scatter import Scatter, criterion
from engine.models.linear import Hyperplane
from engine.parts.basis import expanded

INDEPENDENT = Erratum(
    "E000-24",
    "000_5d3271ecdf60f079.txt, section 9",
    r"\mathrm{linear\ if\ the\ dimensions} \quad \mathrm{are\ independent\ and}\; \Sigma_k = \Sigma",
    r"\mathrm{linear\ if}\; \Sigma_k = \Sigma",
    "A common covariance alone makes the boundary straight; to leave out what is off its diagonal turns the direction.",
)
PULLED_OUT = Erratum(
    "E001-11",
    "001_4879c9e7d291b724.txt, Part III, Gaussian log-ratio",
    r"\Sigma^{-1}\,[\,(\boldsymbol{\mu}_1 - \boldsymbol{\mu}_2)^\top\mathbf{x} \quad "
    r"- \frac{1}{2}\boldsymbol{\mu}_1^\top\boldsymbol{\mu}_1 + \frac{1}{2}\boldsymbol{\mu}_2^\top\boldsymbol{\mu}_2\,]",
    r"(\boldsymbol{\mu}_1 - \boldsymbol{\mu}_2)^\top\Sigma^{-1}\mathbf{x} \quad "
    r"- \frac{1}{2}\boldsymbol{\mu}_1^\top\Sigma^{-1}\boldsymbol{\mu}_1 + "
    r"\frac{1}{2}\boldsymbol{\mu}_2^\top\Sigma^{-1}\boldsymbol{\mu}_2",
    "Σ⁻¹ is a matrix and the bracket a number; decided by the bracket alone, the boundary is that of the nearest mean.",
)
NO_COVARIANCE = Erratum(
    "E001-14",
    "001_4879c9e7d291b724.txt, Part III, estimate of Σ",
    r"\hat{\mu}_k = \sum_k \frac{N_k}{N}\bar{\mathbf{x}}_k, \quad "
    r"S_k = \frac{1}{N_k}\sum_{n \in k} (\mathbf{x}_n - \bar{\mathbf{x}}_k)^\top",
    r"\hat{\Sigma} = \sum_k \frac{N_k}{N} S_k, \quad "
    r"S_k = \frac{1}{N_k}\sum_{n \in k} (\mathbf{x}_n - \bar{\mathbf{x}}_k)(\mathbf{x}_n - \bar{\mathbf{x}}_k)^\top",
    "The second factor is lost: deviations from a mean add up to 0, and only their products tell the spread.",
)
VARIANCES = Erratum(
    "E003-5",
    "003_5694847191d4e823.txt, Fisher's linear discriminant",
    r"J = \frac{\mathrm{between\ class\ variance}}{\mathrm{within\ class\ variance}}",
    r"J = \frac{(m_2 - m_1)^2}{s_1^2 + s_2^2}, \quad s_k^2 = \sum_{n \in k} (y_n - m_k)^2",
    "What is called a variance is a sum, the scatter; divided by the number of points J becomes another number.",
    kind="open",
)
ERRATA = (INDEPENDENT, PULLED_OUT, NO_COVARIANCE, VARIANCES)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    parts = step.parts
    if parts is None or not np.isfinite(parts.within).all():
        return
    table = expanded(data, step.basis)
    if step.stage == "scatter":
        yield from _scatter(parts, table)
    if not parts.two or not isinstance(step.model, Hyperplane):
        return
    if step.stage in ("given", "means", "direction"):
        yield from _ratio(step, parts, table)
    held = bool(params.penalty or step.ridge)
    if step.stage == "direction" and not held:
        yield from _diagonal(step, parts)
    if step.stage == "classified" and not held and params.threshold == "midpoint":
        yield from _bracket(step, parts, table)


def _scatter(parts: Scatter, table: Dataset) -> Iterator[Misprint]:
    sums = np.zeros(table.d)
    for code, mean in zip(table.classes_present, parts.means, strict=True):
        sums += (table.X[table.codes == code] - mean).sum(axis=0)
    sums[np.abs(sums) <= 1e-9 * np.abs(table.X).sum(axis=0)] = 0.0
    line = f"the deviations of all points from the means of their classes add up to {vector(sums)}"
    yield Misprint(NO_COVARIANCE, "first row of S_W = N Σ̂", sums, parts.within[0], (line,))


def _ratio(step: Step, parts: Scatter, table: Dataset) -> Iterator[Misprint]:
    moments, right = split(step, table), criterion(step.direction, parts) if step.direction is not None else np.nan
    (m1, m2), (v1, v2) = moments.means, moments.variances
    if not v1 + v2 > 0:
        return
    wrong = float((m2 - m1) ** 2 / (v1 + v2))
    above = f"({figure(m2)} {signed(-m1)})²"
    line = f"J = {above} / ({figure(v1)} + {figure(v2)}) = {figure(wrong)}, with variances below"
    yield Misprint(VARIANCES, "J", wrong, right, (line,))


def _diagonal(step: Step, parts: Scatter) -> Iterator[Misprint]:
    diagonal, gap = np.diag(parts.within), parts.spread[:, 0]
    if step.direction is None or not (diagonal > 0).all():
        return
    way = gap / diagonal
    unit = way / np.linalg.norm(way)
    line = (
        f"(m2 − m1) by the diagonal {vector(diagonal)} of S_W gives {vector(way)}, scaled to length 1: {vector(unit)}"
    )
    yield Misprint(INDEPENDENT, "w", unit, step.direction, (line,))


def _bracket(step: Step, parts: Scatter, table: Dataset) -> Iterator[Misprint]:
    """Class 1 where the bracket is positive."""
    first, second = parts.means
    bracket = table.X @ (first - second) - 0.5 * float(first @ first - second @ second)
    low = table.codes == table.classes_present[0]
    missed = np.flatnonzero((bracket >= 0) != low)
    row = int(missed[0]) if len(missed) else 0
    line = f"point {table.row_name(row)}: the bracket is {figure(bracket[row])}, so it would be called "
    line += table.class_name(table.classes_present[0 if bracket[row] >= 0 else 1])
    count = f"points on the wrong side = {table.n:,} − {table.n - len(missed)} = {len(missed)}"
    yield Misprint(PULLED_OUT, "points on the wrong side", len(missed), step.wrong, (line, count))
