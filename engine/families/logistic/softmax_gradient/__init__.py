"""Softmax regression by gradient descent: every class has its weights, and all of them go downhill together."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.logistic import many_classes
from engine.models.linear import Scores
from engine.parts.basis_drawing import BASIS_DECIDED

ALGORITHM = Algorithm(
    __name__,
    name="Softmax regression (gradient)",
    task="classification",
    summary="Finds the most likely probabilities of several classes, by gradient descent on the error.",
    source="Cox 1966; Bishop 2006, section 4.3.4",
    synonyms=("multinomial gradient descent", "multi-class logistic regression by gradient", "maximum entropy"),
    needs=needs.CLASSES,
    starts=(Scores,),
    typed=("weights", "biases"),
    handles=many_classes.HANDLES,
    decided=BASIS_DECIDED,
    codings=("1 of K",),
)
