"""What a step of calibration looks like: the reliability curve so far, the rows in each bin, and what a row costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Mark, Points, Region, Segments
from engine.core.score_curves import RELIABILITY, reliability_marks
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.evaluation.calibration.loop import Params, Step
from engine.maths.evaluation.calibration import brier_terms, log_terms

ROWS = Surface("chart", "Rows by probability", "probability", "rows")
LOSS = Surface("chart", "Loss of a row", "probability of its own class", "loss")
LEAST = 1e-3
"""Where the curve of the log loss begins."""
MOST = 400
"""Of more rows the curve alone is drawn."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if step.p is None or step.bins is None or step.t is None:
        return []
    drawn: list[Mark] = [Region(step.model, "probability")]
    if step.rows is not None:
        drawn.append(Points(data.X[step.rows], "focus", rows=step.rows))
    drawn += [*reliability(step), bars(step, data, params)]
    return [*drawn, *losses(step)] if step.part in ("brier", "log loss") else drawn


def reliability(step: Step) -> list[Mark]:
    """The curve up to the bin in view, and how far its dot is from the diagonal."""
    assert step.bins is not None
    if step.part == "fitted":
        return reliability_marks(step.bins, 0)
    if step.bin is None:
        return reliability_marks(step.bins)
    x, y = step.bins.predicted[step.bin], step.bins.observed[step.bin]
    words = (f"{figure(step.bins.counts[step.bin])} rows",)
    return [
        *reliability_marks(step.bins, step.bin + 1),
        Segments(np.array([[x, x]]), np.array([[x, y]]), "residual", surface=RELIABILITY),
        Points(np.array([[x, y]]), "focus", labels=words, surface=RELIABILITY),
    ]


def bars(step: Step, data: Dataset, params: Params) -> Bars:
    """How many rows each bin has, and how many of them are positive."""
    assert step.bins is not None
    edges, counts = step.bins.edges, step.bins.counts
    known = counts > 0
    steps = np.where(known, 1 + np.cumsum(known), -1) if step.part != "start" else None
    names = tuple(f"to {figure(end, 2)}" for end in edges[1:])
    return Bars(
        counts.astype(float), names, chosen=step.bin, surface=ROWS, steps=steps,
        cuts=tuple(np.array([float(one)]) for one in step.bins.positives),
    )  # fmt: skip


def losses(step: Step) -> list[Mark]:
    """The loss of a row by the probability of its own class, and every row on it."""
    assert step.p is not None and step.t is not None
    own = np.where(step.t, step.p, 1.0 - step.p)
    places = np.linspace(LEAST, 1.0, 200)
    sure = np.ones(len(places), dtype=bool)
    squared = step.part == "brier"
    curve = brier_terms(places, sure) if squared else log_terms(places, sure)
    drawn: list[Mark] = [Curve(np.column_stack([places, curve]), "boundary", surface=LOSS)]
    if len(own) <= MOST and step.scored is not None:
        there, each = (own if squared else np.maximum(own, LEAST)), np.ones(len(own), dtype=bool)
        heights = brier_terms(there, each) if squared else log_terms(there, each)
        drawn.append(Points(np.column_stack([there, heights]), "plain", rows=step.scored.rows, surface=LOSS))
    return drawn
