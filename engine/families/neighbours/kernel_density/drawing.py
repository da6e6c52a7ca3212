"""What a step of a kernel density estimate looks like: bumps and their sum on a chart, or level lines on the plane."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.base.words import figure
from engine.core.marks import Contours, Curve, Mark, Points
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.neighbours.kernel_density.loop import Params, Step
from engine.maths.probability.sigmoid import log_sum_exp
from engine.models.kernel_density import KernelDensity
from engine.models.neighbours import EUCLIDEAN, Metric
from engine.parts.balls import ball

PLACES = 241
"""A curve is drawn through so many of its points."""
BUMPS = 40
"""Of more bumps than this those that are new are drawn, over the sum of the others."""
SEEN = 4.0
"""So many widths beyond the rows are drawn."""
LARGE = 300.0
"""A density whose logarithm is larger or smaller than this is drawn as a share of its top."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    z, known, rows = step.model.point, step.model.known, np.arange(step.before, step.taken)
    drawn: list[Mark] = []
    if data.d == 2 and step.taken:
        key = ("density", known.kernel, known.h, step.taken, data.X.tobytes())
        drawn.append(Contours(partial(density, known, step.taken), key))
    if len(rows):
        drawn.append(Points(data.X[rows], "support", rows=rows))
    if len(rows) == 1:
        metric = Metric(EUCLIDEAN, np.ones(data.d), np.zeros((0, 0)))
        drawn += ball(metric, data.X[rows[0]], known.h)
    drawn += [] if data.d == 2 else curves(step, data)
    return [*drawn, Points(z[None], "focus", labels=("z",))]


def density(known: KernelDensity, taken: int, places: np.ndarray) -> np.ndarray:
    """(m,) the sum of the first bumps, each for its row of all, at places (m, 2)."""
    with np.errstate(over="ignore"):
        return np.asarray(np.exp(known.decision_function(places, taken)))


def curves(step: Step, data: Dataset) -> list[Mark]:
    """The bumps so far and their sum over the first feature; the other features are those of the query."""
    z, known, name = step.model.point, step.model.known, data.columns[0].title
    places = np.tile(z, (PLACES, 1))
    places[:, 0] = along = np.linspace(*shown(step, data), PLACES)
    logs = known.log_bumps(places)
    shift = level(log_sum_exp(logs))
    words = "p" if shift == 0 else f"p · e^{figure(-shift)}"
    others = "" if data.d == 1 else ", the other features as the query has them"
    chart = Surface("chart", f"Density over {name}{others}", name, words)
    if not step.taken:
        feet = np.column_stack([data.X[:, 0], np.zeros(data.n)])
        return [Points(feet, "plain", rows=np.arange(data.n), surface=chart)]

    def curve(heights: np.ndarray, role: Role) -> Curve:
        return Curve(np.column_stack([along, np.exp(heights - shift)]), role, surface=chart)

    many = step.taken > BUMPS
    drawn: list[Mark] = [curve(log_sum_exp(logs[:, : step.before]), "ghost")] if many and step.before else []
    for row in range(step.before if many else 0, step.taken if step.taken - step.before <= BUMPS else step.before):
        drawn.append(curve(logs[:, row], "ghost" if row < step.before else "focus"))
    drawn.append(curve(log_sum_exp(logs[:, : step.taken]), "boundary"))
    here = np.array([[z[0], np.exp(min(step.log_p - shift, LARGE))]])
    return [*drawn, Points(here, "focus", labels=("z",), surface=chart)]


def shown(step: Step, data: Dataset) -> tuple[float, float]:
    """From where to where the first feature is drawn."""
    here, room = float(step.model.point[0]), SEEN * step.model.known.h
    return min(float(data.X[:, 0].min()) - room, here), max(float(data.X[:, 0].max()) + room, here)


def level(logs: np.ndarray) -> float:
    """The logarithm by which a density is divided where it is drawn: 0, unless it is too large or small a number."""
    top = float(logs.max())
    return top if np.isfinite(top) and abs(top) > LARGE else 0.0
