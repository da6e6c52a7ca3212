"""What a step of Poisson regression says."""

from __future__ import annotations

import numpy as np

from engine.base.words import bracketed, counted, figure, shown
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.robust_regression.poisson_regression.loop import HALVINGS, Params, Step
from engine.families.robust_regression.robust_words import rank_words
from engine.maths.algebra.agreement import exceeds
from engine.maths.probability.poisson import poisson_deviances
from engine.models.log_linear import LARGEST
from engine.parts.basis import entries_of, in_basis
from engine.parts.over_feature import target_title
from engine.parts.regression import of_basis, prediction_line

MEAN = r"\mu = e^{\eta}, \quad \eta = \mathbf{w}^\top\mathbf{x} + b, \qquad P(t) = \frac{\mu^t e^{-\mu}}{t!}"
RULE = (
    r"\omega_n = \mu_n, \quad z_n = \eta_n + \frac{t_n - \mu_n}{\mu_n}, \quad "
    r"\mathbf{w} \leftarrow \mathrm{arg\,min} \sum_n \omega_n\,(z_n - \mathbf{w}^\top\mathbf{x}_n - b)^2"
)
DEVIANCE = r", \qquad D = 2\sum_n \left(t_n \ln\frac{t_n}{\mu_n} - (t_n - \mu_n)\right)"
LISTED = 8
"""So many rows are listed, those with the largest parts of the deviance."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    mu = step.model.predict(data.X)
    told = [Number("D", step.deviance, "deviance"), Number("‖w‖", float(np.linalg.norm(step.model.weights)))]
    if step.null:
        told.append(Number("1 − D / D₀", 1 - step.deviance / step.null, "of the deviance of the mean is explained"))
    tables = (_rows(step, data, mu), _weights(step, data))
    if not step.iteration:
        mean = float(np.asarray(data.y).mean())
        said = (
            f"The mean count, {figure(mean)}, is predicted everywhere at first. Counts with the mean μ have the "
            "variance μ, so the large ones spread more."
        )
        worked = (f"b = ln(mean) = ln({figure(mean)}) = {figure(np.log(mean))}",) if mean != 1 else ()
        return Story(said, in_basis(MEAN + DEVIANCE, step.model.basis), worked, tuple(told), tables)
    return Story(
        _said(step, data),
        in_basis(RULE, step.model.basis),
        _worked(step, data),
        tuple(told),
        tables,
        _checks(step, data, mu),
    )


def _said(step: Step, data: Dataset) -> str:
    assert step.deviance_before is not None
    fallen = f"D goes from {figure(step.deviance_before)} to {figure(step.deviance)}"
    row = int(np.argmax(step.weights))
    said = (
        f"Iteration {step.iteration}: least squares fits the working response z, with row {data.row_name(row)} "
        f"weighing most, ω = {figure(step.weights[row])}; {fallen}."
    )
    if step.halvings == HALVINGS:
        said += " No part of the step lowers D any more."
    elif step.halvings:
        said += f" The step was halved {counted(step.halvings, 'time')}, as D would have risen."
    return said + rank_words(of_basis(data, step.model.basis), step.rank) + _factor(step, data)


def _factor(step: Step, data: Dataset) -> str:
    """What a weight means, of a single feature."""
    if data.d != 1 or step.model.basis is not None or not abs(float(step.model.weights[0])) < LARGEST:
        return ""
    factor = float(np.exp(step.model.weights[0]))
    return f" One unit more of {data.columns[0].title} multiplies the mean {target_title(data)} by {figure(factor)}."


def _worked(step: Step, data: Dataset) -> tuple[str, ...]:
    """z of the row whose count is farthest from its mean before, and what is left of the deviance."""
    mu, t = step.weights, np.asarray(data.y)
    row = int(np.argmax(np.abs(t - mu) / np.sqrt(mu)))
    eta, z = float(np.log(mu[row])), float(step.response[row])
    parts = shown(z, lambda e, t, m: e + (t - m) / m if m else np.nan, eta, float(t[row]), float(mu[row]))
    terms = f"{parts[0]} + ({parts[1]} − {parts[2]}) / {parts[2]}"
    lines = [f"z of row {data.row_name(row)} = η + (t − μ) / μ = {terms} = {figure(z)}"]
    if step.null:
        explained = 1 - step.deviance / step.null
        one, other = shown(explained, lambda a, b: 1 - a / b if b else np.nan, step.deviance, step.null)
        lines.append(f"1 − D / D₀ = 1 − {one} / {other} = {figure(explained)}, with D₀ of the mean alone")
    if len(step.model.weights) == 1 and step.model.basis is None and abs(float(step.model.weights[0])) < LARGEST:
        w = float(step.model.weights[0])
        lines.append(f"e^w = e^{bracketed(shown(float(np.exp(w)), np.exp, w)[0])} = {figure(np.exp(w))}")
    return tuple(lines)


def _rows(step: Step, data: Dataset, mu: np.ndarray) -> Table:
    """The rows with the largest parts of the deviance."""
    parts = poisson_deviances(np.asarray(data.y), mu)
    order = np.argsort(-parts, kind="stable")[:LISTED].tolist()
    t = np.asarray(data.y)
    rows = tuple((data.row_name(row), float(t[row]), float(mu[row]), float(parts[row])) for row in order)
    return Table("The largest parts of D", ("row", "t", "μ", "part of D"), rows)


def _weights(step: Step, data: Dataset) -> Table:
    problem = of_basis(data, step.model.basis)
    with np.errstate(over="ignore"):
        factors = np.exp(np.clip(step.model.packed, -LARGEST, LARGEST))
    rows = zip(problem.names, step.model.packed.tolist(), factors.tolist(), strict=True)
    return Table("Weights", (entries_of(step.model.basis), "w", "e to w"), tuple(rows))


def _checks(step: Step, data: Dataset, mu: np.ndarray) -> tuple[Check, ...]:
    """A step does not raise the deviance."""
    assert step.deviance_before is not None
    total = step.null + float(np.asarray(data.y).sum())
    return (Check("D does not rise", not exceeds(step.deviance, step.deviance_before, total)),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The mean at a point, and how far counts spread there."""
    eta = float(step.model.logarithms(x[None])[0])
    mean, spread = float(step.model.predict(x[None])[0]), float(step.model.predict_std(x[None])[0])
    said = (
        f"At this point the mean {target_title(data)} is {figure(mean)}, with a standard deviation of {figure(spread)}."
    )
    line = prediction_line(step.model, x, eta).replace("y = ", "η = ", 1)
    told = (Number("η", eta), Number("μ", mean), Number("√μ", spread))
    story = Story(said, in_basis(MEAN, step.model.basis), (line,), told)
    return Inquiry(story, (Points(x[None], "focus", targets=np.array([mean])),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"D": step.deviance}


def event(step: Step) -> Event | None:
    return Event("halved", "wrong") if step.halvings else None
