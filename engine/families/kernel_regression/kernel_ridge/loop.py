"""Kernel ridge regression: ridge in the space of the kernel, as a sum of kernels around the rows.

f(x) = t̄ + Σ aₙ k(xₙ, x)        (K + λ I) a = t − t̄,   K = k(X, X)        least Σ (t − f)² + λ ‖f‖²,  ‖f‖² = aᵀ K a
What is left over is r = t − f = λ a.   (Saunders, Gammerman and Vovk 1998)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import flag, real
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.kernel_regression.kernels import KernelParams, centre_and_spread, kernel_limits, length_of
from engine.maths.probability.gaussian_process import factorised, solved
from engine.models.gaussian_process import Covariance
from engine.models.kernel_ridge import KernelSum
from engine.parts.querying import QueryParams, asked, length_objection
from engine.parts.stretches import pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X, t = data.X, np.asarray(data.y, dtype=float)
    mean = centre_and_spread(data)[0] if params.centred else 0.0
    k = Covariance(params.kernel, 1.0, length_of(data, params), params.period, params.degree)
    K, nothing = k.between(X, X), np.zeros(data.n)
    yield Step(phase="kernel", model=KernelSum(X, nothing, k, mean), a=nothing, norm=0.0)

    factor = factorised(K + params.penalty * np.eye(data.n))
    a = solved(factor.root, t - mean)
    norm, model = float(a @ K @ a), KernelSum(X, a, k, mean)
    step = Step(phase="solve", model=model, a=a, norm=norm, jitter=factor.jitter, tries=factor.tries)
    yield step

    for stop in pauses(data.n, 20, params.every_row):
        step = replace(step, phase="add", first=step.taken, taken=stop)
        yield step

    z = asked(data, params, None)
    answer = float(model.predict(z[None])[0])
    yield replace(step, phase="query", first=data.n, query=z, answer=answer)
    return Ending.converged(f"The prediction at the query is {data.target_column.figure(answer)}.")


def summed(step: Step) -> KernelSum:
    """The sum of the kernels that have been added so far."""
    model = step.model
    return replace(model, dual=np.where(np.arange(len(step.a)) < step.taken, step.a, 0.0))


def bound(data: Dataset, params: Params) -> int:
    return 3 + data.n


def limits(data: Dataset, params: Params) -> str:
    return kernel_limits(data, params) or length_objection(data, params)


@dataclass(frozen=True)
class SumParams(KernelParams):
    """The kernel, and how strongly the function is held near the mean."""

    penalty: float = real(
        0.1, low=0.0, high=1e6, log=True, symbol=r"\lambda", label="L2 penalty",
        help="holds the function near the mean; the noise variance of a Gaussian process",
    )  # fmt: skip
    centred: bool = flag(
        True, label="around the mean of the targets", rare=True, help="off: around 0, as in scikit-learn"
    )
    every_row: bool = flag(False, label="stop at every row", rare=True, help="also where there are many")


@dataclass(frozen=True)
class Params(QueryParams, SumParams):
    """These, and where a prediction is asked."""


@snapshot
class Step:
    """The heights of the kernels, and how many of them have been added up."""

    phase: Literal["kernel", "solve", "add", "query"]
    model: KernelSum  # of all kernels, once their heights are known
    a: np.ndarray  # (n,) how high the kernel of each row is; 0 before that is known
    norm: float  # aᵀ K a
    jitter: float = 0.0  # what K + λ I needed besides, not to be singular
    tries: int = 1  # how many factorisations that took
    first: int = 0  # how many rows had been added before
    taken: int = 0  # how many have been
    query: np.ndarray | None = None  # (d,)
    answer: float = 0.0
