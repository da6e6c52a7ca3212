"""Every step of every algorithm yields soon, also on the largest table that it takes.

The first steps of each are held to it here; `python -m tests.contract.pace` pulls more, on more tables.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import engine
from tests.contract import pace
from tests.contract.pace import MOST_UNITS, fitting, unit

FIRST = 4.0
"""So many units of work at most are pulled of each run, and the step with which they are passed."""
MARGIN = 1.5
"""Another process may take the cache meanwhile."""


@pytest.mark.full
@pytest.mark.parametrize("key", engine.algorithms())
def test_first_steps_on_a_large_table_yield_within_two_seconds(key: str) -> None:
    algorithm = engine.algorithm(key)
    name, data = next(fitting(algorithm))
    found = pace.pace(algorithm, name, data, FIRST)
    assert found is not None and found.pulled
    assert found.units < MARGIN * MOST_UNITS, f"{found.about}: {found.units / MOST_UNITS:.0%} of 2 s, step {found.step}"


KNOWN: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("max_margin", "two classes", {"basis": "gaussian at points"}),
    ("separability", "two classes", {"basis": "polynomial"}),
    ("one_versus_one", "two classes", {"base": "choosing_k"}),
    ("one_versus_one", "two classes", {"base": "logistic_stochastic"}),
    ("one_versus_rest", "two classes", {"base": "mlp"}),
    ("one_versus_rest", "many columns", {"base": "adaboost"}),
    ("one_versus_rest", "many columns", {"base": "c45"}),
    ("vector_quantisation", "many columns", {"k": 256}),
    ("mds", "many columns", {"method": "classical"}),
    ("kernel_vote", "two classes", {"distance": "Hamming"}),
    ("kernel_vote", "many columns", {"distance": "Manhattan"}),
    ("parzen", "two classes", {"distance": "Hamming"}),
)
"""Runs with steps that took more than 2 s, or nearly so."""
LATE = 400.0
"""So many units of work are pulled of these."""
TURNS = 3
"""So often a run that seems too slow is measured."""


@pytest.mark.full
@pytest.mark.parametrize(("key", "name", "values"), KNOWN)
def test_slow_steps_yield_within_two_seconds(key: str, name: str, values: dict[str, Any]) -> None:
    algorithm = engine.algorithm(key)
    data = dict(fitting(algorithm))[name]
    for _ in range(TURNS):  # as of the unit of work, the least counts: others use the machine meanwhile
        found = pace.pace(algorithm, name, data, LATE, **values)
        if found is not None and found.units < MOST_UNITS:
            break
    assert found is not None
    assert found.units < MOST_UNITS, f"{found.about}: {found.units / MOST_UNITS:.0%} of 2 s, step {found.step}"


def test_a_step_that_takes_long_is_found() -> None:
    """Whatever the machine: it is measured by the work it does."""

    class Slow:
        key = "slow"

        def trace(self, data: object, **_: object) -> engine.core.trace.Trace:
            def run():  # type: ignore[no-untyped-def]
                yield 1
                until = time.process_time() + 5 * unit()
                while time.process_time() < until:
                    np.sort(np.arange(1_000))
                yield 2

            return engine.core.trace.Trace(run, 0)

    found = pace.pace(Slow(), "a table", next(iter(pace.tables().values())), 100.0)  # type: ignore[arg-type]
    assert found is not None and found.step == 1 and 3 < found.units < 20
