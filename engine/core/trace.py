"""A trace is the steps of one run so far: lazy, indexed from 0, and rewound by indexing.

    trace = engine.trace("perceptron", data)
    trace[3]        # pulls as many steps as it must, no more
    trace[-1]       # runs to the end
    trace.ending    # how the run ended, once it has
    trace.ran(3)    # what ran of the algorithm's source to make the step, and what its variables have then

Memory is bounded. When the kept steps outgrow the budget every second one is let go, and a step that was let go
is recomputed by running again from the start: same data, parameters and seed give the same steps, so the index
never lies.
"""

from __future__ import annotations

import threading
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Any, overload

import numpy as np

from engine.base.snapshot import arrays_in
from engine.core.ending import Ending
from engine.core.ran import Ran
from engine.core.rerun import Rerun, Run

BUDGET = 256 * 2**20
NEIGHBOURS = 64
"""How many recomputed steps stay at hand, so that stepping back through a thinned stretch stays quick."""


class Trace:
    """The steps of a run. `start_again()` must return a fresh generator of the very same steps."""

    def __init__(self, start_again: Callable[[], Run], budget: int = BUDGET) -> None:
        self._start_again = start_again
        self._budget = budget
        self._run: Run | None = start_again()
        self._cache: dict[int, Any] = {}
        self._stride = 1
        self._weight = 0
        self._met: set[int] = set()  # the ids of what the kept steps hold, which lives as long as they do
        self._lines: array[int] = array("l")
        self._files: list[str] = []
        self._recent: OrderedDict[int, Any] = OrderedDict()
        self._replay: tuple[Run, int] | None = None
        self._rerun = Rerun(start_again)
        self._ending: Ending | None = None
        self._lock = threading.RLock()

    # -- reading -------------------------------------------------------------------------------------------------

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...

    def __getitem__(self, index: int | slice) -> Any:
        """Step `index`; a negative index or a slice counts from the end and so runs to it."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        index = self._position(index)
        step = self.peek(index)
        return self._recomputed(index) if step is None else step

    def __len__(self) -> int:
        """The number of steps of the whole run, which this runs to its end."""
        return self.to_end().known

    def __iter__(self) -> Iterator[Any]:
        index = 0
        while self._reach(index):
            yield self[index]
            index += 1

    @property
    def known(self) -> int:
        """How many steps have been pulled so far."""
        return len(self._lines)

    @property
    def ending(self) -> Ending | None:
        """How the run ended, or None while it has not been pulled to its end."""
        return self._ending

    def peek(self, index: int) -> Any:
        """Step `index` if it is at hand, else None. Never computes and never waits."""
        step = self._cache.get(index)
        return self._recent.get(index) if step is None else step

    def line(self, index: int) -> int:
        """The line of the algorithm's source on which the run paused to yield step `index`."""
        return self._lines[self._position(index)] & 0xFFFFFF

    def file(self, index: int) -> str:
        """The source file that `line` is a line of."""
        return self._files[self._lines[self._position(index)] >> 24]

    def ran(self, index: int, unless: Callable[[], bool] = lambda: False) -> Ran | None:
        """What ran of the source since the step before, found by making step `index` once more while watching.

        None when `unless()`, which is asked again and again meanwhile, says that it is no longer needed.
        """
        return self._rerun.ran(self._position(index), unless)

    def away(self, index: int) -> int:
        """How many steps `ran` must make again on its way to step `index`: none after the step before it."""
        return self._rerun.away(index)

    # -- pulling -------------------------------------------------------------------------------------------------

    def advance(self) -> bool:
        """Pull one more step; False when the run has ended."""
        with self._lock:
            if self._ending is not None:
                return False
            try:
                step = next(self._running())
            except StopIteration as stop:
                self._ending = stop.value
                return False
            except BaseException:  # Ctrl-C too: a generator that raised is finished, and would look like one that ended
                self._run = None
                raise
            self._keep(step)
            return True

    def to_end(self) -> Trace:
        """Pull every remaining step."""
        while self.advance():
            pass
        return self

    def last(self) -> Any:
        """The last step alone, of a run of its own of which no other step is kept."""
        (step,) = deque(self._start_again(), maxlen=1)
        return step

    def _position(self, index: int) -> int:
        """The index counted from 0, with the run pulled that far."""
        place = index + len(self) if index < 0 else index
        if place < 0 or not self._reach(place):
            raise IndexError(f"The run has {self.known} steps, from 0 to {self.known - 1}; there is no step {index}.")
        return place

    def _running(self) -> Run:
        """The run, paused at the newest step; after an interrupt another one, brought up to there."""
        if self._run is None:
            self._run = self._start_again()
            for _ in range(self.known):
                next(self._run)
        return self._run

    def _reach(self, index: int) -> bool:
        while index >= self.known:
            if not self.advance():
                return False
        return True

    def _keep(self, step: Any) -> None:
        index = self.known
        if index % self._stride == 0:
            self._cache[index] = step
            self._weight += self._added(step)
        else:
            self._remember(index, step)
        self._lines.append(self._paused_line())
        if self._weight > self._budget and len(self._cache) > 2:
            self._thin()

    def _paused_line(self) -> int:
        """The innermost paused line, with the number of its file in the high bits."""
        run: Any = self._run
        while getattr(run.gi_yieldfrom, "gi_frame", None) is not None:
            run = run.gi_yieldfrom
        file = run.gi_code.co_filename
        if file not in self._files:
            self._files.append(file)
        line: int = run.gi_frame.f_lineno
        return self._files.index(file) << 24 | line

    # -- forgetting and recomputing ------------------------------------------------------------------------------

    def _thin(self) -> None:
        """Let go of every second kept step; the newest stays at hand among the recent ones."""
        self._stride *= 2
        for index in [i for i in self._cache if i % self._stride]:
            self._remember(index, self._cache.pop(index))
        self._met = set()
        self._weight = sum(self._added(step) for step in self._cache.values())

    def _added(self, step: Any) -> int:
        """The bytes that a step adds: what its arrays are, or are views of, without what kept steps before it have."""
        added = 512
        for one in map(_owner, arrays_in(step, self._met)):
            if id(one) not in self._met:
                self._met.add(id(one))
                added += one.nbytes
        return added

    def _remember(self, index: int, step: Any) -> None:
        self._recent[index] = step
        while len(self._recent) > NEIGHBOURS:
            self._recent.popitem(last=False)

    def _recomputed(self, index: int) -> Any:
        """Run again up to `index`, going on from the last replay when that is on the way."""
        with self._lock:
            run, position = self._replay if self._replay and self._replay[1] <= index else (self._start_again(), 0)
            self._replay = None  # an interrupt below would leave it at an unknown position
            for here in range(position, index + 1):
                step = next(run)
                if here > index - NEIGHBOURS:
                    self._remember(here, step)
            self._replay = (run, index + 1)
            return step


def _owner(view: np.ndarray) -> np.ndarray:
    """The array that has the numbers of a view: all of them stay as long as it does."""
    while isinstance(view.base, np.ndarray):
        view = view.base
    return view
