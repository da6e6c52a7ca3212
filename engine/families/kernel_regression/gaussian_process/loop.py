"""Gaussian process: a distribution over functions, which the rows narrow.   (Rasmussen and Williams 2006)

f ∼ GP(t̄, k)             t = f(x) + noise, of the variance σ_n²        K = k(X, X) + σ_n² I = L Lᵀ
a = K⁻¹ (t − t̄)          f(z) ∼ N(t̄ + k(z)ᵀ a, k(z, z) − ‖L⁻¹ k(z)‖²)        k(x, x) = σ_f², for most kernels
ln p(t) = −½ (t − t̄)ᵀ a − Σ ln Lₙₙ − ½ N ln 2π        ∂ ln p / ∂θ = ½ aᵀ ∂K a − ½ tr(K⁻¹ ∂K)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.kernel_regression.gaussian_process.rising import Ascent, began, climbed
from engine.families.kernel_regression.kernels import KernelParams, centre_and_spread, kernel_limits, length_of
from engine.maths.probability.gaussian_process import evidence_terms, factorised
from engine.models.gaussian_process import Covariance, GaussianProcess, noisy
from engine.parts.over_feature import target_unit
from engine.parts.querying import QueryParams, asked, length_objection
from engine.parts.stretches import pauses

PLACES = 121
"""A drawn function is known at so many places."""
MOST_TUNED = 1_000
"""With more rows one step of maximising the evidence takes too long."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X, t = data.X, np.asarray(data.y, dtype=float)
    centre, spread = centre_and_spread(data)
    covariance = Covariance(
        params.kernel, params.amplitude * spread, length_of(data, params), params.period, params.degree
    )
    mean, noise = (centre if params.centred else 0.0), params.noise * spread
    step = given(X[:0], t[:0], covariance, noise, mean, rng.standard_normal((params.functions, PLACES)))
    yield step

    for taken in pauses(data.n, 1, False):
        after, known = given(X[:taken], t[:taken], covariance, noise, mean, step.xi), len(step.model.X)
        step = replace(after, phase="rows", before=step.model, first=known)
        yield step

    ascent = began(step.model, t) if params.tune and data.n else None
    while ascent is not None and ascent.count < params.iterations and not ascent.done:
        ascent = climbed(ascent, X, t, mean)
        step = replace(
            given(X, t, ascent.covariance, ascent.noise, mean, step.xi),
            phase="evidence", before=step.model, ascent=ascent,
        )  # fmt: skip
        yield step

    z = asked(data, params, None) if data.n or params.query else np.zeros(data.d)
    yield replace(step, phase="query", before=step.model, query=z)
    if ascent is not None and not ascent.done:
        words = f"{counted(params.iterations, 'iteration')}, and ln p(t) would still rise: allow more iterations."
        return Ending.stopped(words)
    answer, std = step.model.predict(z[None])[0], step.model.predict_std(z[None])[0]
    said = f"The prediction at the query is {data.target_column.figure(float(answer))}, with the standard deviation "
    return Ending.converged(f"{said}{figure(std)}{target_unit(data)}.")


def given(X: np.ndarray, t: np.ndarray, covariance: Covariance, noise: float, mean: float, xi: np.ndarray) -> Step:
    """The process given rows X (n, d) with targets t (n,), and the evidence for its parameters."""
    factor = factorised(noisy(covariance.between(X, X), noise))
    model = GaussianProcess.of_factor(X, t, covariance, noise, mean, factor)
    fit, simple, rest = evidence_terms(factor.root, model.dual, t - mean)
    return Step(
        phase="prior", model=model, before=model, xi=xi, fit=fit, simple=simple, rest=rest, first=len(X),
        tries=factor.tries,
    )  # fmt: skip


def bound(data: Dataset, params: Params) -> int:
    return 2 + len(pauses(data.n, 1, False)) + (params.iterations if params.tune else 0)


def limits(data: Dataset, params: Params) -> str:
    if params.tune and data.n > MOST_TUNED:
        words = f"The evidence of {data.n:,} rows takes too long to maximise: leave the parameters as set, or take at "
        return Objection(f"{words}most {MOST_TUNED:,} rows.", SetParameter("tune", False))
    return kernel_limits(data, params) or length_objection(data, params)


@dataclass(frozen=True)
class ProcessParams(KernelParams):
    """The prior over functions, the noise, and whether they are chosen by the evidence."""

    amplitude: float = real(
        1.0, low=1e-3, high=1e3, log=True, symbol=r"\sigma_f", help="of the functions, in deviations of the target"
    )
    noise: float = real(
        0.2, low=0.0, high=10.0, symbol=r"\sigma_n", help="its standard deviation, in deviations of the target"
    )
    tune: bool = flag(False, label="maximise the evidence", help="choose length scale, amplitude and noise by ln p(t)")
    iterations: int = whole(
        100, low=1, high=1000, log=True, when=("tune", (True,)), label="maximum iterations", clear=True, rare=True,
        help="before giving up",
    )  # fmt: skip
    centred: bool = flag(True, label="prior mean: that of the targets", rare=True, help="off: the prior mean is 0")
    functions: int = whole(
        5, low=0, high=50, label="sampled functions", rare=True, help="drawn from the distribution, with one feature"
    )


@dataclass(frozen=True)
class Params(QueryParams, ProcessParams):
    """These, and where a prediction is asked."""


@snapshot
class Step:
    """The process given some rows."""

    phase: Literal["prior", "rows", "evidence", "query"]
    model: GaussianProcess
    before: GaussianProcess  # at the step before
    xi: np.ndarray  # (s, PLACES) what the drawn functions are made of
    fit: float  # −½ (t − t̄)ᵀ a
    simple: float  # −Σ ln Lₙₙ
    rest: float  # −½ N ln 2π
    first: int  # how many rows were known before
    tries: int  # how many factorisations K took, with ever more jitter
    ascent: Ascent | None = None
    query: np.ndarray | None = None  # (d,)

    @property
    def evidence(self) -> float:
        """ln p(t)."""
        return self.fit + self.simple + self.rest
