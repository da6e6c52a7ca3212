"""Whatever a person does, the picture equals a fresh replay of the recipe, and nothing raises."""

from __future__ import annotations

import math
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from PySide6.QtGui import QUndoCommand
from PySide6.QtWidgets import QApplication

import engine
from engine.base.snapshot import same
from engine.data.plane import Plane
from engine.data.split import PARTS, TEST, TRAINING, VALIDATION, Split
from engine.export.recipe import Recipe
from gui.session.file import content_of, open_session, save_session, to_json
from gui.session.recipe import RunCommand
from gui.session.session import Session
from tests.gui.session.waiting import settle
from tests.texts import texts

STARTS = ("gate_or", "play_tennis", "iris", "old_faithful")
places = st.tuples(st.floats(-5, 5, allow_subnormal=False), st.floats(-5, 5, allow_subnormal=False))


class SessionMachine(RuleBasedStateMachine):
    """Random walks through everything a person can do with data, runs and files."""

    @initialize(name=st.sampled_from(STARTS))
    def begin(self, name: str) -> None:
        self.application = QApplication.instance() or QApplication([])
        self.folder = Path(tempfile.mkdtemp())
        self.session = Session()
        self.session.open_bundled(name)
        self.session.add_lane()
        self.session.set_speed(0.01)

    @contextmanager
    def edited(self) -> Iterator[None]:
        """An edit of the data keeps every step that is wanted, the playing, and the view unless its columns go."""
        session = self.session
        before = [lane.transport.wanted for lane in session.lanes], session.playing
        looked = session.table.data.columns, session.view.chosen
        yield
        assert ([lane.transport.wanted for lane in session.lanes], session.playing) == before
        assert looked[0] != session.table.data.columns or session.view.chosen == looked[1]

    def unless_of_a_run(self, entry: QUndoCommand | None) -> AbstractContextManager[None]:
        """An entry that changes a run may lead to another step."""
        return nullcontext() if isinstance(entry, RunCommand) else self.edited()

    @rule(places=st.lists(places, min_size=1, max_size=4), code=st.integers(0, 1))
    def add(self, places: list[tuple[float, float]], code: int) -> None:
        with self.edited():
            self.session.points.add(self.session.view.plane.lift(np.array(places)), code)

    @rule()
    def play_or_pause(self) -> None:
        self.session.set_speed(0.01)
        self.session.toggle_play()

    @precondition(lambda self: self.session.playing)
    @rule()
    def tick(self) -> None:
        """The clock goes on by one step from where it is, waits at the end of a shortened run, or is done."""
        self.settle()
        moved = self.session.moved_lanes
        before, at_end = max(lane.transport.aim for lane in moved), self.session.at_end
        shorter = any(lane.transport.shortened for lane in moved)
        self.session._tick()
        assert self.session.playing == (shorter or not at_end)
        if not at_end:
            running = [lane for lane in moved if not lane.refusal]
            assert {lane.transport.wanted for lane in running} == {max(lane.transport.wanted for lane in running)}
            assert self.session._farthest <= before + 1

    @precondition(lambda self: self.session.table.data.n)
    @rule(row=st.integers(0, 400), to=st.lists(places, min_size=1, max_size=4))
    def drag(self, row: int, to: list[tuple[float, float]]) -> None:
        gesture, row = self.session.points.new_gesture(), row % self.session.table.data.n
        with self.edited():
            for place in to:
                self.session.points.move([row], self.session.view.plane.lift(np.array([place])), gesture)
            self.session.points.end_gesture()

    @rule(rows=st.lists(st.integers(0, 400), max_size=5))
    def delete(self, rows: list[int]) -> None:
        with self.edited():
            self.session.points.delete(sorted({row for row in rows if row < self.session.table.data.n}))

    @precondition(lambda self: self.session.table.data.target == "class" and self.session.table.data.n)
    @rule(row=st.integers(0, 400), code=st.integers(0, 1))
    def relabel(self, row: int, code: int) -> None:
        with self.edited():
            self.session.points.relabel([row % self.session.table.data.n], code)

    @rule()
    def undo(self) -> None:
        history = self.session.table.undo
        with self.unless_of_a_run(history.command(history.index() - 1)):
            history.undo()

    @rule()
    def redo(self) -> None:
        history = self.session.table.undo
        with self.unless_of_a_run(history.command(history.index())):
            history.redo()

    @rule(by=st.integers(-3, 5))
    def step(self, by: int) -> None:
        self.session.step(by)

    @rule(index=st.integers(0, 60))
    def seek(self, index: int) -> None:
        self.session.go_to(index)

    @rule()
    def to_the_end(self) -> None:
        self.session.go_to_end()

    @rule(direction=st.sampled_from((-1, 1)))
    def event(self, direction: int) -> None:
        self.session.next_event(direction)

    @rule(data=st.data())
    def change_a_parameter(self, data: st.DataObject) -> None:
        specs = engine.base.params.specs(self.session.lane.algorithm.params)
        if specs:
            name = data.draw(st.sampled_from(sorted(specs)))
            self.session.set_param(name, data.draw(st.sampled_from((specs[name].default, *specs[name].bounds()))))

    @rule(key=st.sampled_from(sorted(engine.algorithms())))
    def change_the_algorithm(self, key: str) -> None:
        self.session.choose_algorithm(key)

    @rule(seed=st.integers(0, 3))
    def change_the_seed(self, seed: int) -> None:
        self.session.set_seed(seed)

    @rule(shares=st.sampled_from(((0.0, 0.0), (0.3, 0.0), (0.2, 0.2))), stratify=st.booleans(), seed=st.integers(0, 1))
    def split_the_rows(self, shares: tuple[float, float], stratify: bool, seed: int) -> None:
        self.session.table.set_split(Split(*shares, stratify=stratify, seed=seed))

    @rule(view=st.sampled_from(("auto", "pca", "fisher", (1, 0))))
    def look_elsewhere(self, view: object) -> None:
        self.session.view.choose(view)

    @precondition(lambda self: len(self.session.lanes) < 3)
    @rule(key=st.sampled_from(("", "kmeans", "nearest_mean", "perceptron")))
    def add_a_lane(self, key: str) -> None:
        self.session.add_lane(key)

    @precondition(lambda self: len(self.session.lanes) < 3)
    @rule()
    def duplicate_the_lane(self) -> None:
        like = self.session.lane
        self.session.duplicate_lane()
        assert self.session.lane is not like and self.session.lane.key == like.key

    @rule(position=st.integers(0, 2))
    def remove_a_lane(self, position: int) -> None:
        count, position = len(self.session.lanes), position % len(self.session.lanes)
        kept = self.session.lane if position != self.session.active else None
        self.session.remove_lane(position)
        assert len(self.session.lanes) == max(count - 1, 1)
        assert kept is None or self.session.lane is kept

    @rule(position=st.integers(-1, 3))
    def activate_a_lane(self, position: int) -> None:
        self.session.activate_lane(position)
        assert 0 <= self.session.active < len(self.session.lanes)

    @rule(together=st.booleans())
    def step_together_or_freed(self, together: bool) -> None:
        self.session.set_together(together)

    @rule(overlaid=st.booleans())
    def side_by_side_or_overlaid(self, overlaid: bool) -> None:
        self.session.view.set_overlaid(overlaid)

    @rule(by=st.integers(-2, 3))
    def only_the_moved_lanes_move(self, by: int) -> None:
        self.settle()
        session, before = self.session, [lane.index for lane in self.session.lanes]
        moved = [lane for lane in session.moved_lanes if not lane.refusal]
        session.step(by)
        self.settle()
        for lane, index in zip(session.lanes, before, strict=True):
            assert lane in moved or lane.refusal or lane.index == index
        places = {lane.index for lane in moved if not lane.transport.at_end}
        assert len(places) <= 1, "lanes that step together stand at the same step, or at their ends"

    @rule()
    def continue_from_here(self) -> None:
        self.settle()
        self.session.continue_from_here()

    @rule()
    def save_and_load(self) -> None:
        path = self.folder / "a.learnscope"
        save_session(self.session, path)
        before, data = to_json(content_of(self.session)), self.session.table.data
        assert not self.session.document.dirty and self.session.document.path == path
        open_session(self.session, path)
        assert to_json(content_of(self.session)) == before and self.session.table.data == data
        assert not self.session.document.dirty and self.session.document.path == path

    @rule(words=texts(20), speed=st.sampled_from((0.01, 2.0, math.inf)))
    def write_down_and_set_the_speed(self, words: str, speed: float) -> None:
        playing = self.session.playing
        self.session.pause()
        self.session.document.set_notes(words)
        self.session.set_speed(speed)
        if playing and speed < 1:
            self.session.play()

    @precondition(lambda self: self.session.table.data.n)
    @rule(asked=st.booleans())
    def ask(self, asked: bool) -> None:
        row = np.array(self.session.table.data.X[0])
        self.session.view.ask(row if asked and np.isfinite(row).all() else None)

    @invariant()
    def the_picture_is_a_fresh_replay(self) -> None:
        if not hasattr(self, "session"):
            return
        self.settle()
        for lane in self.session.lanes:
            if lane.refusal:
                assert lane.refusal.endswith((".", "!", "?"))
                continue
            self.check(lane)

    def check(self, lane) -> None:  # type: ignore[no-untyped-def]
        session, frame = self.session, lane.frame
        parts = session.table.split.of(session.table.data)
        watching = lane.algorithm.validates and len(parts.rows(VALIDATION)) > 0
        train = np.flatnonzero(parts.codes != PARTS.index(TEST)) if watching else parts.rows(TRAINING)
        data = session.table.data if len(train) == session.table.data.n else frame.data
        assert np.array_equal(frame.rows, train)
        assert np.array_equal(frame.data.X, session.table.data.X[train], equal_nan=True)
        trace = Recipe(lane.key, data, lane.values, lane.seed, lane.start).trace()
        assert same(frame.step, trace[frame.index])
        assert same(frame.story, lane.algorithm.explain(trace[frame.index], data, lane.params))
        model, asked = frame.step.model, session.answers_wanted and frame.data.n > 0
        if asked and hasattr(model, "predict"):
            untold = np.isin(np.arange(session.table.data.n), parts.rows(TEST))
            assert np.array_equal(frame.answers, np.where(untold, -1, model.predict(session.table.data.X)))
        assert frame.plane == Plane.of(session.table.data, session.view.chosen)

    def settle(self) -> None:
        """Let the worker and the event loop finish what was asked of them."""
        settle(self.session, seconds=60)

    def teardown(self) -> None:
        if hasattr(self, "session"):
            self.session.close()
            shutil.rmtree(self.folder)


TestSession = SessionMachine.TestCase
TestSession.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
