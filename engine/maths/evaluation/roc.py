"""The ROC curve of scores, its area and its convex hull; a row is called positive where its score is ≥ t.

    TPR(t) = P(score ≥ t | positive)        FPR(t) = P(score ≥ t | negative)
    AUC = P(s₊ > s₋) + ½ P(s₊ = s₋)

From the highest threshold down, one point for each distinct score: rows that share one move the point diagonally.
                                                                     (Fawcett 2006; Provost and Fawcett 2001)
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot


@snapshot
class Roc:
    """The counts at each threshold (m + 1,), descending: the first, ∞, calls no row positive.

    tp, fp   (m + 1,) positive and negative rows with a score of the threshold or above
    """

    thresholds: np.ndarray
    tp: np.ndarray
    fp: np.ndarray

    @property
    def positives(self) -> int:
        return int(self.tp[-1])

    @property
    def negatives(self) -> int:
        return int(self.fp[-1])

    @property
    def tpr(self) -> np.ndarray:
        """(m + 1,); NaN without positives."""
        return _shares(self.tp)

    @property
    def fpr(self) -> np.ndarray:
        """(m + 1,); NaN without negatives."""
        return _shares(self.fp)

    @property
    def precision(self) -> np.ndarray:
        """(m + 1,) TP / (TP + FP); NaN at ∞, where no row is called positive."""
        called = self.tp + self.fp
        return np.asarray(np.divide(self.tp, called, out=np.full(len(called), np.nan), where=called > 0))

    @property
    def area(self) -> float:
        """The area under the curve by trapezia; NaN unless both classes are there."""
        doubled = int(np.diff(self.fp) @ (self.tp[1:] + self.tp[:-1]))
        pairs = self.positives * self.negatives
        return doubled / (2 * pairs) if pairs else float("nan")

    @property
    def average_precision(self) -> float:
        """Σ (Rᵢ − Rᵢ₋₁) Pᵢ, the area under the precision–recall curve by steps; NaN without positives."""
        if not self.positives:
            return float("nan")
        return float(np.diff(self.tp) @ self.precision[1:] / self.positives)

    def costs(self, of_false_alarm: float, of_miss: float) -> np.ndarray:
        """(m + 1,) C_FP FP + C_FN FN at each threshold."""
        return np.asarray(of_false_alarm * self.fp + of_miss * (self.positives - self.tp))

    def at(self, threshold: float) -> int:
        """The point of the curve for any threshold: that of the least score which is no less.

        >>> roc(np.array([0.9, 0.4]), np.array([True, False])).at(0.5)
        1
        """
        if threshold == np.inf:
            return 0
        return int(np.searchsorted(-self.thresholds[1:], -threshold, side="right"))


def _shares(counts: np.ndarray) -> np.ndarray:
    return counts / counts[-1] if counts[-1] else np.full(len(counts), np.nan)


def roc(scores: np.ndarray, positive: np.ndarray) -> Roc:
    """The curve of scores (n,), none of them NaN, of rows that are positive or not (n,).

    >>> roc(np.array([0.9, 0.7, 0.7, 0.2]), np.array([True, True, False, False])).tp.tolist()
    [0, 1, 2, 2]
    """
    order = np.argsort(-scores, kind="stable")
    ranked, found = scores[order], np.cumsum(positive[order])
    last = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], True)) if len(ranked) else np.zeros(0, dtype=np.intp)
    tp = np.concatenate([[0], found[last]]).astype(np.int64)
    fp = np.concatenate([[0], last + 1 - found[last]]).astype(np.int64)
    return Roc(np.concatenate([[np.inf], ranked[last]]), tp, fp)


@snapshot
class Pairs:
    """All pairs of a positive and a negative row: in how many the positive score is higher, the same, or lower."""

    won: int
    tied: int
    lost: int

    @property
    def auc(self) -> float:
        """P(s₊ > s₋) + ½ P(s₊ = s₋); NaN where there is no pair."""
        n = self.won + self.tied + self.lost
        return (self.won + 0.5 * self.tied) / n if n else float("nan")


def pairs(scores: np.ndarray, positive: np.ndarray) -> Pairs:
    """The pairs counted, by looking up each positive score among the sorted negative ones.

    >>> pairs(np.array([0.9, 0.7, 0.7, 0.2]), np.array([True, True, False, False]))
    Pairs(won=3, tied=1, lost=0)
    """
    above, others = scores[positive], np.sort(scores[~positive])
    below = np.searchsorted(others, above, side="left")
    not_above = np.searchsorted(others, above, side="right")
    won, level = int(below.sum()), int(not_above.sum())
    return Pairs(won, level - won, len(above) * len(others) - level)


def pair_grid(scores: np.ndarray, positive: np.ndarray) -> np.ndarray:
    """(P, N) 1 where the positive row has the higher score, ½ where it has the same, 0 where the lower; both descend.

    >>> pair_grid(np.array([0.9, 0.7, 0.7, 0.2]), np.array([True, True, False, False])).tolist()
    [[1.0, 1.0], [0.5, 1.0]]
    """
    ups, downs = -np.sort(-scores[positive])[:, None], -np.sort(-scores[~positive])[None]
    return np.asarray((ups > downs) + 0.5 * (ups == downs))


def upper_hull(curve: Roc) -> np.ndarray:
    """(h,) the points of the curve at the corners of its convex hull, from ∞ down: no others can be of least cost.

    Worked in counts, so that points of one straight line are told exactly; of those only the ends are corners.

    >>> upper_hull(roc(np.array([4.0, 3.0, 2.0, 1.0]), np.array([True, False, True, False]))).tolist()
    [0, 1, 3, 4]
    """
    corners: list[int] = []
    x, y = curve.fp.tolist(), curve.tp.tolist()
    for new in range(len(x)):
        while len(corners) > 1 and _not_above(x, y, corners[-2], corners[-1], new):
            corners.pop()
        corners.append(new)
    return np.array(corners, dtype=np.intp)


def _not_above(x: list[int], y: list[int], first: int, middle: int, last: int) -> bool:
    """Whether the middle point is on the line from the first to the last, or below it."""
    there = (x[middle] - x[first]) * (y[last] - y[first])
    return (y[middle] - y[first]) * (x[last] - x[first]) <= there


def hull_area(curve: Roc) -> float:
    """The area under the convex hull; NaN unless both classes are there."""
    corners = upper_hull(curve)
    return Roc(curve.thresholds[corners], curve.tp[corners], curve.fp[corners]).area


def cheapest(costs: np.ndarray) -> np.ndarray:
    """The points of least cost, from the highest threshold down: several where the minimum is shared.

    >>> cheapest(np.array([10.0, 3.0, 4.0, 3.0])).tolist()
    [1, 3]
    """
    least = float(costs.min())
    return np.flatnonzero(costs <= least + 1e-12 * float(np.abs(costs).max()))
