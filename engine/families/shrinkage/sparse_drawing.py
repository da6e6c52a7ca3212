"""What coordinate descent looks like: the way over two weights, the soft threshold, the weights against λ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from engine.core.later import Later
from engine.core.marks import Curve, Mark, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.shrinkage.coordinates import Step, SweepParams
from engine.families.shrinkage.pictures import AROUND, contours, paths, whole_path, without_penalty
from engine.families.shrinkage.posing import Posed, posed_with
from engine.families.shrinkage.sparse_path import sparse_path
from engine.parts.basis_drawing import bumps
from engine.parts.weight_space import HERE

THRESHOLD = Surface("chart", "Soft threshold")
PLACES = 201
"""So many places of the soft threshold are drawn; the kinks are exact."""


@dataclass(frozen=True)
class Kind:
    """What tells the lasso and the elastic net apart.

    ratio  the part of the penalty that is L1;   rule(z, a)  where a weight goes;   path  the name of the path
    """

    ratio: float
    rule: Callable[[float, float], float]
    path: str


def drawn(step: Step, data: Dataset, params: SweepParams, kind: Kind) -> list[Mark | Later]:
    problem = posed_with(data, step.model.basis, params)
    least = problem.model(problem.least_squares[0])
    path = partial(_path, kind.ratio)
    return [
        Region(step.model),
        *without_penalty(least, step.model),
        *bumps(step.model.basis, data),
        Later((HERE,), lambda: weights(step, problem, params, kind)),
        *threshold(step, problem, params, kind),
        *paths(problem, step.model, params.penalty, params.penalty, path, kind.path),
    ]


def _path(ratio: float, problem: Posed, penalties: np.ndarray) -> np.ndarray:
    return sparse_path(problem.of, penalties, ratio)


def weights(step: Step, problem: Posed, params: SweepParams, kind: Kind) -> list[Mark]:
    """Two of the weights: the way so far, the level lines of E, and the line of equal penalty."""
    ring = partial(equal_penalty, kind.ratio)
    _, path = whole_path(problem, params.penalty, partial(_path, kind.ratio), kind.path)
    whole = np.array([problem.packed(slopes) for slopes in path])
    return contours(problem, step.model, step.way, ring, "equal penalty", whole)


def equal_penalty(ratio: float, two: np.ndarray) -> np.ndarray:
    """(m, 2) the places where ρ (|w₁| + |w₂|) + ½ (1 − ρ) (w₁² + w₂²) is as large as at two weights.

    >>> equal_penalty(1.0, np.array([1.0, 1.0]))[0].tolist()
    [2.0, 0.0]
    """
    turns = np.linspace(0.0, 2 * np.pi, AROUND)
    way = np.column_stack([np.cos(turns), np.sin(turns)])
    way[np.abs(way) < 1e-12] = 0.0  # the corners lie on the axes
    size = ratio * np.abs(two).sum() + 0.5 * (1 - ratio) * (two**2).sum()
    linear = ratio * np.abs(way).sum(axis=1)
    if not size:
        return np.zeros_like(way)
    reach = 2 * size / (linear + np.sqrt(linear**2 + 2 * (1 - ratio) * size))
    return np.asarray(reach[:, None] * way)


def threshold(step: Step, problem: Posed, params: SweepParams, kind: Kind) -> list[Mark]:
    """Where z leads the weight of a step, and where it would lead without the penalty."""
    if step.weight is None or not step.a:
        return []
    name, cut = problem.names[step.weight], params.penalty * kind.ratio
    reach = 1.25 * max(abs(step.z), 1.5 * cut) or 1.0
    z = np.unique([*np.linspace(-reach, reach, PLACES).tolist(), -cut, cut])
    chart = Surface(
        THRESHOLD.kind, THRESHOLD.name, "z: residuals without this weight, times its column", f"weight of {name}"
    )
    along = np.array([kind.rule(place, step.a) for place in z.tolist()])
    here = np.array([[step.z, kind.rule(step.z, step.a)]])
    ends = np.array([-reach, reach])
    return [
        Curve(np.column_stack([ends, ends / step.a]), "ghost", label="least squares: z / a", surface=chart),
        Curve(np.column_stack([z, along]), "boundary", label="with the penalty", surface=chart),
        Points(here, "focus", surface=chart),
    ]
