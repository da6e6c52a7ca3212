"""Very large and very small numbers, and one far out: every algorithm refuses them with a remedy, or works silently."""

from __future__ import annotations

import warnings
from itertools import islice

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.data.dataset import Dataset

STEPS = 12


def two_clouds() -> Dataset:
    rng = np.random.default_rng(5)
    codes = np.repeat([0, 1], 12)
    return Dataset(rng.normal(size=(24, 2)) + 3.0 * codes[:, None], codes, class_names=("a", "b"))


def with_outlier(size: float) -> Dataset:
    data = two_clouds()
    return data.with_values([0], [[size, -size]])


EXTREMES = {
    **{f"scale {size:g}": two_clouds().changed(X=two_clouds().X * size) for size in (1e-100, 1e-12, 1e12, 1e100)},
    "an outlier": with_outlier(1e8),
    "an outlier far out": with_outlier(1e15),
    "too large to square": with_outlier(1e200),
}


@pytest.mark.parametrize("name", EXTREMES)
@pytest.mark.parametrize("key", engine.algorithms())
def test_it_is_refused_with_a_remedy_or_done_without_a_warning(key: str, name: str) -> None:
    data, algorithm = EXTREMES[name], engine.algorithm(key)
    params = algorithm.params()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            trace = engine.trace(key, data)
        except Refusal as refusal:
            assert refusal.remedies
            return
        for step in islice(trace, STEPS):
            algorithm.marks(step, data, params), algorithm.explain(step, data, params)
            algorithm.measure(step, data, params), algorithm.inspect(step, data, params, data.X[1])
