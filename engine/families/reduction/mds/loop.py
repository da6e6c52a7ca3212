"""Multidimensional scaling: a map whose distances are those of the data, as nearly as it can.   (Kruskal 1964)

B = −½ J δ² J,  B v = λ v,  x = √λ v        stress = √(Σ (d − δ)² / Σ δ²)        xᵢ ← (1/N) Σⱼ δᵢⱼ (xᵢ − xⱼ) / dᵢⱼ
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import read_only, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.families.reduction.maps import apart
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.covariance import first_axes
from engine.maths.algebra.metrics import Combine, added, between, largest, straight
from engine.maths.probability.row_keys import normals
from engine.models.maps import Map
from engine.parts.pairs import measured_pairs, most_measured


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    known = measured_pairs(data.X, partial(between, METRICS[params.metric]))
    delta = read_only((yield from on_the_way(known, pause)))
    step = Step(kind="distances", model=None, delta=delta)
    yield step
    if params.by_axes:
        B = read_only(double_centred(delta))
        yield replace(step, kind="centred", products=B)
        values, places = along_axes(B)
        found = Map(places, data.d)
        step = replace(step, model=found, stress=stress(delta, apart(places)))
        yield replace(step, kind="axes", products=B, values=values)
        if params.method == CLASSICAL:
            return Ending.converged(f"The map is made: its stress is {figure(step.stress)}.")
    else:
        places = normals(data.row_keys, rng, 2) * delta.mean() / 2
        step = replace(step, kind="start", model=Map(places, data.d), stress=stress(delta, apart(places)))
        yield step

    d = apart(places)
    for round in range(1, params.rounds + 1):
        before, places = places, guttman(delta, d, places)
        d = apart(places)
        now, was = stress(delta, d), step.stress
        step = replace(step, kind="move", model=Map(places, data.d), before=before, round=round, stress=now, was=was)
        yield step
        if was - now <= params.tolerance:
            return Ending.converged(_settled(step, params))
    return Ending.stopped(
        f"After {counted(params.rounds, 'iteration')} the stress, {figure(step.stress)}, may still fall."
    )


def pause(measured: int) -> Step:
    """Before the distances are known: of so many rows they are."""
    return Step(kind="measure", model=None, delta=np.zeros((0, 0)), measured=measured)


def double_centred(delta: np.ndarray) -> np.ndarray:
    """(n, n) B = −½ J δ² J: the squares less the means of their row and their column, and with the mean of all."""
    squares = delta**2
    means = squares.mean(axis=0)
    return np.asarray(-0.5 * (squares - means - means[:, None] + means.mean()))


def along_axes(B: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n,) the eigenvalues of B (n, n), the largest first, and (n, 2) the places √λ v; 0 where λ is not above 0."""
    values, axes = first_axes(B, 2)
    values = cleared(values, len(B) * np.abs(values).max())
    lengths = np.sqrt(np.maximum(values[:2], 0.0))
    places = np.zeros((len(B), 2))
    places[:, : len(lengths)] = axes.T * lengths
    return values, places


def stress(delta: np.ndarray, d: np.ndarray) -> float:
    """√(Σ (d − δ)² / Σ δ²) over all pairs; 0 where all rows are the same, and where only rounding is left."""
    total = float((delta**2).sum())
    return float(cleared(np.sqrt(((d - delta) ** 2).sum() / total), 1.0, ROUNDING)) if total else 0.0


def guttman(delta: np.ndarray, d: np.ndarray, places: np.ndarray) -> np.ndarray:
    """(n, 2) each row where the others would have it, on average: at δ from each, in the direction in which it is.

    Two rows at one place have no direction, and say nothing of each other. The stress never rises.   (Guttman 1968)
    """
    ratios = np.divide(delta, d, out=np.zeros_like(delta), where=d > 0)
    return np.asarray((ratios.sum(axis=1)[:, None] * places - ratios @ places) / len(places))


def _settled(step: Step, params: Params) -> str:
    other = " Another seed may end lower." if params.begin == RANDOM and step.stress > params.tolerance else ""
    return f"Iteration {step.round} takes no more than the tolerance off the stress, {figure(step.stress)}.{other}"


def bound(data: Dataset, params: Params) -> int:
    """The distances with their pauses, B and its axes or a start, and the rounds."""
    return 3 + params.rounds + most_measured(data)


ROUNDING = 1e-13
"""A share of the distances that is rounding alone."""
METRICS: dict[str, Combine] = {"Euclidean": straight, "Manhattan": added, "Chebyshev": largest}
STRESS, CLASSICAL = "least stress", "classical"
AXES, RANDOM = "the classical map", "random places"


@dataclass(frozen=True)
class Params:
    method: str = choice(STRESS, (STRESS, CLASSICAL), help="classical: the map by two eigenvectors, no iterations")
    begin: str = choice(
        AXES,
        (AXES, RANDOM),
        label="initialisation",
        when=("method", (STRESS,)),
        help="the places before the first iteration",
    )
    metric: str = choice("Euclidean", tuple(METRICS), label="distance", help="what the map is to keep")
    tolerance: float = real(
        1e-5, low=0.0, high=0.1, when=("method", (STRESS,)), rare=True, help="stop when the stress falls by no more"
    )
    rounds: int = whole(
        300, low=1, high=1000, log=True, when=("method", (STRESS,)), label="maximum iterations", clear=True, rare=True,
        help="before giving up",
    )  # fmt: skip

    @property
    def by_axes(self) -> bool:
        """Whether the classical map is made."""
        return self.method == CLASSICAL or self.begin == AXES


@snapshot
class Step:
    """One stage, or one round in which every row of the map has moved."""

    kind: Literal["measure", "distances", "centred", "axes", "start", "move"]
    model: Map | None
    delta: np.ndarray  # (n, n) δ, once all are known
    measured: int = 0  # at a pause before: of so many rows they are
    products: np.ndarray | None = None  # (n, n) B
    values: np.ndarray | None = None  # (n,) its eigenvalues
    before: np.ndarray | None = None  # (n, 2) the places before the round
    round: int = 0
    stress: float = 0.0
    was: float = 0.0  # before the round
