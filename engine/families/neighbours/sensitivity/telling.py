"""What a step of the sensitivity of neighbours says."""

from __future__ import annotations

import numpy as np

from engine.base.words import added, counted, divided, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbours.sensitivity.loop import AXIS, LABELS, NOISE, Params, Step, missed_when_scaled, place

FORMULAS = {
    NOISE: r"d(\mathbf{z}, \mathbf{x})^2 = \sum_j (z_j - x_j)^2 + \sum_{i=1}^{m} \varepsilon_i^2",
    LABELS: r"c(\mathbf{z}) = \underset{c}{\mathrm{arg\,max}} \sum_{\mathbf{x} \in U_k} [c(\mathbf{x}) = c]",
    AXIS: r"d(\mathbf{z}, \mathbf{x})^2 = 4^m (z_1 - x_1)^2 + \sum_{j>1} (z_j - x_j)^2",
}
WHY = {
    NOISE: "Each adds about as much to every distance, so what tells the classes apart counts for less and less.",
    LABELS: "A wrong label changes the answer around it, the more so the smaller k is.",
    AXIS: "The axis dominates the distance more and more: the neighbours depend on the unit.",
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    missed, n = int(step.errors[-1]), data.n
    wrongly = f"{counted(missed, 'row is', 'rows are')} misclassified by {'its' if missed == 1 else 'their'} neighbours"
    said = f"{_done(step, data, params)} {wrongly}. {_neighbours(step)} {WHY[params.change] if step.count else ''}"
    told = (
        Number("misclassified rows", missed),
        Number("nearest / farthest", float(step.contrasts[-1]), "1 where all are as far"),
    )
    lines = (f"error = {missed} / {n} = {figure(missed / n)}", *_worked(step, params), *_drowned(step, data, params))
    if not step.count:
        said = f"{said.strip()} {_when_scaled(missed, data, params)}"
    right = Check("every neighbour is asked once", len(np.unique(step.near)) == params.k)
    return Story(said.strip(), FORMULAS[params.change], lines, told, (_table(step, data, params),), (right,))


def _when_scaled(missed: int, data: Dataset, params: Params) -> str:
    """What scaling would change of the rows as they are."""
    scaled = missed_when_scaled(data, params)
    if scaled == missed:
        return f"With every feature divided by its standard deviation first, as many are: {scaled}."
    fewer = "fewer" if scaled < missed else "more"
    gap = abs(scaled - missed)
    return f"With every feature divided by its standard deviation first, {scaled} would be, {gap} {fewer}."


def _done(step: Step, data: Dataset, params: Params) -> str:
    """What has been done so far."""
    if not step.count:
        return "Nothing has been done yet, these are plain nearest neighbours:"
    if params.change == NOISE:
        return f"With {counted(step.count, 'irrelevant attribute')}"
    if params.change == LABELS:
        return f"With {counted(step.count, 'wrong class', 'wrong classes')}"
    return f"With {data.columns[0].name} counting {2**step.count:,} times as much"


def _neighbours(step: Step) -> str:
    """Which of the neighbours of the query are new."""
    k, still = len(step.near), len(np.intersect1d(step.near, step.first))
    if not step.count:
        return f"The query has its {counted(k, 'neighbour')}."
    return f"Of the first {counted(k, 'neighbour')} of the query {still} {'is' if still == 1 else 'are'} left."


def _worked(step: Step, params: Params) -> tuple[str, ...]:
    """The distances that make the contrast."""
    apart = step.known.metric.between(place(step.model.point, step, params), step.known.X)[0]
    if not apart.max() > 0:
        return ()
    least, most = float(apart.min()), float(apart.max())
    return (f"nearest / farthest = {figure(least, 8)} / {figure(most, 8)} = {figure(least / most)}",)


def _drowned(step: Step, data: Dataset, params: Params) -> tuple[str, ...]:
    """How much of the squared distance to the nearest row is not from the features as they were."""
    gaps = place(step.model.point, step, params)[0] - step.known.X[step.near[0]]
    squares, d = gaps**2, data.d
    whole = float(squares.sum())
    if not step.count or params.change == LABELS or not whole > 0:
        return ()
    if params.change == AXIS:
        return (f"share of {data.columns[0].name} in d² of the nearest = {divided(float(squares[0]), whole)}",)
    own, more = float(squares[:d].sum()), float(squares[d:].sum())
    return (
        f"d² of the nearest = {added(own, more)}, the second part from irrelevant attributes",
        f"their share in it = {divided(more, own + more)}",
    )


def _table(step: Step, data: Dataset, params: Params) -> Table:
    rows = tuple(
        (data.row_name(row), data.class_name(int(step.known.y[row])), "stays" if row in step.first else "new")
        for row in step.near[:8].tolist()
    )
    return Table("Neighbours of the query", ("row", "class", ""), rows)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"misclassified rows": float(step.errors[-1]), "nearest / farthest": float(step.contrasts[-1])}


def event(step: Step) -> Event | None:
    return Event("other neighbours", "path") if step.count and set(step.near) != set(step.before) else None
