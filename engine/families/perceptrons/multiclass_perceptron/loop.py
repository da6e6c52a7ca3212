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
from engine.families.perceptrons.passes import Passes, PassParams
from engine.maths.algebra.affine import activations
from engine.models import Scores
from engine.models.basis import Basis
from engine.parts.basis import basis_limits, chosen_basis, expanded

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scores | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    X = np.asfortranarray(expanded(data, basis).X)  # activations are summed column by column
    model = _beginning(data, X.shape[1], basis, start)
    truth = np.searchsorted(model.classes, data.codes)
    mistakes = 0
    wrong = best_wrong = _errors(model, X, truth)
    yield Step(model, model, None, None, 0, mistakes, wrong, best_wrong)
    passes = Passes(
        data.n, params, rng,
        is_wrong=lambda rows: rivals(scored(model, X[rows]), truth[rows])[1],
        weights=lambda: np.column_stack([model.biases, model.weights]),
    )  # fmt: skip
    for row, mistake in passes:
        before, rival = model, None
        if mistake:
            rival = int(rivals(scored(model, X[[row]]), truth[[row]])[0][0])
            model = corrected(model, X[row], int(truth[row]), rival, params.rate)
            mistakes, wrong = mistakes + 1, _errors(model, X, truth)
            best_wrong = min(wrong, best_wrong)
        yield Step(model, before, row, rival, passes.epoch, mistakes, wrong, best_wrong)
    if passes.clean:
        corrections = counted(mistakes, "correction")
        return Ending.converged(f"Pass {passes.epoch} went by without a mistake: {corrections} in all.")
    return Ending.stopped(_gave_up(params, wrong, best_wrong, passes))


def _beginning(data: Dataset, M: int, basis: Basis | None, start: Scores | None) -> Scores:
    """The weights of the start where they fit; else 0."""
    classes = np.array(data.classes_present)
    weights, biases = np.zeros((len(classes), M)), np.zeros(len(classes))
    if start is not None and start.weights.shape[1] == M:
        for k, code in enumerate(classes):
            for given in np.flatnonzero(start.classes == code):
                weights[k], biases[k] = start.weights[given], start.biases[given]
    return Scores(weights, biases, classes, basis)


def _errors(model: Scores, X: np.ndarray, truth: np.ndarray) -> int:
    return int(rivals(scored(model, X), truth)[1].sum())


def rivals(scores: np.ndarray, truth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n,) the other class with the greatest score, the lowest on a tie, and whether the true one fails to beat it."""
    rows = np.arange(len(scores))
    others = scores.copy()
    others[rows, truth] = -np.inf
    rival = np.argmax(others, axis=1)
    return rival, ~(scores[rows, truth] > others[rows, rival])


def scored(model: Scores, X: np.ndarray) -> np.ndarray:
    """(n, K) the scores of the rows X (n, M), the values of the basis functions."""
    pairs = zip(model.weights, model.biases, strict=True)
    return np.column_stack([activations(X, weights, float(bias)) for weights, bias in pairs])


def corrected(model: Scores, x: np.ndarray, truth: int, rival: int, rate: float) -> Scores:
    """The update rule: η x is added to the weights of the true class and taken from those of its rival."""
    weights, biases = model.weights.copy(), model.biases.copy()
    for k, sign in ((truth, 1.0), (rival, -1.0)):
        weights[k] += sign * rate * x
        biases[k] += sign * rate
    return Scores(weights, biases, model.classes, model.basis)


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
    sample: int | None  # the row presented
    rival: int | None  # the class (its place among the K) that won or tied, if that was a mistake
    epoch: int
    mistakes: int  # corrections so far
    wrong: int  # rows whose class does not win alone now
    best_wrong: int  # the fewest so far


def _gave_up(params: Params, wrong: int, best_wrong: int, passes: Passes) -> str:
    allowed, points = counted(params.epochs, "pass", "passes"), counted(wrong, "point")
    words = f"{allowed}, and {points} still without the greatest score for their class; at best it was {best_wrong}."
    return passes.for_ever() + words if passes.cycle else words
