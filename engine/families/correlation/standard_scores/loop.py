"""Mean, spread and standard scores: how far a value is from the mean, in standard deviations.   (Galton 1889)

x̄ₙ = x̄ₙ₋₁ + (xₙ − x̄ₙ₋₁) / n        s² = Σ (xₙ − x̄)² / (N − ddof)        zₙ = (xₙ − x̄) / s

The divisor N − 1 (ddof = 1) makes s² unbiased, N (ddof = 0) most likely under a Gaussian. The deviations are taken
from the mean that is known by then (two passes), so that no digits cancel however far the values are from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import AddPoints, Objection, Prepare
from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, short
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    rows = known(data, params)
    x = data.X[rows, params.column(data)]
    N = len(x)
    step = Step(part="start", rows=rows, x=x, divisor=N - params.ddof)
    yield step

    mean = 0.0
    for stop in pauses(N, STRETCHES, False):
        former = mean
        for n in range(step.done + 1, stop + 1):
            mean = moved(mean, float(x[n - 1]), n)
        step = replace(step, part="mean", done=stop, before=step.done, mean=mean, former=former)
        yield step

    mean = float(column_means(x[:, None])[0])
    deviations = x - mean
    step = replace(step, done=0, before=0, mean=mean)
    for stop in pauses(N, STRETCHES, False):
        step = replace(step, part="deviation", done=stop, before=step.done, deviations=deviations)
        yield step

    if step.divisor == 0:
        yield replace(step, part="undefined")
        return Ending.converged("One value has no spread around its own mean: s is 0 / 0 with the divisor N − 1.")
    s = float(np.sqrt(deviations @ deviations / step.divisor))
    step = replace(step, part="spread", s=s)
    yield step
    step = replace(step, part="centred")
    yield step
    yield replace(step, part="scores", z=scores(deviations, s))
    name = short(data.columns[params.column(data)].title)
    if s == 0:
        return Ending.converged(f"{name} has no variation: s = 0, and all standard scores are 0.")
    return Ending.converged(f"{name}: mean {figure(mean)}, standard deviation {figure(s)} over {counted(N, 'value')}.")


def moved(mean: float, x: float, n: int) -> float:
    """The mean of n values, from that of the n − 1 before and the n-th."""
    return mean + (x - mean) / n


def scores(deviations: np.ndarray, s: float) -> np.ndarray:
    """(N,) z = (x − x̄) / s; 0 for all where s = 0."""
    return deviations / s if s > 0 else np.zeros_like(deviations)


def known(data: Dataset, params: Params) -> np.ndarray:
    """(N,) the rows that know the feature."""
    return np.flatnonzero(~np.isnan(data.X[:, params.column(data)]))


def bound(data: Dataset, params: Params) -> int:
    return 4 + 2 * min(data.n, FEW)


def limits(data: Dataset, params: Params) -> str:
    """Some row knows the feature."""
    if not len(known(data, params)):
        name = short(data.columns[params.column(data)].name)
        return Objection(f"No row knows {name}: fill its cells or choose another.", Prepare("Fill"), AddPoints())
    return ""


STRETCHES = 12
"""Many values are gone through in so many stretches."""
SAMPLE, POPULATION = DIVISORS = ("N − 1", "N")


@dataclass(frozen=True)
class Params:
    feature: int = whole(1, low=1, high=1000, symbol="x", help="its number, at most that of the last")
    divisor: str = choice(
        SAMPLE, DIVISORS, help="of the squared deviations: N − 1 for samples (critics), N for likelihood and scaling"
    )

    @property
    def ddof(self) -> int:
        """What is taken from N."""
        return 1 if self.divisor == SAMPLE else 0

    def column(self, data: Dataset) -> int:
        """The index of the feature."""
        return min(self.feature, data.d) - 1


@snapshot
class Step:
    """How far the standard scores have been worked out."""

    part: Literal["start", "mean", "deviation", "undefined", "spread", "centred", "scores"]
    rows: np.ndarray  # (N,) the rows that know the feature
    x: np.ndarray  # (N,) their values
    divisor: int
    done: int = 0  # so many values are averaged, or so many deviations added
    before: int = 0
    mean: float = 0.0  # of the values so far, later of all
    former: float = 0.0  # the mean before this step
    deviations: np.ndarray | None = None  # (N,) xₙ − x̄
    s: float | None = None
    z: np.ndarray | None = None  # (N,)
    model: None = None

    @property
    def squares(self) -> np.ndarray | None:
        """(N,) the squared deviations."""
        return None if self.deviations is None else np.asarray(self.deviations**2)

    @property
    def total(self) -> float:
        """The sum of the squared deviations so far."""
        return 0.0 if self.squares is None else float(self.squares[: self.done].sum())
