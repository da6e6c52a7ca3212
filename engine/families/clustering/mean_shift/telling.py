"""What a shift says: how far the climbers went, and that it was never downhill."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.clustering.group_drawing import cell_of
from engine.families.clustering.mean_shift.drawing import leader
from engine.families.clustering.mean_shift.loop import STILL, Params, Step, farthest
from engine.families.clustering.measures import QUICK, measured
from engine.maths.algebra.agreement import exceeds
from engine.maths.algebra.shifting import heights, weights
from engine.parts.querying import with_place
from engine.parts.ranges import scaled_first

FORMULA = (
    r"\mathbf{p} \leftarrow \frac{\sum_n k(\|\mathbf{x}_n - \mathbf{p}\| / h)\, \mathbf{x}_n}"
    r"{\sum_n k(\|\mathbf{x}_n - \mathbf{p}\| / h)}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.kind == "start":
        climbers = counted(len(step.rows), "climber begins on a row", "climbers begin on rows")
        said = f"{climbers}; each averages the rows within h ({params.kernel})."
        return scaled_first(Story(said, FORMULA, (), (Number("h", step.bandwidth, "the bandwidth"),)), data)
    return _say_shift(step, data, params) if step.kind == "shift" else _say_modes(step, data)


def _say_shift(step: Step, data: Dataset, params: Params) -> Story:
    gone, here = np.sqrt(((step.places - step.before) ** 2).sum(axis=1)), leader(step)
    moving = int((gone > STILL * step.bandwidth).sum())
    name = data.row_name(int(step.rows[here]))
    said = f"Iteration {len(step.trail)}: every climber goes to the mean of the rows around it. "
    if gone[here] == 0:
        said += "Not one of them moves any more."
    else:
        climb = "1 still climbs" if moving == 1 else f"{moving:,} still climb"
        said += f"The ringed one, from row {name}, goes farthest, by {figure(gone[here])}; {climb}."
    told = (Number("h", step.bandwidth), Number("farthest shift", farthest(step.before, step.places)))
    return Story(said, FORMULA, _mean_line(step, data, params, here), told, (), _climbs(step, data, params))


def _mean_line(step: Step, data: Dataset, params: Params, here: int) -> tuple[str, ...]:
    """The mean of the ringed climber, from its sums."""
    w = weights(step.before[[here]], data.X, step.bandwidth, params.kernel)[0]
    line = f"p ← {vector(w @ data.X, 6)} / {figure(float(w.sum()), 6)} = {vector(step.places[here])}"
    return with_place(line, "p", data, step.places[here])


def _climbs(step: Step, data: Dataset, params: Params) -> tuple[Check, ...]:
    """That no climber is less high than before; told while the rows are few."""
    if data.X.size > QUICK:
        return ()
    was, now = (heights(P, data.X, step.bandwidth, params.kernel) for P in (step.before, step.places))
    return (Check("the density at no climber falls", not exceeds(was, now, data.n)),)


def _say_modes(step: Step, data: Dataset) -> Story:
    assert step.model is not None and step.labels is not None
    K = len(step.model.centres)
    sizes = np.bincount(step.labels, minlength=K)
    said = (
        f"The climbers stand on {counted(K, 'peak')}: each is a group. Their number follows from h, it was not given."
    )
    if len(step.rows) < data.n:
        said += f" {counted(len(step.rows), 'row')} climbed; all others join the nearest peak."
    rows = tuple((k + 1, int(sizes[k])) for k in range(K))
    told = (Number("groups", K), Number("h", step.bandwidth), *measured(data, step.labels))
    return Story(said, FORMULA, (), told, (Table("Groups", ("group", "rows"), rows),))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The peak nearest to a point, once they are known."""
    return None if step.model is None else cell_of(x, step.model.centres)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"farthest shift": farthest(step.before, step.places)} if step.kind == "shift" else {}


def event(step: Step) -> Event | None:
    return Event("peaks", "best") if step.kind == "modes" else None
