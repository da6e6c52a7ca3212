"""What a step of the multivariate Gaussian looks like: contours with their axes, a surface, and bells along x₂."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Ellipse, Mark, Matrix, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.gaussians.multivariate_gaussian.holding import CONTOURS
from engine.families.gaussians.multivariate_gaussian.loop import Params, Step
from engine.families.gaussians.multivariate_gaussian.sigma import BY_MATRIX, FULL, NONE

SURFACE = Surface("chart", "Density as a surface", axes=False)
BELLS = Surface("chart", "x₂ alone, and given x₁", "x₂", "density")
ADDS = Surface("chart", "What each y adds to Δ²", "", "y²")
TABLES = Surface("table", "Σ = L Lᵀ")
SCALES = (1.0, 2.0, 3.0)
LINES, PLACES = 19, 61
"""So many lines each way of the surface, with so many places."""
ASIDE, BACK, HIGH = 0.45, 0.38, 0.9
"""How far back a place of the surface lies: aside and up; and how high its top is, beside half the width."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    if len(step.mean) != 2:
        return [*tables(step, params), *adds(step)]
    drawn = contours(step)
    if step.part in ("marginal", "conditional"):
        return [*drawn, *bells(step)]
    whole = step.part == "density" or (step.part in ("shape", "axes") and params.given != BY_MATRIX)
    return [*drawn, *(surface(step) if whole else tables(step, params))]


def adds(step: Step) -> list[Mark]:
    """The squares that are added up, as far as they are solved for."""
    if not len(step.y) or step.square is not None:
        return []
    names = tuple(f"y{j + 1}" for j in range(len(step.y)))
    return [Bars(step.y**2, names, chosen=len(names) - 1, surface=ADDS)]


def reach(step: Step) -> float:
    """How far out is drawn: 3 deviations and the place, rounded up to a power of 2^¼ so that it stays while dragged."""
    far = max(3.3 * float(step.deviations.max()), 1.1 * float(np.abs(step.x - step.mean).max()))
    return float(2.0 ** (math.ceil(4 * math.log2(far) - 1e-9) / 4))


def contours(step: Step) -> list[Mark]:
    """Ellipses at 1, 2 and 3 deviations, the axes of the first, and the place with the ellipse through it."""
    m, far = step.mean, reach(step)
    chart = replace(CONTOURS, view=(m[0] - far, m[0] + far, m[1] - far, m[1] + far))
    drawn: list[Mark] = []
    if step.former is not None and step.part == "repair" and np.linalg.eigvalsh(step.former)[0] >= 0:
        drawn += [Ellipse(m, step.former, scale, "ghost", surface=chart) for scale in SCALES]
    drawn += [Ellipse(m, step.sigma, scale, surface=chart) for scale in SCALES]
    if len(step.axes):
        ends = m + step.axes * np.sqrt(step.variances)[:, None]
        lengths = [f"√λ{k + 1} = {figure(math.sqrt(one))}" for k, one in enumerate(step.variances)]
        labels = tuple(lengths) if step.part == "axes" else ()
        starts = np.repeat(m[None], 2, axis=0)
        drawn.append(Segments(starts, ends, "axis", arrows=True, labels=labels, surface=chart))
    if step.gap is not None:
        drawn.append(Segments(m[None], step.x[None], "boundary", arrows=True, surface=chart))
    if step.square:
        drawn.append(Ellipse(m, step.sigma, math.sqrt(step.square), "margin", surface=chart))
    if step.part in ("marginal", "conditional"):
        ends = np.array([[step.x[0], m[1] - far]]), np.array([[step.x[0], m[1] + far]])
        drawn.append(Segments(*ends, "margin", surface=chart))
    if step.centre is not None:
        drawn.append(Points(np.array([[step.x[0], step.centre[0]]]), "best", labels=("mean given x₁",), surface=chart))
    drawn.append(Points(m[None], "centre", labels=("μ",), surface=chart))
    return [*drawn, Points(step.x[None], "focus", labels=("x",), surface=chart)]


def surface(step: Step) -> list[Mark]:
    """The density over the plane as lines in both directions, looked at from the front and above."""
    far = 3.3 * float(step.deviations.max())
    along, across = np.linspace(-far, far, PLACES), np.linspace(-far, far, LINES)
    drawn: list[Mark] = []
    for one in across[::-1]:
        drawn.append(Curve(seen(step, np.column_stack([along, np.full(PLACES, one)]), far), "spoke", surface=SURFACE))
    for one in across:
        drawn.append(Curve(seen(step, np.column_stack([np.full(PLACES, one), along]), far), "spoke", surface=SURFACE))
    place = (step.x - step.mean)[None]
    if np.abs(place).max() <= far:
        foot, tip = place @ np.array([[1.0, 0.0], [ASIDE, BACK]]), seen(step, place, far)
        drawn += [Segments(foot, tip, "focus", surface=SURFACE), Points(tip, "focus", labels=("x",), surface=SURFACE)]
    return drawn


def seen(step: Step, ways: np.ndarray, far: float) -> np.ndarray:
    """(m, 2) where places (m, 2), measured from the mean, are seen, raised by their density beside the greatest."""
    y = np.linalg.solve(np.linalg.cholesky(step.sigma), ways.T)
    heights = np.exp(-0.5 * (y**2).sum(axis=0))
    return np.asarray(ways @ np.array([[1.0, 0.0], [ASIDE, BACK]]) + np.outer(heights, [0.0, HIGH * far]))


def bells(step: Step) -> list[Mark]:
    """The density of x₂ alone, and where x₁ is known."""
    m, s = float(step.mean[1]), float(step.deviations[1])
    x = np.linspace(m - 4 * s, m + 4 * s, 241)
    drawn: list[Mark] = [Curve(np.column_stack([x, bell(x, m, s)]), "boundary", label="alone", surface=BELLS)]
    if step.centre is not None and step.left is not None:
        given = bell(x, float(step.centre[0]), math.sqrt(float(step.left[0, 0])))
        drawn.append(Curve(np.column_stack([x, given]), "plain", group=0, label="given x₁", surface=BELLS))
    return drawn


def bell(x: np.ndarray, mean: float, deviation: float) -> np.ndarray:
    """(m,) N(x | μ, σ²)."""
    return np.asarray(np.exp(-0.5 * ((x - mean) / deviation) ** 2) / (deviation * math.sqrt(2 * math.pi)))


def tables(step: Step, params: Params) -> list[Mark]:
    """Σ, typed where it stands if it is given so; L and the correlations beside it."""
    D = len(step.mean)
    names = tuple(f"x{j + 1}" for j in range(D))
    typed = params.given == BY_MATRIX and params.shape == FULL and params.repair == NONE
    name = "matrix" if typed else ""
    drawn: list[Mark] = [Matrix(step.sigma, names, names, "table", title="Σ", surface=TABLES, parameter=name)]
    if step.L is not None:
        row = len(step.y) - 1 if step.part == "solve" else None
        heads = tuple(f"y{j + 1}" for j in range(D))
        drawn.append(Matrix(step.L, names, heads, "table", row, title="L", place=(0, 1), surface=TABLES))
    if D > 2:
        drawn.append(Matrix(step.correlations, names, names, "heat", title="ρ", place=(1, 0), surface=TABLES))
    if step.left is not None and D > 2:
        rest = names[1:]
        drawn.append(Matrix(step.left, rest, rest, "table", title="given x1", place=(1, 1), surface=TABLES))
    return drawn
