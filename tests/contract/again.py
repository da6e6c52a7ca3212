"""A run done once more from its seed, with an eye on the world and on the frames of its source."""

from __future__ import annotations

import copy
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from types import FrameType
from typing import Any

import numpy as np

from engine.base.snapshot import same
from engine.core.algorithm import Algorithm
from engine.core.ran import Ran, short
from tests.contract.runs import STRETCH, Run, few_runs
from tests.contract.steps import at


@dataclass(frozen=True, eq=False)
class Again:
    """A run done once more, what of the world was another afterwards, and what was seen of some of its steps."""

    run: Run
    steps: list[Any]
    changed: str
    followed: dict[int, Followed]


@dataclass(eq=False)
class Followed:
    """What a trace says of a step, and what is so: the lines that ran of that function, and what its names have."""

    found: Ran | None
    resumed: int | None = None
    ran: set[int] = field(default_factory=set)
    words: dict[str, str] = field(default_factory=dict)

    def step(self, steps: Any) -> Any:
        """The next of the steps, with the lines and the names of the function noted."""
        before = sys.gettrace()
        sys.settrace(self._note)
        try:
            step = next(steps)
        finally:
            sys.settrace(before)
        if self.found is not None:
            names = [frame.f_locals for frame in _paused(steps) if _home(frame) == self._place][-1]
            self.words = {value.name: short(_looked_up(names, value.name)) for value in self.found.loop.values}
        return step

    @property
    def _place(self) -> tuple[str, str]:
        return ("", "") if self.found is None else (self.found.loop.file, self.found.loop.name)

    def _note(self, frame: FrameType, event: str, argument: Any) -> Any:
        if _home(frame) != self._place:
            return None
        if event == "call":
            self.resumed = frame.f_lineno
        elif event == "line":
            self.ran.add(frame.f_lineno)
        return self._note


def _home(frame: FrameType) -> tuple[str, str]:
    return frame.f_code.co_filename, frame.f_code.co_qualname


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
    before = copy.deepcopy((run.data, run.params)), np.random.get_state(), random.getstate()
    generator = algorithm.run(run.data, run.params, np.random.default_rng(5), None)
    followed: dict[int, Followed] = {}
    steps = list(islice(_followed(generator, run, followed), STRETCH))
    algorithm.marks(steps[-1], run.data, run.params)
    algorithm.explain(steps[-1], run.data, run.params)
    after = (run.data, run.params), np.random.get_state(), random.getstate()
    names = ("the data or the parameters", "NumPy's random numbers", "Python's random numbers")
    changed = next((name for name, *pair in zip(names, before, after, strict=True) if not same(*pair)), "")
    return Again(run, steps, changed, followed)


def _followed(steps: Any, run: Run, followed: dict[int, Followed]) -> Iterator[Any]:
    """The steps; those that are glimpsed of the run are followed while they are made."""
    for index in range(len(run.steps) + 1):  # one that makes more steps is not the same
        if index in run.glimpsed:
            with at(run, index):
                followed[index] = Followed(run.trace.ran(index))
                yield followed[index].step(steps)
        else:
            yield from islice(steps, 1)
