"""The likelihood of counts falls apart into blocks, and each is maximised by its own shares.   (Bishop 2006)

ln L = Σₖ Nₖ ln πₖ + Σₖ,d,v Nₖdv ln p(d = v | k)        best: πₖ = Nₖ / N,  p(d = v | k) = Nₖdv / Nₖ,  0 ln 0 = 0
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import real
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    alpha, codes = params.alpha, np.searchsorted(data.classes_present, data.codes)
    step = Step(part="start", counts=np.zeros((0, 0)), shares=np.zeros((0, 0)))
    yield step
    N = np.bincount(codes)[None].astype(float)
    step = added(replace(step, part="classes"), N, alpha)
    yield step
    for d in range(data.d):
        N = counted_by(codes, data.X[:, d].astype(int), len(data.columns[d].levels))
        step = added(replace(step, part="feature", feature=d), N, alpha)
        yield step
    yield replace(step, part="sum", feature=None)
    lost = float(step.best.sum() - step.blocks.sum())
    said = f"ln L = {figure(step.blocks.sum())}, the sum of {len(step.blocks)} blocks"
    return Ending.converged(
        f"{said}; with the shares themselves it is higher by {figure(lost)}." if alpha else f"{said}."
    )


def counted_by(codes: np.ndarray, values: np.ndarray, levels: int) -> np.ndarray:
    """(K, V) Nₖdv: how many rows of each class have each level of a feature."""
    N = np.zeros((int(codes.max()) + 1, levels))
    np.add.at(N, (codes, values), 1.0)
    return N


def smoothed(N: np.ndarray, alpha: float) -> np.ndarray:
    """(K, V) p = (N + α) / Σ (N + α), row by row: with α = 0 the shares."""
    return np.asarray((N + alpha) / (N + alpha).sum(axis=1, keepdims=True))


def block(N: np.ndarray, p: np.ndarray) -> np.ndarray:
    """(K,) Σᵥ N ln p of each row, in which 0 ln 0 = 0."""
    from scipy.special import xlogy

    return np.asarray(xlogy(N, p).sum(axis=1))


def added(step: Step, N: np.ndarray, alpha: float) -> Step:
    """The step with the blocks of one more table of counts (K, V): one for each row."""
    p = smoothed(N, alpha)
    values, best = block(N, p), block(N, smoothed(N, 0.0))
    blocks, bests = np.append(step.blocks, values), np.append(step.best, best)
    return replace(step, counts=N, shares=p, values=values, blocks=blocks, best=bests)


def bound(data: Dataset, params: Params) -> int:
    return 3 + data.d


@dataclass(frozen=True)
class Params:
    alpha: float = real(
        0.0, low=0.0, high=100.0, symbol=r"\alpha", label="added to every count",
        help="0: the most likely shares; more: none is 0",
    )  # fmt: skip


@snapshot
class Step:
    """The blocks so far: one of the classes, then one for each class and feature."""

    part: Literal["start", "classes", "feature", "sum"]
    counts: np.ndarray  # (K, V) the table of this step; of the classes (1, K)
    shares: np.ndarray  # (K, V) p
    feature: int | None = None
    values: np.ndarray = field(default_factory=no_numbers)  # (K,) the blocks of this table
    blocks: np.ndarray = field(default_factory=no_numbers)  # (b,) all so far
    best: np.ndarray = field(default_factory=no_numbers)  # (b,) the same at the shares
    model: None = None
