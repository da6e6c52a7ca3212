"""Linear models: one score or K scores, of the features or of basis functions, and schemes of two-class models."""

from __future__ import annotations

import numpy as np

from engine.core.errors import Refusal
from engine.core.models.shapes import shaped
from engine.core.snapshot import snapshot
from engine.maths.basis import Basis
from engine.maths.sigmoid import sigmoid, softmax

AMBIGUOUS = -1
"""The answer of a scheme where no class wins, or more than one."""


def features(basis: Basis | None, X: np.ndarray) -> np.ndarray:
    """(n, M) what the weights are multiplied with: φ(x), or x itself."""
    return np.asarray(X, dtype=float) if basis is None else basis.features(X)


def check_basis(basis: Basis | None, weights: int) -> None:
    """Refuse weights that do not fit the basis."""
    if basis is not None and basis.n_functions != weights:
        raise Refusal(f"There are {weights} weights for {basis.n_functions} basis functions.")


@snapshot
class Hyperplane:
    """A linear discriminant: class `classes[1]` where weights · x + bias >= 0, else class `classes[0]`.

    weights (d,), bias; the boundary is at the signed distance decision_function(x) / ‖weights‖. With a basis the
    weights (M,) belong to its functions, and x stands for φ(x).

    >>> Hyperplane(np.array([1.0, 1.0]), -1.5).predict(np.array([[0, 1], [1, 1]]))
    array([0, 1])
    """

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

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(n,) the activation weights · φ(x) + bias."""
        return np.asarray(features(self.basis, X) @ self.weights + self.bias)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) class codes; an activation of exactly 0 counts as classes[1]."""
        return np.where(self.decision_function(X) >= 0, self.classes[1], self.classes[0])


@snapshot
class Logistic(Hyperplane):
    """A hyperplane whose activation a is the log-odds of classes[1]: P = σ(a) = 1 / (1 + e⁻ᵃ)."""

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, 2) the probabilities of classes[0] and classes[1]."""
        activation = self.decision_function(X)
        return np.column_stack([sigmoid(-activation), sigmoid(activation)])


@snapshot
class Scores:
    """K linear discriminants: the class with the greatest of the scores weights[k] · x + biases[k] wins.

    weights (K, d), biases (K,), classes (K,) the codes they stand for; with a basis the weights are (K, M).

    >>> Scores(np.eye(2), np.zeros(2), np.array([0, 1])).predict(np.array([[2.0, 1.0], [1.0, 1.0], [0.0, 3.0]]))
    array([0, 0, 1])
    """

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

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the scores."""
        return np.asarray(features(self.basis, X) @ self.weights.T + self.biases)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class with the greatest score, the lowest on a tie."""
        return np.asarray(self.classes[np.argmax(self.decision_function(X), axis=1)])


@snapshot
class Softmax(Scores):
    """Scores whose softmax are the probabilities of the classes: P(k) = exp(aₖ) / Σⱼ exp(aⱼ)."""

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the probabilities."""
        return softmax(self.decision_function(X))


@snapshot
class Scheme:
    """K classes told apart by two-class models: one against the rest each, or one against one.

    binaries  the two-class models; the m-th has `positive[m]` on its side >= 0, and `negative[m]` on the other, or -1
              where that is all the rest;   classes (K,) the codes
    resolve   where the claims are ambiguous, take the greatest score (one against the rest), or the class that wins by
              more (one against one), instead of AMBIGUOUS
    """

    binaries: tuple[Hyperplane, ...]
    positive: np.ndarray
    negative: np.ndarray
    classes: np.ndarray
    resolve: bool = False

    def __post_init__(self) -> None:
        m = shaped(self, positive="m", negative="m", classes="K")["m"]
        if m != len(self.binaries) or not m or not all(isinstance(one, Hyperplane) for one in self.binaries):
            raise Refusal(f"A scheme of {m} two-class models is given {len(self.binaries)}.")

    @property
    def n_features(self) -> int:
        """The number of features d that a point has."""
        return self.binaries[0].n_features

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(n, m) the activation of each two-class model."""
        return np.column_stack([one.decision_function(X) for one in self.binaries])

    def claims(self, X: np.ndarray) -> np.ndarray:
        """(n, K) how many models claim a point for each class."""
        sides = self.decision_function(X) > 0
        votes = np.zeros((len(sides), len(self.classes)), dtype=np.int64)
        for m in range(len(self.binaries)):
            votes[:, self.classes == self.positive[m]] += sides[:, m, None]
            if self.negative[m] >= 0:
                votes[:, self.classes == self.negative[m]] += ~sides[:, m, None]
        return votes

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class with the most claims; AMBIGUOUS where there is none, or two have as many."""
        votes = self.claims(X)
        most = votes.max(axis=1)
        winners = (votes == most[:, None]) & (most > 0)[:, None]
        sure = winners.sum(axis=1) == 1
        answer = np.where(sure, self.classes[np.argmax(votes, axis=1)], AMBIGUOUS)
        if self.resolve and not sure.all():
            answer = np.where(sure, answer, self.classes[np.argmax(self._strengths(X, winners), axis=1)])
        return np.asarray(answer)

    def _strengths(self, X: np.ndarray, winners: np.ndarray) -> np.ndarray:
        """(n, K) the activations in favour of each class, only of the winners where there are any."""
        scores = self.decision_function(X)
        total = np.zeros((len(scores), len(self.classes)))
        for m in range(len(self.binaries)):
            total[:, self.classes == self.positive[m]] += scores[:, m, None]
            if self.negative[m] >= 0:
                total[:, self.classes == self.negative[m]] -= scores[:, m, None]
        return np.where(winners | ~winners.any(axis=1, keepdims=True), total, -np.inf)
