"""The session, second floor: the runs on its data, what determines them, and what the worker is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.base.errors import Refusal
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families import suitable
from gui.session import transport as moves
from gui.session.answers import Answers
from gui.session.continuity import continues
from gui.session.job import Progress, Request, Run
from gui.session.lane import Lane, decided
from gui.session.placing import asked_again, remade
from gui.session.recipe import Place, Recipe, RunCommand, set_to
from gui.session.splitting import Division
from gui.session.transport import MOST_LANES, Transport

CLOSED = "This was done to a run that has been closed: nothing else is changed."


class Runs(Answers):
    """Lanes on one data set. Nothing is computed here: a change makes a new run, which plays to the same step; the
    frames come back from the worker and are announced by `frame_changed`.
    """

    lanes_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table.parted_anew.connect(self._rerun_all)
        self.view.asks_anew.connect(self._ask_all)
        self.view.answers_asked.connect(self._answers_asked)
        self.evaluating = self.listing = False
        self.reading = False
        self.sees: Callable[[Surface], bool] | None = None
        """Whether a surface beside the plane is seen, asked by the worker; None without a window."""
        self._identities = 0
        self._last_division: Division | None = None

    @property
    def answers_wanted(self) -> bool:
        """Whether the answers of the models for the rows are visible."""
        return self.evaluating or self.listing or self.view.overlaid

    def _answers_asked(self) -> None:
        if not (self.evaluating or self.listing):
            self._ask_all()

    def set_evaluating(self, on: bool) -> None:
        """Compute with each frame how its model's answers meet the classes: only while that is visible."""
        if on != self.evaluating:
            self.evaluating = on
            self._ask_all()

    def set_listing(self, on: bool) -> None:
        """Compute with each frame what its model answers for the rows: only while their table is visible."""
        if on != self.listing:
            self.listing = on
            self._ask_all()

    def set_reading(self, on: bool) -> None:
        """Find out for each step in view what ran of the source: only while that is visible."""
        if on != self.reading:
            self.reading = on
            if on:
                self._ask_all()

    def choose_algorithm(self, key: str, values: dict[str, Any] | None = None) -> None:
        """Run another algorithm in the active lane, from its beginning; a query that was put by hand stays.

        It can be undone, as all that determines a run can be.
        """
        lane = self.lane
        try:
            other = Lane(lane.identity, key, values, lane.seed)
        except Refusal as refusal:
            return self.refused.emit("This run is not possible", str(refusal))
        other.start = asked_again(lane.algorithm, lane.start, other, self.table.data)
        return self.change_run(f"use {other.algorithm.name}", replace(Recipe.of(other), step=0))

    def set_param(self, name: str, value: Any, words: str = "", gesture: int = 0, step: Place = "same") -> None:
        """Change one parameter of the active lane; the run plays to the same step, or to the one to look at.

        words  what is done, for the undo list;   gesture  of which drag it is a part
        """
        lane = self.lane
        try:
            other = Lane(lane.identity, lane.key, lane.values | {name: value}, lane.seed)
        except Refusal as refusal:
            return self.refused.emit("This value is not legal", str(refusal))
        retyped = any(one.parameter == name and one.typed for one in decided(lane))
        if other.params != lane.params or retyped:
            other.run, other.start = lane.run, None if retyped else lane.start
            other.start = remade(other, self.table.data)
            words = words or set_to(lane.algorithm, name, value, self.table.data.columns)
            self.change_run(words, replace(Recipe.of(other), step=step), gesture)
        return None

    def set_seed(self, seed: int, gesture: int = 0) -> None:
        """Draw all random numbers of the active lane from another seed; the gesture is that of a key that is held."""
        if seed != self.lane.seed:
            other = replace(Recipe.of(self.lane), seed=int(seed), step="same")
            self.change_run(f"use the seed {seed}", other, gesture)

    def set_start(self, model: Any, words: str = "", gesture: int = 0, step: Place = "same") -> None:
        """Begin the active lane from a model (placed by hand, or fitted before), or afresh with None.

        words  what is done, for the undo list;   step  the one to look at
        """
        now = Recipe.of(self.lane)
        after = replace(now, start=model, step=now.step if step == "same" else step)
        self.change_run(words or ("begin afresh" if model is None else "begin from a model"), after, gesture)

    def change_run(self, words: str, after: Recipe, gesture: int = 0) -> None:
        """Change what determines the run of a lane, as an entry of the undo list."""
        position = self._position(after.lane)
        if position is not None:
            before = after.instead_of(Recipe.of(self.lanes[position]))
            self.table.undo.push(RunCommand(words, before, after, gesture, self._take, self._place))

    def _place(self, recipe: Recipe) -> Place:
        """Where the cursor of the lane of a recipe is to be."""
        position = self._position(recipe.lane)
        return recipe.step if position is None else self.lanes[position].transport.wanted

    def _take(self, recipe: Recipe) -> bool:
        """Run a lane by this recipe, if there is that lane."""
        position = self._position(recipe.lane)
        if position is None:
            self.said.emit(CLOSED)
            return False
        lane = self.lanes[position]
        if recipe.key != lane.key:
            lane.transport, lane.frame, lane.oldest_shown = Transport(), None, lane.generation + 1
        lane.key, lane.values, lane.params = recipe.key, recipe.values, recipe.params
        lane.seed, lane.start = recipe.seed, recipe.start
        if recipe.step != "same":
            lane.transport = replace(lane.transport, wanted=recipe.step)
        self._rerun(lane)
        return True

    def restart(self) -> None:
        """Go back to the first step of a fresh run."""
        self.lane.transport = Transport()
        self._rerun(self.lane)

    def continue_from_here(self) -> None:
        """Keep the present model and go on with the data as it is now."""
        lane = self.lane
        model = lane.frame.step.model if lane.frame is not None else None
        if model is None or not isinstance(model, lane.algorithm.starts):
            words = f"{lane.algorithm.name} has no model at this step that it could go on from."
            return self.refused.emit("There is nothing to continue from", words)
        self.set_start(model, f"go on from step {lane.index}", step=0)

    def add_lane(
        self, key: str = "", values: dict[str, Any] | None = None, seed: int = 0, like: Lane | None = None,
        step: int | None = 0,
    ) -> None:  # fmt: skip
        """One more run on the same points, which becomes the active one; without a key, of what suits them.

        like  a run from whose beginning it begins, and whose step it shows;   step  else the one to show, None the last
        """
        if len(self.lanes) >= MOST_LANES:
            return self.refused.emit(
                "This run is not possible", f"There are {MOST_LANES} runs already: close one first."
            )
        try:
            lane = Lane(self._identities, key or suitable(self.table.data), values, seed)
        except Refusal as refusal:
            return self.refused.emit("This run is not possible", str(refusal))
        lane.transport = Transport(wanted=step if like is None else like.transport.wanted)
        lane.start = None if like is None else like.start
        self._identities += 1
        self.lanes.append(lane)
        self.active = len(self.lanes) - 1
        self.lanes_changed.emit()
        self._rerun(lane)

    def remove_lane(self, position: int) -> None:
        """Close a run; the last one stays."""
        if len(self.lanes) > 1:
            self.runner.forget(self.lanes.pop(position).identity)
            self.active = min(self.active - (position < self.active), len(self.lanes) - 1)
            self.lanes_changed.emit()

    def duplicate_lane(self) -> None:
        """One more run like the active one, at the same step, which becomes the active one."""
        like = self.lane
        self.add_lane(like.key, dict(like.values), like.seed, like)

    def activate_lane(self, position: int) -> None:
        """Make a lane the one that the docks show."""
        self.active = min(max(position, 0), len(self.lanes) - 1)
        self.lanes_changed.emit()

    # -- to and from the runner --------------------------------------------------------------------------------------

    def _drop_frames(self, before: Dataset) -> None:
        """What was computed for other features, classes or another kind of target is shown no more, nor what comes."""
        if not continues(before, self.table.data):
            for lane in self.lanes:
                lane.frame, lane.oldest_shown = None, lane.generation + 1

    def _rerun_all(self) -> None:
        self._replay_all()
        self._tell_runs()

    def _replay_all(self) -> None:
        for lane in self.lanes:
            self._replay(lane)

    def _tell_runs(self) -> None:
        for position in range(len(self.lanes)):
            self.run_changed.emit(position)

    def _rerun(self, lane: Lane) -> None:
        self._replay(lane)
        self.run_changed.emit(self.lanes.index(lane))

    def _replay(self, lane: Lane) -> None:
        """A new run of the lane, which plays to where the cursor was; no signal is emitted yet."""
        division = self.division()
        seen, rows = division.seen_by(lane.algorithm)
        lane.run = Run(lane.algorithm, lane.params, lane.seed, lane.start, seen, rows, division)
        lane.progress, lane.halted, lane.refusal = Progress(), False, ""
        lane.transport = moves.rerun(lane.transport)
        self._ask(lane)

    def division(self) -> Division:
        """What the runs learn from and are judged by: taken apart once for all runs on the same data."""
        last = self._last_division
        if last is None or not last.is_of(self.table.data, self.table.raw, self.table.split):
            self._last_division = last = Division(
                self.table.data, self.table.raw, self.table.split, self.table.data_parts()
            )
        return last

    def _ask_all(self) -> None:
        for lane in self.lanes:
            self._ask(lane)

    def _ask(self, lane: Lane) -> None:
        assert lane.run is not None
        lane.generation += 1
        lane.running = lane.progress.ending is None and not lane.halted
        request = Request(
            lane.identity, lane.generation, lane.run, lane.transport.wanted, self.view.plane, self.view.query,
            self.answers_wanted, lane.halted, self.reading, self.sees,
        )  # fmt: skip
        self.runner.want(request)
        self.requested.emit()

    def look_again(self) -> None:
        """A surface is seen whose marks were not made for the step in view."""
        self._ask(self.lane)
