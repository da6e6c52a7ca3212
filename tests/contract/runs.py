"""Runs of algorithms as the contract looks at them: a stretch of steps, and from it a few of every kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import islice
from typing import Any

import numpy as np
import pytest

from engine.base.errors import Refusal
from engine.base.params import Choice, Flag, Real, Spec, Whole, build, specs
from engine.base.snapshot import fields_of, same
from engine.core.algorithm import Algorithm
from engine.core.marks import Mark
from engine.core.story import Event, Story
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from tests.contract.claims import quantities
from tests.contract.drawing import check_marks
from tests.contract.noting import is_asked, noting
from tests.contract.pool import few, suitable

STRETCH = 200
SHORT = 100
LOOKED_AT = 10
GLIMPSED = 3
"""Steps of each kind that are drawn and explained, of a usual run and of one whose parameters are not the usual."""


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
        return self._chosen(LOOKED_AT)

    @cached_property
    def glimpsed(self) -> dict[int, Any]:
        """The same with fewer of a kind: for runs whose parameters are not the usual ones."""
        chosen = self._chosen(GLIMPSED)
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
            chosen.update(indices[round(i)] for i in np.linspace(0, len(indices) - 1, count))
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
    """With its defaults, on every suitable data set of the pool."""
    tried = (ran(algorithm, name, data) for name, data in suitable(algorithm).items())
    runs = [run for run in tried if run is not None]
    firsts: dict[int, tuple[Run, set[str]]] = {}  # of every table that several have, the first run, and what it asks
    for place, run in enumerate(runs):
        table = id(run.data.X)
        if table in firsts:
            runs[place] = _shared(run, *firsts[table])
        elif any(other.data.X is run.data.X for other in runs[place + 1 :]):
            firsts[table] = _asking(run)
            runs[place] = firsts[table][0]
    return tuple(runs)


def _asking(run: Run) -> tuple[Run, set[str]]:
    """The same run, and what its loop asks of the data set until it ends."""
    asked: set[str] = set()
    run = replace(run, trace=_walk(run.algorithm, noting(run.data, asked), run.params))
    run.ended()
    return run, asked


def _shared(run: Run, first: Run, asked: set[str]) -> Run:
    """The run with the steps of another, if its loop asks for nothing in which the two data sets differ: they are the
    very same, since what has the same data, seed and parameters is promised to be.
    """
    differ = (name for name, value in fields_of(run.data) if not same(value, getattr(first.data, name)))
    if any(is_asked(name, asked) for name in differ):
        return run
    return replace(run, trace=first.trace, _known=first.steps)


def _walk(algorithm: Algorithm, data: Dataset, params: Any) -> Trace:
    """What `ran` looks at, for data and parameters that it has let pass."""
    return Trace(lambda: algorithm.run(data, params, np.random.default_rng(5), None), 0)


@cache
def few_runs(algorithm: Algorithm) -> tuple[Run, ...]:
    """With its defaults, on a few suitable data sets of different shapes."""
    names = few(algorithm)
    return tuple(run for run in plain_runs(algorithm) if run.about in names)


@cache
def edge_runs(algorithm: Algorithm) -> tuple[Run, ...]:
    """With one parameter at one of its bounds, on the smallest suitable data set that accepts it."""
    runs, there = [], suitable(algorithm)
    for name, spec in specs(algorithm.params).items():
        for value in spec.bounds():
            if value == spec.default:  # then it is a usual run, which there is already
                runs.append(plain_runs(algorithm)[0])
                continue
            tried = ((about, ran(algorithm, about, data, SHORT, **{name: value})) for about, data in there.items())
            about, run = next(((about, run) for about, run in tried if run is not None), ("", None))
            assert run is not None, f"{algorithm.name}: no data set of the pool lets {name} = {value!r} run."
            runs += _spared(run, name, usual(algorithm, about))
    return tuple(dict.fromkeys(runs))


@dataclass(frozen=True, eq=False)
class Usual:
    """The beginning of a usual run, and the names of the parameters that are asked for."""

    run: Run
    walked: set[str]  # by the loop
    measured: set[str]  # by its bound, and by the measures of any step
    looked: dict[int, set[str]]  # by whatever is drawn and said of a step that is looked at


@cache
def usual(algorithm: Algorithm, about: str) -> Usual | None:
    """What an edge run is held against, if the usual parameters run on that data at all."""
    plain = next((run for run in plain_runs(algorithm) if run.about == about), None)
    if plain is None:
        return None
    asked: set[str] = set()
    params = noting(plain.params, asked)
    run = Run(algorithm, about, plain.data, params, _walk(algorithm, plain.data, params), SHORT)
    walked = _noted(asked, lambda: run.steps)
    measured = _noted(asked, lambda: (algorithm.bound(run.data, run.params), run.measured))
    return Usual(run, walked, measured, _looked(run, asked))


def _looked(run: Run, asked: set[str]) -> dict[int, set[str]]:
    """The names asked for by all that the promises look at of each step; what was said before it belongs to that."""
    told: dict[int, set[str]] = {}
    found = {}
    for index in run.glimpsed:
        before = max(index - 1, 0)
        for at in (before, index):
            if at not in told:
                told[at] = _noted(asked, lambda at=at: _say(run, at))
        drawn = _noted(asked, lambda index=index: check_marks(run.marks(index), run.data))
        found[index] = drawn | told[before] | told[index]
    return found


def _say(run: Run, index: int) -> None:
    """Tell of a step, and ask about the points that its misprints are at."""
    for misprint in run.story(index).misprints:
        if misprint.at is not None:
            run.algorithm.inspect(run.steps[index], run.data, run.params, misprint.at)


def _noted(asked: set[str], look: Callable[[], object]) -> set[str]:
    """The names that are asked for meanwhile."""
    asked.clear()
    look()
    return asked.copy()


def _spared(run: Run, name: str, held: Usual | None) -> list[Run]:
    """The usual run if nobody asks for the parameter in which this one differs, and with its steps if its loop does
    not: they are the very same, since what has the same data, seed and parameters is promised to be. Those of them for
    which nobody asks for it, whatever is drawn and said of them, are looked at in the usual run alone.
    """
    if held is None or is_asked(name, held.walked):
        return [run]
    own = frozenset(index for index, asked in held.looked.items() if is_asked(name, asked))
    if is_asked(name, held.measured):
        own = frozenset(held.looked)
    elif not own:
        return [held.run]
    shared = Run(run.algorithm, run.about, run.data, run.params, held.run.trace, SHORT, held.run.steps, own)
    return [held.run, shared] if len(own) < len(held.looked) else [shared]


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
    tried = (ran(algorithm, about, data, SHORT, **values) for about, data in few(algorithm).items())
    return next((run for run in tried if run is not None), None)
