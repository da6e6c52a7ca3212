"""The score that a classifier has for each class, of whatever kind it is: what a threshold is put on."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np

Kind = Literal["probability", "score"]


class ClassScores(NamedTuple):
    """classes (K,) the codes;   values (n, K) a column for each, greater where the class is likelier; NaN for none."""

    classes: np.ndarray
    values: np.ndarray
    kind: Kind

    def of(self, code: int) -> np.ndarray:
        """(n,) the scores of one class; −∞ of one that the model does not know."""
        place = np.flatnonzero(self.classes == code)
        return self.values[:, place[0]] if len(place) else np.full(len(self.values), -np.inf)


def has_scores(model: Any) -> bool:
    """Whether a model has more to say of a class than yes or no.

    >>> from engine.models.linear import Hyperplane
    >>> has_scores(Hyperplane(np.ones(2), 0.0)), has_scores(None)
    (True, False)
    """
    return hasattr(model, "predict") and (hasattr(model, "predict_proba") or hasattr(model, "decision_function"))


def class_scores(model: Any, X: np.ndarray) -> ClassScores | None:
    """The probabilities of the classes for rows X (n, d), else the scores; None of a model without either.

    >>> from engine.models.linear import Hyperplane
    >>> class_scores(Hyperplane(np.array([1.0]), -1.0), np.array([[3.0]])).values.tolist()
    [[-2.0, 2.0]]
    """
    if hasattr(model, "predict_proba"):
        shares = np.asarray(model.predict_proba(X), dtype=float)
        return ClassScores(_codes(model, shares.shape[1]), shares, "probability")
    if hasattr(model, "claims"):
        return _of_scheme(model, X)
    if not has_scores(model):
        return None
    found = np.asarray(model.decision_function(X), dtype=float)
    if found.ndim == 1 or found.shape[1] == 1:
        found = np.column_stack([-found.ravel(), found.ravel()])
    return ClassScores(_codes(model, found.shape[1]), found, "score")


def _codes(model: Any, K: int) -> np.ndarray:
    """(K,) the codes of the columns: as the model says, else one after the other."""
    known = np.asarray(getattr(model, "classes", ()), dtype=np.intp)
    return known if known.shape == (K,) else np.arange(K)


def _of_scheme(model: Any, X: np.ndarray) -> ClassScores:
    """One class against the rest: its own score; one against one: how many of the two-class models claim the row."""
    rest = (np.asarray(model.negative) == -1).all() and set(model.positive.tolist()) == set(model.classes.tolist())
    if rest:
        return ClassScores(np.asarray(model.positive), np.asarray(model.decision_function(X)), "score")
    return ClassScores(np.asarray(model.classes), np.asarray(model.claims(X), dtype=float), "score")
