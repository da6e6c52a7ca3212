"""Several classes told apart by two-class models of any kind: one class against the rest, or one against one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Protocol

import numpy as np

from engine.base.errors import Refusal
from engine.models.basis import Basis
from engine.models.flat import Cuts
from engine.models.linear import Hyperplane, check_basis, features
from engine.models.shapes import MARK, Axes, called, model, shaped

AMBIGUOUS = -1
"""The answer of a scheme where no class wins, or more than one."""
BLOCK = 2_000_000
"""So many scores are held at once: with 1,225 models, for 50 classes, those of 1,632 points."""


class Answering(Protocol):
    """What has an answer for each point."""

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the answers."""


class Binary(Protocol):
    """A two-class model in a scheme: > 0 for classes[1], < 0 for classes[0]."""

    @property
    def classes(self) -> tuple[int, int]: ...

    @property
    def basis(self) -> Basis | None: ...

    @property
    def n_features(self) -> int: ...

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(n,) the scores."""

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the classes."""


def scores_points(judge: object) -> bool:
    """Whether a model says by a number how sure it is of a class: by a score, or by a probability."""
    return hasattr(judge, "decision_function") or hasattr(judge, "predict_proba")


@model
class Sided:
    """A two-class model of any kind that tells 0 from 1, as a side of a scheme: what 0 and 1 stand for are `classes`.

    Its score is its decision function, or the difference of the two where it has one for each class; of a model that
    has none it is P(1) − P(0). Where it has no answer the score is 0. With a basis the model is one of φ(x).

    n_features  d of a point x
    """

    CALLED = "side of a scheme"

    judge: Answering
    classes: tuple[int, int]
    n_features: int
    basis: Basis | None = None

    def __post_init__(self) -> None:
        kind = vars(type(self.judge)).get(MARK)
        if kind != "model" or isinstance(self.judge, Scheme | Sided) or not scores_points(self.judge):
            raise Refusal("A side of a scheme needs a two-class model with a score or with probabilities.")
        if len(self.classes) != 2:
            raise Refusal(f"A side of a scheme is about two classes, and is given {len(self.classes)}.")
        if self.basis is not None and self.basis.n_features != self.n_features:
            raise Refusal(f"The basis of a side is of {self.basis.n_features} features, and not {self.n_features}.")
        known = getattr(self.judge, "n_features", None)
        if known is None and self.n_features < 1:
            raise Refusal("A side of a scheme needs points with at least one feature.")
        if known is not None and self.basis is None and known != self.n_features:
            raise Refusal(f"A side of a scheme is a model of {known} features, and not {self.n_features}.")
        if known is not None:
            check_basis(self.basis, known)
        if list(getattr(self.judge, "classes", (0, 1))) != [0, 1]:
            raise Refusal("A side of a scheme needs a model that tells class 0 from class 1.")

    def score(self, table: np.ndarray) -> np.ndarray:
        """(n,) the scores of rows φ(x)."""
        asked = getattr(self.judge, "decision_function", None) or getattr(self.judge, "predict_proba", None)
        found = np.asarray(asked(table), dtype=float) if callable(asked) else np.zeros(0)
        if found.shape == (len(table), 2):
            found = found[:, 1] - found[:, 0]
        if found.shape != (len(table),):
            raise Refusal(f"A side of a scheme ({called(self.judge)}) has no one score for each point.")
        return np.where(np.isnan(found), 0.0, found)

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(n,) the scores: > 0 for classes[1]."""
        return self.score(features(self.basis, X))

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) class codes; a score of exactly 0 counts as classes[0]."""
        return np.where(self.decision_function(X) > 0, self.classes[1], self.classes[0])


def silent(one: Binary) -> bool:
    """Whether it is a line without weights, which claims nothing anywhere."""
    return isinstance(one, Hyperplane) and not one.weights.any() and one.bias == 0


@model
class Scheme:
    """K classes told apart by two-class models: one against the rest each, or one against one.

    binaries  the two-class models, each a Hyperplane or Sided; the m-th has `positive[m]` on its side > 0, and
              `negative[m]` on its side < 0, or -1 where that is all the rest; where its score is exactly 0 (as that of
              a line without weights is everywhere) it claims nothing
    classes   (K,) the codes; one that no model is about is the rest of K - 1 classes, where all models say no
    resolve   where the claims are ambiguous, take the greatest score (one against the rest), or the class that wins by
              more (one against one), instead of AMBIGUOUS
    """

    CALLED = "scheme of two-class models"

    AXES: ClassVar[Axes] = {"positive": ("classifier",), "negative": ("classifier",), "classes": ("class",)}

    binaries: tuple[Binary, ...]
    positive: np.ndarray
    negative: np.ndarray
    classes: np.ndarray
    resolve: bool = False

    def __post_init__(self) -> None:
        m = shaped(self, positive="m", negative="m", classes="K")["m"]
        if m != len(self.binaries) or not m or not all(isinstance(one, Hyperplane | Sided) for one in self.binaries):
            raise Refusal(f"A scheme of {m} two-class models is given {len(self.binaries)}.")
        if len({len(line.weights) for line in self._lines.values()}) > 1:
            raise Refusal("The two-class models of a scheme need weights for the same functions, and theirs differ.")
        if len({one.n_features for one in self.binaries}) > 1:
            raise Refusal("The two-class models of a scheme need points of the same features, and theirs differ.")

    @property
    def n_features(self) -> int:
        """The number of features d that a point has."""
        return self.binaries[0].n_features

    @property
    def basis(self) -> Basis | None:
        """The basis functions that all of its models share."""
        return self.binaries[0].basis

    @property
    def _lines(self) -> dict[int, Hyperplane]:
        """Those of its models that are lines, by their place."""
        return {m: one for m, one in enumerate(self.binaries) if isinstance(one, Hyperplane)}

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(n, m) the score of each two-class model."""
        return self.scores(X, {})

    def scores(self, X: np.ndarray, known: Mapping[int, np.ndarray]) -> np.ndarray:
        """(n, m) the score of each two-class model; what is `known` of some of them, (n,), is not asked again."""
        table, lines = features(self.basis, X), self._lines
        found = np.empty((len(table), len(self.binaries)))
        if lines:
            weights, biases = (
                np.array([getattr(one, field) for one in lines.values()]) for field in ("weights", "bias")
            )
            found[:, list(lines)] = table @ weights.T + biases
        for m, one in enumerate(self.binaries):
            if isinstance(one, Sided):
                found[:, m] = known[m] if m in known else one.score(table)
        return found

    def claims(self, X: np.ndarray) -> np.ndarray:
        """(n, K) how many models claim a point for each class."""
        return np.concatenate([self.counted(scores) for scores in self._in_blocks(X)])

    def _in_blocks(self, X: np.ndarray) -> Iterator[np.ndarray]:
        """The scores of a few points after the other."""
        table, size = np.atleast_2d(np.asarray(X, dtype=float)), max(BLOCK // len(self.binaries), 1)
        return (self.decision_function(table[first : first + size]) for first in range(0, max(len(table), 1), size))

    def counted(self, scores: np.ndarray) -> np.ndarray:
        """(n, K) how many models claim a point for each class, by their activations (n, m)."""
        favours, opposes = (side.astype(np.float32) for side in self._sides())  # products of whole numbers are slow
        votes = (scores > 0).astype(np.float32) @ favours + (scores < 0).astype(np.float32) @ opposes
        unclaimed = ~(favours.any(axis=0) | opposes.any(axis=0))
        if unclaimed.sum() == 1:
            votes[:, unclaimed] = np.all(scores < 0, axis=1, keepdims=True)
        return np.asarray(votes.astype(np.int64))

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class with the most claims; AMBIGUOUS where there is none, or two have as many."""
        return np.concatenate([self.answers(scores) for scores in self._in_blocks(X)])

    def answers(self, scores: np.ndarray) -> np.ndarray:
        """(n,) the same, by the scores (n, m)."""
        votes = self.counted(scores)
        most = votes.max(axis=1)
        winners = np.asarray((votes == most[:, None]) & (most > 0)[:, None])
        sure = winners.sum(axis=1) == 1
        answer = np.where(sure, self.classes[np.argmax(votes, axis=1)], AMBIGUOUS)
        if self.resolve and not sure.all():
            strengths = self._strengths(scores, winners)
            strongest = np.where(strengths.max(axis=1) > -np.inf, self.classes[np.argmax(strengths, axis=1)], AMBIGUOUS)
            answer = np.where(sure, answer, strongest)
        return np.asarray(answer)

    def cuts(self) -> Cuts | None:
        """Where its answer may change: at each of its hyperplanes, and where two classes are as strong if that decides.

        None with a basis, or where some of its models are no hyperplanes.
        """
        lines = self._lines.values()
        if self.basis is not None or len(lines) < len(self.binaries):
            return None
        W, b = np.array([one.weights for one in lines]), np.array([one.bias for one in lines])
        if self.resolve:
            favours, opposes = self._sides()
            one, other = np.triu_indices(len(self.classes), 1)
            apart = (favours - opposes).T[one] - (favours - opposes).T[other]
            W, b = np.vstack([W, apart @ W]), np.concatenate([b, apart @ b])
        return Cuts(W, b)

    def _sides(self) -> tuple[np.ndarray, np.ndarray]:
        """(m, K) 1 where a model has the class on its side > 0, and 1 where on its side < 0."""
        favours, opposes = (np.equal.outer(side, self.classes) for side in (self.positive, self.negative))
        return favours.astype(np.int64), opposes.astype(np.int64)

    def _strengths(self, scores: np.ndarray, winners: np.ndarray) -> np.ndarray:
        """(n, K) the activations in favour of each class, only of the winners where there are any.

        A class is out when all models about it are silent: their 0 is no score.
        """
        favours, opposes = self._sides()
        about = favours + opposes
        live = np.array([not silent(one) for one in self.binaries])
        heard = np.asarray(about[live].any(axis=0) | ~about.any(axis=0))
        open_to = (winners | ~winners.any(axis=1, keepdims=True)) & heard
        return np.where(open_to, scores @ (favours - opposes), -np.inf)
