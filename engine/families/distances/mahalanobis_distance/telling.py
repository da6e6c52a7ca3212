"""What a step of the Mahalanobis distance says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import enough, figure, less, taken, vector
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.distances.mahalanobis_distance.loop import FEW, SHRUNK, Params, Step
from engine.maths.algebra.agreement import agree
from engine.maths.algebra.covariance import upright

SQUARE = r"\Delta^2 = (\mathbf{x} - \mu)^\top \Sigma^{-1} (\mathbf{x} - \mu)"
ROOT = r"\Sigma = L L^\top"
SHRINK = r"\Sigma \leftarrow (1 - \rho)\, \Sigma + \rho\, \frac{\mathrm{tr}\, \Sigma}{D}\, I"
DIAGONAL = r"\Sigma \leftarrow \mathrm{diag}(\Sigma_{11}, \dots, \Sigma_{DD})"
EPSILON = 2.0**-52
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
    said = f"The point x is at {vector(step.model.point)}, the mean μ at {vector(step.mean)}. The covariance Σ is {of}."
    return Story(said, SQUARE, numbers=(Number("x", step.model.point), Number("μ", step.mean)))


def _say_repaired(step: Step, data: Dataset, params: Params) -> Story:
    """The eigenvalues before and after: a direction without variance has some now."""
    assert step.former is not None
    before, directions = np.linalg.eigh(step.former)
    after = np.linalg.eigvalsh(step.sigma)
    rank = int((before > data.d * EPSILON * np.abs(before).max()).sum())
    thinnest = vector(upright(directions.T[:1])[0])
    said = f"Σ has rank {rank} of {data.d}: its least variance is along {thinnest}. "
    corner, now = float(step.former[0, 0]), float(step.sigma[0, 0])
    if params.repair == SHRUNK:
        said += "It is shrunk towards a sphere of the same total variance, so that every direction has some."
        formula, rho, mean = SHRINK, params.rho, float(np.trace(step.former)) / data.d
        n = enough(now, lambda a, b, c: (1 - a) * b + a * c, rho, corner, mean)
        line = (
            f"first entry of Σ = (1 − {figure(rho, n)})·{figure(corner, n)} + {figure(rho, n)}·{figure(mean, n)}"
            f" = {figure(now)}"
        )
    else:
        said += "The variances alone are kept, as if the features had nothing to do with each other."
        formula, line = DIAGONAL, f"first entry of Σ = {figure(now)}"
    rows = tuple((j + 1, float(one), float(other)) for j, (one, other) in enumerate(zip(before, after, strict=True)))
    table = Table("Eigenvalues of Σ, the least first", ("", "before", "after"), rows[:FEW])
    told = (Number("rank", rank), Number("least eigenvalue", float(after[0])))
    return Story(said, formula, (line,), told, (table,))


def _say_difference(step: Step, data: Dataset, params: Params) -> Story:
    assert step.gap is not None
    lines = tuple(
        f"{column.name}: {taken(float(x), float(m))}"
        for column, x, m in zip(data.columns, step.model.point, step.mean, strict=False)
    )
    far = float(np.sqrt(((step.gap / (top := np.abs(step.gap).max() or 1.0)) ** 2).sum()) * top)
    said = (
        f"From the mean to the point it is {figure(far)} as the crow flies; the spread of the rows does not count yet."
    )
    return Story(said, SQUARE, lines[:FEW], (Number("x − μ", step.gap), Number("Euclidean distance", far)))


def _say_root(step: Step, data: Dataset, params: Params) -> Story:
    assert step.L is not None
    said = (
        "Σ is L times its transpose: L has 0 above its diagonal (Cholesky), so that what follows is solved row by row."
    )
    corner = float(step.L[0, 0])
    n = enough(corner, math.sqrt, float(step.sigma[0, 0]))
    lines = (f"first entry of L = √{figure(step.sigma[0, 0], n)} = {figure(corner)}",)
    same = agree(step.L @ step.L.T, step.sigma, float(np.abs(step.sigma).max()))
    return Story(said, ROOT, lines, (), (), (Check("L Lᵀ is Σ", same),))


def _say_solved(step: Step, data: Dataset, params: Params) -> Story:
    assert step.y is not None and step.L is not None and step.gap is not None
    j = step.solved - 1
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
    if np.array_equal(step.sigma, np.eye(data.d)):
        said += " As Σ is the identity, this is the Euclidean distance."
    lines = [f"Δ = √{figure(step.square, 6)} = {figure(step.distance)}"]
    if data.d <= FEW:
        terms = " + ".join(f"{figure(one * one, 6)}" for one in step.y)
        lines.insert(0, f"Δ² = {terms} = {figure(step.square)}")
    direct = float(step.gap @ np.linalg.solve(step.sigma, step.gap))
    spread = float((np.abs(step.y) ** 2).sum()) * float(np.linalg.cond(_correlation(step.sigma)))
    checks = (Check("the same by solving with Σ itself", agree(direct, step.square, spread, 1e-8)),)
    return Story(said, LENGTH, tuple(lines), (Number("Δ²", step.square), Number("Δ", step.distance)), (), checks)


def _correlation(sigma: np.ndarray) -> np.ndarray:
    scale = np.sqrt(np.diagonal(sigma))
    return np.asarray(sigma / scale / scale[:, None])


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.y is None else {"sum of y² so far": float((step.y[: step.solved] ** 2).sum())}


def event(step: Step) -> Event | None:
    return Event("distance", "best") if step.part == "answer" else None
