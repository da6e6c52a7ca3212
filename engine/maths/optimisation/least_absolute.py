"""The fit with the least sum of absolute residuals, by exchanges: it passes through as many rows as it has weights.

min Σ |tₙ − φₙ · w|        (Barrodale and Roberts 1973)

A vertex w passes through the rows B. Its multipliers solve Σ_B uₙ φₙ + Σ_{n ∉ B} sign(rₙ) φₙ = 0. Where all |uₙ| ≤ 1
it is the least. Else the row with the largest |u| is let go: Σ |r| falls by |u| − 1 for each unit of its residual, and
less after each row that is passed, until it would rise: the row there takes the place.
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.affine import EPSILON

OVER = 1e-9
"""A multiplier that exceeds 1 by no more is 1: rounding."""
APART = 1e-10
"""Rows are told apart by so much of the targets, so that no two are passed at once and no exchange comes twice."""
GOLDEN = 0.6180339887498949


@snapshot
class Vertex:
    """A fit through the rows (m,), with their multipliers u (m,), and which side every row lies on, signs (n,)."""

    w: np.ndarray
    rows: np.ndarray
    multipliers: np.ndarray
    signs: np.ndarray

    @property
    def worst(self) -> int:
        """The place of the row whose multiplier is largest in size, the first on a tie."""
        return int(np.argmax(np.abs(self.multipliers)))

    @property
    def is_least(self) -> bool:
        """Whether no multiplier exceeds 1."""
        return bool(np.abs(self.multipliers[self.worst]) <= 1 + OVER)


def independent_columns(X: np.ndarray) -> np.ndarray:
    """Which columns of X (n, M) are no sums of others and a constant, ascending.

    >>> independent_columns(np.array([[0.0, 3.0], [1.0, 3.0], [2.0, 3.0]])).tolist()
    [0]
    """
    from scipy.linalg import qr

    A = X - X[0]
    A = A - A.mean(axis=0)
    size = np.abs(A).max(axis=0, initial=0.0)
    A = A / np.where(size > 0, size, 1.0)
    A = A / np.where(size > 0, np.linalg.norm(A, axis=0), 1.0)
    if not A.any():
        return np.zeros(0, dtype=np.intp)
    _, R, order = qr(A, mode="economic", pivoting=True)
    diagonal = np.abs(R.diagonal())
    rank = int((diagonal > max(A.shape) * EPSILON * diagonal[0]).sum())
    return np.sort(order[:rank])


def told_apart(t: np.ndarray) -> np.ndarray:
    """(n,) the targets, each moved by a share of itself that no other row has."""
    shares = np.modf(GOLDEN * np.arange(1, len(t) + 1))[0]
    return np.asarray(t + APART * float(np.abs(t - t[0]).max(initial=0.0)) * shares)


def first_rows(Phi: np.ndarray, r: np.ndarray) -> np.ndarray:
    """(m,) rows of Phi (n, m) that are independent, those with the least residuals r (n,) first; ascending."""
    m, found, kept = Phi.shape[1], list[int](), np.zeros((0, Phi.shape[1]))
    for row in np.argsort(np.abs(r), kind="stable").tolist():
        size = float(np.linalg.norm(Phi[row]))
        rest = Phi[row] / size if size else Phi[row]
        for _ in range(2):  # once more, because one pass leaves rounding
            rest = rest - kept.T @ (kept @ rest)
        length = float(np.linalg.norm(rest))
        if length > 1e-8:
            found.append(row)
            kept = np.vstack([kept, rest / length])
        if len(found) == m:
            break
    return np.sort(np.array(found))


def vertex(Phi: np.ndarray, t: np.ndarray, rows: np.ndarray, signs: np.ndarray | None = None) -> Vertex:
    """The fit of Phi (n, m) through these rows (m,) of the targets t (n,)."""
    square = Phi[rows]
    w = np.linalg.solve(square, t[rows])
    sides = np.where(t - Phi @ w < 0, -1.0, 1.0) if signs is None else signs
    others = sides.copy()
    others[rows] = 0.0
    return Vertex(w, rows, -np.linalg.solve(square.T, others @ Phi), sides)


def exchanged(Phi: np.ndarray, t: np.ndarray, here: Vertex) -> tuple[Vertex, int, int]:
    """The next vertex, the row that was let go, and the row that took its place."""
    place = here.worst
    side = float(np.sign(here.multipliers[place]))
    leaving = int(here.rows[place])
    way = -side * np.linalg.solve(Phi[here.rows], np.eye(len(here.rows))[place])
    r, pace = t - Phi @ here.w, Phi @ way
    pace[here.rows] = 0.0
    ahead = np.flatnonzero(r * pace > 0)
    when = r[ahead] / pace[ahead]
    order = np.argsort(when, kind="stable")
    slope = 1.0 - abs(float(here.multipliers[place])) + 2 * np.cumsum(np.abs(pace[ahead[order]]))
    entering = int(ahead[order[min(int(np.searchsorted(slope, 0.0)), len(order) - 1)]])
    rows = here.rows.copy()
    rows[place] = entering
    return vertex(Phi, t, rows), leaving, entering
