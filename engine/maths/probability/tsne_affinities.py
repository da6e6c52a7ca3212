"""Neighbours as probabilities, in a table and on a map of it: what stochastic neighbour embedding is made of.

p(j|i) = exp(−βᵢ ‖xᵢ − xⱼ‖²) / Σₖ exp(−βᵢ ‖xᵢ − xₖ‖²)      βᵢ = 1 / 2σᵢ²      q = w / Σ w,  w = 1 / (1 + ‖yᵢ − yⱼ‖²)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

BLOCK = 131_072
"""So many pairs are worked out at a time: they fit in the cache."""
TRIALS = 200
"""No more are tried for a β; a row with many equally near ones may not reach its perplexity."""
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
    """(n,) β of each row, so that e^H is the perplexity, and (n, n) p(j|i), a row each, 0 on the diagonal.

    squares  (n, n) squared distances, n ≥ 2. A row with more equally near ones than the perplexity has the widest β.
    """
    n = len(squares)
    others, beta, shares = _off_diagonal(squares).reshape(n, n - 1), np.zeros(n), np.empty((n, n - 1))
    size = max(_together(n) // 4, 1)  # of each pair a few numbers are met together
    for first in range(0, n, size):
        part = slice(first, first + size)
        beta[part], shares[part] = _sought(others[part], float(np.log(perplexity)))
    conditional = np.zeros((n, n))
    _off_diagonal(conditional)[:] = shares.reshape(n - 1, n)
    return beta, conditional


def _off_diagonal(table: np.ndarray) -> np.ndarray:
    """(n − 1, n) what a table (n, n) has off its diagonal, row after row: a view."""
    n = len(table)
    return table.reshape(-1)[1:].reshape(n - 1, n + 1)[:, :n]


def _sought(squares: np.ndarray, wanted: float) -> tuple[np.ndarray, np.ndarray]:
    """(m,) β of some rows, whose entropies are as wanted, and (m, n − 1) their p; squares (m, n − 1) to the others.

    By Newton's steps in ln β, in which H is nearly straight: dH / d ln β = −β² Var d². One that leaves the bounds that
    are known is a halving instead.
    """
    others = squares - squares.min(axis=1, keepdims=True)  # p does not change, and no exponent is too small for all
    unit = others.mean(axis=1)
    unit[unit == 0] = 1.0
    others /= unit[:, None]
    beta, low, high = np.ones(len(others)), np.zeros(len(others)), np.full(len(others), np.inf)
    shares, rows = np.empty_like(others), np.arange(len(others))
    for _ in range(TRIALS):
        shares[rows], entropies, slopes = _told(others[rows], beta[rows])
        flat = entropies > wanted  # too many neighbours: β must grow
        low[rows[flat]], high[rows[~flat]] = beta[rows[flat]], beta[rows[~flat]]
        past = np.where(flat, beta[rows] > STEEPEST, beta[rows] < 1 / STEEPEST)
        going = (np.abs(entropies - wanted) > CLOSE) & ~past
        rows = rows[going]
        if not len(rows):
            break
        beta[rows] = _tried(beta[rows], (entropies - wanted)[going], slopes[going], low[rows], high[rows])
    return beta / unit, shares


STEEPEST = 1e12
"""Beyond such a β, in units of the mean square of its row, only the nearest count: it is not followed farther."""
FARTHEST = 8.0
"""While no upper bound is known, β grows at most so many times at once."""


def _tried(beta: np.ndarray, off: np.ndarray, slopes: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """(m,) the next β between its bounds: Newton's, or half way; off (m,) how much too high the entropy is."""
    top = np.where(np.isinf(high), FARTHEST * low, high)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        steps = beta * np.exp(off / slopes)
    return np.where((low < steps) & (steps < top), steps, np.where(np.isinf(high), 2 * low, 0.5 * (low + top)))


def _told(others: np.ndarray, beta: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(m, n − 1) p of some rows, (m,) their entropies in natural units, and (m,) how fast these fall with ln β."""
    exponents = beta[:, None] * others
    shares = np.exp(-exponents)
    totals = shares.sum(axis=1)
    shares /= totals[:, None]
    weighed = shares * exponents
    means = weighed.sum(axis=1)
    return shares, np.log(totals) + means, np.einsum("ij,ij->i", weighed, exponents) - means**2


def joint(conditional: np.ndarray) -> np.ndarray:
    """(n, n) p = (p(j|i) + p(i|j)) / 2n: symmetric, and 1 in all.

    >>> joint(np.array([[0.0, 1.0], [1.0, 0.0]])).tolist()
    [[0.0, 0.5], [0.5, 0.0]]
    """
    return np.asarray((conditional + conditional.T) / (2 * len(conditional)))


def forces(P: np.ndarray, places: np.ndarray, times: float = 1.0) -> Forces:
    """What pulls and pushes each place (n, 2), for symmetric likenesses `times` P (n, n).   (van der Maaten 2008)"""
    rows, columns = _factors(places)
    pulled, pushed = (_summed_at_once if len(P) ** 2 <= BLOCK else _summed)(P, rows, columns)
    total = float(np.vdot(pushed, rows))  # Σ w = Σ w² (1 + ‖yᵢ − yⱼ‖²), and every sum of that is there
    pull, push = (sums[:, 2:3] * places - sums[:, :2] for sums in (pulled, pushed))
    return Forces(-4.0 * times * pull, 4.0 / (total or 1.0) * push)


def _summed(P: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n, 4) each: what the columns (4, n) add up to for each row, weighed by p w and by w²."""
    pulled, pushed, space = np.zeros(rows.shape), np.zeros(rows.shape), np.empty(_room(len(rows)))
    for part, rest, w in _weights(rows, columns):
        pairs = np.multiply(P[part, rest], w, out=space[: w.size].reshape(w.shape))
        _added(pulled, pairs, columns.T, part, rest)
        _added(pushed, np.square(w, out=w), columns.T, part, rest)
    return pulled, pushed


def _summed_at_once(P: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same of all rows together: of a few, calls take longer than numbers."""
    w = rows.dot(columns)  # `dot`, which begins sooner than @ does
    np.divide(1.0, w, out=w)
    w.reshape(-1)[:: len(w) + 1] = 0.0
    pulled = (P * w).dot(columns.T)
    return pulled, np.square(w, out=w).dot(columns.T)


def _added(sums: np.ndarray, pairs: np.ndarray, factors: np.ndarray, part: slice, rest: slice) -> None:
    """Add what some rows have of the rest, and the rest of them: of a symmetric table only half is worked out."""
    sums[part] += pairs @ factors[rest]
    if part.stop < len(sums):
        sums[part.stop :] += pairs[:, len(pairs) :].T @ factors[part]


def _twice(pairs: np.ndarray) -> float:
    """The sum over some rows, they and all after them, and over the same the other way."""
    return 2.0 * float(pairs.ravel().sum()) - float(pairs[:, : len(pairs)].sum())


def divergence(P: np.ndarray, places: np.ndarray, known: float | None = None) -> Divergence:
    """KL(P ‖ Q) in natural units; `known`, Σ p ln p, need not be summed again."""
    spread, total, space = 0.0, 0.0, np.empty(_room(len(P)))
    for part, rest, w in _weights(*_factors(places)):
        total += _twice(w)
        w.reshape(-1)[:: w.shape[1] + 1] = 1.0
        logs = np.log(w, out=w)
        spread -= _twice(np.multiply(P[part, rest], logs, out=space[: w.size].reshape(w.shape)))
    return Divergence(surprise(P) if known is None else known, spread, float(np.log(total)) if total else 0.0)


def surprise(P: np.ndarray) -> float:
    """Σ p ln p over the pairs that have a p."""
    there = P[P > 0]
    return float(np.dot(there, np.log(there)))


def _room(n: int) -> int:
    """So many pairs are met at a time at most."""
    return _together(n) * n


def _together(n: int) -> int:
    """So many of n rows are worked out at a time."""
    return min(max(BLOCK // n, 1), n)


def _factors(places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n, 4) rows −2y, ‖y‖², 1 and (4, n) columns y, 1, 1 + ‖y‖²: their products are 1 + ‖yᵢ − yⱼ‖².

    Beside the 1 the rounding of ‖yᵢ‖² + ‖yⱼ‖² − 2 yᵢ·yⱼ is nothing.
    """
    n, (x, y) = len(places), places.T
    squares = x * x + y * y
    rows, columns = np.empty((n, 4)), np.empty((4, n))
    np.multiply(-2.0, places, out=rows[:, :2])
    rows[:, 2], rows[:, 3] = squares, 1.0
    columns[:2], columns[2] = places.T, 1.0
    np.add(1.0, squares, out=columns[3])
    return rows, columns


def _weights(rows: np.ndarray, columns: np.ndarray) -> Iterator[tuple[slice, slice, np.ndarray]]:
    """Some rows, they and all after them, and w (m, k) of these pairs: what is yielded next is written over it."""
    n, size, space = len(rows), _together(len(rows)), np.empty(_room(len(rows)))
    for first in range(0, n, size):
        part, rest = slice(first, min(first + size, n)), slice(first, n)
        shape = part.stop - first, n - first
        w = space[: shape[0] * shape[1]].reshape(shape)
        np.matmul(rows[part], columns[:, rest], out=w)
        np.divide(1.0, w, out=w)  # half the time of np.reciprocal
        w.reshape(-1)[:: shape[1] + 1] = 0.0
        yield part, rest, w
