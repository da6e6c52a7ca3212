"""All 512 labellings of a 3 × 3 grid, and how probable each is under four models, by quadrature.

p(D | M) = ∫ Πₙ σ(tₙ a(xₙ)) N(w | 0, σ_w² I) dw      a = 0, w₁x₁, w₁x₁ + w₂x₂, w₀ + w₁x₁ + w₂x₂

The trapezium rule with an even step h is exact to e^(−2π²/h) here, as σ(a) is smooth for |Im a| < π. Where a weight
changes its sign, or two change places, the grid is mirrored or its labels are: a sixteenth tells of all.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from engine.base.snapshot import read_only
from engine.maths.probability.sigmoid import sigmoid

MODELS = ("coin", "one weight", "two weights", "two weights and a bias")
GRID = np.array([[x, y] for y in (1.0, 0.0, -1.0) for x in (-1.0, 0.0, 1.0)])
"""(9, 2) the points, row by row from the top left."""
COUNT = 512
LABELS = 1 - 2 * ((np.arange(COUNT)[:, None] >> np.arange(len(GRID))) & 1)
"""(512, 9) the targets +1 and −1: those of data set k are the bits of k."""
STEP, NARROW, REACH = 0.5, 3.0, 6.5
"""h is ½, or a third of σ_w if that is less; and the rule reaches so many σ_w from 0."""
MIRRORED = np.array([2, 1, 0, 5, 4, 3, 8, 7, 6])
UPSIDE_DOWN = np.array([6, 7, 8, 3, 4, 5, 0, 1, 2])
TURNED = np.array([8, 5, 2, 7, 4, 1, 6, 3, 0])
"""Which point each becomes where x₁, or x₂, changes its sign, and where the two change places."""
HEAD = 4
"""The products of the first points are made apart from those of the others."""


@cache
def evidences(model: int, spread: float) -> np.ndarray:
    """(512,) p(D | M) of every data set under one of the models, with σ_w = spread."""
    if model == 0:
        return read_only(np.full(COUNT, 1.0 / COUNT))
    h = min(STEP, spread / NARROW)
    w = h * np.arange(int(np.ceil(REACH * spread / h)) + 1)
    prior = np.exp(-0.5 * (w / spread) ** 2)
    prior[0] *= 0.5  # w = 0 belongs to both signs
    prior /= 2.0 * prior.sum()
    first = [w[:, None] * GRID[:, 0], w[:, None] * GRID[:, 1]]
    if model == 1:
        q = summed(first[0], prior)
        return read_only(q + q[moved(MIRRORED)])
    one, other = np.tril_indices(len(w))  # w₁ ≥ w₂: else the grid is mirrored at its diagonal
    both = first[0][one] + first[1][other]
    weights = prior[one] * prior[other] * np.where(one == other, 0.5, 1.0)
    biases = (0.0,) if model == 2 else tuple(w.tolist())
    q = np.zeros(COUNT)
    for bias, share in zip(biases, (1.0,) if model == 2 else prior, strict=True):
        q += share * summed(both + bias, weights)
    for turned in (TURNED, MIRRORED, UPSIDE_DOWN):
        q = q + q[moved(turned)]
    return read_only(q if model == 2 else q + q[moved(MIRRORED[UPSIDE_DOWN])][::-1])


def summed(a: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(512,) Σ weight · Πₙ σ(tₙ aₙ) of every data set, for activations a (P, 9) of points with weights (P,)."""
    chances = np.stack([sigmoid(a), sigmoid(-a)])
    head, tail = (products(chances[:, :, part]) for part in (slice(0, HEAD), slice(HEAD, None)))
    return np.asarray((tail.T @ (head * weights[:, None])).ravel())


def products(chances: np.ndarray) -> np.ndarray:
    """(P, 2ᵏ) the products of the chances (2, P, k) of k points for every labelling of them, the first bit lowest."""
    found = np.ones((chances.shape[1], 1))
    for point in range(chances.shape[2]):
        found = np.concatenate([found * chances[0, :, point, None], found * chances[1, :, point, None]], axis=1)
    return found


def moved(points: np.ndarray) -> np.ndarray:
    """(512,) which data set each becomes when point n gets the label of the point points[n]."""
    minus = (LABELS[:, points] < 0).astype(int)
    return np.asarray(minus @ (1 << np.arange(len(GRID))))


def winners(log_p: np.ndarray) -> np.ndarray:
    """(512,) which of the models (k, 512) makes each data set most probable; on a tie the simplest."""
    top = log_p.max(axis=0)
    return np.asarray(np.argmax(log_p >= top - 1e-9 * np.abs(top), axis=0))


def sorted_sets(log_p: np.ndarray) -> np.ndarray:
    """(512,) the data sets by the model that explains them best, the coin last, and by how well it does."""
    best = winners(log_p)
    rank = np.where(best == 0, len(MODELS), best)
    return np.asarray(np.lexsort((np.arange(COUNT), -np.round(log_p.max(axis=0), 9), rank)))
