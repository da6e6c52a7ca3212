"""An algorithm is a record of functions: how it runs, what a step draws, and what a step says."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from engine.base.errors import Refusal
from engine.base.params import Whole, build
from engine.core.ending import Ending
from engine.core.marks import PLANE, Mark, Surface
from engine.core.story import Story
from engine.core.trace import BUDGET, Trace
from engine.data.dataset import Dataset
from engine.data.needs import Need

Steps = Generator[Any, None, Ending]
"""What `run` is: a generator of steps that returns how it ended."""

SEED = Whole(0, "where the random numbers begin; the same seed gives the same run", high=2**63 - 1)

Task = Literal["classification", "clustering", "reduction", "regression", "concept"]


@dataclass(frozen=True)
class Handle:
    """Something a person can place or drag on a surface to say where a run begins, such as the centres of K-means.

    label      what is placed, in words for the tool tip ("a starting centre")
    make       the model to start from, given the positions placed so far, (m, d) on the plane, (m, 2) elsewhere
    positions  where the handles of such a model are: the inverse of `make`
    most       how many can be placed with these parameters
    """

    label: str
    make: Callable[[np.ndarray, Dataset, Any], Any]
    positions: Callable[[Any], np.ndarray]
    most: Callable[[Any], int]
    surface: Surface = PLANE


def nothing_measured(step: Any, data: Dataset, params: Any) -> Mapping[str, float]:
    """For a method that has no curve."""
    return {}


def no_event(step: Any) -> str:
    """For a method whose steps are all alike."""
    return ""


def no_limits(data: Dataset, params: Any) -> str:
    """For a method whose parameters are legal on every suitable data set."""
    return ""


@dataclass(frozen=True)
class Inquiry:
    """What the model of a step says of one point: in words, and drawn (spokes to centres, a path lit in a tree)."""

    story: Story
    marks: tuple[Mark, ...] = ()


def say_nothing(step: Any, data: Dataset, params: Any, x: np.ndarray) -> Inquiry | None:
    """For a method that has nothing to say of a single point."""
    return None


@dataclass(frozen=True)
class Algorithm:
    """Everything the workbench knows about an algorithm.

    name      the textbook name;   summary  one sentence for the search list;   source  whom to cite
    params    the Params dataclass (see `engine.base.params`)
    run       run(data, params, rng, start=None): the loop, which yields snapshots and returns an Ending
    marks     marks(step, data, params): what to draw
    explain   explain(step, data, params): the Story of the step
    bound     bound(data, params): the most steps a run can have
    needs     what the data must be like, each with words (`engine.data.needs`)
    limits    limits(data, params): why these parameters will not do for this data, or ""
    inspect   inspect(step, data, params, x): what the step's model says of the point x (d,), drawn and in words
    measure   measure(step, data, params): the numbers of the learning curve at this step, by name
    event     event(step): what happened in a word ("mistake", "split"), or "" for nothing worth a mark on the timeline
    starts    the kinds of model a run can begin from;   handles  what can be placed by hand
    """

    name: str
    task: Task
    summary: str
    source: str
    params: type
    run: Callable[..., Steps]
    marks: Callable[[Any, Dataset, Any], Sequence[Mark]]
    explain: Callable[[Any, Dataset, Any], Story]
    bound: Callable[[Dataset, Any], int]
    needs: tuple[Need, ...] = ()
    limits: Callable[[Dataset, Any], str] = no_limits
    inspect: Callable[[Any, Dataset, Any, np.ndarray], Inquiry | None] = say_nothing
    measure: Callable[[Any, Dataset, Any], Mapping[str, float]] = nothing_measured
    event: Callable[[Any], str] = no_event
    starts: tuple[type, ...] = ()
    handles: tuple[Handle, ...] = field(default=())

    @property
    def key(self) -> str:
        """The package that holds the loop: "perceptron", "kmeans", "pca"."""
        return self.run.__module__.split(".")[-2]

    @property
    def family(self) -> str:
        """The folder the package stands in: "perceptrons", "clustering"."""
        return self.run.__module__.split(".")[-3]

    def unsuitable(self, data: Dataset) -> str:
        """Why this data will not do, in words, or '' when it will."""
        return next((words for need in self.needs if (words := need(data))), "")

    def trace(self, data: Dataset, *, seed: int = 0, start: Any = None, budget: int = BUDGET, **values: Any) -> Trace:
        """A lazy trace of a run; an illegal parameter or unsuitable data is refused here, in words."""
        params = build(self.params, values)
        seed = SEED.checked("seed", seed)
        if words := self.unsuitable(data) or self.limits(data, params):
            raise Refusal(f"{self.name}: {words}")
        self._check_start(start, data)
        return Trace(lambda: self.run(data, params, np.random.default_rng(seed), start), budget)

    def _check_start(self, start: Any, data: Dataset) -> None:
        if start is None:
            return
        if isinstance(start, self.starts):
            if (d := getattr(start, "n_features", data.d)) != data.d:
                raise Refusal(f"{self.name} cannot begin from a model of {d} features: the data has {data.d}.")
            return
        kinds = " or ".join(kind.__name__ for kind in self.starts)
        remedy = f"It can begin from {kinds}." if kinds else "It always begins afresh."
        raise Refusal(f"{self.name} cannot begin from {type(start).__name__}. {remedy}")
