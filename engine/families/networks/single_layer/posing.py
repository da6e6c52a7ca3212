"""What a single layer makes least, and how large its learning rate may be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.base.words import figure
from engine.data.dataset import Dataset
from engine.data.targets import one_of_k, zero_one
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.activations import ACTIVATIONS
from engine.models.network import Layer, Network, network_of

LINEAR, SIGMOID = "identity", "logistic"
SHARE = 0.25
"""The usual rate of linear units is this share of the one from which on they are not stable."""
BEND = 0.0771
"""½ (σ(a) − t)² of a sigmoid is bent by less than this at every a, so that 1/(0.0771 λmax) is a safe rate."""


@dataclass(frozen=True, eq=False)
class Problem:
    """The rows X (n, D+1), the ones first, with targets T (n, K): of two classes in one column, else 1 of K."""

    X: np.ndarray
    T: np.ndarray
    classes: tuple[int, ...]
    own: np.ndarray  # (n,) the codes
    output: str
    bias_follows: bool  # whether the biases are set from the means, and not learnt

    @property
    def last_cell(self) -> tuple[int, int]:
        """The cell of ΔW that a row fills last."""
        return self.T.shape[1] - 1, self.X.shape[1] - 1

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
    def stable_below(self) -> float:
        """The rate from which on linear units diverge, 2/λmax; for sigmoids, below which E never rises."""
        return (2.0 if self.output == LINEAR else 2.0 / BEND) / self.largest

    @property
    def stable_words(self) -> str:
        """That rate in words."""
        return f"{'2/λmax' if self.output == LINEAR else f'2/({BEND} λmax)'} = {figure(self.stable_below)}"

    @property
    def best_rate(self) -> float:
        """2/(λmin + λmax), with which the slower of both directions is as fast as it can be."""
        return 2.0 / (float(self.curvatures[0]) + self.largest)

    @property
    def slowest(self) -> float | None:
        """What an epoch at the best rate leaves of the way that shrinks most slowly; None where E is level."""
        low = float(self.curvatures[0])
        return (self.largest - low) / (self.largest + low) if low > 0 else None

    @property
    def usual_rate(self) -> float:
        """The rate where none is chosen."""
        return self.stable_below * (SHARE if self.output == LINEAR else 0.5)

    def first(self, start: Network | None) -> np.ndarray:
        """(K, D+1) the weights to begin from, the biases first: those of another single layer, or 0."""
        shape = (self.T.shape[1], self.X.shape[1])
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

    def model(self, W: np.ndarray) -> Network:
        """The network with these weights."""
        return network_of((Layer(W[:, 1:], W[:, 0], self.output),), self.classes)

    def mistakes(self, W: np.ndarray) -> np.ndarray:
        """(w,) the rows answered wrongly."""
        return np.flatnonzero(self.model(W).predict(self.X[:, 1:]) != self.own)


def posed(data: Dataset, output: str, bias: str) -> Problem:
    """The problem: two classes share one unit. Kept, as every step asks for its curvatures."""
    return data.kept(("single layer", output, bias), lambda: _posed(data, output, bias))


def _posed(data: Dataset, output: str, bias: str) -> Problem:
    T = zero_one(data)[:, None] if len(data.classes_present) == 2 else one_of_k(data)
    classes = tuple(int(code) for code in data.classes_present)
    return Problem(with_ones(data.X), T, classes, data.codes, output, bias != "learnt")
