"""What a step of the Mahalanobis distance looks like: the ellipse through x, and whitened a circle."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Ellipse, Mark, Matrix, Points, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distances.mahalanobis_distance.loop import FEW, Params, Step
from engine.parts.repairing import PSEUDO

PICTURES = tuple(
    Surface("chart", name, x, y, square=True, open=False)
    for name, x, y in (
        ("1 Rotated: Uᵀ (x − μ)", "along the 1st axis of Σ", "along the 2nd"),
        ("2 Scaled: Λ^(−1/2) Uᵀ (x − μ)", "standard deviations along the 1st", "along the 2nd"),
        ("3 Measured: Δ", "z1", "z2"),
    )
)
"""Σ = U Λ Uᵀ: another way to the same distance, each step of it a picture."""
WHITE = Surface("chart", "Whitened: y = L⁻¹ (x − μ)", "y1", "y2", square=True)
EYE = np.eye(2)
FLAT = 1e-10
"""Beside the longest axis of Σ one shorter than this has no digits left to scale by."""
ADDS = Surface("chart", "What each y adds to Δ²", "", "y²")
TABLES = Surface("table", "Σ = L Lᵀ")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    x = step.model.point
    drawn: list[Mark] = []
    if step.part == "repair" and step.former is not None and np.linalg.eigvalsh(step.former)[0] >= 0:
        drawn.append(Ellipse(step.mean, step.former, 1.0, "ghost"))
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
        drawn += whitened(step, data) if len(step.y) == data.d == 2 else []
    if step.part == "answer" and data.d == 2:
        drawn += three_pictures(step, data)
    return [*drawn, *tables(step, data, params)]


def whitened(step: Step, data: Dataset) -> list[Mark]:
    """The rows whitened; the ellipse of equal Δ is a circle there."""
    assert step.y is not None
    assert step.L is not None
    rows = (data.X - step.mean) @ np.linalg.pinv(step.L).T
    groups = data.codes if data.target == "class" else None
    drawn: list[Mark] = [Points(rows, "plain", groups=groups, names=data.class_titles, surface=WHITE)]
    turns = np.linspace(0.0, 2.0 * np.pi, 97)
    radius = step.distance if step.part == "answer" else 1.0
    circle = radius * np.column_stack([np.cos(turns), np.sin(turns)])
    drawn.append(Curve(circle, "margin" if step.part == "answer" else "path", surface=WHITE))
    drawn.append(Segments(np.zeros((1, 2)), step.y[None], "boundary", arrows=True, surface=WHITE))
    name = "y" if step.solved == 2 else "y so far"
    return [*drawn, Points(step.y[None], "focus", labels=(name,), surface=WHITE)]


def three_pictures(step: Step, data: Dataset) -> list[Mark]:
    """Rotated onto the axes of Σ, scaled by its standard deviations, and measured there like any length."""
    spreads, U = np.linalg.eigh(step.sigma)
    spreads, U = spreads[::-1], U[:, ::-1]
    turned, x = (data.X - step.mean) @ U, (step.model.point - step.mean) @ U
    if spreads[1] < FLAT * spreads[0]:
        return []
    roots, groups = np.sqrt(spreads), data.codes if data.target == "class" else None
    drawn: list[Mark] = []
    for surface, scale, sigma in zip(PICTURES, (np.ones(2), roots, roots), (np.diag(spreads), EYE, EYE), strict=True):
        drawn.append(Points(turned / scale, "plain", groups=groups, names=data.class_titles, surface=surface))
        drawn.append(Ellipse(np.zeros(2), sigma, step.distance, "margin", surface=surface))
        drawn.append(Segments(np.zeros((1, 2)), (x / scale)[None], "boundary", arrows=True, surface=surface))
        drawn.append(Points((x / scale)[None], "focus", labels=("x",), surface=surface))
    z, there = x / roots, PICTURES[2]
    corner = np.array([z[0], 0.0])
    drawn.append(Segments(np.array([np.zeros(2), corner]), np.array([corner, z]), "best", surface=there))
    words = f"Δ = √({figure(z[0] ** 2)} + {figure(z[1] ** 2)}) = {figure(step.distance)}"
    return [*drawn, Text(z / 2, words, anchor=(0.0, 0.0), surface=there)]


def bars(step: Step) -> Bars:
    """The squares that are added up, as far as they are solved for."""
    assert step.y is not None
    shown = step.y[: 2 * FEW]
    names = tuple(f"y{j + 1}" for j in range(len(shown)))
    now = step.solved - 1 if step.part == "solve" else None
    return Bars(shown**2, names, chosen=now, surface=ADDS)


def tables(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """Σ, and L beside it, of few features."""
    if data.d > FEW:
        return []
    names = tuple(column.name for column in data.columns)
    drawn: list[Mark] = [Matrix(step.sigma, names, names, "heat", None, "Σ", (0, 0), TABLES)]
    if step.L is not None:
        lit = step.solved - 1 if step.part == "solve" and params.repair != PSEUDO else None
        heads = tuple(f"y{j + 1}" for j in range(step.L.shape[1]))
        drawn.append(Matrix(step.L, names, heads, "heat", lit, "L", (1, 0), TABLES))
    return drawn
