"""What a step of the similarity looks like: the line of correlations carried to that of weights, and the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.correlation.correlation_similarity.loop import TOP, Params, Step, mapped

LINES = Surface("chart", "Correlations above, weights under them", "number", "1: r, 0: s")
MAP = Surface("chart", "The map", "correlation r", "weight s")
MOST, NAMED = 300, 24
"""Of more rows so many are drawn, and so many have their names."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    top = TOP[params.map]
    axes = Segments(
        np.array([[-1.0, 1.0], [0.0, 0.0]]), np.array([[1.0, 1.0], [top, 0.0]]), "axis",
        labels=("r", "s"), surface=LINES,
    )  # fmt: skip
    along = np.linspace(-1.0, 1.0, 201)
    here = replace(MAP, y=f"weight s = {params.map}")
    drawn: list[Mark] = [axes, Curve(np.column_stack([along, mapped(along, params.map)]), "axis", surface=here)]
    shown = np.flatnonzero(step.defined)[:MOST]
    names = tuple(data.row_name(int(row)) for row in step.critics[shown]) if len(shown) <= NAMED else ()
    drawn.append(
        Points(np.column_stack([step.r[shown], np.ones(len(shown))]), "plain", labels=names,
               rows=step.critics[shown], surface=LINES)
    )  # fmt: skip
    if step.weights is not None:
        drawn += carried(step, shown[shown < step.done], names, here)
    return drawn


def carried(step: Step, shown: np.ndarray, names: tuple[str, ...], here: Surface) -> list[Mark]:
    """Each correlation so far, its weight under it, and the place of both on the map."""
    assert step.weights is not None
    r, s, rows = step.r[shown], step.weights[shown], step.critics[shown]
    starts, ends = np.column_stack([r, np.ones(len(r))]), np.column_stack([s, np.zeros(len(s))])
    labels = names[: len(shown)]
    drawn: list[Mark] = []
    if len(shown):
        drawn = [
            Segments(starts, ends, "path", surface=LINES),
            Points(ends, "plain", labels=labels, rows=rows, surface=LINES),
            Points(np.column_stack([r, s]), "plain", labels=labels, rows=rows, surface=here),
        ]
    last = step.done - 1
    if step.part == "critic" and step.defined[last]:
        place = np.array([[step.weights[last], 0.0]])
        drawn.append(Points(place, "focus", rows=step.critics[[last]], surface=LINES))
    return drawn
