"""Do two ways to one number agree? Rounding takes a share of the terms that are added up, however small the sum."""

from __future__ import annotations

from typing import Any

import numpy as np

SHARE = 1e-9
"""More of the terms than any sum of ours loses, and less than a mistake makes of them."""
DIGITS = 1e-14
"""What rounding takes of a single number, and of the mean of many."""


def agree(one: Any, other: Any, terms: Any, share: float = SHARE) -> bool:
    """Whether two numbers, or all of two arrays, are the same but for rounding.

    terms  how large the terms are that both were added up from, number by number: Σ |aₙ| for Σ aₙ, |A| |x| for A x

    >>> agree(1e8 + 1.0 - 1e8, 1.0 + 1e-8, 2e8), agree(1.0, 1.0 + 1e-8, 1.0)
    (True, False)
    """
    return not exceeds(np.abs(np.asarray(one) - other), 0.0, terms, share)


def exceeds(one: Any, other: Any, terms: Any, share: float = SHARE) -> bool:
    """Whether a number, or any of an array, is greater than another by more than rounding; one that is none, is.

    >>> exceeds(1.0 + 1e-12, 1.0, 1.0), exceeds(1.1, 1.0, 1.0), exceeds(float("nan"), 1.0, 1.0)
    (False, True, True)
    """
    return not bool(np.all(np.asarray(one) <= np.asarray(other) + share * np.asarray(terms)))


def farther(one: Any, other: Any, *places: np.ndarray) -> bool:
    """Whether a distance is greater than another by more than rounding takes of the coordinates of these places.

    >>> farther(0.05 + 1e-15, 0.05, np.array([4.35, 1.3])), farther(0.06, 0.05, np.array([4.35, 1.3]))
    (False, True)
    """
    return exceeds(one, other, max(float(np.abs(place).max(initial=0.0)) for place in places), DIGITS)


def cleared_weights(weights: np.ndarray, X: np.ndarray) -> np.ndarray:
    """Weights (..., M) of the columns of X (n, M), and 0 in place of each whose products are rounding beside others.

    >>> cleared_weights(np.array([1.0, 1e-17]), np.array([[0.5, 3.0]])).tolist()
    [1.0, 0.0]
    """
    sizes = np.abs(X).max(axis=0, initial=0.0)
    terms = (np.abs(weights) * sizes).max(axis=-1, keepdims=True, initial=0.0)
    return np.where(np.abs(weights) * sizes <= DIGITS * terms, 0.0, weights)


def cleared(numbers: Any, terms: Any, share: float = DIGITS) -> np.ndarray:
    """The numbers, and 0 in place of each that is no more than what rounding leaves of its terms.

    >>> cleared([1e-16, 0.5], 2.0).tolist()
    [0.0, 0.5]
    """
    there = np.asarray(numbers, dtype=float)
    return np.where(np.abs(there) <= share * np.asarray(terms), 0.0, there)
