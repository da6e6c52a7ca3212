"""Metric axioms: is a distance one, and does another unit change who is near?   (Fréchet 1906)

identity  d(a, a) = 0        symmetry  d(a, b) = d(b, a)        triangle  d(a, c) ≤ d(a, b) + d(b, c)

A unit that is 1 / s as large makes all numbers of an axis s times as large: x_d ← s_d x_d.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import joined, short
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.distances.measures import COSINE, KINDS, Between, MeasureParams, measure, measure_objection
from engine.maths.algebra.agreement import exceeds
from engine.models.groups import Centres
from engine.models.neighbours import EUCLIDEAN


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Centres | None = None) -> Steps:
    points = start.centres if start else data.X[list(params.rows(data))]
    d = distance(data, params)
    step = Step(part="start", model=Centres(points), points=points)
    yield step
    if words := unmeasurable(points, params):
        return Ending.converged(words)

    between = d(points, points)
    for part in AXIOMS:
        step = replace(step, part=part, between=between)
        yield step

    others = np.flatnonzero((points[0] != data.X).any(axis=1))
    if not len(others):
        return Ending.converged("All rows lie at a: there is no nearest other row.")
    far = d(points[:1], data.X[others])[0]
    step = replace(step, part="neighbour", order=ranked(others, far), far=np.sort(far))
    yield step

    scales = params.scales(data.d)
    far = d(points[:1] * scales, data.X[others] * scales)[0]
    step = replace(step, part="unit", scales=scales, reordered=ranked(others, far), far_scaled=np.sort(far))
    yield replace(step, rescaled=d(points * scales, points * scales))
    return Ending.converged(verdict(step, data, params))


def gaps(between: np.ndarray) -> dict[str, float]:
    """By how much each axiom fails for the distances between (3, 3) of a, b and c: 0 where it holds."""
    sides = between[[0, 1, 2], [2, 0, 1]], between[[0, 1, 2], [1, 2, 0]], between[[1, 2, 0], [2, 0, 1]]
    a_c, a_b, b_c = sides  # from each point to the last, by way of the one between
    apart = {
        IDENTITY: float(np.abs(np.diagonal(between)).max()),
        SYMMETRY: float(np.abs(between - between.T).max()),
        TRIANGLE: float((a_c - (a_b + b_c)).max()),
    }
    scale = float(np.abs(between).max())
    return {name: gap if exceeds(gap, 0.0, scale, ROUNDING) else 0.0 for name, gap in apart.items()}


def ranked(rows: np.ndarray, far: np.ndarray) -> np.ndarray:
    """(n,) the rows, the nearest first; on a tie the lower row."""
    return np.asarray(rows[np.argsort(far, kind="stable")])


def distance(data: Dataset, params: Params) -> Between:
    """d as it is measured; Kullback-Leibler between the shares that coordinates have of their sum."""
    return divergences if params.distance == DIVERGENCE else measure(data, params)


def divergences(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """(m, n) Σ p log(p / q) in bits, p and q the coordinates of points (m, d) and (n, d) above 0, as shares."""
    p, q = (X / X.sum(axis=1, keepdims=True) for X in (A, B))
    entropies = (p * np.log2(p)).sum(axis=1)
    found = entropies[:, None] - p @ np.log2(q).T
    return np.where((p[:, None] == q[None]).all(axis=2), 0.0, found)


def unmeasurable(points: np.ndarray, params: Params) -> str:
    """Why the distance is undefined for points placed by hand, or ''."""
    if params.distance == DIVERGENCE and not (points > 0).all():
        return "The divergence is undefined: a point has a coordinate that is not above 0, and is no distribution."
    if params.distance == COSINE and not points.any(axis=1).all():
        return "The cosine is undefined: a point lies at the origin, and has no direction."
    return ""


def verdict(step: Step, data: Dataset, params: Params) -> str:
    """Which axioms fail, and whether the nearest row is another one."""
    assert step.between is not None and step.order is not None and step.reordered is not None
    failed = [name for name, gap in gaps(step.between).items() if gap]
    held = f"{params.distance} breaks {joined(failed)} here." if failed else "All axioms hold for these three points."
    if step.order[0] == step.reordered[0]:
        return f"{held} The nearest row stays the same."
    one, other = (short(data.row_name(int(order[0]))) for order in (step.order, step.reordered))
    return f"{held} In the new units the nearest row is {other}, not {one}."


def bound(data: Dataset, params: Params) -> int:
    return 3 + len(AXIOMS)


def limits(data: Dataset, params: Params) -> str:
    """The rows are there, and the distance can be measured on all of them."""
    for name in ("first", "second", "third"):
        if getattr(params, name) > data.n:
            words = f"{name} = {getattr(params, name)} is no row: choose from 1 to {data.n:,}."
            return Objection(words, SetParameter(name, data.n))
    if params.distance == DIVERGENCE:
        low = np.argwhere(~(data.X > 0))
        if len(low):
            row, column = short(data.row_name(int(low[0, 0]))), short(data.columns[low[0, 1]].name)
            words = (
                f"distance = {DIVERGENCE} needs numbers above 0, and row {row}, column {column} is not: take Euclidean."
            )
            return Objection(words, SetParameter("distance", EUCLIDEAN))
        return ""
    return measure_objection(data, params)


ROUNDING = 1e-9
"""An axiom that fails by less than this share of the distances holds."""
DIVERGENCE = "Kullback–Leibler"
AXIOMS: tuple[Literal["identity", "symmetry", "triangle"], ...] = ("identity", "symmetry", "triangle")
IDENTITY, SYMMETRY, TRIANGLE = "identity", "symmetry", "the triangle inequality"


@dataclass(frozen=True)
class Chosen:
    """Which three points."""

    first: int = whole(1, low=1, high=1_000_000, of_rows=True, symbol="a", label="row", help="or drag it")
    second: int = whole(0, low=0, high=1_000_000, of_rows=True, symbol="b", label="row", help="0 is the middle one")
    third: int = whole(0, low=0, high=1_000_000, of_rows=True, symbol="c", label="row", help="0 is the last one")
    across: float = real(
        1.0,
        low=0.01,
        high=100.0,
        log=True,
        symbol="s_1",
        label="scale of the first feature",
        help="its numbers times this",
    )
    up: float = real(
        1.0,
        low=0.01,
        high=100.0,
        log=True,
        symbol="s_2",
        label="scale of the second feature",
        help="its numbers times this",
    )


@dataclass(frozen=True)
class Params(Chosen, MeasureParams):
    distance: str = choice(EUCLIDEAN, (*KINDS, DIVERGENCE), clear=True, help="how far two points are apart")

    def rows(self, data: Dataset) -> tuple[int, int, int]:
        """The indices of a, b and c."""
        return self.first - 1, (self.second or (data.n + 1) // 2) - 1, (self.third or data.n) - 1

    def scales(self, d: int) -> np.ndarray:
        """(d,) what each feature is multiplied by."""
        return np.array([self.across, self.up, *[1.0] * d][:d])


@snapshot
class Step:
    """How far the axioms are tested."""

    part: Literal["start", "identity", "symmetry", "triangle", "neighbour", "unit"]
    model: Centres
    points: np.ndarray  # (3, d) a, b and c
    between: np.ndarray | None = None  # (3, 3) from each to each
    order: np.ndarray | None = None  # (m,) the other rows, the nearest to a first
    far: np.ndarray | None = None  # (m,) how far they are
    scales: np.ndarray | None = None  # (d,)
    reordered: np.ndarray | None = None  # (m,) the other rows in the new units
    far_scaled: np.ndarray | None = None  # (m,)
    rescaled: np.ndarray | None = None  # (3, 3) from each to each in the new units
