"""Where the errors are counted: on rows drawn apart from those that are learnt from, or in simulated test sets."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from engine.base.errors import Objection, Refusal, SetParameter, remedies
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.learners import LearnerParams, chosen, own_remedies
from engine.maths.probability.row_keys import shuffled

TYPED = "typed counts"


class Counted(Protocol):
    """What the parameters say of the counts."""

    @property
    def source(self) -> str: ...
    @property
    def errors(self) -> int: ...
    @property
    def n(self) -> int: ...


def drawn_apart(data: Dataset, share: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The rows to learn from, ascending, and the rows that judge, in a random order: at least one of each."""
    order, size = shuffled(data.row_keys, rng), min(max(round(share * data.n), 1), data.n - 1)
    return np.sort(order[size:]), order[:size]


def stops(losses: np.ndarray, stop_at: str) -> list[int]:
    """After how many of the rows to stop and look: each, or those that are wrong, and the last."""
    n = len(losses)
    if stop_at == "every row":
        return list(range(1, n + 1))
    return sorted({*(np.flatnonzero(losses > 0) + 1).tolist(), n})


def counts(n: int, share: float, uniform: np.ndarray) -> np.ndarray:
    """(R,) errors in test sets of n rows with this true error: the quantiles of the binomial distribution at u (R,)."""
    from scipy.special import bdtr

    low, high = np.zeros(len(uniform)), np.full(len(uniform), float(n))
    while (low < high).any():  # the least k with P(K ≤ k) ≥ u
        middle = np.floor((low + high) / 2)
        enough = bdtr(middle, n, share) >= uniform
        low, high = np.where(enough, low, np.minimum(middle + 1, high)), np.where(enough, middle, high)
    return low.astype(np.intp)


def counting_limits(data: Dataset, params: Counted) -> str:
    """Why errors cannot be counted so, or ''."""
    if params.source == TYPED:
        if params.errors <= params.n:
            return ""
        words = f"errors = {params.errors} cannot be counted in n = {params.n} rows: type at most {params.n}."
        return Objection(words, SetParameter("errors", params.n))
    unmet = needs.classes(1)(data) or needs.labelled(data) or needs.rows(2)(data)
    if unmet:
        words = f"source = {params.source}: {unmet[0].lower()}{unmet[1:].rstrip('.')}, or set source to {TYPED}."
        return Objection(words, SetParameter("source", TYPED), *remedies(unmet))
    assert isinstance(params, LearnerParams)
    try:
        learner = chosen(params, data)
    except Refusal as error:
        return Objection(str(error), *error.remedies)
    found = learner.refused(data)
    return Objection(f"classifier = {learner.name}: {found}", *own_remedies(found, params.settings)) if found else ""
