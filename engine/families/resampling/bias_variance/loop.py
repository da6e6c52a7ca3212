"""Bias and variance: what many data sets of one truth make of a fit, on average and around it.   (Geman et al. 1992)

t = h(x) + ε,  ε ~ N(0, σ²)        E[(y − t)²] = (ȳ − h)² + E[(y − ȳ)²] + σ²,  ȳ = E[y] over data sets
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import aside, choice, flag, real, whole
from engine.base.snapshot import sealed, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.resampling.bias_variance.smoothing import (
    BASES,
    POLYNOMIAL,
    SINE,
    TRUTHS,
    Smoother,
    Terms,
    measured,
    places,
)

ORDER, PENALTY, NOTHING = SWEEPS = ("order", "λ", "nothing")
PENALTIES = tuple(10.0**power for power in range(-6, 4))
"""The λ that are compared."""
FAINT = 1e-6
"""Of two errors that differ by less, of themselves, neither is the smaller."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    truth, sigma, smoother = TRUTHS[params.truth](params.level), params.sigma, smoother_of(params)
    h, exact = truth(places()), smoother.expected(truth, sigma)
    fits: tuple[np.ndarray, ...] = ()
    step = Step(part="truth", model=None, x=smoother.inputs, h=h, exact=exact, targets=truth(smoother.inputs))
    yield step
    noise = sigma * rng.normal(size=(params.sets, params.N))
    for epsilon in noise:
        t = truth(smoother.inputs) + epsilon
        y = smoother.A @ t
        fits += (sealed(y),)
        found = measured(np.array(fits), h, sigma)
        step = replace(step, part="set", targets=t, fits=fits, found=found)
        yield step

    for value in swept_values(params):
        other = smoother_of(params, value)
        y = (truth(smoother.inputs) + noise) @ other.A.T  # the same data sets
        swept = Swept(value, other.expected(truth, sigma), measured(y, h, sigma))
        step = replace(step, part="sweep", swept=(*step.swept, swept))
        yield step
    return ending(step, params)


def smoother_of(params: Params, value: float | None = None) -> Smoother:
    """The fit of these parameters, with another value of the one that is swept."""
    order = params.order if value is None or params.sweep != ORDER else int(value)
    penalty = params.penalty if value is None or params.sweep != PENALTY else value
    return Smoother(params.N, order, penalty, params.basis, params.penalise_bias)


def swept_values(params: Params) -> tuple[float, ...]:
    """The orders, or the λ, that are compared at the end."""
    if params.sweep == NOTHING:
        return ()
    if params.sweep == PENALTY:
        return PENALTIES
    return tuple(float(order) for order in range(params.most + 1))


def least(swept: tuple[Swept, ...]) -> int:
    """The place of the least expected error; of several as small the simplest: the least order, the greatest λ."""
    totals = np.array([one.exact.total for one in swept])
    alike = np.flatnonzero(totals <= totals.min() * (1 + FAINT))
    rising = swept[-1].value in PENALTIES and len(swept) == len(PENALTIES)
    return int(alike[-1] if rising else alike[0])


def ending(step: Step, params: Params) -> Ending:
    """What the three parts came to, and the best value of those compared."""
    assert step.found is not None
    said = f"Over {counted(params.sets, 'data set')}: bias² {figure(step.found.bias2)}"
    said += f", variance {figure(step.found.variance)}, noise {figure(step.found.noise)}"
    if not step.swept:
        return Ending.converged(f"{said}. Exactly: {figure(step.exact.bias2)} and {figure(step.exact.variance)}.")
    best = step.swept[least(step.swept)]
    return Ending.converged(f"{said}. The least expected error, {figure(best.exact.total)}, has {named(best, params)}.")


def named(swept: Swept, params: Params) -> str:
    """A value that was compared, in words."""
    return f"order {figure(swept.value)}" if params.sweep == ORDER else f"λ = {figure(swept.value)}"


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.sets + len(swept_values(params))


@dataclass(frozen=True)
class Params:
    truth: str = choice(SINE, tuple(TRUTHS), symbol="h", label="true function", clear=True, help="of x from 0 to 1")
    level: float = real(1.0, low=-100.0, high=100.0, label="height", help="of the true function")
    sigma: float = real(
        0.3, low=0.0, high=100.0, symbol=r"\sigma", label="noise", help="standard deviation of a target"
    )
    N: int = whole(25, low=1, high=500, log=True, symbol="N", label="targets", help="in each data set")
    order: int = whole(3, low=0, high=30, symbol="M", label="order", help="functions of x besides the bias")
    penalty: float = real(0.0, low=0.0, high=1e6, log=True, symbol=r"\lambda", help="holds the weights near 0 (ridge)")
    sets: int = whole(100, low=1, high=1000, log=True, symbol="R", label="data sets", help="drawn one after the other")
    sweep: str = choice(ORDER, SWEEPS, label="compare", help="by what the three parts are compared at the end")
    most: int = whole(9, low=1, high=30, rare=True, when=("sweep", (ORDER,)), label="highest order", help="compared")
    basis: str = choice(POLYNOMIAL, BASES, label="basis", rare=True, help="powers of x, or bumps evenly apart")
    penalise_bias: bool = aside(flag(False, label="penalise bias", help="hold the bias near 0 too"))


@snapshot
class Swept:
    """One order, or one λ: the three parts exactly, and over the data sets that were drawn."""

    value: float
    exact: Terms
    found: Terms


@snapshot
class Step:
    """One data set more, with its fit; after them one order, or λ, more. There is no model of the rows."""

    part: Literal["truth", "set", "sweep"]
    model: None
    x: np.ndarray  # (N,) the inputs
    h: np.ndarray  # (PLACES,) the true function
    exact: Terms  # over all data sets there could be
    targets: np.ndarray  # (N,) of the newest data set; at first without noise
    fits: tuple[np.ndarray, ...] = ()  # (PLACES,) each fit so far
    found: Terms | None = None  # over the data sets so far
    swept: tuple[Swept, ...] = ()

    @property
    def mean(self) -> np.ndarray:
        """(PLACES,) ȳ, the mean fit so far; before the first the true function."""
        return np.asarray(np.mean(self.fits or (self.h,), axis=0))

    @property
    def deviation(self) -> np.ndarray:
        """(PLACES,) the standard deviation of the fits so far."""
        return np.asarray(np.std(self.fits or (self.h,), axis=0))
