"""Which of the two learners of `LearnerParams` the target decides: for the cards, which `learners.py` reads itself."""

from __future__ import annotations

from engine.core.set_by_data import SetByData, has_classes, has_number

SETTLED = (
    SetByData("classifier", None, "a number is predicted", has_number),
    SetByData("regressor", None, "a class is predicted", has_classes),
)
"""Which of the two learners has no say, for the cards."""
