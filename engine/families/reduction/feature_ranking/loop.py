"""Feature ranking: score every attribute by itself, and keep the best.   (Quinlan 1986; Guyon and Elisseeff 2003)

gain  H(S) − Σ |S_v|/|S| H(S_v)        |r| with the target        variance Σ (x − x̄)² / (N − 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.errors import Objection, OtherMethod, SetParameter
from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, listed
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.reduction.feature_ranking.scoring import (
    CORRELATION,
    GAIN,
    VARIANCE,
    accuracy,
    score,
)
from engine.models.projections import Components


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    scores = np.zeros(0)
    yield Step(stage="begun", model=None, scores=scores, attribute=None)
    for j in range(data.d):
        scores = np.append(scores, score(params.score, data, j))
        yield Step(stage="scored", model=None, scores=scores, attribute=j)

    order = np.argsort(-rounded(scores), kind="stable")  # of equal scores the earlier attribute
    accuracies = np.zeros(0)
    for m in range(1, params.kept(data.d) + 1):
        model = kept(data, order[:m])
        if data.target == "class":
            accuracies = np.append(accuracies, accuracy(data, order[:m].tolist()))
        yield Step(
            stage="added", model=model, scores=scores, attribute=int(order[m - 1]), order=order, accuracies=accuracies
        )
    names = listed(data.columns[j].title for j in order[:m])
    return Ending.converged(f"{counted(m, 'attribute is', 'attributes are')} kept, as they are: {names}.")


def rounded(scores: np.ndarray) -> np.ndarray:
    """(d,) scores in which those that differ by rounding only are equal."""
    size = float(np.abs(scores).max(initial=0.0)) or 1.0
    return np.asarray(np.round(scores / size, 12))


def kept(data: Dataset, chosen: np.ndarray) -> Components:
    """The projection on these attributes alone."""
    return Components(np.zeros(data.d), np.eye(data.d)[chosen], data.X[:, chosen].var(axis=0))


def bound(data: Dataset, params: Params) -> int:
    return 1 + data.d + params.kept(data.d)


def limits(data: Dataset, params: Params) -> str:
    """Each score asks for other data; or ''."""
    asked = {GAIN: (needs.classes(2), needs.labelled), VARIANCE: (needs.numeric,)}.get(params.score)
    if asked is None:
        classes = () if data.target == "real" else (needs.classes(2, 2), needs.labelled)
        asked = (needs.numeric, *((needs.number,) if data.target == "real" else ()), *classes)
    unmet = next((words for need in asked if (words := need(data))), "")
    other = next((name for name in (VARIANCE, GAIN) if name != params.score and suits(name, data)), None)
    if not unmet:
        return ""
    remedy = OtherMethod() if other is None else SetParameter("score", other)
    return Objection(f"As score the {params.score.strip('|')} asks for more. {unmet}", remedy)


def suits(name: str, data: Dataset) -> bool:
    """Whether this score can be had of the data."""
    if name == VARIANCE:
        return not needs.numeric(data)
    return not needs.classes(2)(data) and not needs.labelled(data)


@dataclass(frozen=True)
class Params:
    score: str = choice(GAIN, (GAIN, CORRELATION, VARIANCE), clear=True, help="by which attributes are ranked")
    keep: int = whole(2, low=1, high=2000, log=True, symbol="M", label="attributes to keep", help="the best of them")

    def kept(self, d: int) -> int:
        """How many are kept, of d."""
        return min(self.keep, d)


@snapshot
class Step:
    """One attribute scored, or one more kept."""

    stage: Literal["begun", "scored", "added"]
    model: Components | None
    scores: np.ndarray  # (m,) so far
    attribute: int | None  # the one that this step is about
    order: np.ndarray | None = None  # (d,) the best first
    accuracies: np.ndarray | None = None  # (k,) with the best one, two, ... kept
