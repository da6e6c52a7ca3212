"""The Gaussian of each class as it is estimated: a prior, a mean, and a covariance of some kind, repaired if asked for.

πₖ = Nₖ / N    μₖ = Σₙ xₙ / Nₖ    Sₖ = Σₙ (xₙ − μₖ)(xₙ − μₖ)ᵀ / Nₖ    Σ = Σₖ (Nₖ / N) Sₖ        sums over class k
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.base.errors import AddPoints, KeepColumns, Objection, SetParameter
from engine.base.params import choice, real, several
from engine.base.words import counted, figure
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means, covariance
from engine.maths.algebra.repairs import diagonal, varying
from engine.parts.repairing import NONE, PSEUDO, REPAIRS, RepairParams, repaired

OWN, SHARED, TIED, DIAGONAL, SHARED_DIAGONAL, SPHERICAL, SHARED_SPHERICAL = KINDS = (
    "own", "shared", "tied", "diagonal", "shared diagonal", "spherical", "shared spherical",
)  # fmt: skip
"""What a covariance may be like: one for each class, for all or for some; variances alone; the same in all directions.
"""
POOLING = (SHARED, SHARED_DIAGONAL, SHARED_SPHERICAL)
LIKELIHOOD, UNBIASED = DIVISORS = ("N", "N − 1")
ESTIMATED, UNIFORM, SLIDER, TYPED = PRIORS = ("estimated", "uniform", "by slider", "typed")


@dataclass(frozen=True)
class PriorParams:
    """Where the priors come from."""

    priors: str = choice(ESTIMATED, PRIORS, symbol=r"\pi", help="estimated: the share of each class in the rows")
    first: float = real(
        0.5, low=0.001, high=0.999, share=True, symbol=r"\pi_1", label="first prior", when=("priors", (SLIDER,)),
        help="of the first class; the others share the rest as their points do",
    )  # fmt: skip
    typed: tuple[float, ...] = several(
        most=100,
        label="typed priors",
        when=("priors", (TYPED,)),
        help="a number for each class; they are divided by their sum",
    )


@dataclass(frozen=True)
class ShapeParams:
    """What stands before the priors."""

    covariance: str = choice(OWN, KINDS, symbol=r"\mathbf{\Sigma}", help="which shape the classes may have")
    groups: tuple[float, ...] = several(
        (1.0, 1.0), most=60, when=("covariance", (TIED,)),
        help="a number for each class: classes of one number share a covariance, any further class has its own",
    )  # fmt: skip
    divisor: str = choice(LIKELIHOOD, DIVISORS, help="of a covariance; pooled N or N − K")


@dataclass(frozen=True)
class EstimateParams(RepairParams, PriorParams, ShapeParams):
    """How the Gaussians are estimated."""

    @property
    def pools(self) -> bool:
        """Whether one covariance serves all classes."""
        return self.covariance in POOLING

    def grouped(self, K: int) -> np.ndarray:
        """(K,) the group of each class, from 0 on: the classes of a group share their covariance."""
        if self.pools:
            return np.zeros(K, dtype=int)
        return tied(self.groups if self.covariance == TIED else (), K)


def counts_of(data: Dataset) -> np.ndarray:
    """(K,) Nₖ, how many rows each class has."""
    return np.array(data.class_sizes[1:])[list(data.classes_present)]


def class_priors(counts: np.ndarray, params: PriorParams) -> np.ndarray:
    """(K,) πₖ = Nₖ / N, or all alike, or as the slider or the numbers typed have it."""
    if params.priors == TYPED and sum(params.typed[: len(counts)]) > 0:
        first = np.array(params.typed[: len(counts)])
        return np.asarray(first / first.sum())
    if params.priors == SLIDER and len(counts) > 1:
        return np.array([params.first, *((1 - params.first) * counts[1:] / counts[1:].sum())])
    return np.asarray(counts / counts.sum()) if params.priors == ESTIMATED else np.full(len(counts), 1 / len(counts))


def scatter_of(X: np.ndarray, mean: np.ndarray, divisor: str) -> np.ndarray:
    """(d, d) Sₖ = Σₙ (xₙ − μₖ)(xₙ − μₖ)ᵀ / Nₖ of the rows X (Nₖ, d) of a class, or by Nₖ − 1."""
    return covariance(X - mean, divided_by(len(X), divisor))


def divided_by(count: int, divisor: str) -> int:
    """What the covariance of so many rows is divided by."""
    return count if divisor == LIKELIHOOD else count - 1


def pooled(scatters: np.ndarray, counts: np.ndarray, divisor: str) -> np.ndarray:
    """(d, d) Σ = Σₖ (Nₖ / N) Sₖ, or Σₖ (Nₖ − 1) Sₖ / (N − K) where Sₖ is divided by Nₖ − 1."""
    weights = counts if divisor == LIKELIHOOD else counts - 1
    return np.asarray(np.einsum("k,kij->ij", weights / weights.sum(), scatters))


def tied(groups: tuple[float, ...], K: int) -> np.ndarray:
    """(K,) the group of each class, from 0 on; a class beyond those that are given is a group by itself.

    >>> tied((2.0, 1.0, 2.0), 5).tolist()
    [0, 1, 0, 2, 3]
    """
    keys: list[object] = [*groups[:K], *(f"class {k}" for k in range(len(groups), K))]
    places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    return np.array([places[key] for key in keys], dtype=int)


def pooled_in(groups: np.ndarray, scatters: np.ndarray, counts: np.ndarray, divisor: str) -> np.ndarray:
    """(K, d, d) for each class the pooled covariance of its group (K,)."""
    found = np.array(scatters)
    for group in np.unique(groups):
        own = groups == group
        if own.sum() > 1:
            found[own] = pooled(scatters[own], counts[own], divisor)
    return found


def shaped(S: np.ndarray, kind: str) -> np.ndarray:
    """(d, d) what a kind keeps of a covariance: all of it, its variances, or their mean in every direction."""
    if kind in (SPHERICAL, SHARED_SPHERICAL):
        return np.asarray(np.trace(S) / len(S) * np.eye(len(S)))
    return diagonal(S) if kind in (DIAGONAL, SHARED_DIAGONAL) else S


def singular(S: np.ndarray) -> bool:
    """Whether it has no variance in some direction."""
    return len(varying(S)[1]) < len(S) if S.any() else True


@dataclass(frozen=True)
class Estimates:
    """What the rows give: counts (K,), means (K, d), scatters (K, d, d) of the classes, and the pooled one (d, d)."""

    counts: np.ndarray
    means: np.ndarray
    scatters: np.ndarray
    pooled: np.ndarray

    def shared(self, params: EstimateParams) -> np.ndarray:
        """(K, d, d) before they are shaped and repaired: each class has that of its group."""
        return pooled_in(params.grouped(len(self.counts)), self.scatters, self.counts, params.divisor)

    def covariances(self, params: EstimateParams) -> np.ndarray:
        """(K, d, d) of the kind that is asked for, and repaired."""
        each = self.shared(params)
        return np.array([repaired(shaped(S, params.covariance), params, lambda: self.pooled) for S in each])


def estimates(data: Dataset, divisor: str) -> Estimates:
    """The same as the run finds them, all at once, for what is asked before it; kept with the data."""
    return data.cached(("Gaussian estimates", divisor), lambda: _estimates(data, divisor))


def _estimates(data: Dataset, divisor: str) -> Estimates:
    parts = [data.X[data.codes == code] for code in data.classes_present]
    counts = counts_of(data)
    means = np.array([column_means(part) for part in parts])
    scatters = np.array([scatter_of(part, mean, divisor) for part, mean in zip(parts, means, strict=True)])
    return Estimates(counts, means, scatters, pooled(scatters, counts, divisor))


# -- what cannot be --------------------------------------------------------------------------------------------------


def objection(data: Dataset, params: EstimateParams) -> str:
    """Why there are no such Gaussians of this data, with what would help, or ''."""
    return priors_objection(data, params) or divisor_objection(data, params.divisor) or _flat(data, params)


def priors_objection(data: Dataset, params: PriorParams) -> str:
    K = len(data.classes_present)
    if params.priors != TYPED or not params.typed:
        return ""
    if len(params.typed) != K:
        words = f"typed priors needs {counted(K, 'number')}, one for each class, and {len(params.typed)} were typed."
        return Objection(words, SetParameter("typed", ()), SetParameter("priors", ESTIMATED))
    if min(params.typed) < 0 or not 0 < sum(params.typed) < np.inf:
        words = f"typed priors holds {figure(min(params.typed))}: a prior is at least 0, and not all of them are 0."
        return Objection(words, SetParameter("typed", ()), SetParameter("priors", ESTIMATED))
    return ""


def divisor_objection(data: Dataset, divisor: str) -> str:
    sizes = counts_of(data)
    if divisor == LIKELIHOOD or min(sizes) > 1:
        return ""
    name = _of_class(data, data.classes_present[int(np.argmin(sizes))])
    words = f"There is 1 point of {name}, and the divisor N − 1 is then 0: divide by N, or add points of it."
    return Objection(words, SetParameter("divisor", LIKELIHOOD), AddPoints())


def _flat(data: Dataset, params: EstimateParams) -> str:
    """The first covariance that has no inverse, in words, and the repairs that would give it one."""
    found = estimates(data, params.divisor)
    spreads = found.covariances(params)
    if params.repair == PSEUDO:
        bare = [k for k, S in enumerate(spreads) if not S.any()]
        return "" if not bare else _without_variance(data, params, bare[0])
    flat = next((k for k, S in enumerate(spreads[:1] if params.pools else spreads) if singular(S)), None)
    if flat is None:
        return ""
    return _without_variance(data, params, flat)


def _without_variance(data: Dataset, params: EstimateParams, k: int) -> str:
    found = estimates(data, params.divisor)
    code, size = data.classes_present[k], int(found.counts[k])
    whose = "The shared covariance" if params.pools else f"The covariance of {_of_class(data, code)}"
    S = shaped(found.shared(params)[k], params.covariance)
    rank = len(varying(S)[1]) if S.any() else 0
    words = f"{whose} has rank {rank} of {data.d}, so it has no inverse{_why(data, params, k, size)}."
    mends = [*_repairs(data, params), *_fewer(data, params)]
    advice = "repair it, share one covariance, or leave features out" if mends else "add points that differ"
    return Objection(f"{words} {advice[0].upper()}{advice[1:]}.", *(mends or [AddPoints()]))


def _of_class(data: Dataset, code: int) -> str:
    """The class in a refusal, where "no" alone would be read as a word of the sentence."""
    return f"class {data.class_names[code]}"


def _why(data: Dataset, params: EstimateParams, k: int, size: int) -> str:
    groups = params.grouped(len(data.classes_present))
    rows = data.X[np.isin(data.codes, np.array(data.classes_present)[groups == groups[k]])]
    still = np.flatnonzero(rows.min(axis=0) == rows.max(axis=0))
    if len(still):
        return f": {data.feature_names[int(still[0])]} never changes there"
    if (groups == groups[k]).sum() == 1 and size <= data.d:
        return f": {counted(size, 'point')} cannot spread in {data.d} directions"
    return ": some features follow from others"


def _repairs(data: Dataset, params: EstimateParams) -> Iterator[SetParameter]:
    """What of the parameters would do, the nearest first."""
    ways = [replace(params, repair=way) for way in REPAIRS[1:]] if params.repair == NONE else []
    if params.covariance in (OWN, TIED):
        ways += [replace(params, covariance=SHARED), replace(params, covariance=DIAGONAL)]
    found = estimates(data, params.divisor)
    for other in ways:
        spreads = found.covariances(other)
        fault = any(not S.any() for S in spreads) if other.repair == PSEUDO else any(singular(S) for S in spreads)
        changed = "repair" if other.repair != params.repair else "covariance"
        if not fault:
            yield SetParameter(changed, getattr(other, changed))


def _fewer(data: Dataset, params: EstimateParams) -> Iterator[KeepColumns]:
    """The columns that vary in every class."""
    parts = [data.X] if params.pools else [data.X[data.codes == code] for code in data.classes_present]
    varied = np.all([part.min(axis=0) < part.max(axis=0) for part in parts], axis=0)
    if 0 < varied.sum() < data.d:
        yield KeepColumns(tuple(np.flatnonzero(varied).tolist()))
