"""What the tests of logistic and softmax regression share: what their charts of slopes and of scores show."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.maths.optimisation.gradient_check import Slopes, slopes


def checked(step: Any, objective: Any, params: Any) -> Slopes:
    """The slopes of the step and those by differences, each nudged by the size of its column."""
    sizes = np.abs(objective.Phi).max(axis=0)
    w, gradient = step.model.packed.ravel(), step.gradient.ravel()
    return slopes(objective.values, gradient, w, np.tile(sizes, len(w) // len(sizes)), nudge=params.nudge)


def shifted(step: Any, data: Any, params: Any) -> np.ndarray:
    """(K,) the scores of the row that costs most, with what is added to all of them."""
    scores = step.model.decision_function(data.X)
    own = scores[np.arange(data.n), np.searchsorted(step.model.classes, data.codes)]
    losses = np.logaddexp.reduce(scores, axis=1) - own
    return np.asarray(scores[int(losses.argmax())] + params.shift)
