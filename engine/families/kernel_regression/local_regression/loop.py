"""Local regression: a constant or a line through the rows near a point.   (Nadaraya 1964; Watson 1964; Cleveland 1979)

wₙ = K(‖xₙ − z‖ / h)        x̄ = Σ wₙ xₙ / Σ wₙ,  t̄ = Σ wₙ tₙ / Σ wₙ
a constant: f(z) = t̄        a line: f(z) = t̄ + sᵀ(z − x̄),  least Σ wₙ (tₙ − t̄ − sᵀ(xₙ − x̄))²
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, real
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.kernel_regression.kernels import usual_length
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.local_line import line_slope
from engine.maths.probability.kernels import GAUSSIAN
from engine.models.local_fit import SHAPES, AskedFit, LocalFit
from engine.models.neighbours import Query
from engine.parts.querying import QueryParams, asked, length_objection
from engine.parts.stretches import pauses

CONSTANT, LINE = FITS = ("constant", "line")


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    z, t = asked(data, params, start), np.asarray(data.y, dtype=float)
    known = LocalFit(data.X, t, params.kernel, params.h or 0.5 * usual_length(data), params.fit == LINE)
    step = Step(model=AskedFit(z, known))
    yield step

    w = known.weights(z[None])[0]
    for stop in pauses(data.n, 20, params.every_row):
        step = replace(step, phase="add", weights=w, first=step.taken, taken=stop)
        yield step

    mean, middle = float(cleared(weighted_mean(w, t), known.size)), weighted_mean(w, data.X)
    step = replace(step, phase="constant", first=data.n, mean=mean, middle=middle, answer=mean)
    yield step
    if known.line:
        slope = weighted_slope(w, t, known)
        answer = float(cleared(mean + float(slope @ (z - middle)), known.size))
        step = replace(step, phase="line", slope=slope, answer=answer)
        yield step
    return Ending.converged(f"The prediction at the query is {data.target_column.figure(step.answer)}.")


def weighted_mean(w: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Σ wₙ vₙ / Σ wₙ of values (n,) or (n, d)."""
    return np.asarray(w / w.sum() @ values)


def weighted_slope(w: np.ndarray, t: np.ndarray, known: LocalFit) -> np.ndarray:
    """(d,) the s that makes Σ wₙ (tₙ − t̄ − sᵀ(xₙ − x̄))² least; worked out in units of the features' ranges."""
    middle, spread = known.units
    return np.asarray(line_slope(w / w.sum(), (known.X - middle) / spread, t / known.size) / spread * known.size)


def bound(data: Dataset, params: Params) -> int:
    return 3 + data.n


def limits(data: Dataset, params: Params) -> str:
    return length_objection(data, params)


def chosen_width(step: Step, params: Params) -> float:
    """The width where it is not set."""
    return step.model.known.h


@dataclass(frozen=True)
class Weighing:
    """What is fitted, and which rows count."""

    fit: str = choice(LINE, FITS, label="local fit", help="a constant is Nadaraya–Watson; a line, local linear")
    kernel: str = choice(GAUSSIAN, SHAPES, clear=True, help="how a weight falls with the distance")
    h: float = real(
        0.0, low=0.0, high=1e6, log=True, symbol="h", label="bandwidth", auto=chosen_width,
        help="auto: a tenth of the range of the features",
    )  # fmt: skip
    every_row: bool = flag(False, label="stop at every row", rare=True, help="also where there are many")


@dataclass(frozen=True)
class Params(QueryParams, Weighing):
    """These, and where a prediction is asked."""


@snapshot
class Step:
    """So many rows have been weighed; then the fit at the query."""

    phase: Literal["start", "add", "constant", "line"] = "start"
    model: AskedFit = field(kw_only=True)
    weights: np.ndarray | None = None  # (n,) of all rows
    first: int = 0  # how many were weighed before
    taken: int = 0  # how many are
    mean: float = 0.0  # t̄
    middle: np.ndarray | None = None  # (d,) x̄
    slope: np.ndarray | None = None  # (d,) s
    answer: float = 0.0
