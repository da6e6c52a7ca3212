"""Several labels at once: a classifier for each of them, each with the labels before it, or one of sets of labels."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import snapshot
from engine.models.scheme import Answering
from engine.models.shapes import MARK, Axes, model, shaped

UNKNOWN = -1
"""The answer for a label that no classifier is about yet."""


@model
class Labels:
    """Which of Q labels a point has, by classifiers of any kind.

    classifiers  the m-th tells whether a point has label `order[m]`; with `sets` a single one, that tells which of the
             sets of labels it has
    labels   (Q,) by name;   inputs (i,)  the numbers of the features that are looked at
    order    (m,) which label each classifier is about
    chained  whether each is asked with the answers of those before it
    sets     (K, Q) 1 for each label in a set; (0, Q) where every label has a classifier
    classes  (2,) what `predict` answers for a point without the first label, and with it
    n_features  d of a point x: what is no input may be missing
    """

    CALLED = "classifier of several labels"

    AXES: ClassVar[Axes] = {
        "inputs": ("input",), "order": ("classifier",), "sets": ("set of labels", "label"),
        "classes": ("class",),
    }  # fmt: skip

    classifiers: tuple[Answering, ...]
    labels: tuple[str, ...]
    inputs: np.ndarray
    order: np.ndarray
    sets: np.ndarray
    classes: np.ndarray
    n_features: int
    chained: bool = False

    def __post_init__(self) -> None:
        sizes = shaped(self, inputs="i", order="m", sets="KQ", classes="c")
        if sizes["c"] != 2:
            raise Refusal(f"A classifier of several labels answers with two classes, and is given {sizes['c']}.")
        if sizes["Q"] != len(self.labels) or not self.labels:
            raise Refusal(f"There are {len(self.labels)} names of labels for sets of {sizes['Q']}.")
        if len(self.classifiers) != (1 if sizes["K"] else sizes["m"]) or not self.classifiers:
            raise Refusal(f"A classifier of several labels is given {len(self.classifiers)} classifiers.")
        if not all(vars(type(one)).get(MARK) == "model" and not isinstance(one, Labels) for one in self.classifiers):
            raise Refusal("A classifier of several labels needs classifiers of one label, or of sets of them.")
        if len(self.order) and not 0 <= self.order.min() <= self.order.max() < len(self.labels):
            raise Refusal("A classifier of several labels is about a label that there is not.")
        if len(self.inputs) and not 0 <= self.inputs.min() <= self.inputs.max() < self.n_features:
            raise Refusal("A classifier of several labels looks at a feature that there is not.")

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) class codes, by whether each point has the first label."""
        return np.asarray(self.classes[np.maximum(self.predict_labels(X)[:, 0], 0)])

    def predict_labels(self, X: np.ndarray) -> np.ndarray:
        """(n, Q) 1 where a point has a label, 0 where it has not, UNKNOWN where no classifier says."""
        return self.answers(np.atleast_2d(np.asarray(X, dtype=float))[:, self.inputs])

    def answers(self, Z: np.ndarray) -> np.ndarray:
        """(n, Q) the same, for what is looked at Z (n, i)."""
        if len(self.sets):
            return np.asarray(self.sets[self.classifiers[0].predict(Z)])
        found = np.full((len(Z), len(self.labels)), UNKNOWN)
        for classifier, q in zip(self.classifiers, self.order.tolist(), strict=True):
            found[:, q] = classifier.predict(Z) == 1
            Z = np.column_stack([Z, found[:, q]]) if self.chained else Z
        return found


@snapshot
class OneLabel:
    """One of several labels, over the features that are looked at: how it is drawn."""

    whole: Labels
    label: int

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) 1 where a point has it, else 0, for what is looked at X (n, i)."""
        return np.asarray(np.maximum(self.whole.answers(np.asarray(X, dtype=float))[:, self.label], 0))
