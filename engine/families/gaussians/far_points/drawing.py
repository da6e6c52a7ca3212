"""What a step looks like: the far points on the line, densities and means that move, and every boundary's arrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Points, Region, Segments, Text
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.gaussians.far_points.fits import METHODS, OWN, SHARED, Fit
from engine.families.gaussians.far_points.loop import Params, Step
from engine.families.gaussians.far_points.surfaces import BELLS

MOVES = Surface("chart", "How the boundaries move", y="classifier")
PLACES = 301
"""A curve has so many points."""
MARGIN = 0.08
"""So much of the width of what is shown is free on either side."""
AHEAD = 0.05
"""Names stand so much above their line."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    codes = np.array(data.classes_present)
    drawn: list[Mark] = [] if step.model is None else [Region(step.model, "labels")]
    drawn.append(Points(step.far[:, None], "focus", codes[step.labels]))
    return [*drawn, *bells(step, data, params), *moves(step, data)]


def kind_drawn(step: Step, params: Params) -> str:
    """Whose densities are drawn: of the method of this step, else as the parameters have it."""
    if step.method in (OWN, SHARED):
        return step.method
    return OWN if params.variance == "own" else SHARED


def across(step: Step, data: Dataset) -> np.ndarray:
    """(PLACES,) places over the points, near and far."""
    low, high = (float(f([f(data.X), f(step.far)])) for f in (np.min, np.max))
    room = MARGIN * (high - low)
    return np.linspace(low - room, high + room, PLACES)


def bells(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """πₖ N(x | μₖ, σₖ²) before, dashed, and now; the means with the way each moved, and the boundary."""
    surface, x, kind = replace(BELLS, x=data.columns[0].title), across(step, data), kind_drawn(step, params)
    place, drawn = METHODS.index(kind), list[Mark]()
    drawn += _curves(step.was, kind, x, "plain" if step.now is None else "ghost", data, surface)
    if step.now is not None:
        drawn += _curves(step.now, kind, x, "plain", data, surface)
    now = step.now if step.now is not None and step.known > place else None
    tops = [_heights(fit, kind, fit.means).max() for fit in (step.was, step.now) if fit is not None]
    drawn += _upright(step.was.boundaries[place], float(max(tops)), "ghost" if now else "boundary", x, surface)
    if now is not None:
        drawn += _upright(now.boundaries[place], float(max(tops)), "boundary", x, surface)
    feet, ends = (np.column_stack([step.far, np.full(len(step.far), height)]) for height in (0.0, max(tops)))
    drawn.append(Segments(feet, ends, "axis", labels=("far point",) * len(step.far), surface=surface))
    drawn.append(Points(np.column_stack([step.far, np.zeros(len(step.far))]), "focus",
                        np.array(data.classes_present)[step.labels], surface=surface))  # fmt: skip
    return drawn + (_means(step, surface) if step.now is not None else [])


def _heights(fit: Fit, kind: str, x: np.ndarray) -> np.ndarray:
    """(2, n) πₖ N(x | μₖ, σₖ²)."""
    variances = fit.variances if kind == OWN else np.full(2, fit.shared)
    with np.errstate(over="ignore", under="ignore"):
        z = (x - fit.means[:, None]) ** 2 / variances[:, None]
        found = (fit.counts / fit.counts.sum() / np.sqrt(2 * np.pi * variances))[:, None] * np.exp(-0.5 * z)
    return np.asarray(found)


def _curves(fit: Fit, kind: str, x: np.ndarray, role: Role, data: Dataset, surface: Surface) -> list[Mark]:
    return [
        Curve(np.column_stack([x, height]), role, group=int(code), surface=surface)
        for code, height in zip(data.classes_present, _heights(fit, kind, x), strict=True)
    ]


def _upright(place: float | None, top: float, role: Role, x: np.ndarray, surface: Surface) -> list[Mark]:
    if place is None or not x[0] <= place <= x[-1]:
        return []
    return [Segments(np.array([[place, 0.0]]), np.array([[place, top]]), role, surface=surface)]


def _means(step: Step, surface: Surface) -> list[Mark]:
    """From each mean to where it is now, along the foot of the chart."""
    assert step.now is not None
    moved = np.flatnonzero(step.was.means != step.now.means)
    if not len(moved):
        return []
    starts, ends = (np.column_stack([fit.means[moved], np.zeros(len(moved))]) for fit in (step.was, step.now))
    return [
        Points(starts, "ghost", surface=surface),
        Segments(starts, ends, "axis", arrows=True, labels=("mean",) * len(moved), surface=surface),
    ]


def moves(step: Step, data: Dataset) -> list[Mark]:
    """A level line for each classifier: its boundary before, and the arrow to where it is now."""
    surface, x = replace(MOVES, x=data.columns[0].title), across(step, data)
    drawn: list[Mark] = []
    for place, name in enumerate(METHODS):
        level = float(len(METHODS) - place)
        before = step.was.boundaries[place]
        drawn.append(Text(np.array([x[0], level + AHEAD]), name, "plain", surface=surface))
        drawn.append(Curve(np.array([[x[0], level], [x[-1], level]]), "shade", surface=surface))
        if before is None or not x[0] <= before <= x[-1]:
            continue
        here = np.array([[before, level]])
        drawn.append(Points(here, "ghost", surface=surface))
        after = step.now.boundaries[place] if step.now is not None and place < step.known else None
        if after is None or before == after:
            continue
        end = np.array([[float(np.clip(after, x[0], x[-1])), level]])
        role: Role = "boundary" if name == step.method or step.method is None else "plain"
        drawn.append(Segments(here, end, role, arrows=True, surface=surface))
    return drawn
