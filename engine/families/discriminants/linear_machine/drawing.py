"""What a step of the linear machine looks like: the regions, the scores of a point, and the segment between two."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Mark, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.discriminants.linear_machine.loop import Params, Step

SCORES = Surface("chart", "Scores of xA", "class", "y")
ALONG = Surface("chart", "Scores along the segment", "α, the share of xA", "y")
SHOWN = 12
"""So many classes have a bar or a line of their own."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [Region(step.model, "labels")]
    if step.stage == "regions":
        wrong = np.flatnonzero(step.model.predict(data.X) != data.codes)
        return [*drawn, Points(data.X[wrong], "wrong", rows=wrong)]
    if step.stage in ("score", "winner"):
        drawn.append(Points(data.X[[step.row]], "focus", rows=np.array([step.row])))
        drawn += scores_of(step, data)
    if step.stage == "segment" and step.other is not None:
        drawn += segment(step, step.other, data, params)
    return drawn


def scores_of(step: Step, data: Dataset) -> list[Mark]:
    """The scores known so far; the newest is chosen, and in the end the greatest."""
    assert step.scores is not None
    shown, classes = step.scores[:SHOWN], step.model.classes[: len(step.scores)][:SHOWN]
    chosen = int(np.argmax(step.scores)) if step.stage == "winner" else len(step.scores) - 1
    names = tuple(data.class_name(int(code)) for code in classes)
    return [Bars(shown, names, classes, chosen if chosen < len(shown) else None, surface=SCORES)]


def place_on(step: Step, other: int, data: Dataset, alpha: float) -> np.ndarray:
    """(d,) α xA + (1 − α) xB."""
    return np.asarray(alpha * data.X[step.row] + (1.0 - alpha) * data.X[other])


def segment(step: Step, other: int, data: Dataset, params: Params) -> list[Mark]:
    """The two points, what lies between them, the place of α, and the scores on the way."""
    ends, place = data.X[[step.row, other]], place_on(step, other, data, params.alpha)
    outside = [Segments(ends[1:], place[None], "ghost")] if not 0 <= params.alpha <= 1 else []
    return [
        *outside,
        Segments(ends[:1], ends[1:], "axis"),
        Points(ends, "focus", labels=("xA", "xB"), rows=np.array([step.row, other])),
        Points(place[None], "best", labels=(f"α = {figure(params.alpha)}",)),
        *along(step, other, data, params),
    ]


def along(step: Step, other: int, data: Dataset, params: Params) -> list[Mark]:
    """Every score along the line through A and B: a straight line each, so the greatest keeps its lead between."""
    low, high = min(-0.25, params.alpha - 0.25), max(1.25, params.alpha + 0.25)
    alphas = np.array([low, high])
    Y = step.model.decision_function(np.array([place_on(step, other, data, alpha) for alpha in alphas]))
    here = step.model.decision_function(place_on(step, other, data, params.alpha)[None])[0]
    if not (np.isfinite(Y).all() and np.isfinite(here).all()):
        return []
    bottom, top = float(Y.min()), float(Y.max())
    fences = [Curve(np.array([[a, bottom], [a, top]]), "ghost", surface=ALONG) for a in (0.0, 1.0)]
    lines = [
        Curve(np.column_stack([alphas, Y[:, k]]), group=int(code), label=data.class_name(int(code)), surface=ALONG)
        for k, code in enumerate(step.model.classes[:SHOWN])
    ]
    return [*fences, *lines, Points(np.array([[params.alpha, here.max()]]), "focus", labels=("greatest",),
                                    surface=ALONG)]  # fmt: skip
