"""The rates of a two-class confusion table, in which one class is called positive.   (van Rijsbergen 1979)

error = (FP + FN) / n        recall = TP / (TP + FN)        precision = TP / (TP + FP)
false alarms = FP / (FP + TN)        misses = FN / (TP + FN)        specificity = TN / (FP + TN)
F_β = (1 + β²) P R / (β² P + R)        cost = C_FP FP + C_FN FN
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot


@snapshot
class Rate:
    """A count over another; where both are 0 its value is not defined, which is NaN here."""

    over: float
    of: float

    @property
    def value(self) -> float:
        return self.over / self.of if self.of else float("nan")


@snapshot
class Outcomes:
    """How many rows of the positive class are found (TP) and missed (FN), and how many others are taken for it (FP) and
    are not (TN). An expected table, such as that of answers at random, has fractions.
    """

    tp: float
    fn: float
    fp: float
    tn: float

    @property
    def n(self) -> float:
        return self.tp + self.fn + self.fp + self.tn

    @property
    def error(self) -> Rate:
        return Rate(self.fp + self.fn, self.n)

    @property
    def accuracy(self) -> Rate:
        return Rate(self.tp + self.tn, self.n)

    @property
    def recall(self) -> Rate:
        return Rate(self.tp, self.tp + self.fn)

    @property
    def misses(self) -> Rate:
        return Rate(self.fn, self.tp + self.fn)

    @property
    def precision(self) -> Rate:
        return Rate(self.tp, self.tp + self.fp)

    @property
    def false_alarms(self) -> Rate:
        return Rate(self.fp, self.fp + self.tn)

    @property
    def specificity(self) -> Rate:
        return Rate(self.tn, self.fp + self.tn)

    def f(self, beta: float = 1.0) -> Rate:
        """F_β as counts: (1 + β²) TP over (1 + β²) TP + β² FN + FP. Where TP = 0 it is 0, even of no row at all."""
        found, square = (1 + beta**2) * self.tp, beta**2
        return Rate(found, found + square * self.fn + self.fp) if self.tp else Rate(0.0, 1.0)

    def cost(self, of_false_alarm: float, of_miss: float) -> float:
        """C_FP FP + C_FN FN."""
        return of_false_alarm * self.fp + of_miss * self.fn


def outcomes(counts: np.ndarray, positive: int) -> Outcomes:
    """One class of a confusion table (K, K), truth down and answers across, against all the others.

    >>> outcomes(np.array([[45, 5], [10, 40]]), 1)
    Outcomes(tp=40.0, fn=10.0, fp=5.0, tn=45.0)
    """
    tp = float(counts[positive, positive])
    fn, fp = float(counts[positive].sum()) - tp, float(counts[:, positive].sum()) - tp
    return Outcomes(tp, fn, fp, float(counts.sum()) - tp - fn - fp)


def f_of(precision: np.ndarray, recall: np.ndarray, beta: float = 1.0) -> np.ndarray:
    """F_β of precisions and recalls, for its contours: 0 where both are 0.

    >>> f_of(np.array([0.5, 0.0]), np.array([1.0, 0.0])).round(4).tolist()
    [0.6667, 0.0]
    """
    below = beta**2 * precision + recall
    return np.asarray(np.divide((1 + beta**2) * precision * recall, below, out=np.zeros_like(below), where=below > 0))


@snapshot
class Averages:
    """Precision, recall and F₁ of each class (K,), each against the rest, and their averages over the classes.

    support   (K,) the rows of each class;   told  (K,) how many rows are given each class as their answer
    counted   (K,) the classes that are in the truth or in the answers: the others are left out of every mean
    macro     (3,) the mean over those classes, in which what is 0/0 counts as 0, as F does
    micro     (3,) TP, FP and FN of all classes added up first: with one answer a row all three are the accuracy
    weighted  (3,) the mean weighted by the support
    """

    precision: np.ndarray
    recall: np.ndarray
    f: np.ndarray
    support: np.ndarray
    told: np.ndarray
    counted: np.ndarray
    macro: np.ndarray
    micro: np.ndarray
    weighted: np.ndarray


def averages(counts: np.ndarray) -> Averages:
    """The summary of a confusion table (K, K); NaN where a precision, a recall or an average is 0/0.

    >>> averages(np.array([[1, 2, 0], [0, 1, 1], [0, 0, 4]])).macro.round(4).tolist()
    [0.7111, 0.6111, 0.5963]
    """
    each = [outcomes(counts, k) for k in range(len(counts))]
    known = np.array([[one.precision.value, one.recall.value, one.f().value] for one in each]).reshape(-1, 3)
    support, told = counts.sum(axis=1), counts.sum(axis=0)
    there, n, right = support + told > 0, float(counts.sum()), float(np.trace(counts))
    scores = np.nan_to_num(known)
    macro = scores[there].mean(axis=0) if n else np.full(3, np.nan)
    weighted = support @ scores / n if n else np.full(3, np.nan)
    micro = np.full(3, right / n if n else np.nan)
    return Averages(known[:, 0], known[:, 1], known[:, 2], support, told, there, macro, micro, weighted)
