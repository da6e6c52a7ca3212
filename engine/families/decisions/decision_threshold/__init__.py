"""Decision threshold: two bells, a cut between them, and the probability of a mistake.   (Bishop 2006, section 1.5)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.decisions.decision_threshold.holding import over_densities, over_mistakes
from engine.families.decisions.decision_threshold.surfaces import MISTAKES
from engine.families.decisions.picture import DENSITIES

ALGORITHM = Algorithm(
    __name__,
    name="Decision threshold",
    task="concept",
    summary="Cuts the line between two bells, shades both kinds of mistake, and finds the best cut.",
    source="Bishop 2006, section 1.5.1; Duda and Hart 1973",
    synonyms=("probability of a mistake", "Bayes error", "minimum error rate", "misclassification rate"),
    drags=(
        ParamHandle("threshold", "the threshold", DENSITIES, over_densities, line="upright", at_end=True),
        ParamHandle("threshold", "the threshold", MISTAKES, over_mistakes, line="upright", at_end=True),
    ),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
