"""How values are counted in each class, and the chances that follow, smoothed; and why there are none.

levels    P(x = v | Cₖ) = (nᵥₖ + α) / (Nₖ + α V)
presence  pₖ = (nₖ + α) / (Nₖ + 2 α)
counts    θᵥₖ = (nᵥₖ + α) / (Σᵥ nᵥₖ + α V)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, Prepare, SetParameter
from engine.base.params import choice
from engine.base.words import short, spoken
from engine.data.dataset import Dataset
from engine.families.bayes.stepping import SmoothingParams, places
from engine.models.naive_bayes import CountFactor, LevelFactor, PresenceFactor

LISTED, OCCURRING = VALUES = ("all that are listed", "those that occur")


@dataclass(frozen=True)
class LevelParams(SmoothingParams):
    """How the tables of categories are estimated."""

    values: str = choice(
        LISTED, VALUES, label="known values", rare=True, help="of a category; one that is not known has no factor"
    )


def level_counts(x: np.ndarray, k: np.ndarray, K: int, V: int) -> np.ndarray:
    """(K, V) nᵥₖ of codes x (n,), NaN where missing, in the classes k (n,)."""
    known = ~np.isnan(x)
    cells = k[known] * V + x[known].astype(int)
    return np.bincount(cells, minlength=K * V).reshape(K, V)


def presence_counts(X: np.ndarray, k: np.ndarray, K: int, threshold: float) -> tuple[np.ndarray, ...]:
    """Of each feature (K, 2) how many values of X (n, d) are above the threshold in the classes k (n,), and not.

    >>> presence_counts(np.array([[1.0], [0.0], [np.nan], [1.0]]), np.array([0, 0, 0, 1]), 2, 0.0)[0].tolist()
    [[1.0, 1.0], [1.0, 0.0]]
    """
    rows = rows_of(k, K)
    there = rows @ (threshold < X)
    return tuple(np.stack([there, rows @ ~np.isnan(X) - there]).transpose(2, 1, 0))


def word_counts(X: np.ndarray, k: np.ndarray, K: int) -> np.ndarray:
    """(K, d) how much of each feature is counted in each class; a missing count is none."""
    gaps = np.isnan(X)
    return np.asarray(rows_of(k, K) @ (np.where(gaps, 0.0, X) if gaps.any() else X))


def rows_of(k: np.ndarray, K: int) -> np.ndarray:
    """(K, n) 1 where a row is in a class, of the classes k (n,): times a table it adds up the rows of each class."""
    return np.asarray(np.equal.outer(np.arange(K), k), dtype=float)


def level_chances(n: np.ndarray, alpha: float, values: str = LISTED) -> LevelFactor:
    """The table of a category, from the counts n (K, V) of its values; NaN of a value that is not known."""
    known = np.ones(n.shape[1], dtype=bool) if values == LISTED else n.any(axis=0)
    N, V = n.sum(axis=1, keepdims=True), known.sum()
    with np.errstate(invalid="ignore"):
        return LevelFactor(np.where(known, (n + alpha) / (N + alpha * V), np.nan))


def presence_chances(n: np.ndarray, threshold: float, alpha: float) -> PresenceFactor:
    """The chance to be present, from the counts n (K, 2) of presences and absences."""
    with np.errstate(invalid="ignore"):
        return PresenceFactor((n[:, 0] + alpha) / (n.sum(axis=1) + 2 * alpha), threshold)


def count_chances(n: np.ndarray, j: int, alpha: float) -> CountFactor:
    """θ of one feature, from the counts n (K, d) of all."""
    with np.errstate(invalid="ignore"):
        return CountFactor((n[:, j] + alpha) / (n.sum(axis=1) + alpha * n.shape[1]))


# -- what cannot be --------------------------------------------------------------------------------------------------


def empty_objection(data: Dataset, features: Iterable[int], alpha: float) -> str:
    """Without smoothing a feature that is known in no row of a class has no chances there; or ''."""
    if alpha > 0 or not data.missing_count:
        return ""
    k, K = places(data), len(data.classes_present)
    for j in features:
        known = np.bincount(k[~np.isnan(data.X[:, j])], minlength=K)
        if not known.all():
            name = spoken(data.class_name(data.classes_present[int(known.argmin())]))
            column = short(data.columns[j].title)
            words = f"{column} has no known value in {name}: choose a smoothing above 0, or fill the gaps."
            return Objection(words, SetParameter("alpha", 1.0), Prepare("Fill"))
    return ""


def count_objection(data: Dataset, alpha: float) -> str:
    """A class without any count, where nothing is smoothed; or ''."""
    totals = word_counts(data.X, places(data), len(data.classes_present)).sum(axis=1)
    if alpha > 0 or totals.all():
        return ""
    name = spoken(data.class_name(data.classes_present[int(totals.argmin())]))
    return Objection(f"All counts of {name} are 0: choose a smoothing above 0.", SetParameter("alpha", 1.0))
