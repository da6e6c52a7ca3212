"""An algorithm is a card and three rooms: how it runs, what a step looks like, and what a step says."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, Protocol

import numpy as np

from engine.base.errors import BeginAfresh, Refusal, remedies
from engine.base.params import Whole, build
from engine.base.snapshot import fields_of
from engine.core.ending import Ending
from engine.core.errata import Erratum
from engine.core.later import Later, made
from engine.core.link_handle import LinkHandle
from engine.core.marks import Mark
from engine.core.param_handle import ParamHandle
from engine.core.rooms import Rooms
from engine.core.set_by_data import SetByData
from engine.core.silent import no_event, no_help, no_limits, nothing_measured, say_nothing
from engine.core.story import Event, Story
from engine.core.surfaces import PLANE, Surface
from engine.core.trace import BUDGET, Trace
from engine.core.typed_as import TypedAs
from engine.core.units import with_units
from engine.data.dataset import Dataset
from engine.data.needs import Need, learnable, no_text, unheld
from engine.data.targets import FOR_TWO, Coding
from engine.models.shapes import called

Steps = Generator[Any, None, Ending]
"""What `run` is: a generator of steps that returns how it ended."""

SEED = Whole(0, "where the random numbers begin; the same seed gives the same run", high=2**63 - 1)

Task = Literal["classification", "clustering", "reduction", "regression", "concept", "integration", "optimisation"]


class Making(Protocol):
    """How a handle makes a model."""

    def __call__(self, positions: np.ndarray, data: Dataset, params: Any, base: Any = None) -> Any:
        """The model with its handles at these positions; all else of it stays as the base has it, if there is one."""


def at_the_beginning(held: int, index: int, data: Dataset, params: Any) -> int:
    """For what is to be seen at the first step alone, such as a direction that is looked along before the best is."""
    return 0


def at_every_step(held: int, index: int, data: Dataset, params: Any) -> int:
    """For what is drawn all through a run, such as the bumps of a basis."""
    return index


@dataclass(frozen=True)
class Handle:
    """Something a person can place or drag on a surface to say where a run begins, such as the centres of K-means.

    label      what is placed, in words for the tool tip ("a starting centre")
    make       the model to start from, given the positions placed so far, (m, d) on the plane, (m, 2) elsewhere
    positions  positions(model, data): where the handles of such a model are, the inverse of `make`; also those of the
               model of a step, which a person takes hold of in the picture
    most       how many can be placed with these parameters
    step       step(held, index, data, params): which step shows the handle of this number, seen from the step in view;
               taking hold of it goes there
    anchor     anchor(model, data): the fixed end (d,) of an arrow, which can be held all along; None for a point
    rod        the two positions are points of a straight line: held near the first it is moved, farther out it turns
               about the first; a single one is a threshold, an upright line that is moved along the axis. It is held
               where it is drawn, and not placed
    level      a threshold lies flat, and is moved up and down
    help       help(data): what it does, in a sentence for the tool tip ("Points beyond it are called B.")
    question   whether it is what a run is asked, and no beginning that a run changes: when it is dragged in the
               picture, the step in view stays
    completed  completed(model, start): the model in view with what its run has not shown yet of its start (or None)
    typed      the numbers that are typed for it; None: where it is
    """

    label: str
    make: Making
    positions: Callable[[Any, Dataset], np.ndarray]
    most: Callable[[Any], int]
    surface: Surface = PLANE
    step: Callable[[int, int, Dataset, Any], int] = at_the_beginning
    anchor: Callable[[Any, Dataset], np.ndarray] | None = None
    rod: bool = False
    level: bool = False
    help: Callable[[Dataset], str] = no_help
    question: bool = False
    completed: Callable[[Any, Any], Any] = lambda model, start: model
    typed: TypedAs | None = None


def with_any_start(start: Any, params: Any) -> bool:
    """For a parameter that every start decides."""
    return True


@dataclass(frozen=True)
class SetByStart:
    """A parameter that the model a run begins from decides, such as K by how many centres are placed.

    value   what it is then: the form shows this in place of its own number, and takes none; None: it has no say at all
    reason  why, in words for the form ("as many as centres are placed")
    when    when(start, params): whether this start decides it
    typed   a value that is typed takes the place of the start: the form takes one
    """

    parameter: str
    value: Callable[[Any], Any] | None
    reason: str
    when: Callable[[Any, Any], bool] = with_any_start
    typed: bool = False


@dataclass(frozen=True)
class Inquiry:
    """What the model of a step says of one point: in words, and drawn (spokes to centres, a path lit in a tree)."""

    story: Story
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Algorithm:
    """The card of an algorithm: what it is called and what it asks. Its rooms are opened when they are first needed.

    home      the package it stands in: its name is the key, the folder around it the family
    name      the textbook name;   summary  one sentence for the search list;   source  whom to cite
    synonyms  what else people call it, or look for when they mean it ("GMM"): the search finds it by these
    needs     what the data must be like, each with words (`engine.data.needs`)
    starts    the kinds of model a run can begin from;   handles, links  what can be placed, or dragged, by hand
    drags     the parameters that can be dragged where they are drawn
    typed     the fields of such a model whose numbers can be typed ("bias", "layers.weights"): a run begins with them
    decided, settled  the parameters that such a model decides, and those that the target does
    codings   what numbers it makes of the classes; of several a parameter or their count tells; none: by the classes
    validates  whether it chooses by validation rows, and is given them too: `held` in the data says which they are
    demonstrates  whether it shows a matter, often on a model set by hand: no other method takes it for its learner
    numbers   whether it predicts a number too, where the target is one: it is for regression then
    opens     whether a table that suits it is opened with it, before any other method of its task
    aside     whether it is about something else than the points: the plane stands aside, the rest has most room
    texts     whether it reads a column of texts itself; of any other method their words are counted first
    metric    whether it rests on distances or angles between the points: a unit is as long on both axes of the plane
    """

    home: str
    name: str
    task: Task
    summary: str
    source: str
    synonyms: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    starts: tuple[type, ...] = ()
    handles: tuple[Handle, ...] = ()
    links: LinkHandle | None = None
    drags: tuple[ParamHandle, ...] = ()
    typed: tuple[str, ...] = ()
    decided: tuple[SetByStart, ...] = ()
    settled: tuple[SetByData, ...] = ()
    codings: tuple[Coding, ...] = ()
    aside: bool = False
    texts: bool = False
    metric: bool = False
    validates: bool = False
    demonstrates: bool = False
    numbers: bool = False
    opens: bool = False

    def task_on(self, data: Dataset) -> Task:
        """What it does with this data."""
        return "regression" if self.numbers and data.target == "real" else self.task

    @property
    def key(self) -> str:
        """The name of the package: "perceptron", "kmeans", "pca"."""
        return self.home.rpartition(".")[2]

    @property
    def family(self) -> str:
        """The folder the package stands in: "perceptrons", "clustering"."""
        return self.home.split(".")[-2]

    def coding(self, params: Any, classes: int) -> Coding | None:
        """What numbers it makes of so many classes: what the parameters say, or the first of its codings that tells
        so many apart; None where it goes by the classes.
        """
        said = [value for _, value in fields_of(params)] if len(self.codings) > 1 else []
        fit = [one for one in self.codings if classes <= 2 or one not in FOR_TWO]
        return next(iter([*(one for one in self.codings if one in said), *fit, *self.codings]), None)

    @cached_property
    def rooms(self) -> Rooms:
        """Its modules, not opened yet."""
        return Rooms(self.home)

    def room(self, name: str) -> Any:
        """One of its modules: "loop", "drawing" or "telling"; a Refusal when one of them is broken."""
        try:
            return self.rooms[name]
        except Refusal as refusal:
            raise Refusal(f"{self.name}: {refusal}") from refusal

    # -- loop ----------------------------------------------------------------------------------------------------

    @property
    def run(self) -> Callable[..., Steps]:
        """run(data, params, rng, start=None): the loop, which yields snapshots and returns an Ending."""
        run: Callable[..., Steps] = self.room("loop").run
        return run

    @property
    def params(self) -> type[Any]:
        """The Params dataclass (see `engine.base.params`)."""
        params: type[Any] = self.room("loop").Params
        return params

    @property
    def bound(self) -> Callable[[Dataset, Any], int]:
        """bound(data, params): the most steps a run can have."""
        bound: Callable[[Dataset, Any], int] = self.room("loop").bound
        return bound

    @property
    def limits(self) -> Callable[[Dataset, Any], str]:
        """limits(data, params): why these parameters will not do for this data, or ""."""
        return getattr(self.room("loop"), "limits", no_limits)

    # -- drawing and telling -------------------------------------------------------------------------------------

    @property
    def drawn(self) -> Callable[[Any, Dataset, Any], Sequence[Mark | Later]]:
        """drawn(step, data, params): what to draw, of which some may wait."""
        drawn: Callable[[Any, Dataset, Any], Sequence[Mark | Later]] = self.room("drawing").marks
        return drawn

    def marks(self, step: Any, data: Dataset, params: Any) -> Sequence[Mark]:
        """All that is to be drawn."""
        return made(self.drawn(step, data, params))

    @property
    def explain(self) -> Callable[[Any, Dataset, Any], Story]:
        """explain(step, data, params): the Story of the step, its units, and what the notes print wrongly about it."""
        explain: Callable[[Any, Dataset, Any], Story] = self.room("telling").explain
        errata = self.rooms.further("errata")

        def explained(step: Any, data: Dataset, params: Any) -> Story:
            story = with_units(explain(step, data, params), data)
            if errata is None:
                return story
            found = tuple(one for one in errata.misprints(step, data, params) if one.matters())
            return replace(story, misprints=found)

        return explained

    @property
    def errata(self) -> tuple[Erratum, ...]:
        """What the notes print wrongly about this algorithm."""
        room = self.rooms.further("errata")
        return () if room is None else tuple(room.ERRATA)

    @property
    def inspect(self) -> Callable[[Any, Dataset, Any, np.ndarray], Inquiry | None]:
        """inspect(step, data, params, x): what the step's model says of the point x (d,), drawn and in words."""
        return getattr(self.room("telling"), "inspect", say_nothing)

    @property
    def measure(self) -> Callable[[Any, Dataset, Any], Mapping[str, float]]:
        """measure(step, data, params): the numbers of the learning curve at this step, by name."""
        return getattr(self.room("telling"), "measure", nothing_measured)

    @property
    def event(self) -> Callable[[Any], Event | None]:
        """event(step): what happened, in a word with its role; None for nothing worth a mark on the timeline."""
        return getattr(self.room("telling"), "event", no_event)

    @property
    def followed(self) -> Callable[[Any, Dataset, Any], Iterator[Any]] | None:
        """followed(step, data, params): from near the end of another run, steps ever nearer to the end of this one, to
        be shown while a hand moves; None among them: not near enough yet.
        """
        return getattr(self.rooms.further("following"), "followed", None)

    # -- running -------------------------------------------------------------------------------------------------

    def unsuitable(self, data: Dataset) -> str:
        """Why this data will not do, in words, or '' when it will; no data will do for what is known to be broken."""
        told = () if self.texts or self.aside else (no_text,)
        needs = (learnable if self.validates else unheld, *told, *self.needs)
        return self.rooms.fault or next((words for need in needs if (words := need(data))), "")

    def trace(self, data: Dataset, *, seed: int = 0, start: Any = None, budget: int = BUDGET, **values: Any) -> Trace:
        """A lazy trace of a run; an illegal parameter or unsuitable data is refused here, in words."""
        return self.traced(data, build(self.params, values), seed=seed, start=start, budget=budget)

    def traced(self, data: Dataset, params: Any, *, seed: int = 0, start: Any = None, budget: int = BUDGET) -> Trace:
        """The same with parameters that have been built before, and so are legal; unsuitable data is refused here."""
        seed = SEED.checked("seed", seed)
        self.check(data, params, start)
        return Trace(lambda: self.run(data, params, np.random.default_rng(seed), start), budget)

    def check(self, data: Dataset, params: Any, start: Any = None) -> None:
        """Refuse in words, and with what would put it right, whatever a run cannot be made of."""
        if words := self.unsuitable(data) or self.limits(data, params):
            raise Refusal(f"{self.name}: {words}", *remedies(words))
        self._check_start(start, data)

    def _check_start(self, start: Any, data: Dataset) -> None:
        if start is None:
            return
        if isinstance(start, self.starts):
            if (d := getattr(start, "n_features", data.d)) != data.d:
                words = f"{self.name} cannot begin from a model of {d} features: the data has {data.d}. Begin afresh."
                raise Refusal(words, BeginAfresh())
            return
        kinds = " or ".join(dict.fromkeys(map(called, self.starts)))
        remedy = f"It can begin from a model of the kind {kinds}." if kinds else "It always begins afresh."
        raise Refusal(f"{self.name} cannot begin from this ({called(start)}). {remedy}", BeginAfresh())
