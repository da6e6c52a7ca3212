"""Multi-output linear regression: several targets at once, each by least squares on the same features."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.regression.multi_output_regression.several import real_target

ALGORITHM = Algorithm(
    __name__,
    name="Multi-output linear regression (several targets)",
    task="regression",
    summary="Predicts several numbers from the same features: one pseudo-inverse, a solution for each target.",
    source="Bishop 2006, section 3.1.5",
    synonyms=("multivariate regression", "several targets", "multi-output", "multi-target regression"),
    needs=(real_target, needs.rows(1), needs.features(1), needs.numeric),
)
