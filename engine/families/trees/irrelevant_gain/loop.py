"""The gain of an irrelevant attribute: one random column after another, with values drawn without a look at the class.

    Gain(S, A) = H(S) − Σ_v |S_v| / |S| · H(S_v)      of A independent of the class:  mean ≈ (V − 1)(K − 1) / (2 N ln 2)

The approximation is that 2 N ln 2 · Gain is nearly χ² with (V − 1)(K − 1) degrees of freedom (White and Liu 1994).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.maths.probability.impurity import information_gain
from engine.maths.probability.row_keys import random_keys
from engine.parts.trees.growing import contingency, level_codes


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    y = data.codes
    K = len(data.class_names)
    V = count_of(data, params)
    codes = level_codes(data)
    real = np.array(
        [information_gain(contingency(codes[:, a], y, len(data.columns[a].levels), K)) for a in range(data.d)]
    )
    yield Step(model=None, table=None, gains=np.zeros(0), real=real)
    gains = np.zeros(0)
    for _ in range(params.columns):
        values = np.floor(V * random_keys(data.row_keys, rng)).astype(int)  # of every row, each of V values as likely
        table = contingency(values, y, V, K)
        gains = np.append(gains, information_gain(table))
        yield Step(model=None, table=table, gains=gains, real=real)
    mean = figure(float(gains.mean()))
    return Ending.stopped(
        f"{counted(len(gains), 'random column')} of {counted(V, 'value')} gain {mean} bits on average, not 0, "
        "although they are independent of the class."
    )


def by_chance(data: Dataset, params: Params) -> float:
    """(V − 1)(K − 1) / (2 N ln 2), the mean gain in bits that the χ² distribution leads one to expect."""
    K = len(data.classes_present)
    return float((count_of(data, params) - 1) * (K - 1) / (2 * data.n * np.log(2)))


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.columns


def count_of(data: Dataset, params: Params) -> int:
    """V: as many values as are asked for, but no more than there are rows."""
    return min(params.values, data.n)


@dataclass(frozen=True)
class Params:
    values: int = whole(
        3,
        low=2,
        high=1_000,
        log=True,
        symbol="V",
        label="number of values",
        help="of a random column; at most the rows",
    )
    columns: int = whole(200, low=1, high=2_000, log=True, label="random columns", clear=True, help="drawn one a step")


@snapshot
class Step:
    """One random column; at the start none has been drawn."""

    model: None
    table: np.ndarray | None  # (V, K) how many rows have each value of it and each class
    gains: np.ndarray  # (m,) of the random columns so far, in bits
    real: np.ndarray  # (d,) of the attributes of the table
