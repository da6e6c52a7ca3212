"""The chances of levels, presences and counts in each class, smoothed; and why there are none.

levels    P(x = v | Cₖ) = (nᵥₖ + α) / (Nₖ + α V)
presence  pₖ = (nₖ + α) / (Nₖ + 2 α)
counts    θᵥₖ = (nᵥₖ + α) / (Σᵥ nᵥₖ + α V)
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from engine.base.errors import Objection, Prepare, SetParameter
from engine.base.words import short, spoken
from engine.data.dataset import Dataset
from engine.families.bayes.stepping import places
from engine.models.naive_bayes import CountFactor, LevelFactor, PresenceFactor


def level_chances(x: np.ndarray, k: np.ndarray, K: int, V: int, alpha: float) -> LevelFactor:
    """The table of a category: codes x (n,) of V levels, NaN where missing, in the classes k (n,)."""
    known = ~np.isnan(x)
    cells = k[known] * V + x[known].astype(int)
    n = np.bincount(cells, minlength=K * V).reshape(K, V)
    N = n.sum(axis=1, keepdims=True)
    return LevelFactor((n + alpha) / (N + alpha * V))


def presence_chances(x: np.ndarray, k: np.ndarray, K: int, threshold: float, alpha: float) -> PresenceFactor:
    """How often values x (n,) are above the threshold in the classes k (n,)."""
    known = ~np.isnan(x)
    n = np.bincount(k[known], (x[known] > threshold).astype(float), K)
    N = np.bincount(k[known], minlength=K)
    return PresenceFactor((n + alpha) / (N + 2 * alpha), threshold)


def word_counts(X: np.ndarray, k: np.ndarray, K: int) -> np.ndarray:
    """(K, d) how much of each feature is counted in each class; a missing count is none."""
    return np.array([np.nan_to_num(X[k == code]).sum(axis=0) for code in range(K)])


def count_chances(n: np.ndarray, j: int, alpha: float) -> CountFactor:
    """θ of one feature, from the counts n (K, d) of all."""
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
