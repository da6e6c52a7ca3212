"""Where Fisher's discriminant can be begun by hand: a direction to look along, and a threshold to cut at."""

from __future__ import annotations

import numpy as np

from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means
from engine.models.basis import Basis
from engine.models.linear import HeldThreshold, Hyperplane
from engine.models.projections import Discriminants
from engine.parts.basis import BasisParams
from engine.parts.line import length, rod, through

CHART = Surface("chart", "Projected classes")
"""Where the classes are seen along the direction; its first axis is w · x."""


# -- the direction -----------------------------------------------------------------------------------------------------


def turned(
    positions: np.ndarray, data: Dataset, params: BasisParams, base: object = None
) -> Discriminants | HeldThreshold:
    """The direction from the mean of the data to a place; it is as long as the way, so that the handle stays there.

    A threshold that is held stays as far from the mean as it was.
    """
    middle = middles(data)
    way = positions[-1:] - middle[0]
    if isinstance(base, HeldThreshold) and base.basis is None and base.weights.any() and way.any():
        size = length(way[0]) / length(base.weights)
        beyond = -(float(base.bias) + float(base.weights @ middle[0])) * size
        return HeldThreshold(way[0], -(beyond + float(way[0] @ middle[0])), base.classes)
    return Discriminants(middle[0], way, np.zeros(1), (middle[1:] - middle[0]) @ way.T, np.array(data.classes_present))


def middles(data: Dataset) -> np.ndarray:
    """(1 + K, d) the mean of the data and that of every class; kept, because a drag asks for them at every move."""
    classes = data.classes_present
    return data.cached(
        "means of all and of each class",
        lambda: np.stack([column_means(data.X), *(column_means(data.X[data.codes == code]) for code in classes)]),
    )


def place(model: Hyperplane | Discriminants, data: Dataset) -> np.ndarray:
    """(1, d) where the handle of a model is: at the tip of the arrow that is drawn; nowhere for a basis."""
    if model.basis is not None:
        return np.zeros((0, model.n_features))
    if isinstance(model, Discriminants):
        return np.asarray(model.mean + model.components[:1])
    size, mean = length(model.weights), middles(data)[0]
    if isinstance(model, HeldThreshold) and not np.isclose(size, 1.0, rtol=1e-12):  # as long as it was turned by hand
        return np.asarray(mean + model.weights)[None]
    return line_through(model.weights / (size or 1.0), mean, data.X)[1:]


def line_through(direction: np.ndarray, mean: np.ndarray, X: np.ndarray) -> np.ndarray:
    """(2, d) the line through the mean along a direction of unit length, as long as the points reach."""
    reach = (X - mean) @ direction
    room = 0.05 * float(reach.max() - reach.min())
    return np.asarray(mean + np.outer([reach.min() - room, reach.max() + room], direction))


def blank(basis: Basis, data: Dataset) -> Hyperplane:
    """Weights of 0 for the functions of a basis, whatever the number of classes: only its basis is taken."""
    present = data.classes_present
    return Hyperplane(np.zeros(basis.n_functions), 0.0, (present[0], present[-1]), basis)


# -- the threshold -----------------------------------------------------------------------------------------------------


def cut_at(positions: np.ndarray, data: Dataset, params: BasisParams, base: object = None) -> HeldThreshold:
    """The threshold at a place (2,) of the chart, on the direction of the base."""
    line = _based(data, base)
    return HeldThreshold(line.weights, -float(positions[0, 0]) * length(line.weights), line.classes, line.basis)


def threshold(model: Hyperplane | Discriminants, data: Dataset) -> np.ndarray:
    """(1, 2) where a model cuts the chart; nowhere for several directions, or without any."""
    if not isinstance(model, Hyperplane) or not (size := length(model.weights)):
        return np.zeros((0, 2))
    return np.array([[-float(model.bias) / size, 0.0]])


def called(data: Dataset) -> str:
    """What moving the threshold does; nothing where an edit has left one class."""
    names = [data.class_name(code) for code in data.classes_present]
    if len(names) < 2:
        return ""
    said = f"Points with w · x from there on are classified as {names[-1]}, the others as {names[0]}."
    return f"{said} Farther right, more points are classified as {names[0]}, and fewer as {names[-1]}."


def boundary_through(positions: np.ndarray, data: Dataset, params: BasisParams, base: object = None) -> HeldThreshold:
    """The same by its boundary on the plane: moved along the direction, or turned with it."""
    line = through(positions, data, params, _based(data, base))
    return HeldThreshold(line.weights, line.bias, line.classes, line.basis)


def boundary(model: Hyperplane | Discriminants, data: Dataset) -> np.ndarray:
    """(2, 2) two points of the boundary on the plane, of one feature (1, 1) the threshold; none of several."""
    return rod(model, data) if isinstance(model, Hyperplane) else np.zeros((0, data.d))


def _based(data: Dataset, base: object) -> Hyperplane:
    """The base, or where it has no direction, the way from the mean of the first class to that of the last."""
    if isinstance(base, Hyperplane) and base.weights.any():
        return base
    middle, present = middles(data), data.classes_present
    way = middle[-1] - middle[1]
    w = way if way.any() else np.eye(data.d)[0]
    return Hyperplane(w, -float(w @ middle[0]), (present[0], present[-1]))


def is_held(start: object, params: BasisParams) -> bool:
    """Whether a start holds the threshold, on functions that the run works on."""
    return isinstance(start, HeldThreshold) and (start.basis is not None or params.basis == "none")
