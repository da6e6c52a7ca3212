"""Joint log-likelihood of Gaussian classes: row by row, and as one of the parameters moves off its best value."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.gaussians.joint_likelihood.moving import OVER, across, few_features

ALGORITHM = Algorithm(
    __name__,
    name="Likelihood of Gaussian classes",
    task="concept",
    summary="Adds up ln L of rows and classes, and moves one parameter off its best value.",
    source="Bishop 2006, section 4.2.2",
    synonyms=("joint log-likelihood", "generative likelihood", "likelihood of classes"),
    needs=(*needs.CLASSES, few_features),
    drags=(
        ParamHandle(
            "by", "the parameter", OVER, across, line="upright", at_end=True,
            help=lambda data: "ln L falls on either side of the maximum-likelihood value.",
        ),
    ),
    metric=True,
)  # fmt: skip
