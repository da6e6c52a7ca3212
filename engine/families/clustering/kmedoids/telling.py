"""What a step of K-medoids says: which row stands for others now, and how much less all distances add up to."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, shown
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.clustering.group_drawing import cell_of
from engine.families.clustering.kmedoids.drawing import changed
from engine.families.clustering.kmedoids.loop import Params, Step
from engine.families.clustering.measures import measured
from engine.maths.algebra.agreement import agree
from engine.maths.optimisation.rising import has_risen
from engine.parts.pairs import measuring_told
from engine.parts.ranges import scaled_first

FORMULA = (
    r"T = \sum_n \min_k \|\mathbf{x}_n - \mathbf{m}_k\|, "
    r"\quad \mathbf{m}_k \in \{\mathbf{x}_1, \dots, \mathbf{x}_N\}"
)
LISTED = 8
"""So many medoids are listed."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.kind == "measure":
        return measuring_told(step.measured, data, FORMULA)
    if step.labels is None:
        said = f"{counted(params.k, 'row')} will stand for all the others: medoids, chosen one by one, then swapped."
        return scaled_first(Story(said, FORMULA), data)
    said = {"build": _built, "swap": _swapped, "rest": _at_rest}[step.kind](step, data)
    numbers = (*_numbers(step, data), *measured(data, step.labels))
    return Story(said, FORMULA, _worked(step), numbers, tuple(_tables(step, data)), tuple(_checks(step, data)))


def _built(step: Step, data: Dataset) -> str:
    row, k = data.row_name(int(step.medoids[-1])), len(step.medoids)
    if k == 1:
        return f"Build: row {row} becomes the first medoid, as its distances to all rows add up to the least."
    return f"Build: row {row} becomes medoid {k}, as no other row lowers T so far. T falls by {_less(step)}."


def _swapped(step: Step, data: Dataset) -> str:
    k = changed(step)
    old, new = data.row_name(int(step.before[k])), data.row_name(int(step.medoids[k]))
    return f"Swap: row {new} takes the place of row {old} as medoid {k + 1}. T falls by {_less(step)}, the most of all."


def _at_rest(step: Step, data: Dataset) -> str:
    K = len(step.medoids)
    tried = K * (data.n - K)
    return f"All {counted(tried, 'swap')} of a medoid with another row have been weighed: none makes T less."


def _less(step: Step) -> str:
    assert step.was is not None and step.total is not None
    return figure(step.was - step.total)


def _parts(step: Step) -> np.ndarray:
    """(K,) what each cluster adds to T."""
    assert step.labels is not None
    return np.bincount(step.labels, step.distances, len(step.medoids))


def _worked(step: Step) -> tuple[str, ...]:
    assert step.total is not None
    parts = _parts(step)
    if len(parts) > LISTED:
        return ()
    return (f"T = {' + '.join(shown(step.total, lambda *one: sum(one), *parts))} = {figure(step.total)}",)


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    assert step.total is not None
    fell = () if step.was is None or step.kind == "rest" else (Number("fell by", step.was - step.total),)
    return Number("T", step.total, "all distances to the medoids"), *fell, Number("T / N", step.total / data.n, "mean")


def _tables(step: Step, data: Dataset) -> list[Table]:
    """The clusters; and for each medoid the best swap, as it was weighed before one was made."""
    assert step.labels is not None
    sizes, parts = np.bincount(step.labels, minlength=len(step.medoids)), _parts(step)
    names = [data.row_name(int(row)) for row in step.medoids]
    rows = tuple((k + 1, names[k], int(sizes[k]), float(parts[k])) for k in range(len(names)))
    told = [Table("Clusters", ("cluster", "medoid", "points", "part of T"), rows)]
    if step.swaps is not None and np.isfinite(step.swaps).all():
        swaps = tuple(
            (data.row_name(int(old)), data.row_name(int(new)), float(change))
            for old, (new, change) in zip(step.before, step.swaps, strict=True)
        )
        told.append(Table("The best swaps", ("for row", "row", "T changes by"), swaps, int(step.swaps[:, 1].argmin())))
    return told


def _checks(step: Step, data: Dataset) -> list[Check]:
    """That T does not rise, and that it is what the best swap promised."""
    assert step.total is not None
    told = [Check("T does not rise", not has_risen(step.total, step.was))]
    if step.kind == "swap" and step.swaps is not None and step.was is not None:
        promised = step.was + float(step.swaps[:, 1].min())
        told.append(Check("T changes as the swap was weighed", agree(promised, step.total, step.was)))
    return told


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The cell a point lies in, and its distances to the medoids."""
    return None if step.model is None else cell_of(x, step.model.centres)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.total is None else {"T": step.total}


def event(step: Step) -> Event | None:
    return {"build": Event("medoid", "centre"), "swap": Event("swap", "path")}.get(step.kind)
