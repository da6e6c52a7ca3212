"""RANSAC: fit a few rows drawn at random, and keep the fit that most rows agree with.   (Fischler and Bolles 1981)

A sample has m rows, as few as determine a fit. A row agrees (an inlier) if |t − y| ≤ τ.
A sample without an outlier is drawn with the probability p within  k = ln(1 − p) / ln(1 − q^m)  trials, q the part of
inliers. At the end least squares fits the inliers of the best sample.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.robust_regression.posing import least_squares, posed, residuals_of
from engine.maths.algebra.weighted_fit import weighted_fit
from engine.maths.probability.row_keys import random_keys
from engine.models.linear import LinearPredictor
from engine.parts.basis import BasisParams, basis_limits

LATELY = 30
"""Of so many last trials a step tells how many rows agreed."""
MOST = 1_000_000
"""So many trials at most are said to be needed."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: LinearPredictor | None = None) -> Steps:
    problem = posed(data, params, start)
    least, m = least_squares(problem)
    tau = params.threshold or usual_threshold(problem.t)
    step = Step(model=least, least=least, threshold=tau, size=m, inliers=within(residuals_of(problem, least), tau))
    yield step
    best: Step | None = None
    while step.trial < min(params.trials, step.needed):
        rows = drawn(data, m, rng)
        w, rank = weighted_fit(problem.X[rows], problem.t[rows], np.ones(m))
        model = problem.model(w)
        r = residuals_of(problem, model)
        inliers = within(r, tau) if rank == m else np.zeros(data.n, dtype=bool)
        error = float((r[inliers] ** 2).sum())
        step = tried(step, best, model, rows, inliers, error, params.confidence)
        if step.better:
            best = step
        yield step

    if best is None or best.count <= m < data.n:
        return no_consensus(step, params)
    w, _ = weighted_fit(problem.X, problem.t, best.inliers.astype(float))
    yield replace(best, kind="refit", model=problem.model(w), trial=step.trial, counts=step.counts, bests=step.bests)
    return Ending.converged(
        f"After {counted(step.trial, 'trial')} {best.count} of {counted(data.n, 'row')} agree within ± {figure(tau)}; "
        "least squares fits them."
    )


def drawn(data: Dataset, m: int, rng: np.random.Generator) -> np.ndarray:
    """(m,) rows, all alike likely: those with the least random keys."""
    return np.argsort(random_keys(data.row_keys, rng), kind="stable")[:m]


def within(r: np.ndarray, tau: float) -> np.ndarray:
    """(n,) which rows agree: |r| ≤ τ."""
    return np.asarray(np.abs(r) <= tau)


def usual_threshold(t: np.ndarray) -> float:
    """The median of |t − median|; where most targets are equal, their standard deviation."""
    return float(np.median(np.abs(t - np.median(t)))) or float(t.std())


def trials_needed(share: float, m: int, confidence: float) -> int:
    """k = ln(1 − p) / ln(1 − q^m), rounded up: in so many trials a sample of inliers alone comes with probability p.

    >>> trials_needed(0.5, 2, 0.99), trials_needed(1.0, 2, 0.99)
    (17, 1)
    """
    clean = share**m
    if clean >= 1:
        return 1
    with np.errstate(divide="ignore"):
        k = np.log(1.0 - confidence) / np.log1p(-clean) if clean > 0 else np.inf
    return int(min(max(np.ceil(k), 1.0), MOST))


def tried(
    last: Step,
    best: Step | None,
    model: LinearPredictor,
    rows: np.ndarray,
    inliers: np.ndarray,
    error: float,
    confidence: float,
) -> Step:
    """The step of one sample: better with more inliers than the best, or as many that lie nearer."""
    count = int(inliers.sum())
    better = count > 0 and (best is None or (count, -error) > (best.count, -best.error))
    most, found = (count, model) if better or best is None else (best.count, best.model)
    alone = most <= last.size < len(inliers)  # the rows of a sample say nothing of the others
    needed = MOST if alone else trials_needed(most / len(inliers), last.size, confidence)
    return Step(
        model=model, least=last.least, threshold=last.threshold, size=last.size, kind="sample", trial=last.trial + 1,
        rows=rows, inliers=inliers, count=count, error=error, better=better, best=found, needed=needed,
        counts=(*last.counts, count)[-LATELY:], bests=(*last.bests, most)[-LATELY:],
    )  # fmt: skip


def no_consensus(step: Step, params: Params) -> Ending:
    of = counted(step.size, "row")
    return Ending.failed(
        f"None of {counted(step.trial, 'sample')} of {of} has another row within ± {figure(step.threshold)} of its "
        "fit: raise the threshold τ, or allow more trials."
    )


def bound(data: Dataset, params: Params) -> int:
    return 2 + params.trials


def limits(data: Dataset, params: Params) -> str:
    return basis_limits(data, params)


def threshold_used(step: Step, params: Any) -> float:
    """The threshold of a run, as its steps have it."""
    return step.threshold


@dataclass(frozen=True)
class Params(BasisParams):
    """Which rows agree with a fit, and how many samples are drawn."""

    threshold: float = real(
        0.0, low=0.0, high=1e12, log=True, auto=threshold_used, symbol=r"\tau",
        help="how far off an inlier may lie; chosen: the median deviation of the targets from their median",
    )  # fmt: skip
    trials: int = whole(100, low=1, high=10_000, log=True, label="maximum trials", clear=True, help="samples drawn")
    confidence: float = real(
        0.99, low=0.0, high=1 - 1e-9, share=True, symbol="p", label="confidence", rare=True,
        help="it stops when a sample of inliers alone has come with this probability",
    )  # fmt: skip


@snapshot
class Step:
    """One sample, its fit and its inliers; least squares at first, and the fit of the best consensus at the end."""

    model: LinearPredictor
    least: LinearPredictor  # least squares of all rows
    threshold: float  # τ
    size: int  # m
    inliers: np.ndarray  # (n,) which rows agree; at the end with the best sample
    kind: Literal["least squares", "sample", "refit"] = "least squares"
    trial: int = 0
    rows: np.ndarray | None = None  # (m,) the sample
    count: int = 0  # of inliers
    error: float = 0.0  # Σ r² over them
    better: bool = False  # than all before
    best: LinearPredictor | None = None  # the fit of the best sample so far
    needed: int = MOST  # trials that the part of inliers asks for
    counts: tuple[int, ...] = ()  # the inliers of the last trials
    bests: tuple[int, ...] = ()  # and the most until then
