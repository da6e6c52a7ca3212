"""What a step of the Gaussian fit says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.errors import AddPoints, Remedy
from engine.base.words import added, averaged, counted, divided, figure, shown, taken
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.gaussians.estimating import divided_by
from engine.families.gaussians.gaussian_fit.drawing import best
from engine.families.gaussians.gaussian_fit.loop import Params, Step
from engine.maths.algebra.agreement import agree, cleared, exceeds
from engine.maths.algebra.covariance import principal_axes

MEAN = r"\hat{\boldsymbol{\mu}} = \frac{1}{N} \sum_n \mathbf{x}_n"
OUTER = r"\sum_n \mathbf{z}_n \mathbf{z}_n^\top, \qquad \mathbf{z}_n = \mathbf{x}_n - \hat{\boldsymbol{\mu}}"
COVARIANCE = (
    r"\mathbf{S} = \frac{1}{N} \sum_n \mathbf{z}_n \mathbf{z}_n^\top, \qquad "
    r"\hat{\mathbf{\Sigma}}_{N-1} = \frac{N}{N - 1}\, \mathbf{S}"
)
LIKELIHOOD = (
    r"\ln L = -\frac{N}{2} \ln |\mathbf{\Sigma}| - \frac{N}{2}\, \mathrm{tr}(\mathbf{\Sigma}^{-1} \mathbf{S}) "
    r"- \frac{N D}{2} \ln 2\pi"
)
LISTED = 6


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    said = f"{counted(data.n, 'point')} of {counted(data.d, 'feature')}: we look for the Gaussian under which they are "
    said += "most likely."
    if step.by_hand:
        said += " Σ is set by hand; the mean is that of the points."
    return Story(said, LIKELIHOOD)


def _mean(step: Step, data: Dataset, params: Params) -> Story:
    assert step.mean is not None
    said = "Whatever Σ is, ln L is greatest where μ is the mean of the points: the deviations from it add up to 0."
    worked = (f"μ̂ = {averaged([float(one) for one in step.mean * data.n], data.n)}",) if data.d <= LISTED else ()
    return Story(said, MEAN, worked, (Number("mean μ̂", step.mean),))


def _outer(step: Step, data: Dataset, params: Params) -> Story:
    assert step.mean is not None and step.added is not None and step.row is not None
    row = step.row
    said = f"The outer product of row {data.row_name(row)} is added"
    if step.count > 1:
        said = f"{counted(step.count, 'more outer product')} are added"
    said += f": {step.number:,} of {counted(data.n, 'row')} so far. Divided by N, they are the ellipse."
    before, more = float(step.scatter[0, 0] - step.added[0, 0]), float(step.added[0, 0])
    worked = [f"first entry ← {added(before, more)}"]
    told = [Number("rows so far", step.number)]
    if step.count == 1:
        told.append(Number("z", data.X[row] - step.mean))
    return Story(said, OUTER, tuple(worked), tuple(told))


def _covariance(step: Step, data: Dataset, params: Params) -> Story:
    assert step.S is not None and step.sigma is not None
    N = data.n
    divisor = divided_by(N, params.divisor)
    total = float(step.scatter[0, 0])
    worked = [f"first entry of Σ̂ = {divided(total, divisor)}"]
    if N > 1:
        worked.append(f"N / (N − 1) = {divided(N, N - 1)}")
    said = f"The scatter is divided by {params.divisor} = {divisor:,}. "
    if params.divisor == "N":
        said += "That is the most likely Σ; on average it is too small, by the factor (N − 1) / N."
    else:
        said += "That is right on average; the most likely Σ is smaller, by the factor (N − 1) / N."
    if step.by_hand:
        said += " Below, Σ is the one set by hand."
    return Story(said, COVARIANCE, tuple(worked), (), tuple(_tables(step, N)))


def _tables(step: Step, N: int) -> list[Table]:
    """The variances by both divisors, and the axes of the ellipse."""
    assert step.S is not None
    rows = []
    for j, variance in enumerate(np.diagonal(step.S)[:LISTED]):
        other = float(variance) * N / (N - 1) if N > 1 else float("nan")
        rows.append((j + 1, float(variance), other))
    tables = [Table("Variance of each feature", ("feature", "by N", "by N − 1"), tuple(rows))]
    if len(step.S) > 1 and step.sigma is not None:
        values = principal_axes(step.sigma)[1]
        axes = tuple((j + 1, float(one), float(np.sqrt(one))) for j, one in enumerate(values[:LISTED]))
        tables.append(Table("Axes of the ellipse of Σ̂", ("axis", "variance λ", "length √λ"), axes))
    return tables


def _unbounded(step: Step, data: Dataset, params: Params) -> Story:
    said = f"The scatter is flat in some direction: {step.flat}. Ever thinner ellipses have an ever greater ln L, "
    return Story(f"{said}and there is no maximum. Add points that differ.", LIKELIHOOD, remedies=_remedies())


def _remedies() -> tuple[Remedy, ...]:
    return (AddPoints(),)


def _term(step: Step, data: Dataset, params: Params) -> Story:
    assert step.model is not None and step.S is not None
    N, D = data.n, data.d
    value = float(step.terms[-1])
    if step.part == "determinant":
        what = step.model.log_determinant
        said = "The first term: the larger the ellipse, the thinner the density is spread, and the less this is."
        name = "ln |Σ|"
    elif step.part == "trace":
        what = step.model.trace_of(step.S)
        said = "The second term: the smaller the ellipse beside the scatter of the points, the more it costs."
        if best(step):
            said += f" At Σ = S the trace is D = {D}."
        name = "tr(Σ⁻¹ S)"
    else:
        what = D * float(np.log(2 * np.pi))
        said, name = "The third term is the same for every Σ.", "D ln 2π"
    half, part = shown(-value, lambda a, b: a * b, N / 2, what)
    return Story(said, LIKELIHOOD, (f"(N / 2)·{name} = {half}·{part} = {figure(-value)}",), (Number(name, what),))


def _likelihood(step: Step, data: Dataset, params: Params) -> Story:
    assert step.total is not None and step.model is not None and step.S is not None
    first, second, third = map(float, step.terms)
    parts = shown(step.total, lambda a, b, c: a + b + c, first, second, third)
    worked = [f"ln L = {parts[0]} + {parts[1]} + {parts[2]} = {figure(step.total)}"]
    told = [Number("ln L", step.total)]
    said = "Small ellipses pay in the trace, large ones in the determinant"
    checks = []
    if step.best is None:
        said += f". But the scatter is flat: {step.flat}. A thinner Σ is always better, and there is no maximum."
        return Story(said, LIKELIHOOD, tuple(worked), tuple(told), remedies=_remedies())
    top = float(step.best.sum())
    size = float(np.abs(step.best).sum() + np.abs(step.terms).sum()) + data.n * step.model.trace_size(step.S)
    if best(step):
        said += f": at Σ = S both balance, and ln L = {figure(step.total)} is the greatest."
    else:
        whose = "Σ by hand" if step.by_hand else "Σ̂ by N − 1"
        lost = float(cleared(top - step.total, size, 1e-12))
        said += f". {whose} has ln L = {figure(step.total)}, and Σ = S has {figure(top)}."
        worked.append(f"lower by {taken(top, step.total)}" if lost else "lower by 0")
        told.append(Number("ln L at Σ = S", top))
    sums = float(step.model.log_density(data.X).sum())
    checks.append(Check("ln L is the sum of ln N(x | μ, Σ) over all points", agree(sums, step.total, size)))
    checks.append(Check("no Σ has a greater ln L than S", not exceeds(step.total, top, size)))
    return Story(said, LIKELIHOOD, tuple(worked), tuple(told), (), tuple(checks))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "mean": _mean, "outer": _outer, "covariance": _covariance, "unbounded": _unbounded,
    "determinant": _term, "trace": _term, "constant": _term, "likelihood": _likelihood,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"trace of the scatter": float(np.trace(step.scatter))} if step.part == "outer" else {}


def event(step: Step) -> Event | None:
    if step.part == "unbounded":
        return Event("no maximum", "wrong")
    return Event("maximum", "best") if step.part == "likelihood" and best(step) else None
