"""Subset selection: which columns least squares should have.   (Efroymson 1960)

forward   begin with none; of the columns that are left add the one with the least RSS
backward  begin with all; leave out the one without which RSS rises least
best      of all subsets of a size the one with the least RSS

Of the sizes gone through the criterion chooses: BIC, AIC, adjusted R², or the error on rows for validation.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.shrinkage.subset_selection.scoring import BIC, CRITERIA, VALIDATION, Fit, Judge, better
from engine.maths.probability.row_keys import shuffled
from engine.models.linear import LinearPredictor
from engine.parts.basis import BasisParams, basis_limits, chosen_basis
from engine.parts.regression import Problem, of_basis

MOST_COLUMNS = 14
"""Of more columns there are too many subsets: with each more as many again."""
SLACK = 1e-13
"""Of Σ (t − t̄)² a smaller difference between two RSS is rounding."""
FORWARD, BACKWARD, BEST = SEARCHES = ("forward", "backward", "best")
EVERY, ROUNDS = STOPS = ("every trial", "rounds")


def run(data: Dataset, params: Params, rng: np.random.Generator, start: LinearPredictor | None = None) -> Steps:
    held = held_back(data, params, rng)
    problem = of_basis(data, chosen_basis(params, data, start))
    judge = Judge.between(problem.X, problem.t, held)
    M = problem.X.shape[1]
    most = max(min(M, judge.of.rows - 2), 0)  # a row must be left to judge by
    first = judge.fit(tuple(range(M)) if params.search == BACKWARD else ())
    step = Step(model=problem.model(judge.packed(first)), kind="start", held=held, fit=first, path=(first,))
    yield step
    if not judge.total:
        return Ending.converged("All targets that are learnt from are equal: no column is needed.")
    while (first.size if params.search == BACKWARD else most) > len(step.path) - 1:
        step = yield from searched(step, judge, problem, params)

    scores = [fit.score(params.criterion) for fit in step.path]
    chosen = step.path[int(np.nanargmin(scores))]
    model = problem.model(judge.packed(chosen))
    yield Step(model=model, kind="choose", held=held, fit=chosen, path=step.path, before=step.path[-1])
    value = figure(chosen.value(params.criterion))
    said = f"{counted(chosen.size, 'column')} of {M} {'has' if chosen.size == 1 else 'have'} the best"
    return Ending.converged(f"{said} {params.criterion}, {value}.")


def searched(step: Step, judge: Judge, problem: Problem, params: Params) -> Generator[Step, None, Step]:
    """One size more or less: every subset that comes next is tried, and that with the least RSS is taken."""
    current, best, tried = step.path[-1], None, 0
    trials: tuple[Fit, ...] = ()
    for columns in next_subsets(current, params.search, len(judge.of.cross)):
        fit, tried = judge.fit(columns), tried + 1
        leads = better(fit, best, SLACK * judge.total)
        best = fit if leads or best is None else best
        if params.search != BEST:
            trials = (*trials, fit)
        if params.stop_at == EVERY and (params.search != BEST or leads):
            yield Step(
                model=problem.model(judge.packed(fit)), kind="try", held=step.held, fit=fit, path=step.path,
                before=current, trials=trials, best=best, tried=tried,
            )  # fmt: skip
    assert best is not None
    after = Step(
        model=problem.model(judge.packed(best)), kind="take", held=step.held, fit=best, path=(*step.path, best),
        before=current, trials=trials, best=best, tried=tried,
    )  # fmt: skip
    yield after
    return after


def next_subsets(current: Fit, search: str, M: int) -> Iterator[tuple[int, ...]]:
    """The subsets to try after this one, of M columns."""
    if search == FORWARD:
        return ((*current.columns, j) for j in range(M) if j not in current.columns)
    if search == BACKWARD:
        return (tuple(k for k in current.columns if k != j) for j in current.columns)
    return combinations(range(M), current.size + 1)


def held_back(data: Dataset, params: Params, rng: np.random.Generator) -> np.ndarray:
    """(n,) which rows are for validation: those that are given, or, where it chooses, a share drawn at random."""
    if data.held is not None:
        return data.held
    held = np.zeros(data.n, dtype=bool)
    if params.criterion == VALIDATION:
        count = min(max(round(params.share * data.n), 1), data.n - 1)
        held[shuffled(data.row_keys, rng)[-count:]] = True
    return held


def columns_of(data: Dataset, params: Params) -> int:
    """M, how many columns there are to choose from."""
    basis = chosen_basis(params, data)
    return data.d if basis is None else basis.n_functions


def bound(data: Dataset, params: Params) -> int:
    """At most every subset is stopped at, or every column of every round; bumps placed by hand may be many."""
    M = max(columns_of(data, params), 400 if params.basis == "gaussian by hand" else 0)
    each = sum(comb(M, k) for k in range(M + 1)) if params.search == BEST else M * (M + 1) // 2
    return 2 + M + (each if params.stop_at == EVERY else 0)


def limits(data: Dataset, params: Params) -> str:
    if words := basis_limits(data, params):
        return words
    M, rows = columns_of(data, params), data.n if data.held is None else int((~data.held).sum())
    if params.search == BEST and M > MOST_COLUMNS:
        words = f"{M} columns have {2**M - 1:,} subsets, too many to try all (search): "
        return Objection(f"{words}search forward, or keep {MOST_COLUMNS} columns.", SetParameter("search", FORWARD))
    if data.held is None and params.criterion == VALIDATION:
        if data.n < 3:
            words = f"To choose by validation (criterion) takes 3 rows, and there are {data.n:,}: choose by BIC."
            return Objection(words, SetParameter("criterion", BIC))
        rows = data.n - min(max(round(params.share * data.n), 1), data.n - 1)
    if params.search == BACKWARD and rows < M + 2:
        words = (
            f"To begin with all {M} columns (search: backward) takes {M + 2} rows to learn from, and there are {rows}"
        )
        return Objection(f"{words}: search forward.", SetParameter("search", FORWARD))
    return ""


@dataclass(frozen=True)
class Params(BasisParams):
    """In which order subsets are tried, and what chooses among their sizes."""

    search: str = choice(FORWARD, SEARCHES, clear=True, help="add columns, leave them out, or try all subsets")
    criterion: str = choice(BIC, CRITERIA, clear=True, help="which size is chosen at the end")
    share: float = real(
        0.3, low=0.05, high=0.9, when=("criterion", (VALIDATION,)), label="validation fraction",
        help="drawn at random, where no rows are kept for validation (panel Data, under Split)",
    )  # fmt: skip
    stop_at: str = choice(EVERY, STOPS, label="stop at", rare=True, help="where to stop and look")


@snapshot
class Step:
    """A subset tried or taken, or at the end the best of the sizes."""

    model: LinearPredictor
    kind: Literal["start", "try", "take", "choose"]
    held: np.ndarray  # (n,) which rows are for validation
    fit: Fit  # the subset in view
    path: tuple[Fit, ...]  # the subsets taken so far, one of each size
    before: Fit | None = None  # the subset that it comes from
    trials: tuple[Fit, ...] = ()  # those of this round so far, of a search column by column
    best: Fit | None = None  # the best of the round so far
    tried: int = 0  # in this round
