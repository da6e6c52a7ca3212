"""Least squares for classification: regress coded classes on the features, and let the greatest output win."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.discriminants.least_squares.starting import blank
from engine.models.linear import Hyperplane, Scores
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle

ALGORITHM = Algorithm(
    __name__,
    name="Least-squares classification",
    task="classification",
    summary="Fits planes to the coded classes by least squares; each point gets the class of its greatest output.",
    source="Gauss 1809; for classes: Bishop 2006, section 4.1.3",
    synonyms=("least squares", "linear regression for classes", "pseudo-inverse", "OLS classifier"),
    needs=needs.CLASSES,
    starts=(Hyperplane, Scores),
    handles=(basis_handle(blank),),
    decided=BASIS_DECIDED,
    codings=("1 of K", "±1", "0/1"),
    metric=True,
)
