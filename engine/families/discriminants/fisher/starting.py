"""Where Fisher's discriminant can be begun by hand: a direction to look along, turned about the mean of the data."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means
from engine.models.basis import Basis
from engine.models.linear import Hyperplane
from engine.models.projections import Discriminants
from engine.parts.basis import BasisParams
from engine.parts.line import length


def turned(positions: np.ndarray, data: Dataset, params: BasisParams) -> Discriminants:
    """The direction from the mean of the data to a place; it is as long as the way, so that the handle stays there."""
    mean = column_means(data.X)
    way = positions[-1:] - mean
    codes = np.array(data.classes_present)
    means = np.stack([column_means(data.X[data.codes == code]) - mean for code in codes]) @ way.T
    return Discriminants(mean, way, np.zeros(1), means, codes)


def place(model: Hyperplane | Discriminants) -> np.ndarray:
    """(1, d) where the handle of a start is; of a hyperplane, one unit from it; nowhere for a basis."""
    if model.basis is not None:
        return np.zeros((0, model.n_features))
    if isinstance(model, Discriminants):
        return np.asarray(model.mean + model.components[:1])
    norm = length(model.weights) or 1.0
    return np.asarray((1.0 - model.bias / norm) * model.weights / norm)[None]


def blank(basis: Basis, data: Dataset) -> Hyperplane:
    """Weights of 0 for the functions of a basis, whatever the number of classes: only its basis is taken."""
    present = data.classes_present
    return Hyperplane(np.zeros(basis.n_functions), 0.0, (present[0], present[-1]), basis)
