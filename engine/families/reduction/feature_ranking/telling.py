"""What a step of feature ranking says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import counted, figure, listed, percent, shown
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.reduction.feature_ranking.drawing import tied
from engine.families.reduction.feature_ranking.loop import Params, Step
from engine.families.reduction.feature_ranking.scoring import (
    CORRELATION,
    GAIN,
    ROWS,
    VARIANCE,
    centred,
    contingency,
    cut_of,
    gain_together,
    parted,
    target_of,
)
from engine.maths.probability.impurity import entropy

FORMULA = {
    GAIN: r"\mathrm{Gain} = H(S) - \sum_v \frac{|S_v|}{|S|} H(S_v)",
    CORRELATION: r"|r| = \frac{|\sum_n (x_n - \bar{x})(t_n - \bar{t})|}"
    r"{\sqrt{\sum_n (x_n - \bar{x})^2 \sum_n (t_n - \bar{t})^2}}",
    VARIANCE: r"s^2 = \frac{1}{N - 1} \sum_n (x_n - \bar{x})^2",
}
NEAREST = (
    r"\frac{1}{N}\, \#\{\, n : t_{n^*} = t_n \,\}, \quad "
    r"n^* = \underset{i \neq n}{\mathrm{arg\,min}}\; \|\mathbf{z}_i - \mathbf{z}_n\|"
)
"""How well the attributes do that are kept, each by its deviation: right is a row whose nearest other has its class."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    formula = FORMULA[params.score]
    if step.attribute is None:
        said = f"Each of {counted(data.d, 'attribute')} is scored by itself: by its {params.score.strip('|')}."
        return Story(said + " The best are kept as they are, unlike principal components, which mix them all.", formula)
    name = data.columns[step.attribute].title
    value = float(step.scores[step.attribute])
    if step.stage == "added":
        return _added(step, data, params, name, value)
    constant = float(np.ptp(data.X[:, step.attribute])) == 0
    said = f"{name} has the score {figure(value)}."
    said += " It never changes, and so tells nothing." if constant else ""
    cut = cut_of(data, step.attribute) if params.score == GAIN else None
    if cut is not None and not constant:
        below = int((data.X[:, step.attribute] <= cut).sum())
        said += f" Its numbers are cut at {figure(cut)}: {counted(below, 'row')} up to there, {data.n - below:,} above."
    return Story(said, formula, worked(step, data, params, value, cut), (Number("score", value),))


def worked(step: Step, data: Dataset, params: Params, value: float, cut: float | None) -> tuple[str, ...]:
    """The score of the attribute with its numbers, which are cut there for the gain."""
    assert step.attribute is not None
    if params.score == GAIN:
        table = contingency(parted(data, step.attribute, cut), data.codes)
        H, n = float(entropy(table.sum(axis=0))), int(table.sum())
        if len(table) > 6:
            return ()
        shares, left = table.sum(axis=1) / n, np.asarray(entropy(table))
        whole, *each = shown(value, lambda H, *h: H - float(np.dot(shares, h)), H, *left.tolist(), digits=6)
        parts = [f"{int(size)}/{n}·{h}" for size, h in zip(table.sum(axis=1), each, strict=True)]
        return (f"Gain = {whole} − ({' + '.join(parts)}) = {figure(value)}",)
    x = centred(data.X[:, step.attribute])
    square = float(x @ x)
    if params.score == VARIANCE:
        return (f"s² = {shown(value, lambda one: one / (data.n - 1), square)[0]} / ({data.n:,} − 1) = {figure(value)}",)
    t = centred(target_of(data))
    both, other = abs(float(x @ t)), float(t @ t)
    if square * other == 0:
        return ()
    top, one, two = shown(value, lambda a, b, c: a / math.sqrt(b * c), both, square, other)
    return (f"r = {top} / √({one}·{two}) = {figure(value)}",)


def _added(step: Step, data: Dataset, params: Params, name: str, value: float) -> Story:
    assert step.model is not None and step.order is not None and step.accuracies is not None
    m = len(step.model.components)
    near = tied(step.scores) & (np.abs(step.scores - value) <= 1e-12 * max(abs(value), 1.0))
    same = [data.columns[j].title for j in np.flatnonzero(near).tolist() if j != step.attribute]
    said = f"{name} is kept, the {_th(m)} by its score {figure(value)}."
    said += f" {listed(same, 4)} scored the same: of equals the earlier comes first." if same else ""
    told = [Number("score", value), Number("attributes kept", m)]
    formula, lines = FORMULA[params.score], tuple[str, ...]()
    if len(step.accuracies):
        right = float(step.accuracies[-1])
        rows_asked = min(data.n, ROWS)
        formula = NEAREST
        lines = (f"accuracy = {round(right * rows_asked)} / {rows_asked} = {figure(right)}",)
        told.append(Number("accuracy", right, "by the nearest other row, attributes standardised"))
        said += f" With {counted(m, 'attribute')}, {percent(right)} of the rows have the class of their nearest row."
    if m == 2 and params.score == GAIN:
        first, second = (int(j) for j in step.order[:2])
        both, alone = gain_together(data, first, second), step.scores[[first, second]]
        told.append(Number("gain together", both, "of the two kept, looked at together"))
        if both > 1.5 * float(alone.sum()) + 1e-9:
            said += " Together the two tell far more than each alone: a score by itself misses that."
    rows = tuple((data.columns[j].title, float(step.scores[j])) for j in step.order[:12])
    table = Table("Ranked", ("attribute", "score"), rows, m - 1 if m <= len(rows) else None)
    return Story(said, formula, lines, tuple(told), (table,))


def _th(m: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(m, f"{m}th")


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.accuracies is not None and len(step.accuracies):
        return {"accuracy": float(step.accuracies[-1])}
    return {} if step.attribute is None else {"score": float(step.scores[step.attribute])}


def event(step: Step) -> Event | None:
    return Event("kept", "best") if step.stage == "added" else None
