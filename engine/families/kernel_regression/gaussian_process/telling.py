"""What a step of a Gaussian process says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, shown, taken, vector
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.kernel_regression.gaussian_process.loop import Params, Step
from engine.families.kernel_regression.kernels import FORMULAS
from engine.maths.algebra.agreement import agree, cleared
from engine.maths.probability.gaussian_process import forward
from engine.models.gaussian_process import GaussianProcess
from engine.parts.over_feature import target_title, with_spread
from engine.parts.querying import place_words
from engine.parts.ranges import scaled_first

POSTERIOR = (
    r"f(\mathbf{z}) \sim N(\bar{t} + \mathbf{k}^\top\mathbf{a},\; k(\mathbf{z}, \mathbf{z}) - "
    r"\|L^{-1}\mathbf{k}\|^2), \quad L L^\top = K, \quad K\mathbf{a} = \mathbf{t} - \bar{t}"
)
EVIDENCE = (
    r"\ln p(\mathbf{t}) = -\frac{1}{2}\mathbf{r}^\top\mathbf{a} - \sum_n \ln L_{nn} - \frac{N}{2}\ln 2\pi, \quad "
    r"\frac{\partial \ln p}{\partial\theta} = \frac{1}{2}\mathbf{a}^\top\frac{\partial K}{\partial\theta}\mathbf{a} - "
    r"\frac{1}{2}\mathrm{tr}\left(K^{-1}\frac{\partial K}{\partial\theta}\right)"
)
LISTED = 8
"""So many rows are listed, those that count most first."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"prior": _prior, "rows": _rows, "evidence": _evidence, "query": _query}[step.phase](step, data, params)


def _prior(step: Step, data: Dataset, params: Params) -> Story:
    covariance = step.model.covariance
    drawn = f" {counted(len(step.xi), 'function')} drawn from it {'is' if len(step.xi) == 1 else 'are'} shown."
    said = (
        f"Before any row is seen, functions are distributed around {data.target_column.figure(step.model.mean)} with "
        f"the {covariance.kind} kernel: its length scale {figure(covariance.length)} says how soon a function may turn."
    )
    if len(step.xi) and data.d == 1:
        said += drawn
    story = Story(said, FORMULAS[covariance.kind], numbers=_parameters(step.model))
    return scaled_first(story, data, "the length scale is the same for all of them.") if data.n else story


def _parameters(model: GaussianProcess) -> tuple[Number, ...]:
    return (
        Number("length scale ℓ", model.covariance.length),
        Number("amplitude", model.covariance.amplitude, "k(x, x) is its square, for most kernels"),
        Number("noise", model.noise, "standard deviation"),
    )


# -- rows --------------------------------------------------------------------------------------------------------------


def _rows(step: Step, data: Dataset, params: Params) -> Story:
    first, count = step.first, len(step.model.X)
    assert data.y is not None
    if count - first == 1:
        x = data.X[first]
        mean, std = _predicted(step.before, x, data)
        said = (
            f"Row {data.row_name(first)} was expected at {with_spread(data, mean, std)}; its {target_title(data)} is "
            f"{data.target_column.figure(data.y[first])}. Near it the functions are held to that, far from it they are "
            "as free as before."
        )
    else:
        said = f"All {counted(count, 'row')} are known: near them the band is narrow, away from them it is wide again."
    told = (Number("ln p(t)", step.evidence, "of the rows so far"), Number("rows known", count))
    return Story(said + _singular(step), POSTERIOR, _terms(step), told, checks=_solved(step, data))


def _singular(step: Step) -> str:
    """That K was singular, and what was done."""
    if step.tries == 1:
        return ""
    return (
        f" To rounding K is singular, as where rows coincide and nothing is noise: Cholesky's factorisation failed "
        f"{counted(step.tries - 1, 'time')}, until {figure(step.model.jitter)} was added to the diagonal (jitter)."
    )


def _terms(step: Step) -> tuple[str, ...]:
    """The terms of the evidence added up."""
    parts = shown(step.evidence, lambda a, b, c: a + b + c, step.fit, step.simple, step.rest)
    sum_ = " + ".join(part if i == 0 or not part.startswith("−") else f"({part})" for i, part in enumerate(parts))
    return (f"ln p(t) = {sum_} = {figure(step.evidence)}",)


def _solved(step: Step, data: Dataset) -> tuple[Check, ...]:
    """L Lᵀ a = t − t̄, on the scale of what is added up for it."""
    model, t = step.model, np.asarray(data.y, dtype=float)[: len(step.model.X)]
    root = model.root()
    back = root @ (root.T @ model.dual)
    terms = np.abs(root) @ (np.abs(root).T @ np.abs(model.dual))
    return (Check("K a = t − t̄", agree(back, t - model.mean, terms.max(initial=1e-300))),)


# -- the evidence ------------------------------------------------------------------------------------------------------


def _evidence(step: Step, data: Dataset, params: Params) -> Story:
    ascent = step.ascent
    assert ascent is not None
    if ascent.halvings and ascent.done and step.model == step.before:
        said = f"Iteration {ascent.count}: no step raises ln p(t) any more, to rounding."
    else:
        said = f"Iteration {ascent.count} raises the evidence ln p(t) to {figure(step.evidence)}."
        if ascent.halvings:
            said += f" The step was halved {counted(ascent.halvings, 'time')}."
    if ascent.done:
        said += " It is as good as flat here: a maximum, though perhaps not the only one."
    slopes = [Number("slopes", ascent.slope, "of ln p(t) by the logarithms of length scale, amplitude and noise")]
    told = (Number("ln p(t)", step.evidence), *_parameters(step.model), *slopes)
    return Story(said + _singular(step), EVIDENCE, _terms(step), told, checks=_solved(step, data))


# -- a query -----------------------------------------------------------------------------------------------------------


def _query(step: Step, data: Dataset, params: Params) -> Story:
    assert step.query is not None
    mean, std = _predicted(step.model, step.query, data)
    said = (
        f"At the query {place_words(data, step.query)} the prediction is {with_spread(data, mean, std)}. What "
        "the rows tell of the function there is taken from its prior variance; the noise is added."
    )
    return _asked(step, data, step.query, said)


def _predicted(model: GaussianProcess, z: np.ndarray, data: Dataset) -> tuple[float, float]:
    """Mean and deviation of a target at the point z (d,); the mean is 0 where it is that but for rounding."""
    mean, std = float(model.predict(z[None])[0]), float(model.predict_std(z[None])[0])
    return float(cleared(mean, float(np.abs(np.asarray(data.y)).max(initial=0.0)))), std


def _asked(step: Step, data: Dataset, z: np.ndarray, said: str) -> Story:
    """The prediction at the point z (d,), the rows that count most, and its variance in parts."""
    model, place = step.model, z[None]
    k = model.covariance.between(place, model.X)[0]
    mean, std = _predicted(model, z, data)
    before, known = float(model.covariance.diagonal(place)[0]), float((forward(model.root(), k) ** 2).sum())
    most = np.argsort(-np.abs(k * model.dual), kind="stable")[:LISTED]
    rows = tuple((data.row_name(int(n)), float(k[n]), float(model.dual[n]), float(k[n] * model.dual[n])) for n in most)
    tables = (Table("The rows that count most", ("row", "k", "a", "k a"), rows),) if rows else ()
    lines = (f"k(z, z) − ‖L⁻¹k‖² = {taken(before, known)}",) if known <= before else ()
    told = (
        Number("prediction", data.target_column.told(mean)),
        Number("deviation of the prediction", std, "noise included"),
        Number("deviation of the function", float(model.function_std(place)[0])),
        Number("prior variance", before, "k(z, z)"),
        Number("known from the rows", known, "‖L⁻¹k‖²"),
    )
    return Story(said, POSTERIOR, lines, told, tables)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The prediction at the point x (d,)."""
    mean, std = _predicted(step.model, x, data)
    if not (np.isfinite(mean) and np.isfinite(std)):
        return Inquiry(Story("This point lies too far out for the kernel.", POSTERIOR))
    said = f"The prediction at this point is {with_spread(data, mean, std)}, at {vector(x)}."
    return Inquiry(_asked(step, data, x, said), (Points(x[None], "focus"),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"ln p(t)": step.evidence} if len(step.model.X) else {}


def event(step: Step) -> Event | None:
    if step.phase == "evidence" and step.ascent is not None and step.ascent.done:
        return Event("maximum", "best")
    return Event("jitter", "wrong") if step.tries > 1 and step.phase == "rows" else None
