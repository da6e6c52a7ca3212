"""The geometry of a linear discriminant y(x) = w · x + b, and what it says of one point.

    signed distance  y / ‖w‖        foot on the boundary  x − y w / ‖w‖²        x̃ = (1, x),  w̃ = (b, w)

With a basis x stands for φ(x), and distances are measured among the φ(x).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure, signed
from engine.core.algorithm import Inquiry
from engine.core.marks import Line, Mark, Points, Role, Segments
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from engine.data.targets import two_classes
from engine.maths.algebra.affine import activations
from engine.models import Hyperplane
from engine.models.basis import Basis
from engine.models.linear import features

SHOWN = 6
"""How many terms of a sum are written out."""


def value(weights: np.ndarray, bias: float, x: np.ndarray) -> float:
    """y = w · x + b, for weights (d,) and a point x (d,)."""
    return float(activations(np.asarray(x, dtype=float)[None], np.asarray(weights, dtype=float), bias)[0])


def contributions(weights: np.ndarray, bias: float, x: np.ndarray) -> np.ndarray:
    """(d + 1,) what the bias and each feature add to y: b, w₁ x₁, w₂ x₂, ..."""
    return np.append(float(bias), np.asarray(weights, dtype=float) * np.asarray(x, dtype=float))


def length(weights: np.ndarray) -> float:
    """‖w‖, also where the squares of the weights are too large or too small for a number."""
    size = float(np.abs(weights).max(initial=0.0))
    return size * float(np.linalg.norm(np.asarray(weights) / size)) if size > 0 else 0.0


def signed_distance(weights: np.ndarray, bias: float, x: np.ndarray) -> float:
    """How far x lies from the boundary, positive on the side that w points to; NaN where w = 0 leaves no boundary."""
    norm = length(weights)
    return value(weights, bias, x) / norm if norm else float("nan")


def origin_distance(weights: np.ndarray, bias: float) -> float:
    """−b / ‖w‖: where the boundary crosses the line through the origin along w."""
    norm = length(weights)
    return -float(bias) / norm if norm else float("nan")


def foot(weights: np.ndarray, bias: float, x: np.ndarray) -> np.ndarray:
    """(d,) the point of the boundary nearest to x; NaN where w = 0 leaves no boundary."""
    norm = length(weights)
    unit = np.asarray(weights, dtype=float) / (norm or 1.0)
    return np.asarray(x - signed_distance(weights, bias, x) * unit)


def margin(weights: np.ndarray, bias: float, x: np.ndarray, t: float) -> float:
    """t y / ‖w‖ for the target t = ±1: positive where x lies on its right side."""
    return t * signed_distance(weights, bias, x)


def augmented(X: np.ndarray) -> np.ndarray:
    """X̃ (n, d + 1): a leading 1 before each row, so that the bias is weight 0. Of one point (d,): (d + 1,)."""
    table = np.asarray(X, dtype=float)
    return np.concatenate([np.ones((*table.shape[:-1], 1)), table], axis=-1)


# -- what it says of a point -------------------------------------------------------------------------------------------


def names_of(basis: Basis | None, data: Dataset) -> tuple[str, ...]:
    """What the weights belong to: the features, or the functions of the basis."""
    return data.feature_names if basis is None else tuple(basis.names(data.feature_names))


def parts_table(plane: Hyperplane, data: Dataset, x: np.ndarray, title: str = "y, feature by feature") -> Table:
    """Each weight, what it multiplies, and what that adds: the bias is the weight of a leading 1."""
    point = features(plane.basis, x[None])[0]
    rows = zip(
        ("bias", *names_of(plane.basis, data)),
        np.append(float(plane.bias), plane.weights),
        augmented(point),
        contributions(plane.weights, plane.bias, point),
        strict=True,
    )
    what = "x" if plane.basis is None else "φ(x)"
    return Table(title, ("weight of", "w", what, f"w {what}"), tuple(rows))


def reach(plane: Hyperplane, x: np.ndarray) -> float:
    """The signed distance of the point x (d,) from the boundary of a model, among the φ(x) with a basis."""
    return signed_distance(plane.weights, plane.bias, features(plane.basis, x[None])[0])


def worked(plane: Hyperplane, x: np.ndarray, name: str = "y") -> tuple[str, ...]:
    """y as a sum and its distance, with numbers."""
    point = features(plane.basis, x[None])[0]
    terms = [f"{signed(w)}·{figure(v)}" for w, v in zip(plane.weights[:SHOWN], point, strict=False)]
    more = " + …" if len(point) > SHOWN else ""
    y = value(plane.weights, plane.bias, point)
    lines = [f"{name} = {' '.join(terms).removeprefix('+ ')}{more} {signed(plane.bias)} = {figure(y)}"]
    if norm := length(plane.weights):
        lines.append(f"distance = y / ‖w‖ = {figure(y)} / {figure(norm)} = {figure(y / norm)}")
    return tuple(lines)


def distances(plane: Hyperplane, x: np.ndarray) -> tuple[Number, ...]:
    """y, the signed distance, the foot, and how far the boundary is from the origin."""
    point = features(plane.basis, x[None])[0]
    told = [Number("y", value(plane.weights, plane.bias, point))]
    if length(plane.weights):
        where = "" if plane.basis is None else "among the φ(x)"
        told.append(Number("signed distance", reach(plane, x), where))
        if len(point) <= SHOWN:
            told.append(Number("foot on the boundary", foot(plane.weights, plane.bias, point), where))
        told.append(Number("boundary from the origin", origin_distance(plane.weights, plane.bias), "−b / ‖w‖"))
    return tuple(told)


def perpendicular(plane: Hyperplane, x: np.ndarray) -> list[Mark]:
    """The way from the point to its foot; none with a basis, where the boundary is curved."""
    if plane.basis is not None or not length(plane.weights):
        return []
    below = foot(plane.weights, plane.bias, x)[None]
    return [Segments(x[None], below, "residual"), Points(below, "focus")]


def asked(plane: Hyperplane, data: Dataset, x: np.ndarray, said: str = "", more: Sequence[Number] = ()) -> Inquiry:
    """All this of the point x (d,): drawn and in words. `said` and `more` are what the method itself has to add."""
    name = data.class_name(int(plane.predict(x[None])[0]))
    words = [f"This point is called {name}."]
    if not length(plane.weights):
        words.append("All weights are 0, so there is no boundary.")
    elif value(plane.weights, plane.bias, features(plane.basis, x[None])[0]) == 0:
        words.append("It lies exactly on the boundary, which counts as that side.")
    story = Story(
        " ".join([*words, said]).strip(),
        r"y = \mathbf{w}^\top\mathbf{x} + b, \quad d = \frac{y}{\|\mathbf{w}\|}, \quad "
        r"\mathbf{x}_\perp = \mathbf{x} - \frac{y}{\|\mathbf{w}\|^2}\,\mathbf{w}",
        worked(plane, x),
        (*distances(plane, x), *more),
        (parts_table(plane, data, x),),
    )
    return Inquiry(story, tuple(perpendicular(plane, x)))


def beginning(start: Hyperplane | None, d: int) -> np.ndarray:
    """(d + 1,) the weights to begin from, bias first: those of the start, or zeros.

    A start without a basis, given to a run with one, has no weights for the basis functions: they begin at 0 too.
    """
    return np.zeros(d + 1) if start is None or len(start.weights) != d else start.packed


def first_line(data: Dataset, table: Dataset, basis: Basis | None, start: Hyperplane | None) -> Hyperplane:
    """The line to begin from: that of the start, or one whose weights are all 0."""
    w = beginning(start, table.d)
    return Hyperplane(w[1:], float(w[0]), two_classes(data), basis)


def blank_line(basis: Basis, data: Dataset) -> Hyperplane:
    """Weights of 0 for the functions of a basis: what a run with centres placed by hand begins from."""
    return Hyperplane(np.zeros(basis.n_functions), 0.0, two_classes(data), basis)


def line(plane: Hyperplane, role: Role, *, label: str = "", normal: bool = False) -> list[Mark]:
    """The line on the plane; none while all weights are 0, and none of a curved boundary, which the region shows."""
    if plane.basis is not None or not plane.weights.any():
        return []
    return [Line(plane.weights, plane.bias, role, normal=normal, label=label)]
