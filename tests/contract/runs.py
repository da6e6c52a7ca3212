"""Runs of algorithms as the contract looks at them: a stretch of steps, and from it a few of every kind."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice
from typing import Any

import numpy as np
import pytest

from engine.base.errors import Refusal
from engine.base.params import Choice, Flag, Real, Spec, Whole, build, specs
from engine.base.snapshot import arrays_in
from engine.core.algorithm import Algorithm, Inquiry
from engine.core.story import Story
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
    _stories: dict[int, Story] = field(default_factory=dict)

    @cached_property
    def steps(self) -> list[Any]:
        """The first steps, at most a stretch of them."""
        return list(islice(self.trace, STRETCH))

    def story(self, index: int) -> Story:
        """What one of its steps says, worked out once however many promises ask."""
        if index not in self._stories:
            self._stories[index] = self.algorithm.explain(self.steps[index], self.data, self.params)
        return self._stories[index]

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


@cache
def varied_runs(algorithm: Algorithm) -> tuple[Run, ...]:
    """With every number moved away from its default at once, and with each option that there is, on small data.

    An edge changes one parameter alone; what a rule leaves out may show only when two meet, a penalty and an option.
    """
    declared = specs(algorithm.params)
    numbers = {name: value for name, spec in declared.items() if (value := moved(spec)) is not None}
    options = [(name, value) for name, spec in declared.items() for value in _options(spec)]
    tried = [numbers, *({**numbers, name: value} for name, value in options)]
    runs = (_smallest(algorithm, values) for values in tried)
    return tuple(run for run in runs if run is not None)


def moved(spec: Spec) -> float | int | None:
    """A number that is not the default and no bound either, if the parameter has one."""
    if isinstance(spec, Whole):
        return next((value for value in (spec.default + 1, spec.default - 1) if spec.low <= value < spec.high), None)
    if isinstance(spec, Real):
        value = 0.7 * spec.default if spec.default else min(0.5, spec.high / 2)
        return value if spec.low < value < spec.high else None
    return None


def _options(spec: Spec) -> tuple[Any, ...]:
    return tuple(value for value in spec.bounds() if value != spec.default) if isinstance(spec, (Choice, Flag)) else ()


def _smallest(algorithm: Algorithm, values: dict[str, Any]) -> Run | None:
    """A run on the first few suitable data sets that accept these parameters together."""
    tried = (ran(algorithm, about, data, **values) for about, data in few(algorithm).items())
    return next((run for run in tried if run is not None), None)


@cache
def asked(algorithm: Algorithm) -> tuple[tuple[Run, str, Inquiry], ...]:
    """What is said of a point: at a row, between rows, and far away, before the first step and after the last."""
    found = []
    for run in few_runs(algorithm):
        for index in (0, len(run.steps) - 1):
            for x in places(run.data):
                answer = algorithm.inspect(run.steps[index], run.data, run.params, x)
                if answer is not None:
                    found.append((run, f"{run.about}, step {index}, asked about {x}", answer))
    return tuple(found)


def places(data: Dataset) -> list[np.ndarray]:
    table = np.nan_to_num(data.X)
    if data.columns[0].levels:
        return [table[0], table[-1]]
    return [table[0], table.mean(axis=0), table.max(axis=0) + 100.0]


@cache
def stories(algorithm: Algorithm) -> tuple[tuple[str, Story], ...]:
    """What the algorithm says: of steps of every kind, with its defaults and without, and of points."""
    runs = (*few_runs(algorithm), *edge_runs(algorithm), *varied_runs(algorithm))
    told = [(f"{run.about}, step {index}", run.story(index)) for run in runs for index in run.telling]
    return (*told, *((about, answer.story) for _, about, answer in asked(algorithm)))


def bits(record: Any) -> tuple[Any, ...]:
    """Every bit of a snapshot: what its arrays hold, and the printed form of the rest, where −0 is not 0."""
    arrays = tuple((array.dtype.str, array.shape, array.tobytes()) for array in arrays_in(record))
    with np.printoptions(threshold=0, edgeitems=1):  # 0 would print every number of a large array
        return (*arrays, repr(record))
