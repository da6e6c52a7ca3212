"""Independent component analysis: the directions along which the data are least Gaussian.   (Hyvärinen 1999)

z = K (x − x̄),  K = diag(λ)^(−½) U,  E[z zᵀ] = I        whitening by the principal axes U and their variances λ
w ← E[z g(wᵀz)] − E[g′(wᵀz)] w                          then orthogonal to those before and of length 1,
W ← (W Wᵀ)^(−½) W                                       or all at once
s = W K (x − x̄)                                         the sources
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import read_only, snapshot
from engine.base.words import counted, joined
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.reduction.covariance_limit import covariance_objection
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.covariance import column_means, covariance, principal_axes
from engine.maths.probability.contrasts import CONTRASTS, excess_kurtosis, fixed_point, orthogonal, symmetric
from engine.maths.probability.row_keys import normals
from engine.models.unmixing import Unmixing


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    mean = read_only(column_means(data.X))
    step = Step(stage="centred", model=None, mean=mean)
    yield step
    K, back = whitening(data.X - mean, params)
    if not len(K):
        return Ending.failed("No point differs from another: there is no direction to look along.")
    step = replace(step, stage="whitened", K=read_only(K), back=read_only(back))
    yield step

    Z = step.whitened(data.X)
    W = normals(range(len(K)), rng, len(K))
    turned = one_by_one if params.order == ONE_BY_ONE else together
    step = yield from turned(step, Z, W, params)
    if step.gap > params.tolerance:
        return Ending.stopped(
            f"After {counted(params.rounds, 'iteration')} {_still(step)}: allow more, or take another g or seed."
        )
    step = replace(step, stage="sources", gap=0.0)
    yield step
    assert step.W is not None
    return Ending.converged(_found(Z @ step.W.T))


def whitening(deviations: np.ndarray, params: Params) -> tuple[np.ndarray, np.ndarray]:
    """K (k, d), which makes the covariance of the rows I, and (k, d) the way back: at most k directions with variance.

    K = diag(λ)^(−½) U,  back = diag(λ)^½ U
    """
    size = float(np.abs(deviations).max(initial=0.0)) or 1.0  # no square is too large then
    U, values = principal_axes(covariance(deviations / size, len(deviations)))
    k = min(params.components, int((values > RANK * values[0]).sum()))
    spread = size * np.sqrt(values[:k, None])
    return U[:k] / spread, U[:k] * spread


Found = Generator["Step", None, "Step"]


def one_by_one(step: Step, Z: np.ndarray, W: np.ndarray, params: Params) -> Found:
    """Deflation: a direction is turned until it stays, then the next is looked for orthogonal to it."""
    g = CONTRASTS[params.contrast]
    found = np.zeros((0, len(W)))
    for j in range(len(W)):
        w = orthogonal(W[j], found)
        step = replace(step.turned(np.vstack([found, w]), "started"), source=j, round=0, before=None, gap=1.0)
        yield step
        for round in range(1, params.rounds + 1):
            before, w = w, orthogonal(fixed_point(Z, w, g), found)
            gap = gap_of(w[None], before[None])
            step = replace(step.turned(np.vstack([found, w]), "turned"), round=round, before=before[None], gap=gap)
            yield step
            if gap <= params.tolerance:
                break
        if gap > params.tolerance:
            return step
        found = np.vstack([found, w])
    return step


def together(step: Step, Z: np.ndarray, W: np.ndarray, params: Params) -> Found:
    """All directions are turned at once, and made orthogonal without any going first."""
    g = CONTRASTS[params.contrast]
    W = symmetric(W)
    step = replace(step.turned(W, "started"), gap=1.0)
    yield step
    for round in range(1, params.rounds + 1):
        before, W = W, symmetric(np.array([fixed_point(Z, w, g) for w in W]))
        gap = gap_of(W, before)
        step = replace(step.turned(W, "turned"), round=round, before=before, gap=gap)
        yield step
        if gap <= params.tolerance:
            break
    return step


def gap_of(W: np.ndarray, before: np.ndarray) -> float:
    """1 − |wᵀ w before|, the largest of all rows: 0 where each is as it was, or opposite."""
    return float(cleared(np.abs(np.abs((W * before).sum(axis=1)) - 1).max(), 1.0))


def _still(step: Step) -> str:
    return "the directions still turn" if step.source is None else f"direction {step.source + 1} still turns"


def gaussian(S: np.ndarray) -> list[int]:
    """Which of the sources (n, k) have a kurtosis as near to that of a normal distribution as chance brings it."""
    near = CHANCE * np.sqrt(24 / len(S))
    return [int(j) for j in np.flatnonzero(np.abs(excess_kurtosis(S)) <= near)]


def _found(S: np.ndarray) -> str:
    words = f"{counted(S.shape[1], 'source')} found; their order and their signs are free."
    alike = gaussian(S)
    if len(alike) < 2:
        return words
    named = joined([f"s{j + 1}" for j in alike])
    return f"{words} But {named} are as Gaussian as chance makes them: directions among those mean nothing."


def bound(data: Dataset, params: Params) -> int:
    return 3 + (params.rounds + 1) * (min(params.components, data.d) if params.order == ONE_BY_ONE else 1)


def limits(data: Dataset, params: Params) -> str:
    """The covariance must fit."""
    return covariance_objection(data, WIDEST)


RANK = 1e-12
"""A variance below this share of the largest is rounding."""
CHANCE = 2.0
"""So many standard deviations, √(24/N) for normal values, a kurtosis lies from 0 by chance."""
WIDEST = 1000
ONE_BY_ONE, TOGETHER = "one by one", "together"


@dataclass(frozen=True)
class Params:
    components: int = whole(
        2,
        low=1,
        high=100,
        log=True,
        symbol="k",
        label="sources",
        clear=True,
        help="at most the directions with variance",
    )
    order: str = choice(ONE_BY_ONE, (ONE_BY_ONE, TOGETHER), label="directions", help="turned one by one, or together")
    contrast: str = choice("tanh", tuple(CONTRASTS), label="function g", help="what measures how Gaussian they are")
    tolerance: float = real(
        1e-6, low=1e-12, high=0.1, log=True, rare=True, help="stop when 1 − |wᵀ w before| is no more"
    )
    rounds: int = whole(
        200, low=1, high=2000, log=True, label="maximum iterations", clear=True, rare=True, help="for a direction"
    )


@snapshot
class Step:
    """Centred, whitened, a direction begun or turned, or all sources found."""

    stage: Literal["centred", "whitened", "started", "turned", "sources"]
    model: Unmixing | None
    mean: np.ndarray
    K: np.ndarray | None = None  # (k, d)
    back: np.ndarray | None = None  # (k, d) from whitened values to deviations
    W: np.ndarray | None = None  # (m, k) the directions so far, the newest last
    before: np.ndarray | None = None  # (1, k) the newest before it was turned, or (k, k) all of them
    source: int | None = None  # the number of the direction that is turned; None: all of them
    round: int = 0
    gap: float = 0.0  # 1 − |wᵀ w before|

    def whitened(self, X: np.ndarray) -> np.ndarray:
        """(n, k) rows as the directions see them: z = K (x − x̄)."""
        assert self.K is not None
        return np.asarray((X - self.mean) @ self.K.T)

    def turned(self, W: np.ndarray, stage: Literal["started", "turned"]) -> Step:
        """The step with these directions, and the model that they make."""
        assert self.K is not None and self.back is not None
        return replace(self, stage=stage, W=W, model=Unmixing(self.mean, W @ self.K, W @ self.back))
