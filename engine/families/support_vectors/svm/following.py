"""While a hand moves C or γ: from the end of one run near to the end of another, by the rows that matter.

A run from the start takes thousands of pairs, and most rows keep an α of 0 or C from one to the next. Multipliers that
grow as C does change the score by no more than that factor; what is left to do is done among the rows near the margin.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.data.dataset import Dataset
from engine.families.support_vectors.dual import Dual
from engine.families.support_vectors.posing import Problem, posed
from engine.families.support_vectors.svm.loop import Params, Step
from engine.families.support_vectors.svm.starting import balanced, sums

PAIRS = 100
"""So many pairs move until all rows are looked at again."""
BAND = 0.05
"""Rows that ask for a bias no further than this from where they would begin to matter are watched as well."""
ROUNDS = 50
"""What is not near enough by then may never be, for want of digits."""
MOST = 100_000_000
"""For more values of the kernel at once no hand waits."""
NEAR, FAR = 1e-2, 0.3
"""Two rows that disagree by less than the first about the bias move the boundary less than is seen; while they do by
more than the second, the picture would mislead."""


def followed(step: Step, data: Dataset, params: Params) -> Iterator[Step | None]:
    """Steps ever nearer to the end of the run of these parameters, None while too far; none where rows came or went."""
    problem = posed(data, params)
    if problem.X.shape != step.problem.X.shape:
        return
    shares, scale = _carried(step, problem)
    biases = _asked(step, problem, shares, scale)
    if biases is None:
        return
    dual = Dual(problem, shares, biases)
    for _ in range(ROUNDS):
        dual, moved = _nearer(dual, problem)
        up, low = dual.violating()
        yield (
            Step(problem=problem, shares=dual.shares, biases=dual.biases, up=up, low=low, pairs=0)
            if dual.gap(up, low) <= FAR
            else None
        )
        if not moved or dual.gap(up, low) <= NEAR:
            return


def _carried(step: Step, problem: Problem) -> tuple[np.ndarray, float]:
    """(n,) the shares, as much greater as C is: those that were at the limit are at the new one."""
    before, scale = step.problem, problem.C / step.problem.C
    shares = np.where(np.abs(step.shares) == before.C, before.t * problem.C, step.shares * scale)
    if (before.t != problem.t).any():
        shares = balanced(np.where(before.t == problem.t, shares, 0.0))
    return shares, scale


def _asked(step: Step, problem: Problem, shares: np.ndarray, scale: float) -> np.ndarray | None:
    """(n,) the bias that each row asks for: where the kernel is the same, without working it out again; None if it
    takes too long.
    """
    before = step.problem
    if problem.kernel == before.kernel and all(map(np.array_equal, (before.X, before.t), (problem.X, problem.t))):
        return np.asarray(problem.t - scale * (problem.t - step.biases))
    return None if np.count_nonzero(shares) * len(shares) > MOST else np.asarray(problem.t - sums(problem, shares))


def _nearer(dual: Dual, problem: Problem) -> tuple[Dual, bool]:
    """Some pairs further, among the rows that matter; and whether any moved."""
    bias = 0.5 * float(dual.at_least.max() + dual.at_most.min())
    rows = np.flatnonzero((dual.at_least > bias - BAND) & (dual.at_least < np.inf) | (dual.at_most < bias + BAND))
    few = Dual(replace(problem, X=problem.X[rows], t=problem.t[rows]), dual.shares[rows], dual.biases[rows])
    moved = _settled(few)
    shares = dual.shares.copy()
    shares[rows] = few.shares  # an α at the end of its box is there to the last digit
    return Dual(problem, shares, dual.biases - sums(problem, shares - dual.shares)), moved


def _settled(few: Dual) -> bool:
    """Move the pairs that disagree most, as the run does; whether one could be moved."""
    for count in range(PAIRS):
        up, low = few.violating()
        if few.gap(up, low) <= 0.5 * NEAR:
            return count > 0
        pair = few.settled(up, few.partner(up))
        if pair.after == pair.before:
            return count > 0
        few.move(pair)
    return True
