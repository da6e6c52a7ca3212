"""Logistic regression by gradient descent: go downhill on the error, all the examples at a time."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.logistic import two_classes
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import BASIS_DECIDED

ALGORITHM = Algorithm(
    __name__,
    name="Logistic regression (gradient)",
    task="classification",
    summary="Finds the most likely probabilities of two classes, by gradient descent on the error.",
    source="Cauchy 1847; Berkson 1944; Bishop 2006, section 4.3.2",
    synonyms=("logit gradient descent", "cross-entropy", "gradient descent for logistic regression"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    typed=("weights", "bias"),
    handles=(*two_classes.HANDLES, two_classes.THRESHOLD),
    decided=BASIS_DECIDED,
    codings=("0/1",),
    metric=True,
)
