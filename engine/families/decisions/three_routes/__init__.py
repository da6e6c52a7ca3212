"""Three routes to a classifier: densities and Bayes' rule, posteriors alone, or a function that gives the label."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.decisions.three_routes.fitting import varied
from engine.families.decisions.three_routes.surfaces import DENSITIES, LABELS, POSTERIORS, across

ALGORITHM = Algorithm(
    __name__,
    name="Three routes to a classifier",
    task="concept",
    summary="Fits densities, posteriors and a discriminant function to one data set, and compares what they answer.",
    source="Bishop 2006, section 1.5.4",
    synonyms=(
        "generative or discriminative", "discriminant function", "inference and decision", "inference stage",
    ),
    needs=(*needs.TWO_CLASSES, varied),
    drags=tuple(
        ParamHandle("place", "the point", chart, across, line="upright") for chart in (DENSITIES, POSTERIORS, LABELS)
    ),
)  # fmt: skip
