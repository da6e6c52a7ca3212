"""What a step of the correlation looks like: four quadrants, signed rectangles, standard scores, and the matrices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.correlation.pearson_correlation.loop import Params, Step

SCATTER = Surface("chart", "Signed rectangles")
SCORES = Surface("chart", "Standard scores", "z of x", "z of y", True)
CENTRED = Surface("chart", "Centred", square=False)
MATRICES = Surface("table", "Covariances and correlations")
SIGNS = ("falls together", "rises together")
"""The two quadrants where a product is below 0, and where it is above."""
DOTS = 2000
"""Of more pairs so many are drawn."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.part == "matrix":
        return matrices(step, data)
    i, j = params.columns(data)
    across, up = data.columns[i].title, data.columns[j].title
    if step.part in ("scores", "correlation", "cosine"):
        return scores(step, across, up)
    if step.part == "centred" and step.mean is not None:
        here = replace(CENTRED, x=f"{across} − mean", y=f"{up} − mean")
        return [
            *dots(step, np.column_stack([step.x - step.mean[0], step.y - step.mean[1]]), here),
            *cross(step, here, True),
        ]
    here = replace(SCATTER, x=across, y=up)
    drawn = dots(step, np.column_stack([step.x, step.y]), here)
    if step.mean is not None:
        drawn += cross(step, here, False)
    if step.part == "spreads" and step.mean is not None and step.s is not None:
        drawn += spreads(step.mean, step.s, here)
    if step.part in ("rectangle", "covariance"):
        drawn += rectangles(step, here)
    return drawn


def dots(step: Step, places: np.ndarray, surface: Surface) -> list[Mark]:
    """The pairs, coloured by the sign of their product once the means are known."""
    kept = np.linspace(0, len(places) - 1, min(len(places), DOTS)).astype(int)
    if step.mean is None:
        return [Points(places[kept], "data", rows=step.rows[kept], surface=surface)]
    signs = np.sign((step.x - step.mean[0]) * (step.y - step.mean[1]))
    groups = (signs > 0).astype(int)[kept]
    return [Points(places[kept], "data", groups, rows=step.rows[kept], names=SIGNS, surface=surface)]


def cross(step: Step, surface: Surface, centred: bool) -> list[Mark]:
    """The two means as lines that part four quadrants."""
    assert step.mean is not None
    mean = np.zeros(2) if centred else step.mean
    away = step.mean if centred else np.zeros(2)
    low = np.array([step.x.min(), step.y.min()]) - away
    high = np.array([step.x.max(), step.y.max()]) - away
    starts = np.array([[mean[0], low[1]], [low[0], mean[1]]])
    ends = np.array([[mean[0], high[1]], [high[0], mean[1]]])
    return [Segments(starts, ends, "axis", surface=surface)]


def spreads(mean: np.ndarray, s: np.ndarray, surface: Surface) -> list[Mark]:
    """One standard deviation to either side of the means."""
    starts = np.array([[mean[0] - s[0], mean[1]], [mean[0], mean[1] - s[1]]])
    ends = np.array([[mean[0] + s[0], mean[1]], [mean[0], mean[1] + s[1]]])
    return [Segments(starts, ends, "residual", labels=("± s of x", "± s of y"), surface=surface)]


def rectangles(step: Step, surface: Surface) -> list[Mark]:
    """From the cross of the means to each pair so far: the area is its product."""
    assert step.mean is not None and step.products is not None
    shown = range(step.done)
    drawn: list[Mark] = []
    for n in shown if len(shown) <= 40 else ():
        x, y = step.x[n], step.y[n]
        corners = np.array([step.mean, [x, step.mean[1]], [x, y], [step.mean[0], y], step.mean])
        drawn.append(Curve(corners, group=int(step.products[n] > 0), surface=surface))
    return drawn


def scores(step: Step, across: str, up: str) -> list[Mark]:
    """The standard scores, and the line of the slope r through the origin."""
    assert step.z is not None
    drawn = dots(step, step.z, SCORES)
    reach = float(np.abs(step.z).max())
    ends = np.array([-reach, reach])
    axes = np.array([[-reach, 0.0], [0.0, -reach]]), np.array([[reach, 0.0], [0.0, reach]])
    drawn.append(Segments(*axes, "axis", surface=SCORES))
    if step.r is not None:
        drawn.append(Curve(np.column_stack([ends, step.r * ends]), "boundary", label="slope r", surface=SCORES))
    return drawn


def matrices(step: Step, data: Dataset) -> list[Mark]:
    """All covariances, and the correlations that they become."""
    if step.S is None or step.R is None or not len(step.S):
        return []
    names = tuple(column.title for column in data.columns[: len(step.S)])
    return [
        Matrix(step.S, names, names, "table", title="covariances", surface=MATRICES),
        Matrix(step.R, names, names, "heat", title="correlations", place=(1, 0), surface=MATRICES),
    ]
