"""Squared errors of targets of 1e100 are numbers, and so is their deviation, whose own squares are not."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.data.dataset import Dataset
from engine.maths.evaluation.missed import deviation
from engine.maths.evaluation.paired import mean_interval, paired_t

KEYS = (
    "bootstrap",
    "classifier_comparison",
    "cross_validation",
    "knob_curve",
    "learning_curve",
    "nested_cross_validation",
)


def line(unit: float) -> Dataset:
    x = np.linspace(0.0, 1.0, 24)
    return Dataset(x[:, None], unit * (x + 0.1 * np.sin(40 * x)), target_name="t")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.filterwarnings("error")
def test_every_number_of_a_run_is_finite(key: str) -> None:
    data, algorithm = line(1e100), engine.algorithm(key)
    trace = engine.trace(key, data).to_end()
    assert trace.ending.kind == "converged"
    for step in (trace[i] for i in range(len(trace))):
        story = algorithm.explain(step, data, algorithm.params())
        told = {number.name: number.value for number in story.numbers if isinstance(number.value, float)}
        assert not [name for name, value in told.items() if np.isinf(value)], told


@pytest.mark.filterwarnings("error")
def test_deviations_and_tests_scale_with_their_numbers() -> None:
    values = np.array([1.0, 2.0, 4.0])
    assert deviation(1e200 * values, 1) == pytest.approx(1e200 * values.std(ddof=1))
    assert paired_t(1e200 * values) == pytest.approx(paired_t(values))
    assert mean_interval(1e200 * values, 0.9) == pytest.approx(tuple(1e200 * np.array(mean_interval(values, 0.9))))
