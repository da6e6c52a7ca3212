"""A hyperplane y = w · x + b: where a run begins it, how it is drawn, and what it says of one point.

    signed distance  y / ‖w‖        foot on the boundary  x − y w / ‖w‖²

With a basis x stands for φ(x), and distances are measured among the φ(x).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.base.words import divided, enough, figure, products_added, signed
from engine.core.algorithm import Handle, Inquiry
from engine.core.marks import Line, Mark, Points, Segments
from engine.core.story import Number, Story, Table
from engine.core.surfaces import Role
from engine.core.typed_as import TypedAs
from engine.data.dataset import Dataset
from engine.data.targets import two_classes
from engine.maths.algebra import affine
from engine.maths.algebra.affine import with_ones
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.covariance import column_means
from engine.models.basis import Basis
from engine.models.linear import Hyperplane, features
from engine.parts.basis import entries_of, in_basis

SHOWN = 6
"""How many terms of a sum are written out."""
GEOMETRY = (
    r"y = \mathbf{w}^\top\mathbf{x} + b, \quad d = \frac{y}{\|\mathbf{w}\|}, \quad "
    r"\mathbf{x}_\perp = \mathbf{x} - \frac{y}{\|\mathbf{w}\|^2}\,\mathbf{w}"
)


# -- where a run begins it ---------------------------------------------------------------------------------------------


def beginning(start: Hyperplane | None, d: int) -> np.ndarray:
    """(d + 1,) the weights to begin from, bias first: those of the start, or zeros.

    A start without a basis, given to a run with one, has no weights for the basis functions: they begin at 0 too.
    """
    return np.zeros(d + 1) if start is None or len(start.weights) != d else start.packed


def first_line(data: Dataset, table: Dataset, basis: Basis | None, start: Hyperplane | None) -> Hyperplane:
    """The line to begin from: that of the start, or one whose weights are all 0."""
    return Hyperplane.unpacked(beginning(start, table.d), two_classes(data), basis)


def blank_line(basis: Basis, data: Dataset) -> Hyperplane:
    """Weights of 0 for the functions of a basis: what a run with centres placed by hand begins from."""
    return Hyperplane(np.zeros(basis.n_functions), 0.0, two_classes(data), basis)


def through(positions: np.ndarray, data: Dataset, params: Any, base: Hyperplane | None = None) -> Hyperplane:
    """The line through two places (2, 2) of a plane, its weights as long as the base's: w is the way, turned left.

    On one feature the threshold at the first place (1,), with the base's weight. With more than two features, or from
    places that are one, the base stays, or a line without weights.
    """
    way = positions[-1] - positions[0]
    classes = two_classes(data) if base is None else base.classes
    size = 1.0 if base is None else length(base.weights)
    if len(way) == 1 and size:
        w = np.ones(1) if base is None else base.weights
        return Hyperplane(w, -float(w @ positions[0]), classes)
    if len(way) != 2 or not (reach := length(way)) or not size:
        return Hyperplane(np.zeros(data.d), 0.0, classes) if base is None else base
    w = size / reach * np.array([-way[1], way[0]])
    return Hyperplane(w, -float(w @ positions[0]), classes)


def rod(line: Hyperplane, data: Dataset) -> np.ndarray:
    """(2, 2) two points of a straight line on the plane: nearest to the mean, and a deviation of the data along it; on
    one feature (1, 1) its threshold.
    """
    if line.basis is not None or len(line.weights) != data.d or data.d > 2 or not (size := length(line.weights)):
        return np.zeros((0, data.d))
    unit, mean = line.weights / size, column_means(data.X)
    if data.d == 1:
        return foot(line, mean)[None]
    middle, way = foot(line, mean), np.array([unit[1], -unit[0]])
    return np.array([middle, middle + way * (float(((data.X - mean) @ way).std()) or 1.0)])


def sides(data: Dataset) -> str:
    """What a line between two classes does; nothing where an edit has left none."""
    names = [data.class_name(code) for code in data.classes_present]
    if len(names) < 2:
        return ""
    return f"The points on one side of it are called {names[0]}, those on the other {names[-1]}."


def coefficients(line: Hyperplane, data: Dataset) -> list[tuple[str, float]]:
    """The weights and the bias of a line, by their names."""
    names = [f"w of {column.name}" for column in data.columns]
    return [*zip(names, line.weights.tolist(), strict=True), ("b", line.bias)]


def of_coefficients(values: np.ndarray, data: Dataset, params: object, base: Hyperplane) -> Hyperplane:
    """The line with other weights and another bias, values (d + 1,)."""
    return replace(base, weights=values[:-1], bias=float(values[-1]))


LINE = Handle(
    "the line", through, rod, lambda params: 2 if params.basis == "none" else 0, rod=True, help=sides,
    typed=TypedAs(coefficients, of_coefficients),
)  # fmt: skip
"""The boundary as it is drawn: a drag moves it, or turns it; on one feature it is a threshold, which moves."""


# -- its geometry, for the values x (M,) of the features or basis functions --------------------------------------------


def activation(line: Hyperplane, x: np.ndarray) -> float:
    """y = w · x + b."""
    return affine.activation(np.asarray(x, dtype=float), line.weights, line.bias)


def reached(line: Hyperplane, x: np.ndarray) -> float:
    """The same, and 0 where nothing but rounding is left of its terms: so it is told."""
    return float(cleared(activation(line, x), float(np.abs(line.weights) @ np.abs(x)) + abs(line.bias)))


def contributions(line: Hyperplane, x: np.ndarray) -> np.ndarray:
    """(M + 1,) what the bias and each feature add to y: b, w₁ x₁, w₂ x₂, ..."""
    return np.asarray(line.packed * with_ones(x))


def length(weights: np.ndarray) -> float:
    """‖w‖, also where the squares of the weights are too large or too small for a number."""
    size = float(np.abs(weights).max(initial=0.0))
    return size * float(np.linalg.norm(np.asarray(weights) / size)) if size > 0 else 0.0


def signed_distance(line: Hyperplane, x: np.ndarray) -> float:
    """How far x lies from the boundary, positive on the side that w points to; NaN where w = 0 leaves no boundary."""
    norm = length(line.weights)
    return reached(line, x) / norm if norm else float("nan")


def origin_distance(line: Hyperplane) -> float:
    """−b / ‖w‖: where the boundary crosses the line through the origin along w; NaN where there is no boundary."""
    norm = length(line.weights)
    return -float(line.bias) / norm if norm else float("nan")


def foot(line: Hyperplane, x: np.ndarray) -> np.ndarray:
    """(M,) the point of the boundary nearest to x; NaN where w = 0 leaves no boundary."""
    unit = line.weights / (length(line.weights) or 1.0)
    return np.asarray(x - signed_distance(line, x) * unit)


# -- how it is drawn ---------------------------------------------------------------------------------------------------


def line_marks(line: Hyperplane, role: Role, *, label: str = "", normal: bool = False) -> list[Mark]:
    """The line on the plane; none while all weights are 0, and none of a curved boundary, which the region shows."""
    if line.basis is not None or not line.weights.any():
        return []
    return [Line(line.weights, line.bias, role, normal=normal, label=label)]


def perpendicular(line: Hyperplane, x: np.ndarray) -> list[Mark]:
    """The way from the point x (d,) to its foot; none with a basis, where the boundary is curved."""
    if line.basis is not None or not length(line.weights):
        return []
    below = foot(line, x)[None]
    return [Segments(x[None], below, "residual"), Points(below, "focus")]


# -- what is said of it ------------------------------------------------------------------------------------------------


def coded(data: Dataset, low: str, high: str) -> str:
    """How the two classes are coded: 'The target t is −1 for A and +1 for B'."""
    names = [data.class_name(code) for code in two_classes(data)]
    return f"The target t is {low} for {names[0]} and {high} for {names[1]}"


def names_of(basis: Basis | None, data: Dataset) -> tuple[str, ...]:
    """What the weights belong to: the features, or the functions of the basis."""
    return data.feature_names if basis is None else tuple(basis.names(data.feature_names))


def summed(line: Hyperplane, x: np.ndarray, name: str) -> str:
    """The activation of x (M,) as a sum with its numbers: 'y = 3·2 + 4·5 − 10 = 16'."""
    few = min(len(x), SHOWN)
    a = reached(line, x)
    told = [*line.weights[:few].tolist(), *x[:few].tolist(), float(line.bias)]
    digits = enough(a, products_added, *told) if few == len(x) else 4
    terms = [f"{signed(w, digits)}·{figure(v, digits)}" for w, v in zip(told[:few], told[few:-1], strict=True)]
    more = " + …" if len(x) > SHOWN else ""
    total = f"{' '.join(terms).removeprefix('+ ')}{more} {signed(line.bias, digits)}"
    return f"{name} = {total} = {figure(a)}"


# -- what it says of a point x (d,) ------------------------------------------------------------------------------------


def asked(line: Hyperplane, data: Dataset, x: np.ndarray, said: str = "", more: Sequence[Number] = ()) -> Inquiry:
    """All this of the point: drawn and in words. `said` and `more` are what the method itself has to add."""
    words = [f"This point is classified as {data.class_name(int(line.predict(x[None])[0]))}."]
    if not length(line.weights):
        words.append("All weights are 0, so there is no boundary.")
    elif reached(line, _values(line, x)) == 0:
        words.append("It lies exactly on the boundary, which counts as that side.")
    story = Story(
        " ".join([*words, said]).strip(),
        in_basis(GEOMETRY, line.basis),
        worked(line, x),
        (*distances(line, x), *more),
        (parts_table(line, data, x),),
    )
    return Inquiry(story, tuple(perpendicular(line, x)))


def _values(line: Hyperplane, x: np.ndarray) -> np.ndarray:
    """(M,) what the weights are multiplied with."""
    values: np.ndarray = features(line.basis, x[None])[0]
    return values


def reach(line: Hyperplane, x: np.ndarray) -> float:
    """Its signed distance from the boundary, among the φ(x) with a basis."""
    return signed_distance(line, _values(line, x))


def worked(line: Hyperplane, x: np.ndarray, name: str = "y") -> tuple[str, ...]:
    """y as a sum and its distance, with numbers."""
    values, norm = _values(line, x), length(line.weights)
    if not norm:
        return (summed(line, values, name),)
    y = reached(line, values)
    return (summed(line, values, name), f"distance = y / ‖w‖ = {divided(y, norm)}")


def distances(line: Hyperplane, x: np.ndarray) -> tuple[Number, ...]:
    """y, the signed distance, the foot, and how far the boundary is from the origin."""
    values = _values(line, x)
    told = [Number("y", reached(line, values))]
    if length(line.weights):
        where = "" if line.basis is None else "among the φ(x)"
        told.append(Number("signed distance", signed_distance(line, values), where))
        if len(values) <= SHOWN:
            told.append(Number("foot on the boundary", foot(line, values), where))
        told.append(Number("boundary from the origin", origin_distance(line), "−b / ‖w‖"))
    return tuple(told)


def parts_table(line: Hyperplane, data: Dataset, x: np.ndarray, title: str = "") -> Table:
    """Each weight, what it multiplies, and what that adds: the bias is the weight of a leading 1."""
    values, what = _values(line, x), in_basis("x", line.basis)
    names = ("bias", *names_of(line.basis, data))
    rows = zip(names, line.packed, with_ones(values), contributions(line, values), strict=True)
    one = entries_of(line.basis)
    return Table(title or f"y, {one} by {one}", ("weight of", "w", what, f"w {what}"), tuple(rows))
