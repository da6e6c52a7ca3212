"""What a penalised regression looks like: its weights against λ, and two of them with the contours of the error.

On the plane of two weights E = ½ Σ (t − y)² has ellipses as level lines. Where E + penalty is least, the level line
through w touches the line on which the penalty is as large as at w.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.later import Later
from engine.core.marks import Contours, Curve, Mark, Points, Response
from engine.core.surfaces import Surface
from engine.families.shrinkage.posing import Posed
from engine.maths.algebra.affine import EPSILON
from engine.maths.algebra.reduced import Reduced
from engine.models.linear import LinearPredictor
from engine.parts.weight_paths import weight_paths
from engine.parts.weight_space import Key, Landscape, axes
from engine.parts.weight_space import surface as weight_surface

PATHS = Surface("chart", "Coefficient paths", "log₁₀ λ", "weight")
DECADES = 8
"""The path begins where all weights are as good as 0, and reaches over so many powers of ten, or twice as many."""
EACH = 10
"""So many penalties in a decade."""
WIDEST = 64
"""With more columns no path is drawn: it would take longer than the step."""
AROUND = 181
"""So many places of the line on which the penalty is as large as at w."""
ROOM = 1.5
"""The line of equal penalty is shown whole where it reaches no more than so many times as far as all else."""
ALIKE = 20.0
"""Where one weight reaches over so many times as much as the other, their units are not drawn alike."""

Path = Callable[[Posed, np.ndarray], np.ndarray]
"""path(problem, penalties): the weights (L, M) that are held near 0, for each of the penalties (L,), falling."""
Ring = Callable[[np.ndarray], np.ndarray]
"""ring(two weights): (m, 2) the places where the penalty is as large as there."""


def without_penalty(least: LinearPredictor, model: LinearPredictor) -> list[Mark]:
    """The least-squares fit where the plane has the target up, unless it is the model itself."""
    if least == model:
        return []
    return [Response(least.predict, role="ghost", label="least squares", key=("fit", least.packed.tobytes()))]


# -- the weights against λ ---------------------------------------------------------------------------------------------


def exponents(of: Reduced, penalty: float) -> np.ndarray:
    """(L,) log₁₀ of the penalties of the path, falling: from where they hold all weights to where they hold none.

    A penalty holds a direction of the columns where it is as large as the square of its singular value. The weakest of
    a run is among them.
    """
    values = np.linalg.svd(of.factor, compute_uv=False) if np.isfinite(of.factor).all() else np.zeros(0)
    values = values[values > EPSILON * of.rows * values.max(initial=0.0)]
    strongest, weakest = (2 * np.log10(end) for end in (values[0], values[-1])) if len(values) else (0.0, 0.0)
    high = int(np.clip(np.ceil(strongest) + 2, -300, 300))
    low = max(min(high - DECADES, int(np.floor(weakest)) - 2), high - 2 * DECADES)
    if penalty:
        here = np.log10(penalty)
        low, high = min(low, int(np.floor(here)) - 3), max(high, int(np.ceil(here)) + 1)
    return np.linspace(high, low, EACH * (high - low) + 1)


def paths(
    problem: Posed, model: LinearPredictor, penalty: float, longest: float, path: Path, name: str
) -> list[Mark | Later]:
    """Every weight against λ, with those of this step ringed; least squares stands at the left end, for λ = 0.

    longest  the penalty that the run comes to;   name  under which the data set keeps the path
    """
    M = len(problem.of.cross)
    if M > WIDEST or not np.isfinite(problem.held(model)).all():
        return []

    def make() -> Sequence[Mark]:
        x, whole = whole_path(problem, longest, path, name)
        here = x[-1] if not penalty else float(np.log10(penalty))
        words = f"rings: this step, λ = {figure(penalty)}; left end: λ = 0"
        return weight_paths(whole, x, problem.held(model), here, problem.names, words, PATHS)

    return [Later((PATHS,), make)]


def whole_path(problem: Posed, longest: float, path: Path, name: str) -> tuple[np.ndarray, np.ndarray]:
    """(L,) log₁₀ λ, and the weights (L, M) there; the last stand for λ = 0, one decade farther on."""
    exponent = exponents(problem.of, longest)

    def make() -> tuple[np.ndarray, np.ndarray]:
        found = path(problem, np.append(10.0**exponent, 0.0))
        return np.append(exponent, exponent[-1] - 1.0), found

    return problem.problem.table.cached((name, problem.free_bias, exponent.tobytes()), make)


# -- two of the weights ------------------------------------------------------------------------------------------------


def contours(
    problem: Posed, model: LinearPredictor, way: np.ndarray, ring: Ring, name: str, whole: np.ndarray | None = None
) -> list[Mark]:
    """The level lines of E over two weights, the line of equal penalty through w, the way (m, 2) to w.

    The other weights stay as they are, and a free bias follows: so the two lines touch where E + penalty is least.
    name  of the line of equal penalty;   whole  (L, M + 1) all the weights that λ leads to
    """
    table, w = problem.problem.table, model.packed
    if not (np.isfinite(w).all() and np.isfinite(way).all()):
        return []
    pair = list(axes(table.d))
    here = w[pair]
    landscape, key, bottom = error_over(problem, w)
    places = np.vstack([way, here, bottom, np.zeros(2)])
    around = np.zeros((0, 2)) if _is_strip(problem) else ring(here)
    if np.abs(around).max(initial=0.0) <= ROOM * np.abs(places).max():
        places = np.vstack([places, around])
    chart = _chart(problem, places)
    drawn: list[Mark] = [Contours(landscape, key, surface=chart)]
    height, least = (float(landscape(place[None])[0]) for place in (here, bottom))
    if height > least + 1e-9 * abs(height):
        drawn.append(Contours(landscape, key, (height,), "boundary", surface=chart))
    if whole is not None:
        drawn.append(Curve(whole[:, pair], "ghost", label="for every λ", surface=chart))
    if len(way) > 1:
        drawn.append(Curve(way, "path", surface=chart))
    drawn += _equal_penalty(ring, here, problem, chart, name)
    if table.d <= 2:
        drawn.append(Points(bottom[None], "best", labels=("least squares",), surface=chart))
    drawn.append(Points(here[None], "focus", labels=("w",), surface=chart))
    return drawn


def error_over(problem: Posed, w: np.ndarray) -> tuple[Landscape, Key, np.ndarray]:
    """E as a function of the two weights that are drawn, from w (M + 1,) on, all that it depends on, and its least."""
    table = problem.problem.table
    pair = list(axes(table.d))
    directions = np.eye(len(w))[:, pair]
    if problem.free_bias and table.d > 1:
        directions[0] = -problem.of.x_mean[[j - 1 for j in pair]]
    A = problem.problem.Phi @ directions
    left = problem.problem.t - problem.problem.Phi @ w
    height, slope, curvature = 0.5 * float(left @ left), -(A.T @ left), A.T @ A
    here = w[pair]

    def landscape(places: np.ndarray) -> np.ndarray:
        step = places - here
        return np.asarray(height + step @ slope + 0.5 * ((step @ curvature) * step).sum(axis=1))

    bottom = here - np.linalg.lstsq(curvature, slope, rcond=None)[0]
    return landscape, (here.tobytes(), height, slope.tobytes(), curvature.tobytes()), bottom


def _chart(problem: Posed, places: np.ndarray) -> Surface:
    """The chart of the two weights; a unit is as long on both axes where they reach about as far."""
    chart = weight_surface(problem.problem.table, places)
    assert chart.view is not None
    x0, x1, y0, y1 = chart.view
    alike = 1 / ALIKE < (x1 - x0) / (y1 - y0) < ALIKE
    others = problem.problem.table.d - 2
    held = "" if others < 1 else " (slice: the other held)" if others == 1 else f" (slice: the {others} others held)"
    return replace(chart, x=chart.x + held, square=alike and not _is_strip(problem))


def _is_strip(problem: Posed) -> bool:
    """Whether one of the two weights is a free bias, of which the penalty says nothing."""
    return problem.free_bias and problem.problem.table.d == 1


def _equal_penalty(ring: Ring, here: np.ndarray, problem: Posed, chart: Surface, name: str) -> list[Mark]:
    """The line on which the penalty is as large as here; of a bias that is free the penalty says nothing."""
    assert chart.view is not None
    if _is_strip(problem):
        ends = [chart.view[:2], chart.view[:2]]
        heights = [here[1], -here[1]]
        return [
            Curve(np.column_stack([x, np.full(2, y)]), "margin", label=label, surface=chart)
            for x, y, label in zip(ends, heights, (name, ""), strict=True)
        ]
    if not here.any():
        return []
    return [Curve(ring(here), "margin", label=name, surface=chart)]


def circle(two: np.ndarray) -> np.ndarray:
    """(m, 2) the circle about 0 through two weights: w₁² + w₂² is the same on it."""
    turns = np.linspace(0.0, 2 * np.pi, AROUND)
    return float(np.hypot(*two)) * np.column_stack([np.cos(turns), np.sin(turns)])
