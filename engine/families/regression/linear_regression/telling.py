"""What a step of linear regression says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, divided, figure, inner, shown, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.regression.linear_regression.loop import Params, Step, kappa
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.agreement import agree
from engine.parts.basis import in_basis
from engine.parts.over_feature import target_title, target_unit, target_value
from engine.parts.querying import place_words, query_number
from engine.parts.regression import (
    PREDICTION,
    Problem,
    coefficients_in_words,
    coefficients_table,
    conditioned,
    errors_of,
    explained_line,
    of_basis,
    predicted_at,
    prediction_line,
)

LOSS = r"O(\mathbf{w}) = (\mathbf{t} - \Phi\mathbf{w})^\top(\mathbf{t} - \Phi\mathbf{w})"
NORMAL = r"\Phi^\top\Phi\,\mathbf{w} = \Phi^\top\mathbf{t}"
SOLUTION = r"\mathbf{w} = (\Phi^\top\Phi)^{-1}\Phi^\top\mathbf{t} = \Phi^{+}\mathbf{t}"
NOISE = {
    "N": r"\hat\sigma^2 = \frac{1}{N}\sum_n r_n^2, \quad ",
    "N − M": r"\hat\sigma^2 = \frac{1}{N - M}\sum_n r_n^2, \quad ",
}
LIKELIHOOD = (
    r"\ln p(\mathbf{t}) = \frac{N}{2}\ln\beta - \frac{N}{2}\ln 2\pi - \frac{\beta}{2}\sum_n r_n^2, \quad "
    r"\beta = \frac{1}{\hat\sigma^2}"
)
SQUARES = r"r_n = t_n - y_n, \quad O(\mathbf{w}) = \sum_n r_n^2"
LISTED = 6
"""So many rows stand in a table."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return SAY[step.stage](step, data, params, of_basis(data, step.model.basis, params.intercept))


def _weights(step: Step, data: Dataset, params: Params, problem: Problem) -> Story:
    N, M = problem.Phi.shape
    why = (
        f"Φ has {counted(N, 'row')} and {counted(M, 'column')}: it is not square and has no inverse"
        if N != M
        else f"Φ is square, with {counted(N, 'row')}, and often has no inverse"
    )
    said = (
        f"We look for the weights w with the least loss O(w), the sum of squared residuals. {why}, and the targets "
        f"have noise: no w need satisfy Φ w = t. These weights, to begin with, leave O = {figure(_loss(step))}."
    )
    told = (Number("O(w)", _loss(step)), *_errors(step, data, problem))
    line = explained_line(problem.t, problem.t - step.residuals)
    return Story(said, LOSS, line, _finite(told), (coefficients_table(_own(step, problem), problem.names),))


def _normal(step: Step, data: Dataset, params: Params, problem: Problem) -> Story:
    N, M = problem.Phi.shape
    if step.gram is None:
        said = f"ΦᵀΦ would have {counted(M * M, 'cell')}: it is not needed, since w is found from Φ = QR."
        return Story(said, NORMAL, (), (Number("rows", N), Number("columns", M)))
    i, j = divmod(step.cells - 1, M)
    said = f"ΦᵀΦ: the products of the columns of Φ, added up over {counted(N, 'row')}."
    said += " Where O(w) is least its slope is 0: that gives these equations." if step.cells == 1 else ""
    line = f"Σ φ{i + 1} φ{j + 1} = {inner(problem.Phi[:, i], problem.Phi[:, j], float(step.gram[i, j]))}"
    return Story(said, NORMAL, (line,), (Number("cells", step.cells, f"of {M * M}"),))


def _moment(step: Step, data: Dataset, params: Params, problem: Problem) -> Story:
    assert step.moment is not None
    said = f"Φᵀt: the products of each column of Φ with the targets. There are {counted(len(step.moment), 'equation')}."
    last = len(step.moment) - 1
    lines = [f"Σ φ{j + 1} t = {inner(problem.Phi[:, j], problem.t, float(step.moment[j]))}" for j in {0, last}]
    return Story(said, NORMAL, tuple(sorted(lines)), (Number("Φᵀt", step.moment),))


def _inverse(step: Step, data: Dataset, params: Params, problem: Problem) -> Story:
    assert step.singular is not None
    if step.rank < len(problem.names):
        said = "ΦᵀΦ has no inverse. Φ⁺, from the singular value decomposition of Φ, is there all the same."
    else:
        said = (
            "ΦᵀΦ has an inverse. The weights are found without it, by an orthogonal factorisation of Φ: the condition "
            "number of ΦᵀΦ is that of Φ squared."
        )
    said += conditioned(kappa(step), step.rank, problem)
    table = Table("Singular values of Φ", ("", "value"), tuple((k + 1, float(s)) for k, s in enumerate(step.singular)))
    return Story(said, SOLUTION, _kappa_line(step), _determined(step, problem), (table,))


def _solved(step: Step, data: Dataset, params: Params, problem: Problem) -> Story:
    assert step.before is not None
    w = _own(step, problem)
    said = f"The least squares are found. {coefficients_in_words(step.model, data)}"
    said += conditioned(kappa(step), step.rank, problem)
    worked = [f"w = {vector(w)}{', the bias first' if problem.intercept else ''}"]
    if step.gram is not None and step.moment is not None:
        worked.append(f"first equation: {inner(step.gram[0], w, float(step.moment[0]))}")
    worked += _kappa_line(step)
    worked += explained_line(problem.t, problem.t - step.residuals)
    told = (Number("O(w)", _loss(step), "the least"), *_errors(step, data, problem), *_determined(step, problem))
    tables = (coefficients_table(w, problem.names),)
    return Story(
        said, in_basis(SOLUTION, step.model.basis), tuple(worked), _finite(told), tables, _checks(step, problem)
    )


def _squares(step: Step, data: Dataset, params: Params, problem: Problem) -> Story:
    r, last = step.residuals, step.added - 1
    y = problem.t - r
    some = step.added - step.added_before
    said = f"Row {data.row_name(last)}: the residual is {figure(r[last])}, its square {figure(r[last] ** 2)}."
    if some > 1:
        said = f"The squared residuals of {counted(some, 'row')} more are added."
    if step.added == data.n:
        said += f" All together they are O(w) = {figure(step.sum)}."
        said += " The residuals sum to 0, since the bias is free." if problem.intercept else ""
    worked = []
    first, second = shown(float(r[last]), lambda a, b: a - b, float(problem.t[last]), float(y[last]))
    if some == 1:
        worked.append(f"r = t − y = {first} − ({second}) = {figure(r[last])}")
    if some == 1 and last:
        before = float((r[:last] ** 2).sum())
        worked.append(f"Σ r² ← {_plus_square(before, float(r[last]), step.sum)}")
    t = data.target_column
    rows = tuple(
        (data.row_name(n), t.told(float(problem.t[n])), t.told(float(y[n])), float(r[n]), float(r[n] ** 2))
        for n in range(max(step.added - LISTED, 0), step.added)
    )
    table = Table("Residuals", ("row", target_title(data), "predicted", "r", "r²"), rows, len(rows) - 1)
    told = (Number("Σ r²", step.sum, f"of {counted(step.added, 'row')}"),)
    return Story(said, SQUARES, tuple(worked), told, (table,), _checks(step, problem) if step.added == data.n else ())


def _plus_square(before: float, r: float, total: float) -> str:
    first, second = shown(total, lambda a, b: a + b**2, before, r)
    return f"{first} + ({second})² = {figure(total)}"


def _noise(step: Step, data: Dataset, params: Params, problem: Problem) -> Story:
    N, M = problem.Phi.shape
    by = float(N if params.divisor == "N" else N - M)
    formula = NOISE[params.divisor] + LIKELIHOOD
    if by <= 0:
        said = (
            f"N − M = {N - M}: {counted(M, 'weight')} can fit {counted(N, 'row')} exactly, and nothing is left to tell "
            "the variance of the noise from. Add rows, or divide by N."
        )
        return Story(said, formula, (), (Number("N", N), Number("M", M)))
    if step.variance == 0:
        said = (
            "The fit is perfect: every residual is 0, so σ = 0, β = 1/σ² is infinite, and ln p(t) = +∞. "
            "That says nothing of new targets: the model has as many weights as it needs to pass through all points."
        )
        return Story(said, formula, (f"σ² = {divided(step.sum, by)}",), (Number("σ²", 0.0),))
    others = "N − M" if params.divisor == "N" else "N"
    other = N - M if params.divisor == "N" else N
    biased = "N is the maximum-likelihood value, too small on average" if params.divisor == "N" else "N − M is unbiased"
    said = (
        "If the noise is Gaussian, the least squares are the maximum of the likelihood: ln p(t) falls with Σ r² alone. "
        f"The bells are as wide as the noise, σ = {figure(np.sqrt(step.variance))}. The divisor {biased}."
    )
    worked = [f"σ² = {divided(step.sum, by)}", f"β = 1 / σ² = {divided(1.0, step.variance)}"]
    if other > 0:
        worked.append(f"with the divisor {others}: {divided(step.sum, other)}")
    worked.append(_likelihood_line(step, N))
    told = (
        Number("σ²", step.variance), Number("β", 1.0 / step.variance), Number("σ", float(np.sqrt(step.variance))),
        Number("ln p(t)", step.likelihood),
    )  # fmt: skip
    return Story(said, formula, tuple(worked), _finite(told))


def _likelihood_line(step: Step, N: int) -> str:
    """ln p(t) with its three terms."""
    beta = 1.0 / step.variance
    terms = (0.5 * N * np.log(beta), 0.5 * N * np.log(2 * np.pi), 0.5 * beta * step.sum)
    one, two, three = shown(step.likelihood, lambda a, b, c: a - b - c, *map(float, terms))
    return f"ln p(t) = {one} − {two} − {three} = {figure(step.likelihood)}"


def _predicted(step: Step, data: Dataset, params: Params, problem: Problem) -> Story:
    assert step.point is not None and step.answer is not None
    where = "the middle of the rows" if not params.query else "the point that was typed"
    said = (
        f"One prediction: at {place_words(data, step.point)}, {where}, {target_title(data)} is "
        f"{target_value(data, step.answer)}. Point anywhere in the plane for another."
    )
    told = (query_number(data, step.point), Number("y(z)", data.target_column.told(step.answer)))
    return Story(
        said, in_basis(PREDICTION, step.model.basis), (prediction_line(step.model, step.point, step.answer),), told
    )


SAY: dict[str, Callable[[Step, Dataset, Params, Problem], Story]] = {
    "weights": _weights, "normal": _normal, "moment": _moment, "inverse": _inverse, "solved": _solved,
    "squares": _squares, "noise": _noise, "predicted": _predicted,
}  # fmt: skip


# -- shared by the stages ----------------------------------------------------------------------------------------------


def _own(step: Step, problem: Problem) -> np.ndarray:
    """(M,) the weights of the columns of Φ."""
    return problem.of_columns(step.model.packed)


def _loss(step: Step) -> float:
    return float(step.residuals @ step.residuals)


def _errors(step: Step, data: Dataset, problem: Problem) -> tuple[Number, ...]:
    return errors_of(problem.t, problem.t - step.residuals, target_unit(data))


def _determined(step: Step, problem: Problem) -> tuple[Number, ...]:
    rank = Number("rank", step.rank, f"of {len(problem.names)}")
    number = kappa(step)
    return (rank, Number("κ(Φ)", number, "condition number")) if np.isfinite(number) else (rank,)


def _kappa_line(step: Step) -> tuple[str, ...]:
    if step.singular is None or not np.isfinite(kappa(step)):
        return ()
    return (f"κ(Φ) = s₁ / s_M = {divided(float(step.singular[0]), float(step.singular[-1]))}",)


def _finite(told: tuple[Number, ...]) -> tuple[Number, ...]:
    return tuple(one for one in told if np.isfinite(one.value).all())


def _checks(step: Step, problem: Problem) -> tuple[Check, ...]:
    """What is left over is orthogonal to every column of Φ, the column of ones too."""
    Phi = with_ones(problem.X)
    terms = np.abs(Phi).T @ (np.abs(Phi) @ np.abs(step.model.packed) + np.abs(problem.t))
    along = Phi.T @ step.residuals
    own = slice(None) if problem.intercept else slice(1, None)
    checks = [Check("the residuals are orthogonal to every column of Φ", agree(along[own], 0.0, terms[own]))]
    if problem.intercept:
        checks.append(Check("the residuals sum to 0", agree(along[0], 0.0, terms[0])))
    return tuple(checks)


# -- beside the story --------------------------------------------------------------------------------------------------


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """What the model predicts at any point."""
    return predicted_at(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    told = {"O(w)": _loss(step), "Σ r²": step.sum} if step.added else {"O(w)": _loss(step)}
    return {name: value for name, value in told.items() if np.isfinite(value)}


def event(step: Step) -> Event | None:
    return Event("solved", "best") if step.stage == "solved" else None
