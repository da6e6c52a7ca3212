"""What the tests of the robust regressions share: data with outliers, and oracles of what is told."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset

W57 = (np.array([2.5, 0.0, 2.0, 8.0]), np.array([3.0, -0.5, 2.0, 7.0]))
"""f and y of the worked case."""


def line(n=30, outliers=3, seed=0, slope=1.5, bias=2.0):
    """Rows about a line, the last of them far above it at one end."""
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(0, 10, n))
    t = bias + slope * x + 0.3 * rng.normal(size=n)
    t[n - outliers :] -= 20.0
    return Dataset(x[:, None], t)


def plane(n=60, outliers=6, seed=2):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    t = 1 + X @ [2.0, -1.0] + 0.2 * rng.normal(size=n)
    t[:outliers] += 15.0
    return Dataset(X, t)


def inputs(step, data):
    return data.X if step.model.basis is None else step.model.basis.features(data.X)


def left(model, data):
    """t − y, and 0 where all that is left is rounding."""
    r = data.y - model.predict(data.X)
    return np.where(np.abs(r).max() <= 1e-12 * np.abs(data.y).max(), 0.0, r)


def leverages(step, data):
    """The diagonal of the hat matrix Φ Φ⁺."""
    Phi = np.column_stack([np.ones(data.n), inputs(step, data)])
    return np.diag(Phi @ np.linalg.pinv(Phi))


def without(step, data, row):
    """The prediction of least squares for a row that it has not seen."""
    Phi = np.column_stack([np.ones(data.n), inputs(step, data)])
    others = np.arange(data.n) != row
    return float(Phi[row] @ np.linalg.lstsq(Phi[others], data.y[others], rcond=None)[0])


def strongest(step, data):
    """The row without which the predictions of least squares move farthest."""
    Phi = np.column_stack([np.ones(data.n), inputs(step, data)])
    whole = Phi @ np.linalg.lstsq(Phi, data.y, rcond=None)[0]
    moves = []
    for row in range(data.n):
        others = np.arange(data.n) != row
        moves.append(((Phi @ np.linalg.lstsq(Phi[others], data.y[others], rcond=None)[0] - whole) ** 2).sum())
    return int(np.argmax(np.array(moves) >= (1 - 1e-6) * max(moves)))


def rmse(step, data, params=None):
    return float(np.sqrt((left(step.model, data) ** 2).mean()))


def mae(step, data, params=None):
    return float(np.abs(left(step.model, data)).mean())
