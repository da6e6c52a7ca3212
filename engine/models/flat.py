"""Flat borders: what a model says of itself whose answers are told apart by hyperplanes, so that they can be drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class LinearScores:
    """Scores weights[k] · x + biases[k]: the answer is the class of the greatest, the first of those that are equal.

    weights (K, d), biases (K,), classes (K,). A model whose `linear_scores()` gives them answers by them; one that
    gives None, or has no such method, has curved borders.

    chances  whether the probabilities of the classes are the softmax of these scores
    """

    weights: np.ndarray
    biases: np.ndarray
    classes: np.ndarray
    chances: bool = False


@dataclass(frozen=True, eq=False)
class Cuts:
    """Hyperplanes weights[j] · x + biases[j] = 0, (m, d) and (m,), between which the answer is everywhere the same.

    What a model gives as `cuts()` whose areas are cut out by hyperplanes and yet are not those of the greatest score.
    """

    weights: np.ndarray
    biases: np.ndarray


def two_sided(
    weights: np.ndarray, bias: float, below: int, above: int, first: int, chances: bool = False
) -> LinearScores:
    """The scores of one hyperplane: 0 for the class below it, weights · x + bias for the class above it.

    first  the class that the points on it belong to;   chances  whether the class above has the probability σ of it
    """
    both = np.stack([0.0 * weights, weights]), np.array([0.0, bias]), np.array([below, above])
    ways, biases, classes = both if first == below else [one[::-1] for one in both]
    return LinearScores(ways, biases, classes, chances)


def nearest(centres: np.ndarray, classes: np.ndarray) -> LinearScores:
    """The scores of the nearest of centres (K, d): −½‖x − c‖² without what all have in common.

    >>> found = nearest(np.array([[0.0], [2.0]]), np.arange(2))
    >>> found.weights.ravel() * 1.0 + found.biases
    array([-0.5, -0.5])
    """
    middle = centres.mean(axis=0)
    ways = centres - middle  # small numbers, however far from 0 the centres are
    return LinearScores(ways, -(ways @ middle) - 0.5 * (ways**2).sum(axis=1), classes)
