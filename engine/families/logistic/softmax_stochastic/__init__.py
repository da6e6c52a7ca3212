"""Softmax regression by stochastic gradient descent: every example pulls at the weights of all classes."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.logistic import many_classes
from engine.models.linear import Scores
from engine.parts.basis_drawing import BASIS_DECIDED

ALGORITHM = Algorithm(
    __name__,
    name="Softmax regression (stochastic)",
    task="classification",
    summary="Finds the most likely probabilities of several classes, updating the weights after each example.",
    source="Robbins and Monro 1951; Bishop 2006, section 4.3.4",
    synonyms=("softmax SGD", "stochastic gradient descent for several classes", "online softmax"),
    needs=needs.CLASSES,
    starts=(Scores,),
    typed=("weights", "biases"),
    handles=many_classes.HANDLES,
    decided=BASIS_DECIDED,
    codings=("1 of K",),
)
