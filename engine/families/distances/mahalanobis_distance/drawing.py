"""What a step of the Mahalanobis distance looks like: the ellipse through x, and whitened a circle."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Bars, Curve, Ellipse, Mark, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distances.mahalanobis_distance.loop import FEW, Params, Step
from engine.maths.algebra.metrics import whitening

WHITE = Surface("chart", "Whitened: y = L⁻¹ (x − μ)", "y1", "y2", square=True)
ADDS = Surface("chart", "What each y adds to Δ²", "", "y²")
TABLES = Surface("table", "Σ = L Lᵀ")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    x = step.model.point
    drawn: list[Mark] = []
    if step.part == "answer":
        drawn.append(Ellipse(step.mean, step.sigma, step.distance, "margin"))
    else:
        drawn.append(Ellipse(step.mean, step.sigma, 1.0, "plain"))
    if step.gap is not None:
        drawn.append(Segments(step.mean[None], x[None], "boundary", arrows=True))
    drawn.append(Points(step.mean[None], "centre", labels=("μ",)))
    drawn.append(Points(x[None], "focus", labels=("x",)))
    if step.y is not None:
        drawn.append(bars(step))
        drawn += whitened(step, data) if data.d == 2 else []
    return [*drawn, *tables(step, data)]


def whitened(step: Step, data: Dataset) -> list[Mark]:
    """The rows whitened; the ellipse of equal Δ is a circle there."""
    assert step.y is not None
    root = whitening(step.sigma)
    rows = (data.X - step.mean) @ root.T
    groups = data.codes if data.target == "class" else None
    drawn: list[Mark] = [Points(rows, "plain", groups=groups, names=data.class_names, surface=WHITE)]
    turns = np.linspace(0.0, 2.0 * np.pi, 97)
    radius = step.distance if step.part == "answer" else 1.0
    circle = radius * np.column_stack([np.cos(turns), np.sin(turns)])
    drawn.append(Curve(circle, "margin" if step.part == "answer" else "path", surface=WHITE))
    drawn.append(Segments(np.zeros((1, 2)), step.y[None], "boundary", arrows=True, surface=WHITE))
    name = "y" if step.solved == 2 else "y so far"
    return [*drawn, Points(step.y[None], "focus", labels=(name,), surface=WHITE)]


def bars(step: Step) -> Bars:
    """The squares that are added up, as far as they are solved for."""
    assert step.y is not None
    shown = step.y[: 2 * FEW]
    names = tuple(f"y{j + 1}" for j in range(len(shown)))
    now = step.solved - 1 if step.part == "solve" else None
    return Bars(shown**2, names, chosen=now, surface=ADDS)


def tables(step: Step, data: Dataset) -> list[Mark]:
    """Σ, and L beside it, of few features."""
    if data.d > FEW:
        return []
    names = tuple(column.name for column in data.columns)
    drawn: list[Mark] = [Matrix(step.sigma, names, names, "heat", None, "Σ", (0, 0), TABLES)]
    if step.L is not None:
        lit = step.solved - 1 if step.part == "solve" else None
        heads = tuple(f"y{j + 1}" for j in range(data.d))
        drawn.append(Matrix(step.L, names, heads, "heat", lit, "L", (1, 0), TABLES))
    return drawn
