"""Elastic net: least squares with a penalty on the sizes and on the squares of the weights.   (Zou and Hastie 2005)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import LinearPredictor
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.regression import blank

ALGORITHM = Algorithm(
    __name__,
    name="Elastic net",
    task="regression",
    summary="Least squares with the penalties of the lasso and of ridge; columns that are alike get like weights.",
    source="Zou and Hastie 2005; coordinate descent: Friedman, Hastie and Tibshirani 2010",
    synonyms=("elasticnet", "L1 and L2 regularisation", "glmnet", "lasso and ridge"),
    needs=needs.NUMBER,
    starts=(LinearPredictor,),
    handles=(basis_handle(blank),),
    decided=BASIS_DECIDED,
)
