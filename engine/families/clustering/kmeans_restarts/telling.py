"""What a run of K-means among many says: where it ended, and whether a run has been there before."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.clustering.group_drawing import cell_of
from engine.families.clustering.kmeans_restarts.drawing import written
from engine.families.clustering.kmeans_restarts.loop import Params, Step, least
from engine.maths.algebra.agreement import agree
from engine.maths.algebra.distances import nearest, own_squares
from engine.parts.ranges import scaled_first

FORMULA = (
    r"r^* = \underset{r}{\mathrm{arg\,min}}\; E_r, "
    r"\quad E = \frac{1}{N} \sum_n \|\mathbf{x}_n - \mathbf{m}_{z_n}\|^2"
)
LISTED = 8
"""So many of the places are listed, the best first."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.found is None:
        said = f"K-means will run {counted(params.runs, 'time')}, each from another start ({params.seeding})."
        return scaled_first(Story(said, FORMULA), data)
    if step.kind == "pause":
        return _pause_story(step, params)
    said = _run_words(step, params) if step.kind == "run" else _best_words(step)
    total = float(own_squares(data.X, step.found.centres.centres, step.found.labels).sum())
    line = f"E = {divided(total, data.n)}"
    return Story(said, FORMULA, (line,), _numbers(step), (_table(step),), tuple(_checks(step, data)))


def _pause_story(step: Step, params: Params) -> Story:
    assert step.found is not None
    said = (
        f"Run {len(step.ends) + 1} of {params.runs}: after {counted(step.found.rounds, 'iteration')} rows still change."
    )
    return Story(said, FORMULA, numbers=(Number("E so far", step.found.error, "of this run"),))


def _run_words(step: Step, params: Params) -> str:
    assert step.found is not None
    run, place = len(step.ends), step.places[step.here]
    said = f"Run {run} of {params.runs} converges in iteration {step.found.rounds} at E = {written(step)[step.here]}. "
    if place.run < run:
        return said + f"That is where run {place.run} ended: the same rows are together."
    if run == 1:
        return said + "Another start may end elsewhere."
    less = ", and none with so small an E" if least(step.places) == step.here else ""
    return f"{said}No run ended there before{less}."


def _best_words(step: Step) -> str:
    count, E = len(step.places), written(step)[step.here]
    if count == 1:
        return f"All {len(step.ends)} runs ended in the same place, E = {E}: no run found a better one."
    times = f"{step.counts[step.here]} of {len(step.ends)} runs ended there"
    return (
        f"The best of {count} different places is kept: E = {E}; {times}. Each is a fixed point: no "
        "half-step of K-means leads out of it, though its E need not be the least there is."
    )


def _numbers(step: Step) -> tuple[Number, ...]:
    errors = [place.E for place in step.places]
    return (
        Number("least E so far", min(errors)),
        Number("most E so far", max(errors)),
        Number("different places", len(errors), "where runs ended: local minima of E"),
        Number("ended in the best", int(step.counts[least(step.places)]), "runs"),
    )


def _table(step: Step) -> Table:
    """The places by their E."""
    order, figures = np.argsort([place.E for place in step.places], kind="stable")[:LISTED].tolist(), written(step)
    rows = tuple((figures[i], int(step.counts[i]), step.places[i].run) for i in order)
    chosen = order.index(step.here) if step.here in order else None
    return Table("Where runs end", ("E", "runs", "first was run"), rows, chosen)


def _checks(step: Step, data: Dataset) -> tuple[Check, ...]:
    """That the place is a fixed point, and that the best is the best."""
    assert step.found is not None
    centres, labels = step.found.centres.centres, step.found.labels
    again = nearest(data.X, centres)
    rest = agree(own_squares(data.X, centres, labels), again.squares, float(np.abs(data.X).max()) ** 2)
    fixed = Check("every point is with its nearest centre: the run has converged", rest)
    if step.kind == "run":
        return (fixed,)
    return fixed, Check("no run ended lower", all(step.found.error <= place.E for place in step.places))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The cell a point lies in, and its distances to the centres."""
    return None if step.model is None else cell_of(x, step.model.centres)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.kind != "run":
        return {}
    return {"E of this run": step.places[step.here].E, "least E so far": step.places[least(step.places)].E}


def event(step: Step) -> Event | None:
    if step.kind != "run" or step.places[step.here].run < len(step.ends):
        return None
    return Event("new best", "best") if least(step.places) == step.here else Event("new place", "centre")
