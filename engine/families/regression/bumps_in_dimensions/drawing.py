"""What a step of counting bumps looks like: mᵈ on a logarithmic axis with N as a line, and the grid itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.regression.bumps_in_dimensions.loop import Params, Step, in_the_box, nearest_centres
from engine.maths.algebra.spread import spread

COUNTS = Surface("chart", "Number of centres", "features d", "log₁₀ of a number")
GRID = Surface("chart", "The grid of centres", "", "", square=True, axes=False)
SEEN = np.array([[1.0, 0.0], [0.0, 1.0], [0.42, 0.27]])
"""How the first three features are drawn: across, up, and away from the eye."""
SIDE = 12
"""Of more centres along a feature the grid is drawn with so many."""
ROWS = 300


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    return [*counts(step, data, params), *grid(step, data, params)]


def counts(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """mᵈ so far, how many of them are used, and the number of rows."""
    d = np.arange(1, step.d + 1)
    curve = np.column_stack([d, np.log10(step.counts)])
    used = np.column_stack([d[: len(step.used)], np.log10(step.used)])
    level = float(np.log10(data.n))
    drawn: list[Mark] = [
        Curve(
            np.array([[1.0, level], [float(max(params.dimensions, 2)), level]]), "ghost", label="N rows", surface=COUNTS
        ),
        Curve(curve, "path", label="mᵈ centres", dots=True, surface=COUNTS),
        Points(curve[-1:], "focus", surface=COUNTS),
    ]
    if len(used):
        drawn.append(Curve(used, "best", label="centres used", dots=True, surface=COUNTS))
    return drawn


def grid(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The centres in one, two or three dimensions, those that are used darker, and the rows among them."""
    d, m = min(step.d, 3), min(params.per_feature, SIDE)
    axes = np.stack(np.meshgrid(*[np.linspace(0.0, 1.0, m)] * d, indexing="ij"), axis=-1).reshape(-1, d)
    drawn: list[Mark] = [box(d), Points(axes @ SEEN[:d], "ghost", sizes=np.full(len(axes), 0.5), surface=GRID)]
    if d <= data.d:
        used = np.unique(nearest_centres(data.X[:, :d], m), axis=0) / (m - 1)
        drawn.append(Points(used @ SEEN[:d], "centre", sizes=np.full(len(used), 0.6), surface=GRID))
    if d <= min(data.d, 2):  # in a cube their places cannot be seen
        rows = spread(data.n, ROWS)
        groups = data.codes[rows] if data.target == "class" else None
        places = in_the_box(data.X[:, :d])[rows] @ SEEN[:d]
        drawn.append(Points(places, "plain", groups, np.full(len(rows), 0.5), rows=rows, surface=GRID))
    words = caption(step, data, params, m)
    return [*drawn, Text(np.array([0.0, -0.06]), words, anchor=(0.0, 0.0), surface=GRID)]


def box(d: int) -> Mark:
    """The edges of the line, the square or the cube."""
    corners = np.stack(np.meshgrid(*[[0.0, 1.0]] * d, indexing="ij"), axis=-1).reshape(-1, d)
    pairs = [(a, b) for a in range(len(corners)) for b in range(a) if np.abs(corners[a] - corners[b]).sum() == 1]
    starts, ends = corners[[b for _, b in pairs]] @ SEEN[:d], corners[[a for a, _ in pairs]] @ SEEN[:d]
    return Segments(starts, ends, "ghost", surface=GRID)


def caption(step: Step, data: Dataset, params: Params, m: int) -> str:
    """What is drawn, and what is left out."""
    said = "Faint: the centres. Dark: those nearest to a row." if min(step.d, 3) <= data.d else "Faint: the centres."
    if m < params.per_feature:
        said += f"\nDrawn with {m} centres along a feature."
    if step.d > 3:
        said += f"\nThe first 3 of {step.d} features are drawn."
    return said
