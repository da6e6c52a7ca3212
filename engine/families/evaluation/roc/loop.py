"""ROC curve: the hits and the false alarms of a classifier at every threshold on its score.   (Fawcett 2006)

TPR(t) = P(s ≥ t | positive)        FPR(t) = P(s ≥ t | negative)        AUC = P(s₊ > s₋) + ½ P(s₊ = s₋)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, real, several
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import always, on_the_way
from engine.core.score_curves import from_above
from engine.data.dataset import Dataset
from engine.families.evaluation.scoring import Scored, ScoringParams, most_pauses, positive_of, scoring, scoring_limits
from engine.maths.evaluation.roc import Pairs, Roc, cheapest
from engine.models.cut import CutScores

MOST = 60
"""More thresholds, and more pairs, than this are passed several at a time, unless each is asked for."""
EACH_PAIR = 400
"""Where each is asked for, more pairs than this are still counted a positive row at a time."""
FEW, EACH = STOPS = ("at most 60 thresholds", "every threshold and pair")


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    begin = Step(part="start", model=None)
    yield begin
    scored = yield from on_the_way(scoring(data, params, rng), always(begin))
    if isinstance(scored, str):
        return Ending.failed(scored)
    positive = positive_of(data, params)
    s, is_positive = scored.of(positive), scored.truth == positive
    curve = from_above(scored.curve(positive))
    ts: list[float] = curve.thresholds.tolist()
    model = CutScores(scored.base, positive, ts[0])
    step = Step(part="fitted", model=model, scored=scored, curve=curve, cut=ts[0])
    yield step
    before = 0
    for at in stops(len(curve.thresholds) - 1, params):
        t = ts[at]
        TP, FP = counted(s, is_positive, t)
        model = CutScores(scored.base, positive, t)
        step = replace(step, part="threshold", model=model, at=at, cut=t, TP=TP, FP=FP, before=before)
        yield step
        before = at
    if not curve.positives * curve.negatives:
        return Ending.stopped(one_sided(curve, data, positive))
    all_positive = replace(step, TP=curve.positives, FP=curve.negatives, before=0)
    for pairs in compared(s, is_positive, params):
        yield replace(all_positive, part="pairs", pairs=pairs)
    corners = scored.hull(positive)
    yield replace(all_positive, part="hull", corners=corners)
    cut = by_hand(params) if params.threshold else ts[least(curve, params)]
    TP, FP = counted(s, is_positive, cut)
    at = curve.at(cut)
    chosen = replace(step, part="choose", model=CutScores(scored.base, positive, cut), pairs=pairs, corners=corners)
    yield replace(chosen, at=at, cut=cut, TP=TP, FP=FP, before=at)
    how = "the threshold that is set" if params.threshold else "the threshold of least cost"
    return Ending.converged(f"The area under the curve is {figure(curve.area)}; {how} is {figure(cut)}.")


def counted(s: np.ndarray, is_positive: np.ndarray, t: float) -> tuple[int, int]:
    """TP and FP: how many positive and how many negative rows have a score of at least t."""
    called = s >= t
    return int((called & is_positive).sum()), int((called & ~is_positive).sum())


def stops(m: int, params: Params) -> Iterator[int]:
    """The points of the curve at which to stop, of points 1 to m: all, or so many evenly."""
    if params.stop_at == EACH or m <= MOST:
        return iter(range(1, m + 1))
    return iter(np.unique(np.linspace(1, m, MOST).round().astype(int)).tolist())


def compared(s: np.ndarray, is_positive: np.ndarray, params: Params) -> Iterator[Counting]:
    """The pairs counted, positive row by positive row, the highest scores first; of few pairs one at a time."""
    ups, downs = -np.sort(-s[is_positive]), np.sort(s[~is_positive])
    won = np.searchsorted(downs, ups, side="left")
    level = np.searchsorted(downs, ups, side="right") - won
    P, N = len(ups), len(downs)
    if (EACH_PAIR if params.stop_at == EACH else MOST) >= P * N:
        for done in range(1, P * N + 1):
            i, j = divmod(done - 1, N)
            above, same = ups[: i + 1, None] > downs[::-1], ups[: i + 1, None] == downs[::-1]
            above[i, j + 1 :] = same[i, j + 1 :] = False
            yield Counting(done, int(above.sum()), int(same.sum()), i, j)
        return
    all_won, all_level = np.cumsum(won), np.cumsum(level)
    rows = range(P) if params.stop_at == EACH else np.unique(np.linspace(0, P - 1, MOST).round().astype(int)).tolist()
    for i in rows:
        yield Counting((i + 1) * N, int(all_won[i]), int(all_level[i]), i, N - 1)


def by_hand(params: Params) -> float:
    """The threshold that was given."""
    return params.threshold[0]


def least(curve: Roc, params: Params) -> int:
    """The point of the curve with the least cost C_FP FP + C_FN FN; of several the highest threshold."""
    return int(cheapest(curve.costs(params.false_alarm, params.miss))[0])


def one_sided(curve: Roc, data: Dataset, positive: int) -> str:
    """Why there is no curve."""
    name = data.class_name(positive)
    if curve.positives:
        return (
            f"All rows that are judged are {name}: without negative rows FP / (FP + TN) is 0/0, so there is no curve."
        )
    return f"No row that is judged is {name}: TP / (TP + FN) is 0/0, so there is no curve."


def bound(data: Dataset, params: Params) -> int:
    """Start and pauses, the thresholds, the pairs, the hull and the choice."""
    many = params.stop_at == EACH
    thresholds = data.n if many else min(data.n, MOST)
    pairs = max(data.n, EACH_PAIR) if many else MOST
    return 4 + most_pauses(data, params) + thresholds + pairs


def limits(data: Dataset, params: Params) -> str:
    return scoring_limits(data, params)


@dataclass(frozen=True)
class Params(ScoringParams):
    false_alarm: float = real(
        1.0, low=0.0, high=1e6, log=True, symbol="C_{FP}", label="cost of a false alarm", clear=True, help="of each FP"
    )
    miss: float = real(
        1.0, low=0.0, high=1e6, log=True, symbol="C_{FN}", label="cost of a miss", clear=True, help="of each FN"
    )
    threshold: tuple[float, ...] = several(
        (), most=1, symbol="t", auto=lambda step, params: (step.cut,) if step.part == "choose" else None,
        help="none: where the cost is least",
    )  # fmt: skip
    stop_at: str = choice(FEW, STOPS, label="stop at", clear=True, rare=True, help="how far apart the steps are")


@snapshot
class Counting:
    """How many of the pairs of a positive and a negative row are compared, won and tied, and which is the last.

    up, down   the places of the last pair: of its positive row, and of its negative, the highest score first
    """

    done: int
    won: int
    tied: int
    up: int
    down: int

    @property
    def pairs(self) -> Pairs:
        return Pairs(self.won, self.tied, self.done - self.won - self.tied)


@snapshot
class Step:
    """One threshold passed, a pair compared, the hull, or the threshold that is chosen. At the start nothing is scored.

    at      the point of the curve;   cut  the threshold, above all scores at first;   before  the point before
    """

    part: Literal["start", "fitted", "threshold", "pairs", "hull", "choose"]
    model: CutScores | None
    scored: Scored | None = None
    curve: Roc | None = None
    at: int = 0
    cut: float = 0.0
    TP: int = 0
    FP: int = 0
    before: int = 0
    pairs: Counting | None = None
    corners: np.ndarray | None = None
