"""Figures about groups, computed once more by scikit-learn and SciPy, for what their algorithms tell (`FOLLOWS`)."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.metrics import adjusted_rand_score, silhouette_samples

from engine.parts.panels import dotted


def silhouette(X, labels):
    """The mean silhouette of the rows in a group; of many rows the mean of some evenly spread ones."""
    X, labels = X[labels >= 0], labels[labels >= 0]
    return silhouette_samples(X, labels)[dotted(len(labels))].mean()


def rand(data, labels):
    """The adjusted Rand index against the classes, of the rows that have one."""
    return adjusted_rand_score(data.codes[data.codes >= 0], labels[data.codes >= 0])


def cophenetic(X, pairs_and_heights):
    """The correlation of all distances with the heights at which two rows meet: (rows, other rows, height) each."""
    far, high = squareform(pdist(X)), np.zeros((len(X), len(X)))
    for rows, others, height in pairs_and_heights:
        for row in rows:
            high[row, others] = high[others, row] = height
    above = np.triu_indices(len(X), 1)
    return np.corrcoef(far[above], high[above])[0, 1]


MEASURED = {
    "silhouette": lambda step, data, params: silhouette(data.X, step.labels),
    "adjusted Rand index": lambda step, data, params: rand(data, step.labels),
}
"""Of steps that keep the labels (n,)."""
