"""Correlation: how two features vary together, as an average product of standard scores.   (Pearson 1896)

x̄ = Σ xₙ / N        s² = Σ (xₙ − x̄)² / (N − 1)        s_xy = Σ (xₙ − x̄)(yₙ − ȳ) / (N − 1)
r = Σ z(xₙ) z(yₙ) / (N − 1),  z(xₙ) = (xₙ − x̄) / s_x        r = (x − x̄) · (y − ȳ) / (‖x − x̄‖ ‖y − ȳ‖), a cosine

With the divisor N in all places r is the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import AddPoints, Objection
from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, short
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    rows = pairs(data, params)
    i, j = params.columns(data)
    x, y = moved(data.X[rows, i], params.scale, params.shift), data.X[rows, j]
    N = len(rows)
    divisor = N - 1 if params.divisor == SAMPLE else N
    step = Step(part="start", rows=rows, x=x, y=y, divisor=divisor)
    yield step

    mean = column_means(np.column_stack([x, y]))
    step = replace(step, part="means", mean=mean)
    yield step
    dx, dy = x - mean[0], y - mean[1]
    s = np.sqrt(np.array([dx @ dx, dy @ dy]) / divisor)
    step = replace(step, part="spreads", s=s)
    yield step

    products = dx * dy
    for stop in pauses(N, STRETCHES, False):
        step = replace(step, part="rectangle", products=products, done=stop, before=step.done)
        yield step
    covariance = float(products.sum()) / divisor
    step = replace(step, part="covariance", covariance=covariance)
    yield step
    if not s.all():
        flat = data.columns[i if not s[0] else j].title
        return Ending.converged(f"The correlation is undefined: {short(flat)} has no variation.")

    yield replace(step, part="centred")
    zx = standard_scores(dx, s[0])
    step = replace(step, part="scores of x", zx=zx)
    yield step
    zy = standard_scores(dy, s[1])
    step = replace(step, part="scores of y", z=np.column_stack([zx, zy]))
    yield step
    shares = zx * zy
    step = replace(step, done=0, before=0)
    for stop in pauses(N, STRETCHES, False):
        step = replace(step, part="product", shares=shares, done=stop, before=step.done)
        yield step
    step = replace(step, part="correlation", r=bounded(float(shares.sum()) / divisor))
    yield step
    lengths = np.sqrt(np.array([dx @ dx, dy @ dy]))
    yield replace(step, part="cosine", lengths=lengths, cosine=bounded(float(dx @ dy) / float(lengths.prod())))
    return Ending.converged(f"r = {figure(step.r or 0.0)} over {counted(N, 'pair')}.")


def moved(x: np.ndarray, scale: float, shift: float) -> np.ndarray:
    """(N,) x in another unit, from another zero."""
    return x if scale == 1 and shift == 0 else scale * x + shift


def standard_scores(deviations: np.ndarray, s: float) -> np.ndarray:
    """(N,) z = (x − x̄) / s, of deviations (N,) and their standard deviation."""
    return np.asarray(deviations / s)


def bounded(r: float) -> float:
    """A correlation within −1 and 1, which rounding may leave."""
    return min(max(r, -1.0), 1.0)


def pairs(data: Dataset, params: Params) -> np.ndarray:
    """(N,) the rows that know both features."""
    i, j = params.columns(data)
    return np.flatnonzero(~np.isnan(data.X[:, i]) & ~np.isnan(data.X[:, j]))


def bound(data: Dataset, params: Params) -> int:
    return 9 + 2 * min(data.n, FEW)


def limits(data: Dataset, params: Params) -> str:
    """There are two rows or more that know both features."""
    if len(pairs(data, params)) < 2:
        return Objection("A correlation needs two rows or more that know both features: add some.", AddPoints())
    return ""


SAMPLE, POPULATION = DIVISORS = ("N − 1", "N")
STRETCHES = 12
"""Many pairs are gone through in so many stretches."""


@dataclass(frozen=True)
class Params:
    first: int = whole(
        1, low=1, high=1000, symbol="x", label="first feature", help="its number, at most the last but one"
    )
    second: int = whole(
        2,
        low=1,
        high=1000,
        symbol="y",
        label="second feature",
        help="its number; if it is the first, the next is taken",
    )
    divisor: str = choice(SAMPLE, DIVISORS, help="of the variances and of the covariance")
    scale: float = real(
        1.0, low=0.01, high=100.0, log=True, label="scale of x", help="x times this, as in another unit: r stays"
    )
    shift: float = real(0.0, low=-1000.0, high=1000.0, label="shift of x", help="added to x: r stays")

    def columns(self, data: Dataset) -> tuple[int, int]:
        """The indices of the two features, which differ."""
        i, j = min(self.first, data.d) - 1, min(self.second, data.d) - 1
        return (i, j) if i != j else (i, (i + 1) % data.d)


@snapshot
class Step:
    """How far the correlation has been worked out."""

    part: Literal[
        "start",
        "means",
        "spreads",
        "rectangle",
        "covariance",
        "centred",
        "scores of x",
        "scores of y",
        "product",
        "correlation",
        "cosine",
    ]
    rows: np.ndarray  # (N,) the rows that know both
    x: np.ndarray  # (N,)
    y: np.ndarray  # (N,)
    divisor: int
    mean: np.ndarray | None = None  # (2,) x̄ and ȳ
    s: np.ndarray | None = None  # (2,) the standard deviations
    products: np.ndarray | None = None  # (N,) (xₙ − x̄)(yₙ − ȳ)
    done: int = 0  # so many of them are added, later of the shares
    before: int = 0
    covariance: float | None = None
    zx: np.ndarray | None = None  # (N,) the standard scores of x
    z: np.ndarray | None = None  # (N, 2) of both
    shares: np.ndarray | None = None  # (N,) z(xₙ) z(yₙ)
    r: float | None = None
    lengths: np.ndarray | None = None  # (2,) of the centred vectors
    cosine: float | None = None  # r once more
    model: None = None

    @property
    def total(self) -> float:
        """The sum of the products so far."""
        if self.products is None:
            return 0.0
        return float(self.products[: self.done if self.zx is None else len(self.products)].sum())

    @property
    def shared(self) -> float:
        """The sum of the products of standard scores so far."""
        return 0.0 if self.shares is None else float(self.shares[: self.done].sum())

    @property
    def angle(self) -> float | None:
        """The degrees between the two centred columns, taken as vectors."""
        return None if self.cosine is None else float(np.degrees(np.arccos(self.cosine)))

    @property
    def squares(self) -> np.ndarray | None:
        """(2,) the sums of the squared deviations."""
        return None if self.s is None else np.asarray(self.s**2 * self.divisor)
