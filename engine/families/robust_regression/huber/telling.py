"""What a step of Huber regression says."""

from __future__ import annotations

import numpy as np

from engine.base.words import are, counted, figure, shown
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.robust_regression.huber.drawing import strongest
from engine.families.robust_regression.huber.loop import Params, Step
from engine.families.robust_regression.posing import leverages_of, residuals_of, without
from engine.families.robust_regression.robust_words import (
    alone,
    error_lines,
    errors,
    rank_words,
    residual_table,
    share_lines,
    terms_of,
    weights_table,
)
from engine.maths.algebra.agreement import exceeds
from engine.maths.algebra.huber_scale import huber_scale
from engine.parts.regression import Problem, of_basis, predicted_at

SQUARES = r"\min_{\mathbf{w}} \sum_n r_n^2 \quad\text{beside}\quad \sum_n |r_n|, \qquad r_n = t_n - y_n"
RULE = (
    r"\omega_n = \min\left(1, \frac{\epsilon\,\sigma}{|r_n|}\right), \quad "
    r"\mathbf{w} \leftarrow \mathrm{arg\,min} \sum_n \omega_n\,(t_n - y_n)^2, \quad "
    r"\sigma^2 = \frac{\sum_{|r_n| \leq \epsilon\sigma} r_n^2}{N - m\,\epsilon^2}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    problem = of_basis(data, step.model.basis)
    return _least(step, data, problem) if step.kind == "least squares" else _reweighted(step, data, params, problem)


def _least(step: Step, data: Dataset, problem: Problem) -> Story:
    """Least squares, and the row that it follows most."""
    r, row = step.residuals, strongest(problem)
    said = "Least squares weighs all rows alike"
    told, worked = list(errors(r, data)), list(error_lines(r))
    if row is None:
        said += ". No row moves it when it is left out."
    else:
        h, name = float(leverages_of(problem)[row]), data.row_name(row)
        there = float(without(problem, row).predict(data.X[[row]])[0])
        now = float(step.model.predict(data.X[[row]])[0])
        told_of = data.target_column.figure
        said += (
            f". Row {name} moves it most: with it the prediction there is {told_of(now)}, without it {told_of(there)}; "
            f"{alone(r, row)}. A square lets one far row pull the fit."
        )
        worked += share_lines(r, row, data)
        told += [Number("leverage", h, f"of row {name}: if its target rises by 1, the prediction rises so much")]
    return Story(
        said + rank_words(problem, step.rank),
        SQUARES,
        tuple(worked),
        tuple(told),
        (residual_table(problem, r, None, data), weights_table(step.model, step.least, problem)),
    )


def _reweighted(step: Step, data: Dataset, params: Params, problem: Problem) -> Story:
    far, cut = int(np.count_nonzero(step.weights < 1)), params.epsilon * step.scale
    row = int(np.argmin(step.weights))
    said = f"Iteration {step.iteration}: σ = {figure(step.scale)}"
    if far:
        said += (
            f". {far} of {counted(data.n, 'row')} {are(far)} farther than ε σ = {figure(cut)} from the fit before and "
            f"{'counts' if far == 1 else 'count'} less, row {data.row_name(row)} least, with the weight "
            f"{figure(step.weights[row])}."
        )
    else:
        said += f", and no row is farther than ε σ = {figure(cut)} from the fit before: all keep the weight 1."
    left = residuals_of(problem, step.model)
    return Story(
        said,
        RULE,
        (*_scale_lines(step, params), *_weight_line(step, params, row, data), *error_lines(left)),
        (
            Number("σ", step.scale),
            Number("ε σ", cut, "farther rows count less"),
            Number("rows that count less", far, f"of {data.n:,}"),
            *errors(left, data),
        ),
        (residual_table(problem, step.residuals, step.weights, data), weights_table(step.model, step.least, problem)),
        _checks(step, params, left, terms_of(problem, step.model)),
    )


def _scale_lines(step: Step, params: Params) -> tuple[str, ...]:
    """σ with its numbers."""
    near = step.weights == 1
    squares, far, n = float((step.residuals[near] ** 2).sum()), int((~near).sum()), len(near)
    left = n - far * params.epsilon**2
    if not left > 0:
        return ()
    parts = shown(step.scale, lambda s, e: float(np.sqrt(s / (n - far * e**2))) if n > far * e**2 else np.nan,
                  squares, params.epsilon)  # fmt: skip
    return (f"σ = √(Σ r² / (N − m ε²)) = √({parts[0]} / ({n} − {far}·{parts[1]}²)) = {figure(step.scale)}",)


def _weight_line(step: Step, params: Params, row: int, data: Dataset) -> tuple[str, ...]:
    """The least weight with its numbers."""
    omega, size = float(step.weights[row]), float(abs(step.residuals[row]))
    if omega == 1:
        return ()
    parts = shown(omega, lambda e, s, r: e * s / r if r else np.nan, params.epsilon, step.scale, size)
    return (f"weight of row {data.row_name(row)} = ε σ / |r| = {parts[0]}·{parts[1]} / {parts[2]} = {figure(omega)}",)


def loss(r: np.ndarray, scale: float, epsilon: float) -> float:
    """Σ σ (1 + H(r / σ)); for σ = 0 what it tends to."""
    sizes = np.abs(r)
    if not scale:
        return float(2 * epsilon * sizes.sum())
    z = sizes / scale
    return float(scale * (len(r) + np.where(z <= epsilon, z**2, 2 * epsilon * z - epsilon**2).sum()))


def _checks(step: Step, params: Params, left: np.ndarray, terms: float) -> tuple[Check, ...]:
    """What is made least does not rise; of the terms of the residuals rounding takes a share."""
    now = loss(left, huber_scale(left, params.epsilon), params.epsilon)
    then = loss(step.residuals, step.scale, params.epsilon)
    return (Check("the Huber loss does not rise", not exceeds(now, then, then + 1e-3 * terms)),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return predicted_at(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    r = residuals_of(of_basis(data, step.model.basis), step.model)
    return {"Huber loss": loss(r, huber_scale(r, params.epsilon), params.epsilon)}


def event(step: Step) -> Event | None:
    return Event("least squares", "ghost") if step.kind == "least squares" else None
