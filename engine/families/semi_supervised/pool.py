"""Which classes a run knows at first: those that the table has, or a few of each class while the others are hidden.

A row without a class in the table (class code −1) is unlabelled in any case.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import real, whole
from engine.data.dataset import Dataset
from engine.maths.probability.row_keys import random_keys

UNKNOWN = -1
"""The code of a row whose class is not known."""
FEW = 3
"""So many of each class are known where every row of the table has one."""


@dataclass(frozen=True)
class PoolParams:
    """How many labels a run begins with, and how its classifier is held."""

    known: int = whole(
        0, low=0, high=1000, label="labels at first",
        help="of each class, the others are hidden; 0: all of the table where some are missing, else 3",
    )  # fmt: skip
    penalty: float = real(
        0.1, low=1e-3, high=1e3, log=True, symbol=r"\lambda", rare=True,
        help="of the weights of softmax regression, for a standard deviation of each feature",
    )  # fmt: skip


def first_labels(data: Dataset, params: PoolParams, rng: np.random.Generator) -> np.ndarray:
    """(n,) the class codes known at first, UNKNOWN elsewhere: of each class the rows with the least random keys."""
    keys, labels = random_keys(data.row_keys, rng), np.full(data.n, UNKNOWN)
    count = params.known or (FEW if (data.codes >= 0).all() else data.n)
    for code in data.classes_present:
        own = np.flatnonzero(data.codes == code)
        labels[own[np.argsort(keys[own], kind="stable")[:count]]] = code
    return labels


def pool_objection(data: Dataset, params: PoolParams) -> str:
    """Why no row is left unlabelled, or ''."""
    count = params.known or (FEW if (data.codes >= 0).all() else data.n)
    if (data.codes < 0).any() or max(data.class_sizes[1:]) > count:
        return ""
    words = f"known = {params.known}, so that no row is unlabelled: begin with fewer labels."
    return Objection(words, SetParameter("known", 1))
