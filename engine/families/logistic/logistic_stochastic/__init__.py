"""Logistic regression by stochastic gradient descent: every example pulls at the weights as it comes by."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.logistic import two_classes
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import BASIS_DECIDED

ALGORITHM = Algorithm(
    __name__,
    name="Logistic regression (stochastic)",
    task="classification",
    summary="Finds the most likely probabilities of two classes, updating the weights after each example.",
    source="Robbins and Monro 1951; Bishop 2006, section 4.3.2",
    synonyms=("SGD", "stochastic gradient descent", "online logistic regression"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    typed=("weights", "bias"),
    handles=(*two_classes.HANDLES, two_classes.THRESHOLD),
    decided=BASIS_DECIDED,
    codings=("0/1",),
    metric=True,
)
