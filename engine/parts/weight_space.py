"""Weight space: the error as a landscape over two of the weights, on the slice where the others follow them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Handle
from engine.core.marks import Contours, Curve, Mark, Points, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.targets import two_classes
from engine.maths.algebra.spread import spread
from engine.models.linear import Hyperplane, Logistic
from engine.parts.basis import BasisParams, chosen_basis
from engine.parts.descending import gradient_of
from engine.parts.line import beginning
from engine.parts.remembering import Remembering
from engine.parts.tangent import tangent_patch

HERE = Surface("chart", "Weight space")
ROWS = 1000
"""The landscape is drawn from at most so many rows: 2^1000 is still a number, which the product below relies on."""
NEAR = 0.02
"""A next step within this share of the chart lies on the present weights, and its name would hide theirs."""
AT_A_TIME = 2**16
"""So many numbers, one for each row at each place, stay near the processor."""
BOWL = (0.02, 0.15, 0.5, 1.0)
"""The level lines of the bowl, as shares of the way from its bottom up to the present weights."""

Landscape = Callable[[np.ndarray], np.ndarray]
"""A function of two weights, (m, 2) -> (m,)."""
Key = tuple[Any, ...]
"""All that a landscape depends on."""


@snapshot
class Problem:
    """What is made small: the cross-entropy of Φ (n, M) and t (n,), and the penalties λ (M,) of the weights."""

    Phi: np.ndarray
    t: np.ndarray
    penalties: np.ndarray


@snapshot
class Bowl:
    """The quadratic that touches the error at the present weights: its height, slope (M,) and curvature (M, M)."""

    height: float
    gradient: np.ndarray
    hessian: np.ndarray


def axes(d: int) -> tuple[int, int]:
    """Which two of the weights (bias first) are drawn: the bias and the weight, or the first two weights."""
    return (0, 1) if d == 1 else (1, 2)


def placed(positions: np.ndarray, data: Dataset, params: BasisParams, base: Hyperplane | None = None) -> Logistic:
    """The model at a place (1, 2) of the chart; its basis and other weights are those of the base, else 0."""
    basis = chosen_basis(params, data, base)
    w = np.array(beginning(base, data.d if basis is None else basis.n_functions))
    w[list(axes(len(w) - 1))] = positions[0]
    return Logistic.unpacked(w, two_classes(data), basis)


def place(model: Hyperplane, data: Dataset) -> np.ndarray:
    """(1, 2) where a model lies on the chart."""
    return model.packed[None, list(axes(len(model.weights)))]


START = Handle("the weights to start from", placed, place, lambda params: 1, HERE)
"""A click on the chart begins a run at those weights."""


def shown(w: np.ndarray) -> np.ndarray:
    """(2,) the two weights that the chart shows of all of them (M,); of K classes (K, 2) of (K, M)."""
    return w.take(axes(w.shape[-1] - 1), axis=-1)


def following(hessian: np.ndarray) -> np.ndarray:
    """(M, 2) how all weights change with the two that are drawn: the slope of the bowl along the others stays the same.

    With p the pair and r the rest, D_p = I and D_r = −H_rr⁻¹ H_rp: so the bottom of the bowl on the slice is where
    Newton's step goes, and not only its bottom while the rest is held.
    """
    pair = list(axes(len(hessian) - 1))
    rest = [j for j in range(len(hessian)) if j not in pair]
    directions = np.zeros((len(hessian), 2))
    directions[pair] = np.eye(2)
    if rest and np.isfinite(hessian).all():
        diagonal = np.diag(hessian)[rest]
        scale = 1.0 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0))
        unit = scale[:, None] * hessian[np.ix_(rest, rest)] * scale
        right = scale[:, None] * hessian[np.ix_(rest, pair)]
        directions[rest] = -scale[:, None] * np.linalg.lstsq(unit, right, rcond=None)[0]
    return directions


def error_slice(w: np.ndarray, directions: np.ndarray, problem: Problem) -> tuple[Landscape, Key]:
    """E + ½ Σ λⱼ wⱼ² on the slice w + D s, from evenly spaced rows when there are many, scaled up to all of them."""
    rows = seen_rows(len(problem.Phi))
    signs, Phi = 2.0 * problem.t[rows] - 1.0, problem.Phi[rows]
    slice = Slice(shown(w), w, directions, problem.penalties)
    return summed(signs[:, None] * (Phi @ directions), signs * (Phi @ w), slice, len(problem.Phi) / len(rows))


def seen_rows(n: int) -> np.ndarray:
    """The rows that a landscape is drawn from, evenly spaced when there are many."""
    return spread(n, ROWS)


@snapshot
class Slice:
    """The weights w + D (s − here) (M,) at the places s (2,) of the chart, and their penalties λ (M,)."""

    here: np.ndarray
    w: np.ndarray
    directions: np.ndarray
    penalties: np.ndarray

    def penalty(self, places: np.ndarray) -> np.ndarray:
        """½ Σ λⱼ wⱼ² at the places (m, 2)."""
        weights = self.w + (places - self.here) @ self.directions.T
        return np.asarray(0.5 * (weights**2 @ self.penalties))

    @property
    def key(self) -> Key:
        return tuple(part.tobytes() for part in (self.here, self.w, self.directions, self.penalties))


def summed(
    slopes: np.ndarray, right: np.ndarray, slice: Slice, share: float, lift: float = 0.0
) -> tuple[Landscape, Key]:
    """share · (lift + Σ ln(1 + e⁻ʳ)) and the penalty, with r (n,) `right` here and growing by `slopes` (n, 2) · s.

    Σ ln(1 + e⁻|r|) is taken as the logarithm of a product, one logarithm for each place instead of one for each row.
    """
    held = right - slopes @ slice.here

    def stretch(right: np.ndarray) -> np.ndarray:
        size = np.abs(right)
        linear = (size - right).sum(axis=1) / 2
        np.exp(np.negative(size, out=size), out=size)
        return np.asarray(linear + np.log((size + 1.0).prod(axis=1)))

    def landscape(places: np.ndarray) -> np.ndarray:
        error = np.concatenate([stretch(piece) for piece in activation_blocks(slopes, held, places)])
        return np.asarray((error + lift) * share + slice.penalty(places))

    return landscape, (share, lift, slopes.tobytes(), held.tobytes(), *slice.key)


def activation_blocks(slopes: np.ndarray, held: np.ndarray, places: np.ndarray) -> Iterator[np.ndarray]:
    """slopes (n, 2) · s + held (n,) at the places s (m, 2), of some places at a time: pieces (k, n)."""
    size = max(AT_A_TIME // max(len(slopes), 1), 1)
    for first in range(0, max(len(places), 1), size):
        yield places[first : first + size] @ slopes.T + held


def penalty_slice(slice: Slice) -> tuple[Landscape, Key]:
    """½ Σ λⱼ wⱼ² alone on the slice."""
    return slice.penalty, ("penalty", *slice.key)


def landscapes(w: np.ndarray, directions: np.ndarray, problem: Problem, chart: Surface) -> list[Mark]:
    """E as level lines; with a penalty their sum as tint, E alone, and the penalty alone, faint."""
    if not problem.penalties.any():
        return [Contours(*error_slice(w, directions, problem), surface=chart)]
    none = Problem(problem.Phi, problem.t, np.zeros_like(problem.penalties))
    slice = Slice(shown(w), w, directions, problem.penalties)
    return penalised(error_slice(w, directions, none), slice, chart)


def penalised(error: tuple[Landscape, Key], slice: Slice, chart: Surface) -> list[Mark]:
    """The two terms as lines, over their sum as tint, and words that tell them apart.

    error  the landscape without the penalty; it is asked once for its lines and for the sum
    """
    assert chart.view is not None
    words = "Tint: E + penalty. Lines: E.\nFaint lines: the penalty."
    alone, key = Remembering(error[0]), error[1]
    return [
        Contours(partial(_sum, alone, slice), ("sum", *key, *slice.key), fill=True, surface=chart),
        Contours(alone, key, role="spoke", surface=chart),
        Contours(*penalty_slice(slice), (), "ghost", surface=chart),
        Text(np.array([chart.view[0], chart.view[2]]), words, anchor=(0.0, 1.0), surface=chart),
    ]


def _sum(error: Landscape, slice: Slice, places: np.ndarray) -> np.ndarray:
    return np.asarray(error(places) + slice.penalty(places))


def bowl_slice(w: np.ndarray, directions: np.ndarray, bowl: Bowl) -> tuple[Landscape, Key]:
    """The quadratic height + gᵀs + ½ sᵀHs on the slice w + D s."""
    here, slope, curvature = shown(w), directions.T @ bowl.gradient, directions.T @ bowl.hessian @ directions

    def landscape(places: np.ndarray) -> np.ndarray:
        step = places - here
        return np.asarray(bowl.height + step @ slope + 0.5 * ((step @ curvature) * step).sum(axis=1))

    return landscape, (here.tobytes(), bowl.height, slope.tobytes(), curvature.tobytes())


def drawn(w: np.ndarray, way: np.ndarray, move: np.ndarray, problem: Problem, bowl: Bowl, table: Dataset) -> list[Mark]:
    """The landscape, the bowl that touches it at the present weights, the way there and where Newton's step goes."""
    pair = list(axes(table.d))
    goal, directions = (w + move)[pair], following(bowl.hessian)
    chart = surface(table, np.vstack([way, goal]))
    marks = landscapes(w, directions, problem, chart)
    if levels := _bowl_levels(bowl, directions):
        marks.append(Contours(*bowl_slice(w, directions, bowl), levels, "ghost", surface=chart))
    others = f"the {table.d - 1} other weights follow" if table.d > 2 else "the bias follows"
    slopes = "their slopes stay" if table.d > 2 else "its slope stays"
    words = f"A slice: {others},\nso that {slopes} the same"
    return marks + travelled(way, goal, chart) + what_is_shown(words, table, chart)


def travelled(way: np.ndarray, goal: np.ndarray, chart: Surface) -> list[Mark]:
    """The way (m, 2) so far, where it ends, and where the next step goes, (2,), if one can tell them apart."""
    assert chart.view is not None
    x0, x1, y0, y1 = chart.view
    marks: list[Mark] = [Curve(way, "path", dots=True, surface=chart)]
    if (np.abs(goal - way[-1]) > NEAR * np.array([x1 - x0, y1 - y0])).any():
        marks.append(Points(goal[None], "best", labels=("next",), surface=chart))
    return [*marks, Points(way[-1:], "focus", labels=("w",), surface=chart)]


def descent(
    w: np.ndarray,
    way: np.ndarray,
    move: np.ndarray,
    height: float,
    slope: np.ndarray,
    problem: Problem,
    table: Dataset,
) -> list[Mark]:
    """The landscape with all other weights held, a patch of its tangent plane, the way, the next step and the
    arrow downhill.

    height  of the landscape at w (M,);   slope  (M,) there
    """
    pair = list(axes(table.d))
    directions = np.eye(len(w))[:, pair]
    goal = (w + move)[pair]
    chart = surface(table, np.vstack([way, goal]))
    least = "E + penalty" if problem.penalties.any() else "E"
    marks = landscapes(w, directions, problem, chart)
    plane, words = tangent_plane(way[-1], goal, height, slope[pair], chart)
    marks += plane + travelled(way, goal, chart)
    marks += _downhill(way[-1], slope[pair], f"−{gradient_of(least)}", chart)
    return marks + what_is_held(table, chart, words)


def tangent_plane(
    here: np.ndarray, goal: np.ndarray, height: float, slope: np.ndarray, chart: Surface
) -> tuple[list[Mark], str]:
    """A patch of the plane that touches the landscape here, from its height here to that where the step will go.

    What the slope alone promises of the step is the difference of the two; the words say which they are.
    """
    promised = height + float(slope @ (goal - here))
    if promised == height or not np.isfinite(promised):
        return [], ""
    said = f"The patch: the tangent plane at w,\nfrom {figure(height)} there to {figure(promised)} at next."
    return [tangent_patch(here, goal, slope, chart)], said


def what_is_held(table: Dataset, chart: Surface, more: str = "") -> list[Mark]:
    """That the other weights stay as they are in this picture, in words, and what else is said below."""
    others = f"the {table.d - 1} other weights are" if table.d > 2 else "the bias is"
    return what_is_shown(f"A slice: {others} held", table, chart, more)


def _downhill(here: np.ndarray, slope: np.ndarray, name: str, chart: Surface) -> list[Mark]:
    """The arrow against the slope, as long as a fifth of the chart: its direction is meant, not its length."""
    assert chart.view is not None
    x0, x1, y0, y1 = chart.view
    relative = float(np.hypot(slope[0] / (x1 - x0), slope[1] / (y1 - y0)))
    if not (relative > 0 and np.isfinite(relative)):
        return []
    tip = here - 0.2 / relative * slope
    return [Segments(here[None], tip[None], "axis", arrows=True, labels=(name,), surface=chart)]


def _bowl_levels(bowl: Bowl, directions: np.ndarray) -> tuple[float, ...]:
    """Level lines that shrink to the bottom of the bowl; none when the bowl is flat or the bottom is reached."""
    slope, curvature = directions.T @ bowl.gradient, directions.T @ bowl.hessian @ directions
    if not np.isfinite(curvature).all() or np.linalg.matrix_rank(curvature, hermitian=True) < 2:
        return ()
    depth = 0.5 * float(slope @ np.linalg.solve(curvature, slope))
    if not depth > 1e-9 * bowl.height:
        return ()
    return tuple(bowl.height - depth * (1.0 - share) for share in BOWL)


def surface(table: Dataset, places: np.ndarray) -> Surface:
    """The chart, wide enough for these places (m, 2) and ending on round numbers, its axes named after the weights."""
    names = ("bias", *(f"weight of {name}" for name in table.feature_names))
    (x0, x1), (y0, y1) = (_span(places[:, side]) for side in (0, 1))
    x, y = axes(table.d)
    return Surface(HERE.kind, HERE.name, names[x], names[y], view=(x0, x1, y0, y1))


def _span(values: np.ndarray) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    width = max(high - low, 0.5 * max(abs(low), abs(high))) or 1.0
    unit = 10.0 ** np.floor(np.log10(width)) / 2
    return float(np.floor((low - 0.4 * width) / unit) * unit), float(np.ceil((high + 0.4 * width) / unit) * unit)


def what_is_shown(others: str, table: Dataset, chart: Surface, more: str = "") -> list[Mark]:
    """What the picture leaves out, in words: what the other weights do, how many rows it is made from, and more."""
    words = [f"{others}."] if table.d > 1 else []
    if table.n > ROWS:
        words.append(f"From {ROWS:,} of {counted(table.n, 'row')}, scaled up.")
    words += [more] if more else []
    if not words:
        return []
    assert chart.view is not None
    return [Text(np.array([chart.view[0], chart.view[3]]), "\n".join(words), anchor=(0.0, 0.0), surface=chart)]
