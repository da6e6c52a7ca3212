"""What upsets nearest neighbours: attributes that mean nothing, wrong classes, a larger unit.   (Beyer et al. 1999)

irrelevant attributes  d² ← d² + (εᵢ − εⱼ)², with ε the same at random for all classes: all distances become alike
mislabelled points     one row more has another class
a rescaled axis        the first feature counts twice as much as before

The error is that of every row asked of all the others (leave one out), against the class that it truly has.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, whole
from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.words import are
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means, deviation_scale
from engine.maths.algebra.metrics import euclidean
from engine.maths.algebra.nearest_rows import smallest
from engine.maths.probability.row_keys import normals, shuffled
from engine.maths.probability.votes import NEAREST, Ballot, counted_votes, elected
from engine.models.neighbours import EUCLIDEAN, Metric, Neighbours, Query
from engine.parts.querying import QueryParams, asked, length_objection


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    z = asked(data, params, start)
    true = data.codes
    table = data.X
    labels = data.codes
    noise = spread(data.X) * normals(data.row_keys, rng, MOST)
    unlucky = shuffled(data.row_keys, rng)
    between = euclidean(table, table)
    step = judged(Step(model=Query(z), known=known_rows(table, labels, data, params)), between, true, params)
    yield step

    for count in range(1, min(params.amount, data.n if params.change == LABELS else MOST) + 1):
        if params.change == NOISE:
            table = np.column_stack([data.X, noise[:, :count]])
            between = np.hypot(between, euclidean(noise[:, [count - 1]], noise[:, [count - 1]]))
        elif params.change == LABELS:
            labels = mislabelled(labels, unlucky[count - 1], data)
        else:
            table = data.X * np.where(np.arange(data.d) == 0, 1.0, 0.5**count)
            between = euclidean(table, table)
        known = known_rows(table, labels, data, params)
        step = judged(replace(step, known=known, count=count, before=step.near), between, true, params)
        yield step
    least, last = step.errors[0], step.errors[-1]
    return Ending.converged(
        f"{int(last)} of {data.n:,} rows {are(int(last))} misclassified in the end, {int(least)} at the start."
    )


def known_rows(table: np.ndarray, labels: np.ndarray, data: Dataset, params: Params) -> Neighbours:
    """The rows with what was done to them, as neighbours that vote."""
    metric = Metric(EUCLIDEAN, np.ones(table.shape[1]), np.zeros((0, 0)))
    return Neighbours(table, metric, params.k, False, labels, len(data.class_names), NEAREST, np.zeros(0))


def judged(step: Step, between: np.ndarray, true: np.ndarray, params: Params) -> Step:
    """The same with its neighbours of the query, and the rows that the others misclassify.

    between (n, n) the distances of the rows
    """
    known, apart = step.known, step.known.metric.between(place(step.model.point, step, params), step.known.X)[0]
    near = np.argsort(apart, kind="stable")[: params.k]
    found = smallest(between + np.diag(np.full(len(true), np.inf)), params.k)
    ballot = Ballot(known.y[found.rows], found.distances, np.zeros(found.rows.shape), known.sizes)
    missed = np.flatnonzero(elected(counted_votes(ballot.codes, known.K), ballot, NEAREST) != true)
    contrast = float(apart.min() / apart.max()) if apart.max() > 0 else 1.0
    errors, contrasts = np.append(step.errors, float(len(missed))), np.append(step.contrasts, contrast)
    first = step.first if step.count else near
    return replace(step, near=near, first=first, missed=missed, errors=errors, contrasts=contrasts)


def missed_when_scaled(data: Dataset, params: Params) -> int:
    """How many rows are misclassified by the others where every feature is divided by its standard deviation first."""
    return data.cached(("missed when scaled", params.k), lambda: _missed_when_scaled(data, params))


def _missed_when_scaled(data: Dataset, params: Params) -> int:
    deviations = data.X - column_means(data.X)
    X = deviations / deviation_scale(deviations, max(data.n - 1, 1))
    found = smallest(euclidean(X, X) + np.diag(np.full(data.n, np.inf)), params.k)
    known = known_rows(X, data.codes, data, params)
    ballot = Ballot(known.y[found.rows], found.distances, np.zeros(found.rows.shape), known.sizes)
    return int((elected(counted_votes(ballot.codes, known.K), ballot, NEAREST) != known.y).sum())


def place(z: np.ndarray, step: Step, params: Params) -> np.ndarray:
    """(1, d + m) the query among the rows of a step: 0 in every irrelevant attribute, its axes scaled as theirs."""
    if params.change == NOISE:
        return np.append(z, np.zeros(step.count))[None]
    shrunk = step.count if params.change == AXIS else 0
    return np.asarray((z * np.where(np.arange(len(z)) == 0, 1.0, 0.5**shrunk))[None])


def mislabelled(labels: np.ndarray, row: int, data: Dataset) -> np.ndarray:
    """The classes with that of a row changed to the next one that has rows."""
    present = np.array(data.classes_present)
    changed = np.array(labels)
    changed[row] = present[(np.searchsorted(present, data.codes[row]) + 1) % len(present)]
    return changed


def spread(X: np.ndarray) -> float:
    """How far the features lie from their means on the whole: so wide is an irrelevant one too."""
    gaps = X - X.mean(axis=0)
    size = float(np.abs(gaps).max())
    return size * float(np.sqrt(((gaps / size) ** 2).mean())) if size else 1.0


def bound(data: Dataset, params: Params) -> int:
    return 1 + MOST


def limits(data: Dataset, params: Params) -> str:
    """Every row must have k others."""
    if params.k >= data.n:
        words = f"k = {params.k} neighbours of a row need as many others, and there are {data.n - 1:,}"
        return Objection(f"{words}: choose k from 1 to {data.n - 1:,}.", SetParameter("k", data.n - 1))
    return length_objection(data, params)


NOISE, LABELS, AXIS = CHANGES = ("irrelevant attributes", "mislabelled points", "a rescaled axis")
MOST = 50


@dataclass(frozen=True)
class Upsetting:
    """What is done to the rows, and how many neighbours vote."""

    change: str = choice(NOISE, CHANGES, label="what is done", clear=True, help="one more at each step")
    amount: int = whole(12, low=0, high=MOST, symbol="m", label="how many", clear=True, help="at the end")
    k: int = whole(3, low=1, high=100, log=True, symbol="k", label="neighbours", clear=True, help="that vote")


@dataclass(frozen=True)
class Params(QueryParams, Upsetting):
    """What is done, and the query whose neighbours are watched."""


@snapshot
class Step:
    """The rows after so many changes, the neighbours of the query, and the misclassified rows."""

    model: Query
    known: Neighbours  # the rows with what was done to them
    count: int = 0
    near: np.ndarray = field(default_factory=no_indices)  # the k rows nearest to the query
    before: np.ndarray = field(default_factory=no_indices)  # those of the step before
    first: np.ndarray = field(default_factory=no_indices)  # those before any change
    missed: np.ndarray = field(default_factory=no_indices)  # the rows that the others misclassify
    errors: np.ndarray = field(default_factory=no_numbers)  # how many they were at every count so far
    contrasts: np.ndarray = field(default_factory=no_numbers)  # the nearest distance to the query over the farthest
