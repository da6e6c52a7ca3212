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


def turned(positions: np.ndarray, data: Dataset, params: BasisParams, base: object = None) -> Discriminants:
    """The direction from the mean of the data to a place; it is as long as the way, so that the handle stays there."""
    middle = middles(data)
    way = positions[-1:] - middle[0]
    return Discriminants(middle[0], way, np.zeros(1), (middle[1:] - middle[0]) @ way.T, np.array(data.classes_present))


def middles(data: Dataset) -> np.ndarray:
    """(1 + K, d) the mean of the data and that of every class; kept, because a drag asks for them at every move."""
    classes = data.classes_present
    return data.kept(
        "means of all and of each class",
        lambda: np.stack([column_means(data.X), *(column_means(data.X[data.codes == code]) for code in classes)]),
    )


def place(model: Hyperplane | Discriminants, data: Dataset) -> np.ndarray:
    """(1, d) where the handle of a model is: at the tip of the arrow that is drawn; nowhere for a basis."""
    if model.basis is not None:
        return np.zeros((0, model.n_features))
    if isinstance(model, Discriminants):
        return np.asarray(model.mean + model.components[:1])
    return line_through(model.weights / (length(model.weights) or 1.0), middles(data)[0], data.X)[1:]


def line_through(direction: np.ndarray, mean: np.ndarray, X: np.ndarray) -> np.ndarray:
    """(2, d) the line through the mean along a direction of unit length, as long as the points reach."""
    reach = (X - mean) @ direction
    room = 0.05 * float(reach.max() - reach.min())
    return np.asarray(mean + np.outer([reach.min() - room, reach.max() + room], direction))


def blank(basis: Basis, data: Dataset) -> Hyperplane:
    """Weights of 0 for the functions of a basis, whatever the number of classes: only its basis is taken."""
    present = data.classes_present
    return Hyperplane(np.zeros(basis.n_functions), 0.0, (present[0], present[-1]), basis)
