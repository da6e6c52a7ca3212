"""Multi-class perceptron: at each mistake two of the K scores change, that of the class and that of its rival.

    aₖ = wₖ · x + bₖ,  ŷ = the greatest          wᵧ ← wᵧ + η x,   w_r ← w_r − η x       (Crammer and Singer 2003)

A mistake is whenever the true class y does not win alone: the rival r is the other class with the greatest score. A tie
counts as a mistake, so that training starts from weights of 0. With two classes w₂ − w₁ is the ordinary perceptron.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.perceptrons.mistakes import count
from engine.families.perceptrons.multiclass_perceptron.starting import first_scores
from engine.families.perceptrons.passes import Cycle, PassParams, presented
from engine.maths.algebra.affine import activation, with_ones
from engine.models.linear import Scores
from engine.parts.basis import basis_limits, chosen_basis, expanded

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scores | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    X = np.asfortranarray(expanded(data, basis).X)  # activations are summed column by column
    model = first_scores(data, X.shape[1], basis, start)
    truth = np.searchsorted(model.classes, data.codes)
    wrong = fewest = misclassified(model, X, truth)
    mistakes = 0
    cycle = Cycle()
    yield Step(model=model, before=model, wrong=wrong, best_wrong=fewest)
    for epoch in range(1, params.epochs + 1):
        cycle.at(epoch, model, params)
        clean = True
        for row in presented(data, params, rng):
            before, mistake = model, False
            x, y = X[row], int(truth[row])
            a = scores(model, x)
            r = rival(a, y)
            if not a[y] > a[r]:  # y does not win alone
                model = corrected(model, x, y, r, params.rate)
                wrong = misclassified(model, X, truth)
                mistake = True
                mistakes = mistakes + 1
                fewest = min(wrong, fewest)
                clean = False
            if mistake or params.stop_at == "examples":
                yield Step(
                    model=model, before=before, sample=row, rival=r if mistake else None,
                    epoch=epoch, mistakes=mistakes, wrong=wrong, best_wrong=fewest,
                )  # fmt: skip
        if clean:
            corrections = counted(mistakes, "correction")
            return Ending.converged(f"Epoch {epoch} had no mistake: {corrections} in all.")
    return Ending.stopped(_gave_up(params, wrong, fewest, cycle))


def scores(model: Scores, x: np.ndarray) -> list[float]:
    """The K scores aₖ = wₖ · x + bₖ of one example x (M,)."""
    return [activation(x, w, b) for w, b in zip(model.weights, model.biases.tolist(), strict=True)]


def rival(a: list[float], y: int) -> int:
    """r, the other class with the greatest score, the lowest on a tie."""
    return max((k for k in range(len(a)) if k != y), key=a.__getitem__)


def misclassified(model: Scores, X: np.ndarray, truth: np.ndarray) -> int:
    """How many rows X (n, M) have a true class that does not win alone."""
    return count(rivals(scored(model, X), truth)[1])


def rivals(scores: np.ndarray, truth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n,) the other class with the greatest score, the lowest on a tie, and whether the true one fails to beat it."""
    rows = np.arange(len(scores))
    others = scores.copy()
    others[rows, truth] = -np.inf
    rival = np.argmax(others, axis=1)
    return rival, ~(scores[rows, truth] > others[rows, rival])


def scored(model: Scores, X: np.ndarray) -> np.ndarray:
    """(n, K) the scores of the rows X (n, M), the values of the basis functions, summed as `activations` are."""
    totals = np.repeat(model.biases[:, None], len(X), axis=1)
    for weights, column in zip(model.weights.T, X.T, strict=True):
        totals += weights[:, None] * column
    return totals.T


def corrected(model: Scores, x: np.ndarray, truth: int, rival: int, rate: float) -> Scores:
    """The update rule: η (1, x) is added to the weights of the true class and taken from those of its rival."""
    W, change = model.packed, rate * with_ones(x)
    W[truth] += change
    W[rival] -= change
    return Scores.unpacked(W, model.classes, model.basis)


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * data.n


@dataclass(frozen=True)
class Params(PassParams):
    """Those of every method that learns pass after pass."""


@snapshot
class Step:
    """One example presented: the scores before and after it. At the start no example has been presented."""

    model: Scores
    before: Scores
    wrong: int  # rows whose class does not win alone now
    best_wrong: int  # the fewest so far
    sample: int | None = None  # the row presented
    rival: int | None = None  # the class (its place among the K) that won or tied, if that was a mistake
    epoch: int = 0
    mistakes: int = 0  # corrections so far


def _gave_up(params: Params, wrong: int, fewest: int, cycle: Cycle) -> str:
    allowed, points = counted(params.epochs, "epoch"), counted(wrong, "point")
    words = f"{allowed}, and {points} still misclassified (another score is as large); the fewest so far were {fewest}."
    return cycle.words() + words
