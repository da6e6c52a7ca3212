"""The mean and the covariance that a distance is measured by: typed or of the rows, and repaired where it is flat."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.base.errors import AddPoints, KeepColumns, Objection, Refusal, SetParameter
from engine.base.params import choice, several
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means, covariance
from engine.maths.algebra.metrics import semidefinite, whitening
from engine.maths.algebra.repairs import pooled
from engine.parts.repairing import NONE, POOLED, PSEUDO, REPAIRS, RepairParams, repaired

UNBIASED, LIKELIHOOD = DIVISORS = ("N − 1", "N")


@dataclass(frozen=True)
class DivisorParams:
    """What stands before the repair."""

    divisor: str = choice(UNBIASED, DIVISORS, help="of the covariance of the rows")


@dataclass(frozen=True)
class SigmaParams(RepairParams, DivisorParams):
    """Which mean and covariance, and what is done with one that is flat in some direction."""

    mean: tuple[float, ...] = several(most=1000, symbol=r"\mu", rare=True, help="none: that of the rows")
    covariance: tuple[float, ...] = several(
        most=2500, symbol=r"\Sigma", rare=True, help="row after row; none: that of the rows"
    )


def centre(data: Dataset, params: SigmaParams) -> np.ndarray:
    """(d,) μ: as typed, or the mean of the rows."""
    return np.array(params.mean) if params.mean else column_means(data.X)


def spread(data: Dataset, params: SigmaParams) -> np.ndarray:
    """(d, d) Σ: as typed, or that of the rows."""
    if params.covariance:
        return np.array(params.covariance).reshape(data.d, data.d)
    divisor = data.n - 1 if params.divisor == UNBIASED else data.n
    return covariance(data.X - column_means(data.X), divisor)


def mended(sigma: np.ndarray, data: Dataset, params: SigmaParams) -> np.ndarray:
    """(d, d) Σ with some variance in every direction, or as it is where those without are left out."""

    def shared() -> np.ndarray:
        known = data.subset(np.flatnonzero(data.codes >= 0))
        K = len(data.classes_present) if params.divisor == UNBIASED else 0
        return pooled(known.X, known.codes, known.n - K)

    return repaired(sigma, params, shared)


def covariance_objection(data: Dataset, params: SigmaParams) -> str:
    """Why Σ has no root, what would give it one, or ''."""
    if words := _ununited(data, params):
        return Objection(words, SetParameter("repair", NONE))
    sigma = spread(data, params)
    if not (words := fault(sigma, data, params)):
        return ""
    others = [replace(params, repair=way) for way in REPAIRS if params.repair == NONE and way != NONE]
    mends = [
        SetParameter("repair", other.repair)
        for other in others
        if not (_ununited(data, other) or fault(sigma, data, other))
    ]
    mend = ", or repair it" if mends else ""
    if params.covariance:
        return Objection(f"covariance: {words} Type another, or none{mend}.", SetParameter("covariance", ()), *mends)
    if not (kept := independent(sigma)):
        return Objection(f"{words} Add points that differ, or type a covariance.", AddPoints())
    return Objection(f"{words} Leave features out, or type a covariance{mend}.", KeepColumns(kept), *mends)


def _ununited(data: Dataset, params: SigmaParams) -> str:
    """Why there is no covariance that classes share, or ''."""
    if params.repair != POOLED:
        return ""
    if data.target != "class" or len(data.classes_present) < 2:
        return (
            "repair = pooled takes the covariance around the means of the classes: give the rows two classes or more."
        )
    if int((data.codes >= 0).sum()) <= len(data.classes_present):
        return "repair = pooled needs more rows than classes: add points, or choose another repair."
    return ""


def fault(sigma: np.ndarray, data: Dataset, params: SigmaParams) -> str:
    """Why Σ, repaired as asked for, is no covariance with a root, or ''."""
    try:
        if params.repair == PSEUDO:
            semidefinite(sigma)
        else:
            whitening(mended(sigma, data, params))
    except Refusal as refusal:
        return str(refusal)
    return ""


def independent(sigma: np.ndarray) -> tuple[int, ...]:
    """The first columns that vary beside the ones before."""
    kept: list[int] = []
    for j in range(len(sigma)):
        try:
            whitening(sigma[np.ix_([*kept, j], [*kept, j])])
        except Refusal:
            continue
        kept.append(j)
    return tuple(kept)
