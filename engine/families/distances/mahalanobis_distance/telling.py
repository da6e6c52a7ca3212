"""What a step of the Mahalanobis distance says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import enough, figure, less, taken, vector
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distances.mahalanobis_distance.loop import FEW, Params, Step
from engine.maths.algebra.agreement import agree

SQUARE = r"\Delta^2 = (\mathbf{x} - \mu)^\top \Sigma^{-1} (\mathbf{x} - \mu)"
ROOT = r"\Sigma = L L^\top"
SOLVE = r"L\, \mathbf{y} = \mathbf{x} - \mu"
LENGTH = r"\Delta^2 = \|\mathbf{y}\|^2"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "start": _say_start, "difference": _say_difference, "root": _say_root,
        "solve": _say_solved, "answer": _say_answer,
    }  # fmt: skip
    return say[step.part](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    of = "typed" if params.covariance else f"that of the rows, divided by {params.divisor}"
    said = f"The point x is at {vector(step.model.point)}, the mean μ at {vector(step.mean)}. The covariance Σ is {of}."
    return Story(said, SQUARE, numbers=(Number("x", step.model.point), Number("μ", step.mean)))


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
