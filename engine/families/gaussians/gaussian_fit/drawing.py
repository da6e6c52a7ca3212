"""What a step of the Gaussian fit looks like: the growing ellipse, the terms of ln L, and ln L by the size of Σ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Contours, Curve, Ellipse, Mark, Matrix, Points, Segments
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.gaussians.gaussian_fit.loop import Params, Step
from engine.maths.algebra.spread import spread
from engine.models.gaussian_density import GaussianDensity

SCALES = (1.0, 2.0)
"""So many standard deviations out an ellipse is drawn."""
BARS = Surface("chart", "Terms of ln L", "", "")
SIZE = Surface("chart", "ln L by the size of Σ", "log₁₀ of what Σ is multiplied by", "ln L")
BELL = Surface("chart", "Density", y="N(x | μ, σ²)")
SURFACE = Surface("chart", "ln L over mean and deviation", "μ", "σ")
TABLES = Surface("table", "Scatter")
NAMES = ("determinant", "trace", "constant")
CELLS = 12
"""A scatter of more features is not shown cell by cell."""
PLACES = 201
REACH = 1.0
"""Σ is multiplied by 10 to the power of −1 to 1."""
BELOW = (0.1, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Lines are drawn so far below the greatest ln L for every ten points."""
STEMS = 400


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = plane(step, data)
    if data.d > 1:
        drawn += tables(step, data)
    else:
        drawn += [*bell(step, data), *surface(step, data)]
    if len(step.terms):
        drawn += bars(step)
    if step.part == "likelihood":
        drawn += by_size(step, data.n)
    return drawn


def plane(step: Step, data: Dataset) -> list[Mark]:
    """The ellipse of the scatter so far, that of Σ by hand or of Σ̂, and the row whose outer product is added."""
    if step.mean is None:
        return [] if step.model is None else placed(step.model)
    mean, drawn = step.mean[None], list[Mark]()
    grown = step.scatter / data.n if step.S is None else step.S
    if step.model is not None and step.S is not None:
        drawn += [Ellipse(step.mean, step.model.covariance, scale) for scale in SCALES]
    if grown.any() and not (best(step) and step.S is not None):
        role: Role = "plain" if step.S is None else "ghost"
        drawn += [Ellipse(step.mean, grown, scale, role) for scale in SCALES]
    drawn.append(Points(mean, "centre", labels=("μ",)))
    if step.part == "outer":
        new = np.arange(step.number - step.count, step.number)
        shown = new[spread(len(new), STEMS)]
        drawn.append(Segments(np.repeat(mean, len(shown), axis=0), data.X[shown], "spoke", rows=shown))
        drawn.append(Points(data.X[new[-1:]], "focus", rows=new[-1:]))
    return drawn


def placed(model: GaussianDensity) -> list[Mark]:
    """The Gaussian that a hand has placed, before the mean of the rows is known."""
    ellipses: list[Mark] = [Ellipse(model.mean, model.covariance, scale) for scale in SCALES]
    return [*ellipses, Points(model.mean[None], "centre", labels=("μ",))]


def best(step: Step) -> bool:
    """Whether Σ in use is the scatter itself."""
    return step.model is not None and step.S is not None and bool((step.model.covariance == step.S).all())


def tables(step: Step, data: Dataset) -> list[Mark]:
    if step.mean is None or data.d > CELLS or not step.number:
        return []
    names = tuple(column.name for column in data.columns)
    drawn: list[Mark] = []
    if step.added is not None and step.part == "outer":
        title = "z zᵀ of this row" if step.count == 1 else "their outer products"
        drawn.append(Matrix(step.added, names, names, "heat", title=title, place=(0, 1), surface=TABLES))
    if step.S is None:
        return [Matrix(step.scatter, names, names, "heat", title="sum so far", surface=TABLES), *drawn]
    drawn.append(Matrix(step.S, names, names, "heat", title="S", surface=TABLES))
    used = step.sigma if step.model is None else step.model.covariance
    if used is not None and not (used == step.S).all():
        title = "Σ by hand" if step.by_hand else "Σ̂"
        drawn.append(Matrix(used, names, names, "heat", title=title, place=(0, 1), surface=TABLES))
    return drawn


def bars(step: Step) -> list[Mark]:
    """The terms against each other; over them those of Σ = S, if Σ is another."""
    known = len(step.terms)
    line = None if step.best is None or best(step) else step.best[:known]
    return [Bars(step.terms, NAMES[:known], line=line, line_label="" if line is None else "at Σ = S", surface=BARS)]


def by_size(step: Step, N: int) -> list[Mark]:
    """ln L and its two changing terms where Σ is multiplied by c: the determinant falls, the trace rises."""
    assert step.mean is not None and step.total is not None
    D, (determinant, trace, constant) = len(step.mean), map(float, step.terms)
    exponents = np.linspace(-REACH, REACH, PLACES)
    c = 10.0**exponents
    falling, rising = determinant - N * D * np.log(c) / 2, trace / c
    whole = falling + rising + constant
    chart = SIZE
    drawn: list[Mark] = [
        Curve(np.column_stack([exponents, falling]), "plain", group=0, label="determinant", surface=chart),
        Curve(np.column_stack([exponents, rising]), "plain", group=1, label="trace", surface=chart),
        Curve(np.column_stack([exponents, whole]), "boundary", label="ln L", surface=chart),
    ]
    top = -2 * trace / (N * D)  # tr(Σ⁻¹ S) / D
    if top > 0 and abs(math.log10(top)) <= REACH:
        height = determinant - N * D * math.log(top) / 2 - N * D / 2 + constant
        label = () if best(step) else ("greatest",)
        drawn.append(Points(np.array([[math.log10(top), height]]), "best", labels=label, surface=chart))
    drawn.append(Points(np.array([[0.0, step.total]]), "focus", surface=chart))
    return drawn


# -- of one feature ----------------------------------------------------------------------------------------------------


def bell(step: Step, data: Dataset) -> list[Mark]:
    """The density over the line with a stem up to it from each point."""
    if step.model is None or step.part in ("start", "mean"):
        return []
    model, values = step.model, data.X[:, 0]
    deviation = math.sqrt(float(model.covariance[0, 0]))
    low = min(float(values.min()), float(model.mean[0]) - 3 * deviation)
    high = max(float(values.max()), float(model.mean[0]) + 3 * deviation)
    x = np.linspace(low, high, PLACES)
    top = math.exp(-0.5 * model.log_determinant) / math.sqrt(2 * math.pi)
    chart = replace(BELL, x=data.columns[0].title, view=(low, high, -0.03 * top, 1.1 * top))
    curve = np.column_stack([x, density(model, x)])
    rows = values[spread(data.n, STEMS)]
    tips = np.column_stack([rows, density(model, rows)])
    return [
        Curve(curve, "boundary", surface=chart),
        Segments(tips * [1.0, 0.0], tips, "spoke", surface=chart),
        Points(tips, "plain", sizes=np.full(len(tips), 0.4), surface=chart),
    ]


def density(model: GaussianDensity, x: np.ndarray) -> np.ndarray:
    """(m,) N(x | μ, σ²)."""
    return np.asarray(np.exp(model.log_density(x[:, None])))


def surface(step: Step, data: Dataset) -> list[Mark]:
    """Level lines of ln L over μ and σ, and the way to the top: first the mean, then the deviation."""
    values, N = data.X[:, 0], data.n
    mean = float(values[0] + (values - values[0]).mean())
    variance = float(((values - mean) ** 2).mean())
    if not variance > 0:
        return []
    deviation = math.sqrt(variance)
    way = path(step, data)
    right = max(float(np.abs(way[:, 0] - mean).max()) * 1.2, 2.5 * deviation)
    high = max(float(way[:, 1].max()) * 1.2, 3 * deviation)
    chart = replace(SURFACE, view=(mean - right, mean + right, 0.2 * deviation, high))
    best_ln = -0.5 * N * (math.log(2 * math.pi * variance) + 1)

    def log_likelihood(places: np.ndarray) -> np.ndarray:
        """(m,) ln L at places (μ, σ)."""
        sigma = np.maximum(places[:, 1], 1e-3 * deviation)
        squares = variance + (places[:, 0] - mean) ** 2
        return np.asarray(-0.5 * N * (np.log(2 * math.pi * sigma**2) + squares / sigma**2))

    levels = tuple(best_ln - down * N / 10 for down in BELOW)
    drawn: list[Mark] = [Contours(log_likelihood, (mean, variance, N), levels[::-1], "plain", surface=chart)]
    if len(way) > 1:
        drawn.append(Segments(way[:-1], way[1:], "path", surface=chart))
        drawn.append(Points(way[:-1], "ghost", surface=chart))
    return [*drawn, Points(way[-1:], "best" if best(step) else "focus", surface=chart)]


def path(step: Step, data: Dataset) -> np.ndarray:
    """(p, 2) where μ and σ have been: by themselves they begin at the first row and half the range."""
    values = data.X[:, 0]
    sigma = float(np.ptp(values)) / 2
    if step.by_hand and step.model is not None:
        sigma = math.sqrt(float(step.model.covariance[0, 0]))
    places = [(float(values[0]), sigma)]
    if step.mean is not None:
        places.append((float(step.mean[0]), sigma))
    if step.S is not None and step.model is not None and not step.by_hand:
        places.append((float(step.model.mean[0]), math.sqrt(float(step.model.covariance[0, 0]))))
    return np.array(places)
