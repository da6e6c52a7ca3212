"""Calibration: are the probabilities of a classifier what they say? Bin by bin, and by two scores.   (Brier 1950)

reliability: the share of positive rows in a bin over the mean p there        gap = Σ (n_b / n) |share − mean p|
Brier = (1/n) Σ (p − t)²        log loss = −(1/n) Σ {t ln p + (1 − t) ln(1 − p)}
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import always, on_the_way
from engine.data.dataset import Dataset
from engine.families.evaluation.scoring import (
    LEARNER,
    Scored,
    judged_choice,
    learner_choice,
    most_pauses,
    positive_class,
    positive_of,
    scoring,
    scoring_limits,
    settings_line,
    share_held_out,
)  # fmt: skip
from engine.maths.evaluation.calibration import RULES, Bins, bin_edges, bin_of, brier_terms, calibration

UNFIT = "The scores of {} are no probabilities, so they cannot be calibrated: take another learner."


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    begin = Step(part="start", model=None)
    yield begin
    scored = yield from on_the_way(scoring(data, params, rng), always(begin))
    if isinstance(scored, str) or scored.kind != "probability":
        return Ending.failed(scored if isinstance(scored, str) else UNFIT.format("this learner"))
    if not len(scored.rows):
        return Ending.failed("No row that is judged has a probability.")
    p, t = np.clip(scored.of(positive_of(data, params)), 0.0, 1.0), scored.truth == positive_of(data, params)
    bins = calibration(p, t, bin_edges(p, params.bins, params.rule))
    where = bin_of(p, bins.edges)
    yield Step(part="fitted", model=scored.base, scored=scored, p=p, t=t, bins=bins)
    filled = np.flatnonzero(bins.counts)
    for b in filled.tolist():
        sizes = bins.counts[filled[filled <= b]]
        yield Step(
            part="bin",
            model=scored.base,
            scored=scored,
            p=p,
            t=t,
            bins=bins,
            bin=b,
            rows=scored.rows[where == b],
            sizes=sizes,
        )
    brier, sizes = float(brier_terms(p, t).mean()), bins.counts[filled]
    yield Step(part="brier", model=scored.base, scored=scored, p=p, t=t, bins=bins, sizes=sizes, brier=brier)
    yield Step(part="log loss", model=scored.base, scored=scored, p=p, t=t, bins=bins, sizes=sizes, brier=brier)
    return Ending.converged(f"The mean gap is {figure(bins.gap)}, and the Brier score {figure(brier)}.")


def bound(data: Dataset, params: Params) -> int:
    """Start and pauses, the bins, and the two scores."""
    return 4 + most_pauses(data, params) + params.bins


def limits(data: Dataset, params: Params) -> str:
    return scoring_limits(data, params)


@dataclass(frozen=True)
class Params:
    source: ClassVar[str] = LEARNER
    feature: ClassVar[int] = 1
    classifier: str = learner_choice("softmax_newton")
    settings: str = settings_line()
    bins: int = whole(10, low=2, high=100, log=True, symbol="B", label="bins", clear=True, help="of the probability")
    rule: str = choice(RULES[0], RULES, label="bins of", clear=True, help="equal width, or with as many rows each")
    judged: str = judged_choice()
    share: float = share_held_out()
    positive: int = positive_class()


@snapshot
class Step:
    """One bin, or one of the two scores. At the start nothing is known.

    p, t   (m,) the probability of the positive class, and whether a row is of it;   bins   all of them
    bin, rows  the bin in view, and its rows of the data;   sizes  the rows of the bins so far, without empty ones
    """

    part: Literal["start", "fitted", "bin", "brier", "log loss"]
    model: Any
    scored: Scored | None = None
    p: np.ndarray | None = None
    t: np.ndarray | None = None
    bins: Bins | None = None
    bin: int | None = None
    rows: np.ndarray | None = None
    sizes: np.ndarray | None = None
    brier: float = 0.0
