"""What a step of the Mahalanobis distance says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import counted, enough, figure, less, taken, vector
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.distances.mahalanobis_distance.loop import FEW, Params, Step
from engine.families.distances.mahalanobis_distance.sigma import LIKELIHOOD, UNBIASED
from engine.maths.algebra.agreement import agree
from engine.maths.algebra.covariance import upright
from engine.maths.algebra.repairs import NO_VARIANCE, varying
from engine.parts.querying import place_number, place_words
from engine.parts.repairing import DIAGONAL, POOLED, PSEUDO, RIDGE, SHRUNK

SQUARE = r"\Delta^2 = (\mathbf{x} - \mu)^\top \Sigma^{-1} (\mathbf{x} - \mu)"
ROOT = r"\Sigma = L L^\top"
SHRINK = r"\Sigma \leftarrow (1 - \rho)\, \Sigma + \rho\, \frac{\mathrm{tr}\, \Sigma}{D}\, I"
ALONE = r"\Sigma \leftarrow \mathrm{diag}(\Sigma_{11}, \dots, \Sigma_{DD})"
ADDED = r"\Sigma \leftarrow \Sigma + \epsilon\, I"
OUTER = r" \sum_n (\mathbf{x}_n - \mathbf{m}_{k(n)})(\mathbf{x}_n - \mathbf{m}_{k(n)})^\top"
WITHIN = {
    UNBIASED: r"\Sigma \leftarrow \frac{1}{N - K}" + OUTER,
    LIKELIHOOD: r"\Sigma \leftarrow \frac{1}{N}" + OUTER,
}
"""m_k(n) is the mean of the class of row n."""
INVERTED = r"\Sigma^+ = \sum_{\lambda_j > 0} \frac{1}{\lambda_j} \mathbf{u}_j \mathbf{u}_j^\top"
PSEUDO_SQUARE = r"\Delta^2 = (\mathbf{x} - \mu)^\top \Sigma^+ (\mathbf{x} - \mu)"
SOLVE = r"L\, \mathbf{y} = \mathbf{x} - \mu"
LENGTH = r"\Delta^2 = \|\mathbf{y}\|^2"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "start": _say_start, "repair": _say_repaired, "difference": _say_difference, "root": _say_root,
        "solve": _say_solved, "answer": _say_answer,
    }  # fmt: skip
    return say[step.part](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    of = "typed" if params.covariance else f"that of the rows, divided by {params.divisor}"
    said = f"The point x is at {place_words(data, step.model.point)}, the mean μ at {place_words(data, step.mean)}. "
    said += f"The covariance Σ is {of}."
    formula = PSEUDO_SQUARE if params.repair == PSEUDO else SQUARE
    told = (place_number("x", data, step.model.point), place_number("μ", data, step.mean))
    return Story(said, formula, numbers=told)


def _say_repaired(step: Step, data: Dataset, params: Params) -> Story:
    """The eigenvalues before and after: a direction without variance has some now, or is left out."""
    assert step.former is not None
    before, directions = np.linalg.eigh(step.former)
    after = inverted(step.former)[::-1] if params.repair == PSEUDO else np.linalg.eigvalsh(step.sigma)
    rank = len(varying(step.former)[1])
    thinnest = vector(upright(directions.T[:1])[0])
    said = f"Σ has rank {rank} of {data.d}: its least variance is along {thinnest}. "
    words, formula, line = REPAIRED[params.repair](step, data, params)
    rows = tuple((j + 1, float(one), float(other)) for j, (one, other) in enumerate(zip(before, after, strict=True)))
    heads = ("", "of Σ", "of Σ⁺") if params.repair == PSEUDO else ("", "before", "after")
    table = Table("Eigenvalues of Σ, the least first", heads, rows[:FEW])
    told = (Number("rank", rank), Number("least eigenvalue", float(after[0])))
    return Story(said + words, formula, (line,), told[: 1 if params.repair == PSEUDO else 2], (table,))


def inverted(sigma: np.ndarray) -> np.ndarray:
    """(d,) the eigenvalues of Σ⁺, those of the greatest of Σ first: 1 / λ, and 0 where λ is 0."""
    values = varying(sigma)[1]
    return np.append(1 / values, np.zeros(len(sigma) - len(values)))


Repaired = tuple[str, str, str]
"""What is said of a repair, its formula, and its first entry worked."""


def _corners(step: Step) -> tuple[float, float]:
    """The first entry of Σ before and after."""
    assert step.former is not None
    return float(step.former[0, 0]), float(step.sigma[0, 0])


def _ridged(step: Step, data: Dataset, params: Params) -> Repaired:
    corner, now = _corners(step)
    n = enough(now, lambda a, b: a + b, corner, params.epsilon)
    line = f"first entry of Σ = {figure(corner, n)} + {figure(params.epsilon, n)} = {figure(now)}"
    return "Every variance gets ε more, in the unit of the features squared; the covariances stay.", ADDED, line


def _shrunk(step: Step, data: Dataset, params: Params) -> Repaired:
    assert step.former is not None
    corner, now = _corners(step)
    rho, mean = params.rho, float(np.trace(step.former)) / data.d
    n = enough(now, lambda a, b, c: (1 - a) * b + a * c, rho, corner, mean)
    line = (
        f"first entry of Σ = (1 − {figure(rho, n)})·{figure(corner, n)} + {figure(rho, n)}·{figure(mean, n)}"
        f" = {figure(now)}"
    )
    words = "It is shrunk towards a sphere of the same total variance, so that every direction has some."
    return words, SHRINK, line


def _alone(step: Step, data: Dataset, params: Params) -> Repaired:
    words = "The variances alone are kept, as if the features had nothing to do with each other."
    return words, ALONE, f"first entry of Σ = {figure(_corners(step)[1])}"


def _pooled(step: Step, data: Dataset, params: Params) -> Repaired:
    K = len(data.classes_present) if params.divisor == UNBIASED else 0
    n, now = int((data.codes >= 0).sum()), _corners(step)[1]
    divisor = n - K
    words = (
        f"The deviations of {counted(n, 'row')} from the means of {len(data.classes_present)} classes are pooled "
        f"and divided by {divisor}: the spread that the classes share takes the place of Σ."
    )
    digits = enough(now, lambda total: total / divisor, now * divisor)
    return (
        words,
        WITHIN[params.divisor],
        f"first entry of Σ = {figure(now * divisor, digits)} / {divisor} = {figure(now)}",
    )


def _pseudo(step: Step, data: Dataset, params: Params) -> Repaired:
    assert step.former is not None
    top = float(varying(step.former)[1][0])
    words = (
        "Its pseudo-inverse Σ⁺ inverts it along the directions that have variance; along the others it is 0, and what "
        "x − μ has there does not count."
    )
    n = enough(1 / top, lambda value: 1 / value, top)
    return words, INVERTED, f"least eigenvalue above 0 of Σ⁺ = 1 / {figure(top, n)} = {figure(1 / top)}"


REPAIRED = {RIDGE: _ridged, SHRUNK: _shrunk, DIAGONAL: _alone, POOLED: _pooled, PSEUDO: _pseudo}


def _say_difference(step: Step, data: Dataset, params: Params) -> Story:
    assert step.gap is not None
    lines = tuple(
        f"{column.name}: {taken(float(x), float(m))}"
        for column, x, m in zip(data.columns, step.model.point, step.mean, strict=False)
    )
    far = float(np.sqrt(((step.gap / (top := np.abs(step.gap).max() or 1.0)) ** 2).sum()) * top)
    said = f"From the mean to the point it is {figure(far)} in a straight line; the covariance is not used yet."
    formula = PSEUDO_SQUARE if params.repair == PSEUDO else SQUARE
    return Story(said, formula, lines[:FEW], (Number("x − μ", step.gap), Number("Euclidean distance", far)))


def _say_root(step: Step, data: Dataset, params: Params) -> Story:
    assert step.L is not None
    if params.repair == PSEUDO:
        said = (
            f"Σ is L times its transpose: L has {counted(step.L.shape[1], 'column')}, one for each direction that has "
            "variance, as long as the standard deviation there, and orthogonal to each other."
        )
        length = float(step.L[:, 0] @ step.L[:, 0])
        n = enough(math.sqrt(length), math.sqrt, length)
        line = f"length of the first column of L = √{figure(length, n)} = {figure(math.sqrt(length))}"
        return Story(said, ROOT, (line,), (), (), (_is_root(step),))
    said = (
        "Σ is L times its transpose: L has 0 above its diagonal (Cholesky), so that what follows is solved row by row."
    )
    corner = float(step.L[0, 0])
    n = enough(corner, math.sqrt, float(step.sigma[0, 0]))
    lines = (f"first entry of L = √{figure(step.sigma[0, 0], n)} = {figure(corner)}",)
    return Story(said, ROOT, lines, (), (), (_is_root(step),))


def _is_root(step: Step) -> Check:
    assert step.L is not None
    return Check("L Lᵀ is Σ", agree(step.L @ step.L.T, step.sigma, float(np.abs(step.sigma).max())))


def _say_solved(step: Step, data: Dataset, params: Params) -> Story:
    assert step.y is not None and step.L is not None and step.gap is not None
    j = step.solved - 1
    if params.repair == PSEUDO:
        column, value = step.L[:, j], float(step.y[j])
        along, square = float(column @ step.gap), float(column @ column)
        n = enough(value, lambda a, b: a / b, along, square)
        said = f"Along column {j + 1} of L the point is {figure(abs(value))} standard deviations from the mean."
        line = f"y{j + 1} = {figure(along, n)} / {figure(square, n)} = {figure(value)}"
        formula = r"y_j = \mathbf{l}_j^\top (\mathbf{x} - \mu) \,/\, \mathbf{l}_j^\top \mathbf{l}_j"
        return Story(said, formula, (line,), (Number(f"y{j + 1}", value), Number("y", step.y)))
    known = float(step.L[j, :j] @ step.y[:j])
    value, pivot = float(step.y[j]), float(step.L[j, j])
    said = f"Row {j + 1} of L y = x − μ gives y{j + 1} = {figure(value)}."
    taken = f" {less(known, 6)}" if j else ""
    left = step.gap[j] - known
    line = f"y{j + 1} = {figure(left, 6)} / {figure(pivot, 6)} = {figure(value)}"
    lines = (f"{figure(step.gap[j], 6)}{taken} = {figure(left)}", line) if j else (line,)
    return Story(said, SOLVE, lines, (Number(f"y{j + 1}", value), Number("y", step.y)))


def _say_answer(step: Step, data: Dataset, params: Params) -> Story:
    assert step.y is not None and step.gap is not None
    said = f"The point is {figure(step.distance)} standard deviations from the mean, like all points of the ellipse."
    if params.repair == PSEUDO and len(step.y) < data.d:
        said = (
            f"The point is {figure(step.distance)} standard deviations from the mean, along the directions that vary."
        )
        off = float(np.linalg.norm(step.gap - _kept_part(step)))
        none = "It has nothing along the others." if agree(off, 0.0, float(np.abs(step.gap).max()) or 1.0) else ""
        said += f" {none or f'Along the others it is {figure(off)} away, and that does not count.'}"
    if np.array_equal(step.sigma, np.eye(data.d)):
        said += " As Σ is the identity, this is the Euclidean distance."
    lines = [f"Δ = √{figure(step.square, 6)} = {figure(step.distance)}"]
    if data.d <= FEW and len(step.y) > 1:
        terms = " + ".join(f"{figure(one * one, 6)}" for one in step.y)
        lines.insert(0, f"Δ² = {terms} = {figure(step.square)}")
    checks = (_checked(step, params),)
    return Story(said, LENGTH, tuple(lines), (Number("Δ²", step.square), Number("Δ", step.distance)), (), checks)


def _checked(step: Step, params: Params) -> Check:
    """The square again, without a root of Σ."""
    assert step.y is not None and step.gap is not None
    if params.repair == PSEUDO:
        direct = float(step.gap @ np.linalg.pinv(step.sigma, NO_VARIANCE, hermitian=True) @ step.gap)
        values = varying(step.sigma)[1]
        scale = float(step.gap @ step.gap) / float(values[-1])
        return Check("the same by the pseudo-inverse of Σ itself", agree(direct, step.square, scale, 1e-8))
    direct = float(step.gap @ np.linalg.solve(step.sigma, step.gap))
    spread = float((np.abs(step.y) ** 2).sum()) * float(np.linalg.cond(_correlation(step.sigma)))
    return Check("the same by solving with Σ itself", agree(direct, step.square, spread, 1e-8))


def _kept_part(step: Step) -> np.ndarray:
    """(d,) what x − μ has along the columns of L."""
    assert step.L is not None and step.y is not None
    return np.asarray(step.L @ step.y)


def _correlation(sigma: np.ndarray) -> np.ndarray:
    scale = np.sqrt(np.diagonal(sigma))
    return np.asarray(sigma / scale / scale[:, None])


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.y is None else {"sum of y² so far": float((step.y[: step.solved] ** 2).sum())}


def event(step: Step) -> Event | None:
    return Event("distance", "best") if step.part == "answer" else None
