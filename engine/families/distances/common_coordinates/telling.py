"""What a step of the distance over common coordinates says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import added, counted, enough, figure, joined, taken
from engine.core.story import Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distances.common_coordinates.loop import Params, Step, enlarged

COMMON = r"S = O_a \cap O_b"
DISTANCE = r"r = \sqrt{\sum_{d \in S} (a_d - b_d)^2}"
RESCALED = r"r \leftarrow \sqrt{\frac{D}{|S|} \sum_{d \in S} (a_d - b_d)^2}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    a, b = (data.row_name(row) for row in step.rows)
    lacking = np.isnan(step.pair).sum(axis=1).tolist()
    said = f"Row {a} is a, row {b} is b. " + " and ".join(
        f"{name} lacks {counted(count, 'coordinate')}" for name, count in zip("ab", lacking, strict=True)
    )
    return Story(said + ".", COMMON, (), (Number("coordinates D", len(step.shared)),))


def _mark(step: Step, data: Dataset, params: Params) -> Story:
    j, so_far = step.done - 1, int(step.shared[: step.done].sum())
    told = (Number("common so far", so_far), Number("coordinates seen", step.done))
    if step.done - step.before > 1:
        return Story(f"{step.done - step.before} more coordinates are compared.", COMMON, (), told)
    name = data.columns[j].name
    if step.shared[j]:
        return Story(f"{name} is there in both: it is common.", COMMON, (), told)
    who = joined(who for who, gone in zip("ab", np.isnan(step.pair[:, j]), strict=True) if gone)
    return Story(f"{name} is missing in {who}: it says nothing of how far they are apart.", COMMON, (), told)


def _undefined(step: Step, data: Dataset, params: Params) -> Story:
    if not step.count:
        said = "a and b have no coordinate in common: their distance is undefined. "
        said += "It is not 0, which is for identical rows."
    else:
        said = (
            f"Only {counted(step.count, 'coordinate')} in common, and {params.minimum} are asked for: it is undefined."
        )
    return Story(said, COMMON, (), (Number("|S|", step.count),))


def _square(step: Step, data: Dataset, params: Params) -> Story:
    j = step.done - 1
    told = (Number("sum so far", step.total), Number("squares added", step.added))
    if step.added - step.before > 1:
        return Story(f"{step.added - step.before} more squared gaps are added.", DISTANCE, (), told)
    a, b = step.pair[:, j].tolist()
    square = float(step.squares[j])
    gap = taken(a, b)
    digits = enough(square, lambda side: side * side, abs(a - b))
    lines = (f"gap = {gap}", f"square = {figure(abs(a - b), digits)}² = {figure(square)}",
             f"sum = {added(step.last, square)}")  # fmt: skip
    return Story(f"{data.columns[j].name}: its squared gap is added.", DISTANCE, lines, told)


def _root(step: Step, data: Dataset, params: Params) -> Story:
    assert step.distance is not None
    D = len(step.shared)
    used = f"{step.count} of {counted(D, 'coordinate')}"
    said = f"The distance is {figure(step.distance)}, over {used}."
    if step.count < D:
        said += " Fewer coordinates make a smaller sum, so rows that share little look near"
        said += "." if params.rescale else ": rescaling by D / |S| makes up for that."
    digits = enough(step.distance, np.sqrt, step.total)
    line = f"r = √{figure(step.total, digits)} = {figure(step.distance)}"
    told = (Number("r", step.distance), Number("|S|", step.count, f"of {D}"))
    return Story(said, DISTANCE, (line,), told)


def _rescaled(step: Step, data: Dataset, params: Params) -> Story:
    assert step.rescaled is not None and step.distance is not None
    D, count = len(step.shared), step.count
    said = f"Rescaled it is {figure(step.rescaled)}: as if the other coordinates were on average as far apart."
    if count == D:
        said = "All coordinates are common, so rescaling changes nothing."
    digits = enough(step.rescaled, lambda total: enlarged(total, D, count), step.total)
    line = f"r = √({figure(step.total, digits)}·{D} / {count}) = {figure(step.rescaled)}"
    return Story(said, RESCALED, (line,), (Number("r rescaled", step.rescaled), Number("r before", step.distance)))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "mark": _mark, "undefined": _undefined, "square": _square, "root": _root, "rescaled": _rescaled,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"sum of squares": step.total} if step.part == "square" else {}


def event(step: Step) -> Event | None:
    if step.part == "undefined":
        return Event("undefined", "wrong")
    return Event("distance", "best") if step.part == "root" else None
