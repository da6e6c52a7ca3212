"""Principal component analysis: the perpendicular directions along which the data varies most.   (Pearson 1901)

S = Σ (xₙ − x̄)(xₙ − x̄)ᵀ / (N − 1)        S uⱼ = λⱼ uⱼ,  λ₁ ≥ λ₂ ≥ …        x̂ = x̄ + Σ_{j ≤ M} (uⱼ · (x − x̄)) uⱼ
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, whole
from engine.base.snapshot import read_only, snapshot
from engine.base.words import counted, figure, percent, vector
from engine.core.algorithm import Algorithm, Handle, Inquiry, Steps
from engine.core.ending import Ending
from engine.core.marks import Mark, Points, Segments
from engine.core.story import Number, Story
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.reduction.pca import drawing, telling
from engine.maths.algebra.covariance import column_means, covariance, deviation_scale, orthonormal, principal_axes
from engine.models import Components

WIDEST = 2000
"""The covariance of more features has too many cells to find its axes while somebody waits."""


@dataclass(frozen=True)
class Params:
    components: int = whole(
        2, low=1, high=WIDEST, log=True, symbol="M", help="axes to keep: at most the features, and the rows less one"
    )
    divisor: str = choice("N - 1", ("N - 1", "N"), help="what the sums of squares are divided by")
    standardise: bool = flag(False, help="divide every feature by its standard deviation first")

    def divided_by(self, n: int) -> int:
        """What the sums of squares of n rows are divided by."""
        return n - 1 if self.divisor == "N - 1" else n

    def kept(self, data: Dataset, there: int) -> int:
        """How many of the axes there are kept: the rows span at most N − 1 directions around their mean."""
        return min(self.components, there, data.n - 1)


@snapshot
class Step:
    """What is known so far; `model` is None until there is an axis, and then has one axis more in each step."""

    model: Components | None
    stage: Literal["data", "centred", "covariance", "axis", "projected", "rebuilt"]
    mean: np.ndarray | None = None
    scale: np.ndarray | None = None  # what each centred feature is divided by
    covariance: np.ndarray | None = None
    variances: np.ndarray | None = None  # along all axes, also those that are not kept
    given: float | None = None  # of a direction given from outside: how much of it was perpendicular to those before
    used: int = 0  # axes used to rebuild the points
    error: float | None = None  # SSE, the squared lengths that the rebuilt points leave over

    @property
    def total(self) -> float:
        """The total variance, the trace of S."""
        return 0.0 if self.covariance is None else float(np.trace(self.covariance))

    @property
    def axis(self) -> int | None:
        """The place of the axis that the step is about."""
        if self.stage == "axis" and self.model is not None:
            return len(self.model.components) - 1
        return self.used - 1 if self.used else None

    def deviations(self, X: np.ndarray) -> np.ndarray:
        """(m, d) rows as S sees them: centred, and divided by the scale."""
        return np.asarray((X - self.mean) / self.scale)

    def farthest(self, data: Dataset) -> int:
        """The row that is farthest from the mean, and so adds most to the total variance."""
        return int(np.argmax((self.deviations(data.X) ** 2).sum(axis=1)))


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Components | None = None) -> Steps:
    X = data.X
    divisor = params.divided_by(data.n)
    yield Step(None, "data")

    # Arrays that nobody can write to are shared by the steps, not copied into each.
    mean = read_only(column_means(X))
    scale = read_only(deviation_scale(X - mean, divisor) if params.standardise else np.ones(data.d))
    Z = (X - mean) / scale
    yield Step(None, "centred", mean, scale)

    S = read_only(covariance(Z, divisor))
    yield Step(None, "covariance", mean, scale, S)
    if np.trace(S) == 0:
        return Ending.failed(_no_variance(X))

    axes, variances, given = directions(S, start)
    axes, variances = read_only(axes), read_only(variances)
    model = None
    for j in range(params.kept(data, len(axes))):
        model = Components(mean, axes[: j + 1], variances[: j + 1], scale)
        yield Step(model, "axis", mean, scale, S, variances, None if given is None else given[j])
    if model is None:
        return Ending.failed("The given directions have no length: give one that leads away from the mean.")
    yield Step(model, "projected", mean, scale, S, variances)

    left = Z
    yield Step(model, "rebuilt", mean, scale, S, variances, None, 0, float((left**2).sum()))
    for j, axis in enumerate(model.components):
        left = left - np.outer(left @ axis, axis)
        yield Step(model, "rebuilt", mean, scale, S, variances, None, j + 1, float((left**2).sum()))
    share, found = percent(float(model.variances.sum() / np.trace(S))), counted(len(model.components), "axis", "axes")
    return Ending.converged(f"PCA is complete: {found} for {counted(data.d, 'feature')}, with {share} of the variance.")


def directions(S: np.ndarray, start: Components | None) -> tuple[np.ndarray, np.ndarray, list[float] | None]:
    """The axes (k, d), the variances uᵀSu along them, and for given directions how much of each was perpendicular."""
    if start is None:
        return *principal_axes(S), None
    axes, shares = orthonormal(start.components)
    return axes, np.einsum("ji,ik,jk->j", axes, S, axes), [float(share) for share in shares if share > 0]


def _no_variance(X: np.ndarray) -> str:
    if (X[0] == X).all():
        return "All points are the same: the total variance is 0 and no direction stands out. Move or add a point."
    return "The points lie so close together that their squared distances are 0 in floating point: rescale the columns."


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    """Of the surfaces beside the plane only those are open that the stage is about."""
    stage, image = step.stage, data.image is not None
    drawn = drawing.pictures(data, step.model, step.used if stage == "rebuilt" else None, stage in ("data", "rebuilt"))
    if step.mean is None or step.scale is None:
        return drawn
    if stage == "centred":
        drawn += drawing.deviations(data, step.mean)
    if step.covariance is not None:
        shown = stage == "covariance" or (stage == "axis" and not image)
        drawn += drawing.covariance_table(data, step.covariance, params.standardise, shown)
        drawn += drawing.ellipse(step.mean, step.scale, step.covariance) if stage in ("covariance", "axis") else []
    if stage == "covariance":
        row = step.farthest(data)
        drawn.append(Points(data.X[[row]], "focus", rows=np.array([row])))
    return [*drawn, *_model_marks(step, data), Points(step.mean[None], "centre")]


def _model_marks(step: Step, data: Dataset) -> list[Mark]:
    """The axes, and once they are all there the scores and what is rebuilt from them."""
    stage, image = step.stage, data.image is not None
    if step.model is None or step.variances is None:
        return []
    drawn = drawing.axes(step.model, newest=stage == "axis")
    drawn += drawing.scree(step.variances, step.total, step.axis, stage == "axis" or not image)
    drawn += drawing.loadings(data, step.model, step.axis, stage == "axis" and image)
    if stage == "projected" and data.d == 2:
        drawn += drawing.rebuilt(data, step.model, 1)
    if stage == "rebuilt":
        drawn += drawing.rebuilt(data, step.model, step.used)
    return [*drawn, *drawing.projection(data, step.model, step.total, stage != "axis")]


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return telling.TOLD[step.stage](step, data, params)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The scores of a point, its foot on the first axis, and how far off it is rebuilt."""
    if step.model is None:
        return None
    model = step.model
    scores = model.transform(x[None])
    foot, again = drawing.again(model, x[None], 1), model.inverse_transform(scores)
    left = float((((x - again[0]) / model.scale) ** 2).sum())
    said = f"This point has the scores {vector(scores[0])}; rebuilt from them it is {figure(left**0.5)} off."
    told = [Number(f"score on u{j + 1}", float(value)) for j, value in enumerate(scores[0, :8])]
    drawn: list[Mark] = [Segments(x[None], foot, "residual"), Points(foot, "focus")]
    if step.stage in ("projected", "rebuilt"):
        surface = drawing.projection_surface(data, model, step.total)
        drawn.append(Points(drawing.on_two(scores), "focus", surface=surface))
    drawn += drawing.compared(data, x, "this point", model, len(model.components), at=1)
    formula = r"\hat{\mathbf{x}} = \bar{\mathbf{x}} + \sum_j y_j \mathbf{u}_j"
    return Inquiry(Story(said, formula, numbers=(*told, Number("squared error", left))), tuple(drawn))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.error is not None:
        return {"share left over": step.error / (params.divided_by(data.n) * step.total)}
    if step.model is not None and step.stage == "axis":
        return {"share of the variance": float(step.model.variances.sum()) / step.total}
    return {}


def event(step: Step) -> str:
    return "axis" if step.stage == "axis" else ""


def bound(data: Dataset, params: Params) -> int:
    return 5 + 2 * params.kept(data, data.d)


def limits(data: Dataset, params: Params) -> str:
    """The covariance must fit."""
    if data.d <= WIDEST:
        return ""
    return f"The covariance of {data.d:,} features is too large: leave columns out until there are at most {WIDEST:,}."


def _from_points(positions: np.ndarray, data: Dataset, params: Params) -> Components:
    """Directions that lead from the mean of the data to points placed by hand."""
    mean = column_means(data.X)
    away = positions - mean
    lengths = np.linalg.norm(away, axis=1)
    return Components(mean, away / np.where(lengths > 0, lengths, 1.0)[:, None], lengths**2)


ALGORITHM = Algorithm(
    name="Principal component analysis",
    task="reduction",
    summary="Finds the perpendicular directions in which the data varies most, and projects it on them.",
    source="Pearson 1901; Hotelling 1933",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(*needs.POINTS, needs.rows(2)),
    limits=limits,
    inspect=inspect,
    measure=measure,
    event=event,
    starts=(Components,),
    handles=(
        Handle(
            label="a direction from the mean",
            make=_from_points,
            positions=lambda model: model.mean + np.sqrt(model.variances)[:, None] * model.components * model.scale,
            most=lambda params: params.components,
        ),
    ),
)
