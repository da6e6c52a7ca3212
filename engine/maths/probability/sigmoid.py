"""The logistic function and its relatives, safe at every size of number."""

from __future__ import annotations

import numpy as np


def sigmoid(a: np.ndarray) -> np.ndarray:
    """σ(a) = 1 / (1 + e⁻ᵃ), without overflow.

    >>> sigmoid(np.array([-1e9, 0.0, 1e9]))
    array([0. , 0.5, 1. ])
    """
    smaller = np.exp(-np.abs(a))
    return np.asarray(np.where(a >= 0, 1.0, smaller) / (1.0 + smaller))


def log_sigmoid(a: np.ndarray) -> np.ndarray:
    """ln σ(a) = −ln(1 + e⁻ᵃ), exact also where σ(a) is too small to be a number."""
    return np.asarray(np.minimum(a, 0.0) - np.log1p(np.exp(-np.abs(a))))


def softmax(scores: np.ndarray) -> np.ndarray:
    """(n, K) exp(aₖ) / Σⱼ exp(aⱼ) of the scores a (n, K); adding a constant to all scores changes nothing."""
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))


def softmax_jacobian(y: np.ndarray) -> np.ndarray:
    """(K, K) ∂yⱼ/∂aₖ = yⱼ (Iⱼₖ − yₖ) where the softmax gives y (K,): symmetric, and each row adds up to 0."""
    return np.asarray(np.diag(y) - np.outer(y, y))


def log_sum_exp(scores: np.ndarray) -> np.ndarray:
    """(n,) ln Σⱼ exp(aⱼ) of the scores a (n, K), as m + ln Σⱼ exp(aⱼ − m) with the greatest score m.

    >>> log_sum_exp(np.array([[1000.0, 1000.0], [-np.inf, -np.inf]])).round(3)
    array([1000.693,     -inf])
    """
    top = scores.max(axis=1, initial=-np.inf)
    held = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(over="ignore", divide="ignore"):
        return np.asarray(held + np.log(np.exp(scores - held[:, None]).sum(axis=1)))


def log_softmax(scores: np.ndarray) -> np.ndarray:
    """(n, K) the logarithm of the softmax, by log-sum-exp."""
    shifted = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))
