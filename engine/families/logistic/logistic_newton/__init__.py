"""Logistic regression by Newton's method: jump to the bottom of the bowl that touches the error.   (IRLS)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.logistic import two_classes
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import BASIS_DECIDED

ALGORITHM = Algorithm(
    __name__,
    name="Logistic regression (Newton)",
    task="classification",
    summary="Finds the most likely probabilities of two classes, by Newton's method.",
    source="Berkson 1944; IRLS: Bishop 2006, section 4.3.3",
    synonyms=("logistic regression", "logit", "IRLS", "iteratively reweighted least squares", "maximum likelihood"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    typed=("weights", "bias"),
    handles=(*two_classes.HANDLES, two_classes.THRESHOLD),
    decided=BASIS_DECIDED,
    codings=("0/1",),
    metric=True,
)
