"""Factor analysis: features that share a few hidden factors, each with noise of its own.

x = μ + Λᵀ z + ε,  z ~ N(0, I),  ε ~ N(0, Ψ)        C = Λᵀ Λ + Ψ,  Λ (k, d),  Ψ diagonal (d,)

A feature that never changes has neither loadings nor noise, and takes no part: its precision counts as 0.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Posterior(NamedTuple):
    """What a row says of its factors: their mean is weights · (x − μ), their covariance the same for every row."""

    weights: np.ndarray  # (k, d) β
    covariance: np.ndarray  # (k, k) G


def posterior(loadings: np.ndarray, noise: np.ndarray) -> Posterior:
    """β = G Λ Ψ⁻¹ with G = (I + Λ Ψ⁻¹ Λᵀ)⁻¹: only k × k numbers are factorised.

    >>> posterior(np.array([[1.0]]), np.array([1.0])).weights.round(9).tolist()
    [[0.5]]
    """
    scaled = loadings * _root_precision(noise)
    k = len(loadings)
    lower = np.linalg.cholesky(np.eye(k) + scaled @ scaled.T)
    half = np.linalg.solve(lower, np.eye(k))
    G = half.T @ half
    return Posterior(G @ scaled * _root_precision(noise), G)


def mean_log_likelihood(S: np.ndarray, loadings: np.ndarray, noise: np.ndarray) -> tuple[float, float, float]:
    """Per row −½ (d ln 2π + ln |C| + tr C⁻¹ S), with ln |C| and the trace beside it, of rows with covariance S (d, d).

    d counts the features that have noise.
    """
    root = _root_precision(noise)
    scaled = loadings * root
    lower = np.linalg.cholesky(np.eye(len(loadings)) + scaled @ scaled.T)
    half = np.linalg.solve(lower, scaled)
    correlated = half * root @ S * root
    within = noise > 0
    determinant = float(np.log(noise[within]).sum() + 2 * np.log(np.diag(lower)).sum())
    trace = float((np.diag(S) * root**2).sum() - (half * correlated).sum())
    return -0.5 * (int(within.sum()) * float(np.log(2 * np.pi)) + determinant + trace), determinant, trace


def improved(S: np.ndarray, found: Posterior, floor: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The M step: loadings (k, d) and noise (d,) that make the rows most likely, given what is known of their factors.

    Λ = (G + β S βᵀ)⁻¹ β S,  ψ = diag(S − Λᵀ β S), no lower than the floor (d,)   (Rubin and Thayer 1982)
    """
    shared = found.weights @ S
    loadings = np.linalg.solve(found.covariance + shared @ found.weights.T, shared)
    noise = np.diag(S) - (loadings * shared).sum(axis=0)
    return loadings, np.maximum(noise, floor)


def _root_precision(noise: np.ndarray) -> np.ndarray:
    """(d,) 1 / √ψ, and 0 where there is no noise."""
    return np.asarray(np.divide(1.0, np.sqrt(noise), out=np.zeros(len(noise)), where=noise > 0))
