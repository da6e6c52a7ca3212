"""What a run promises: the same steps from the same seed, an end within its bound, and nothing left changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from engine.base.snapshot import arrays_in, fields_of
from engine.core.algorithm import Algorithm
from engine.core.ending import Ending
from tests.contract.again import once_more
from tests.contract.edges import edge_runs
from tests.contract.runs import few_runs, plain_runs
from tests.contract.same_runs import SameRuns
from tests.contract.steps import check_steps
from tests.contract.telling import check_sentence


def the_same_seed_gives_equal_steps(algorithm: Algorithm) -> None:
    for again in once_more(algorithm):
        same_runs = SameRuns()
        for index, (one, other) in enumerate(zip(again.run.steps, again.steps, strict=True)):
            assert same_runs.alike(one, other), f"{again.run.about}: step {index} differs"


def it_leaves_the_world_alone(algorithm: Algorithm) -> None:
    """Neither the data nor the parameters nor a global source of random numbers changes."""
    for again in once_more(algorithm):
        assert not again.changed, f"{again.run.about}: {again.changed} changed"


def a_run_has_steps_and_ends_within_its_bound(algorithm: Algorithm) -> None:
    for run in plain_runs(algorithm):
        trace, bound = run.ended(), algorithm.bound(run.data, run.params)
        assert 1 <= trace.known <= bound, f"{run.about}: {trace.known} steps or more, and a bound of {bound}"
        assert isinstance(trace.ending, Ending) and trace.ending.kind in ("converged", "stopped", "failed")
        check_sentence(trace.ending.words)


def both_bounds_of_each_parameter_run(algorithm: Algorithm) -> None:
    for run in edge_runs(algorithm):
        assert run.steps, f"{run.about}: no step at all"
        assert run.trace.known <= algorithm.bound(run.data, run.params), run.about
        check_steps(run, run.glimpsed)
        if run.trace.ending is not None:
            check_sentence(run.trace.ending.words)


def snapshots_cannot_be_changed(algorithm: Algorithm) -> None:
    """Frozen records all the way down, and no array that anybody could still write to."""
    for run in few_runs(algorithm):
        met: dict[int, Any] = {}  # what steps share is looked at once
        arrays: set[int] = set()
        for step in run.steps:
            _check_frozen(step, met, arrays)


def _check_frozen(record: Any, met: dict[int, Any], arrays: set[int]) -> None:
    for part in _records_in(record, met):
        assert part.__dataclass_params__.frozen, f"{type(part).__name__} is not frozen"
        name = next((name for name, _ in fields_of(part)), None)
        if name is not None:
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(part, name, None)
    for array in arrays_in(record, arrays):
        while isinstance(array, np.ndarray):
            assert not array.flags.writeable, "an array of a step, or what it is a view of, can be written to"
            array = array.base


def _records_in(value: Any, met: dict[int, Any]) -> Iterator[Any]:
    """Every record in it that was not met before, and it is a mistake if something else than a tuple holds them."""
    assert not isinstance(value, (list, dict, set, bytearray)), f"a step holds a {type(value).__name__}: it can change"
    if isinstance(value, tuple):
        for item in value:
            yield from _records_in(item, met)
    elif dataclasses.is_dataclass(value) and id(value) not in met:
        met[id(value)] = value
        yield value
        for _, item in fields_of(value):
            yield from _records_in(item, met)
