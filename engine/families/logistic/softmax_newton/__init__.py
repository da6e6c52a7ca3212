"""Softmax regression by Newton's method: one bowl for the weights of all classes, and a jump to its bottom."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.logistic import many_classes
from engine.models.linear import Scores
from engine.parts.basis_drawing import BASIS_DECIDED

ALGORITHM = Algorithm(
    __name__,
    name="Softmax regression (Newton)",
    task="classification",
    summary="Finds the most likely probabilities of several classes, by Newton's method.",
    source="Böhning 1992; Bishop 2006, section 4.3.4",
    synonyms=("softmax regression", "multinomial logistic regression", "multi-class logistic regression", "softmax"),
    needs=needs.CLASSES,
    starts=(Scores,),
    typed=("weights", "biases"),
    handles=many_classes.HANDLES,
    decided=BASIS_DECIDED,
    codings=("1 of K",),
)
