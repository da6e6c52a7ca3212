"""Weight space: the error as a landscape over two of the weights, on the slice where the others follow them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from engine.core.marks import Contours, Curve, Mark, Points, Surface, Text
from engine.core.models import Hyperplane, Logistic
from engine.core.snapshot import snapshot
from engine.core.story import counted
from engine.data.dataset import Dataset
from engine.maths.targets import two_classes

HERE = Surface("chart", "Weight space")
ROWS = 1000
"""The landscape is drawn from at most so many rows: 2^1000 is still a number, which the product below relies on."""
NEAR = 0.02
"""A next step within this share of the chart lies on the present weights, and its name would hide theirs."""
STRETCH = 256
"""Places reckoned at a time: few enough for the numbers to stay near the processor."""
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


def packed(model: Hyperplane) -> np.ndarray:
    """(M,) the weights with the bias first."""
    return np.append(model.bias, model.weights)


def unpacked(w: np.ndarray, classes: tuple[int, int]) -> Logistic:
    """The model with the weights w (M,), bias first."""
    return Logistic(w[1:], float(w[0]), classes)


def placed(positions: np.ndarray, data: Dataset, params: Any) -> Logistic:
    """The model at a place (1, 2) of the chart, its other weights 0."""
    w = np.zeros(data.d + 1)
    w[list(axes(data.d))] = positions[0]
    return unpacked(w, two_classes(data))


def place(model: Hyperplane) -> np.ndarray:
    """(1, 2) where a model lies on the chart."""
    return packed(model)[None, list(axes(len(model.weights)))]


def following(hessian: np.ndarray) -> np.ndarray:
    """(M, 2) how all weights change with the two that are drawn: the slope of the bowl along the others stays the same.

    With p the pair and r the rest, D_p = I and D_r = −H_rr⁻¹ H_rp: so the bottom of the bowl on the slice is where
    Newton's step goes, and not only its bottom while the rest is held.
    """
    M = len(hessian)
    pair = list(axes(M - 1))
    rest = [j for j in range(M) if j not in pair]
    directions = np.zeros((M, 2))
    directions[pair] = np.eye(2)
    if rest and np.isfinite(hessian).all():
        diagonal = np.diag(hessian)[rest]
        scale = 1.0 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0))
        unit = scale[:, None] * hessian[np.ix_(rest, rest)] * scale
        right = scale[:, None] * hessian[np.ix_(rest, pair)]
        directions[rest] = -scale[:, None] * np.linalg.lstsq(unit, right, rcond=None)[0]
    return directions


def error_slice(w: np.ndarray, directions: np.ndarray, problem: Problem) -> tuple[Landscape, Key]:
    """E + ½ Σ λⱼ wⱼ² on the slice w + D s, from evenly spaced rows when there are many, scaled up to all of them.

    Σ ln(1 + e⁻|a|) is taken as the logarithm of a product, one logarithm for each place instead of one for each row.
    """
    Phi, t, n = problem.Phi, problem.t, len(problem.Phi)
    rows = np.unique(np.linspace(0, n - 1, min(ROWS, n)).astype(np.intp))
    here, signs = w[list(axes(len(w) - 1))], 2.0 * t[rows] - 1.0
    slopes = signs[:, None] * (Phi[rows] @ directions)
    held = signs * (Phi[rows] @ w) - slopes @ here

    def stretch(places: np.ndarray) -> np.ndarray:
        right = places @ slopes.T + held
        size = np.abs(right)
        linear = (size - right).sum(axis=1) / 2
        np.exp(np.negative(size, out=size), out=size)
        return np.asarray(linear + np.log((size + 1.0).prod(axis=1)))

    def landscape(places: np.ndarray) -> np.ndarray:
        error = np.concatenate([stretch(places[i : i + STRETCH]) for i in range(0, max(len(places), 1), STRETCH)])
        weights = w + (places - here) @ directions.T
        return np.asarray(error * (n / len(rows)) + 0.5 * (weights**2 @ problem.penalties))

    parts = (slopes, held, directions, w, problem.penalties)
    return landscape, (n, *(part.tobytes() for part in parts))


def bowl_slice(w: np.ndarray, directions: np.ndarray, bowl: Bowl) -> tuple[Landscape, Key]:
    """The quadratic height + gᵀs + ½ sᵀHs on the slice w + D s."""
    here = w[list(axes(len(w) - 1))]
    slope, curvature = directions.T @ bowl.gradient, directions.T @ bowl.hessian @ directions

    def landscape(places: np.ndarray) -> np.ndarray:
        step = places - here
        return np.asarray(bowl.height + step @ slope + 0.5 * ((step @ curvature) * step).sum(axis=1))

    return landscape, (here.tobytes(), bowl.height, slope.tobytes(), curvature.tobytes())


def drawn(path: Sequence[Logistic], move: np.ndarray, problem: Problem, bowl: Bowl, data: Dataset) -> list[Mark]:
    """The landscape, the bowl that touches it at the present weights, the way there and where Newton's step goes."""
    w, pair = packed(path[-1]), list(axes(data.d))
    way = np.array([packed(model)[pair] for model in path])
    goal, directions = (w + move)[pair], following(bowl.hessian)
    chart = surface(data, np.vstack([way, goal]))
    marks: list[Mark] = [Contours(*error_slice(w, directions, problem), surface=chart)]
    if levels := _bowl_levels(bowl, directions):
        marks.append(Contours(*bowl_slice(w, directions, bowl), levels, "ghost", surface=chart))
    marks.append(Curve(way, "path", dots=True, surface=chart))
    assert chart.view is not None
    room = np.subtract(chart.view[1::2], chart.view[::2])
    if (np.abs(goal - way[-1]) > NEAR * room).any():
        marks.append(Points(goal[None], "best", labels=("next",), surface=chart))
    marks.append(Points(way[-1:], "focus", labels=("w",), surface=chart))
    if words := _what_is_shown(data):
        marks.append(Text(np.array([chart.view[0], chart.view[3]]), words, anchor=(0.0, 0.0), surface=chart))
    return marks


def _bowl_levels(bowl: Bowl, directions: np.ndarray) -> tuple[float, ...]:
    """Level lines that shrink to the bottom of the bowl; none when the bowl is flat or the bottom is reached."""
    slope, curvature = directions.T @ bowl.gradient, directions.T @ bowl.hessian @ directions
    if not np.isfinite(curvature).all() or np.linalg.matrix_rank(curvature, hermitian=True) < 2:
        return ()
    depth = 0.5 * float(slope @ np.linalg.solve(curvature, slope))
    if not depth > 1e-9 * bowl.height:
        return ()
    return tuple(bowl.height - depth * (1.0 - share) for share in BOWL)


def surface(data: Dataset, places: np.ndarray) -> Surface:
    """The chart, wide enough for these places (m, 2) and ending on round numbers."""
    names = ("bias", *(f"weight of {name}" for name in data.feature_names))
    (x0, x1), (y0, y1) = (_span(places[:, side]) for side in (0, 1))
    x, y = axes(data.d)
    return Surface(HERE.kind, HERE.name, names[x], names[y], view=(x0, x1, y0, y1))


def _span(values: np.ndarray) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    width = max(high - low, 0.5 * max(abs(low), abs(high))) or 1.0
    unit = 10.0 ** np.floor(np.log10(width)) / 2
    return float(np.floor((low - 0.4 * width) / unit) * unit), float(np.ceil((high + 0.4 * width) / unit) * unit)


def _what_is_shown(data: Dataset) -> str:
    """What the picture leaves out, in words."""
    words = []
    if data.d > 1:
        others, slopes = f"the {data.d - 1} other weights follow", "their slopes stay"
        if data.d == 2:
            others, slopes = "the bias follows", "its slope stays"
        words.append(f"A slice: {others},\nso that {slopes} the same.")
    if data.n > ROWS:
        words.append(f"From {ROWS:,} of {counted(data.n, 'row')}, scaled up.")
    return "\n".join(words)
