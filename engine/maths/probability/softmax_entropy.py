"""The cross-entropy of softmax regression, its slope and its curvature.

    A = W Φᵀ        Y = softmax(A)        E = −Σₙ ln y of the own class of row n
    ∇ₖE = Σₙ (yₖₙ − tₖₙ) φₙ        Hₖⱼ = Σₙ yₖₙ (δₖⱼ − yⱼₙ) φₙ φₙᵀ

Φ (n, M) has a leading column of ones, W (K, M) has the biases first, penalties λ (M,) are the same for every class,
and own (n,) says which of the K classes a row belongs to: t is 1 there and 0 elsewhere. Probabilities are (K, n).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from engine.base.snapshot import sealed
from engine.maths.algebra.folding import log1p_total
from engine.maths.algebra.weighed import weighed_products

AT_HAND = 2**23
"""So many products of two columns are kept (64 MB); of a larger table they are formed anew, a stretch at a time."""
STRETCH = 2**19
"""The products in a stretch."""
FEW, LARGE = 3, 2**20
"""For so few matrices of more products than stay near the processor, it is quicker to multiply anew than to fetch."""
TOGETHER = 131_072
"""So many scores of many weights are worked out at a time."""


class Here(NamedTuple):
    """What is known at weights W: the probabilities Y (K, n), E, and E + ½ Σ λⱼ wₖⱼ².

    held, total  (n,) of scores of which the greatest is 0, that of the own class, and Σ exp of all
    """

    probabilities: np.ndarray
    held: np.ndarray
    total: np.ndarray
    error: float
    objective: float

    @property
    def losses(self) -> np.ndarray:
        """(n,) −ln P(own class)."""
        return np.asarray(np.log(self.total) - self.held)


def own_rows(codes: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """(n,) the place of each row's own class among the classes (K,), which ascend.

    >>> own_rows(np.array([4, 2, 4]), np.array([2, 4]))
    array([1, 0, 1])
    """
    return np.searchsorted(classes, codes)


def own_places(own: np.ndarray) -> np.ndarray:
    """(n,) where the own classes stand in an array (K, n) laid out as one row: to find a number there takes a quarter
    of the time that it takes by class and row.
    """
    return np.asarray(own * len(own) + np.arange(len(own)))


def softmax_here(W: np.ndarray, Phi: np.ndarray, own: np.ndarray, penalties: np.ndarray) -> Here:
    """Probabilities and errors at W with one look at the table; the loss is ln Σ exp − a, by log-sum-exp."""
    return softmax_at(W, Phi, own_places(own), penalties)


def softmax_at(W: np.ndarray, Phi: np.ndarray, places: np.ndarray, penalties: np.ndarray) -> Here:
    """The same where it is known at which `places` (n,) the own classes stand."""
    scores = W @ Phi.T
    scores -= scores.max(axis=0)
    held = scores.take(places)
    chances = np.exp(scores, out=scores)
    total = chances.sum(axis=0)
    chances /= total
    error = log1p_total(total - 1.0) - float(held.sum())
    return Here(chances, held, total, error, error + 0.5 * float((penalties * W**2).sum()))


def penalised_each(W: np.ndarray, Phi: np.ndarray, places: np.ndarray, penalties: np.ndarray) -> np.ndarray:
    """(B,) E + ½ Σ λⱼ wₖⱼ² at many weights W (B, K, M), some at a time."""
    found, size = 0.5 * (penalties * W**2).sum(axis=(1, 2)), max(TOGETHER // (W.shape[1] * len(Phi)), 1)
    for first in range(0, len(W), size):
        part = slice(first, first + size)
        scores = W[part] @ Phi.T
        scores -= scores.max(axis=1, keepdims=True)
        held = scores.reshape(len(scores), -1).take(places, axis=1)
        losses = np.log(np.exp(scores, out=scores).sum(axis=1)) - held
        found[part] += losses.sum(axis=1)
    return np.asarray(found)


def softmax_gradient(
    Y: np.ndarray, Phi: np.ndarray, own: np.ndarray, W: np.ndarray, penalties: np.ndarray
) -> np.ndarray:
    """(K, M) (Y − T) Φ + λ W, at the probabilities Y (K, n)."""
    return slope_at(Y, Phi, own_places(own), W, penalties)


def slope_at(Y: np.ndarray, Phi: np.ndarray, places: np.ndarray, W: np.ndarray, penalties: np.ndarray) -> np.ndarray:
    """The same where it is known at which `places` (n,) the own classes stand."""
    off = np.array(Y, order="C")
    off.reshape(-1)[places] -= 1.0
    return np.asarray(off @ Phi + penalties * W)


def likeliest(Y: np.ndarray) -> np.ndarray:
    """(n,) the class with the greatest of the probabilities (K, n), the first on a tie: argmax, but by whole rows.

    >>> likeliest(np.array([[0.2, 0.5], [0.2, 0.5], [0.6, 0.0]]))
    array([2, 0])
    """
    if len(Y) == 1:
        return np.zeros(Y.shape[1], dtype=np.intp)
    winner, most = np.asarray(Y[1] > Y[0]).astype(np.intp), Y[0]
    for k in range(2, len(Y)):
        most = np.maximum(most, Y[k - 1])
        np.putmask(winner, Y[k] > most, k)
    return winner


@cache
def pairs(count: int, apart: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Every two of so many, the lower first, once; none with itself if they are to be `apart` by 1."""
    one, other = np.triu_indices(count, apart)
    return sealed(one), sealed(other)


class Products:
    """The products of every two columns of Φ (n, M), row by row: what every block of the Hessian weighs and adds up."""

    def __init__(self, Phi: np.ndarray) -> None:
        self.Phi, self.columns = Phi, Phi.T
        self.one, self.other = pairs(Phi.shape[1])
        self.rows = max(STRETCH // len(self.one), 1)
        self.count = len(self.one) * len(Phi)
        self.kept: tuple[tuple[slice, np.ndarray], ...] = ()

    def _of(self, rows: slice) -> tuple[slice, np.ndarray]:
        part = np.ascontiguousarray(self.columns[:, rows])
        products, first = np.empty((len(self.one), part.shape[1])), 0
        for i, column in enumerate(part):
            last = first + len(part) - i
            np.multiply(column, part[i:], out=products[first:last])
            first = last
        return rows, products

    def __iter__(self) -> Iterator[tuple[slice, np.ndarray]]:
        """Stretches of rows with their products (M (M + 1) / 2, m)."""
        if self.count <= AT_HAND:
            self.kept = self.kept or (self._of(slice(None)),)
            yield from self.kept
            return
        for first in range(0, self.columns.shape[1], self.rows):
            yield self._of(slice(first, first + self.rows))

    def weighed(self, weights: np.ndarray) -> np.ndarray:
        """(B, M, M) the matrices Σₙ rₙ φₙ φₙᵀ for B rows of weights r, (B, n)."""
        ends = bool((weights[:, -1] == weights[:, 0]).all())  # seldom: where they differ, no other row is looked at
        level = ends and bool((weights == weights[:, :1]).all())  # as at the start: all have the same probabilities
        if self.count > LARGE and (level or len(weights) <= FEW):
            return self._multiplied(weights, level)
        if level:
            total = sum(part.sum(axis=1) for _, part in self)
            sums = np.outer(weights[:, 0], total)
        else:
            sums = np.asarray(sum(weights[:, rows] @ part.T for rows, part in self))
        M = len(self.columns)
        whole = np.empty((len(weights), M, M))
        whole[:, self.one, self.other] = sums
        whole[:, self.other, self.one] = sums
        return whole

    def _multiplied(self, weights: np.ndarray, level: bool) -> np.ndarray:
        """The same without the products; only one matrix where all rows weigh the same."""
        if level:
            return np.asarray(weights[:, :1, None] * (self.Phi.T @ self.Phi))
        return np.stack([weighed_products(self.Phi, row) for row in weights])


def softmax_hessian(Y: np.ndarray, products: Products, penalties: np.ndarray) -> np.ndarray:
    """(K·M, K·M) the blocks Hₖⱼ + δₖⱼ diag λ, at the probabilities Y (K, n).

    Only the K (K − 1) / 2 blocks −Σ yₖ yⱼ φ φᵀ of two different classes are multiplied out: those of a class and all
    the others add up to 0, which gives the block of the class with itself.
    """
    K, M = len(Y), len(penalties)
    k, j = pairs(K, 1)
    between = products.weighed(Y[k] * Y[j])
    blocks = np.zeros((K, K, M, M))
    blocks[k, j] = -between
    blocks[j, k] = -between
    diagonal = np.arange(K)
    blocks[diagonal, diagonal] = -blocks.sum(axis=1) + np.diag(penalties)
    return blocks.transpose(0, 2, 1, 3).reshape(K * M, K * M)
