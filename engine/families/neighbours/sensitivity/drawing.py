"""What a step of the sensitivity of neighbours looks like: the present neighbours, the areas, and the error so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.core.marks import Curve, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.neighbours.sensitivity.loop import AXIS, LABELS, NOISE, Params, Step, place
from engine.parts.nearest import to_rows

ALONG = {NOISE: "irrelevant attributes", LABELS: "mislabelled points", AXIS: "times the first axis was doubled"}


@dataclass(frozen=True)
class Slice:
    """What the neighbours of a step say of points of the data's own features; irrelevant attributes are 0 there."""

    step: Step
    params: Params

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) class codes."""
        added = np.zeros((len(X), self.step.known.n_features - X.shape[1]))
        scales = place(np.ones(X.shape[1]), self.step, self.params)[0, : X.shape[1]]
        return self.step.known.predict(np.column_stack([X * scales, added]))


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    z, labels = step.model.point, step.known.y
    drawn: list[Mark] = [Region(Slice(step, params), "labels")]
    drawn.append(Points(data.X, "data", labels, rows=np.arange(data.n), names=data.class_titles))
    drawn.append(Points(data.X[step.missed], "wrong", rows=step.missed))
    lost = np.setdiff1d(step.first, step.near)
    drawn += to_rows(z, step.near, data, labels)
    drawn.append(Points(data.X[lost], "ghost", rows=lost))
    drawn.append(Points(data.X[step.near], "best", rows=step.near))
    drawn.append(Points(z[None], "focus", labels=("z",)))
    return [*drawn, *curves(step, data, params)]


def curves(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """The error, and how alike the distances are, at every count so far."""
    most = max(params.amount, 1)
    counts = np.arange(len(step.errors), dtype=float)
    drawn: list[Mark] = []
    for name, label, values, top in (
        ("Error", "misclassified rows", step.errors, max(float(step.errors.max()), 1.0)),
        ("Contrast", "nearest / farthest distance", step.contrasts, 1.0),
    ):
        view = (-0.04 * most, 1.08 * most, -0.06 * top, 1.12 * top)  # a ring at the end is whole
        chart = Surface("chart", name, ALONG[params.change], label, view=view)
        places = np.column_stack([counts, values])
        drawn.append(Curve(places, "boundary", dots=True, surface=chart))
        drawn.append(Points(places[-1:], "focus", surface=chart))
    return drawn
