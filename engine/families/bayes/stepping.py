"""What all naive Bayes methods have in common: their steps, the query, and the product of its factors.

P(Cₖ | x) = πₖ Πⱼ p(xⱼ | Cₖ) / p(x)        ln p(x, Cₖ) = ln πₖ + Σⱼ ln p(xⱼ | Cₖ)        p(x) = Σₖ p(x, Cₖ)
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, several, whole
from engine.base.snapshot import no_indices, snapshot
from engine.base.words import counted
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.models.naive_bayes import CountFactor, Factor, NaiveBayes, posteriors
from engine.parts.stretches import FEW, pauses

ESTIMATED, UNIFORM = PRIORS = ("estimated", "uniform")
STRETCHES = 12
"""Many features are gone through in so many steps."""
COPIES = 20
"""So often can a feature be copied."""
Part = Literal["start", "prior", "fit", "factor", "posterior", "copy", "weight", "linear", "classified"]


@snapshot
class NaiveStep:
    """How far the factors are estimated, and one point is worked out."""

    part: Part
    counts: np.ndarray  # (K,) rows of each class
    model: NaiveBayes | None = None
    priors: np.ndarray | None = None  # (K,)
    factors: tuple[Factor, ...] = ()  # of the features so far
    j: int | None = None  # the feature that this step is about
    query: np.ndarray | None = None  # (d,) the point that is worked out
    row: int | None = None  # which row it is, if it is one
    logs: np.ndarray | None = None  # (j, K) ln p(xⱼ | Cₖ) of the features so far
    joint: np.ndarray | None = None  # (K,) ln p(x, Cₖ) so far
    posterior: np.ndarray | None = None  # (K,); NaN where every class has the probability 0
    evidence: float | None = None  # ln p(x)
    copies: int = 0  # how often a feature has been copied
    copied: np.ndarray | None = None  # (K,) the posterior with the copies
    weights: np.ndarray | None = None  # (K, d) of the linear form
    biases: np.ndarray | None = None  # (K,)
    wrong: np.ndarray = field(default_factory=no_indices)

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
    def stacked(self) -> np.ndarray | None:
        """(K, j) the chances of the words so far, one on the other."""
        chances = [factor.chances for factor in self.factors if isinstance(factor, CountFactor)]
        return np.cumsum(np.column_stack(chances), axis=1) if chances else None


@dataclass(frozen=True)
class AskParams:
    """The priors, and the point that is worked out."""

    priors: str = choice(ESTIMATED, PRIORS, symbol=r"\pi", help="estimated: the share of each class in the rows")
    query: tuple[float, ...] = several(
        most=1000, symbol=r"\mathbf{x}", label="point", of_point=True, help="typed; empty: the row below"
    )
    row: int = whole(1, low=1, high=1_000_000, of_rows=True, label="row", help="worked out, at most the last")
    copies: int = whole(0, low=0, high=COPIES, label="copies", rare=True, help="of one feature, added to the others")
    copied: int = whole(1, low=1, high=1000, label="copied feature", rare=True, help="its number, at most the last")

    def which(self, data: Dataset) -> int:
        """The index of the feature that is copied."""
        return min(self.copied, data.d) - 1


@dataclass(frozen=True)
class SmoothingParams:
    """What is added to every count; it stands before the parameters of the point."""

    alpha: float = real(
        1.0, low=0.0, high=100.0, symbol=r"\alpha", label="smoothing", help="added to every count; 0: none"
    )


def begun(data: Dataset) -> NaiveStep:
    """The step before anything is known."""
    return NaiveStep(part="start", counts=np.array(data.class_sizes[1:])[list(data.classes_present)])


def class_priors(counts: np.ndarray, params: AskParams) -> np.ndarray:
    """(K,) πₖ = Nₖ / N, or all alike."""
    return counts / counts.sum() if params.priors == ESTIMATED else np.full(len(counts), 1 / len(counts))


def places(data: Dataset) -> np.ndarray:
    """(n,) the place of the class of each row among those that occur."""
    return np.asarray(np.searchsorted(data.classes_present, data.codes))


def fitted(step: NaiveStep, data: Dataset, fit: Callable[[int], Factor]) -> Generator[NaiveStep, None, NaiveStep]:
    """One feature after the other: its factor is estimated from its known cells."""
    for stop in pauses(data.d, STRETCHES, False):
        factors = step.factors + tuple(fit(j) for j in range(len(step.factors), stop))
        step = replace(step, part="fit", factors=factors, j=stop - 1)
        yield step
    assert step.priors is not None
    return replace(step, model=NaiveBayes(step.priors, step.factors, np.array(data.classes_present)))


def asked(step: NaiveStep, data: Dataset, params: AskParams) -> Generator[NaiveStep, None, NaiveStep]:
    """The point: one factor after the other, the posterior, copies of a feature, the linear form, and all rows."""
    model = step.model
    assert model is not None
    x, row = point(data, params)
    with np.errstate(divide="ignore"):
        joint = np.log(model.priors)
    step = replace(step, query=x, row=row, logs=np.zeros((0, len(joint))), joint=joint)

    for stop in pauses(data.d, STRETCHES, False):
        known, sums = step.logs, step.joint
        assert known is not None and sums is not None
        more = np.array([model.factors[j].logs(x[[j]])[:, 0] for j in range(len(known), stop)])
        step = replace(step, part="factor", j=stop - 1, logs=np.vstack([known, more]), joint=sums + more.sum(axis=0))
        yield step

    assert step.joint is not None and step.logs is not None
    posterior = posteriors(step.joint[:, None])[:, 0]
    evidence = float(model.log_density(x[None])[0])
    step = replace(step, part="posterior", j=None, posterior=posterior, evidence=evidence)
    yield step

    assert step.joint is not None and step.logs is not None
    j, joint, one = params.which(data), step.joint, step.logs[params.which(data)]
    for copies in range(1, params.copies + 1):
        repeated = posteriors((joint + copies * one)[:, None])[:, 0]
        step = replace(step, part="copy", j=j, copies=copies, copied=repeated)
        yield step

    flat = model.linear_form()
    if flat is not None and not np.isnan(x).any():
        for stop in pauses(data.d, STRETCHES, False) if len(flat.weights) == 2 else ():
            step = replace(step, part="weight", j=stop - 1, weights=flat.weights, biases=flat.biases)
            yield step
        step = replace(step, part="linear", j=None, weights=flat.weights, biases=flat.biases)
        yield step

    step = replace(step, part="classified", j=None, wrong=np.flatnonzero(model.predict(data.X) != data.codes))
    yield step
    return step


def point(data: Dataset, params: AskParams) -> tuple[np.ndarray, int | None]:
    """(d,) the point that is typed, or a row with its index."""
    if params.query:
        return np.array(params.query, dtype=float), None
    row = min(params.row, data.n) - 1
    return np.array(data.X[row]), row


def ended(step: NaiveStep, data: Dataset) -> Ending:
    """How the run ends."""
    errors = counted(len(step.wrong), "training error")
    return Ending.converged(
        f"{len(step.counts)} classes and {counted(data.d, 'factor')}: {errors} among {data.n:,} points."
    )


def most_steps(data: Dataset, params: AskParams) -> int:
    """The most steps of a run."""
    each = data.d if data.d <= FEW else STRETCHES
    return 5 + 3 * each + params.copies


def objection(data: Dataset, params: AskParams) -> str:
    """Why the point that is typed does not fit, or ''."""
    if len(params.query) not in (0, data.d):
        words = f"point needs {data.d} numbers, one for each feature, and {len(params.query)} were typed: type them all"
        return Objection(f"{words}, or none for a row.", SetParameter("query", ()))
    return ""
