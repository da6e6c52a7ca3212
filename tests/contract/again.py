"""A run done once more from its seed, with an eye on the world and on the frames of its source.

It is walked by what tells the window what ran of the source, and made from what its recipe is in a file, so that one
walk shows whether the steps are the same, whether the file holds all of them, and whether what is told of their source
is true.
"""

from __future__ import annotations

import copy
import inspect
import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from types import CodeType, FrameType
from typing import Any

import numpy as np

from engine.base.params import build, specs
from engine.base.snapshot import same
from engine.core.algorithm import Algorithm
from engine.core.ran import Ran, short
from engine.core.rerun import Rerun
from engine.export.recipe import Recipe
from tests.contract.runs import STRETCH, Run, few_runs
from tests.contract.steps import at


@dataclass(frozen=True, eq=False)
class Again:
    """A run done once more, what of the world was another afterwards, and what was seen of some of its steps.

    recipe  that of the run;   read  the same out of a file: its data, parameters and seed are those of the steps
    """

    run: Run
    recipe: Recipe
    read: Recipe
    steps: list[Any]
    changed: str
    followed: dict[int, Followed]


@dataclass(frozen=True, eq=False)
class Followed:
    """What is told of a step, and what is so: the lines that ran of that function, and what its names have."""

    found: Ran
    resumed: int | None
    ran: set[int]
    words: dict[str, str]


class Noted:
    """A run that keeps its steps, and notes which lines of its generators run for one of them beside who watches it."""

    def __init__(self, run: Any) -> None:
        self._run = run
        self.steps: list[Any] = []
        self.followed = -1  # the step for which the lines are noted
        self.resumed: dict[CodeType, int] = {}
        self.ran: dict[CodeType, set[int]] = {}

    def __getattr__(self, name: str) -> Any:
        """Its code, its frame, and what it is paused in are those of the run."""
        return getattr(self._run, name)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        watch = sys.gettrace()
        if len(self.steps) == self.followed and watch is not None:
            sys.settrace(self._beside(watch))  # who watches puts back what was there before
        self.steps.append(next(self._run))
        return self.steps[-1]

    def _beside(self, watch: Callable[..., Any]) -> Callable[..., Any]:
        """What watches, and notes the lines of generators: the function that is told of is one."""
        self.resumed, self.ran = {}, {}

        def called(frame: FrameType, event: str, argument: Any) -> Any:
            watched = watch(frame, event, argument)
            if not frame.f_code.co_flags & inspect.CO_GENERATOR:
                return watched
            self.resumed[frame.f_code] = frame.f_lineno
            ran = self.ran.setdefault(frame.f_code, set())

            def traced(frame: FrameType, event: str, argument: Any) -> Any:
                if event == "line":
                    ran.add(frame.f_lineno)
                if watched is not None:
                    watched(frame, event, argument)
                return traced

            return traced

        return called


def _looked_up(names: dict[str, Any], name: str) -> Any:
    base, _, attribute = name.partition(".")
    return getattr(names[base], attribute) if attribute else names[base]


def _paused(steps: Any) -> Iterator[FrameType]:
    """The frame of every generator that a run is paused in."""
    while steps is not None and hasattr(steps, "gi_frame"):
        yield steps.gi_frame
        steps = steps.gi_yieldfrom


@cache
def once_more(algorithm: Algorithm) -> tuple[Again, ...]:
    """Runs from the seed of the first ones, drawn and explained at their ends."""
    return tuple(_again(algorithm, run) for run in few_runs(algorithm))


def _again(algorithm: Algorithm, run: Run) -> Again:
    recipe = Recipe(algorithm.key, run.data, {name: getattr(run.params, name) for name in specs(algorithm.params)}, 5)
    read = Recipe.from_json(json.loads(json.dumps(recipe.to_json(), allow_nan=False)))
    data, params = read.data, build(algorithm.params, read.params)
    before = copy.deepcopy((data, params)), np.random.get_state(), random.getstate()
    noted = Noted(algorithm.run(data, params, np.random.default_rng(read.seed), None))
    followed = _followed(noted, run)
    steps = [*noted.steps, *islice(noted, STRETCH - len(noted.steps))]  # one that makes more steps is not the same
    algorithm.marks(steps[-1], data, params)
    algorithm.explain(steps[-1], data, params)
    after = (data, params), np.random.get_state(), random.getstate()
    names = ("the data or the parameters", "NumPy's random numbers", "Python's random numbers")
    changed = next((name for name, *pair in zip(names, before, after, strict=True) if not same(*pair)), "")
    return Again(run, recipe, read, steps, changed, followed)


def _followed(noted: Noted, run: Run) -> dict[int, Followed]:
    """Makes the steps up to the last that is glimpsed of the run; those that are, are followed meanwhile."""
    followed, rerun = {}, Rerun(lambda: noted)
    for index in run.glimpsed:
        with at(run, index):
            noted.followed = index
            found = rerun.ran(index, lambda: False)
            assert found is not None
            followed[index] = _held(found, noted)
    return followed


def _held(found: Ran, noted: Noted) -> Followed:
    """What is told of the step that a run is paused at, and what was noted of that function."""
    place = found.loop.file, found.loop.name
    frame = [frame for frame in _paused(noted) if (frame.f_code.co_filename, frame.f_code.co_qualname) == place][-1]
    names, code = frame.f_locals, frame.f_code
    words = {value.name: short(_looked_up(names, value.name)) for value in found.loop.values}
    return Followed(found, noted.resumed.get(code), noted.ran.get(code, set()), words)
