"""Alternating least squares: with the films fixed each user is a ridge regression, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import numpy as np

from engine.models.ratings import RatingFactors
from engine.parts.stretches import pauses

STRETCHES = 12


def half_sweeps(
    R: np.ndarray, learnt: np.ndarray, factors: RatingFactors, penalty: float, biases: bool, each: bool
) -> Iterator[tuple[Literal["user", "film"], int | None, RatingFactors]]:
    """The users, then the films, each alone or all together; the ratings R (U, F) are in units, without the mean."""
    U, F = R.shape
    before = 0
    for done in pauses(U, STRETCHES, False) if each else [U]:
        rows = slice(before, done)
        b, P = solved(R[rows] - factors.film_bias, learnt[rows], factors.Q, penalty, biases)
        factors = replace(factors, user_bias=put(factors.user_bias, rows, b), P=put(factors.P, rows, P))
        yield "user", done - 1 if each else None, factors
        before = done
    before = 0
    for done in pauses(F, STRETCHES, False) if each else [F]:
        rows = slice(before, done)
        b, Q = solved((R[:, rows] - factors.user_bias[:, None]).T, learnt[:, rows].T, factors.P, penalty, biases)
        factors = replace(factors, film_bias=put(factors.film_bias, rows, b), Q=put(factors.Q, rows, Q))
        yield "film", done - 1 if each else None, factors
        before = done


def solved(
    R: np.ndarray, learnt: np.ndarray, Q: np.ndarray, penalty: float, biases: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Of each row of R (m, F) the bias b (m,) and factors p (m, k) of min Σ (r − b − p · q)² + λ (b² + ‖p‖²).

    (DᵀD + λ I) w = Dᵀ r over the films that are learnt, with D = [1, Q]: all the matrices are made in one product.
    """
    D = np.column_stack([np.ones(len(Q)), Q]) if biases else Q
    known = learnt.astype(float)
    k = D.shape[1]
    A = (known @ (D[:, :, None] * D[:, None, :]).reshape(len(D), k * k)).reshape(len(R), k, k) + penalty * np.eye(k)
    right = np.where(learnt, R, 0.0) @ D
    w = np.linalg.solve(A, right[:, :, None])[:, :, 0]
    return (w[:, 0], w[:, 1:]) if biases else (np.zeros(len(R)), w)


def put(into: np.ndarray, rows: slice, values: np.ndarray) -> np.ndarray:
    """The same with other values in these rows."""
    changed = np.array(into)
    changed[rows] = values
    return changed
