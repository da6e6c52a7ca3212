"""Where Fisher's discriminant can be begun by hand."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset
from engine.families.discriminants.fisher.loop import Params
from engine.maths.algebra.covariance import column_means
from engine.models import Discriminants, Hyperplane
from engine.models.basis import Basis
from engine.parts.line import length


def _turned(positions: np.ndarray, data: Dataset, params: Params) -> Discriminants:
    """The direction from the mean of the data to a place; it is as long as the way, so that the handle stays there."""
    mean = column_means(data.X)
    way = positions[-1:] - mean
    codes = np.array(data.classes_present)
    means = np.stack([column_means(data.X[data.codes == code]) - mean for code in codes]) @ way.T
    return Discriminants(mean, way, np.zeros(1), means, codes)


def _place(model: Hyperplane | Discriminants) -> np.ndarray:
    """(1, d) where the handle of a start is; of a hyperplane, one unit from it; nowhere for a basis."""
    if model.basis is not None:
        return np.zeros((0, model.n_features))
    if isinstance(model, Discriminants):
        return np.asarray(model.mean + model.components[:1])
    unit = model.weights / (length(model.weights) or 1.0)
    return np.asarray((1.0 - model.bias / (length(model.weights) or 1.0)) * unit)[None]


def _blank(basis: Basis, data: Dataset) -> Hyperplane:
    """A model of zeros, which carries the basis."""
    return Hyperplane(np.zeros(basis.n_functions), 0.0, (data.classes_present[0], data.classes_present[1]), basis)
