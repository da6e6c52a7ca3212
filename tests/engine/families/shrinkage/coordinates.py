"""What the tests of the lasso and the elastic net share: data, and oracles of what is told."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset


def two(n=40, seed=3):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2)) @ [[1.0, 0.85], [0.0, 0.5]]
    return Dataset(X, X @ [2.5, -1.0] + rng.normal(size=n))


def wide(n=60, d=8, seed=1):
    """Of the columns the first three matter; the last is nearly the first."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    X[:, -1] = X[:, 0] + 0.3 * rng.normal(size=n)
    return Dataset(X, 3 * X[:, 0] - 2 * X[:, 1] + 0.5 * X[:, 2] + rng.normal(size=n) + 5.0)


def inputs(step, data):
    """The columns that the weights multiply, taken from their means."""
    X = data.X if step.model.basis is None else step.model.basis.features(data.X)
    return X - X.mean(axis=0)


def slopes(step, data):
    """Φᵀ(t − y) of every column."""
    return inputs(step, data).T @ (data.y - step.model.predict(data.X))


def slope_left(step, data, penalty, ratio):
    """How far 0 lies from the subgradient of what is made least, in the worst of its components."""
    w = step.model.weights
    q = slopes(step, data) - penalty * (1 - ratio) * w
    free = np.maximum(np.abs(q) - penalty * ratio, 0.0)
    return np.where(w == 0, free, np.abs(q - penalty * ratio * np.sign(w))).max()


def errors(step, data):
    left = data.y - step.model.predict(data.X)
    return float(np.sqrt((left**2).mean())), 1 - (left**2).sum() / ((data.y - data.y.mean()) ** 2).sum()


def strongest(step, data, ratio):
    """The least λ that keeps every weight at 0."""
    return np.abs(inputs(step, data).T @ (data.y - data.y.mean())).max() / ratio


def objective(model, data, penalty, ratio):
    left, w = data.y - model.predict(data.X), model.weights
    return 0.5 * left @ left + penalty * (ratio * np.abs(w).sum() + 0.5 * (1 - ratio) * w @ w)
