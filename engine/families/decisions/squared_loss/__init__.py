"""Squared loss: the best prediction is the conditional mean, and the conditional variance remains."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.decisions.squared_loss.surfaces import JOINT, LOSS, along_x, along_y

ALGORITHM = Algorithm(
    __name__,
    name="Squared loss for regression",
    task="concept",
    summary="Moves a prediction at one x: the expected squared loss is least at the conditional mean of the target.",
    source="Bishop 2006, section 1.5.5",
    synonyms=("conditional mean", "expected squared loss", "irreducible error", "mean squared error"),
    needs=(*needs.NUMBER, needs.one_feature),
    drags=(
        ParamHandle("at", "the place x", JOINT, along_x, line="upright"),
        ParamHandle("guess", "the prediction y", LOSS, along_y, line="upright"),
    ),
    aside=True,
)
