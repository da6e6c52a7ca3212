"""The cross-entropy of softmax regression, its slope and its curvature.   Targets T (n, K) are one 1 a row.

    A = Φ Wᵀ        Y = softmax(A)        E = −Σₙ Σₖ tₙₖ ln yₙₖ
    ∇ₖE = Φᵀ(yₖ − tₖ)        Hₖⱼ = Σₙ yₙₖ (δₖⱼ − yₙⱼ) φₙ φₙᵀ

Φ (n, M) has a leading column of ones, W (K, M) has the biases first, penalties λ (M,) are the same for every class.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.maths.sigmoid import log_softmax

STRETCH = 512
"""Rows whose products are formed at a time: few enough to stay near the processor."""


def one_hot(codes: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """(n, K) 1 in the column of a row's own class, else 0.

    >>> one_hot(np.array([4, 2]), np.array([2, 4]))
    array([[0., 1.],
           [1., 0.]])
    """
    return np.asarray(np.asarray(codes)[:, None] == classes, dtype=float)


class Here(NamedTuple):
    """What is known at weights W: ln of the probabilities (n, K), E, and E + ½ Σ λⱼ wₖⱼ²."""

    logs: np.ndarray
    error: float
    objective: float


def softmax_here(W: np.ndarray, Phi: np.ndarray, T: np.ndarray, penalties: np.ndarray) -> Here:
    """Probabilities and errors at W with one look at the table."""
    logs = log_softmax(Phi @ W.T)
    error = float(softmax_losses(logs, T).sum())
    return Here(logs, error, error + 0.5 * float((penalties * W**2).sum()))


def softmax_losses(logs: np.ndarray, T: np.ndarray) -> np.ndarray:
    """(n,) −ln of the probability of each row's own class, from the logarithms (n, K) of all of them."""
    return np.asarray(-logs[T > 0])


def softmax_gradient(Y: np.ndarray, Phi: np.ndarray, T: np.ndarray, W: np.ndarray, penalties: np.ndarray) -> np.ndarray:
    """(K, M) (Y − T)ᵀ Φ + λ W, at the probabilities Y (n, K)."""
    return np.asarray((Y - T).T @ Phi + penalties * W)


def softmax_hessian(Y: np.ndarray, Phi: np.ndarray, penalties: np.ndarray) -> np.ndarray:
    """(K·M, K·M) the blocks Hₖⱼ + δₖⱼ diag λ, at the probabilities Y (n, K).

    With Z the products yₖ φ, H = blockdiag(Φᵀ Zₖ) − ZᵀZ. Each row of blocks sums to 0 before the penalty, so those of
    the last class are the others' sums, and only K − 1 classes are multiplied out.
    """
    (n, K), M = Y.shape, Phi.shape[1]
    own, outer = np.zeros((M, (K - 1) * M)), np.zeros(((K - 1) * M, (K - 1) * M))
    for first in range(0, n, STRETCH):
        rows = slice(first, first + STRETCH)
        part = np.ascontiguousarray(Phi[rows].T)
        Z = (Y[rows, :-1].T[:, None, :] * part).reshape((K - 1) * M, -1)
        own += part @ Z.T
        outer += Z @ Z.T
    blocks = -outer.reshape(K - 1, M, K - 1, M)
    diagonal = np.arange(K - 1)
    blocks[diagonal, :, diagonal] += own.reshape(M, K - 1, M).transpose(1, 0, 2)
    return _with_last_class(blocks, penalties)


def _with_last_class(blocks: np.ndarray, penalties: np.ndarray) -> np.ndarray:
    """All K classes' blocks from those (K−1, M, K−1, M) of all but the last, and the penalties on the diagonal."""
    K, M = len(blocks) + 1, len(penalties)
    whole = np.empty((K, M, K, M))
    whole[:-1, :, :-1] = blocks
    whole[:-1, :, -1] = -blocks.sum(axis=2)
    whole[-1, :, :-1] = whole[:-1, :, -1].transpose(2, 0, 1)
    whole[-1, :, -1] = -whole[:-1, :, -1].sum(axis=0)
    H = whole.reshape(K * M, K * M)
    H = 0.5 * (H + H.T)
    H[np.diag_indices(K * M)] += np.tile(penalties, K)
    return H
