"""What a step of feature ranking looks like: the scores as bars, the best first once all are there; the accuracy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import short
from engine.core.marks import Bars, Curve, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.reduction.axes_drawing import MOST
from engine.families.reduction.feature_ranking.loop import Params, Step, rounded

FIRST = 1
"""The step that scores the first attribute."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if not len(step.scores):
        return []
    ranked = step.order is not None
    shown = np.arange(len(step.scores))[-MOST:] if step.order is None else step.order[:MOST]
    places = {int(j): place for place, j in enumerate(shown)}
    steps = FIRST + shown
    if ranked:  # the step that kept it, where it is the same bar
        steps = np.where(np.arange(len(shown)) < params.kept(data.d), FIRST + data.d + np.arange(len(shown)), -1)
    surface = Surface("chart", "Scores", "attribute", params.score)
    names = tuple(short(data.columns[j].title, 18) for j in shown)
    bars = Bars(
        step.scores[shown], names, chosen=places.get(-1 if step.attribute is None else step.attribute),
        surface=surface, steps=steps, lit=tied(step.scores)[shown] if ranked else None,
    )  # fmt: skip
    return [bars, *_accuracies(step)]


def tied(scores: np.ndarray) -> np.ndarray:
    """(d,) whether another attribute has the same score."""
    _, which, count = np.unique(rounded(scores), return_inverse=True, return_counts=True)
    return np.asarray(count[which.ravel()] > 1)


def _accuracies(step: Step) -> list[Mark]:
    """How well the attributes kept so far do together."""
    if step.accuracies is None or not len(step.accuracies):
        return []
    count = len(step.accuracies)
    view = (0.5, max(count, 2) + 0.5, -0.05, 1.08)
    surface = Surface("chart", "Accuracy", "attributes kept", "right by the nearest other row", view=view)
    places = np.column_stack([np.arange(1, count + 1), step.accuracies])
    return [Curve(places, "path", dots=True, surface=surface), Points(places[-1:], "focus", surface=surface)]
