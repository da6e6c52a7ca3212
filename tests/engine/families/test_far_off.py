"""Columns far from 0, large or small under a basis: refused with a remedy, or no check is broken by rounding."""

from __future__ import annotations

import warnings
from itertools import islice
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Prepare, Refusal
from engine.base.params import specs
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset
from tests.contract.pool import blobs

CLASSES = blobs(15, 2, 2, spread=1.5)
NUMBERS = CLASSES.changed(y=CLASSES.X @ [1.0, 2.0], class_names=())
BASES: tuple[dict[str, Any], ...] = (
    {"basis": "polynomial", "degree": 6},
    {"basis": "polynomial", "degree": 3},
    {"basis": "gaussian at points", "functions": 100},
)
MOVED = {
    "a million off": lambda X: X + 1e6,
    "a milliard off": lambda X: X + 1e9,
    "a million times as large": lambda X: X * 1e6,
    "a millionth": lambda X: X * 1e-6,
    "numbers of rows": lambda X: np.column_stack([1e12 + np.arange(len(X)), X[:, 0]]),
}
PULLED = 12
WITH_BASIS = [key for key, algorithm in engine.algorithms().items() if "basis" in specs(algorithm.params)]


def suited(algorithm: Algorithm) -> Dataset | None:
    return next((data for data in (CLASSES, NUMBERS) if not algorithm.unsuitable(data)), None)


@pytest.mark.full
@pytest.mark.parametrize("key", WITH_BASIS)
def test_no_check_is_broken_by_rounding_under_a_basis(key: str) -> None:
    algorithm = engine.algorithm(key)
    if (data := suited(algorithm)) is None:
        return
    for name, moved in MOVED.items():
        table = data.changed(X=moved(data.X))
        for values in BASES:
            try:
                trace = algorithm.trace(table, seed=5, budget=0, **values)
            except Refusal as refusal:
                assert refusal.remedies, f"{name}, {values}: {refusal}"
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("error", RuntimeWarning)
                for index, step in enumerate(islice(trace, PULLED)):
                    story = algorithm.explain(step, table, algorithm.params(**values))
                    broken = [check.words for check in story.checks if not check.holds]
                    assert not broken, f"{name}, {values}, step {index}: {broken}"


def test_powers_of_columns_far_from_0_are_refused_where_no_digit_of_the_covariance_would_be_right() -> None:
    """At degree 6 of values about a million; standardised, or as they are near 0, they are taken."""
    far = CLASSES.changed(X=CLASSES.X + 1e6)
    with pytest.raises(Refusal, match="standardise") as refusal:
        engine.trace("bayesian_logistic", far, **BASES[0])
    assert refusal.value.remedies == (Prepare("Standardise"),)
    for data in (CLASSES, engine.prepare(far, "Standardise").data):
        deviations = np.sqrt(np.diag(engine.fit("bayesian_logistic", data, **BASES[0]).covariance))
        assert deviations.max() <= 1 + 1e-9
