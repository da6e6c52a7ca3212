"""One layer of units on the squared error: its rows and targets, and how large its learning rate may be.

y = g(W x̃),  x̃ = (1, x)        E = ½ Σ (y − t)²        E never rises with a rate below 2/(bend · λmax) of X̃ᵀX̃
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.base.words import figure
from engine.data.dataset import Dataset
from engine.maths.optimisation import stability
from engine.maths.probability.activations import ACTIVATIONS
from engine.models.layer import Layer
from engine.models.network import Network, NumberNetwork, network_of

LINEAR, SIGMOID = "identity", "logistic"
BENDS = {LINEAR: 1.0, SIGMOID: 0.0771}
"""½ (g(a) − t)² is bent by no more than this at any a; of linear units it is bent by 1 everywhere."""
SHARES = {LINEAR: 0.25, SIGMOID: 0.5}
"""The usual rate is this share of the one below which E never rises."""


@dataclass(frozen=True, eq=False)
class Problem:
    """The rows X (n, D+1), the ones first, with targets T (n, K); no classes: the target is a number."""

    X: np.ndarray
    T: np.ndarray
    classes: tuple[int, ...]
    own: np.ndarray  # (n,) the codes, none of a number
    output: str
    bias_follows: bool = False  # whether the biases are set from the means, and not learnt

    @cached_property
    def curvatures(self) -> np.ndarray:
        """The eigenvalues of X̃ᵀX̃, the smallest first; of centred columns where the biases follow from the means."""
        X = self.X[:, 1:] - self.X[:, 1:].mean(axis=0) if self.bias_follows else self.X
        return np.maximum(np.linalg.eigvalsh(X.T @ X), 0.0)

    @property
    def largest(self) -> float:
        """λmax, and something above 0 where all columns are 0."""
        return float(self.curvatures[-1]) or 1.0

    @property
    def smallest(self) -> float:
        """λmin of the ways along which E is bent, as nothing moves along a level one; λmax where none is."""
        bent = self.curvatures[self.curvatures > len(self.curvatures) * np.finfo(float).eps * self.largest]
        return float(bent[0]) if len(bent) else self.largest

    @property
    def has_level_ways(self) -> bool:
        """Whether E stays as it is along some way."""
        return float(self.curvatures[0]) < self.smallest

    @property
    def stable_below(self) -> float:
        """The rate below which E never rises; from it on linear units diverge."""
        return 2.0 / (BENDS[self.output] * self.largest)

    @property
    def stable_words(self) -> str:
        """That rate in words."""
        bend = "λmax" if self.output == LINEAR else f"({BENDS[self.output]} λmax)"
        return f"2/{bend} = {figure(self.stable_below)}"

    @property
    def longest(self) -> float:
        """The greatest ‖x̃‖² of a row."""
        return float(np.square(self.X).sum(axis=1).max())

    @property
    def online_below(self) -> float:
        """The rate below which an update with one row alone makes the error of this row no greater, whichever it is."""
        return 2.0 / (BENDS[self.output] * self.longest)

    @property
    def online_words(self) -> str:
        """That rate in words."""
        bend = "" if self.output == LINEAR else f"{BENDS[self.output]} "
        return f"2/({bend}max ‖x̃‖²) = {figure(self.online_below)}"

    def limit(self, in_batches: bool) -> float:
        """What the rate must stay below, of batches or of rows one by one."""
        return self.stable_below if in_batches else self.online_below

    @property
    def best_rate(self) -> float:
        """2/(λmin + λmax), with which the slower of both directions of linear units is as fast as it can be."""
        return stability.best_rate(self.smallest, self.largest)

    @property
    def slowest(self) -> float:
        """What an epoch at the best rate leaves of the way that shrinks most slowly."""
        return stability.slowest(self.smallest, self.largest)

    @property
    def usual_rate(self) -> float:
        """The rate where none is chosen."""
        return self.stable_below * SHARES[self.output]

    def first(self, start: Network | None) -> np.ndarray:
        """(K, D+1) the weights to begin from, the biases first: those of another single layer, or 0."""
        shape = (self.T.shape[1], self.X.shape[1])
        start = start.plain if isinstance(start, NumberNetwork) else start
        fits = start is not None and len(start.layers) == 1 and start.first.packed.shape == shape
        return start.first.packed if start is not None and fits else np.zeros(shape)

    @np.errstate(over="ignore", invalid="ignore")
    def outputs(self, W: np.ndarray) -> np.ndarray:
        """(n, K) y."""
        return ACTIVATIONS[self.output].value(self.X @ W.T)

    @np.errstate(over="ignore", invalid="ignore")
    def error(self, W: np.ndarray) -> float:
        """E = ½ Σ (y − t)²."""
        return float(0.5 * ((self.outputs(W) - self.T) ** 2).sum())

    @np.errstate(over="ignore", invalid="ignore")
    def lost(self, W: np.ndarray) -> float:
        """How large the terms are that E is added up from: (y − t) times what the outputs are made of."""
        terms = np.abs(self.X) @ np.abs(W).T + np.abs(self.T)
        return float((np.abs(self.outputs(W) - self.T) * terms).sum())

    def model(self, W: np.ndarray) -> Network:
        """The network with these weights."""
        return network_of((Layer(W[:, 1:], W[:, 0], self.output),), self.classes)

    def mistakes(self, model: Network) -> np.ndarray:
        """(w,) the rows answered wrongly: a number is only nearer or farther."""
        if not self.classes:
            return np.zeros(0, dtype=np.intp)
        return np.flatnonzero(model.predict(self.X[:, 1:]) != self.own)


def problem_of(data: Dataset, T: np.ndarray, output: str, bias_follows: bool = False) -> Problem:
    """The problem of a data set with the targets T (n, K)."""
    number = data.target == "real"
    classes = () if number else tuple(int(code) for code in data.classes_present)
    own = np.zeros(0, dtype=np.intp) if number else data.codes
    return Problem(data.design, T, classes, own, output, bias_follows)
