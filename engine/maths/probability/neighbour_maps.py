"""Neighbours as probabilities, in a table and on a map of it: what stochastic neighbour embedding is made of.

p(j|i) = exp(−βᵢ ‖xᵢ − xⱼ‖²) / Σₖ exp(−βᵢ ‖xᵢ − xₖ‖²)      βᵢ = 1 / 2σᵢ²      q = w / Σ w,  w = 1 / (1 + ‖yᵢ − yⱼ‖²)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

BLOCK = 65_536
"""So many pairs are worked out at a time: they fit in the cache."""
HALVINGS = 200
"""A bisection takes no more steps; a row with many equally near ones may not reach its perplexity."""
CLOSE = 1e-5
"""A logarithm of a perplexity that is so near to the one asked for is right."""


class Forces(NamedTuple):
    """How the rows of a map pull and push each other: KL falls along pull + push, the gradient with its sign turned.

    pull (n, 2) −4 Σ pᵢⱼ wᵢⱼ (yᵢ − yⱼ);   push (n, 2) 4 Σ qᵢⱼ wᵢⱼ (yᵢ − yⱼ)
    """

    pull: np.ndarray
    push: np.ndarray

    @property
    def gradient(self) -> np.ndarray:
        """(n, 2) of KL(P ‖ Q) with respect to the places."""
        return np.asarray(-(self.pull + self.push))


class Divergence(NamedTuple):
    """KL(P ‖ Q) = Σ p ln (p / q), in three parts."""

    known: float  # Σ p ln p, which no place changes
    spread: float  # Σ p ln (1 + ‖yᵢ − yⱼ‖²): less where neighbours are near
    crowd: float  # ln Σ w: less where all are far apart

    @property
    def value(self) -> float:
        return self.known + self.spread + self.crowd


def precisions(squares: np.ndarray, perplexity: float) -> tuple[np.ndarray, np.ndarray]:
    """(n,) β of each row by bisection, so that 2^H is the perplexity, and (n, n) p(j|i), a row each, 0 on the diagonal.

    squares  (n, n) squared distances, n ≥ 2. A row with more equally near ones than the perplexity has the widest β.
    """
    n = len(squares)
    away = ~np.eye(n, dtype=bool)
    others, beta, shares = squares[away].reshape(n, n - 1), np.zeros(n), np.zeros((n, n - 1))
    size = max(BLOCK // n, 1)
    for first in range(0, n, size):
        part = slice(first, first + size)
        beta[part], shares[part] = _bisected(others[part], float(np.log(perplexity)))
    conditional = np.zeros((n, n))
    conditional[away] = shares.ravel()
    return beta, conditional


def _bisected(squares: np.ndarray, wanted: float) -> tuple[np.ndarray, np.ndarray]:
    """(m,) β of some rows, whose entropies are as wanted, and (m, n − 1) their p; squares (m, n − 1) to the others."""
    others = squares - squares.min(axis=1, keepdims=True)  # p does not change, and no exponent is too small for all
    unit = others.mean(axis=1)
    unit[unit == 0] = 1.0
    others /= unit[:, None]
    beta, low, high = np.ones(len(others)), np.zeros(len(others)), np.full(len(others), np.inf)
    shares, rows = np.empty_like(others), np.arange(len(others))
    for _ in range(HALVINGS):
        shares[rows], entropies = _told(others[rows], beta[rows])
        flat = entropies > wanted  # too many neighbours: β must grow
        low[rows[flat]], high[rows[~flat]] = beta[rows[flat]], beta[rows[~flat]]
        past = np.where(flat, beta[rows] > STEEPEST, beta[rows] < 1 / STEEPEST)
        rows = rows[(np.abs(entropies - wanted) > CLOSE) & ~past]
        if not len(rows):
            break
        upper = high[rows]
        beta[rows] = np.where(np.isinf(upper), 2 * low[rows], 0.5 * (low[rows] + np.where(np.isinf(upper), 0, upper)))
    return beta / unit, shares


STEEPEST = 1e12
"""Beyond such a β, in units of the mean square of its row, only the nearest count: it is not followed farther."""


def _told(others: np.ndarray, beta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(m, n − 1) p of some rows, and (m,) their entropies in natural units."""
    shares = -beta[:, None] * others
    np.exp(shares, out=shares)
    totals = shares.sum(axis=1)
    shares /= totals[:, None]
    return shares, np.log(totals) + beta * np.einsum("ij,ij->i", shares, others)


def joint(conditional: np.ndarray) -> np.ndarray:
    """(n, n) p = (p(j|i) + p(i|j)) / 2n: symmetric, and 1 in all.

    >>> joint(np.array([[0.0, 1.0], [1.0, 0.0]])).tolist()
    [[0.0, 0.5], [0.5, 0.0]]
    """
    return np.asarray((conditional + conditional.T) / (2 * len(conditional)))


def forces(P: np.ndarray, places: np.ndarray) -> Forces:
    """What pulls and pushes each place (n, 2), for symmetric likenesses P (n, n).   (van der Maaten and Hinton 2008)"""
    n = len(places)
    with_ones = np.column_stack([places, np.ones(n)])
    pull, push, total = np.zeros((n, 3)), np.zeros((n, 3)), 0.0
    for part, rest, w in _weights(places):
        total += 2.0 * float(w.sum())
        _added(pull, P[part, rest] * w, with_ones, part, rest)
        _added(push, np.square(w, out=w), with_ones, part, rest)
    found = [4.0 * (sums[:, 2:] * places - sums[:, :2]) for sums in (pull, push)]
    return Forces(-found[0], found[1] / (total or 1.0))


def _added(sums: np.ndarray, pairs: np.ndarray, with_ones: np.ndarray, part: slice, rest: slice) -> None:
    """Add what some rows have of the rest, and the rest of them: of a symmetric table only half is worked out."""
    sums[part] += pairs @ with_ones[rest]
    sums[rest] += pairs.T @ with_ones[part]


def divergence(P: np.ndarray, places: np.ndarray) -> Divergence:
    """KL(P ‖ Q) in natural units, over the pairs that have a p."""
    known, spread, total = 0.0, 0.0, 0.0
    for part, rest, w in _weights(places):
        total += 2.0 * float(w.sum())
        there = (P[part, rest] > 0) & (w > 0)
        p = P[part, rest][there]
        known += 2.0 * float((p * np.log(p)).sum())
        spread -= 2.0 * float((p * np.log(w[there])).sum())
    return Divergence(known, spread, float(np.log(total)) if total else 0.0)


def _weights(places: np.ndarray) -> Iterator[tuple[slice, slice, np.ndarray]]:
    """Some rows, they and all after them, and w (m, k) of each pair of these once: 0 where it is met the other way."""
    squares, ones = (places**2).sum(axis=1), np.ones(len(places))
    rows, columns = np.column_stack([-2 * places, squares, ones]), np.vstack([places.T, ones, squares + 1.0])
    size = max(BLOCK // len(places), 1)
    for first in range(0, len(places), size):
        part, rest = slice(first, first + size), slice(first, None)
        w = rows[part] @ columns[:, rest]  # 1 + ‖yᵢ‖² + ‖yⱼ‖² − 2 yᵢ·yⱼ; beside the 1 its rounding is nothing
        np.reciprocal(w, out=w)
        w[:, : len(w)] = np.triu(w[:, : len(w)], 1)
        yield part, rest, w
