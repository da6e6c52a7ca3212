"""What a row says of its class: how far it is from the others, where far out begins, and in which columns it is."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, joined, shown, vector
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.preparation.class_outliers.drawing import columns_far
from engine.families.preparation.class_outliers.loop import MAHALANOBIS, NEAREST, Params, Step

FORMULAS = {
    NEAREST: r"d(\mathbf{x}) = \min_{\mathbf{x}' \neq \mathbf{x}} \|\mathbf{x} - \mathbf{x}'\|, \quad "
    r"d(\mathbf{x}) > q_3 + k\,(q_3 - q_1)",
    MAHALANOBIS: r"d(\mathbf{x}) = \sqrt{(\mathbf{x} - \mathbf{m})^\top S^{-1} (\mathbf{x} - \mathbf{m})}, \quad "
    r"d(\mathbf{x}) > q_3 + k\,(q_3 - q_1)",
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.row is None:
        return _opening(step, data, params)
    row, code = step.row, int(data.codes[step.row])
    score, fence = float(step.found.scores[row]), float(step.found.fences[code])
    numbers = (
        Number("d", score, "distance of the row from its class") if np.isfinite(score) else Number("d", "none"),
        Number("fence", fence, f"of {data.class_name(code)}, from the quartiles of d in it"),
        Number("rows far out so far", int(step.found.far(data.codes)[: row + 1].sum()), f"of {data.n:,}"),
    )
    said = (_distance(step, row, data, params), _verdict(score, fence), _by_column(row, step.far, data, params))
    return Story(
        " ".join(filter(None, said)),
        FORMULAS[params.score],
        () if np.isnan(score) else _worked(step, row, data, params),
        numbers,
        checks=(Check("a row of a class has a distance of 0 or more", not score < 0),),
    )


def _opening(step: Step, data: Dataset, params: Params) -> Story:
    what = "to the nearest other row" if params.score == NEAREST else "from the mean, by the covariance"
    alone = [data.class_name(int(code)) for code in data.classes_present if _unscored(step, int(code), data)]
    said = f"For every row the distance {what} of its class is measured: an outlier of a class is far from the others."
    if alone:
        said += f" There is none for {joined(alone)}: {_why_none(params)}"
    return Story(said, FORMULAS[params.score], (), (Number("rows", data.n),))


def _unscored(step: Step, code: int, data: Dataset) -> bool:
    return bool(np.isnan(step.found.scores[data.codes == code]).all())


def _why_none(params: Params) -> str:
    if params.score == NEAREST:
        return "one row alone has no other to be far from."
    return "its covariance is singular. Take fewer features, or the distance to the nearest."


def _distance(step: Step, row: int, data: Dataset, params: Params) -> str:
    name, own = data.row_name(row), data.class_name(int(data.codes[row]))
    score = step.found.scores[row]
    if np.isnan(score):
        return f"Row {name} of {own} has no distance: {_why_none(params)}"
    if params.score == NEAREST:
        near = data.row_name(int(step.found.nearest[row]))
        return f"Row {name} of {own}: the nearest other of its class is row {near}, at {figure(score)}."
    return f"Row {name} of {own} is {figure(score)} from the mean of its class, by its covariance."


def _verdict(score: float, fence: float) -> str:
    if np.isnan(score):
        return ""
    if score > fence:
        return f"That is above the fence {figure(fence)}: an outlier of its class."
    return f"That is not above the fence {figure(fence)}."


def _by_column(row: int, far: bool, data: Dataset, params: Params) -> str:
    """Whether the row is far out in a column as well, all classes together."""
    names = [data.columns[int(j)].title for j in np.flatnonzero(columns_far(data, params.k)[row])]
    if names:
        named = joined(names) if len(names) <= 3 else counted(len(names), "column")
        return f"It is far out in {named} too." if far else f"It is far out in {named}."
    return "Yet it is ordinary in every column." if far else ""


def _worked(step: Step, row: int, data: Dataset, params: Params) -> tuple[str, ...]:
    """The distance, and the fence from the quartiles of the class."""
    code = int(data.codes[row])
    scores = step.found.scores[data.codes == code]
    low, high = np.percentile(scores[~np.isnan(scores)], [25, 75])
    fence, lines = float(step.found.fences[code]), []
    if params.score == NEAREST and data.d <= 6:
        away = data.X[row] - data.X[step.found.nearest[row]]
        parts = shown(float(step.found.scores[row]), lambda *all: sum(a * a for a in all) ** 0.5, *away.tolist())
        lines.append(f"d = ‖{vector(away, len(max(parts, key=len)))}‖ = {figure(step.found.scores[row])}")
    if low < high:
        first, last = shown(fence, lambda q1, q3: q3 + params.k * (q3 - q1), float(low), float(high))
        lines.append(f"fence = {last} + {figure(params.k)}·({last} − {first}) = {figure(fence)}")
    return tuple(lines)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.row is None or np.isnan(step.found.scores[step.row]):
        return {}
    return {"distance from its class": float(step.found.scores[step.row])}


def event(step: Step) -> Event | None:
    return Event("far out", "wrong") if step.far else None
