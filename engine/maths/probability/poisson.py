"""Counts that are Poisson distributed about means: their deviance, and what Newton's step works on."""

from __future__ import annotations

import numpy as np


def poisson_deviances(t: np.ndarray, mu: np.ndarray) -> np.ndarray:
    """(n,) 2 (t ln(t / μ) − (t − μ)) of counts t (n,) with means μ > 0: twice what a perfect fit gains in ln P.

    >>> poisson_deviances(np.array([0.0, 3.0]), np.array([1.5, 3.0])).tolist()
    [3.0, 0.0]
    """
    from scipy.special import xlogy

    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        gained = xlogy(t, t / mu) - (t - mu)
    return np.asarray(2.0 * np.maximum(gained, 0.0))


def working_response(eta: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n,) and (n,): the weights ω = μ and the targets z = η + (t − μ) / μ of one weighted least-squares step.

    >>> [one.tolist() for one in working_response(np.array([0.0]), np.array([3.0]))]
    [[1.0], [2.0]]
    """
    mu = np.exp(eta)
    return mu, eta + (t - mu) / mu
