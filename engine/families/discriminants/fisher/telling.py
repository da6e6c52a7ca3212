"""What Fisher's discriminant says: of the means, the scatter, the direction, the threshold, and of one point."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from engine.base.words import counted, figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher import asking
from engine.families.discriminants.fisher.by_hand import put_by_hand
from engine.families.discriminants.fisher.circling import axis, whitened
from engine.families.discriminants.fisher.cutting import classified
from engine.families.discriminants.fisher.drawing import CELLS, overlap
from engine.families.discriminants.fisher.loop import Params, Step
from engine.families.discriminants.fisher.ratio import (
    J,
    length_checks,
    looked_along,
    ratio_numbers,
    worked_placed,
    worked_ratio,
)
from engine.families.discriminants.fisher.solving import EIGEN, solved
from engine.maths.algebra.scatter import criterion
from engine.models.linear import HeldThreshold
from engine.models.projections import Discriminants
from engine.parts.basis import expanded, in_basis
from engine.parts.querying import are_numbers, place_words

SCATTER = r"S_W = \sum_k \sum_{n \in k} (\mathbf{x}_n - \mathbf{m}_k)(\mathbf{x}_n - \mathbf{m}_k)^\top, \quad "
TWO = r"S_B = (\mathbf{m}_2 - \mathbf{m}_1)(\mathbf{m}_2 - \mathbf{m}_1)^\top"
MORE = r"S_B = \sum_k N_k (\mathbf{m}_k - \mathbf{m})(\mathbf{m}_k - \mathbf{m})^\top"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.stage](step, expanded(data, step.basis) if step.stage != "data" else data, params)


def _data(step: Step, data: Dataset, params: Params) -> Story:
    count = len(data.classes_present)
    goal = "one projection direction" if count == 2 else counted(params.kept(data), "projection direction")
    said = f"{counted(data.n, 'point')} of {count} classes. We look for {goal}."
    return Story(said, J if count == 2 else EIGEN, numbers=_counts(data))


def _counts(data: Dataset) -> tuple[Number, ...]:
    counts = [(data.class_name(code), int((data.codes == code).sum())) for code in data.classes_present[:12]]
    return tuple(Number(f"points of {name}", count) for name, count in counts)


def _given(step: Step, table: Dataset, params: Params) -> Story:
    if isinstance(step.model, HeldThreshold):
        return put_by_hand(step, step.model, table)
    said = f"The direction is given by hand: along it J = {figure(criterion(*looked_along(step)))}."
    return Story(
        f"{said} Its length does not matter: numerator and denominator scale alike. The run goes on to the best one.",
        J,
        (*worked_ratio(step, table), *worked_placed(step)),
        ratio_numbers(step, table),
        checks=length_checks(step),
    )


def _means(step: Step, table: Dataset, params: Params) -> Story:
    parts = step.parts
    assert parts is not None
    names = [table.class_name(code) for code in table.classes_present]
    each = zip(table.classes_present, parts.counts, parts.means, strict=True)
    rows = tuple((table.class_name(code), int(n), *_cells(table, mean)) for code, n, mean in each)
    tables = (Table("Class means", ("class", "points", *table.feature_names[:CELLS]), rows),)
    if not parts.apart:
        return Story("The class means are equal: J is 0 along every direction.", J, tables=tables)
    if len(names) > 2:
        said = f"The means of the {len(names)} classes, and the arrows to them from the mean of all points."
        return Story(said, MORE, (f"m = {place_words(table, parts.mean)}",), _counts(table), tables)
    shared = overlap(step, table)
    said = f"Projected on the line from the mean of {names[0]} to that of {names[1]}, the means are farthest apart"
    said += ", and nothing overlaps." if shared == 0 else f", yet {100 * shared:.0f} % of the histograms overlap."
    way = parts.spread[:, 0]
    line = f"m2 − m1 = {vector(parts.means[1])} − {vector(parts.means[0])} = {vector(way)}"
    places = () if are_numbers(table) else tuple(
        f"m{k} is at {place_words(table, mean)}" for k, mean in enumerate(parts.means[:2], 1)
    )  # fmt: skip
    return Story(said, J, (line, *places, *worked_ratio(step, table)), ratio_numbers(step, table), tables)


def _cells(table: Dataset, mean: np.ndarray) -> Iterator[float | str]:
    """The mean of a class for the table: numbers, and dates."""
    return (column.told(value) for column, value in zip(table.columns[:CELLS], mean.tolist(), strict=False))


def _scatter(step: Step, table: Dataset, params: Params) -> Story:
    parts = step.parts
    assert parts is not None
    within, between = float(np.trace(parts.within)), float((parts.spread**2).sum())
    rank = 1 if parts.two else int(np.linalg.matrix_rank(parts.spread))
    said = (
        "The within-class scatter is that of the points around the means of their classes, the between-class scatter "
        "that of the means. Both are sums, not divided by the number of points. The between-class scatter has the "
        f"rank {rank}."
    )
    worked = [f"S_W = {_rows(parts.within)}", f"S_B = {_rows(parts.between)}"] if len(parts.mean) <= 3 else []
    numbers = (
        Number("trace within", within),
        Number("trace between", between),
        Number("rank between", rank),
    )
    return Story(said, in_basis(SCATTER, step.basis) + (TWO if parts.two else MORE), tuple(worked), numbers)


def _rows(matrix: np.ndarray) -> str:
    return "[" + ", ".join(vector(row) for row in matrix) + "]"


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "data": _data,
    "given": _given,
    "means": _means,
    "scatter": _scatter,
    "whitened": whitened,
    "axis": axis,
    "direction": solved,
    "classified": classified,
}


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """Where a point falls along the direction, and which side or which class mean that is."""
    return asking.of_one_point(step, data, params, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.direction is None:
        return {}
    if isinstance(step.model, Discriminants) and step.stage == "classified":
        return {"points on the wrong side": step.wrong}
    ratio = criterion(*looked_along(step))
    wrong = float(step.wrong) if step.stage == "classified" else _wrong_by_hand(step, data)
    told = {} if wrong is None else {"points on the wrong side": wrong}
    return told | {"J of the direction": ratio} if np.isfinite(ratio) else told


def _wrong_by_hand(step: Step, data: Dataset) -> float | None:
    """How many points a threshold that is held puts on the wrong side, all through the run."""
    model = step.model
    return float((model.predict(data.X) != data.codes).sum()) if isinstance(model, HeldThreshold) else None


def event(step: Step) -> Event | None:
    return Event("direction", "axis") if step.stage == "direction" else None
