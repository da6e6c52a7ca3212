"""Saying what each step of a principal component analysis does, with its numbers and what can be checked."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, inner, minus, percent, shown, vector
from engine.core.algorithm import Inquiry
from engine.core.marks import Mark, Points, Segments
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import MOST, on_two, projection_surface
from engine.families.reduction.pca import drawing
from engine.families.reduction.pca.loop import Params, Step
from engine.maths.algebra.agreement import DIGITS, agree
from engine.maths.algebra.covariance import EQUAL, enough
from engine.parts.querying import place_number, place_words

SCATTER = (
    r"S = \frac{{1}}{{{0}}} \sum_n (\mathbf{{x}}_n - \bar{{\mathbf{{x}}}})"
    r"(\mathbf{{x}}_n - \bar{{\mathbf{{x}}}})^\top"
)
EIGEN = r"S\, \mathbf{u}_j = \lambda_j \mathbf{u}_j, \qquad \mathbf{u}_i \cdot \mathbf{u}_j = \delta_{ij}"
ALONG = r"\mathrm{Var}(\mathbf{u} \cdot \mathbf{x}) = \mathbf{u}^\top S\, \mathbf{u}, \qquad \|\mathbf{u}\| = 1"
SCORES = (
    r"y_{nj} = \mathbf{u}_j \cdot (\mathbf{x}_n - \bar{\mathbf{x}}), "
    r"\qquad \mathrm{Var}(y_j) = \mathbf{u}_j^\top S\, \mathbf{u}_j"
)
SIGN = "Of u and −u, the one is taken whose largest entry is positive (on a tie, the first)."
REBUILT = (
    r"\hat{{\mathbf{{x}}}} = \bar{{\mathbf{{x}}}} + \sum_{{j \leq M}} y_j \mathbf{{u}}_j, "
    r"\qquad \mathrm{{SSE}} = {0} \sum_{{j > M}} \lambda_j"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "data": _say_data,
        "centred": _say_centred,
        "added": _say_added,
        "covariance": _say_covariance,
        "axis": _say_axis,
        "dropped": _say_dropped,
        "projected": _say_projected,
        "rebuilt": _say_rebuilt,
    }
    return say[step.stage](step, data, params)


def _say_data(step: Step, data: Dataset, params: Params) -> Story:
    keep = params.kept(data, data.d)
    M = params.components
    fewer = "" if keep == M else f" {counted(M, 'axis', 'axes')} asked for, and there is room for {keep}."
    return Story(
        f"{counted(data.n, 'point')} with {counted(data.d, 'feature')}. We look for the directions in which they vary "
        f"most; a target is not used.{fewer}",
        r"\mathbf{x}_1, \dots, \mathbf{x}_N \in \mathbb{R}^D",
        (f"N = {figure(data.n)},  D = {data.d},  M = {keep}",),
        (Number("rows", data.n), Number("features", data.d), Number("axes kept", keep)),
    )


def _say_centred(step: Step, data: Dataset, params: Params) -> Story:
    assert step.mean is not None and step.scale is not None
    also = ", and every feature divided by its standard deviation (a constant one by 1)" if params.standardise else ""
    columns = ("feature", "mean", "standard deviation") if params.standardise else ("feature", "mean")
    spreads = [(float(scale),) if params.standardise else () for scale in step.scale[:MOST]]
    there = zip(data.columns, step.mean.tolist(), spreads, strict=False)
    rows = tuple((column.title, column.told(mean), *spread) for column, mean, spread in there)
    n = step.farthest(data)
    return Story(
        f"The mean is subtracted from every point{also}. The point farthest from it is row {data.row_name(n)}.",
        r"\bar{\mathbf{x}} = \frac{1}{N} \sum_n \mathbf{x}_n",
        (f"x̄ = {place_words(data, step.mean)}", f"row {data.row_name(n)}: x − x̄ = {vector(data.X[n] - step.mean)}"),
        (place_number("mean", data, step.mean),),
        (Table("Mean", columns, rows),),
        (Check("the deviations of every feature sum to 0", _sums_vanish(step, data)),),
    )


def _sums_vanish(step: Step, data: Dataset) -> bool:
    """A mean far from 0 is rounded to so many digits, and so are the deviations from it."""
    deviations = step.deviations(data.X)
    terms = EQUAL * np.abs(deviations).sum(axis=0) + DIGITS * np.abs(data.X / step.scale).sum(axis=0)
    return agree(deviations.sum(axis=0), 0.0, terms, 1.0)


def _say_added(step: Step, data: Dataset, params: Params) -> Story:
    """One outer product: how the two features that deviate most together change their cells of S."""
    assert step.row is not None
    row, divisor = step.row, params.divided_by(data.n)
    z, after = step.deviations(data.X[row]), step.added(data, divisor, row)
    before = after - np.outer(z, z) / divisor if row else np.zeros_like(after)
    i, j = sorted(np.argsort(-np.abs(z), kind="stable")[:2].tolist()) if data.d > 1 else (0, 0)
    said = f"Row {data.row_name(row)} adds the outer product of its deviation from the mean."
    if i != j:
        said += f" {_together(z, i, j, data)}"
    cells = sorted({(i, i), (i, j), (j, j)}) if data.d < 10 else []
    lines = tuple(_cell_line(z, float(before[a, b]), float(after[a, b]), a, b, divisor) for a, b in cells)
    return Story(
        said,
        SCATTER.format("N" if params.divisor == "N" else "N - 1"),
        (f"z = x − x̄ = {vector(z)}", *lines),
        (
            Number("adds", float(z @ z) / divisor, "to the trace"),
            Number("trace so far", float(np.trace(after)), f"of {counted(row + 1, 'row')}"),
            Number("divisor", divisor, minus(params.divisor)),
        ),
    )


def _together(z: np.ndarray, i: int, j: int, data: Dataset) -> str:
    """Whether a row lies on the same side of the mean in two features."""
    names = f"{data.feature_names[i]} and {data.feature_names[j]}"
    if z[i] * z[j] == 0:
        return f"It does not deviate in both of {names}: their cell of S stays."
    if z[i] * z[j] > 0:
        return f"In {names} it deviates the same way, and their cell of S grows."
    return f"In {names} it deviates opposite ways, and their cell of S shrinks."


def _cell_line(z: np.ndarray, before: float, after: float, i: int, j: int, divisor: int) -> str:
    """A cell of S before and after, with the product that is added."""
    was, one, other = shown(
        after, lambda was, one, other: was + one * other / divisor, before, float(z[i]), float(z[j])
    )
    return f"S{i + 1}{j + 1} ← {was} + ({one})·({other})/{divisor} = {figure(after)}"


def _say_covariance(step: Step, data: Dataset, params: Params) -> Story:
    assert step.covariance is not None
    S, n, divisor = step.covariance, step.farthest(data), params.divided_by(data.n)
    z = step.deviations(data.X[n])
    total = step.total
    constant = int((np.diag(S) == 0).sum())
    said = f"Every point adds the outer product of its deviation; row {data.row_name(n)}, the farthest, adds most."
    if data.d > 1 and total > 0:
        said += f" {_trend(S, data)}"
    if constant:
        said += f" {counted(constant, 'feature is', 'features are')} constant: the row is 0."
    if data.n <= data.d:
        said += f" With {data.n:,} rows for {data.d:,} features S is singular: at most {data.n - 1:,} λ above 0."
    return Story(
        said,
        SCATTER.format("N" if params.divisor == "N" else "N - 1"),
        (
            f"row {data.row_name(n)}: z = {vector(z)}, ‖z‖²/{divisor} = {figure(float(z @ z))}/{divisor} = "
            f"{figure(float(z @ z) / divisor)} of the trace {figure(total)}",
            f"variances (diagonal of S) = {vector(np.diag(S))}",
        ),
        (Number("total variance", total, "trace of S"), Number("divisor", divisor, minus(params.divisor))),
        checks=(Check("S is symmetric", bool((S == S.T).all())),),
    )


def _trend(S: np.ndarray, data: Dataset) -> str:
    """The pair of features with the largest covariance, in words."""
    sizes = np.abs(np.triu(S, 1))
    i, j = np.unravel_index(int(np.argmax(sizes)), S.shape)
    if not sizes[i, j]:
        return "No two features vary together: off the diagonal S is 0."
    way = "rise and fall together" if S[i, j] > 0 else "go opposite ways"
    return f"{data.feature_names[i]} and {data.feature_names[j]} {way} most: their cell of S is {figure(S[i, j])}."


def _say_axis(step: Step, data: Dataset, params: Params) -> Story:
    assert step.model is not None and step.covariance is not None and step.axis is not None
    S, U, j = step.covariance, step.model.components, step.axis
    u, value = U[j], float(step.model.variances[j])
    return Story(
        _axis_words(step, value / step.total, j),
        EIGEN if step.given is None else ALONG,
        (
            f"u{j + 1} = {vector(u)}",
            f"λ{j + 1} = u · S u = {inner(u, S @ u, value)}",
            f"share = {figure(value)} / {figure(step.total)} = {percent(value / step.total)}",
        ),
        (
            Number(f"variance λ{j + 1}", value),
            Number(f"√λ{j + 1}", value**0.5, "the length drawn"),
            *_needed(step, params),
        ),
        (_scree_table(step), _entries(u, j, data)),
        _axis_checks(step, U, S),
    )


def _axis_checks(step: Step, U: np.ndarray, S: np.ndarray) -> tuple[Check, ...]:
    """What eigenvectors promise; directions given from outside are only made orthonormal."""
    assert step.variances is not None
    unit = Check("the axes are orthonormal: U Uᵀ = I", agree(U @ U.T, np.eye(len(U)), 1.0))
    if step.given is not None:
        return (unit,)
    stretched = step.variances[len(U) - 1] * U[-1]
    return (
        unit,
        Check("S u = λ u", agree(S @ U[-1], stretched, step.total)),
        Check("all λ sum to the trace of S", agree(step.variances.sum(), step.total, step.total)),
    )


def _axis_words(step: Step, share: float, j: int) -> str:
    """What axis j is, and how far it is determined."""
    assert step.variances is not None
    if step.given is not None:
        said = f"Direction {j + 1} was given and is taken with length 1: {percent(share)} of the variance is along it."
        bent = "Only the part perpendicular to the directions before is used."
        return said if step.given > 1 - EQUAL else f"{said} {bent}"
    said = f"Axis {j + 1} takes {percent(share)} of the variance."
    if step.variances[j] == 0:
        return f"{said} Its variance is 0: any direction perpendicular to those before would do. {SIGN}"
    equal = np.flatnonzero(np.abs(step.variances - step.variances[j]) <= EQUAL * step.variances[0]) + 1
    if len(equal) > 1:
        which = ", ".join(map(str, equal))
        said += f" The variances {which} are equal: any perpendicular axes in their plane would do."
    return f"{said} {SIGN}"


def _needed(step: Step, params: Params) -> tuple[Number, ...]:
    """How many axes carry 90 % and 95 % of the variance, and the share that is asked for."""
    assert step.variances is not None
    counts = {share: enough(step.variances, step.total, share) for share in sorted({0.9, 0.95, params.share})}
    return tuple(Number(f"axes for {figure(100 * share)} %", count) for share, count in counts.items() if count)


def _scree_table(step: Step) -> Table:
    assert step.variances is not None
    shares = step.variances / step.total
    lines = zip(step.variances[:MOST], shares, np.cumsum(shares), strict=False)
    rows = tuple((j + 1, float(value), percent(share), percent(sum)) for j, (value, share, sum) in enumerate(lines))
    return Table("Variance along each axis", ("axis", "variance", "share", "sum"), rows, step.axis)


def _entries(u: np.ndarray, j: int, data: Dataset) -> Table:
    """The features by the size of their entry in an axis."""
    order = np.argsort(-np.abs(u), kind="stable")[:12]
    rows = tuple((data.feature_names[i], float(u[i])) for i in order)
    return Table(f"Entries of u{j + 1}", ("feature", "entry"), rows)


def _say_dropped(step: Step, data: Dataset, params: Params) -> Story:
    """One row on the axes: its scores, each worked from its deviation."""
    assert step.model is not None and step.row is not None
    z, scores = step.deviations(data.X[step.row]), step.model.transform(data.X[[step.row]])[0]
    axes = list(zip(step.model.components, scores, strict=True))[:2]
    on = "u1" if len(axes) == 1 else "u1 and u2"
    lines = [f"y{j + 1} = u{j + 1} · (x − x̄) = {inner(u, z, float(y))}" for j, (u, y) in enumerate(axes)]
    return Story(
        f"Row {data.row_name(step.row)} is projected onto {on}: the distance of the projection from the mean is "
        "its score, negative on the far side.",
        SCORES,
        tuple(lines),
        tuple(Number(f"score on u{j + 1}", float(y)) for j, y in enumerate(scores[:8])),
    )


def _say_projected(step: Step, data: Dataset, params: Params) -> Story:
    assert step.model is not None
    scores, promised = step.model.transform(data.X), step.model.variances
    found = ((scores - scores.mean(axis=0)) ** 2).sum(axis=0) / params.divided_by(data.n)
    rows = tuple((j + 1, float(one), float(other)) for j, (one, other) in enumerate(zip(found, promised, strict=True)))
    u, z = step.model.components[0], step.deviations(data.X[0])
    return Story(
        f"Every point is projected onto the axes: {counted(len(promised), 'score')} instead of "
        f"{counted(data.d, 'feature')}. The scores vary as much as the axes promise.",
        SCORES,
        (f"row {data.row_name(0)}: y1 = {inner(u, z, float(scores[0, 0]))}",),
        _needed(step, params),
        (Table("Variance of the scores, both ways", ("axis", "of the scores", "uᵀ S u"), rows[:MOST]),),
        (Check("the variance of the scores is uᵀ S u", agree(found, promised, step.total)),),
    )


def _say_rebuilt(step: Step, data: Dataset, params: Params) -> Story:
    assert step.error is not None
    divisor, lost, name = params.divided_by(data.n), _left_out(step), minus(params.divisor)
    left = step.error / (divisor * step.total)
    (rest,) = shown(divisor * lost, lambda one: divisor * one, lost)
    axes = f"{step.used} of {counted(data.d, 'axis', 'axes')}"
    said = f"With {axes}, {percent(left)} of the squared deviation is left over."
    if not lost:
        said = f"With {axes} every point is rebuilt exactly, but for rounding."
    if not step.used:
        said = "Without any axis every point is rebuilt as the mean, and all of its deviation is left over."
    return Story(
        said,
        REBUILT.format("N" if params.divisor == "N" else "(N - 1)"),
        (
            f"SSE = Σ ‖x − x̂‖² = {figure(step.error)}",
            f"({name}) · Σ λ left out = {divisor} · {rest} = {figure(divisor * lost)}",
        ),
        (Number("axes used", step.used), Number("SSE", step.error), Number("left over", percent(left))),
        (_scree_table(step),),
        (Check(f"SSE = ({name}) · Σ λ left out", agree(step.error, divisor * lost, divisor * step.total)),),
    )


def _left_out(step: Step) -> float:
    """The variance along the axes that are not used; of given directions there may be too few to add up."""
    assert step.variances is not None and step.covariance is not None
    if len(step.variances) == len(step.covariance):
        return float(step.variances[step.used :].sum())
    return max(step.total - float(step.variances[: step.used].sum()), 0.0)


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
    if step.stage in ("dropped", "projected", "rebuilt"):
        surface = projection_surface(data, model, step.total)
        drawn.append(Points(on_two(scores), "focus", surface=surface))
    drawn += drawing.compared(data, x, "this point", model, len(model.components), at=1)
    formula = r"\hat{\mathbf{x}} = \bar{\mathbf{x}} + \sum_j y_j \mathbf{u}_j"
    return Inquiry(Story(said, formula, numbers=(*told, Number("squared error", left))), tuple(drawn))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.error is not None:
        return {"share left over": step.error / (params.divided_by(data.n) * step.total)}
    if step.model is not None and step.stage == "axis":
        return {"share of the variance": float(step.model.variances.sum()) / step.total}
    return {}


def event(step: Step) -> Event | None:
    return Event("axis", "axis") if step.stage == "axis" else None
