"""Runs of algorithms as the contract looks at them: a stretch of steps, and from it a few of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import islice
from typing import Any

import numpy as np
import pytest

from engine.base.errors import Refusal
from engine.base.params import build, specs
from engine.core.algorithm import Algorithm
from engine.core.marks import Mark
from engine.core.story import Event, Story
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from tests import tier
from tests.contract.claims import quantities
from tests.contract.noting import ALL, answers_alike, noting
from tests.contract.pool import few, suitable

STRETCH = 200
SHORT = 100
LOOKED_AT = 10
GLIMPSED = 3
"""Steps of each kind that are drawn and explained, of a usual run and of one whose parameters are not the usual."""
QUICK_TABLES, QUICK_LOOKED_AT, QUICK_GLIMPSED = 3, 3, 2
"""The tables, and the same, in the quick tier."""


@dataclass(frozen=True, eq=False)
class Run:
    """One run of an algorithm, pulled for a while."""

    algorithm: Algorithm
    about: str
    data: Dataset
    params: Any
    trace: Trace
    stretch: int = STRETCH
    _known: list[Any] | None = None  # its steps, where another run has made them
    _own: frozenset[int] | None = None  # of these the ones that are drawn or told as those of the other run are not
    walked: frozenset[str] | None = None  # the parameters that its loop asks for until it ends, where that was noted
    _stories: dict[int, Story] = field(default_factory=dict)
    _marks: dict[int, Sequence[Mark]] = field(default_factory=dict)

    @cached_property
    def steps(self) -> list[Any]:
        """The first steps, at most a stretch of them."""
        return list(islice(self.trace, self.stretch)) if self._known is None else self._known

    def ended(self) -> Trace:
        """The trace, at its end, or past the bound where it should have ended."""
        assert self.steps, f"{self.about}: no step at all"  # taken now: the trace lets go of them as it goes on
        trace, bound = self.trace, self.algorithm.bound(self.data, self.params)
        while trace.known <= bound and trace.advance():
            pass
        return trace

    def story(self, index: int) -> Story:
        """What one of its steps says, worked out once however many promises ask."""
        if index not in self._stories:
            self._stories[index] = self.algorithm.explain(self.steps[index], self.data, self.params)
        return self._stories[index]

    @cached_property
    def measured(self) -> list[dict[str, float]]:
        """The numbers of the learning curve at every step."""
        measure = self.algorithm.measure
        return [{k: float(v) for k, v in measure(step, self.data, self.params).items()} for step in self.steps]

    def quantities(self, index: int) -> dict[str, float]:
        """What a step says in numbers that have a name."""
        return quantities(self.story(index), self.measured[index])

    def quantity_before(self, index: int, name: str) -> float | None:
        """What such a number was one step earlier; the story of that step is told only when it is not measured."""
        if index == 0:
            return None
        earlier = self.measured[index - 1]
        return earlier[name] if name in earlier else self.quantities(index - 1).get(name)

    def marks(self, index: int) -> Sequence[Mark]:
        """What one of its steps draws, worked out once too."""
        if index not in self._marks:
            self._marks[index] = self.algorithm.marks(self.steps[index], self.data, self.params)
        return self._marks[index]

    @cached_property
    def telling(self) -> dict[int, Any]:
        """The first, the last, and of every kind some, evenly between its first and its last."""
        return self._chosen(LOOKED_AT if tier.full else QUICK_LOOKED_AT)

    @cached_property
    def glimpsed(self) -> dict[int, Any]:
        """The same with fewer of a kind: for runs whose parameters are not the usual ones."""
        chosen = self._chosen(GLIMPSED if tier.full else QUICK_GLIMPSED)
        return {index: step for index, step in chosen.items() if self._own is None or index in self._own}

    @cached_property
    def _kinds(self) -> list[tuple[Event | None, str, int]]:
        """What happened at each step, and on which line of the source: steps of one kind have both alike."""
        event, trace = self.algorithm.event, self.trace
        return [(event(step), trace.file(index), trace.line(index)) for index, step in enumerate(self.steps)]

    def _chosen(self, count: int) -> dict[int, Any]:
        kinds: dict[Any, list[int]] = {}
        for index, kind in enumerate(self._kinds):
            kinds.setdefault(kind, []).append(index)
        chosen = {0, len(self.steps) - 1}
        for indices in kinds.values():
            apart = (len(indices) - 1) / (count - 1)
            chosen.update(indices[round(i * apart)] for i in range(count))
        return {index: self.steps[index] for index in sorted(chosen)}


def ran(algorithm: Algorithm, about: str, data: Dataset, stretch: int = STRETCH, /, **values: Any) -> Run | None:
    """A run, or None when the algorithm's `limits` refuse these parameters for this data, in words."""
    params = build(algorithm.params, values)
    try:
        trace = algorithm.trace(data, seed=5, budget=0, **values)
        return Run(algorithm, f"{about} {values or ''}".strip(), data, params, trace, stretch)
    except Refusal as refusal:
        names = specs(algorithm.params)
        said = str(refusal)
        if not any(name in said for name in names):
            pytest.fail(f"{algorithm.name} on {about}, {values}: {said!r} names none of its parameters {list(names)}.")
        return None


@cache
def plain_runs(algorithm: Algorithm) -> tuple[Run, ...]:
    """With its defaults, on every suitable data set of the pool; in the quick tier on three of different shapes."""
    tables = suitable(algorithm) if tier.full else few(algorithm, QUICK_TABLES)
    tried = (ran(algorithm, name, data) for name, data in tables.items())
    runs = [run for run in tried if run is not None]
    asking: list[tuple[Run, set[str]]] = []  # runs that were walked with an ear on the data set, and what they ask
    for place, run in enumerate(runs):
        alike = next((first for first, asked in asking if answers_alike(first.data, run.data, asked)), None)
        if alike is not None:
            runs[place] = replace(run, trace=alike.trace, _known=alike.steps)
        elif _may_be_shared(run, runs[place + 1 :], asking):
            asking.append(_asking(run))
            runs[place] = asking[-1][0]
    return tuple(runs)


def _may_be_shared(run: Run, later: Sequence[Run], asking: Sequence[tuple[Run, set[str]]]) -> bool:
    """Whether a run on another data set may come to the same steps: one of the same table, where the loop reads it."""
    if asking and not asking[0][1].isdisjoint({"X", *ALL}):
        return any(other.data.X is run.data.X for other in later)
    return bool(later)


def _asking(run: Run) -> tuple[Run, set[str]]:
    """The same run, and what its loop asks of the data set until it ends; of the parameters it is kept in the run."""
    asked: set[str] = set()
    walked: set[str] = set()
    run = replace(run, trace=walk(run.algorithm, noting(run.data, asked, inside=False), noting(run.params, walked)))
    run.ended()
    return replace(run, _known=run.steps, walked=frozenset(walked)), asked


def walk(algorithm: Algorithm, data: Dataset, params: Any) -> Trace:
    """What `ran` looks at, for data and parameters that it has let pass."""
    return Trace(lambda: algorithm.run(data, params, np.random.default_rng(5), None), 0)


@cache
def few_runs(algorithm: Algorithm) -> tuple[Run, ...]:
    """With its defaults, on a few suitable data sets of different shapes."""
    names = few(algorithm)
    return tuple(run for run in plain_runs(algorithm) if run.about in names)
