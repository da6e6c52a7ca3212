"""Linear machine: K linear functions, and the greatest wins; its regions are convex.   (Nilsson 1965)

yₖ(x) = wₖ · x + bₖ        class of x = argmax yₖ(x), the first on a tie        border k|j: yₖ(x) = yⱼ(x)

With xA and xB every α xA + (1 − α) xB lies in the same region, for 0 ≤ α ≤ 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import real, several, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means
from engine.models.linear import Scores
from engine.parts.scores import first_weights


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scores | None = None) -> Steps:
    model, row = given(data, params, start), params.shown(data)
    yield Step(stage="given", model=model, row=row)

    scores = model.decision_function(data.X[[row]])[0]
    for k in range(len(scores)):
        yield Step(stage="score", model=model, row=row, scores=scores[: k + 1])

    yield Step(stage="winner", model=model, row=row, scores=scores)
    yield Step(stage="segment", model=model, row=row, scores=scores, other=(other := partner(data, model, row, params)))

    wrong = int((model.predict(data.X) != data.codes).sum())
    yield Step(stage="regions", model=model, row=row, scores=scores, other=other, wrong=wrong)
    return Ending.converged(f"{counted(wrong, 'point')} of {data.n:,} on the wrong side of the functions given.")


def given(data: Dataset, params: Params, start: Scores | None) -> Scores:
    """The functions: those of a start, those typed, or such that the nearest class mean wins."""
    classes = np.array(data.classes_present)
    if start is not None:
        W = first_weights(start, classes, data.d)
    else:
        W = np.array(params.weights).reshape(-1, data.d + 1) if params.weights else nearest_means(data)
    return Scores.unpacked(W, classes)


def nearest_means(data: Dataset) -> np.ndarray:
    """(K, d + 1) wₖ = mₖ − m, bₖ with which yₖ(x) is −½‖x − mₖ‖² but for what all have in common."""
    means = np.stack([column_means(data.X[data.codes == code]) for code in data.classes_present])
    middle = means.mean(axis=0)
    ways = means - middle
    return np.column_stack([-(ways @ middle) - 0.5 * (ways**2).sum(axis=1), ways])


def partner(data: Dataset, model: Scores, row: int, params: Params) -> int | None:
    """The row at the other end of the segment: the one asked for, or the farthest of the same region; None if none."""
    if params.other:
        return min(params.other, data.n) - 1
    called = model.predict(data.X)
    far = np.where(called == called[row], ((data.X - data.X[row]) ** 2).sum(axis=1), -1.0)
    best = int(np.argmax(far))
    return best if far[best] > 0 else None


def bound(data: Dataset, params: Params) -> int:
    return 4 + len(data.classes_present)


def limits(data: Dataset, params: Params) -> str:
    """Why the weights that were typed do not fit, or ''."""
    K, each = len(data.classes_present), data.d + 1
    if len(params.weights) in (0, K * each):
        return ""
    words = f"The weights are {K * each} numbers, {each} for each of {K} classes with its bias first, and "
    words += f"{len(params.weights)} were typed: type them all, or none for those of the nearest mean."
    return Objection(words, SetParameter("weights", ()))


@dataclass(frozen=True)
class Params:
    weights: tuple[float, ...] = several(
        most=1000, symbol="W", help="for each class b w1 w2 …; none: the nearest class mean wins"
    )
    row: int = whole(
        1, low=1, high=1_000_000, of_rows=True, label="point xA", help="the row worked out, at most the last"
    )
    other: int = whole(
        0, low=0, high=1_000_000, of_rows=True,
        auto=lambda step, params: None if step.other is None else step.other + 1,
        label="point xB", help="a row; auto: the farthest in the region of xA",
    )  # fmt: skip
    alpha: float = real(
        0.5, low=-3.0, high=3.0, symbol=r"\alpha", label="share of xA", help="from 0 to 1: between them"
    )

    def shown(self, data: Dataset) -> int:
        """The index of the row that is worked out."""
        return min(self.row, data.n) - 1


@snapshot
class Step:
    """How far the point has been worked out. The functions stay as they were given."""

    stage: Literal["given", "score", "winner", "segment", "regions"]
    model: Scores
    row: int
    scores: np.ndarray | None = None  # (k,) those of the row so far
    other: int | None = None  # the row at the other end of the segment
    wrong: int = 0  # rows given another class than their own, in the last step
