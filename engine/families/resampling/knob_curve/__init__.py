"""Knob curve: training and validation error as a parameter of a learner is turned.   (Stone 1974)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.families.resampling.judged import DECIDED, JUDGED

ALGORITHM = Algorithm(
    __name__,
    name="Knob curve (validation curve)",
    task="classification",
    numbers=True,
    demonstrates=True,
    validates=True,
    summary="Tries one value of any parameter of any learner after the other, and chooses by the validation error.",
    source="Stone 1974; Breiman et al. 1984, section 3.4.3 (the one-standard-error rule)",
    synonyms=("hyperparameter tuning", "tuning curve", "one standard error rule", "grid search", "underfitting curve"),
    needs=JUDGED,
    settled=DECIDED,
)
