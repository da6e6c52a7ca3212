"""Runs whose parameters are not the usual ones: one at a bound, and every number moved at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from engine.base.params import Choice, Flag, Real, Spec, Whole, specs
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset
from tests import tier
from tests.contract.claims import speaks_of_all
from tests.contract.drawing import check_marks
from tests.contract.noting import is_asked, noting
from tests.contract.pool import few, suitable
from tests.contract.runs import SHORT, Run, plain_runs, ran, walk
from tests.contract.same_runs import SameRuns


@cache
def edge_runs(algorithm: Algorithm) -> tuple[Run, ...]:
    """With one parameter at one of its bounds, on the smallest suitable data set that accepts it."""
    runs, there = [], suitable(algorithm)
    for name, spec in specs(algorithm.params).items():
        for value in bounds_of(spec):
            if value == spec.default:  # then it is a usual run, which there is already
                runs.append(plain_runs(algorithm)[0])
                continue
            tried = ((about, ran(algorithm, about, data, SHORT, **{name: bound_of(spec, value, data)}))
                     for about, data in there.items())  # fmt: skip
            about, run = next(((about, run) for about, run in tried if run is not None), ("", None))
            assert run is not None, f"{algorithm.name}: no data set of the pool lets {name} = {value!r} run."
            runs += _spared(run, name, usual(algorithm, about))
    return tuple(dict.fromkeys(runs))


def bounds_of(spec: Spec) -> tuple[Any, ...]:
    """Both bounds, or every option; in the quick tier the last that is not the default."""
    bounds = tuple(spec.bounds())
    return bounds if tier.full else tuple(value for value in bounds if value != spec.default)[-1:]


def bound_of(spec: Spec, value: Any, data: Dataset) -> Any:
    """The bound; where rows are counted or named it is the last row of the data."""
    return min(value, data.n) if isinstance(spec, Whole) and spec.of_rows else value


@dataclass(frozen=True, eq=False)
class Usual:
    """The beginning of a usual run, and the names of the parameters that are asked for."""

    run: Run
    walked: set[str]  # by the loop
    bound: set[str]  # by its bound
    measured: set[str]  # by the measures of any step
    looked: dict[int, set[str]]  # by whatever is drawn and said of a step whose picture and words are its own


@cache
def usual(algorithm: Algorithm, about: str) -> Usual | None:
    """What an edge run is held against, if the usual parameters run on that data at all."""
    plain = next((run for run in plain_runs(algorithm) if run.about == about), None)
    if plain is None:
        return None
    asked: set[str] = set()
    params = noting(plain.params, asked)
    if plain.walked is None:
        run = Run(algorithm, about, plain.data, params, walk(algorithm, plain.data, params), SHORT)
        walked = _noted(asked, lambda: run.steps)
    else:
        run = Run(algorithm, about, plain.data, params, plain.trace, SHORT, plain.steps[:SHORT])
        walked = set(plain.walked)
    bound = _noted(asked, lambda: algorithm.bound(run.data, run.params))
    measured = _noted(asked, lambda: run.measured)
    return Usual(run, walked, bound, measured, _looked(run, asked))


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
        if not speaks_of_all(run.story(index)):  # else it is true or not by steps that are another run's own
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
    """The run, of which those steps are looked at in the usual run alone that are as they are there, with all before
    them, and for which nobody asks for the parameter in which the two differ, whatever is drawn and said of them.

    If its loop does not ask for it, it takes over the steps: what has the same data, seed and parameters is promised
    to be the very same. If nobody does at all, it is the usual run.
    """
    if held is None:
        return [run]
    if not is_asked(name, held.walked):
        run = replace(run, trace=held.run.trace, _known=held.run.steps)
    if is_asked(name, held.measured):
        return [run]
    common = _in_common(run, held.run)
    spared = {index for index, asked in held.looked.items() if index < common and not is_asked(name, asked)}
    own = frozenset(run.glimpsed) - spared
    if not (own or is_asked(name, held.bound)) and run.steps is held.run.steps:
        return [held.run]
    return [*([held.run] if spared else []), replace(run, _known=run.steps, _own=own)]


def _in_common(run: Run, other: Run) -> int:
    """How many steps, from the first on, are the same in both."""
    same_runs = SameRuns()
    pairs = enumerate(zip(run.steps, other.steps, strict=False))
    return next((i for i, (one, two) in pairs if not same_runs.alike(one, two)), min(len(run.steps), len(other.steps)))


@cache
def varied_runs(algorithm: Algorithm) -> tuple[Run, ...]:
    """With every number moved away from its default at once, and with each option that there is, on small data.

    An edge changes one parameter alone; what a rule leaves out may show only when two meet, a penalty and an option.
    """
    declared = specs(algorithm.params)
    numbers = {name: value for name, spec in declared.items() if (value := moved(spec)) is not None}
    options = [(name, value) for name, spec in declared.items() for value in _options(spec)]
    tried = [numbers, *({**numbers, name: value} for name, value in options if tier.full)]
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
