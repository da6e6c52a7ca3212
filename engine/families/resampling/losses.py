"""What an answer costs, row by row: 0/1 or −ln p of a class, the square or the size of what a number is off."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.base.errors import Refusal
from engine.maths.algebra.agreement import cleared
from engine.maths.evaluation.losses import losses

CLASS_LOSSES = ZERO_ONE, LOG = ("0/1", "log")
NUMBER_LOSSES = SQUARED, ABSOLUTE = ("squared", "absolute")
LEAST = float(np.finfo(float).eps)
"""A probability is taken for no less, so that one sure mistake does not make the mean infinite."""


def of_answers(answers: np.ndarray, targets: np.ndarray, loss: str) -> np.ndarray:
    """(m,) the losses of answers (m,): [ŷ ≠ y], (ŷ − y)² or |ŷ − y|.

    >>> of_answers(np.array([0, 1]), np.array([0, 2]), "0/1").tolist()
    [0.0, 1.0]
    """
    if loss == ZERO_ONE:
        return losses(targets, answers, loss)
    same = cleared(answers - targets, np.abs(answers) + np.abs(targets)) == 0  # but for rounding
    return losses(targets, np.where(same, targets, answers), loss)


def of_chances(chances: np.ndarray, classes: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """(m,) −ln of the probability that each row's own class has in `chances` (m, K), whose columns are `classes`.

    >>> of_chances(np.array([[0.5, 0.5]]), np.array([0, 1]), np.array([1])).round(4).tolist()
    [0.6931]
    """
    own = (chances * (codes[:, None] == classes)).sum(axis=1)
    return np.asarray(-np.log(np.clip(own, LEAST, 1.0)))


def asks_for_chances(loss: str) -> bool:
    """Whether a loss is of the probabilities, and not of the answers."""
    return loss == LOG


def chances_of(model: Any, X: np.ndarray) -> np.ndarray:
    """(m, K) the probabilities of a model, or a refusal that names the parameter; one of a single column is P(1)."""
    if not hasattr(model, "predict_proba"):
        raise Refusal(f"The log loss needs probabilities, and this model has none: set class_loss to {ZERO_ONE}.")
    found = np.asarray(model.predict_proba(X), dtype=float)
    return np.column_stack([1.0 - found, found]) if found.ndim == 1 else found


def classes_of(model: Any, columns: int) -> np.ndarray:
    """The class codes of the columns of its probabilities."""
    return np.asarray(getattr(model, "classes", range(columns)))


def unit_of(loss: str) -> str:
    """What a mean of these losses is called."""
    return {
        ZERO_ONE: "share of errors",
        LOG: "mean log loss",
        SQUARED: "mean squared error",
        ABSOLUTE: "mean absolute error",
    }[loss]
