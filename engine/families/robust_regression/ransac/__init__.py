"""RANSAC: fit a few rows drawn at random, and keep the fit that most rows agree with.   (Fischler and Bolles 1981)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import LinearPredictor
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.regression import blank

ALGORITHM = Algorithm(
    __name__,
    name="RANSAC",
    task="regression",
    summary="Fits a few random rows, counts the rows near that fit, and fits the rows of the largest consensus again.",
    source="Fischler and Bolles 1981",
    synonyms=("random sample consensus", "outlier rejection", "inliers", "consensus set"),
    needs=needs.NUMBER,
    starts=(LinearPredictor,),
    handles=(basis_handle(blank),),
    decided=BASIS_DECIDED,
)
