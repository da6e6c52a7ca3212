"""What the tests of one layer share: the worked rows and weights, and what a step says and draws."""

from __future__ import annotations

from typing import Any

import numpy as np

import engine
from engine.core.marks import Mark
from engine.data.dataset import Dataset
from engine.families.networks.delta_rule import BATCH
from engine.families.networks.layer_drawing import AT_MOST, FOLLOWED
from engine.families.networks.one_layer import LINEAR, Problem
from engine.families.networks.valley import valley_of
from engine.models.layer import Layer
from engine.models.network import Network, network_of

X43 = np.array([[1.0, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]])
AND = Dataset.from_arrays(X43[:, 1:], ["0", "0", "0", "1"])
THREE = Dataset.from_arrays(X43[:, 1:], ["a", "b", "c", "b"])
W43 = np.array([[0.1, 0.2, -0.1]])
W3 = np.array([[0.1, 0.0, 0.2], [0.0, 0.3, -0.1], [-0.1, 0.1, 0.0]])
LINE84 = Dataset(np.array([[0.0], [1.0], [2.0]]), np.array([1.0, 2.0, 2.0]))


def begins(W: np.ndarray, output: str = LINEAR, number: bool = False) -> Network:
    """A layer with the weights W (K, D+1) to begin from."""
    classes = () if number else tuple(range(max(2, len(W))))
    return network_of((Layer(W[:, 1:], W[:, 0], output),), classes)


def told(key: str, step: Any, data: Dataset, **how: Any) -> Any:
    """The story of a step."""
    algorithm = engine.algorithm(key)
    return algorithm.explain(step, data, algorithm.params(**how))


def numbers(key: str, step: Any, data: Dataset, **how: Any) -> dict[str, float]:
    """The live numbers of a step by their names."""
    return {number.name: number.value for number in told(key, step, data, **how).numbers}


def drawn(key: str, step: Any, data: Dataset, name: str, kind: type, **how: Any) -> list[Any]:
    """The marks of one kind on a surface of this name."""
    algorithm = engine.algorithm(key)
    found: list[Mark] = list(algorithm.marks(step, data, algorithm.params(**how)))
    return [mark for mark in found if mark.surface.name == name and isinstance(mark, kind)]


def seen_in_valley(step: Any, problem: Problem) -> np.ndarray:
    """(m, 2) the way of the first unit from the bottom of the valley, along the flattest way and the steepest."""
    return valley_of(problem).seen(step.way[:, 0])


def other_way(step: Any, problem: Problem, params: Any, gradient: Any) -> np.ndarray:
    """(m, 2) two weights of the first unit, epoch by epoch, with the other kind of update from the same first ones."""
    n, way = len(problem.X), [step.way[0]]
    turns = [[row] for row in range(n)] if params.updates == BATCH else [list(range(n))]
    for _ in range(min(step.epoch, FOLLOWED // len(turns), AT_MOST // n)):
        way.append(way[-1])
        for rows in turns:
            way[-1] = way[-1] - step.rate * gradient(way[-1], problem.X[rows], problem.T[rows])
    return np.array(way)[:, 0, -2:]


def by_differences(problem: Problem, W: np.ndarray) -> np.ndarray:
    """(K, D+1) ∂E/∂W by finite differences."""
    slopes = np.empty_like(W)
    for place in np.ndindex(W.shape):
        nudge = np.zeros_like(W)
        nudge[place] = 1e-6
        slopes[place] = (problem.error(W + nudge) - problem.error(W - nudge)) / 2e-6
    return slopes
