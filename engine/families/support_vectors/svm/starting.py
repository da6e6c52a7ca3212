"""Where a run begins: all multipliers 0, or those of a model for the rows that it knows."""

from __future__ import annotations

import numpy as np

from engine.families.support_vectors.dual import Dual
from engine.families.support_vectors.posing import Problem
from engine.models.support_vectors import SupportVectors


def beginning(problem: Problem, start: SupportVectors | None) -> Dual:
    """s = 0, or that of the start for the rows that are among its vectors and still of the same side."""
    if start is None:
        return Dual(problem, np.zeros(len(problem.t)), problem.t.copy())
    shares = balanced(known(problem, start))
    return Dual(problem, shares, problem.t - sums(problem, shares))


def sums(problem: Problem, shares: np.ndarray) -> np.ndarray:
    """(n,) Σ s K(xₘ, xₙ) over the rows m with a share s."""
    rows = np.flatnonzero(shares)
    return SupportVectors(problem.X[rows], shares[rows], 0.0, problem.kernel, problem.classes).sums(problem.X)


def known(problem: Problem, start: SupportVectors) -> np.ndarray:
    """(n,) what the start gives each row, cut to the box; of rows that are the same the first has it."""
    left = {vector.tobytes(): float(share) for vector, share in zip(start.vectors, start.coefficients, strict=True)}
    found = np.array([left.pop(x.tobytes(), 0.0) for x in problem.X])
    side = problem.t if start.classes == problem.classes else -problem.t
    alphas = np.clip(np.nan_to_num(found * side), 0.0, problem.C)
    return np.asarray(alphas * problem.t)


def balanced(shares: np.ndarray) -> np.ndarray:
    """The heavier side made lighter until both weigh the same, Σ s = 0.

    >>> balanced(np.array([1.0, 3.0, -2.0]))
    array([ 0.5,  1.5, -2. ])
    """
    more, less = float(shares[shares > 0].sum()), -float(shares[shares < 0].sum())
    if not more or not less:
        return np.zeros(len(shares))
    lighter = min(more, less)
    return np.where(shares > 0, shares * (lighter / more), shares * (lighter / less))
