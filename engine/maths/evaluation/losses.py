"""The loss of each row, whose mean on the rows learnt from is the training error: E = (1/n) Σ loss(f(xₙ), yₙ)."""

from __future__ import annotations

import numpy as np

LOSSES = ("0/1", "squared", "absolute")


def losses(truth: np.ndarray, answers: np.ndarray, loss: str) -> np.ndarray:
    """(n,) one of the LOSSES of each answer; an answer that is NaN is wrong, and its other losses are NaN.

    The loss of a probability, "log", is `log_terms` in `calibration`.

    >>> losses(np.array([1.0, 2.0]), np.array([1.0, 4.0]), "squared").tolist()
    [0.0, 4.0]
    """
    if loss == "0/1":
        return np.asarray(truth != answers, dtype=float)
    apart = np.asarray(answers, dtype=float) - truth
    return np.asarray(apart**2 if loss == "squared" else np.abs(apart))
