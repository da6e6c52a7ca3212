"""A classifier whose threshold is put by hand: one class is told from the others by its score."""

from __future__ import annotations

import math
from typing import ClassVar, Protocol

import numpy as np

from engine.base.errors import Refusal
from engine.models.class_scores import class_scores, has_scores
from engine.models.flat import LinearScores, two_sided
from engine.models.linear import Hyperplane, Logistic, Scores, Softmax
from engine.models.shapes import MARK, Axes, model


class Answering(Protocol):
    """What has an answer for each point."""

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the answers."""


FLAT = (Hyperplane, Logistic, Scores, Softmax)
"""The kinds whose score of one of two classes is that of a straight line."""


@model
class CutScores:
    """Class `positive` where its score is at least the threshold; elsewhere the class with the greatest other score.

    base       the classifier with the scores: probabilities where it has them, else its decision function
    threshold  ∞ for no row at all

    >>> base = Hyperplane(np.array([1.0]), 0.0)
    >>> CutScores(base, 1, 2.0).predict(np.array([[1.0], [2.0], [3.0]]))
    array([0, 1, 1])
    """

    CALLED = "classifier with a threshold"

    AXES: ClassVar[Axes] = {}

    base: Answering
    positive: int
    threshold: float

    def __post_init__(self) -> None:
        if vars(type(self.base)).get(MARK) != "model" or isinstance(self.base, CutScores) or not has_scores(self.base):
            raise Refusal("A threshold needs a classifier with a score for each class, and this one has none.")
        if math.isnan(self.threshold):
            raise Refusal("A threshold must be a number.")

    @property
    def n_features(self) -> int | None:
        """The number of features d that a point has; None where the classifier does not keep it."""
        width: int | None = getattr(self.base, "n_features", None)
        return width

    def scores(self, X: np.ndarray) -> np.ndarray:
        """(n,) the score of the positive class."""
        found = class_scores(self.base, X)
        assert found is not None
        return found.of(self.positive)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) class codes."""
        found = class_scores(self.base, X)
        assert found is not None
        others = found.classes != self.positive
        if not others.any():
            return np.full(len(X), self.positive)
        values = np.nan_to_num(found.values[:, others], nan=-np.inf)
        rest = found.classes[others][np.argmax(values, axis=1)]
        return np.where(self.is_positive(found.of(self.positive)), self.positive, rest)

    def is_positive(self, scores: np.ndarray) -> np.ndarray:
        """(n,) whether rows with these scores are called positive."""
        return np.asarray((scores >= self.threshold) & (self.threshold < np.inf))

    def linear_scores(self) -> LinearScores | None:
        """What it answers by where its border is a straight line; None where it is curved, or there is none."""
        known, level = self._line(), self.threshold
        if known is None:
            return None
        weights, bias, other = known
        if hasattr(self.base, "predict_proba"):
            if not 0.0 < level < 1.0:
                return None
            level = math.log(level) - math.log1p(-level)
        if not math.isfinite(level):
            return None
        return two_sided(weights, bias - level, other, self.positive, self.positive)

    def _line(self) -> tuple[np.ndarray, float, int] | None:
        """Weights and bias of the score, or of the log-odds, of the positive class, and the other class."""
        base = self.base
        if not isinstance(base, (Hyperplane, Scores)) or type(base) not in FLAT or base.basis is not None:
            return None
        codes = [int(code) for code in base.classes]
        if len(codes) != 2 or self.positive not in codes:
            return None
        place = codes.index(self.positive)
        if isinstance(base, Hyperplane):
            sign = 2.0 * place - 1.0
            return sign * base.weights, sign * base.bias, codes[1 - place]
        weights, bias = base.weights[place], float(base.biases[place])
        if isinstance(base, Softmax):
            weights, bias = weights - base.weights[1 - place], bias - float(base.biases[1 - place])
        return weights, bias, codes[1 - place]
