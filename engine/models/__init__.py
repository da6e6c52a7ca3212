"""What a fitted thing can do. Models are few and shared; export is written once per kind of model.

Each is a read-only snapshot with the vocabulary of scikit-learn where it has one: `predict(X)` gives class codes,
`decision_function(X)`, `predict_proba(X)`, `transform(X)`. X is (n, d). What a model can do is what methods it has.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from engine.models.basis import Gaussians, Polynomial, Sigmoids
from engine.models.groups import Centres, ClassMeans
from engine.models.linear import Hyperplane, Logistic, Scheme, Scores, Softmax, ThresholdUnit
from engine.models.posterior import BayesianLogistic
from engine.models.projections import Components, Discriminants
from engine.models.tree import Tree

KINDS: tuple[type, ...] = (
    Hyperplane, Logistic, ThresholdUnit, BayesianLogistic, Scores, Softmax, Scheme,
    Centres, ClassMeans, Components, Discriminants, Tree,
)  # fmt: skip
PARTS: tuple[type, ...] = (Polynomial, Gaussians, Sigmoids)
"""What a model may hold besides arrays and numbers."""

__all__ = [
    "BayesianLogistic", "Centres", "ClassMeans", "Classifier", "Components", "Discriminants", "Gaussians", "Hyperplane",
    "Logistic", "Polynomial", "Scheme", "Scores", "Sigmoids", "Softmax", "ThresholdUnit", "Tree",
    "kinds", "parts",
]  # fmt: skip


@runtime_checkable
class Classifier(Protocol):
    """Anything that gives a code for each row; a Region can be drawn of it."""

    def predict(self, X: np.ndarray) -> np.ndarray: ...


def kinds() -> dict[str, type]:
    """Every kind of model by its name: what save_model, load_model and recipes know."""
    return {kind.__name__: kind for kind in KINDS}


def parts() -> dict[str, type]:
    """Every kind of model and of what it is made of: what a file may hold."""
    return kinds() | {part.__name__: part for part in PARTS}
