"""Runs of algorithms as the contract looks at them: a stretch of steps, and from it a few of every kind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import Any

import numpy as np
import pytest

from engine.base.errors import Refusal
from engine.base.params import build, specs
from engine.base.snapshot import arrays_in
from engine.core.algorithm import Algorithm
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from tests.contract.pool import few, suitable

STRETCH = 200
LOOKED_AT = 30


@dataclass(frozen=True, eq=False)
class Run:
    """One run of an algorithm, pulled for a while."""

    algorithm: Algorithm
    about: str
    data: Dataset
    params: Any
    trace: Trace

    @cached_property
    def steps(self) -> list[Any]:
        """The first steps, at most a stretch of them."""
        return list(islice(self.trace, STRETCH))

    @cached_property
    def telling(self) -> dict[int, Any]:
        """The first, the last, the first of every event, and others evenly between."""
        last = len(self.steps) - 1
        chosen = {round(i) for i in np.linspace(0, last, LOOKED_AT)}
        for index in range(last, -1, -1):
            if self.algorithm.event(self.steps[index]) not in {self.algorithm.event(self.steps[i]) for i in chosen}:
                chosen.add(index)
        return {index: self.steps[index] for index in sorted(chosen)}


def ran(algorithm: Algorithm, about: str, data: Dataset, **values: Any) -> Run | None:
    """A run, or None when the algorithm's `limits` refuse these parameters for this data, in words."""
    params = build(algorithm.params, values)
    try:
        return Run(algorithm, f"{about} {values or ''}".strip(), data, params, algorithm.trace(data, seed=5, **values))
    except Refusal as refusal:
        names = specs(algorithm.params)
        said = str(refusal)
        if not any(name in said for name in names):
            pytest.fail(f"{algorithm.name} on {about}, {values}: {said!r} names none of its parameters {list(names)}.")
        return None


@cache
def plain_runs(algorithm: Algorithm) -> tuple[Run, ...]:
    """With its defaults, on every suitable data set of the pool."""
    runs = [ran(algorithm, name, data) for name, data in suitable(algorithm).items()]
    return tuple(run for run in runs if run is not None)


@cache
def few_runs(algorithm: Algorithm) -> tuple[Run, ...]:
    """With its defaults, on a few suitable data sets of different shapes."""
    names = few(algorithm)
    return tuple(run for run in plain_runs(algorithm) if run.about in names)


@cache
def edge_runs(algorithm: Algorithm) -> tuple[Run, ...]:
    """With one parameter at one of its bounds, on the smallest suitable data set that accepts it."""
    runs = []
    for name, spec in specs(algorithm.params).items():
        for value in spec.bounds():
            tried = (ran(algorithm, about, data, **{name: value}) for about, data in suitable(algorithm).items())
            run = next((run for run in tried if run is not None), None)
            assert run is not None, f"{algorithm.name}: no data set of the pool lets {name} = {value!r} run."
            runs.append(run)
    return tuple(runs)


def bits(record: Any) -> tuple[Any, ...]:
    """Every bit of a snapshot: what its arrays hold, and the printed form of the rest, where −0 is not 0."""
    arrays = tuple((array.dtype.str, array.shape, array.tobytes()) for array in arrays_in(record))
    with np.printoptions(threshold=0, edgeitems=1):  # 0 would print every number of a large array
        return (*arrays, repr(record))
