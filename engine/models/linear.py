"""Linear models: one score or K scores, or a number, of the features or of basis functions."""

from __future__ import annotations

from typing import ClassVar, Self

import numpy as np

from engine.base.errors import Refusal
from engine.maths.probability.sigmoid import sigmoid, softmax
from engine.models.basis import Basis
from engine.models.flat import LinearScores, two_sided
from engine.models.shapes import Axes, model, shaped


def features(basis: Basis | None, X: np.ndarray) -> np.ndarray:
    """(n, M) what the weights are multiplied with: φ(x), or x itself."""
    return np.asarray(X, dtype=float) if basis is None else basis.features(X)


def check_basis(basis: Basis | None, weights: int) -> None:
    """Refuse weights that do not fit the basis."""
    if basis is not None and basis.n_functions != weights:
        raise Refusal(f"There are {weights} weights for {basis.n_functions} basis functions.")


@model
class Hyperplane:
    """A linear discriminant: class `classes[1]` where weights · x + bias >= 0, else class `classes[0]`.

    weights (d,), bias; the boundary is at the signed distance decision_function(x) / ‖weights‖. With a basis the
    weights (M,) belong to its functions, and x stands for φ(x).

    >>> Hyperplane(np.array([1.0, 1.0]), -1.5).predict(np.array([[0, 1], [1, 1]]))
    array([0, 1])
    """

    CALLED = "linear discriminant"

    AXES: ClassVar[Axes] = {"weights": ("input",)}

    weights: np.ndarray
    bias: float
    classes: tuple[int, int] = (0, 1)
    basis: Basis | None = None

    def __post_init__(self) -> None:
        shaped(self, weights="d")
        check_basis(self.basis, len(self.weights))
        if len(self.classes) != 2:
            raise Refusal(f"A hyperplane separates two classes, and is given {len(self.classes)}.")

    @property
    def n_features(self) -> int:
        """The number of features d that a point has."""
        return len(self.weights) if self.basis is None else self.basis.n_features

    @property
    def packed(self) -> np.ndarray:
        """(M + 1,) the bias first, then the weights."""
        return np.append(self.bias, self.weights)

    @classmethod
    def unpacked(cls, w: np.ndarray, classes: tuple[int, int], basis: Basis | None = None) -> Self:
        """The model with the weights w (M + 1,), bias first."""
        return cls(w[1:], float(w[0]), classes, basis)

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(n,) the activation weights · φ(x) + bias."""
        return np.asarray(features(self.basis, X) @ self.weights + self.bias)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) class codes; an activation of exactly 0 counts as classes[1]."""
        return np.where(self.decision_function(X) >= 0, self.classes[1], self.classes[0])

    def linear_scores(self) -> LinearScores | None:
        """What it answers by, as scores; None with a basis."""
        return None if self.basis is not None else two_sided(self.weights, self.bias, *self.classes, self.classes[1])


@model
class ThresholdUnit(Hyperplane):
    """A hyperplane whose points belong to the lower class: y = [weights · x + bias > 0], the target coded 0 and 1."""

    CALLED = "threshold unit"

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) class codes; an activation of exactly 0 counts as classes[0]."""
        return np.where(self.decision_function(X) > 0, self.classes[1], self.classes[0])

    def linear_scores(self) -> LinearScores | None:
        return None if self.basis is not None else two_sided(self.weights, self.bias, *self.classes, self.classes[0])


@model
class HeldThreshold(Hyperplane):
    """A hyperplane whose threshold was put by hand: a run that begins from it leaves the threshold where it is."""

    CALLED = "linear discriminant with a held threshold"


@model
class Logistic(Hyperplane):
    """A hyperplane whose activation a is the log-odds of classes[1]: P = σ(a) = 1 / (1 + e⁻ᵃ)."""

    CALLED = "logistic regression"

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, 2) the probabilities of classes[0] and classes[1]."""
        activation = self.decision_function(X)
        return np.column_stack([sigmoid(-activation), sigmoid(activation)])

    def linear_scores(self) -> LinearScores | None:
        below, above = self.classes
        return None if self.basis is not None else two_sided(self.weights, self.bias, below, above, above, chances=True)


@model
class Scores:
    """K linear discriminants: the class with the greatest of the scores weights[k] · x + biases[k] wins.

    weights (K, d), biases (K,), classes (K,) the codes they stand for; with a basis the weights are (K, M).

    >>> Scores(np.eye(2), np.zeros(2), np.array([0, 1])).predict(np.array([[2.0, 1.0], [1.0, 1.0], [0.0, 3.0]]))
    array([0, 0, 1])
    """

    CALLED = "linear discriminants, one for each class"

    AXES: ClassVar[Axes] = {"weights": ("class", "input"), "biases": ("class",), "classes": ("class",)}

    weights: np.ndarray
    biases: np.ndarray
    classes: np.ndarray
    basis: Basis | None = None

    def __post_init__(self) -> None:
        shaped(self, weights="Kd", biases="K", classes="K")
        check_basis(self.basis, self.weights.shape[1])

    @property
    def n_features(self) -> int:
        """The number of features d that a point has."""
        return int(self.weights.shape[1]) if self.basis is None else self.basis.n_features

    @property
    def packed(self) -> np.ndarray:
        """(K, M + 1) for each class the bias first, then the weights."""
        return np.column_stack([self.biases, self.weights])

    @classmethod
    def unpacked(cls, W: np.ndarray, classes: np.ndarray, basis: Basis | None = None) -> Self:
        """The model with the weights W (K, M + 1), biases first."""
        return cls(W[:, 1:], W[:, 0], classes, basis)

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the scores."""
        return np.asarray(features(self.basis, X) @ self.weights.T + self.biases)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class with the greatest score, the lowest on a tie."""
        return np.asarray(self.classes[np.argmax(self.decision_function(X), axis=1)])

    def linear_scores(self) -> LinearScores | None:
        """What it answers by; None with a basis."""
        return LinearScores(self.weights, self.biases, self.classes) if self.basis is None else None


@model
class Softmax(Scores):
    """Scores whose softmax are the probabilities of the classes: P(k) = exp(aₖ) / Σⱼ exp(aⱼ)."""

    CALLED = "softmax regression"

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the probabilities."""
        return softmax(self.decision_function(X))

    def linear_scores(self) -> LinearScores | None:
        return None if self.basis is not None else LinearScores(self.weights, self.biases, self.classes, chances=True)


@model
class LinearPredictor:
    """A number that is linear in the features: y(x) = weights · x + bias.

    weights (d,), bias; with a basis the weights (M,) belong to its functions, and x stands for φ(x).

    >>> LinearPredictor(np.array([2.0, -1.0]), 0.5).predict(np.array([[1.0, 1.0], [0.0, 0.0]]))
    array([1.5, 0.5])
    """

    CALLED = "linear regression"

    AXES: ClassVar[Axes] = {"weights": ("input",)}

    weights: np.ndarray
    bias: float
    basis: Basis | None = None

    def __post_init__(self) -> None:
        shaped(self, weights="d")
        check_basis(self.basis, len(self.weights))

    @property
    def n_features(self) -> int:
        """The number of features d that a point has."""
        return len(self.weights) if self.basis is None else self.basis.n_features

    @property
    def packed(self) -> np.ndarray:
        """(M + 1,) the bias first, then the weights."""
        return np.append(self.bias, self.weights)

    @classmethod
    def unpacked(cls, w: np.ndarray, basis: Basis | None = None) -> Self:
        """The model with the weights w (M + 1,), bias first."""
        return cls(w[1:], float(w[0]), basis)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the numbers y."""
        return np.asarray(features(self.basis, X) @ self.weights + self.bias)


@model
class LinearPredictors:
    """Several numbers that are linear in the features, each by weights of its own: yₖ(x) = weights[k] · x + biases[k].

    A feature whose weights are all 0 is not looked at, and may be missing.

    weights (K, d), biases (K,);   targets (K,) what they predict, by name: `predict` gives the first, `predict_all` all

    >>> LinearPredictors(np.eye(2), np.array([1.0, 0.0]), ("a", "b")).predict_all(np.array([[2.0, 3.0]]))
    array([[3., 3.]])
    """

    CALLED = "multi-output linear regression"

    AXES: ClassVar[Axes] = {"weights": ("output", "input"), "biases": ("output",)}

    weights: np.ndarray
    biases: np.ndarray
    targets: tuple[str, ...]

    def __post_init__(self) -> None:
        if not shaped(self, weights="Kd", biases="K")["K"]:
            raise Refusal("A linear regression needs a target.")
        if len(self.targets) != len(self.biases) or not all(isinstance(name, str) for name in self.targets):
            raise Refusal(f"There are {len(self.biases)} targets, and each needs a name.")

    @property
    def n_features(self) -> int:
        """The number of features d that a point has."""
        return int(self.weights.shape[1])

    @property
    def packed(self) -> np.ndarray:
        """(K, d + 1) for each target the bias first, then the weights."""
        return np.column_stack([self.biases, self.weights])

    def predict_all(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the numbers y."""
        used = np.flatnonzero(self.weights.any(axis=0))
        return np.asarray(np.asarray(X, dtype=float)[:, used] @ self.weights[:, used].T + self.biases)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the numbers of the first target."""
        return np.asarray(self.predict_all(X)[:, 0])
