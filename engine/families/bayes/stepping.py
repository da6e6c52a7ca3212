"""What all naive Bayes methods have in common: their steps, how classes and values are counted, and the factors.

P(Cₖ | x) = πₖ Πⱼ p(xⱼ | Cₖ) / p(x)        ln p(x, Cₖ) = ln πₖ + Σⱼ ln p(xⱼ | Cₖ)        p(x) = Σₖ p(x, Cₖ)
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from engine.base.params import real
from engine.base.snapshot import no_indices, read_only, sealed, snapshot
from engine.base.words import counted
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.conics import Border
from engine.maths.evaluation.calibration import Bins
from engine.models.naive_bayes import (
    CountFactor,
    Factor,
    GaussianFactor,
    LevelFactor,
    NaiveBayes,
    PresenceFactor,
    posteriors,
)
from engine.parts.stretches import FEW, pauses

STRETCHES = 12
"""Many rows or features are gone through in so many steps."""
Tallies = tuple[np.ndarray, ...]
"""What is counted of rows in each class: (K, V) of a feature with V values, (K, d) of words, (K, 0) of a number."""
Tally = Callable[[slice], Tallies]
Fit = Callable[[int, float], Factor]
"""The factor of a feature with so much added to every count."""
Part = Literal[
    "start", "count", "prior", "fit", "smooth", "border", "factor", "sum", "posterior", "left out", "copy", "flag",
    "weight", "linear", "classified",
]  # fmt: skip


@snapshot
class NaiveStep:
    """How far classes and values are counted, the factors are estimated, and one point is worked out."""

    part: Part
    counts: np.ndarray  # (K,) rows of each class, of those seen so far
    seen: int = 0  # so many rows have been counted
    tallies: Tallies = ()  # the counts of the values so far
    heads: tuple[tuple[str, ...], ...] = ()  # what the columns of each of them are
    fresh: Tallies = ()  # what the rows that have just come added to them
    model: NaiveBayes | None = None
    priors: np.ndarray | None = None  # (K,)
    alpha: float = 0.0  # what is added to every count
    plain: tuple[Factor, ...] = ()  # of the features so far, with nothing added
    factors: tuple[Factor, ...] = ()  # of the features so far
    j: int | None = None  # the feature that this step is about
    k: int | None = None  # the place of the class that its fit has come to; None: all classes
    pair: tuple[int, int] | None = None  # the places of two Gaussian classes
    border: Border | None = None  # what lies between them
    query: np.ndarray | None = None  # (d,) the point that is worked out
    row: int | None = None  # which row it is, if it is one
    logs: np.ndarray | None = None  # (j, K) ln p(xⱼ | Cₖ) of the features so far
    joint: np.ndarray | None = None  # (K,) ln p(x, Cₖ) so far
    posterior: np.ndarray | None = None  # (K,); NaN where every class has the probability 0
    unsmoothed: np.ndarray | None = None  # (K,) what it is with nothing added
    evidence: float | None = None  # ln p(x)
    without: np.ndarray | None = None  # (K,) the posterior with one feature left out
    copies: int = 0  # how often a feature has been copied
    copied: np.ndarray | None = None  # (K,) the posterior with the copies
    bins: Bins | None = None  # how sure the answers for all rows are then, and how many are right
    usual: Bins | None = None  # the same without copies
    densities: np.ndarray | None = None  # (n,) ln p(x) of all rows
    threshold: float | None = None  # a point whose ln p(x) is below this is flagged
    flagged: np.ndarray = field(default_factory=no_indices)
    weights: np.ndarray | None = None  # (K, d) of the linear form
    biases: np.ndarray | None = None  # (K,)
    wrong: np.ndarray = field(default_factory=no_indices)

    @property
    def latest(self) -> int | None:
        """The row that was counted last, while rows are."""
        return self.seen - 1 if self.part == "count" else None

    @property
    def times(self) -> np.ndarray | None:
        """(K,) how many times as probable the last value is in each class as in the one in which it is least so."""
        if self.logs is None or not len(self.logs):
            return None
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(np.exp(self.logs[-1] - self.logs[-1].min()))

    @property
    def odds(self) -> np.ndarray | None:
        """(j + 1,) of two classes what the prior and each factor add to the log-odds of the second."""
        if self.logs is None or self.model is None or self.logs.shape[1] != 2:
            return None
        with np.errstate(divide="ignore", invalid="ignore"):
            prior = np.diff(np.log(self.model.priors))
        return np.append(prior, np.diff(self.logs, axis=1))

    @property
    def strongest(self) -> np.ndarray | None:
        """(d,) of two classes the features in the order of their weights in the log-odds, the largest first."""
        if self.weights is None or len(self.weights) != 2:
            return None
        return np.argsort(-np.abs(self.weights[1] - self.weights[0]), kind="stable")

    @property
    def rank(self) -> int | None:
        """The place of the weight that this step is about, in that order."""
        if self.strongest is None or self.j is None:
            return None
        return int(np.flatnonzero(self.strongest == self.j)[0])

    @property
    def ranked(self) -> np.ndarray | None:
        """(d,) those weights in this order."""
        if self.weights is None or self.strongest is None:
            return None
        return np.asarray((self.weights[1] - self.weights[0])[self.strongest])

    @property
    def shown(self) -> tuple[Factor, ...]:
        """The factors that this step shows: those with nothing added while they are estimated."""
        return self.plain if self.part == "fit" else self.factors

    @property
    def shares(self) -> np.ndarray | None:
        """(K,) the posterior that this step shows: of the factors so far, with copies, or without a feature."""
        if self.joint is None:
            return None
        other = {"left out": self.without, "copy": self.copied}.get(self.part)
        return np.asarray(posteriors(self.joint[:, None])[:, 0] if other is None else other)

    @property
    def smoothed(self) -> np.ndarray | None:
        """(K · V,) the chances of the values of this feature, class by class; `raw` without what is added."""
        return self._chances(self.factors)

    @property
    def raw(self) -> np.ndarray | None:
        """(K · V,) the same with nothing added to the counts, and 0 where nothing is known."""
        return self._chances(self.plain)

    @property
    def counted(self) -> np.ndarray | None:
        """(K · V,) the counts of the values of this feature, class by class; of a word (K,)."""
        if self.j is None or not self.tallies:
            return None
        one = (self.factors or self.plain)[0]
        if isinstance(one, CountFactor):
            return np.asarray(self.tallies[0][:, self.j])
        return np.asarray(self.tallies[self.j].ravel())

    @property
    def sides(self) -> np.ndarray | None:
        """(2 K, d) of presences which side the point takes, class by class; of those factors that are multiplied."""
        if self.query is None or self.logs is None:
            return None
        taken = np.zeros((2 * len(self.counts), len(self.query)), dtype=bool)
        for j, (one, value) in enumerate(zip(self.factors[: len(self.logs)], self.query.tolist(), strict=False)):
            if isinstance(one, PresenceFactor) and not (np.isnan(value) or (self.part == "left out" and j == self.j)):
                taken[0 if value > one.threshold else 1 :: 2, j] = True
        return taken

    @property
    def level(self) -> np.ndarray | None:
        """(K, V) of a category which of its chances are the factors of the point."""
        one = self.factors[self.j] if self.j is not None and self.j < len(self.factors) else None
        if self.query is None or self.j is None or not isinstance(one, LevelFactor):
            return None
        taken, value = np.zeros(one.chances.shape, dtype=bool), float(self.query[self.j])
        if self.part != "left out" and 0 <= value < len(taken[0]):
            taken[:, int(value)] = ~np.isnan(one.chances[:, int(value)])
        return taken

    @property
    def rows_of_bins(self) -> np.ndarray | None:
        """(b,) how many rows there are in each of the bins that have any."""
        return None if self.bins is None else np.asarray(self.bins.counts[self.bins.counts > 0])

    def _chances(self, factors: tuple[Factor, ...]) -> np.ndarray | None:
        one: Any = factors[self.j] if self.j is not None and self.j < len(factors) else None
        if isinstance(one, PresenceFactor):
            return np.asarray(np.nan_to_num(np.column_stack([one.chances, 1 - one.chances])).ravel())
        if one is None or isinstance(one, GaussianFactor):
            return None
        return np.asarray(np.nan_to_num(one.chances).ravel())

    @property
    def stacked(self) -> np.ndarray | None:
        """(K, j) the chances of the words so far, one on the other."""
        chances = [factor.chances for factor in self.shown if isinstance(factor, CountFactor)]
        return np.cumsum(np.column_stack(chances), axis=1) if chances else None

    @property
    def ascending(self) -> np.ndarray | None:
        """(n,) ln p(x) of all rows, the least first."""
        return None if self.densities is None else np.sort(self.densities)


@dataclass(frozen=True)
class SmoothingParams:
    """What is added to every count; it stands before the parameters of the point."""

    alpha: float = real(
        1.0, low=0.0, high=1e6, log=True, symbol=r"\alpha", label="smoothing", help="added to every count; 0: none"
    )


def begun(data: Dataset) -> NaiveStep:
    """The step before anything is counted."""
    return NaiveStep(part="start", counts=np.zeros(len(data.classes_present), dtype=np.int64))


def places(data: Dataset) -> np.ndarray:
    """(n,) the place of the class of each row among those that occur."""
    return data.cached("places of classes", lambda: np.asarray(np.searchsorted(data.classes_present, data.codes)))


def nothing_counted(rows: slice) -> Tallies:
    """For methods that count no values."""
    return ()


def counting(
    step: NaiveStep, data: Dataset, tally: Tally = nothing_counted, heads: Sequence[tuple[str, ...]] = ()
) -> Generator[NaiveStep, None, NaiveStep]:
    """One row after the other: its class is counted, and its values in the tables of its class."""
    k, K = places(data), len(step.counts)
    step = replace(step, heads=tuple(heads))
    for stop in pauses(data.n, STRETCHES, False):
        rows = slice(step.seen, stop)
        more = tuple(map(read_only, tally(rows)))
        tallies = tuple(sealed(a + b) for a, b in zip(step.tallies, more, strict=True)) if step.seen else more
        counts = step.counts + np.bincount(k[rows], minlength=K)
        step = replace(step, part="count", counts=counts, tallies=tallies, fresh=more, seen=stop)
        yield step
    return replace(step, fresh=())


def fitted(step: NaiveStep, data: Dataset, fit: Fit, alpha: float = 0.0) -> Generator[NaiveStep, None, NaiveStep]:
    """One feature after the other, class by class: its factor from the counts; then with what is added to them."""
    K = len(step.counts)
    classes: tuple[int | None, ...] = tuple(range(K)) if data.d * K <= FEW else (None,)
    step = replace(step, alpha=alpha)
    for stop in pauses(data.d, STRETCHES, False):
        plain = tuple(fit(j, 0.0) for j in range(len(step.plain), stop))
        added = [bool(alpha) and not isinstance(factor, GaussianFactor) for factor in plain]
        whole = step.factors if any(added) else step.factors + plain
        step = replace(step, part="fit", j=stop - 1, k=classes[0], plain=step.plain + plain, factors=whole)
        yield step
        for k in classes[1:]:
            step = replace(step, k=k)
            yield step
        if any(added):
            first = len(step.factors)
            new = (fit(first + j, alpha) if added[j] else factor for j, factor in enumerate(plain))
            step = replace(step, part="smooth", k=None, factors=step.factors + tuple(new))
            yield step
    assert step.priors is not None
    return replace(step, k=None, model=NaiveBayes(step.priors, step.factors, np.array(data.classes_present)))


def placed(step: NaiveStep, data: Dataset, model: NaiveBayes) -> NaiveStep:
    """With a model that is placed by hand all factors are known, and no row is counted."""
    sizes = np.array(data.class_sizes[1:])[list(data.classes_present)]
    return replace(step, counts=sizes, model=model, priors=model.priors, plain=model.factors, factors=model.factors)


def ended(step: NaiveStep, data: Dataset) -> Ending:
    """How the run ends."""
    errors = counted(len(step.wrong), "training error")
    return Ending.converged(
        f"{len(step.counts)} classes and {counted(data.d, 'factor')}: {errors} among {data.n:,} points."
    )
