"""What a step of Bayesian linear regression says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.base.errors import SetParameter
from engine.base.words import added, counted, divided, figure, inner, vector
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.bayesian_regression.loop import Params, Step, predicted
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.agreement import agree, cleared
from engine.maths.algebra.least_squares import solved
from engine.maths.probability.weight_belief import prior, updated
from engine.models.linear import features
from engine.parts.basis import expanded
from engine.parts.line import names_of
from engine.parts.over_feature import target_title, with_spread
from engine.parts.querying import place_words

PRIOR = (
    r"p(\mathbf{w}) = N(\mathbf{0}, \alpha^{-1} I), \quad "
    r"p(t \mid \mathbf{w}) = N(t \mid \mathbf{w}^\top\varphi(\mathbf{x}), \beta^{-1})"
)
UPDATE = (
    r"S'^{-1} = S^{-1} + \beta\,\varphi\varphi^\top, \quad S'^{-1}\mathbf{m}' = S^{-1}\mathbf{m} + \beta\,\varphi\,t"
)
BATCH = r"S_N^{-1} = \alpha I + \beta\,\Phi^\top\Phi, \quad \mathbf{m}_N = \beta\,S_N\Phi^\top\mathbf{t}"
PREDICTIVE = r"p(t) = N(\mathbf{m}_N^\top\varphi,\; \beta^{-1} + \varphi^\top S_N\varphi)"
FEW = 3
"""The entries of matrices of so many rows are worked out in lines."""
FAR, LEAST_ALPHA = 3.0, 1e-6
"""Weights that lie so many prior deviations from 0 are more than the prior expects; α is no less than this."""
FIRST = 1000
"""Rows are taken in another order only where there are not more."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"prior": _prior, "rows": _rows, "batch": _batch, "query": _query}[step.phase](step, data, params)


def _prior(step: Step, data: Dataset, params: Params) -> Story:
    spread = figure(step.model.alpha**-0.5)
    said = (
        f"Before any row is seen, each of {counted(len(step.belief.mean), 'weight')}, the bias too, has the prior mean "
        f"0 and the standard deviation 1/√α = {spread}."
    )
    if len(step.fan):
        said += f" The thin lines are {counted(len(step.fan), 'function')} drawn from this distribution."
    how = "as set" if params.beta else "by the residuals of least squares"
    told = (
        Number("α", step.model.alpha, "of the prior"),
        Number("β", step.model.beta, f"of the noise, {how}"),
        Number("variance of the noise", 1.0 / step.model.beta, "1/β"),
    )
    return Story(said, PRIOR, (), (*told, *_sizes(step)))


def _sizes(step: Step) -> tuple[Number, ...]:
    return (Number("ln |S|", step.belief.log_volume, "falls as the weights become known"),)


# -- rows --------------------------------------------------------------------------------------------------------------


def _rows(step: Step, data: Dataset, params: Params) -> Story:
    count = step.taken - step.first
    lines: tuple[str, ...] = ()
    if count == 1:
        phi, t = _row(step, data)
        mean, unknown = predicted(step.before, phi)
        mean = _answer(mean, data)
        std = float(np.sqrt(unknown + 1.0 / step.model.beta))
        said = (
            f"Row {data.row_name(step.first)} was expected at {with_spread(data, mean, std)}; "
            f"its {target_title(data)} is {data.target_column.figure(t)}. The weights that fit it are a stripe; "
            "prior × likelihood is the new posterior, and the prior of the next row."
        )
        lines = _update(step, phi, t, data)
    else:
        said = (
            f"Rows {data.row_name(step.first)} to {data.row_name(step.taken - 1)} narrow the distribution of the "
            f"weights: {counted(step.taken, 'row')} are known."
        )
    told = (*_moments(step, data), *_sizes(step), Number("rows known", step.taken))
    narrow = np.linalg.svd(step.before.root @ step.belief.spread, compute_uv=False)
    checks = (Check("in no direction are the weights less certain than before", bool(narrow[0] <= 1.0 + 1e-9)),)
    return Story(said, UPDATE, lines, told, checks=checks)


def _row(step: Step, data: Dataset) -> tuple[np.ndarray, float]:
    table = expanded(data, step.model.basis)
    assert table.y is not None
    return table.design[step.first], float(table.y[step.first])


def _update(step: Step, phi: np.ndarray, t: float, data: Dataset) -> tuple[str, ...]:
    """Each entry of S⁻¹ and of S⁻¹ m before and what the row adds; of few weights."""
    if len(phi) > FEW:
        return ()
    beta, M, before = step.model.beta, len(phi), step.before.precision
    design, targets = _known(step, data)
    squares, products = beta * np.abs(design).T @ np.abs(design), beta * np.abs(design).T @ np.abs(targets)
    lines = [f"φ = {vector(phi)}, t = {figure(t)}, β = {figure(beta)}"]
    for i in range(M):
        for j in range(i, M):
            sum_ = _sum(before[i, j], beta * phi[i] * phi[j], squares[i, j])
            lines.append(f"S⁻¹ row {i + 1}, column {j + 1}: {sum_}")
    shift = step.before.root.T @ step.before.shift
    for i in range(M):
        lines.append(f"S⁻¹m, entry {i + 1}: {_sum(shift[i], beta * phi[i] * t, products[i])}")
    return (*lines, f"m' = {vector(_mean(step, data))}")


def _known(step: Step, data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """Φ and t of the rows that are known."""
    table = expanded(data, step.model.basis)
    return table.design[: step.taken], np.asarray(table.y, dtype=float)[: step.taken]


def _sum(before: float, new: float, terms: float) -> str:
    """What was there, what is added, and their sum, each 0 where only rounding is left of the terms of all rows."""
    there = float(cleared(before, terms))
    total = float(cleared(there + new, terms))
    return added(there, float(new) if total else -there)


def _mean(step: Step, data: Dataset) -> np.ndarray:
    """(M,) the mean of the weights, 0 where only rounding is left of what it is added up from."""
    design, t = _known(step, data)
    with np.errstate(over="ignore"):
        terms = np.abs(step.belief.covariance) @ (step.model.beta * np.abs(design).T @ np.abs(t))
    return cleared(step.belief.mean, terms)


def _moments(step: Step, data: Dataset) -> tuple[Number, ...]:
    return (
        Number("m", _mean(step, data), "the bias first"),
        Number("standard deviations", step.belief.deviations, "√ of S's diagonal"),
    )


# -- all of them -------------------------------------------------------------------------------------------------------


def _batch(step: Step, data: Dataset, params: Params) -> Story:
    alpha, beta, belief = step.model.alpha, step.model.beta, step.belief
    table = expanded(data, step.model.basis)
    said = (
        f"All {counted(data.n, 'row')} at once give the posterior that they give one after the other, and so would any "
        "other order. Its mean is its mode: ridge regression with λ = α/β, the bias penalised too."
    )
    if not data.n:
        said = "There are no rows, so the posterior is the prior."
    rows = zip(("bias", *names_of(step.model.basis, data)), _mean(step, data), belief.deviations, strict=True)
    tables = (Table("Posterior of the weights", ("weight of", "mean", "deviation"), tuple(rows)),)
    told = (Number("λ", alpha / beta, "of ridge"), *_sizes(step))
    story = Story(said, BATCH, (f"λ = α/β = {divided(alpha, beta)}",), told, tables, _same(step, table))
    return _narrow(story, step, table)


def _narrow(story: Story, step: Step, table: Dataset) -> Story:
    """The story, and that the prior is too narrow where the least-squares weights of the features lie far outside."""
    if step.model.basis is not None or not step.taken:
        return story
    w = solved(table.design, np.asarray(table.y, dtype=float)[:, None])[0][:, 0]
    size = float(np.linalg.norm(w)) / np.sqrt(len(w))
    away = float(np.sqrt(step.model.alpha)) * size
    if not away > FAR:
        return story
    wider = float(np.clip(10.0 ** np.floor(-2.0 * np.log10(size)), LEAST_ALPHA, step.model.alpha))
    said = (
        f"{story.sentence} The weights of least squares lie {figure(away, 2)} prior deviations from 0 (root mean "
        "square): the prior is too narrow for these targets. Choose a smaller α."
    )
    return replace(story, sentence=said, remedies=(SetParameter("alpha", wider),))


def _same(step: Step, table: Dataset) -> tuple[Check, ...]:
    """Batch and one by one, the rows in another order, and ridge: their means agree on the scale of the deviations."""
    belief, beta, Phi, t = step.belief, step.model.beta, table.design, np.asarray(table.y, dtype=float)
    size = float(np.abs(belief.mean).max() + belief.deviations.max())
    diagonal = np.sqrt(np.diag(belief.precision))
    alike = agree(belief.precision, step.before.precision, np.outer(diagonal, diagonal))
    alike &= agree(belief.mean, step.before.mean, size)
    told = [Check("one row after the other gives the same posterior", alike)]
    if len(t) <= FIRST:
        turned = updated(prior(len(belief.mean), step.model.alpha), Phi[::-1], t[::-1], beta)
        told.append(Check("so do the rows in reverse order", agree(belief.mean, turned.mean, size)))
    m, ridge = belief.mean, step.model.alpha / beta
    slope = Phi.T @ (Phi @ m - t) + ridge * m
    terms = np.abs(Phi).T @ (np.abs(Phi) @ np.abs(m) + np.abs(t)) + ridge * np.abs(m)
    told.append(Check("the gradient of the ridge error is 0 at m", agree(slope, 0.0, terms)))
    return tuple(told)


def _query(step: Step, data: Dataset, params: Params) -> Story:
    assert step.query is not None and step.phi is not None
    answer = _answer(step.answer, data)
    noise, variance = 1.0 / step.model.beta, 1.0 / step.model.beta + step.unknown
    said = (
        f"At the query {place_words(data, step.query)} the prediction is {figure(answer)} ± "
        f"{figure(np.sqrt(variance))}. The noise stays however many rows there are; what is not known of the weights "
        "shrinks with them, and grows away from the rows."
    )
    lines = (
        f"mᵀφ = {inner(_mean(step, data), step.phi, answer)}",
        f"1/β + φᵀS_Nφ = {added(noise, step.unknown)}",
    )
    return Story(said, PREDICTIVE, lines, _parts(answer, noise, step.unknown, data))


def _answer(answer: float, data: Dataset) -> float:
    """A prediction, 0 where it is that but for rounding."""
    return float(cleared(answer, float(np.abs(np.asarray(data.y)).max(initial=0.0))))


def _parts(answer: float, noise: float, unknown: float, data: Dataset) -> tuple[Number, ...]:
    variance = noise + unknown
    return (
        Number("prediction", data.target_column.told(answer)),
        Number("deviation of the prediction", float(np.sqrt(variance))),
        Number("variance of the noise", noise, "1/β"),
        Number("variance of the weights", unknown, "φᵀS_Nφ"),
    )


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The prediction at the point x (d,), and the parts of its variance."""
    phi = with_ones(features(step.model.basis, x[None]))[0]
    if not np.isfinite(phi).all():
        return Inquiry(Story("This point lies too far out for the basis functions.", PREDICTIVE))
    answer, unknown = predicted(step.belief, phi)
    answer = _answer(answer, data)
    noise = 1.0 / step.model.beta
    said = f"The prediction at this point is {with_spread(data, answer, float(np.sqrt(noise + unknown)))}."
    lines = (f"1/β + φᵀSφ = {added(noise, unknown)}",)
    return Inquiry(Story(said, PREDICTIVE, lines, _parts(answer, noise, unknown, data)), (Points(x[None], "focus"),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"ln |S|": step.belief.log_volume}


def event(step: Step) -> Event | None:
    return Event("posterior", "best") if step.phase == "batch" else None
