"""RBF regression: Gaussian bumps whose centres are taken from the data.   (Broomhead and Lowe 1988)

y(x) = b + Σⱼ wⱼ φⱼ(x),   φⱼ(x) = exp(−½ ‖x − cⱼ‖² / α²),   j = 1 … M        w = argmin Σ (tₙ − y(xₙ))² + λ ‖w‖²
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.split import learnable
from engine.families.regression.growing import Growth, grown, usual_width
from engine.families.regression.growth_conditions import columns_words
from engine.families.regression.rbf_regression.centres import cluster_means, distinct
from engine.maths.probability.row_keys import shuffled
from engine.models.basis import Gaussians
from engine.models.linear import LinearPredictor

RANDOM, MEANS, ALL = RULES = ("random rows", "k-means", "all rows")
MOST = 200
"""More centres than this are not taken one by one."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    rows = candidates(data, params, rng)
    centres = data.X[rows]
    if params.rule == MEANS:
        centres, rows = cluster_means(data.X[learnable(data)], centres), np.full(len(rows), -1)
    alpha = params.width or usual_width(Gaussians(centres, 1.0))

    growth = grown(None, None, data)
    yield Step(model=growth.model, growth=growth, rows=rows[:0], width=alpha)
    for M in range(1, len(centres) + 1):
        growth = grown(growth, Gaussians(centres[:M], alpha), data, params.penalty)
        yield Step(model=growth.model, growth=growth, rows=rows[:M], width=alpha)
    said = f"{counted(growth.count, 'centre')}: the training RMSE is {figure(growth.training[-1])}."
    return Ending.converged(said + columns_words(growth))


def candidates(data: Dataset, params: Params, rng: np.random.Generator) -> np.ndarray:
    """(M,) rows to learn from, no two at one place: the first in the order of their random keys, or all in order."""
    own = learnable(data)
    if params.rule == ALL:
        return np.asarray(own[distinct(data.X[own])])
    order = own[shuffled(data.row_keys_of(own), rng)]
    return np.asarray(order[distinct(data.X[order])][: params.centres])


def bound(data: Dataset, params: Params) -> int:
    return 1 + (data.n if params.rule == ALL else params.centres)


def limits(data: Dataset, params: Params) -> str:
    """Of very many rows not each can be a centre."""
    if params.rule == ALL and len(learnable(data)) > MOST:
        words = (
            f"All {len(learnable(data)):,} rows would be centres, and at most {MOST} are taken: draw some at random."
        )
        return Objection(words, SetParameter("rule", RANDOM))
    return ""


def width_used(step: Step, params: Params) -> float:
    """The width of a run, as its steps have it."""
    return step.width


@dataclass(frozen=True)
class Params:
    rule: str = choice(RANDOM, RULES, label="centres", help="where they come from")
    centres: int = whole(
        10, low=1, high=MOST, log=True, symbol="M", when=("rule", (RANDOM, MEANS)), label="how many", clear=True,
        help="centres",
    )  # fmt: skip
    width: float = real(
        0.0, low=0.0, high=1e6, log=True, symbol=r"\alpha", auto=width_used,
        help="auto: the mean distance of a centre from the nearest other one",
    )  # fmt: skip
    penalty: float = real(0.0, low=0.0, high=1e6, log=True, symbol=r"\lambda", help="holds the weights near 0 (ridge)")


@snapshot
class Step:
    """The model with so many centres."""

    model: LinearPredictor
    growth: Growth
    rows: np.ndarray  # (M,) the rows that are centres, −1 for a mean of rows
    width: float  # α
