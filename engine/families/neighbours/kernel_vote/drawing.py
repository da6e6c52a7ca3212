"""What a step of the kernel vote looks like: bubbles as large as the weights, the kernels over the distance, totals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Mark, Points, Region, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.neighbours.kernel_vote.loop import Params, Step
from engine.families.neighbours.weighing_drawing import bars
from engine.maths.probability.kernels import COMPACT, INVERSE, KERNELS, TRIANGULAR, kernel
from engine.models.kernel_votes import KernelVotes
from engine.parts.balls import ball
from engine.parts.nearest import to_rows

TOTALS = Surface("chart", "Weight of each class", "class", "weight")
LARGEST, LEAST, GRADES = 6.0, 0.05, 40
"""The area of the bubble with the most weight, and with the least that is seen; so many sizes are told apart."""
PLACES = 121
"""A kernel is drawn through so many of its points."""
DOTS = 2_000
"""So many rows at most stand on the curve of their kernel: those nearest to the query."""
SEEN = 3.0
"""The kernels are drawn as far as so many widths."""
NAMED_AT = 0.6
"""So many widths out the triangle has its name."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    z, known = step.model.point, step.model.known
    drawn: list[Mark] = [Region(known, "probability")] if step.part == "answer" else []
    if step.weights is not None:
        rows = np.arange(step.before, step.taken) if step.part == "add" else np.flatnonzero(step.weights > 0)
        drawn += to_rows(z, rows, data, data.codes)
        drawn.append(bubbles(step.weights[: step.taken], data))
    if known.kernel != INVERSE:
        drawn += ball(known.metric, z, known.h)
    drawn += curves(known, step)
    if step.totals is not None:
        drawn.append(bars(step.totals, step.answer, data, TOTALS))
    return [*drawn, Points(z[None], "focus", labels=("z",))]


def bubbles(weights: np.ndarray, data: Dataset) -> Points:
    """The rows that have voted (m,), each as large as its weight; those without any are dots."""
    rows = np.arange(len(weights))
    share = np.sqrt(weights / max(float(weights.max(initial=0.0)), 1e-300))
    areas = LARGEST * np.maximum((np.round(share * GRADES) / GRADES) ** 2, LEAST)
    return Points(data.X[rows], "best", data.codes[rows], areas, rows=rows)


def curves(known: KernelVotes, step: Step) -> list[Mark]:
    """The kernels over the distance with the rows that have voted, and the width."""
    words = "weight" if step.shift == 0 else f"weight · e^{figure(-step.shift)}"
    chart, reach = Surface("chart", "Kernels", "distance d", words), _reach(known, step)
    drawn = overlaid(known, reach, chart) if step.shift == 0 else []
    drawn.append(Curve(np.array([[known.h, 0.0], [known.h, 1.0]]), "axis", label="h", surface=chart))
    if step.distances is None or step.weights is None:
        return drawn
    near = np.argsort(step.distances[: step.taken], kind="stable")[:DOTS]
    near = near[step.distances[near] <= reach]
    on = np.column_stack([step.distances[near], step.weights[near]])
    return [*drawn, Points(on, "plain", known.y[near], rows=near, surface=chart)]


def overlaid(known: KernelVotes, reach: float, chart: Surface) -> list[Mark]:
    """Every kernel over the distance, the chosen one in ink; of the others those with a window end at its rim."""
    places = np.append(np.linspace(0.0, reach, PLACES), [known.h, np.nextafter(known.h, np.inf)])
    drawn: list[Mark] = []
    for kind in KERNELS:
        own = kind == known.kernel
        d = np.unique(places if own or kind not in COMPACT else np.minimum(places, known.h))
        named = "" if kind == TRIANGULAR and not own else kind
        curve = np.column_stack([d, kernel(kind, d, known.h)])
        drawn.append(Curve(curve, "boundary" if own else "ghost", label=named, surface=chart))
    if known.kernel != TRIANGULAR:  # its end is that of Epanechnikov's
        place = np.array([NAMED_AT * known.h, 1.0 - NAMED_AT])
        drawn.append(Text(place, TRIANGULAR, "ghost", (1.0, 0.0), chart))
    return drawn


def _reach(known: KernelVotes, step: Step) -> float:
    """How far the kernels are drawn: some widths, or as far as the nearest rows if all are farther."""
    least = 0.0 if step.distances is None else float(step.distances.min())
    return max(SEEN * known.h, 1.2 * least)
