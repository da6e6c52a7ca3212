"""Far points: what one point far away does to Gaussian classes, to least squares and to logistic regression."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.gaussians.far_points.surfaces import BELLS, across

ALGORITHM = Algorithm(
    __name__,
    name="Far points and boundaries",
    task="concept",
    summary="Adds a point far away, rightly or wrongly labelled, and shows how four classifiers move their boundaries.",
    source="Bishop 2006, section 4.1.3",
    synonyms=("outliers and boundaries", "far points", "leverage of a point", "robustness of a boundary"),
    needs=(*needs.TWO_CLASSES, needs.one_feature),
    drags=(
        ParamHandle(
            "places", "the far point", BELLS, across, line="upright", at_end=True,
            help=lambda data: "All four boundaries follow it.",
        ),
    ),
)  # fmt: skip
