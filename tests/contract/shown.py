"""What the sampled steps of an algorithm show, which lines of some files run for it, and what a change makes of it."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import FrameType, FunctionType, MethodType
from typing import Any

import numpy as np

from engine.base.snapshot import fields_of, same
from engine.core.algorithm import Algorithm
from tests.contract.edges import edge_runs, varied_runs
from tests.contract.runs import Run, plain_runs
from tests.contract.sampling import asked, sampled, stories

Place = tuple[str, int]
"""A line of a file."""


def lines_of(files: Collection[str], call: Callable[[], Any]) -> tuple[Any, frozenset[Place]]:
    """What a call gives, and the lines of these files that run meanwhile."""
    met: set[Place] = set()

    def inside(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            met.add((frame.f_code.co_filename, frame.f_lineno))
        return inside

    def entered(frame: FrameType, event: str, _: Any) -> Any:
        return inside if frame.f_code.co_filename in files else None

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        return call(), frozenset(met)
    finally:
        sys.settrace(before)


@dataclass(frozen=True, eq=False)
class Sight:
    """One thing that is shown: the story, the marks, the event or the measures of a step, or the answer for a point."""

    run: Run
    index: int
    kind: str
    look: Callable[[], Any]
    value: Any
    lines: frozenset[Place]


def sights(algorithm: Algorithm, files: Collection[str]) -> list[Sight]:
    """All that the promises look at, with the lines that run for it."""
    found = []
    for run, index, kind, look in _looks(algorithm):
        value, lines = lines_of(files, look)
        if lines:
            found.append(Sight(run, index, kind, look, value, lines))
    return found


def _looks(algorithm: Algorithm) -> Iterator[tuple[Run, int, str, Callable[[], Any]]]:
    for run, index in _looked_at(algorithm):
        step = run.steps[index]
        yield run, index, "story", partial(algorithm.explain, step, run.data, run.params)
        yield run, index, "marks", partial(algorithm.marks, step, run.data, run.params)
        yield run, index, "event", partial(algorithm.event, step)
    for run in dict.fromkeys((*plain_runs(algorithm), *edge_runs(algorithm), *varied_runs(algorithm))):
        yield run, 0, "measure", partial(_measured, algorithm, run)
    for one in asked(algorithm):
        step = one.run.steps[one.index]
        yield one.run, one.index, "asked", partial(algorithm.inspect, step, one.run.data, one.run.params, one.x)


def _measured(algorithm: Algorithm, run: Run) -> list[dict[str, float]]:
    return [dict(algorithm.measure(step, run.data, run.params)) for step in run.steps]


def _looked_at(algorithm: Algorithm) -> list[tuple[Run, int]]:
    plain = [(run, index) for run in plain_runs(algorithm) for index in run.glimpsed]
    return list(dict.fromkeys((*sampled(algorithm), *plain)))


def changed(there: Iterable[Sight]) -> list[Sight]:
    """Those of the sights that are others now."""
    return [sight for sight in there if not alike(sight.value, sight.look())]


@contextmanager
def looking_at(algorithm: Algorithm, there: Sequence[Sight], few: Sequence[Sight] | None) -> Iterator[None]:
    """The promises look at what these sights are now; with `few`, at the steps of these alone."""
    for run in {sight.run for sight in there}:
        run._stories.clear()
        run._marks.clear()
        if any(sight.kind == "measure" for sight in there):
            run.__dict__.pop("measured", None)
    runs = [] if few is None else [*plain_runs(algorithm), *edge_runs(algorithm), *varied_runs(algorithm)]
    before = [(run, run.telling, run.glimpsed) for run in dict.fromkeys(runs)]
    for run, _, _ in before:
        chosen = {sight.index: run.steps[sight.index] for sight in few or () if sight.run is run}
        run.__dict__.update(telling=chosen, glimpsed=chosen)
    _ask_again()
    yield
    for run, telling, glimpsed in before:
        run.__dict__.update(telling=telling, glimpsed=glimpsed)
    _ask_again()


def _ask_again() -> None:
    for kept in (asked, sampled, stories):
        kept.cache_clear()


def alike(one: Any, other: Any) -> bool:
    """Whether two values show the same; functions do with the same code over the same values."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return same(one, other)
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if dataclasses.is_dataclass(one):
        return all(alike(value, getattr(other, name)) for name, value in fields_of(one))
    if isinstance(one, partial):
        return alike((one.func, one.args, one.keywords), (other.func, other.args, other.keywords))
    if isinstance(one, MethodType):
        return one.__func__ is other.__func__ and alike(one.__self__, other.__self__)
    if isinstance(one, FunctionType):
        return alike(_parts(one), _parts(other))
    return same(one, other)


def _parts(function: FunctionType) -> tuple[Any, ...]:
    cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
    return (function.__code__, function.__defaults__, cells)
