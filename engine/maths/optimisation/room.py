"""How much room there is where one of K linear scores is the greatest: the region of a class, or that it has none."""

from __future__ import annotations

from typing import Any

import numpy as np


def room(weights: np.ndarray, biases: np.ndarray, k: int) -> float:
    """The radius of the greatest ball in which the k-th score is the greatest; 0 or less: it has no region.

    weights (K, d), biases (K,).   max ε   such that   (w_k − w_j) · x + b_k − b_j ≥ ε ‖w_k − w_j‖ for every j,  ε ≤ 1,
    in units of how far the farthest of these borders is from the origin.

    >>> W = np.array([[1.0], [-1.0], [0.0]])
    >>> room(W, np.array([0.0, 0.0, -1.0]), 0) > 0, room(W, np.array([0.0, 0.0, -1.0]), 2) > 0
    (True, False)
    """
    from scipy.optimize import linprog

    others = np.arange(len(weights)) != k
    ways, ahead = weights[k] - weights[others], biases[k] - biases[others]
    lengths = np.linalg.norm(ways, axis=1)
    unit = np.where(lengths > 0, lengths, 1.0)
    size = float(np.abs(ahead / unit).max(initial=0.0)) or 1.0
    cost = np.append(np.zeros(weights.shape[1]), -1.0)
    solve: Any = linprog
    table = np.column_stack([-ways / unit[:, None], np.ones(len(ways))])
    bounds = [(None, None)] * weights.shape[1] + [(None, 1.0)]
    answer = solve(cost, A_ub=table, b_ub=ahead / unit / size, bounds=bounds, method="highs")
    return float(answer.x[-1]) if answer.status == 0 else 0.0
