"""Online naive Bayes: examples come and go, and only sums and counts are kept.   (Welford 1962)

n ← n + 1        μ ← μ + (x − μ) / n        S ← S + (x − μ_before)(x − μ)        σ² = S / n        of a number
nᵥₖ ← nᵥₖ + 1                                                                                       of a category

Each example costs O(d), however many there were; a fit of n examples O(n d). The space is O(d K).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, whole
from engine.base.snapshot import no_indices, sealed, snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.bayes.chances import level_chances
from engine.families.bayes.stepping import SmoothingParams, places
from engine.maths.algebra.running import Running
from engine.models.naive_bayes import Factor, GaussianFactor, NaiveBayes
from engine.parts.stretches import pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    step = begun(data)
    yield step

    for rows in stretches(np.arange(data.n), params):
        step = updated(step, "learn", rows, data, params)
        yield step

    for rows in stretches(forgotten(data, params), params):
        step = updated(step, "forget", rows, data, params)
        yield step
    left = int(step.counts.sum())
    return Ending.converged(f"{data.n:,} examples were learnt, and {data.n - left:,} forgotten again.")


def updated(step: Step, part: Literal["learn", "forget"], rows: np.ndarray, data: Dataset, params: Params) -> Step:
    """A few examples come or go: the sums of their classes follow, and so do the counts of their values."""
    sign = 1 if part == "learn" else -1
    k, numbers = places(data), columns_of(data, levels=False)
    running, counts, tallies = list(step.running), np.array(step.counts), [np.array(one) for one in step.tallies]
    sums, squares = np.array(step.sums), np.array(step.squares)
    for row in rows:
        at, x = k[row], data.X[row, numbers]
        counts[at] += sign
        running[at] = running[at].plus(x) if part == "learn" else running[at].minus(x)
        sums[at] += sign * np.nan_to_num(x)
        squares[at] += sign * np.nan_to_num(x) ** 2
        for j, n in zip(columns_of(data, levels=True), tallies, strict=True):
            if not np.isnan(data.X[row, j]):
                n[at, int(data.X[row, j])] += sign
    kept = np.append(step.kept, rows) if part == "learn" else step.kept[~np.isin(step.kept, rows)]
    step = replace(
        step, part=part, counts=counts, running=tuple(running), tallies=tuple(map(sealed, tallies)), sums=sums,
        squares=squares, rows=rows, kept=kept, before=step.running, emptied=bool((counts == 0)[k[rows]].any()),
        operations=step.operations + len(rows) * (data.d + 1),
    )  # fmt: skip
    return replace(step, model=model_of(step, data, params))


def model_of(step: Step, data: Dataset, params: Params) -> NaiveBayes | None:
    """The product of the factors of the classes that have examples; None while one of them has no variance."""
    there = np.flatnonzero(step.counts)
    if not len(there) or not step.varied[there].all():
        return None
    n = dict(zip(columns_of(data, levels=True), step.tallies, strict=True))
    means, variances = step.means[there].T, step.variances[there].T
    bells = dict(zip(columns_of(data, levels=False), zip(means, variances, strict=True), strict=True))
    factors: list[Factor] = [
        level_chances(n[j][there], params.alpha) if j in n else GaussianFactor(*bells[j]) for j in range(data.d)
    ]
    return NaiveBayes(step.counts[there] / step.counts.sum(), tuple(factors), np.array(data.classes_present)[there])


def columns_of(data: Dataset, levels: bool) -> list[int]:
    """The columns with levels, or those of numbers."""
    return [j for j, column in enumerate(data.columns) if bool(column.levels) == levels]


def forgotten(data: Dataset, params: Params) -> np.ndarray:
    """The rows that go in the end, in their order."""
    found = {
        NOTHING: no_indices(), LAST: np.array([data.n - 1]), CLASS: np.flatnonzero(data.codes == data.codes[0]),
        ALL: np.arange(data.n),
    }  # fmt: skip
    return found[params.forget]


def stretches(rows: np.ndarray, params: Params) -> list[np.ndarray]:
    """The rows, one at a step, or of many a stretch of them."""
    return np.split(rows, pauses(len(rows), 15, params.every_row)[:-1]) if len(rows) else []


def begun(data: Dataset) -> Step:
    """Nothing is learnt yet."""
    K, numbers = len(data.classes_present), columns_of(data, levels=False)
    empty = tuple(sealed(np.zeros((K, len(data.columns[j].levels)))) for j in columns_of(data, levels=True))
    none = np.zeros((K, len(numbers)))
    running = tuple(Running.none(len(numbers)) for _ in range(K))
    return Step(
        part="start",
        model=None,
        counts=np.zeros(K, dtype=np.int64),
        running=running,
        tallies=empty,
        sums=none,
        squares=none,
    )


def bound(data: Dataset, params: Params) -> int:
    return 1 + 2 * data.n


NOTHING, LAST, CLASS, ALL = FORGETS = ("nothing", "the last row", "the class of the first row", "everything")


@dataclass(frozen=True)
class Params(SmoothingParams):
    """What is forgotten, and which feature is looked at."""

    forget: str = choice(CLASS, FORGETS, clear=True, help="what goes again when all rows have come")
    feature: int = whole(
        1, low=1, high=1000, label="feature", help="the number of that which is drawn, at most the last"
    )
    every_row: bool = flag(False, label="stop at every row", rare=True, help="also where there are many")

    def which(self, data: Dataset) -> int:
        """The index of the feature that is looked at."""
        return min(self.feature, data.d) - 1


@snapshot
class Step:
    """What is kept after a few examples came or went."""

    part: Literal["start", "learn", "forget"]
    model: NaiveBayes | None
    counts: np.ndarray  # (K,) examples of each class
    running: tuple[Running, ...]  # of the numbers, for each class
    tallies: tuple[np.ndarray, ...]  # (K, V) counts of the values of each category
    sums: np.ndarray  # (K, p) Σ x of the numbers
    squares: np.ndarray  # (K, p) Σ x²
    rows: np.ndarray = field(default_factory=no_indices)  # those that just came or went
    kept: np.ndarray = field(default_factory=no_indices)  # those that are learnt
    before: tuple[Running, ...] = ()  # what was running before this step
    emptied: bool = False  # whether the last example of a class has gone
    operations: int = 0  # numbers that have been updated so far

    @property
    def means(self) -> np.ndarray:
        """(K, p) the means of the numbers."""
        return np.array([one.mean for one in self.running])

    @property
    def variances(self) -> np.ndarray:
        """(K, p) their variances S / n."""
        return np.array([one.variance for one in self.running])

    @property
    def varied(self) -> np.ndarray:
        """(K, p) where there is a variance."""
        return self.variances > 0

    @property
    def numbers_kept(self) -> int:
        """How many numbers are kept, however many examples there were: counts, n, μ and S of each class."""
        return self.counts.size + 3 * self.sums.size + sum(one.size for one in self.tallies)
