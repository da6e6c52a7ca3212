"""What a step of factor analysis says."""

from __future__ import annotations

import numpy as np

from engine.base.words import brief, counted, figure, inner, percent, shown, taken
from engine.core.algorithm import Inquiry
from engine.core.marks import Mark, Points, Segments
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.reduction.factor_analysis.loop import LEAST, Params, Step
from engine.families.reduction.pictures import Maker, beside
from engine.maths.algebra.agreement import exceeds
from engine.maths.optimisation.rising import change, has_risen
from engine.maths.probability.factors import mean_log_likelihood, posterior

MODEL = r"\mathbf{x} = \boldsymbol\mu + \Lambda^\top \mathbf{z} + \boldsymbol\varepsilon, \quad "
MODEL += r"\mathbf{z} \sim N(0, I), \quad \boldsymbol\varepsilon \sim N(0, \Psi)"
FORMULAS = {
    "covariance": r"S = \frac{1}{N} \sum_n (\mathbf{x}_n - \boldsymbol\mu)(\mathbf{x}_n - \boldsymbol\mu)^\top",
    "start": MODEL,
    "expected": r"\beta = G \Lambda \Psi^{-1}, \quad G = (I + \Lambda \Psi^{-1} \Lambda^\top)^{-1}, \quad "
    r"E[\mathbf{z}_n] = \beta (\mathbf{x}_n - \boldsymbol\mu)",
    "improved": r"\Lambda \leftarrow (G + \beta S \beta^\top)^{-1} \beta S, \quad "
    r"\psi_d \leftarrow S_{dd} - (\Lambda^\top \beta S)_{dd}",
}
LISTED = 12


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "covariance": _say_covariance, "start": _say_start, "expected": _say_expected, "improved": _say_improved,
    }  # fmt: skip
    return say[step.kind](step, data, params)


def _say_covariance(step: Step, data: Dataset, params: Params) -> Story:
    said = f"The covariance of {counted(data.n, 'row')}. We look for a few factors that features share: they are to "
    said += "explain every covariance, and what is left of a variance is the feature's own noise."
    constant = int(np.count_nonzero(np.diag(step.S) == 0))
    if constant:
        said += f" {counted(constant, 'feature')} never {'changes' if constant == 1 else 'change'} and "
        said += f"{'takes' if constant == 1 else 'take'} no part."
    told = (Number("total variance", float(np.trace(step.S)), "trace of S"), Number("divisor", data.n, "N"))
    return Story(said, FORMULAS["covariance"], (), told)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    assert step.model is not None
    k, d = len(step.model.loadings), int(np.count_nonzero(np.diag(step.S)))
    said = f"{counted(k, 'factor')} for {counted(d, 'feature')}. The loadings say how much of each factor goes into a "
    said += "feature. They can be turned together without changing C."
    free = ((d - k) ** 2 - (d + k)) // 2
    if free < 0:
        said += f" So many factors are more than the covariances of {counted(d, 'feature')} determine: other answers "
        said += "are as good."
    worked = (f"C has ((d − k)² − (d + k)) / 2 = (({d} − {k})² − ({d} + {k})) / 2 = {figure(free)} degrees to spare",)
    return Story(said, FORMULAS["start"], worked, _numbers(step), (_table(step, data),))


def _say_expected(step: Step, data: Dataset, params: Params) -> Story:
    assert step.model is not None and step.beta is not None and step.G is not None
    row = farthest(step, data)
    deviation = data.X[row] - step.model.mean
    z = step.beta @ deviation
    said = f"Iteration {step.round}, E step: with the loadings and the noise fixed, the factors of every row are "
    said += f"estimated. Those of row {data.row_name(row)} are largest. Features with little noise count most."
    worked = tuple(
        f"z{j + 1} of row {data.row_name(row)} = β{j + 1} · (x − μ) = {inner(step.beta[j], deviation, float(z[j]))}"
        for j in range(min(len(z), 2))
    )
    told = (
        Number("uncertainty of z1", float(np.sqrt(step.G[0, 0])), "√G11, the same for every row; 1 before any is seen"),
        *_numbers(step),
    )
    symmetric = Check(
        "no factor is less certain than before it was seen: G ≤ I", not exceeds(np.diag(step.G), 1.0, 1.0)
    )
    return Story(said, FORMULAS["expected"], worked, told, (_table(step, data),), (symmetric,))


def farthest(step: Step, data: Dataset) -> int:
    """The row with the longest factors."""
    assert step.model is not None and step.beta is not None
    return int(np.argmax((((data.X - step.model.mean) @ step.beta.T) ** 2).sum(axis=1)))


def _say_improved(step: Step, data: Dataset, params: Params) -> Story:
    assert step.model is not None and step.before is not None and step.beta is not None
    j = changed(step)
    name, psi = data.feature_names[j], float(step.model.noise[j])
    variance = float(step.S[j, j])
    said = f"Iteration {step.round}, M step: the loadings and the noise that make these factors most likely. "
    said += f"The noise of {name} changes most, to {percent(psi / variance)} of its variance."
    low = int(np.count_nonzero((step.own == LEAST) & (step.model.noise > 0))) if step.own is not None else 0
    if low:
        said += f" {counted(low, 'feature has', 'features have')} next to no noise of {'its' if low == 1 else 'their'} "
        said += "own left (a Heywood case): a factor follows it alone." if low == 1 else "own left (Heywood cases)."
    explained = float(step.model.loadings[:, j] @ (step.beta @ step.S)[:, j])
    line = f"ψ of {name} ← S − (ΛᵀβS) = {taken(variance, explained)}"
    if psi > variance - explained + LEAST * variance / 2:
        line = f"ψ of {name} ← {figure(LEAST)} · {figure(variance)} = {figure(psi)}, its floor"
    risen = Check("the log-likelihood does not fall", not has_risen(-step.score, -step.was, 1.0))
    told = (Number("ln L rises by", change(step.score, step.was), "of a row"), *_numbers(step))
    return Story(said, FORMULAS["improved"], (line, *_score_line(step)), told, (_table(step, data),), (risen,))


def changed(step: Step) -> int:
    """The feature whose noise changed most, as a share of its variance."""
    assert step.model is not None and step.before is not None
    variances = np.diag(step.S)
    off = np.abs(step.model.noise - step.before.noise)
    return int(np.argmax(np.divide(off, variances, out=np.zeros(len(off)), where=variances > 0)))


def _score_line(step: Step) -> tuple[str, ...]:
    assert step.model is not None
    score, determinant, trace = mean_log_likelihood(step.S, step.model.loadings, step.model.noise)
    constant = int(np.count_nonzero(step.model.noise)) * float(np.log(2 * np.pi))
    parts = shown(score, lambda a, b, c: -(a + b + c) / 2, constant, determinant, trace)
    first, second, third = parts
    second = f"− {second[1:]}" if second.startswith("−") else f"+ {second}"
    return (f"ln L / N = −½ (d ln 2π + ln |C| + tr C⁻¹S) = −½ ({first} {second} + {third}) = {figure(score)}",)


def _numbers(step: Step) -> tuple[Number, ...]:
    assert step.own is not None
    varies = np.diag(step.S) > 0
    return (
        Number("ln L", step.score, "of a row, on average"),
        Number("own noise", percent(float(step.own[varies].mean())), "of the variance of a feature, on average"),
    )


def _table(step: Step, data: Dataset) -> Table:
    """The features with their first loadings and their own noise, those that share most first."""
    assert step.correlations is not None and step.own is not None
    order = [int(i) for i in np.argsort(step.own, kind="stable") if step.S[i, i] > 0][:LISTED]
    k = min(len(step.correlations), 3)
    columns = ("feature", *(f"z{j + 1}" for j in range(k)), "own noise")
    rows = tuple(
        (data.feature_names[i], *map(float, step.correlations[:k, i]), percent(float(step.own[i]))) for i in order
    )
    return Table("Correlations with the factors", columns, rows)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The factors of a point, and what they make of it."""
    if step.model is None:
        return None
    model = step.model
    found = posterior(model.loadings, model.noise)
    z = found.weights @ (x - model.mean)
    rebuilt = model.inverse_transform(z[None])
    said = f"This point has the factors {brief(z)}, each give or take {brief(np.sqrt(np.diag(found.covariance)))}. "
    said += "What its features have beside them is their own noise."
    drawn: list[Mark] = [Segments(x[None], rebuilt, "residual"), Points(rebuilt, "focus")]
    if data.image is not None:
        drawn += beside(data, x, "this point", [Maker(data.image, model, None, "by its factors")], at=1)
    told = tuple(Number(f"z{j + 1}", float(value)) for j, value in enumerate(z[:8]))
    return Inquiry(Story(said, FORMULAS["expected"], numbers=told), tuple(drawn))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.model is None else {"ln L": step.score}


def event(step: Step) -> Event | None:
    return Event("start", "plain") if step.kind == "start" else None
