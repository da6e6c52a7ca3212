"""What a linear method with basis functions draws besides its curved boundary: the flat one, where it is straight.

y(x) = w · φ(x) + b          on the chart the axes are two of the functions φ, and the boundary is a straight line
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.base.words import counted
from engine.core.algorithm import Handle, SetByStart, at_every_step
from engine.core.marks import Ellipse, Line, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.maths.algebra.spread import spread
from engine.models.basis import Basis, Gaussians
from engine.models.linear import Hyperplane, LinearPredictor, Scores
from engine.models.scheme import Scheme
from engine.parts.basis import expanded

NAME = "Feature space"
CIRCLED = 25
"""With more centres than this their circles and names would hide the data."""
ROWS = 1000
"""The two functions are chosen by so many rows, evenly spread over the table; of more no hidden one is missed."""


def feature_marks(data: Dataset, model: Any) -> list[Mark]:
    """The chart "Feature space" and, on the plane, the centres of Gaussians; nothing for a model without a basis.

    The axes are the two functions that tell the classes apart best (they stay the same all through a run). The
    boundary is drawn where the other functions are at their mean, which the axis says.
    """
    basis: Basis | None = getattr(model, "basis", None)
    if basis is None:
        return []
    table, drawn = expanded(data, basis), bumps(basis, data)
    if not np.isfinite(table.X).all():
        return drawn
    pair = telling_pair(table)
    chart = _chart(table, pair)
    drawn += _answers(flattened(model, pair, table.X.mean(axis=0)), chart)
    return [*drawn, Points(_places(table, pair), groups=data.codes, rows=np.arange(data.n), surface=chart)]


# -- which functions ---------------------------------------------------------------------------------------------------


def telling_pair(table: Dataset) -> tuple[int, ...]:
    """The functions on the axes, the lower first: of all M the best, and the one that adds most to it; M = 1: one.

    Good is a large share of the variation between the classes: tr(T⁻¹ B), with T the scatter of the functions in all
    and B that of their class means. Ties go to the lowest.
    """
    if table.d == 1:
        return (0,)
    rows = spread(table.n, ROWS)
    Phi, codes = table.X[rows], table.codes[rows]
    total, between = Phi - Phi.mean(axis=0), np.zeros((len(rows), table.d))
    total /= np.maximum(np.abs(total).max(axis=0), 1e-300)  # so that no square overflows
    for code in np.unique(codes):
        between[codes == code] = total[codes == code].mean(axis=0)
    T, B = (total**2).sum(axis=0), (between**2).sum(axis=0)
    first = int(np.argmax(np.divide(B, T, out=np.zeros(table.d), where=T > 0)))
    across, shared = total[:, first] @ total, between[:, first] @ between
    determinant = T[first] * T - across**2
    gain = T * B[first] - 2 * across * shared + T[first] * B
    free = determinant > 1e-9 * T[first] * T
    gain = np.divide(gain, determinant, out=np.full(table.d, -1.0), where=free)
    gain[first] = -np.inf
    low, high = sorted((first, int(np.argmax(gain))))
    return low, high


def flattened(model: Any, pair: tuple[int, ...], means: np.ndarray) -> Hyperplane | Scores | Scheme | None:
    """The model as a function of the functions on the axes alone, the others at their mean (M,); None if it is no
    linear one.
    """
    if isinstance(model, Hyperplane):
        weights, bias = _seen(model.weights[None], np.array([model.bias]), pair, means)
        return Hyperplane(weights[0], float(bias[0]), model.classes)
    if isinstance(model, Scores):
        return Scores(*_seen(model.weights, model.biases, pair, means), model.classes)
    if isinstance(model, Scheme):
        flat = tuple(line for one in model.binaries if isinstance(line := flattened(one, pair, means), Hyperplane))
        sides = model.positive, model.negative, model.classes, model.resolve
        return Scheme(flat, *sides) if len(flat) == len(model.binaries) else None
    return None


def _seen(
    weights: np.ndarray, biases: np.ndarray, pair: tuple[int, ...], means: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """(K, 2) the weights on the axes, and (K,) the biases with what the other functions add at their mean."""
    rest = np.setdiff1d(np.arange(len(means)), pair)
    axes = np.zeros((len(weights), 2))
    axes[:, : len(pair)] = weights[:, list(pair)]
    return axes, biases + weights[:, rest] @ means[rest]


# -- drawing -----------------------------------------------------------------------------------------------------------


def _chart(table: Dataset, pair: tuple[int, ...]) -> Surface:
    """The surface; its axes name the functions and what the picture leaves out."""
    names = table.feature_names
    if len(pair) == 1:
        return Surface("chart", NAME, names[0], table.target_name)
    others = table.d - 2
    held = f" (slice: the {counted(others, 'other function')} at their mean)" if others else ""
    held = held.replace("the 1 other function at their", "the other function at its")
    return Surface("chart", NAME, names[pair[0]] + held, names[pair[1]])


def _places(table: Dataset, pair: tuple[int, ...]) -> np.ndarray:
    """(n, 2) the rows on the chart; with one function the classes stand one above the other."""
    if len(pair) == 2:
        return np.asarray(table.X[:, list(pair)])
    return np.column_stack([table.X[:, 0], table.codes])


def _answers(flat: Hyperplane | Scores | Scheme | None, chart: Surface) -> list[Mark]:
    """The areas of the classes, and the straight line between two."""
    if flat is None or (isinstance(flat, Hyperplane) and not flat.weights.any()):
        return []
    region = Region(flat, "labels", chart)
    return [region, Line(flat.weights, flat.bias, surface=chart)] if isinstance(flat, Hyperplane) else [region]


def bumps(basis: Basis | None, data: Dataset) -> list[Mark]:
    """The centres of Gaussians on the plane, each with the circle where its function has fallen to e^(−½).

    One that stands on a row hides it, and has its class instead.
    """
    if not isinstance(basis, Gaussians):
        return []
    if len(basis.centres) > CIRCLED:
        return [Points(basis.centres, "centre")]
    circles = [Ellipse(centre, basis.width**2 * np.eye(basis.n_features), role="centre") for centre in basis.centres]
    return [*circles, Points(basis.centres, "centre", groups=classes_below(basis, data), labels=basis.names(()))]


def classes_below(basis: Gaussians, data: Dataset) -> np.ndarray | None:
    """(M,) the class of the first row on which each centre stands, −1 where there is none; None where there is no row
    below any, or so many that classes are seen by the others."""
    if data.n > ROWS or data.target != "class":
        return None
    rows = [np.flatnonzero((centre == data.X).all(axis=1)) for centre in basis.centres]
    codes = np.array([data.codes[found[0]] if len(found) else -1 for found in rows])
    return codes if codes.max(initial=-1) >= 0 else None


# -- centres placed by hand --------------------------------------------------------------------------------------------


def basis_handle(make_model: Callable[[Basis, Dataset], Any]) -> Handle:
    """Centres of Gaussians, placed on the plane when the basis is "gaussian by hand".

    make_model(basis, data) gives the model to start from, with that basis and weights of 0.
    """

    def make(positions: np.ndarray, data: Dataset, params: Any, base: Any = None) -> Any:
        blank = make_model(Gaussians(np.asarray(positions, dtype=float), params.width), data)
        return carried(blank, base)

    return Handle("the centre of a Gaussian bump", make, _placed, _most, step=at_every_step)


def carried(blank: Any, base: Any) -> Any:
    """The model with the weights that a base has for its bumps, by their numbers; a bump more begins with 0."""
    kinds = (Hyperplane, Scores, LinearPredictor)
    same = isinstance(blank, kinds) and isinstance(base, kinds)
    if not same or getattr(base, "basis", None) is None or blank.packed.ndim != base.packed.ndim:
        return blank
    w, old = np.array(blank.packed), base.packed
    if w.shape[:-1] != old.shape[:-1]:  # other classes
        return blank
    kept = min(w.shape[-1], old.shape[-1])
    w[..., :kept] = old[..., :kept]
    if isinstance(blank, LinearPredictor):
        return type(blank).unpacked(w, blank.basis)
    return type(blank).unpacked(w, blank.classes, blank.basis)


def has_basis(start: Any, params: Any) -> bool:
    """Whether a start brings basis functions of its own, which a run then works on."""
    return getattr(start, "basis", None) is not None


def has_fixed_basis(start: Any, params: Any) -> bool:
    """Whether they are no bumps placed by hand: the number and the width of those can be changed."""
    by_hand = isinstance(getattr(start, "basis", None), Gaussians) and params.basis == "gaussian by hand"
    return has_basis(start, params) and not by_hand


BASIS_DECIDED = (
    SetByStart("basis", None, "the start has a basis", has_basis),
    *(SetByStart(name, None, "the start has a basis", has_fixed_basis) for name in ("degree", "functions", "width")),
)
"""What a start decides of the parameters of a basis."""


def _placed(model: Any, data: Dataset) -> np.ndarray:
    """(m, d) the centres of a model's basis; none of any other basis."""
    basis = getattr(model, "basis", None)
    return basis.centres if isinstance(basis, Gaussians) else np.zeros((0, model.n_features))


def _most(params: Any) -> int:
    """As many centres as there are functions."""
    return int(params.functions) if params.basis == "gaussian by hand" else 0
