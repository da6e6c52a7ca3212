"""What linear units look like: targets and output as a line, the valley of E, and E at three rates."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.marks import Contours, Curve, Line, Mark, Points, Segments
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.networks.layer_drawing import FAR, is_near, rate_named, unit_named
from engine.families.networks.layer_stepping import Step
from engine.families.networks.one_layer import Problem
from engine.families.networks.valley import Valley, valley_of

FIT = Surface("chart", "Target and output")
RATES = Surface("chart", "E at three rates", "epoch", "log₁₀ E")
VALLEY = Surface("chart", "The valley of E", "along the flattest way", "along the steepest way", square=True)
TOO_LARGE = 1.05
"""The largest of the three rates, in parts of the one from which on E never comes to rest."""
AHEAD = 30
"""So many epochs are drawn of each rate."""
EPOCHS = 8
"""So many epochs with the best rate are drawn in the valley."""
FLOOR = 1e-12
"""E is drawn no lower than this part of what it was at first, and no farther than it has first grown to one over it."""
MEASURED, LOST = 300, 1e6
"""Of so many rows or fewer each δ is drawn, and of outputs that are not so many times as large as the targets."""


def kept_valley(data: Dataset, problem: Problem) -> Valley:
    """The valley of the problem, kept with the data."""
    return data.cached(("valley", problem.T.shape[1], problem.bias_follows), lambda: valley_of(problem))


def fit(step: Step, data: Dataset, problem: Problem, k: int = 0, shown: bool = True) -> list[Mark]:
    """Of one unit target and output, over the one feature or over w · x, with δ between them; the means' place."""
    w, t, one = step.weights[k], problem.T[:, k], data.d == 1
    s = problem.X[:, 1] if one else problem.X[:, 1:] @ w[1:]
    if not (is_near(s) and is_near(w)):
        return []
    slope, y = w[1] if one else 1.0, unit_named("y", k, len(step.weights))
    surface = replace(FIT, x=data.columns[0].title if one else "w · x", y=f"t and {y}", open=shown)
    places, means = np.column_stack([s, t]), np.array([[s.mean(), t.mean()]])
    groups = data.codes if data.target == "class" else None
    dots = Points(places, "data", groups, rows=np.arange(data.n), names=data.class_titles, surface=surface)
    line = Line(np.array([slope, -1.0]), float(w[0]), "boundary", label=y, surface=surface)
    drawn: list[Mark] = [*deltas(places, w[0] + slope * s, surface), dots, line]
    drawn.append(Points(means, "centre", labels=("means",), surface=surface))
    return drawn if step.row is None else [*drawn, Points(places[[step.row]], "focus", surface=surface)]


def deltas(places: np.ndarray, y: np.ndarray, surface: Surface) -> list[Segments]:
    """From each target at (s, t) up or down to the output y: δ, unless it is lost to sight."""
    if len(y) > MEASURED or np.abs(y).max() > LOST * np.abs(places[:, 1]).max(initial=1.0):
        return []
    return [Segments(places, np.column_stack([places[:, 0], y]), "residual", surface=surface)]


def three_rates(
    step: Step, problem: Problem, valley: Valley, surface: Surface = RATES, own: str = "this η"
) -> list[Mark]:
    """How E goes on in batches from the first weights with the rate of this run, the best one, and one too large."""
    rates: tuple[tuple[str, float, Role], ...] = (
        (own, step.rate, "path"),
        ("fastest in the long run", problem.best_rate, "best"),
        ("too large", TOO_LARGE * problem.stable_below, "ghost"),
    )
    drawn: list[Mark] = []
    for name, rate, role in rates:
        height = np.log10(until_lost(valley.errors(step.way[0], rate, AHEAD), max(step.first, FLOOR)))
        if len(height):
            places = np.column_stack([np.arange(len(height)), height])
            drawn.append(Curve(places, role, label=rate_named(name, rate), surface=surface))
    here, epochs = until_lost(np.array([step.error]), max(step.first, FLOOR)), epochs_behind(step, problem)
    if len(here) and epochs <= AHEAD:
        drawn.append(Points(np.array([[epochs, np.log10(here[0])]]), "focus", surface=surface))
    return drawn


def epochs_behind(step: Step, problem: Problem) -> float:
    """The epochs that have moved the weights: while ∇E adds up only those before, after a row alone a part of one."""
    return step.updates / len(problem.X) if step.kind == "update" and step.row is not None else step.updates


def until_lost(E: np.ndarray, first: float) -> np.ndarray:
    """(m,) the beginning of E (n,) that can be drawn beside the first value; (0,) where that is too large itself."""
    seen = np.append(True, E[:-1] <= first / FLOOR) & (E < FAR)
    count = int(np.argmin(np.append(seen, False)))
    return np.asarray(np.maximum(E[:count], FLOOR * first))


def path(step: Step, valley: Valley, surface: Surface = VALLEY, best: float = 0.0) -> list[Mark]:
    """The way of the weights of the first unit, seen along the steepest and the flattest direction of E.

    best  the rate that is fastest in the long run, to draw its first epochs too; 0 for none
    """
    way = valley.seen(step.way[:, 0])
    if not is_near(way):
        return []
    if len(valley.curvatures) > 2:
        surface = replace(surface, x=f"{surface.x} (all others at the bottom)")
    return [
        Contours(valley.height, ("valley", valley.least, *valley.pair.tolist()), surface=surface),
        *(zigzag(way[0], best, valley, surface) if best else ()),
        Curve(way, "path", dots=True, surface=surface),
        Points(np.zeros((1, 2)), "best", surface=surface),
        Points(way[-1:], "focus", surface=surface),
    ]


def zigzag(begun: np.ndarray, rate: float, valley: Valley, surface: Surface) -> list[Mark]:
    """The first epochs from the place (2,) with the rate that is fastest in the long run: it leaps across the valley.

    Along each direction an epoch multiplies the distance from the bottom by 1 − η λ.
    """
    if not begun.any():
        return []
    path = (1.0 - rate * valley.pair) ** np.arange(EPOCHS + 1)[:, None] * begun
    return [Curve(path, "spoke", label=f"fastest in the long run, {EPOCHS} epochs", surface=surface)]
