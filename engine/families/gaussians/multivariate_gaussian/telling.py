"""What a step of the multivariate Gaussian says."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.base.words import added, counted, divided, figure, shown, taken, vector
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.gaussians.multivariate_gaussian.loop import Params, Step
from engine.families.gaussians.multivariate_gaussian.sigma import DIAGONAL, RIDGE, SHRUNK, SPHERICAL
from engine.maths.algebra.agreement import agree

DENSITY = (
    r"N(\mathbf{x} \mid \boldsymbol{\mu}, \mathbf{\Sigma}) = \frac{1}{(2\pi)^{D/2} |\mathbf{\Sigma}|^{1/2}} "
    r"\exp\{-\frac{1}{2} (\mathbf{x} - \boldsymbol{\mu})^\top \mathbf{\Sigma}^{-1} (\mathbf{x} - \boldsymbol{\mu})\}"
)
AXES = r"\mathbf{\Sigma} \mathbf{u}_j = \lambda_j \mathbf{u}_j"
DETERMINANT = r"|\mathbf{\Sigma}| = \prod_j L_{jj}^2, \qquad \mathbf{\Sigma} = \mathbf{L} \mathbf{L}^\top"
SOLVE = r"\mathbf{L} \mathbf{y} = \mathbf{x} - \boldsymbol{\mu}"
SQUARE = (
    r"\Delta^2 = (\mathbf{x} - \boldsymbol{\mu})^\top \mathbf{\Sigma}^{-1} (\mathbf{x} - \boldsymbol{\mu}) "
    r"= \|\mathbf{y}\|^2"
)
MARGINAL = r"p(x_j) = N(x_j \mid \mu_j, \Sigma_{jj})"
CONDITIONAL = (
    r"\boldsymbol{\mu}_{b|1} = \boldsymbol{\mu}_b + \frac{\mathbf{\Sigma}_{b1}}{\Sigma_{11}} (x_1 - \mu_1), \qquad "
    r"\mathbf{\Sigma}_{b|1} = \mathbf{\Sigma}_{bb} - \frac{\mathbf{\Sigma}_{b1} \mathbf{\Sigma}_{1b}}{\Sigma_{11}}"
)
REPAIRED = {
    RIDGE: r"\mathbf{\Sigma} \leftarrow \mathbf{\Sigma} + \epsilon \mathbf{I}",
    SHRUNK: r"\mathbf{\Sigma} \leftarrow (1 - \rho) \mathbf{\Sigma} + "
    r"\rho \frac{\mathrm{tr} \mathbf{\Sigma}}{D} \mathbf{I}",
    "diagonal": r"\mathbf{\Sigma} \leftarrow \mathrm{diag}(\Sigma_{11}, \dots, \Sigma_{DD})",
}
ROUND = 1e-9
"""Beside the greatest, variances so near to each other are the same."""
NEARLY = 0.99
"""A correlation beyond this makes the contours almost a line."""
SMALLEST = -700.0
"""A smaller logarithm is that of a number which is 0 to the computer."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, params)


def _shape(step: Step, params: Params) -> Story:
    D = len(step.mean)
    said = f"A Gaussian of {counted(D, 'number')}: "
    if params.shape == SPHERICAL:
        said += "one variance in every direction, so that the contours are round."
    elif params.shape == DIAGONAL:
        said += "without covariances, so that the contours are not tilted."
    else:
        said += "the covariance says how wide the contours are and how they are tilted."
    if D == 2:
        said += " Drag the deviations and the correlation, or type them." if params.given[0] == "d" else ""
    return Story(said, DENSITY, (), (Number("μ", step.mean), Number("deviations", step.deviations)))


def _repair(step: Step, params: Params) -> Story:
    assert step.former is not None
    before, after = np.linalg.eigvalsh(step.former), np.linalg.eigvalsh(step.sigma)
    rank = int((before > ROUND * abs(before).max()).sum())
    said = f"Σ had rank {rank} of {len(before)}; it is repaired, so that every direction has variance."
    rows = tuple((j + 1, float(one), float(other)) for j, (one, other) in enumerate(zip(before, after, strict=True)))
    table = Table("Eigenvalues of Σ, the least first", ("", "before", "after"), rows)
    corner = float(step.former[0, 0])
    worked: tuple[str, ...] = ()
    if params.repair == RIDGE:
        worked = (f"first entry of Σ ← {added(corner, params.epsilon)}",)
    return Story(said, REPAIRED[params.repair], worked, (Number("rank before", rank),), (table,))


def _axes(step: Step, params: Params) -> Story:
    D = len(step.mean)
    first, last = float(step.variances[0]), float(step.variances[-1])
    if D == 1:
        return Story("There is one axis, and its length is the deviation.", AXES, (), (Number("λ", step.variances),))
    if first - last <= ROUND * first:
        said = "All axes are equally long: the contours are round."
    else:
        said = (
            f"The axes of the contours are the eigenvectors of Σ; the longest is √λ1 = {figure(math.sqrt(first))} long"
        )
        said += f" at one deviation, the shortest {figure(math.sqrt(last))}."
    told = [Number("variances λ along the axes", step.variances)]
    if D == 2:
        tilt = math.degrees(math.atan2(float(step.axes[0, 1]), float(step.axes[0, 0])))
        rho = float(step.correlations[0, 1])
        said += f" The first is tilted by {figure(tilt)}°, and the correlation is {figure(rho)}."
        if abs(rho) > NEARLY:
            said += " The contours are almost a line: as |ρ| comes to 1, |Σ| comes to 0, and there is no density left."
        told += [Number("tilt in degrees", tilt), Number("correlation ρ", rho)]
    rows = tuple(
        (j + 1, float(one), float(np.sqrt(one)), vector(u))
        for j, (u, one) in enumerate(zip(step.axes, step.variances, strict=True))
    )
    return Story(said, AXES, (), tuple(told), (Table("Axes", ("axis", "λ", "√λ", "direction"), rows),))


def _determinant(step: Step, params: Params) -> Story:
    assert step.L is not None and step.ln_det is not None
    said = "Σ is factorised as L Lᵀ: its determinant is the squared product of the diagonal of L. The larger it is, "
    said += "the lower the top of the density."
    told = [Number("ln |Σ|", step.ln_det)]
    diagonal = [float(one) for one in np.diagonal(step.L)]
    worked: tuple[str, ...] = ()
    if abs(step.ln_det) < -SMALLEST:
        det = math.exp(step.ln_det)
        told.append(Number("|Σ|", det))
        parts = shown(det, lambda *some: math.prod(some) ** 2, *diagonal)
        worked = (f"|Σ| = ({' · '.join(parts)})² = {figure(det)}",)
    return Story(said, DETERMINANT, worked, tuple(told))


def _difference(step: Step, params: Params) -> Story:
    assert step.gap is not None
    said = f"The place x = {vector(step.x)} is looked at from the mean."
    worked = (f"x1 − μ1 = {taken(float(step.x[0]), float(step.mean[0]))}",)
    return Story(said, SOLVE, worked, (Number("x − μ", step.gap),))


def _solve(step: Step, params: Params) -> Story:
    assert step.L is not None and step.gap is not None
    j = len(step.y) - 1
    known = float(step.L[j, :j] @ step.y[:j])
    said = f"Row {j + 1} of L y = x − μ gives y{j + 1}: Σ⁻¹ is never formed."
    value, below = float(step.y[j]), float(step.L[j, j])
    parts = shown(value, lambda a, b, c: (a - b) / c, float(step.gap[j]), known, below)
    worked = f"y{j + 1} = ({parts[0]} − {_bracketed(parts[1])}) / {parts[2]} = {figure(value)}"
    return Story(said, SOLVE, (worked,), (Number("y", step.y),))


def _bracketed(number: str) -> str:
    return f"({number})" if number.startswith("−") else number


def _exponent(step: Step, params: Params) -> Story:
    assert step.square is not None
    said = f"x lies on the contour at Δ = {figure(math.sqrt(step.square))} deviations."
    parts = shown(step.square, lambda *some: sum(one**2 for one in some), *map(float, step.y))
    worked = f"Δ² = {' + '.join(f'{_bracketed(one)}²' for one in parts)} = {figure(step.square)}"
    told = (Number("Δ²", step.square),)
    return Story(said, SQUARE, (worked,), told)


def _density(step: Step, params: Params) -> Story:
    assert step.ln_p is not None and step.ln_det is not None and step.square is not None
    D = len(step.mean)
    norm = -(D * math.log(2 * math.pi) + step.ln_det) / 2
    told = [Number("ln p(x)", step.ln_p)]
    if step.ln_p < SMALLEST:
        said = f"At x the density is 0 by underflow; its logarithm, {figure(step.ln_p)}, is not lost."
    else:
        said = f"Exponent and normaliser together: at x the density is {figure(math.exp(step.ln_p))}."
        told.append(Number("p(x)", math.exp(step.ln_p)))
    worked = (f"ln p(x) = {added(-step.square / 2, norm)}",)
    return Story(said, DENSITY, worked, tuple(told))


def _marginal(step: Step, params: Params) -> Story:
    said = (
        "A part of the numbers alone is a Gaussian too: it keeps its entries of μ and Σ, and the others are left out."
    )
    rows = tuple(
        (f"x{j + 1}", float(m), float(v))
        for j, (m, v) in enumerate(zip(step.mean, np.diagonal(step.sigma), strict=True))
    )
    return Story(said, MARGINAL, (), (), (Table("Each number alone", ("", "mean", "variance"), rows),))


def _conditional(step: Step, params: Params) -> Story:
    assert step.centre is not None and step.left is not None and step.gap is not None
    slope = float(step.sigma[1, 0] / step.sigma[0, 0])
    said = f"Where x1 = {figure(step.x[0])} is known, x2 has the mean {figure(step.centre[0])}"
    said += f" and the variance {figure(step.left[0, 0])}"
    if slope == 0:
        said += ": the same as before, as they are not correlated."
    else:
        said += ", less than before, wherever x1 is."
    worked = (
        f"slope = Σ21 / Σ11 = {divided(float(step.sigma[1, 0]), float(step.sigma[0, 0]))}",
        f"mean of x2 given x1 = {added(float(step.mean[1]), slope * float(step.gap[0]))}",
        f"variance of x2 given x1 = {taken(float(step.sigma[1, 1]), slope * float(step.sigma[0, 1]))}",
    )
    total = float(np.linalg.slogdet(step.left)[1]) + math.log(float(step.sigma[0, 0]))
    size = abs(total) + float(np.abs(np.log(np.abs(np.diagonal(step.sigma)))).sum()) + 1.0
    checks = (Check("|Σ| is Σ11 times the determinant of what is left", agree(total, step.ln_det, size, 1e-6)),)
    return Story(said, CONDITIONAL, worked, (Number("slope", slope),), (), checks)


TOLD: dict[str, Callable[[Step, Params], Story]] = {
    "shape": _shape, "repair": _repair, "axes": _axes, "determinant": _determinant, "difference": _difference,
    "solve": _solve, "exponent": _exponent, "density": _density, "marginal": _marginal, "conditional": _conditional,
}  # fmt: skip


def event(step: Step) -> Event | None:
    return Event("density", "best") if step.part == "density" else None
