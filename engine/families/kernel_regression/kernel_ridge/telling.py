"""What a step of kernel ridge regression says."""

from __future__ import annotations

import numpy as np

from engine.base.words import added, counted, figure
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.kernel_regression.kernel_ridge.loop import Params, Step, summed
from engine.families.kernel_regression.kernels import FORMULAS
from engine.maths.algebra.agreement import agree, cleared
from engine.maths.evaluation.missed import missed
from engine.models.kernel_ridge import KernelSum
from engine.parts.over_feature import target_title, target_unit
from engine.parts.querying import place_words
from engine.parts.ranges import scaled_first
from engine.parts.regression import errors_of

SUM = (
    r"f(\mathbf{x}) = \bar{t} + \sum_n a_n k(\mathbf{x}_n, \mathbf{x}), \quad "
    r"(K + \lambda I)\,\mathbf{a} = \mathbf{t} - \bar{t}"
)
LISTED = 8
"""So many rows are listed, those that count most first."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"kernel": _kernel, "solve": _solve, "add": _add, "query": _query}[step.phase](step, data, params)


def _kernel(step: Step, data: Dataset, params: Params) -> Story:
    k, t = step.model.covariance, data.target_column
    said = (
        f"Around each of {counted(data.n, 'row')} stands its kernel ({k.kind}) of the length scale {figure(k.length)}. "
        f"We solve for their heights, so that their sum around {t.figure(step.model.mean)} comes near the targets."
    )
    told = (Number("length scale ℓ", k.length), Number("λ", params.penalty), Number("mean", t.told(step.model.mean)))
    return scaled_first(Story(said, FORMULAS[k.kind], numbers=told), data, "the length scale is the same for all.")


def _solve(step: Step, data: Dataset, params: Params) -> Story:
    said = (
        f"The heights a of {counted(data.n, 'kernel')} solve (K + λI) a = t − t̄, by Cholesky's factorisation. Each "
        "row is left over by λ times its height: with λ = 0 the sum goes through all of them."
    )
    if step.tries > 1:
        said += (
            f" To rounding the matrix is singular, as where rows coincide: the factorisation failed "
            f"{counted(step.tries - 1, 'time')}, until {figure(step.jitter)} was added to the diagonal (jitter)."
        )
    whole = step.model
    told = (
        *errors_of(np.asarray(data.y), whole.predict(data.X), target_unit(data)),
        Number("‖f‖²", step.norm, "aᵀKa: how bent the curve is"),
    )
    return Story(said, SUM, (), told, (_heights(step, data),), _left_over(step, whole, data, params))


def rmse(model: KernelSum, data: Dataset) -> float:
    """How far the sum is off at the rows."""
    return missed(np.asarray(data.y), model.predict(data.X)).rmse


def _left_over(step: Step, model: KernelSum, data: Dataset, params: Params) -> tuple[Check, ...]:
    """t − f = (λ + jitter) a, on the scale of what is added up for it."""
    residuals = np.asarray(data.y) - model.predict(data.X)
    terms = np.abs(model.covariance.between(data.X, data.X)) @ np.abs(step.a) + np.abs(np.asarray(data.y))
    holds = agree(residuals, (params.penalty + step.jitter) * step.a, np.maximum(terms, 1e-300))
    return (Check("each row is left over by (λ + jitter) aₙ", holds),)


def _heights(step: Step, data: Dataset) -> Table:
    most = np.argsort(-np.abs(step.a), kind="stable")[:LISTED]
    told = data.target_column.told
    rows = tuple((data.row_name(int(n)), told(float(np.asarray(data.y)[n])), float(step.a[n])) for n in most)
    return Table("The highest kernels", ("row", target_title(data), "aₙ"), rows)


def _add(step: Step, data: Dataset, params: Params) -> Story:
    count = step.taken - step.first
    if count == 1:
        said = f"The kernel of row {data.row_name(step.first)} is added, {figure(step.a[step.first])} high."
    else:
        said = f"The kernels of rows {data.row_name(step.first)} to {data.row_name(step.taken - 1)} are added."
    if step.taken == data.n:
        said += f" That is all of them: at the rows their sum is off by {figure(rmse(summed(step), data))} (RMSE)."
    told = (Number("RMSE of the sum", rmse(summed(step), data), "on all rows"), Number("kernels", step.taken))
    return Story(said, SUM, (), told)


def _query(step: Step, data: Dataset, params: Params) -> Story:
    assert step.query is not None
    answer = data.target_column.figure(float(cleared(step.answer, _size(data))))
    said = (
        f"At the query {place_words(data, step.query)} the prediction is {answer}. It is the mean of a Gaussian "
        "process with the noise variance λ; that one says how sure it is, too."
    )
    return _asked(step, data, step.query, said)


def _size(data: Dataset) -> float:
    """How large the targets are: a prediction that is rounding beside them is 0."""
    return float(np.abs(np.asarray(data.y)).max())


def _asked(step: Step, data: Dataset, z: np.ndarray, said: str) -> Story:
    """The sum at the point z (d,), and the rows that count most in it."""
    model = step.model
    k = model.covariance.between(z[None], model.X)[0]
    parts = k * model.dual
    most = np.argsort(-np.abs(parts), kind="stable")[:LISTED]
    rows = tuple((data.row_name(int(n)), float(k[n]), float(model.dual[n]), float(parts[n])) for n in most)
    mean, total = (float(cleared(one, _size(data))) for one in (model.mean, float(parts.sum())))
    lines = (f"t̄ + Σ aₙ k(xₙ, z) = {added(mean, total)}",)
    answer = float(cleared(float(model.predict(z[None])[0]), _size(data)))
    told = (Number("prediction", data.target_column.told(answer)), Number("sum of the kernels", total))
    return Story(said, SUM, lines, told, (Table("The rows that count most", ("row", "k", "a", "k a"), rows),))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The sum of the kernels at the point x (d,)."""
    answer = float(cleared(float(step.model.predict(x[None])[0]), _size(data)))
    if not np.isfinite(answer):
        return Inquiry(Story("This point lies too far out for the kernel.", SUM))
    said = f"The prediction at this point is {data.target_column.figure(answer)}."
    return Inquiry(_asked(step, data, x, said), (Points(x[None], "focus"),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"RMSE of the sum": rmse(summed(step), data)} if step.phase == "add" else {}


def event(step: Step) -> Event | None:
    return Event("jitter", "wrong") if step.phase == "solve" and step.tries > 1 else None
