"""What a step of PCA by singular values says."""

from __future__ import annotations

import numpy as np

from engine.base.words import brief, counted, figure, percent, shown
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import MOST
from engine.families.reduction.pca_svd.loop import ROUNDING, Params, Step
from engine.maths.algebra.agreement import agree, cleared

TAKEN_APART = r"X - \bar{\mathbf{x}} = U\,\mathrm{diag}(s)\,V^\top"
SQUARED = r"\lambda_j = \frac{s_j^2}{N - 1}, \quad X_c \mathbf{v}_j = s_j \mathbf{u}_j"
CHECKED = r"S\,\mathbf{v}_j = \frac{1}{N - 1} X_c^\top (X_c \mathbf{v}_j) = \lambda_j \mathbf{v}_j"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.model is None or step.singular is None or step.variances is None:
        said = (
            f"The mean is subtracted from all {counted(data.n, 'row')}. What is left, a table of "
            f"{data.n:,} × {data.d}, is factorised as it is: the covariance is not formed."
        )
        line = f"x̄ = {brief(step.mean)}"
        return Story(said, TAKEN_APART, (line,), (Number("rows", data.n), Number("features", data.d)))
    j = len(step.model.components) - 1
    total, divisor = float(step.variances.sum()), params.divided_by(data.n)
    few = len(step.singular[:MOST])
    rows = tuple((f"{i + 1}", float(step.singular[i]), float(step.variances[i])) for i in range(few))
    table = (Table("Singular values", ("axis", "s", "λ"), rows, min(j, few - 1)),)
    s, value = float(step.singular[j]), float(step.variances[j])
    if step.stage == "axis":
        said = (
            f"Axis {j + 1}: a vector of length 1 whose image under the table is longest, {figure(s)}, of those "
            f"orthogonal to the others. Its square over {divisor} is the variance, {percent(value / total)} of all."
        )
        worked = (
            f"λ{j + 1} = {_squared(s, value, divisor)}",
            f"v{j + 1} = {brief(cleared(step.model.components[j], 1.0))}",
        )
        return Story(said, SQUARED, worked, (Number("s", s), Number("λ", value)), table, (_orthonormal(step),))
    assert step.scores is not None
    if step.apart is None:
        return _scores(step, step.scores, data)
    size = float(np.abs(step.variances).max())
    said = (
        f"Multiplied by S, each axis only grows by its λ: the difference is {figure(step.apart)}. These are the axes "
        "of the covariance, found without forming it. With more features than rows that saves most of the work."
    )
    lines = (f"λ1 = {_squared(float(step.singular[0]), float(step.variances[0]), divisor)}",)
    holds = agree(step.apart, 0.0, size, 1e-9)
    return Story(
        said, CHECKED, lines, (Number("apart", step.apart),), table, (Check("S v = λ v for every axis", holds),)
    )


def _scores(step: Step, scores: np.ndarray, data: Dataset) -> Story:
    """U diag(s) beside the projection of the rows."""
    assert step.model is not None and step.singular is not None
    projected = step.model.transform(data.X)
    apart = float(cleared(np.abs(projected - scores).max(), float(step.singular[0]), ROUNDING))
    said = "The scores are there too: a column of U times its singular value is the projection on an axis."
    length = float(np.linalg.norm(scores[:, 0]))
    lines = (f"‖scores on v1‖ = s1 = {figure(length)}",)
    same = agree(projected, scores, float(step.singular[0]), 1e-9)
    told = (Number("s1", float(step.singular[0])), Number("difference", apart, "from the projection, at most"))
    return Story(said, TAKEN_APART, lines, told, checks=(Check("U diag(s) is the projection", same),))


def _squared(s: float, value: float, divisor: int) -> str:
    (told,) = shown(value, lambda one: one * one / divisor, s)
    return f"{told}² / {divisor} = {figure(value)}"


def _orthonormal(step: Step) -> Check:
    assert step.model is not None
    V = step.model.components
    return Check("the axes have length 1 and right angles", agree(V @ V.T, np.eye(len(V)), 1.0))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.model is None or step.variances is None:
        return {}
    return {"share of the variance": float(step.model.variances.sum() / step.variances.sum())}


def event(step: Step) -> Event | None:
    return Event("axis", "axis") if step.stage == "axis" else None
