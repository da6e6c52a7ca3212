"""The parameters whose likelihood is drawn: the distribution for a value, the best value, and the slope of ln L."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real
from engine.families.distributions.kinds import Binomial, Exponential, Gaussian, Kind, Poisson

COIN, RATE, MEAN, DEVIATION, WAIT = UNKNOWNS = (
    "p of a Bernoulli", "λ of a Poisson", "μ of a Gaussian", "σ of a Gaussian", "λ of an exponential",
)  # fmt: skip
SYMBOL = {COIN: "p", RATE: "λ", MEAN: "μ", DEVIATION: "σ", WAIT: "λ"}
GRID = 401
"""So many values of the parameter are tried."""
LEAST = 1e-9
"""A sample varies by at least this share of its numbers, else its spread is none."""


@dataclass(frozen=True)
class UnknownParams:
    """Which parameter is unknown, and the known one beside it."""

    unknown: str = choice(COIN, UNKNOWNS, label="parameter", help="whose likelihood is drawn")
    mean: float = real(0.0, low=-1e6, high=1e6, symbol=r"\mu", when=("unknown", (DEVIATION,)), help="known")
    deviation: float = real(
        1.0, low=1e-3, high=1e6, log=True, symbol=r"\sigma", when=("unknown", (MEAN,)), label="standard deviation",
        help="known",
    )  # fmt: skip


def kind_of(params: UnknownParams, theta: float) -> Kind:
    """The distribution whose unknown parameter is theta."""
    if params.unknown == COIN:
        return Binomial(1, theta)
    if params.unknown == RATE:
        return Poisson(theta)
    if params.unknown == WAIT:
        return Exponential(theta)
    return Gaussian(theta, params.deviation) if params.unknown == MEAN else Gaussian(params.mean, theta)


def best(params: UnknownParams, x: np.ndarray) -> float:
    """Where the likelihood of a sample x (N,) is greatest: where the slope of ln L is 0, or on the border."""
    if params.unknown == WAIT:
        return 1 / float(x.mean())
    if params.unknown == DEVIATION:
        return math.sqrt(float(((x - params.mean) ** 2).mean()))
    return float(x.mean())


def score(params: UnknownParams, x: np.ndarray, theta: float) -> tuple[float, float]:
    """The slope of ln L at theta as the two sums that cancel at the best: what pulls it up, and what pulls it down."""
    N, total = len(x), float(x.sum())
    if params.unknown == COIN:
        return total / theta, (N - total) / (1 - theta)
    if params.unknown == RATE:
        return total / theta, float(N)
    if params.unknown == WAIT:
        return N / theta, total
    if params.unknown == MEAN:
        apart = (x - theta) / params.deviation**2
        return float(apart[apart > 0].sum()), float(-apart[apart < 0].sum())
    return float(((x - params.mean) ** 2).sum()) / theta**3, N / theta


def tried(params: UnknownParams, x: np.ndarray) -> np.ndarray:
    """(m,) values of the parameter about the best for the whole sample; no border, where ln L may be −∞."""
    found = best(params, x)
    if params.unknown == COIN:
        return np.linspace(0.0, 1.0, GRID + 2)[1:-1]
    if params.unknown == RATE:
        return np.linspace(0.0, max(3 * found, 1.0), GRID + 1)[1:]
    if params.unknown == MEAN:
        reach = max(float(np.ptp(x)), 4 * params.deviation / math.sqrt(len(x)), LEAST * abs(found))
        return np.linspace(found - reach, found + reach, GRID)
    return np.linspace(found / 5, 3 * found, GRID)


def legal(params: UnknownParams, theta: float, grid: np.ndarray) -> float:
    """The value nearest to theta that the parameter can have, within the picture."""
    low = 0.0 if params.unknown in (COIN, RATE) else float(grid[0])
    return float(np.clip(theta, low, 1.0 if params.unknown == COIN else float(grid[-1])))


def sample_words(params: UnknownParams, x: np.ndarray) -> str:
    """Why a sample cannot be one of this distribution, or ''."""
    wanted = {COIN: "0 or 1", RATE: "whole numbers from 0 on", WAIT: "numbers from 0 on"}.get(params.unknown, "")
    fits = {
        COIN: np.isin(x, (0.0, 1.0)),
        RATE: (x >= 0) & (x == np.floor(x)) & (x <= MOST),
        WAIT: x >= 0,
    }.get(params.unknown, np.ones(len(x), dtype=bool))
    if not fits.all():
        at = int(np.flatnonzero(~fits)[0])
        words = f"Point {at + 1} of the sample is {x[at]:g}, and its density is 0 and ln L −∞: it takes {wanted}."
        return Objection(words, SetParameter("unknown", MEAN))
    if params.unknown in (WAIT, DEVIATION):
        centre = params.mean if params.unknown == DEVIATION else 0.0
        if float(np.abs(x - centre).max()) <= LEAST * abs(centre):
            words = f"Every point is {centre:g}: the likelihood grows without bound, and no parameter is the best."
            return Objection(words, SetParameter("unknown", MEAN))
    return ""


MOST = 1e6
"""A count is at most so large."""
