"""What a fitted thing can do. Models are few and shared; export is written once per kind of model.

Each is a read-only snapshot with the vocabulary of scikit-learn where it has one: `predict(X)` gives class codes,
`decision_function(X)`, `predict_proba(X)`, `transform(X)`. X is (n, d). What a model can do is what methods it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any, Protocol, runtime_checkable

import numpy as np

from engine.core.errors import Refusal
from engine.core.snapshot import read_only, snapshot
from engine.maths.distances import squared_distances


@runtime_checkable
class Classifier(Protocol):
    """Anything that gives a code for each row; a Region can be drawn of it."""

    def predict(self, X: np.ndarray) -> np.ndarray: ...


def _shaped(model: Any, **shapes: str) -> dict[str, int]:
    """What each letter stands for, where arrays have the shapes stated: `_shaped(self, means="Kd", classes="K")`."""
    sizes: dict[str, int] = {}
    for name, letters in shapes.items():
        shape = getattr(model, name).shape
        fits = len(shape) == len(letters)
        if not fits or any(sizes.setdefault(*pair) != pair[1] for pair in zip(letters, shape, strict=True)):
            stated = ", ".join(f"{field} ({', '.join(axes)})" for field, axes in shapes.items())
            raise Refusal(f"The {name} of {type(model).__name__} have the shape {shape}, and it needs {stated}.")
    return sizes


@snapshot
class Hyperplane:
    """A linear discriminant: class `classes[1]` where weights · x + bias >= 0, else class `classes[0]`.

    weights (d,), bias; the boundary is at the signed distance decision_function(x) / ‖weights‖.

    >>> Hyperplane(np.array([1.0, 1.0]), -1.5).predict(np.array([[0, 1], [1, 1]]))
    array([0, 1])
    """

    weights: np.ndarray
    bias: float
    classes: tuple[int, int] = (0, 1)

    def __post_init__(self) -> None:
        _shaped(self, weights="d")
        if len(self.classes) != 2:
            raise Refusal(f"A hyperplane separates two classes, and is given {len(self.classes)}.")

    @property
    def n_features(self) -> int:
        return len(self.weights)

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(n,) the activation weights · x + bias."""
        return np.asarray(np.asarray(X, dtype=float) @ self.weights + self.bias)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) class codes; an activation of exactly 0 counts as classes[1]."""
        return np.where(self.decision_function(X) >= 0, self.classes[1], self.classes[0])


@snapshot
class Logistic(Hyperplane):
    """A hyperplane whose activation a is the log-odds of classes[1]: P = σ(a) = 1 / (1 + e⁻ᵃ)."""

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, 2) the probabilities of classes[0] and classes[1]."""
        activation = self.decision_function(X)
        smaller = np.exp(-np.abs(activation))
        likely, unlikely = 1.0 / (1.0 + smaller), smaller / (1.0 + smaller)
        one = np.where(activation >= 0, likely, unlikely)
        return np.column_stack([np.where(activation >= 0, unlikely, likely), one])


@snapshot
class Centres:
    """Representatives of groups: the code of a point is the index of its nearest centre, the lowest on a tie.

    centres (K, d)
    """

    centres: np.ndarray

    def __post_init__(self) -> None:
        _shaped(self, centres="Kd")

    @property
    def n_features(self) -> int:
        return int(self.centres.shape[1])

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the index of the nearest centre."""
        return np.asarray(np.argmin(squared_distances(X, self.centres), axis=1))

    def transform(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the Euclidean distance to each centre."""
        return np.asarray(np.sqrt(squared_distances(X, self.centres)))


@snapshot
class ClassMeans:
    """The nearest-mean classifier: means (K, d), and classes (K,), the codes they stand for."""

    means: np.ndarray
    classes: np.ndarray

    def __post_init__(self) -> None:
        _shaped(self, means="Kd", classes="K")

    @property
    def n_features(self) -> int:
        return int(self.means.shape[1])

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class of the nearest mean, the lowest on a tie."""
        return np.asarray(self.classes[np.argmin(squared_distances(X, self.means), axis=1)])


@snapshot
class Components:
    """Principal axes: mean (d,), components (k, d) with orthonormal rows, variances (k,) along them.

    scale (d,) is what each feature is divided by once centred: ones, unless the features were standardised.

    >>> Components(np.zeros(2), np.array([[0.6, 0.8]]), np.ones(1)).transform(np.array([[3.0, 4.0]]))
    array([[5.]])
    """

    mean: np.ndarray
    components: np.ndarray
    variances: np.ndarray
    scale: np.ndarray = field(default_factory=lambda: np.ones(()))

    def __post_init__(self) -> None:
        if self.scale.ndim == 0:
            object.__setattr__(self, "scale", read_only(np.full(self.mean.shape, float(self.scale))))
        _shaped(self, mean="d", components="kd", variances="k", scale="d")

    @property
    def n_features(self) -> int:
        return len(self.mean)

    def transform(self, X: np.ndarray) -> np.ndarray:
        """(n, k) the scores: components · (x - mean) / scale."""
        return np.asarray((np.asarray(X, dtype=float) - self.mean) / self.scale @ self.components.T)

    def inverse_transform(self, scores: np.ndarray) -> np.ndarray:
        """(n, d) the reconstruction: mean + scale · (scores · components)."""
        return np.asarray(np.asarray(scores, dtype=float) @ self.components * self.scale + self.mean)


@snapshot
class Tree:
    """A decision tree over coded attributes, its nodes in the order they were made; node 0 is the root.

    attribute (m,)   the feature a node asks about, -1 at a leaf
    parent    (m,)   the node above, -1 at the root;   branch (m,)  the code on the way from it
    counts    (m, K) how many examples of each class reached the node; `majority` (m,) is what it answers

    A value counts as the nearest whole code. One that no branch of a node stands for, or a missing one, rests there.
    """

    attribute: np.ndarray
    parent: np.ndarray
    branch: np.ndarray
    counts: np.ndarray
    majority: np.ndarray

    def __post_init__(self) -> None:
        nodes = _shaped(self, attribute="m", parent="m", branch="m", counts="mK", majority="m")["m"]
        above, below = self.parent[1:], np.arange(1, nodes)
        if not nodes or self.parent[0] != -1 or (above < 0).any() or (above >= below).any():
            raise Refusal("The nodes of a Tree begin with the root, and the parent of each other node comes before it.")
        if (self.attribute[above] < 0).any():
            raise Refusal("A node of a Tree that has nodes below it must ask about a feature.")

    def apply(self, X: np.ndarray) -> np.ndarray:
        """(n,) the node where each row comes to rest; all rows take one step down at a time."""
        table = np.rint(np.atleast_2d(np.asarray(X, dtype=float)))
        node = np.zeros(len(table), dtype=np.intp)
        width = int(self.branch.max(initial=0)) + 1
        keys = self.parent[1:] * width + self.branch[1:]
        order = np.argsort(keys, kind="stable")
        moving = np.arange(len(table) if len(keys) else 0)
        while len(moving):
            here = node[moving]
            value = table[moving, self.attribute[here]]
            known = (self.attribute[here] >= 0) & (value >= 0) & (value < width)
            wanted = here * width + np.where(known, value, 0.0).astype(np.intp)
            place = np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)
            found = known & (keys[order[place]] == wanted)
            moving = moving[found]
            node[moving] = order[place[found]] + 1
        return node

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the majority class of the node where each row rests."""
        return np.asarray(self.majority[self.apply(X)])

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the shares of the classes at the node where each row rests; where no example came, those above it."""
        node = self.apply(X)
        while (empty := (self.counts[node].sum(axis=1) == 0) & (self.parent[node] >= 0)).any():
            node = np.where(empty, self.parent[node], node)
        counts = self.counts[node].astype(float)
        return np.asarray(counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0))

    def path(self, x: np.ndarray) -> list[int]:
        """The nodes a row passes, from the root down."""
        node = int(self.apply(x)[0])
        way = [node]
        while self.parent[node] >= 0:
            node = int(self.parent[node])
            way.insert(0, node)
        return way


def kinds() -> dict[str, type]:
    """Every kind of model by its name: what save_model, load_model and recipes know."""
    return {kind.__name__: kind for kind in _defined() if hasattr(kind, "__dataclass_fields__")}


def _defined() -> Iterator[type[Any]]:
    yield from (item for item in globals().values() if isinstance(item, type) and item.__module__ == __name__)
