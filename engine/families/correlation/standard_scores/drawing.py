"""What a step of the standard scores looks like: a line that balances at the mean, squares on it, and two stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.correlation.standard_scores.loop import Params, Step

LINE = Surface("chart", "The values and their squares", "", "deviation", square=True)
STAGES = Surface("chart", "First slide, then shrink", y="stage", view=None)
DOTS, BOXES = 2000, 60
"""Of more values so many are drawn, and squares of so many different deviations at most."""
EAST = np.array([1.0, 0.0])
WEDGE = np.array([[0.0, 0.0], [-1.0, -2.0], [1.0, -2.0], [0.0, 0.0]])
VALUES, CENTRED, SCORED = 2.0, 1.0, 0.0
"""How high the stages stand: the values, less the mean, and divided by s."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    name = data.columns[params.column(data)].title
    if step.part in ("centred", "scores"):
        return stages(step, replace(STAGES, x=name))
    return number_line(step, replace(LINE, x=name))


def number_line(step: Step, surface: Surface) -> list[Mark]:
    """The values on a line, the mean where they balance, and the squares of the deviations so far."""
    drawn: list[Mark] = []
    if step.deviations is not None and step.part != "undefined":
        drawn += boxes(step, surface)
    drawn.append(dots(step, step.x, 0.0, "plain", surface))
    if step.part == "mean" or step.deviations is not None:
        here = np.array([[step.mean, 0.0]])
        drawn += [wedge(step, surface), Points(here, "centre", labels=("mean",), surface=surface)]
    if step.part == "mean" and step.before:
        drawn.append(Points(np.array([[step.former, 0.0]]), "ghost", surface=surface))
    if step.part in ("mean", "deviation"):
        last = np.array([[step.x[step.done - 1], 0.0]])
        drawn.append(Points(last, "focus", rows=step.rows[[step.done - 1]], surface=surface))
    return drawn


def wedge(step: Step, surface: Surface) -> Curve:
    """What the line balances on: a wedge under the mean."""
    wide = float(np.ptp(step.x)) / 30 or 1.0
    return Curve(step.mean * EAST + wide * WEDGE, "axis", surface=surface)


def boxes(step: Step, surface: Surface) -> list[Mark]:
    """A square on each deviation so far, up from the line; in the end the square of s, whose area is their average."""
    assert step.deviations is not None
    different = np.unique(step.deviations[: step.done], return_index=True)[1]
    shown = np.sort(different).tolist() if len(different) <= BOXES else []
    drawn: list[Mark] = [
        box(step.mean, float(step.deviations[n]), "boundary" if newest(step, n) else "plain", surface) for n in shown
    ]
    if step.s is not None:
        drawn.append(box(step.mean, step.s, "best", surface, "s²"))
    return drawn


def newest(step: Step, n: int) -> bool:
    """Whether a square was added at this step."""
    return step.part == "deviation" and n >= step.before


def box(mean: float, side: float, role: Role, surface: Surface, label: str = "") -> Curve:
    """The square between the mean and mean + side, above the line."""
    high = abs(side)
    corners = np.array([[mean, 0], [mean, high], [mean + side, high], [mean + side, 0], [mean, 0]])
    return Curve(corners, role, label=label, surface=surface)


def dots(step: Step, places: np.ndarray, height: float, role: Role, surface: Surface) -> Points:
    """The rows at these places along a line of this height."""
    kept = np.linspace(0, len(places) - 1, min(len(places), DOTS)).astype(int)
    return Points(
        np.column_stack([places[kept], np.full(len(kept), height)]), role, rows=step.rows[kept], surface=surface
    )


def stages(step: Step, surface: Surface) -> list[Mark]:
    """The values above, less the mean in the middle, and below them divided by s: each row keeps its place in line."""
    assert step.deviations is not None
    drawn: list[Mark] = moves(step.x, step.deviations, VALUES, CENTRED, surface)
    drawn.append(dots(step, step.x, VALUES, "plain", surface))
    if step.z is None:
        return [*drawn, dots(step, step.deviations, CENTRED, "data", surface), *middles(step, surface)]
    drawn += moves(step.deviations, step.z, CENTRED, SCORED, surface)
    drawn.append(dots(step, step.deviations, CENTRED, "plain", surface))
    return [*drawn, dots(step, step.z, SCORED, "data", surface), *middles(step, surface)]


def moves(before: np.ndarray, after: np.ndarray, high: float, low: float, surface: Surface) -> list[Mark]:
    """An arrow from stage to stage for each of a few rows."""
    if len(before) > BOXES:
        return []
    starts = np.column_stack([before, np.full(len(before), high)])
    ends = np.column_stack([after, np.full(len(after), low)])
    return [Segments(starts, ends, "path", surface=surface)]


def middles(step: Step, surface: Surface) -> list[Mark]:
    """The mean of each stage so far."""
    labelled = [("x̄", step.mean, VALUES), ("0", 0.0, CENTRED)]
    if step.z is not None:
        labelled.append(("0", 0.0, SCORED))
    labels, across, up = zip(*labelled, strict=True)
    return [Points(np.column_stack([across, up]), "centre", labels=labels, surface=surface)]
