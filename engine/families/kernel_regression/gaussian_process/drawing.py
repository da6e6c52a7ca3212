"""What a step of a Gaussian process looks like: the band and drawn functions, the covariance, the evidence in parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from engine.base.snapshot import signature
from engine.base.words import figure
from engine.core.marks import Bars, Curve, Line, Mark, Matrix, Points, Region, Response
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.kernel_regression.gaussian_process.loop import PLACES, Params, Step
from engine.maths.probability.gaussian_process import forward
from engine.models.gaussian_process import GaussianProcess
from engine.parts.ranges import reach

EVIDENCE = Surface("chart", "Evidence ln p(t)", "term", "value", open=False)
ROWS = Surface("table", "Covariance of the rows", open=False)
FEW = 60
"""The covariance of so many rows at most is drawn."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [Region(step.model)]
    if data.d == 1:
        drawn += functions(step, data)
    if step.phase == "rows":
        rows = np.arange(step.first, len(step.model.X))
        known = np.arange(step.first)
        if len(step.model.X) < data.n:
            drawn.append(Points(data.X[known], "support", rows=known))
        drawn.append(Points(data.X[rows], "focus", rows=rows))
    if step.query is not None:
        alone = Points(step.query[None], "focus", labels=("z",))
        drawn.append(Line(np.ones(1), -float(step.query[0]), "axis", label="z") if data.d == 1 else alone)
    n = len(step.model.X)
    if n:
        drawn.append(terms(step))
    if 1 < n <= FEW:
        table, names = step.model.covariance.between(step.model.X, step.model.X), tuple(map(data.row_name, range(n)))
        title = "k(xₙ, xₘ): how alike the function is at two rows"
        drawn.append(Matrix(table, names, names, "heat", title=title, surface=ROWS))
    return drawn


def terms(step: Step) -> Bars:
    """The terms of the evidence, and their sum."""
    labels = ("fit\n−½ rᵀa", "simplicity\n−½ ln |K|", "constant", "ln p(t)")
    return Bars(np.array([step.fit, step.simple, step.rest, step.evidence]), labels, chosen=3, surface=EVIDENCE)


def functions(step: Step, data: Dataset) -> list[Mark]:
    """The band of the function without the noise, and functions drawn from the process, over the one feature."""
    model = step.model
    same = signature((model.X, model.dual, model.covariance, model.noise))
    lower, upper = (partial(edge, model, side) for side in (-1.0, 1.0))
    drawn: list[Mark] = [Response(lower, upper, "shade", label="the function alone, ± 1 deviation", key=("f", same))]
    places = places_of(data)
    for number, values in enumerate(sampled(model, places, step.xi)):
        key = ("drawn", number, same, step.xi[number].tobytes(), places.tobytes())
        drawn.append(Response(partial(between, places, values), role="spoke", key=key))
    return [*drawn, *with_query(step, places, data)]


def edge(model: GaussianProcess, deviations: float, X: np.ndarray) -> np.ndarray:
    """(n,) so many standard deviations of the function from its mean."""
    return np.asarray(model.predict(X) + deviations * model.function_std(X))


def places_of(data: Dataset) -> np.ndarray:
    """(PLACES,) evenly over the range of the rows, and half of it to each side; around 0 without rows."""
    low, high = (float(end[0]) for end in reach(data)) if data.n else (0.0, 0.0)
    room = 0.5 * (high - low) or 1.0
    return np.linspace(low - room, high + room, PLACES)


def sampled(model: GaussianProcess, places: np.ndarray, xi: np.ndarray) -> np.ndarray:
    """(s, PLACES) functions drawn from the process at places (PLACES,): its mean + C^½ ξ, C its covariance there."""
    if not len(xi):
        return np.zeros((0, len(places)))
    Z = places[:, None]
    known = forward(model.root(), model.covariance.between(model.X, Z))
    sizes, ways = np.linalg.eigh(model.covariance.between(Z, Z) - known.T @ known)
    root = ways * np.sqrt(np.maximum(sizes, 0.0)) @ ways.T
    return np.asarray(model.predict(Z) + xi @ root)


def between(places: np.ndarray, values: np.ndarray, X: np.ndarray) -> np.ndarray:
    """(n,) a function known at some places, straight between them; nothing beyond."""
    return np.asarray(np.interp(X[:, 0], places, values, left=np.nan, right=np.nan))


def with_query(step: Step, places: np.ndarray, data: Dataset) -> list[Mark]:
    """How alike the function is at the query and elsewhere, before any row and after those that are known."""
    if step.query is None:
        return []
    z, model, name = step.query[None], step.model, data.columns[0].title
    along = np.unique(np.append(places, z))[:, None]
    before = model.covariance.between(along, z)[:, 0]
    known, there = (forward(model.root(), model.covariance.between(model.X, Z)) for Z in (along, z))
    after = before - known.T @ there[:, 0]
    chart = Surface("chart", f"Covariance with f(z), z = {figure(z[0, 0])}", name, "covariance", open=False)
    return [
        Curve(np.column_stack([along[:, 0], before]), "ghost", label="prior", surface=chart),
        Curve(np.column_stack([along[:, 0], after]), "boundary", label="posterior", surface=chart),
    ]
