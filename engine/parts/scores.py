"""K linear scores aₖ = wₖ · x + bₖ: where a run begins them."""

from __future__ import annotations

import numpy as np

from engine.models.linear import Scores


def first_weights(start: Scores | None, classes: np.ndarray, M: int) -> np.ndarray:
    """(K, M + 1) the weights to begin from, biases first: for each class those that the start has for it, else 0.

    A start without a basis, given to a run with one, has no weights for the basis functions: they begin at 0 too.
    """
    W = np.zeros((len(classes), M + 1))
    if start is not None and start.weights.shape[1] == M:
        known = {int(code): row for code, row in zip(start.classes, start.packed, strict=True)}
        for k, code in enumerate(classes.tolist()):
            W[k] = known.get(code, W[k])
    return W
