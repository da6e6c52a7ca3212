"""Whether a model from a file can be asked at all. What a run makes is sound; what a stranger sends may be anything."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.base.errors import Refusal
from engine.models.shapes import called

MOST_FEATURES = 1_000_000
QUESTIONS = ("predict", "decision_function", "predict_proba", "transform")


def sound(model: Any) -> Any:
    """The model, if it has one answer to each question for each of two points; else a refusal in words.

    >>> from engine.models.groups import Centres
    >>> sound(Centres(np.eye(2))).n_features
    2
    """
    name, width = called(model), getattr(model, "n_features", None)
    if width is None:  # it looks only at the features it asks about, as a tree does
        return model
    if not 1 <= width <= MOST_FEATURES:
        raise Refusal(f"The {name} is for points with {width:,} features; it must be from 1 to {MOST_FEATURES:,}.")
    points = np.zeros((2, width))
    try:
        with np.errstate(all="ignore"):  # a model that a run has left infinite is one, and comes back as it was
            counts = [len(getattr(model, ask)(points)) for ask in QUESTIONS if hasattr(model, ask)]
    except (ValueError, IndexError, TypeError, ArithmeticError, AttributeError, MemoryError) as error:
        raise Refusal(f"The {name} has no answer for a point: its parts do not fit together.") from error
    if any(count != len(points) for count in counts):
        raise Refusal(f"The {name} does not give one answer for each point: its parts do not fit together.")
    return model
